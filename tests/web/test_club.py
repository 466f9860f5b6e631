"""A club evening in a browser: from the form to the standings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.loop import run
from tests.server.serving import Serving
from tests.server.test_club import deal, opened
from tests.web.conftest import Visits
from tests.web.playing import play_out, see, sit, start, until

REFRESH = "document.dispatchEvent(new Event('visibilitychange'))"
"""As if one had come back to the page: it looks at once."""
SPOKEN = """() => {
  window.spoken = [];
  const regions = document.querySelectorAll("[aria-live]");
  for (const region of regions) {
    new MutationObserver(() => region.textContent && window.spoken.push(region.textContent.trim())).observe(
      region, { childList: true, characterData: true, subtree: true });
  }
}"""


def looked_again(page: Page, where: str, text: str) -> None:
    """Wait until the page shows this, looking as often as somebody does who comes and goes."""

    def seen() -> bool:
        with page.expect_response("**/api/club/*"):
            page.evaluate(REFRESH)
        return page.locator(where, has_text=text).count() > 0

    until(page, seen)


@pytest.mark.thorough
def test_an_evening_from_the_form_to_the_standings(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address)
    page.get_by_role("link", name="A club evening").press("Enter")
    page.get_by_label("Box").select_option("schmidt-2005")
    page.get_by_label("Seats at each table").select_option("3")
    page.get_by_label("Deals").select_option("1")
    page.get_by_role("button", name="Open the evening").press("Enter")
    see(page, "#facts", "2 tables with 3 seats each, one deal.")
    expect(page.locator("#standings")).to_be_hidden()
    page.evaluate(SPOKEN)
    code = page.locator("#code").inner_text()
    see(page, "#address", "This address works on this device only.")
    one, two = [str(link.get_attribute("href")) for link in page.locator("#tables a").all()]
    ana = visit(f"{serving.address}{one}")
    sit(ana, "Ana")
    see(ana, ".gather-club", "Club evening: deal 1 of 1 comes next.")
    expect(ana.locator(".seat-do:visible", has_text="Put a bot")).to_have_count(0)
    start(ana)
    ana.locator("cave-table:visible").wait_for()
    looked_again(page, "#tables tr", "plays 1 of 1")
    play_out(ana, choose=lambda _page: "L")
    see(ana, ".gather-club", "all its deals are played")
    looked_again(page, "#tables tr:nth-child(1)", "finished")
    expect(page.locator("#standings")).to_be_hidden()

    async def ben() -> None:
        async with serving.player(two.removeprefix("/t/")) as player:
            await player.sit("Ben")
            await deal(player, "L")

    run(ben())
    looked_again(page, "#state", "All deals are counted. Ana and Ben win the evening together with 50%.")
    rows = page.locator("#standings tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.locator("th")).to_have_text(["Ana", "Ben"])
    expect(rows.locator("strong")).to_have_text(["50%", "50%"])
    page.wait_for_function("() => window.spoken.some((text) => text.includes('Ana and Ben win the evening together'))")
    spoken = page.evaluate("window.spoken.join(' ')")
    assert spoken.count("Table 1 has finished deal 1.") == 1
    assert spoken.count("are counted.") == 1
    expect(page.locator(".club-share")).to_be_visible()
    ana.goto(page.url)
    expect(ana.locator("#standings tbody .own")).to_have_text(re.compile(r"Ana \(you\)"))
    expect(ana.locator("#tables .own")).to_have_text("Ana (you)")
    page.goto(page.url + "#screen")
    page.locator("body.club-screen #standings tbody tr").first.wait_for()
    expect(page.locator(".club-share")).to_be_hidden()  # Nobody is asked in any more.
    page.goto(serving.address)
    page.get_by_label("Code").fill(code)
    page.get_by_label("Code").press("Enter")
    page.wait_for_url("**/club/*")
    visit.may_meet("404")
    page.goto(f"{serving.address}/t/nobody")
    page.get_by_label("Code").fill("nowhere")
    page.get_by_label("Code").press("Enter")
    see(page, ".shut-form .wrong", "There is no table nowhere.")
    page.get_by_label("Code").fill(f"{serving.address}/club/{code}?lang=en")
    page.get_by_label("Code").press("Enter")
    page.wait_for_url("**/club/*")
    page.goto(f"{serving.address}/club")
    page.get_by_role("link", name=f"Back to the evening {code}").wait_for()


def test_the_organiser_chooses_a_seat_which_is_what_is_compared(serving: Serving, visit: Visits) -> None:
    one, _ = opened(serving).json()["tables"]
    page = visit(f"{serving.address}/t/{one['table']}#seat={one['host']}")
    page.locator("ol.seats .seat:nth-child(3)").get_by_role("button", name="Sit here").press("Enter")
    sit(page, "Olga")
    expect(page.locator("ol.seats .seat:nth-child(3) .seat-name")).to_have_text("Olga")
    expect(page.locator(".seat-do:visible")).to_have_count(1)


@pytest.mark.thorough
def test_nobody_is_led_away_while_the_evening_goes_on(serving: Serving, visit: Visits) -> None:
    one, _ = opened(serving, deals=2).json()["tables"]
    page = visit(f"{serving.address}/t/{one['table']}")
    sit(page, "Ana")
    for again in (0, 1):
        start(page)
        page.locator("cave-table:visible").wait_for()
        play_out(page, choose=lambda _page: "L")
        page.locator("after-game .next").wait_for()
        expect(page.get_by_role("button", name="Same cards, other nerves")).to_have_count(again)
