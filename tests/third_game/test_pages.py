"""A game that the pages have never seen shows as sentences and a list of what is legal, for eye, keyboard and ear."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.third_game.rules import ROW
from tests.third_game.test_everywhere import Server, server
from tests.web.conftest import Visits, visit
from tests.web.playing import hurry, see, start

__all__ = ["server", "visit"]

LANGUAGES = {
    "en": ("Quarry", "Make a table", "What do you bid", "Bid"),
    "fr": ("Carrière", "Ouvrir une table", "Que misez-vous", "Miser"),
}


def table_made(page: Page, language: str) -> None:
    game, make, _, _ = LANGUAGES[language]
    page.locator("label.tile", has_text=game).click()
    page.locator("#new-name").fill("Ana")
    page.locator("#new-seats").select_option("3")
    page.get_by_role("button", name=make).click()
    page.wait_for_url("**/t/*")
    page.locator("ol.seats .seat.mine").wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "width"), [("en", 320), pytest.param("fr", 1280, marks=pytest.mark.long)])
@pytest.mark.repeats
def test_a_whole_game_by_buttons_and_by_keyboard(server: Server, visit: Visits, language: str, width: int) -> None:
    page = visit(f"{server.address}/", language=language, width=width, height=800)
    table_made(page, language)
    hurry(page)
    start(page)
    _, _, asked, bid = LANGUAGES[language]
    for stone in range(1, ROW + 1):
        heading = page.locator("plain-table #plain-ask")
        expect(heading).to_have_text(re.compile(f"{asked}.*{stone}"))
        buttons = page.locator("body:not([data-early]) plain-table .plain-choice")
        expect(buttons).to_have_count(ROW + 1 - stone)
        expect(buttons.first).to_have_text(re.compile(f"{bid} "))
        if stone % 2:
            buttons.first.click()
        else:
            buttons.last.focus()
            page.keyboard.press("Enter")
    page.locator("after-game .pillar").first.wait_for()
    see(page, "after-game", "Ana")
    page.get_by_role("link", name=re.compile("Watch the replay|Revoir la partie")).click()
    page.wait_for_url("**/g/**")
    page.locator("#slider").wait_for()
    see(page, "#told", "The row" if language == "en" else "La rangée")


@pytest.mark.long
def test_what_is_said_and_asked_reaches_the_ear_and_a_number_answers_it(server: Server, visit: Visits) -> None:
    page = visit(f"{server.address}/")
    table_made(page, "en")
    hurry(page)
    start(page)
    page.locator("plain-table .plain-choice").first.wait_for()
    said = "[...document.querySelectorAll('[aria-live]')].map((region) => region.textContent).join(' ')"
    page.wait_for_function(f"() => {said}.includes('What do you bid')")
    group = page.locator("plain-table .plain-seat")
    assert group.get_attribute("aria-labelledby") == "plain-ask"
    assert page.locator("plain-table #plain-ask").evaluate("(heading) => heading.localName") == "h2"
    expect(page.locator(".plain-list li")).to_have_count(2)
