"""What players say to each other is seen where they are, on every device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tacora.server.domain.log import TimeControl
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import ASKED, TINY, dealt, host_and_guest, host_link, link, see, sit, start

SPOKEN = """() => {
  window.spoken = [];
  for (const region of document.querySelectorAll("#polite, #polite-2, #polite-3")) {
    new MutationObserver(() => window.spoken.push(region.textContent)).observe(region, { childList: true });
  }
}"""


BUBBLES_STAY = """() => {
  const later = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => later(act, ms > 4000 ? 600_000 : ms, ...more);
}"""
"""However long a machine takes to look at them."""


def says(page: Page, phrase: str) -> None:
    page.get_by_role("button", name="Say something").click()
    page.locator("#phrases").get_by_role("button", name=phrase).click()


def test_a_phrase_is_a_bubble_at_its_speaker_on_every_device(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, TINY, bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    screen = visit(f"{link(serving, opened.table)}#screen", width=1920, height=1080)
    for page in (ana, ben, screen):
        page.evaluate(BUBBLES_STAY)
    says(ana, "Hello.")
    expect(ben.locator(".bubble")).to_have_text("Hello.")
    ben.set_viewport_size({"width": 320, "height": 640})
    start(ana)
    ben.locator(ASKED).wait_for()
    ben.evaluate(SPOKEN)
    says(ana, "Good luck.")
    for page in (ana, ben, screen):
        bubble = page.locator(".bubble", has_text="Good luck.")
        bubble.wait_for()
        place, box = page.locator("cave-table .player").first.bounding_box(), bubble.bounding_box()
        assert place is not None
        assert box is not None
        near = 16
        assert box["y"] < place["y"] + place["height"] + near
        assert place["y"] < box["y"] + box["height"] + near
        assert box["x"] < place["x"] + place["width"]
    expect(screen.get_by_role("button", name="Say something")).to_have_count(0)
    # Perhaps in one text with news.
    ben.wait_for_function("() => window.spoken.some((text) => text.endsWith('Ana: Good luck.'))")
    assert sum(text.count("Good luck.") for text in ben.evaluate("window.spoken")) == 1


AT_ITS_SPEAKER = """() => {
  const places = [document.querySelector(".bubble"), document.querySelector("cave-table").placeOf(1)];
  const [bubble, place] = places.map((element) => element.getBoundingClientRect());
  return Math.min(Math.abs(bubble.top - place.bottom), Math.abs(bubble.bottom - place.top)) < 20;
}"""


@pytest.mark.thorough
def test_own_words_where_the_host_allows_them(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, TINY, bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    for page in (ana, ben):
        page.evaluate(BUBBLES_STAY)
    ben.get_by_role("button", name="Say something").click()
    expect(ben.get_by_label("In your own words")).to_be_hidden()
    ana.get_by_text("Box, options, clock, bots").click()
    ana.locator(".gather-settle").get_by_label("Players may write in their own words").check()
    expect(ben.get_by_role("dialog").get_by_role("button").first).to_be_focused()
    words = ben.get_by_label("In your own words")
    words.fill("  ")
    words.press("Enter")
    expect(words).to_be_focused()
    assert words.evaluate("(field) => field.validity.valueMissing"), "the browser says so"
    words.fill("That was close, dear friends of the deepest caves")
    words.press("Enter")
    for page in (ana, ben):
        expect(page.locator(".bubble")).to_contain_text("That was close, dear friends of the deepest caves")
    ben.get_by_role("button", name="Say something").click()
    expect(words).to_have_value("")
    words.focus()
    allowed = ana.locator(".gather-settle").get_by_label("Players may write in their own words")
    allowed.uncheck()
    expect(ben.locator("#phrases-title")).to_be_focused()
    see(ben, "[aria-live]", "The host allows phrases only from now on.")
    ben.keyboard.press("Escape")
    ben.get_by_role("button", name="Say something").click()
    expect(ben.get_by_role("dialog").get_by_role("button").first).to_be_focused()
    allowed.check()
    words.wait_for()
    ben.keyboard.press("Escape")
    start(ana)
    ana.locator(ASKED).wait_for()
    ana.locator("#phrases-open").focus()  # As after something was said.
    ana.keyboard.press("/")
    ana.keyboard.type("/say Go Deeper")
    ana.keyboard.press("Enter")
    ben.locator(".bubble", has_text="Go Deeper").wait_for()


@pytest.mark.thorough
def test_a_bubble_goes_with_its_speaker_when_the_game_begins(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, TINY, bots=("tortoise",), manners=TimeControl(words=True))
    ana, ben = host_and_guest(serving, visit, opened)
    ben.evaluate(BUBBLES_STAY)
    ben.get_by_role("button", name="Say something").click()
    ben.get_by_label("In your own words").fill("deep " * 30)
    ben.keyboard.press("Enter")
    bubble = ben.locator(".bubble")
    expect(bubble).to_have_text(re.compile("deep$"))
    start(ana)
    expect(bubble).to_have_text(re.compile("…$"))
    ben.locator(ASKED).wait_for()
    assert ben.evaluate(AT_ITS_SPEAKER), "neither at the place by the fire nor over the decision"


@pytest.mark.thorough
def test_after_a_reload_what_was_said_is_still_a_message_of_the_table(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, TINY, bots=("tortoise", "tortoise"))
    ana = visit(host_link(serving, opened))
    sit(ana, "Ana")
    start(ana)
    ana.locator(ASKED).wait_for()
    says(ana, "Good luck.")
    see(ana, "#history-list li", "Ana: Good luck.")
    ana.reload()
    ana.locator(ASKED).wait_for()
    ana.locator(".choices .choice-C").focus()
    for told in ("The game.", "The table."):
        ana.keyboard.press("f")
        see(ana, ".toast", told)
    ana.keyboard.press(",")
    see(ana, ".toast", "Ana: Good luck.")
