"""Pages go where they should, keep their place, and show nothing in between."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import ASKED, dealt, host_link, link, play_out, see, sit, start

FLASHES = """
window.flashes = [];
const look = () => {
  for (const part of ["table-seats", "form.sit"]) {
    if (document.querySelector(part)?.checkVisibility()) window.flashes.push(part);
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Notes every frame in which the gathering or its form is seen."""


def test_the_gathering_does_not_flash_before_a_game_that_begins_at_once(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address)
    page.context.add_init_script(FLASHES)
    page.get_by_role("button", name="Play now: Diamant").click()
    page.locator(ASKED).wait_for()
    assert page.evaluate("window.flashes") == []


@pytest.mark.long
def test_the_form_does_not_flash_for_whoever_gave_a_name_already(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address)
    page.context.add_init_script(FLASHES)
    page.get_by_label("Your name").first.fill("Ana")
    page.get_by_role("button", name="Make a table").click()
    see(page, ".seat.mine .seat-name", "Ana")
    assert "form.sit" not in page.evaluate("window.flashes")


def test_the_page_for_no_network_leads_to_the_start_once_there_is_one(serving: Serving, visit: Visits) -> None:
    page = visit(f"{serving.address}/offline")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_url(f"{serving.address}/")


@pytest.mark.long
def test_a_replay_keeps_its_place_in_another_language(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise",) * 2)
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    play_out(page)
    page.goto(f"{serving.address}/g/{opened.table}/1")
    page.locator("#forward").click()
    expect(page.locator("#count")).to_have_text(re.compile("^2 of"))
    page.get_by_role("link", name="Français").click()
    expect(page.locator("#count")).to_have_text(re.compile("^2 sur"))


@pytest.mark.long
def test_a_shared_screen_speaks_of_decisions_not_of_yours(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise",) * 2)
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    screen = visit(f"{link(serving, opened.table)}#screen")
    start(page)
    page.locator(ASKED).wait_for()
    expect(page.locator("#cave-decision")).to_have_text("Your decision")
    expect(screen.locator("#cave-decision")).to_have_text("The decisions")


@pytest.mark.long
def test_another_game_has_a_log_of_its_own_and_begins_at_the_top(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise",) * 2)
    page = visit(host_link(serving, opened), width=390, height=844)
    sit(page, "Ana")
    start(page)
    play_out(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    start(page)
    page.locator(ASKED).wait_for()
    page.wait_for_function("() => scrollY === 0")
    expect(page.locator("#history-list li")).to_have_count(1)  # Once its story was told.


@pytest.mark.long
def test_a_finished_table_is_not_where_one_left_off(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise",) * 2)
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    page.locator(ASKED).wait_for()
    assert page.evaluate("localStorage['tacora.prefer.recent']") == f'["{opened.table}"]'
    play_out(page)
    assert page.evaluate("localStorage['tacora.prefer.recent']") == "[]"


@pytest.mark.thorough
def test_a_personal_link_pasted_into_an_open_table_is_followed(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise",))
    ana = visit(host_link(serving, opened))
    sit(ana, "Ana")
    seat = ana.evaluate(f"JSON.parse(localStorage['tacora.keys.{opened.table}']).at(-1).token")
    other = visit(f"{link(serving, opened.table)}#watch")
    other.locator("ol.seats .seat").first.wait_for()
    other.evaluate(f"location.hash = 'seat={seat}&at=0'")
    expect(other.locator(".seat.mine .seat-name")).to_have_text("Ana")
    assert other.evaluate(f"JSON.parse(localStorage['tacora.keys.{opened.table}'])[0].seat") == 0
