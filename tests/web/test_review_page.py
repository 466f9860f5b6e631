"""A finished game is weighed where it is shown: after it, and in its replay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tacora.games.records import encode
from tests.analysis.test_mister_review import record_of
from tests.server.serving import Serving
from tests.server.test_replays import DIAMANT
from tests.server.test_reviews import OPEN
from tests.web.conftest import Visits
from tests.web.playing import as_rules, dealt, host_link, play_out, sit, start

pytestmark = pytest.mark.usefixtures("compiled")


def of_file(record: bytes) -> Any:
    return {"name": "game.json", "mimeType": "application/json", "buffer": record}


@pytest.mark.long
def test_a_game_is_weighed_from_its_file_and_each_moment_leads_to_its_step(serving: Serving, visit: Visits) -> None:
    page = visit(f"{serving.address}/replay")
    page.set_input_files("#file", of_file(DIAMANT))
    page.get_by_role("button", name="Weigh this game").click()
    title = page.get_by_role("heading", name="Luck or judgement?")
    page.locator(".review .chart").wait_for()
    expect(title).to_be_focused()
    rows = page.locator(".review table").first.locator("tbody tr")
    for cells in [row.locator("td").all_inner_texts() for row in rows.all()]:
        result, *parts = (int(cell.replace("\u2212", "-")) for cell in cells)
        assert sum(parts) == result  # As it is printed.
    assert rows.count() == 4
    page.locator(".review .moments").first.get_by_role("button", name=re.compile("See step")).first.click()
    expect(page.locator("#count")).not_to_have_text("1 of 13")
    mistakes_are_marked_and_gone_through(page)


def mistakes_are_marked_and_gone_through(page: Page) -> None:
    """By key and by tap, with the chances beside the cave."""
    bar, told = page.locator(".chance-bar"), page.locator(".cost-told")
    page.locator("h1").click()
    page.keyboard.press("Home")
    first = bar.get_attribute("aria-label") or ""
    assert sum(int(share) for share in re.findall(r"(\d+)%", first)) == 100
    steps = page.locator("#told > li")
    marked = [at for at in range(steps.count()) if steps.nth(at).locator(".cost-mark").count()]
    assert len(marked) > 1
    assert page.locator(".cost-mark").count() == page.locator(".cost-ticks span").count()
    before = page.get_by_role("button", name="The one before")
    expect(before).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#count")).to_have_text(f"{marked[0] + 1} of 13")
    expect(told).to_contain_text("points more")
    expect(bar).not_to_have_attribute("aria-label", first)
    last = page.locator(".cost-mark").count() - 1
    for _ in range(last):
        page.get_by_role("button", name="The next one").click()
    expect(page.locator("#count")).to_have_text(f"{marked[-1] + 1} of 13")
    for _ in range(last):
        page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#count")).to_have_text(f"{marked[0] + 1} of 13")


@pytest.mark.thorough
def test_a_game_is_weighed_after_it_and_a_refusal_is_told_and_can_be_tried_again(
    serving: Serving, visit: Visits
) -> None:
    visit.may_meet("503")
    opened = dealt(serving, as_rules(edition="tiny", seats=3), bots=("badger", "tortoise"))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    play_out(page)
    ask = page.get_by_role("button", name="Weigh this game")
    refused = {"code": "review-failed", "say": "not this time"}
    page.route("**/review", lambda route: route.fulfill(status=503, json=refused), times=1)
    ask.click()
    expect(page.locator(".review .trouble")).to_have_text("not this time")
    ask.click()
    page.locator(".review .chart").wait_for()
    expect(page.locator(".review .trouble")).to_have_count(0)
    expect(page.locator(".review .moments")).to_have_count(3)
    comes_back(page)


COPIED = """() => {
  window.copied = [];
  const button = document.querySelector("#link");
  new MutationObserver(() => window.copied.push(button.textContent))
    .observe(button, { childList: true, characterData: true, subtree: true });
}"""
"""Keeps what the button says from now on: it says so for three seconds only."""


def comes_back(page: Page) -> None:
    """A link to a moment shows the review with it, and going back finds it where it was."""
    page.locator(".review .chart + *, .review details summary").last.click()
    page.locator(".review details a").nth(1).click()
    page.locator(".replay-stage.weighed .chance-bar").wait_for()
    expect(page.locator("#count")).to_have_text(re.compile("^2 of"))
    expect(page).to_have_url(re.compile("step=1&weighed=1$"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(COPIED)
    page.get_by_role("button", name="Copy a link to this moment").click()
    page.wait_for_function("() => window.copied.some((told) => told.includes('Copied'))")
    link = page.evaluate("navigator.clipboard.readText()")
    page.go_back()
    page.locator("after-game .review .chart").wait_for()
    page.evaluate("sessionStorage.clear()")
    page.goto(link)
    page.locator(".replay-stage.weighed .chance-bar").wait_for()
    expect(page.locator("#count")).to_have_text(re.compile("^2 of"))


@pytest.mark.long
def test_a_game_of_mister_diamond_is_weighed_and_tells_what_was_remembered(serving: Serving, visit: Visits) -> None:
    page = visit(f"{serving.address}/replay")
    page.set_input_files("#file", of_file(encode(record_of(("memory", "blind", "goldfish"), 4))))
    page.get_by_role("button", name="Weigh this game").click()
    page.locator(".review .chart").wait_for()
    review = page.locator(".review")
    expect(review).to_contain_text("The judge forgets nothing")
    expect(review).to_contain_text("Memory:")
    bar = page.locator(".chance-bar").get_attribute("aria-label") or ""
    assert sum(int(share) for share in re.findall(r"(\d+)%", bar)) == 100


def test_where_a_game_cannot_be_weighed_the_page_says_why(serving: Serving, visit: Visits) -> None:
    page = visit(f"{serving.address}/replay")
    page.set_input_files("#file", of_file(OPEN))
    expect(page.locator(".review")).to_contain_text("not over")
    expect(page.get_by_role("button", name="Weigh this game")).to_have_count(0)
