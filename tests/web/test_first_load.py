"""What comes over the wire, and what stays for when there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocket, expect

from tacora.server.http.assets import assets
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import dealt, see, until

pytestmark = pytest.mark.modules
MOST = 150_000
"""Bytes of a first load."""


def start_page(serving: Serving) -> str:
    return serving.address


def table_page(serving: Serving) -> str:
    return f"{serving.address}/t/{dealt(serving).table}"


@pytest.mark.parametrize("place", [start_page, table_page])
def test_a_first_load_is_small(serving: Serving, browser: Browser, place: Callable[[Serving], str]) -> None:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.set_default_timeout(60_000)
    network = context.new_cdp_session(page)
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    network.send("Network.enable")
    page.goto(place(serving), wait_until="networkidle")
    context.close()
    assert len(sizes) > 10
    assert sum(sizes) < MOST


class Network:
    """What a page asks for: each address with what made the browser ask, and whether it had it already."""

    def __init__(self, page: Page) -> None:
        self.because: dict[str, str] = {}
        self.fetched: list[str] = []
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._answered)
        session.send("Network.enable")

    def _asked(self, event: Any) -> None:
        cause = event["initiator"]
        self.because[event["request"]["url"]] = cause.get("url", "") if cause["type"] == "parser" else cause["type"]

    def _answered(self, event: Any) -> None:
        if not event["response"].get("fromDiskCache"):
            self.fetched.append(event["response"]["url"])


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize("place", [start_page, table_page])
def test_no_file_is_found_only_by_reading_another(
    serving: Serving, visit: Visits, place: Callable[[Serving], str]
) -> None:
    address = place(serving)
    page = visit("about:blank")
    network = Network(page)
    page.goto(address, wait_until="networkidle")
    files = {url: cause for url, cause in network.because.items() if assets().base in url}
    assert len(files) > 10
    # The page itself names them, or a script asks for a whole part at once; the icon is the browser's own wish.
    assert set(files.values()) <= {page.url.split("#")[0], f"{address}/", "script", "other"}
    later = {f"{serving.address}{path}" for part in assets().later().values() for path in part}
    assert {url for url, cause in files.items() if cause == "script"} <= later


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize("place", [start_page, table_page])
def test_a_second_visit_asks_for_no_file(serving: Serving, visit: Visits, place: Callable[[Serving], str]) -> None:
    address = place(serving)
    page = visit("about:blank")
    page.goto(address, wait_until="networkidle")
    page.goto("about:blank")
    network = Network(page)
    page.goto(address, wait_until="networkidle")
    assert [url for url in network.fetched if "/static/" in url] == []


def test_the_line_of_a_table_is_opened_while_its_scripts_are_on_their_way(serving: Serving, visit: Visits) -> None:
    page = visit("about:blank")
    held: list[Route] = []
    lines: list[WebSocket] = []
    page.on("websocket", lambda line: lines.append(line))
    page.route("**/pages/table.js", lambda route: held.append(route))
    page.goto(table_page(serving), wait_until="commit")
    until(page, lambda: held and lines)
    held[0].continue_()
    page.locator("form.sit").wait_for()
    assert len(lines) == 1, "and it is the one that is used"


@pytest.mark.long
def test_the_app_can_be_installed_and_opens_without_a_network(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    page = visit(serving.address, service_workers="allow")
    manifest = page.locator("link[rel=manifest]").get_attribute("href") or ""
    told = serving.get(manifest).json()
    assert {"name", "start_url", "display", "icons"} <= told.keys()
    for icon in told["icons"]:
        assert serving.get(icon["src"]).headers["content-type"].startswith("image/svg+xml")
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.active.state)")
    page.wait_for_function("async () => (await navigator.serviceWorker.ready).active.state === 'activated'")
    page.context.set_offline(True)
    page.goto(f"{serving.address}/t/bakitolu")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/healthz")):
        page.evaluate("window.stays = true; dispatchEvent(new Event('online'))")
    assert page.evaluate("window.stays"), "A network is not yet the server: the page did not load itself again."
    page.get_by_role("link", name="Mister Diamond").click()
    see(page, "h1", "How to play Mister Diamond")
    page.goto(f"{serving.address}/")
    page.context.set_offline(False)
    page.locator(".play-now").first.wait_for()
