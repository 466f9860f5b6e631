"""A page that is loaded again in the middle of a game: it tells what it told before, and misses nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    ASKED,
    OVER,
    TINY,
    dealt,
    decide,
    host_and_guest,
    host_link,
    link,
    no_hazard,
    play_out,
    see,
    seed_where,
    sit,
    start,
    told,
)


@pytest.mark.long
def test_a_reload_in_mid_game_loses_nothing(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    decide(ana, "L")
    see(ben, ".count", "Waiting for you")
    ana.reload()
    see(ana, ".prompt", "To camp. You can still change your mind.")
    expect(ana.locator(".choices .choice-L")).to_have_attribute("aria-pressed", "true")
    expect(ana.locator(".player.you")).to_contain_text("Ana")


def tokens(page: Page, table: str) -> list[str]:
    """What the browser of a page keeps for a table."""
    keys = page.evaluate("(table) => JSON.parse(localStorage.getItem(`tacora.keys.${table}`))", table)
    return [key["token"] for key in keys]


@pytest.mark.thorough
def test_a_reload_keeps_what_happened_and_misses_nothing(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 1), bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    decide(ben, "C")
    decide(ana, "C")
    see(ana, "#history-list li:nth-child(2)", "")
    before = told(ana)
    ana.reload()
    ana.locator(ASKED).wait_for()
    assert told(ana) == before
    decide(ben, "C")
    decide(ana, "L")
    see(ana, "#history-list li", "You leave")
    ana.goto("about:blank")
    decide(ben, "L")  # A step that nobody tells her of.
    see(ben, "#history-list li", "You leave")
    ana.goto(link(serving, opened.table))
    play_out(ana, ben)
    steps = serving.get(f"/api/tables/{opened.table}/games/1/replay").json()["steps"]
    assert len(told(ana)) == len(steps) + 1
    ana.reload()
    ana.locator(OVER).wait_for()
    assert told(ana)[::-1][: len(before)] == before[::-1]
    assert len(told(ana)) == len(steps) + 1


@pytest.mark.long
@pytest.mark.parametrize("alone", [True, False])
def test_another_players_link_in_the_same_tab_tells_the_game_to_that_player(
    serving: Serving, visit: Visits, alone: bool
) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 1), bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    decide(ben, "C")
    decide(ana, "L")
    see(ana, "#history-list li", "You leave")
    see(ben, "#history-list li", "Ana leaves")
    [bens] = tokens(ben, opened.table)
    kept = ana.evaluate("JSON.stringify(sessionStorage)")
    assert not [token for token in tokens(ana, opened.table) if token in kept]
    if alone:
        ana.evaluate("localStorage.clear()")
    ana.goto("about:blank")
    ana.goto(f"{link(serving, opened.table)}#seat={bens}")
    see(ana, "#history-list li:nth-child(2)", "")
    assert "You leave" not in told(ana)[0]
    if alone:
        assert told(ana) == told(ben)


@pytest.mark.long
def test_a_reload_in_another_language_tells_the_game_in_that_language(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise", "tortoise"), seed=seed_where(TINY, no_hazard, 1))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    decide(page, "C")
    see(page, "#history-list li:nth-child(2)", "")
    page.goto(f"{link(serving, opened.table)}?lang=fr")
    see(page, "#history-list li:nth-child(2)", "Tout le monde entre")
    assert not [line for line in told(page) if "continue." in line]
