"""The real browser that pages are tested in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.needs import not_tested

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"
"""The same pages without a browser's own windows around them, which nobody sees: half as much to compute."""
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

NO_LESSONS = """try {
  localStorage.getItem("tacora.prefer.lessons") ?? localStorage.setItem("tacora.prefer.lessons", '"done"');
} catch {}"""
"""Somebody has played before. On a blank page there is no storage."""


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """From then on an event loop runs in the main thread: see `tests.loop`."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One browser for all tests of a process."""
    yield from _launched(playwright, (SHELL, *BROWSERS))


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """The whole of it, as people have it."""
    yield from _launched(playwright, BROWSERS)


def _launched(playwright: Playwright, names: Sequence[str]) -> Iterator[Browser]:
    program = next((found for name in names if (found := shutil.which(name))), None)
    if program is None:
        not_tested("the pages in a browser", "no Chromium: apt install chromium")
    browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
    yield browser
    browser.close()
