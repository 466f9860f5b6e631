"""A page that meets a newer server, or one of whose files does not come."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

import tacora
from tacora import protocol
from tacora.server.http.assets import assets
from tests.server.crashing import RealServer
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    TINY,
    dealt,
    decide,
    go_offline,
    host_link,
    link,
    no_hazard,
    play_out,
    see,
    seed_where,
    sit,
    start,
    until,
)

pytestmark = pytest.mark.modules
NEWER = {
    "en": "Tacora has a newer version. Reload this page to get it.",
    "fr": "Tacora a une nouvelle version. Rechargez cette page pour l’obtenir.",
}
UNLOADED = "A part of this page did not load. Reload it to try again."
HELP = {"en": ("Help", "Help, newer"), "fr": ("Aide", "Aide, plus récente")}
"""What a button says in the older version, and in the newer one."""
TABLE = {"rules": {"edition": "tiny", "seats": 3}, "bots": ["tortoise", "tortoise"], "manners": {"thinking": False}}


@pytest.fixture
def older(tmp_path: Path) -> Iterator[RealServer]:
    server = RealServer(tmp_path / "tables.db")
    yield server
    server.give_up()


@pytest.fixture
def newer(tmp_path: Path, older: RealServer) -> Iterator[RealServer]:
    """A newer release for the same tables at the same address, with another word and another script."""
    package = tmp_path / "newer" / "tacora"
    shutil.copytree(Path(tacora.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    for language, (before, after) in HELP.items():
        words = package / "narration" / "locales" / language / "web.ftl"
        text = words.read_text("utf-8")
        assert f"web-help = {before}\n" in text
        words.write_text(text.replace(f"web-help = {before}\n", f"web-help = {after}\n"), "utf-8")
    with (package / "web" / "static" / "pages" / "table.js").open("a") as script:
        script.write('document.body.dataset.release = "newer";\n')
    server = RealServer(older.file, older.port, package.parent)
    yield server
    server.give_up()


def loaded(page: Page) -> list[str]:
    """The versions of all files that a page asks for from now on, in the order in which it asks."""
    versions: list[str] = []

    def note(path: str) -> None:
        if path.startswith("/static/"):
            versions.append(path.split("/")[2])

    page.on("request", lambda request: note(urlsplit(request.url).path))
    return versions


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.long)])
def test_a_page_that_is_open_while_the_server_is_upgraded_says_so_and_offers_to_reload(
    older: RealServer, newer: RealServer, visit: Visits, language: str
) -> None:
    visit.may_lose_the_server = True
    visit.may_meet("404")  # Files of the older version, which the newer server does not have.
    older.start()
    opened = older.request("POST", "/api/tables", TABLE, 201)
    page = visit("about:blank", language)
    versions = loaded(page)
    page.goto(f"http://127.0.0.1:{older.port}/t/{opened['table']}#seat={opened['host']}")
    sit(page, "Ana")
    older.stop()
    newer.start()
    see(page, "#stale", NEWER[language])
    see(page, "[aria-live=polite]", NEWER[language])
    # The game goes on with what the page has: the older podium is gone, and the newer one is not taken.
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status == 404 else None)
    start(page)
    decide(page, "C")
    until(page, lambda: missing)
    assert set(versions) == {assets().version}
    expect(page.locator("#help-open")).to_have_text(HELP[language][0])
    page.locator("#stale button").click()
    see(page, "#help-open", HELP[language][1])
    expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("body[data-release=newer]")).to_have_count(1)
    assert len(set(versions)) == 2
    assert assets().version not in versions[versions.index(versions[-1]) :]
    play_out(page)
    expect(page.locator(".podium")).to_contain_text("Ana")


@pytest.mark.long
@pytest.mark.parametrize("module", ["games/diamant/cave.js", "games/diamant/story.js", "after/after.js"])
def test_a_part_whose_module_fails_once_is_asked_for_again(serving: Serving, visit: Visits, module: str) -> None:
    visit.may_meet("net::ERR_FAILED")
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise", "tortoise"))
    page = visit("about:blank")
    page.route(f"**/{module}", lambda route: route.abort(), times=1)
    page.goto(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    play_out(page)
    expect(page.locator("#stale")).to_be_hidden()


class Failing:
    """A request that fails until it does not."""

    on = True

    def __call__(self, route: Route) -> None:
        if self.on:
            route.abort()
        else:
            route.continue_()


@pytest.mark.thorough
@pytest.mark.parametrize("module", ["pages/table.js", pytest.param("speech/tones.js", marks=pytest.mark.long)])
def test_a_page_without_one_of_its_modules_says_so_and_a_reload_mends_it(
    serving: Serving, visit: Visits, module: str
) -> None:
    visit.may_meet("net::ERR_FAILED")
    page = visit("about:blank")
    fails = Failing()
    page.route(f"**/{module}", fails)
    page.goto(host_link(serving, dealt(serving)))
    see(page, "#stale", UNLOADED)
    see(page, "[aria-live]", UNLOADED)
    fails.on = False
    page.locator("#stale button").click()
    sit(page, "Ana")
    expect(page.locator("#stale")).to_be_hidden()


@pytest.mark.long
def test_a_table_whose_game_does_not_come_says_so_and_a_reload_mends_it(serving: Serving, visit: Visits) -> None:
    visit.may_meet("net::ERR_FAILED")
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise", "tortoise"))
    page = visit("about:blank")
    fails = Failing()
    page.route("**/games/diamant/cave.js", fails)
    page.goto(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    see(page, "#stale", UNLOADED)
    see(page, "[aria-live=polite]", UNLOADED)
    fails.on = False
    page.locator("#stale button").click()
    decide(page, "C")


def test_a_page_without_its_style_sheet_says_so(serving: Serving, visit: Visits) -> None:
    visit.may_meet("net::ERR_FAILED")
    page = visit("about:blank")
    page.route("**/sheets/*.css", lambda route: route.abort())
    page.goto(serving.address)
    see(page, "#stale", UNLOADED)


@pytest.mark.thorough
def test_a_page_of_an_older_protocol_offers_to_reload_and_does_not_try_again(
    serving: Serving, visit: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit.may_lose_the_server = True
    page = visit(link(serving, dealt(serving).table))
    page.locator("form.sit").wait_for()
    go_offline(page)
    monkeypatch.setattr(protocol, "VERSION", protocol.VERSION + 1)
    page.context.set_offline(False)
    see(page, "#stale", NEWER["en"])
    see(page, "[aria-live=polite]", NEWER["en"])
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.get_by_role("button", name="Reload")).to_be_visible()
