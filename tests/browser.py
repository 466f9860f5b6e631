"""The real browser that pages are tested in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.needs import not_tested

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSERS_OWN = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
"""Pages of the address bar and a spare process, which Chromium would start anew for every visitor."""
AS_PLAYWRIGHT = (
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "AimEnabled",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""What Playwright disables; its list is repeated because the last --disable-features replaces those before."""
OPTIONS = ("--no-sandbox", f"--disable-features={','.join(AS_PLAYWRIGHT + BROWSERS_OWN)}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process. From then on an event loop runs in its main thread: see `tests.loop`."""
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        not_tested("the pages in a browser", "no Chromium: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        yield browser
        browser.close()
