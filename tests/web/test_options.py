"""Box and options: explained where they are chosen, and changeable until the first card."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tacora.server.domain.rules import Rules
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import dealt, host_and_guest, see, start, until


def test_what_a_box_holds_stands_beside_it(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address, width=320)
    page.locator("#new summary").press("Enter")
    box, note = page.locator("#new-box"), page.locator("#new .box-note")
    expect(note).to_contain_text("15 treasures, and spiders")
    expect(note.locator("svg")).to_have_count(4)
    box.select_option("schmidt-2005")
    expect(note).to_contain_text("No relics.")
    expect(box).to_have_accessible_description(re.compile("No relics"))
    expect(page.get_by_label("With relics")).to_be_hidden()
    expect(page.get_by_label("Hidden chests")).to_have_accessible_description(
        "Nobody sees how many gems another has brought home until the end."
    )
    page.get_by_text("Mister Diamond", exact=True).last.click()
    expect(page.get_by_label("For experts")).to_be_visible()
    expect(page.get_by_label("Hidden chests")).to_have_count(0)


@pytest.mark.thorough
def test_the_host_changes_them_until_the_first_card_and_the_others_hear_of_it(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, Rules(seats=3))
    ana, ben = host_and_guest(serving, visit, opened)
    see(ben, ".gather .box-note", "15 treasures, and spiders")
    ana.locator("table-seats").get_by_text("Box, options, clock, bots").click()
    camp = ana.locator("table-seats")
    camp.get_by_label("Box", exact=True).select_option("incan-gold-2006")
    see(ben, ".gather-facts", "Incan Gold, 2006")
    see(ben, ".gather .box-note", "A relic joins before each expedition")
    until(
        ben,
        lambda: "The host changed the table: Incan Gold, 2006" in "".join(ben.locator("[aria-live]").all_inner_texts()),
    )
    camp.get_by_label("Hidden chests").check()
    see(ben, ".gather-facts", "hidden chests")
    camp.get_by_label("Players, with bots").select_option("5")
    expect(ben.locator(".seat")).to_have_count(5)
    expect(camp.get_by_label("Players, with bots")).to_have_value("5")
    start(ana)
    see(ben, "cave-table", "Expedition 1")
