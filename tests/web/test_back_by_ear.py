"""Whoever opens a table again in the same tab, by ear: what they missed, how things stand, and who is to decide."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.hearing import KEPT, hears
from tests.web.playing import (
    TINY,
    as_rules,
    dealt,
    decide,
    host_and_guest,
    link,
    no_hazard,
    play_out,
    see,
    seed_where,
    start,
    told,
)
from tests.web.test_by_ear import MISTER, a_ring_for_the_first_seat


def coming_back(page: Page, address: str) -> None:
    """Open a table again in the same tab, and keep what it says."""
    page.add_init_script(f"document.addEventListener('DOMContentLoaded', {KEPT})")
    page.goto(address)


def test_whoever_comes_back_hears_what_they_missed_before_how_things_stand(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 1), bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    see(ana, "#history-list li", "Everyone enters")
    decide(ana, "C")
    see(ben, ".count", "Waiting for you")
    ana.goto("about:blank")
    decide(ben, "C")
    see(ben, "#history-list li", "All continue.")
    coming_back(ana, link(serving, opened.table))
    hears(ana, "Deeper or camp?")
    arrival = " ".join(ana.evaluate("window.kept"))
    assert arrival.startswith("All continue.")
    assert "Everyone enters" not in arrival
    assert "Expedition 1 of 2, 2 cards deep." in arrival
    assert arrival.endswith("Deeper or camp?")


@pytest.mark.thorough
def test_whoever_was_away_for_long_hears_the_last_messages_and_how_many_there_were(
    serving: Serving, visit: Visits
) -> None:
    rules = as_rules(seats=3)
    opened = dealt(serving, rules, seed_where(rules, no_hazard, 5), bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    decide(ben, "C")
    decide(ana, "L")
    see(ana, "#history-list li", "leave")
    ana.goto("about:blank")
    for _ in range(4):
        before = len(told(ben))
        decide(ben, "C")
        ben.wait_for_function("(before) => document.querySelectorAll('#history-list li').length > before", arg=before)
    coming_back(ana, link(serving, opened.table))
    hears(ana, "Expedition 1 of 5")
    assert ana.evaluate("window.kept")[0].startswith("One older message, and then: ")


@pytest.mark.thorough
def test_whoever_comes_back_and_has_decided_hears_that_and_who_is_awaited(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 1), bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    decide(ana, "C")
    see(ben, ".count", "Waiting for you")
    coming_back(ana, link(serving, opened.table))
    hears(ana, "Expedition 1 of 2, 1 card deep.")
    [arrival] = ana.evaluate("window.kept")
    assert arrival.startswith("Expedition 1 of 2, 1 card deep.")
    assert arrival.endswith("Sealed: deeper. Waiting for Ben.")


@pytest.mark.thorough
def test_whoever_comes_back_to_a_tray_hears_whose_turn_it_is(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, MISTER, seed_where(MISTER, a_ring_for_the_first_seat, 0))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    see(ben, "#history-list li", "Ana begins.")
    coming_back(ben, link(serving, opened.table))
    hears(ben, "42 diamonds stand")
    [arrival] = ben.evaluate("window.kept")
    assert arrival.startswith("42 diamonds stand")
    assert arrival.endswith("Ana chooses a diamond")


def test_whoever_comes_back_after_the_game_hears_what_was_said_and_the_final_scores(
    serving: Serving, visit: Visits
) -> None:
    opened = dealt(serving, bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    play_out(ana, ben)
    see(ana, "#history-list li", "Final scores")  # Told before: it is no news.
    ana.goto("about:blank")
    ben.evaluate(KEPT)
    ben.locator("#phrases-open").click()
    ben.locator("#phrases").get_by_role("button", name="Ouch").click()
    hears(ben, "Ouch")
    coming_back(ana, link(serving, opened.table))
    hears(ana, "Final scores: 1. ")
    said = " ".join(ana.evaluate("window.kept"))
    assert said.index("Ouch") < said.index("Final scores: 1. ")
