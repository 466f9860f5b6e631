"""A browser that stores nothing: tokens live in the page, and in its address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import ASKED, decide, see

FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""


def without_storage(visit: Visits) -> Page:
    page = visit("about:blank")
    page.context.add_init_script(FULL)
    return page


@pytest.mark.thorough
def test_a_game_is_played_and_found_again_where_nothing_can_be_stored(serving: Serving, visit: Visits) -> None:
    page = without_storage(visit)
    page.goto(serving.address)
    page.get_by_role("button", name="Play now: Diamant").click()
    page.wait_for_url("**/t/*")
    decide(page, "C")
    see(page, "#history-list li:nth-child(2)", "")
    page.reload()
    page.locator(ASKED).wait_for()
