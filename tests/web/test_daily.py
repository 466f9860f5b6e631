"""The cave of the day, in a browser: by keyboard from the name to the results."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tacora.server.live import daily
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import play_out, see


@pytest.mark.usefixtures("compiled")
def test_one_attempt_and_then_the_results(serving: Serving, visit: Visits, monkeypatch: pytest.MonkeyPatch) -> None:
    page = visit(serving.address)
    page.get_by_role("link", name="The cave of the day").press("Enter")
    see(page, "#state", "Nobody has played it yet.")
    expect(page.locator("#results table")).to_have_count(0)
    promise = page.locator("#promise").text_content()
    page.get_by_label("Your name").press("Enter")
    see(page, "#trouble", "Say first under which name you play.")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.get_by_label("Your name").fill("Badger")  # A bot that plays, too, leaves the name to her.
    page.get_by_label("Your name").press("Enter")
    page.locator("cave-table:visible").wait_for()
    page.goto(f"{serving.address}/daily")
    see(page, "#state", "Your attempt has begun")
    expect(page.locator("#play")).to_be_hidden()
    page.get_by_role("link", name="Go on").press("Enter")
    page.locator("cave-table:visible").wait_for()
    expect(page.locator(".coach-open")).to_be_hidden()
    play_out(page)
    see(page, "after-game", "More games at this table are for fun")
    see(page, "deal-check", "The cards were fixed before anybody sat down. Your browser")
    page.get_by_role("button", name="Check the deal").press("Enter")
    see(page, "deal-check", "Everything matches. Nobody touched the cards.")
    page.get_by_role("link", name="Results of the day").press("Enter")
    own = page.locator("tr.own")
    expect(own.locator("th")).to_have_text("Badger (you)")
    expect(page.locator("#results tbody tr")).to_have_count(5)
    expect(page.locator("#promise")).to_have_text(promise or "")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.shared = text; }")
    page.get_by_role("button", name="Copy the result").press("Enter")
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared").endswith(f"of 5. {serving.address}/daily")
    page.get_by_role("link", name="Replay and review").press("Enter")
    page.wait_for_url("**/g/**")
    monkeypatch.setattr("tacora.server.http.daily.yesterday", daily.today)  # As if a day had passed.
    page.goto(f"{serving.address}/daily")
    page.locator("#yesterday").get_by_role("link", name="Luck or judgement? My game of yesterday").press("Enter")
    page.wait_for_url("**/g/**weighed=1")
    page.locator(".review table").first.wait_for()
    ben = visit(f"{serving.address}/daily", "fr")
    see(ben, "#state", "Une tentative jusqu’ici.")
    expect(ben.locator("#results table")).to_have_count(0)


@pytest.mark.long
def test_a_table_of_today_is_dealt_what_was_promised(serving: Serving, visit: Visits) -> None:
    page = visit(f"{serving.address}/daily")
    see(page, "#state", "Nobody has played it yet.")
    promise = page.locator("#promise").text_content()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Play the cave").click()
    page.locator("cave-table:visible").wait_for()
    play_out(page)
    game = page.url.split("/t/")[1].split("#")[0]
    told = page.evaluate(f"fetch('/api/tables/{game}/games/1').then((answer) => answer.json())")
    assert told["commitment"] == promise
