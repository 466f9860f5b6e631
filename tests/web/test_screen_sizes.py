"""What one decides by is in sight on a phone and in a wide window, and nothing moves from under a thumb."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tacora.games.diamant.rules import Disaster, HazardMet
from tacora.games.kind import Play
from tacora.server.domain.rules import Rules
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    ASKED,
    OVER,
    TINY,
    as_rules,
    dealt,
    decide,
    decide_inside,
    go_offline,
    host_link,
    see,
    seed_where,
    settled,
    sit,
    sit_inside,
    start,
)

CAVE = Rules(edition="schmidt-2005", seats=5)
PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True}
SEEN = """(part) => {
  const box = part.getBoundingClientRect();
  const at = [[box.left + 2, box.top + 2], [box.right - 2, box.bottom - 2]];
  return at.every(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top && (part.contains(top) || top.contains(part));
  });
}"""
"""Whether a part is in sight, with nothing over it."""


def three_hazards(play: Play) -> bool:
    met = sum(isinstance(event, HazardMet) for event in play.history)
    return met == 3 and not any(isinstance(event, Disaster) for event in play.history)


def deep_in(serving: Serving, visit: Visits, width: int, height: int) -> Page:
    """Ana, alone after five cards, three of which were hazards."""
    opened = dealt(serving, CAVE, seed_where(CAVE, three_hazards, 5), bots=("tortoise",) * 4)
    page = visit(host_link(serving, opened), width=width, height=height, **PHONE)
    sit(page, "Ana")
    start(page)
    for cards in range(2, 7):
        decide(page, "C")
        expect(page.locator(".cell")).to_have_count(cards)
    settled(page)
    page.locator(ASKED).wait_for()
    return page


@pytest.mark.parametrize(
    ("width", "height"),
    [(390, 844), *(pytest.param(*size, marks=pytest.mark.long) for size in ((320, 640), (844, 390), (640, 400)))],
)
def test_what_one_decides_by_is_in_sight(serving: Serving, visit: Visits, width: int, height: int) -> None:
    page = deep_in(serving, visit, width, height)
    for part in (".headline", ".facts .held", ".choice-C", ".choice-L", ".met li:nth-child(3) svg"):
        assert page.locator(part).evaluate(SEEN), part
    where = ".camp-picture .lying" if height > width else ".kicker"
    expect(page.locator(where)).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height"),
    [(320, 640), *(pytest.param(*size, marks=pytest.mark.long) for size in ((390, 844), (844, 390)))],
)
def test_whoever_is_at_camp_sees_what_happens_inside(serving: Serving, visit: Visits, width: int, height: int) -> None:
    opened = dealt(serving, CAVE, seed_where(CAVE, three_hazards, 5))
    page = visit(host_link(serving, opened), width=width, height=height, **PHONE)
    sit(page, "Ana")
    for name in ("Ben", "Cleo", "Dai", "Eva"):
        serving.inside(sit_inside(serving, opened, name))
    start(page)
    decide(page, "L")
    serving.inside(decide_inside(serving, opened, dict.fromkeys(range(1, 5), "C")))
    page.locator(".quick:visible").wait_for()
    settled(page)
    for part in (".headline", ".facts .held", ".quick"):
        assert page.locator(part).evaluate(SEEN), part


HELD = """() => {
  window.held = [];
  const told = document.querySelector(".facts .held");
  const look = new MutationObserver(() => held.push(told.textContent));
  look.observe(told, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.thorough
def test_whoever_is_at_camp_never_holds_what_the_last_one_carries_home(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, TINY, seed_where(TINY, quiet_to_the_end, 0))
    for seat, name in ((1, "Ben"), (2, "Cem")):
        serving.inside(sit_inside(serving, opened, name, seat))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    decide(page, "L")
    serving.inside(decide_inside(serving, opened, {1: "L", 2: "L"}))
    see(page, "#history-list li", "Expedition 2 of 2")
    decide(page, "L")
    page.evaluate(HELD)
    for choices in ({1: "L", 2: "C"}, {2: "L"}):
        serving.inside(decide_inside(serving, opened, choices))
    page.locator(OVER).wait_for()
    told = page.evaluate("held")
    assert any("Cem holds" in each for each in told)
    assert not [each for each in told if re.search("You hold[1-9]", each)]


def quiet_to_the_end(play: Play) -> bool:
    """Nothing but treasures, whoever leaves when; the last of two carries something home."""
    for choices in ("LLL", "LLC", "--L"):
        if play.pending:  # No hazard has ended it.
            play.apply({seat: choice for seat, choice in enumerate(choices) if seat in play.pending})
    return play.outcome is not None and not any(isinstance(each, HazardMet | Disaster) for each in play.history)


@pytest.mark.thorough
def test_what_happened_is_read_where_its_words_are_longest(serving: Serving, visit: Visits) -> None:
    """Odds and a coach have their buttons below."""
    opened = dealt(serving, CAVE, seed_where(CAVE, three_hazards, 5), bots=("tortoise",) * 4)
    page = visit(host_link(serving, opened), "fr", width=320, height=640, **PHONE)
    sit(page, "Ana")
    start(page)
    for _ in range(4):
        decide(page, "C")
        settled(page)
        page.locator(ASKED).wait_for()
        for part in (".headline", ".recap", ".choice-C", ".choice-L"):
            if told := page.locator(part).inner_text():
                assert page.locator(part).evaluate(SEEN), f"{part}: {told}"


@pytest.mark.long
def test_the_tunnel_is_drawn_along_with_a_finger(serving: Serving, visit: Visits) -> None:
    page = deep_in(serving, visit, 360, 740)
    first = page.locator(".cell").first
    before = first.bounding_box()
    assert before is not None
    assert before["x"] + before["width"] < 0
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    x, y = stage["x"] + 20, stage["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 300, y, steps=4)
    page.mouse.move(x + 600, y, steps=4)
    page.mouse.up()
    after = first.bounding_box()
    assert after is not None
    assert after["x"] >= 0


@pytest.mark.long
def test_a_lost_line_does_not_push_the_table(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving, CAVE, bots=("tortoise",) * 4)
    page = visit(host_link(serving, opened), width=390, height=844, **PHONE)
    sit(page, "Ana")
    start(page)
    page.locator(ASKED).wait_for()
    before = page.locator("cave-table").bounding_box()
    go_offline(page)
    assert page.locator("cave-table").bounding_box() == before


LONG = "Somebody draws a theft, and there is nobody to steal from. " * 5


def test_a_long_sentence_of_mister_diamond_is_not_cut(serving: Serving, visit: Visits) -> None:
    rules = as_rules(game="mister-diamond", seats=4)
    opened = dealt(serving, rules, bots=("elephant",) * 3)
    page = visit(host_link(serving, opened), width=320, height=640, **PHONE)
    sit(page, "Ana")
    start(page)
    page.locator("tray-table[data-mine]").wait_for()
    cut = "(said, long) => { said.textContent = long; return said.scrollHeight > said.clientHeight; }"
    assert not page.locator(".tray-said").evaluate(cut, LONG)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(1280, 800), (1366, 768)], ids=str)
def test_a_wide_window_holds_the_whole_cave(serving: Serving, visit: Visits, size: tuple[int, int]) -> None:
    opened = dealt(serving, bots=("tortoise", "tortoise"))
    page = visit(host_link(serving, opened), width=size[0], height=size[1])
    sit(page, "Ana")
    start(page)
    page.locator(ASKED).wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") == size[1]
