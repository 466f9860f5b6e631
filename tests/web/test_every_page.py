"""Every page and state: axe finds nothing, in both languages, light, dark and forced colours, small and wide.

The short form looks once at every kind of page, each time in the next width and light: every test says which of
them it begins with, so that together they are looked at in all, whatever is run where.
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tacora.server.domain.club import Result, standings
from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules
from tacora.server.http.club import EveningShown, Player, TableShown
from tests.server.serving import Serving
from tests.server.test_replays import DIAMANT
from tests.web.conftest import SIDEWAYS, Visits
from tests.web.playing import (
    PATIENCE,
    TINY,
    as_rules,
    dealt,
    decide,
    disaster,
    host_link,
    hurry,
    link,
    no_hazard,
    play_out,
    seed_where,
    settled,
    sit,
    start,
)

SHORT = Path(__file__).parents[2] / "docs" / "examples" / "short.json"
WHOLE: Any = {"name": "game.json", "mimeType": "application/json", "buffer": DIAMANT}
NAME = "Wolfeschlegelsteinhausenberg"
"""About as long as a name can be without a space."""
Scheme = Literal["light", "dark", "forced"]
WIDTHS = (320, 1280)
SCHEMES: tuple[Scheme, ...] = ("light", "dark", "forced")
OPTIONS: Any = {"resultTypes": ["violations"], "preload": False, "elementRef": False, "iframes": False}
FORCED: Any = {**OPTIONS, "rules": {"color-contrast": {"enabled": False}}}
"""Forced colours are the reader's own, and axe asks for one (-webkit-text-fill-color) that is never forced."""
VIOLATIONS = "(options) => axe.run(options).then(({ violations }) => violations)"
"""Nothing else: what passes is told at a length that takes as long as finding it out."""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


STOP_AT_DISASTER = """() => {
  const later = window.setTimeout;
  let stopped = false;
  window.setTimeout = (act, ms) => later(() => stopped || act(), ms);
  const cave = document.querySelector("cave-table");
  new MutationObserver(() => {
    if (!cave.matches(".disaster")) return;
    stopped = true;
    window.setTimeout = later;
  }).observe(cave, { attributes: true });
}"""
"""Whatever was to follow the worst moment does not: it stays to be looked at."""


LINKS_ALIKE = """() => {
  const leads = Map.groupBy([...document.querySelectorAll("a[href]")].filter((link) => link.checkVisibility()),
    (link) => (link.ariaLabel || link.innerText).trim().toLowerCase());
  return [...leads].filter(([, links]) => new Set(links.map(({ href }) => href)).size > 1).map(([name]) => name);
}"""
"""The names of links that are heard twice, and lead to two places."""


KINDS_OF_PAGES = {
    "start",
    "rules/diamant",
    "replay of a file",
    "lobby of the host",
    "cave",
    "podium",
    "tray, ring",
    "club",
}


class Inspector:
    """Looks at every state in both widths, and over the two languages in every light."""

    def __init__(self, briefly: bool, first: int) -> None:
        self._next = itertools.islice(zip(itertools.cycle(WIDTHS), itertools.cycle(SCHEMES), strict=False), first, None)
        self._briefly = briefly
        self.looked: list[str] = []
        self.found: list[str] = []

    def wants(self, state: str) -> bool:
        return not self._briefly or state in KINDS_OF_PAGES

    def look(self, page: Page, state: str) -> None:
        """Two looks: one in each width, each in the next light. Briefly: one at each kind of page."""
        if not self.wants(state):
            return
        for _ in range(1 if self._briefly else len(WIDTHS)):
            width, light = next(self._next)
            page.set_viewport_size({"width": width, "height": 640 if width < 1000 else 800})
            page.emulate_media(
                color_scheme="dark" if light == "dark" else "light",
                forced_colors="active" if light == "forced" else "none",
            )
            page.evaluate(DRAWN)
            what = f"{state}, {width} px, {light}"
            self.looked.append(what)
            if page.evaluate(SIDEWAYS):
                self.found.append(f"{what}: scrolls sideways")
            if alike := page.evaluate(LINKS_ALIKE):
                self.found.append(f"{what}: links of one name that lead elsewhere: {alike}")
            if not page.evaluate("typeof axe === 'object'"):
                page.evaluate(AXE_SCRIPT)
            for violation in page.evaluate(VIOLATIONS, FORCED if light == "forced" else OPTIONS):
                nodes = [(node["target"], node["failureSummary"]) for node in violation["nodes"]][:4]
                self.found.append(f"{what}: {violation['id']}: {json.dumps(nodes, ensure_ascii=False)}")


