"""A finished game is weighed where it is shown: after it, and in its replay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.serving import Serving
from tests.server.test_replays import DIAMANT, MISTER
from tests.web.conftest import Visits
from tests.web.playing import as_rules, dealt, host_link, play_out, sit, start

pytestmark = pytest.mark.usefixtures("compiled")


def of_file(record: bytes) -> Any:
    return {"name": "game.json", "mimeType": "application/json", "buffer": record}


def test_a_game_is_weighed_from_its_file_and_each_moment_leads_to_its_step(serving: Serving, visit: Visits) -> None:
    page = visit(f"{serving.address}/replay")
    page.set_input_files("#file", of_file(DIAMANT))
    page.get_by_role("button", name="Weigh this game").click()
    title = page.get_by_role("heading", name="Luck or judgement?")
    page.locator(".review .chart").wait_for()
    expect(title).to_be_focused()
    rows = page.locator(".review table").first.locator("tbody tr")
    for cells in [row.locator("td").all_inner_texts() for row in rows.all()]:
        result, *parts = (float(cell.replace("\u2212", "-")) for cell in cells)
        assert sum(parts) == pytest.approx(result, abs=0.16)  # Each is rounded to a tenth.
    assert rows.count() == 4
    page.locator(".review .moments").first.get_by_role("button", name=re.compile("See step")).first.click()
    expect(page.locator("#count")).not_to_have_text("1 of 13")


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


def test_mister_diamond_is_not_offered_to_be_weighed(serving: Serving, visit: Visits) -> None:
    page = visit(f"{serving.address}/replay")
    page.set_input_files("#file", of_file(MISTER))
    page.locator(".after-story").wait_for()
    expect(page.locator(".review")).to_have_count(0)
