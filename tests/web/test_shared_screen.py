"""A screen for all, with phones as closed hands."""

from __future__ import annotations

import io

import segno
from playwright.sync_api import Page, expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    OVER,
    TINY,
    dealt,
    deeper,
    host_link,
    hurry,
    link,
    no_hazard,
    play_out,
    see,
    seed_where,
    settled,
    sit,
    start,
    to_camp,
)

APART_FROM_THE_AWAITED = """() => {
  const count = document.querySelector(".count");
  return document.querySelector("cave-table").innerText.replace(count.innerText, "");
}"""
"""In one go: bots decide meanwhile."""


def apart_from_the_awaited(screen: Page) -> str:
    """All that the cave shows but for whom it waits."""
    found: str = screen.evaluate(APART_FROM_THE_AWAITED)
    return found


def test_phones_play_and_the_screen_shows_no_choice_before_the_reveal(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    screen = visit(f"{link(serving, opened.table)}#screen", width=1920, height=1080)
    code = screen.get_by_alt_text("QR code of the link to this table")
    expect(code).to_be_visible()
    drawn = io.BytesIO()
    wanted = segno.make(link(serving, opened.table), error="m", micro=False)
    wanted.save(drawn, kind="svg", border=3, omitsize=True, xmldecl=False, dark="#14121f", light="#ffffff")
    assert serving.get(code.get_attribute("src") or "").content == drawn.getvalue()
    see(screen, "table-seats", serving.address.removeprefix("http://"))
    expect(screen.locator("main button:visible, main input:visible")).to_have_count(0)

    ana = visit(host_link(serving, opened), width=390, height=844, has_touch=True, is_mobile=True)
    sit(ana, "Ana")
    ben = visit(link(serving, opened.table), width=390, height=844, has_touch=True, is_mobile=True)
    sit(ben, "Ben")
    see(screen, ".seat-name", "Ben")
    start(ana)
    see(screen, ".kicker", "Expedition 1 of 2")
    settled(screen)
    before = apart_from_the_awaited(screen)
    to_camp(ana)
    see(screen, ".count", "Ben")
    expect(screen.locator(".count")).not_to_contain_text("Ana")
    expect(screen.locator(".fists .fist.closed")).to_have_count(3)
    assert apart_from_the_awaited(screen) == before
    expect(screen.locator("main button:visible")).to_have_count(0)
    deeper(ben)
    see(screen, ".players .player.home .unseen", "A, Ana")
    hurry(screen)
    play_out(ana, ben)
    screen.locator(OVER).wait_for()
    for phone in (ana, ben):
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
