"""What players are called: names that bots have, that cannot be had, that run from right to left; and their letters."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.hearing import KEPT, hears
from tests.web.playing import ASKED, FORM, dealt, decide, host_link, see, sit, sit_inside, start


def test_a_bot_leaves_its_name_and_everybody_keeps_the_letter_of_the_seat(serving: Serving, visit: Visits) -> None:
    page = visit(host_link(serving, dealt(serving, bots=("badger",))))
    page.evaluate(KEPT)
    page.locator(f"{FORM} .swatch").nth(6).click()  # No seat's own colour.
    sit(page, "Badger")
    expect(page.locator("ol.seats .seat-name")).to_have_text(["Badger", "Free seat", "Badger 2"])
    hears(page, "Badger is called Badger 2 now.")
    start(page)
    page.locator(ASKED).wait_for()
    for letters in (".fist svg text", ".player .chest svg text"):
        expect(page.locator(letters)).to_have_text(["A", "B", "C"])


@pytest.mark.thorough
def test_nothing_begins_for_whoever_has_no_seat(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address)
    page.get_by_label("Your name").first.fill("A\u200dna")
    page.get_by_role("button", name="Make a table").click()
    see(page, FORM, "name has 1 to 40 visible characters")
    expect(page.get_by_label("Your name")).to_be_focused()
    expect(page.locator("#trouble")).to_be_hidden()
    page.goto(serving.address)
    page.get_by_role("button", name="Play now: Diamant").click()
    see(page, FORM, "name has 1 to 40 visible characters")
    expect(page.get_by_label("Your name")).to_be_focused()
    expect(page.locator("#trouble")).to_be_hidden()
    sit(page, "Ana")
    start(page)
    page.locator(ASKED).wait_for()


@pytest.mark.thorough
def test_names_in_a_list_keep_their_order_whichever_way_they_run(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    for name in ("مريم", "Zoé"):
        serving.inside(sit_inside(serving, opened, name))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    page.locator(ASKED).wait_for()
    decide(page, "C")
    see(page, ".decision", "\u2068مريم\u2069 and Zoé")