@pytest.fixture
def inspector(briefly: bool, first: int) -> Iterator[Inspector]:
    made = Inspector(briefly, first)
    yield made
    assert made.looked
    assert made.found == [], "\n".join(made.found)


def in_languages(brief: str | None = None, first: int = 0) -> pytest.MarkDecorator:
    """Everything in both languages, and the short form, if any, in one, beginning with that width and light."""
    return pytest.mark.parametrize(
        ("language", "briefly", "first"),
        [
            *([pytest.param(brief, True, first, id=f"{brief}-briefly")] if brief else []),
            pytest.param("en", False, 0, id="en", marks=pytest.mark.long),
            pytest.param("fr", False, 2, id="fr", marks=pytest.mark.long),
        ],
    )


@in_languages(brief="fr", first=0)
def test_pages_without_a_table(serving: Serving, visit: Visits, inspector: Inspector, language: str) -> None:
    visit.may_meet("404")
    visit.may_meet("503")
    page = visit(serving.address, language)
    # Else the page for those who are offline leaves after five seconds, while it is looked at.
    page.route("**/healthz", lambda route: route.fulfill(status=503))
    page.locator(".hero-scene svg").first.wait_for()
    inspector.look(page, "start")
    page.locator("#new summary").click()
    inspector.look(page, "new table")
    for path in ("rules/diamant", "rules/mister-diamond", "sounds", "mine", "offline", "t/bakitoxx", "replay"):
        if inspector.wants(path) or path == "replay":
            page.goto(f"{serving.address}/{path}", wait_until="networkidle")
            inspector.look(page, path)
    page.set_input_files("#file", SHORT)
    page.locator("#replay").wait_for()
    page.locator("#forward").click()
    inspector.look(page, "replay of a file")
    if inspector.wants("a game, weighed"):
        page.set_input_files("#file", WHOLE)
        page.locator(".review button").click()
        page.locator(".review .chart").wait_for()
        inspector.look(page, "a game, weighed")


@in_languages(brief="en", first=3)
def test_a_table_of_diamant(serving: Serving, visit: Visits, inspector: Inspector, language: str) -> None:
    alone = not inspector.wants("lobby of a guest")
    opened = dealt(serving, bots=("badger",) * (2 if alone else 1))
    host = visit(host_link(serving, opened), language)
    host.locator("form.sit").wait_for()
    inspector.look(host, "before sitting down")
    sit(host, "Ana")
    players, screens = [host], []
    if not alone:
        guest = visit(link(serving, opened.table), language)
        sit(guest, "Ben")
        players.append(guest)
        screen = visit(f"{link(serving, opened.table)}#screen", language)
        screen.locator(".poster").wait_for()
        screens.append(screen)
        inspector.look(guest, "lobby of a guest")
        inspector.look(screen, "lobby on a screen")
    inspector.look(host, "lobby of the host")
    for name in ("menu", "help"):
        host.locator(f"#{name}-open").click()
        inspector.look(host, name)
        host.keyboard.press("Escape")
    start(host)
    decide(host, "C")
    for page in (host, *screens):
        settled(page)
    host.locator(".odds-open").click()
    host.locator(".odds-text p").first.wait_for()
    inspector.look(host, "cave")
    for page in screens:
        inspector.look(page, "cave on a screen")
    play_out(*players)
    host.locator(".chart-holder svg").first.wait_for()
    for details in host.locator("after-game details").all():
        details.locator("summary").first.click()
    inspector.look(host, "podium")
    if inspector.wants("replay of a game"):
        host.goto(f"{serving.address}/g/{opened.table}/1", wait_until="networkidle")
        inspector.look(host, "replay of a game")


@in_languages()
def test_a_disaster(serving: Serving, visit: Visits, inspector: Inspector, language: str) -> None:
    opened = dealt(serving, seed=seed_where(TINY, disaster, 1), bots=("never", "never"))
    page = visit(host_link(serving, opened), language)
    sit(page, "Ana")
    start(page)
    page.evaluate(STOP_AT_DISASTER)
    decide(page, "C")
    page.locator("cave-table.disaster").wait_for()
    inspector.look(page, "disaster")


