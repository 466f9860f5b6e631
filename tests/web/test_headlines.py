"""What stands over the stage, read by somebody who never saw the game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    ASKED,
    TINY,
    dealt,
    decide_inside,
    host_link,
    no_hazard,
    seed_where,
    sit,
    sit_inside,
    start,
)

WORDS = {
    "en": (r"^Each takes .+\. (Nothing is left over|.+ left on the card)\.$", "Cleo holds", "A diamond counts"),
    "fr": (r"^Chacun prend .+\. (Il ne reste rien|.+ sur la carte)\.$", "Cleo tient", "Un diamant vaut"),
}


@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.long)])
def test_headlines_say_who_has_what_and_what_it_counts(serving: Serving, visit: Visits, language: str) -> None:
    shared, holds, counts = WORDS[language]
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 1))
    page = visit(host_link(serving, opened), language)
    sit(page, "Ana")
    for name in ("Ben", "Cleo"):
        serving.inside(sit_inside(serving, opened, name))
    start(page)
    page.locator(ASKED).wait_for()
    expect(page.locator("cave-table .headline")).to_have_text(re.compile(shared))
    expect(page.locator(".facts .rate dt")).to_have_text(counts)
    expect(page.locator(".facts .rate strong")).to_have_text("5")
    serving.inside(decide_inside(serving, opened, {0: "L", 1: "L", 2: "C"}))
    expect(page.locator(".facts .held dt")).to_have_text(holds)
