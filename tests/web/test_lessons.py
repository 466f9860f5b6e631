"""A first game teaches, by eye and by ear, until somebody has enough of it; then never again on this device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tacora.games.diamant.rules import HazardMet
from tacora.games.kind import Play
from tacora.server.domain.rules import Rules
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    ASKED,
    TINY,
    dealt,
    decide,
    host_link,
    no_hazard,
    play_out,
    see,
    seed_where,
    settled,
    sit,
    start,
    until,
)

HEARD = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[aria-live]")) {
    const said = new MutationObserver(() => window.heard.push(region.textContent));
    said.observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""


@pytest.mark.thorough
def test_a_first_game_teaches_and_the_second_does_not(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address, width=390, height=844, newcomer=True)
    opened = dealt(serving, TINY, seed_where(TINY, no_hazard, 0), bots=["tortoise", "tortoise"])
    page.goto(host_link(serving, opened))
    page.evaluate(HEARD)
    sit(page, "Ana")
    start(page)
    see(page, "lesson-note", "Everybody chooses in secret")
    until(page, lambda: "Tips come with your first game" in " ".join(page.evaluate("heard")))
    page.get_by_role("button", name="Got it").press("Enter")
    expect(page.locator("lesson-note")).to_be_hidden()
    play_out(page)
    until(page, lambda: "The game is over" in " ".join(page.evaluate("heard")))  # Its first tips were said before.
    assert "Tip: " in " ".join(page.evaluate("heard"))
    assert " ".join(page.evaluate("heard")).count("Everybody chooses in secret") == 1
    expect(page.locator("lesson-note")).to_be_hidden()
    start(page)
    page.locator(ASKED).wait_for()
    play_out(page)
    until(page, lambda: " ".join(page.evaluate("heard")).count("The game is over") == 2)
    # The last tip of the first may come after its end.
    second = " ".join(page.evaluate("heard")).rpartition("Expedition 1 of 2")[2]
    assert "Deeper or camp?" in second
    assert "Tip" not in second


@pytest.mark.thorough
def test_a_tip_that_comes_just_after_another_was_read_is_seen(serving: Serving, visit: Visits) -> None:
    """The one that was read is still leaving, out of sight."""
    page = visit(serving.address, width=390, height=844, newcomer=True)
    opened = dealt(serving, TINY, seed_where(TINY, _then_a_hazard, 1), bots=["tortoise", "tortoise"])
    page.goto(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    see(page, "lesson-note", "Everybody chooses in secret")
    page.get_by_role("button", name="Got it").press("Enter")
    decide(page, "C")
    see(page, "lesson-note", "The first hazard of a kind is a warning.")
    expect(page.locator("lesson-note")).not_to_have_class(re.compile("leaving"))


def _then_a_hazard(play: Play) -> bool:
    return isinstance(play.history[-1], HazardMet)


@pytest.mark.thorough
def test_somebody_who_has_enough_of_tips_gets_no_more(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, Rules(edition="tiny", seats=3), bots=["tortoise", "tortoise"])
    page = visit(host_link(serving, opened), language="fr", width=320, newcomer=True)
    sit(page, "Ana")
    start(page)
    see(page, "lesson-note", "Chacun choisit en secret")
    page.reload()
    page.locator(ASKED).wait_for()
    expect(page.locator("lesson-note")).to_be_hidden()  # It was told, and is not told again.
    page.evaluate("localStorage.removeItem('tacora.prefer.lessons')")
    page.reload()
    page.get_by_role("button", name="Arrêter les conseils").click()
    expect(page.locator("lesson-note")).to_be_hidden()
    decide(page, "C")
    assert page.evaluate("localStorage.getItem('tacora.prefer.lessons')") == '"done"'


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_small_phone_a_tip_leaves_the_card_in_sight(serving: Serving, visit: Visits, language: str) -> None:
    page = visit(serving.address, width=320, height=640, newcomer=True)
    opened = dealt(serving, TINY, seed_where(TINY, no_hazard, 0), bots=["tortoise", "tortoise"])
    page.goto(host_link(serving, opened).replace("#", f"?lang={language}#"))
    sit(page, "Ana")
    start(page)
    tip, card = page.locator("lesson-note"), page.locator(".cell.newest")
    tip.wait_for()
    settled(page)
    above, below = tip.bounding_box(), card.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]


OVER_THE_LINE = """() => {
  const [line, tip] = [".command", "lesson-note"].map((one) => document.querySelector(one).getBoundingClientRect());
  return line.height > 0 && tip.height > 0 && line.bottom <= tip.top;
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(320, 640), (780, 437)])
def test_a_lesson_does_not_cover_the_command_line(serving: Serving, visit: Visits, width: int, height: int) -> None:
    page = visit(serving.address, width=width, height=height, newcomer=True)
    page.goto(host_link(serving, dealt(serving, TINY, seed_where(TINY, no_hazard, 0), bots=["tortoise", "tortoise"])))
    sit(page, "Ana")
    start(page)
    see(page, "lesson-note", "Everybody chooses in secret")
    page.keyboard.press("/")
    expect(page.locator(".command input")).to_be_focused()
    page.wait_for_function(OVER_THE_LINE)
