"""A real Chromium, and a real server for its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tacora.server.http import assets
from tacora.server.live.attendance import Timeouts
from tacora.server.live.limits import UNLIMITED
from tests.browser import NO_LESSONS
from tests.bundled import bundles
from tests.real import real
from tests.server.serving import Serving

NOTHING_LOST = (
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_INTERNET_DISCONNECTED",
    "WebSocket connection to",
)
"""What Chromium itself complains about while a server is away, as some tests want it to be."""
GIVEN_UP = "WebSocket is closed before the connection is established"
"""What it says where a page does not wait longer than it should for a machine that is busy, and tries again."""
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
expect.set_options(timeout=60_000)
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Serving]:
    request.getfixturevalue("noon")
    monkeypatch.setattr(assets, "BUNDLES", bundles(request.node))
    with Serving(tmp_path / "tables.db", UNLIMITED, Timeouts(moment=(0.01, 0.05), rematch=0, count=0.05)) as serving:
        yield serving
    assert [line for line in serving.log if line.startswith("ERROR")] == []


class Visits:
    """Visitors with a browser of their own each; nothing that one of them complains of is missed."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.may_lose_the_server = False
        self._expected: list[str] = []

    def may_meet(self, text: str) -> None:
        """A test wants something that Chromium itself complains about, such as a page that is not there."""
        self._expected.append(text)

    def __call__(
        self,
        address: str,
        language: str = "en",
        width: int = 1280,
        height: int = 800,
        newcomer: bool = False,
        **more: Any,
    ) -> Page:
        """Somebody who opens this address in a browser of their own; to be quick, it moves and keeps little.

        `newcomer`: it is their first game, which teaches.
        """
        more = {"service_workers": "block", "reduced_motion": "reduce", **more}
        context = self._browser.new_context(
            locale=LANGUAGES[language], viewport={"width": width, "height": height}, **more
        )
        self._contexts.append(context)
        if not newcomer:
            context.add_init_script(NO_LESSONS)
        context.on("page", self._listen)
        page = context.new_page()
        page.goto(address)
        return page

    def _listen(self, page: Page) -> None:
        page.set_default_timeout(60_000)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", self._see)

    def _hear(self, message: ConsoleMessage) -> None:
        known = [
            "blocked by Playwright",
            GIVEN_UP,
            *self._expected,
            *(NOTHING_LOST if self.may_lose_the_server else ()),
        ]
        expected = any(text in message.text for text in known)
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _see(self, request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.complaints.append(f"from another host: {request.url}")

    def leave(self) -> None:
        """All go; whoever has to scroll sideways complains of that, too."""
        for context in self._contexts:
            for page in context.pages:
                if page.evaluate(SIDEWAYS):
                    self.complaints.append(f"scrolls sideways: {page.url}")
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
def visit(request: pytest.FixtureRequest) -> Iterator[Visits]:
    """With `--real` (as in `make test-all`) one test in four has the whole browser: it has twice as much to compute."""
    with visits(request.getfixturevalue("whole_browser" if real() else "browser")) as made:
        yield made


@pytest.fixture
def whole_visit(whole_browser: Browser) -> Iterator[Visits]:
    with visits(whole_browser) as made:
        yield made
