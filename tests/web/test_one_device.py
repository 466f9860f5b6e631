"""Several people at one device: keys, or a curtain."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    OVER,
    PATIENCE,
    TINY,
    dealt,
    host_link,
    hurry,
    no_hazard,
    see,
    seed_where,
    settled,
    sit,
    start,
)

TOLD_BACK = """() => {
  window.sealed = {};
  const hands = document.querySelector("hot-hands");
  const show = hands.show.bind(hands);
  hands.show = (situation, news) => {
    show(situation, news);
    if (news?.type === "thinking") window.sealed = news.sealed ?? {};
  };
}"""
"""Keeps what the table told last to have sealed, once it is shown."""
TWICE = """() => {
  document.querySelector(".hot-choices .choice-L").click();
  document.querySelector("dialog.curtain button.primary").click();
}"""
"""Decides, and presses once too often."""


def two_at_one_device(serving: Serving, visit: Visits) -> Page:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    page.get_by_role("button", name="One more player here").click()
    sit(page, "Ben")
    start(page)
    page.locator("hot-hands").wait_for()
    hurry(page)
    return page


def take(page: Page, press: Callable[[], None]) -> None:
    """Take the device: press until it counts, since what is pressed at once is not heeded."""
    until = time.monotonic() + PATIENCE
    while page.locator("dialog.curtain[open]").count():
        assert time.monotonic() < until
        press()


def test_two_players_on_one_keyboard_decide_in_secret(serving: Serving, visit: Visits) -> None:
    page = two_at_one_device(serving, visit)
    see(page, ".hot-tile", "Ana")
    settled(page)
    tiles = page.locator(".hot-tile")
    expect(tiles).to_have_count(2)
    expect(tiles.nth(1).locator("kbd")).to_have_text(["R", "F"])
    page.keyboard.press("KeyQ")
    see(page, ".hot-tile.decided", "Ana")
    once = tiles.first.inner_html()
    page.evaluate(TOLD_BACK)
    page.keyboard.press("KeyA")
    page.wait_for_function("() => window.sealed[0] === 'L'")
    assert tiles.first.inner_html() == once, "nothing tells which key it was"
    page.keyboard.press("KeyR")
    see(page, "#history-list li", "Ana leaves. Ben")
    until = time.monotonic() + PATIENCE
    while not page.locator(OVER).is_visible():
        assert time.monotonic() < until
        page.keyboard.press("KeyA")
        page.keyboard.press("KeyF")
        page.wait_for_timeout(60)


def test_the_device_is_passed_behind_a_curtain(serving: Serving, visit: Visits) -> None:
    page = two_at_one_device(serving, visit)
    page.get_by_role("button", name="Pass the device instead").click()
    page.get_by_role("button", name="I am Ana").click()
    see(page, ".hot-prompt", "Ana: deeper, or back to camp?")
    page.evaluate(TWICE)
    curtain = page.get_by_role("dialog")
    expect(curtain).to_contain_text("Give the device to Ben")
    expect(curtain.get_by_role("button", name="I am Ben")).to_be_focused()
    shown = curtain.bounding_box()
    assert shown is not None
    assert shown["width"] >= 1280
    assert shown["height"] >= 800
    again = curtain.get_by_role("button", name="Ana again")
    take(page, again.click)
    page.locator(".hot-choices .choice-C").click()
    take(page, lambda: page.keyboard.press("Enter"))
    see(page, ".hot-prompt", "Ben: deeper, or back to camp?")
    page.locator(".hot-choices .choice-L").click()
    see(page, "#history-list li", "Ben leaves. Ana")
    expect(page.locator("dialog[open]")).to_have_count(0)