@in_languages()
def test_the_cave_of_the_day(serving: Serving, visit: Visits, inspector: Inspector, language: str) -> None:
    page = visit(f"{serving.address}/daily", language)
    page.locator("#play:visible").wait_for()
    inspector.look(page, "daily")
    if not inspector.wants("daily, results"):
        return
    page.locator("#name").fill("Ana")
    page.locator("#play button").click()
    page.locator("cave-table:visible").wait_for()
    play_out(page)
    page.goto(f"{serving.address}/daily")
    page.locator("tr.own").wait_for()
    inspector.look(page, "daily, results")


@pytest.mark.thorough
@in_languages(brief="en", first=4)
def test_a_club_evening(serving: Serving, visit: Visits, inspector: Inspector, language: str) -> None:
    page = visit(f"{serving.address}/club", language)
    page.locator("#seats option").first.wait_for(state="attached")
    inspector.look(page, "new club evening")
    rules = Rules(edition="schmidt-2005", seats=8)
    tables: list[tuple[str, str]] = []
    club = serving.inside(serving.server.club.evenings.open(rules, TimeControl(), 8, 10, "en", tables))
    page.goto(f"{serving.address}/club/{club}")
    page.locator("#tables tr").first.wait_for()
    inspector.look(page, "club, nobody there")
    results = [Result(at // 8 + 1, at % 8, f"{NAME} {at}", at * 7 % 11, at > 20) for at in range(64)]
    players = [Player(result.name, result.bot) for result in results]
    shown = EveningShown(
        club=club,
        game="diamant",
        edition="schmidt-2005",
        seats=8,
        deals=10,
        counted=9,
        tables=tuple(
            TableShown(
                table, at + 1, tuple(players[8 * at : 8 * at + 8]) if at < 7 else (None,) * 8, 10, 9 + at % 2, at % 3
            )
            for at, (table, _) in enumerate(tables)
        ),
        standings=standings([results[at:] for at in range(9)]),
    )
    page.route("**/api/club/*", lambda route: route.fulfill(body=msgspec.json.encode(shown)))
    for place, state in (("", "club"), ("#screen", "club on a screen")):
        if inspector.wants(state):
            page.goto("about:blank")
            page.goto(f"{serving.address}/club/{club}{place}")
            page.locator("#standings tbody tr").first.wait_for()
            inspector.look(page, state)


@in_languages()
def test_hot_hands(serving: Serving, visit: Visits, inspector: Inspector, language: str) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    page = visit(host_link(serving, opened), language)
    sit(page, "Ana")
    page.locator(".one-more").click()
    sit(page, "Ben")
    start(page)
    page.locator(".hot-tile").first.wait_for()
    settled(page)
    inspector.look(page, "two at one keyboard")
    page.locator(".hot-to-ears").click()
    inspector.look(page, "two with one pair of earphones")
    page.locator(".hot-to-curtain").click()
    page.locator(".hot-mine").click()
    inspector.look(page, "behind the curtain")
    page.locator(".hot-choices .choice-C").click()
    page.locator("dialog.curtain[open]").wait_for()
    inspector.look(page, "curtain")


@in_languages(brief="fr", first=6)
def test_a_table_of_mister_diamond(serving: Serving, visit: Visits, inspector: Inspector, language: str) -> None:
    opened = dealt(serving, as_rules(game="mister-diamond", seats=2, notes=True), bots=("elephant",))
    page = visit(host_link(serving, opened), language)
    sit(page, "Ana")
    start(page)
    hurry(page)
    page.locator("tray-table[data-mine]").wait_for()
    looked: set[str] = set()
    wanted = {kind for kind in ("ring", "theft") if inspector.wants(f"tray, {kind}")}
    until = time.monotonic() + PATIENCE
    while not wanted <= looked and not page.locator("after-game .podium").is_visible():
        kind = page.evaluate(
            """() => { const tray = document.querySelector("tray-table");
              return tray.hasAttribute("data-mine") && !tray.querySelector(".lifting") ? tray.dataset.card : ""; }"""
        )
        if kind and kind not in looked and (kind == "theft" or page.locator(".stone[data-state=fixed]").count()):
            inspector.look(page, f"tray, {kind}")
            looked.add(kind)
        if kind:
            until = time.monotonic() + PATIENCE
        if kind == "theft":
            page.evaluate("document.querySelector('.theft-decline, .tray-thefts button')?.click()")
        elif kind == "ring":
            page.evaluate("""document.querySelector('.stone:not([data-state="empty"])')?.click()""")
        assert time.monotonic() < until, "the game does not go on"
        page.wait_for_timeout(10)
    assert "ring" in looked
