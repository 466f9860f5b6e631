"""A real Chromium, and a real server for its pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tacora.server.attendance import Patience
from tests.server.serving import GENEROUS, Serving

Visitor: TypeAlias = Callable[..., Page]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NOTHING_LOST = ("net::ERR_CONNECTION_REFUSED", "net::ERR_INTERNET_DISCONNECTED", "WebSocket connection to")
"""What Chromium itself complains about while a server is away, as some tests want it to be."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests run together, one after the other: two browsers at a time are slower than one."""
    for item in items:
        if "tests/web" in str(item.fspath):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        missing = "no Chromium here: install it (apt install chromium) to run the tests of the pages"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "tables.db", GENEROUS, Patience(moment=(0.01, 0.05), count=0.05)) as serving:
        yield serving


class Visits:
    """Visitors with a browser of their own each; nothing that one of them complains of is missed."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.may_lose_the_server = False

    def __call__(self, address: str, language: str = "en", width: int = 1280, height: int = 800, **more: Any) -> Page:
        context = self._browser.new_context(
            locale={"en": "en-GB", "fr": "fr-FR"}[language], viewport={"width": width, "height": height}, **more
        )
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.goto(address)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        expected = self.may_lose_the_server and any(text in message.text for text in NOTHING_LOST)
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def leave(self) -> None:
        for context in self._contexts:
            context.close()


@contextmanager
def visits(browser: Browser) -> Iterator[Visits]:
    """Visitors, none of whose browsers may complain."""
    made = Visits(browser)
    try:
        yield made
    finally:
        made.leave()
    assert made.complaints == []


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visits]:
    with visits(browser) as made:
        yield made
