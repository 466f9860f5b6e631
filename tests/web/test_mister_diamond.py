"""The table of Mister Diamond."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tacora.games.kind import Play
from tacora.games.mister_diamond.rules import RingDrawn
from tacora.server.domain.log import TimeControl
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    OVER,
    PATIENCE,
    as_rules,
    dealt,
    host_link,
    hurry,
    live,
    scores,
    see,
    seed_where,
    sit,
    start,
    told,
    until,
)
from tests.web.wiretap import Wiretap

MISTER = as_rules(game="mister-diamond", seats=2)

NEXT = """() => {
  if (document.querySelector("after-game .podium")?.checkVisibility()) return ["over", ""];
  const tray = document.querySelector("tray-table");
  if (!tray.hasAttribute("data-mine") || tray.querySelector(".lifting")) return ["waits", ""];
  if ("early" in document.body.dataset) return ["waits", ""];
  if (tray.dataset.card === "theft") return ["theft", tray.querySelector("#tray-ask").textContent];
  const free = tray.querySelector('.stone:not([data-state="empty"])');
  return free ? ["ring", free.dataset.place] : ["waits", ""];
}"""


WATCH_THE_FOCUS = """() => {
  window.gaps = [];
  let moved = null;
  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    if (target.closest(".tray-thefts") && !relatedTarget?.closest(".tray-thefts")) moved = performance.now();
  });
  const said = new MutationObserver(() => {
    if (moved !== null) window.gaps.push(performance.now() - moved);
    moved = null;
  });
  const all = { childList: true, characterData: true, subtree: true };
  for (const region of document.querySelectorAll("[aria-live]")) said.observe(region, all);
}"""
"""Keeps how long after the focus came to the choice of a theft a screen reader is given something else to say."""


def begins_with_a_ring(play: Play) -> bool:
    return any(isinstance(event, RingDrawn) for event in play.history)


def test_a_whole_game_is_played_by_keyboard(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, MISTER, seed=seed_where(MISTER, begins_with_a_ring, 0), bots=("elephant",))
    page = visit(host_link(serving, opened))
    page.locator("form.sit input[name=name]").fill("Ana")
    page.keyboard.press("Enter")
    see(page, ".seat.mine", "Ana")
    begin = page.get_by_role("button", name="Start")
    begin.focus()
    page.keyboard.press("Enter")
    see(page, "#tray-ask", "")
    page.locator('.stone[tabindex="0"]').focus()
    page.evaluate(WATCH_THE_FOCUS)
    hurry(page)
    browser = page.context.new_cdp_session(page)
    until = time.monotonic() + PATIENCE
    lifted = thefts = 0
    while True:
        assert time.monotonic() < until, page.locator("tray-table").inner_text()
        what, which = page.evaluate(NEXT)
        if what == "over":
            break
        if what == "waits":
            page.wait_for_timeout(10)
        elif what == "ring":
            began = time.time()
            for at, digit in enumerate(which):  # As a hand does, however long this machine takes between two.
                for kind in ("keyDown", "keyUp"):
                    browser.send("Input.dispatchKeyEvent", {"type": kind, "key": digit, "timestamp": began + at * 0.06})
            expect(page.locator(f'.stone[data-place="{which}"]')).to_be_focused()
            page.keyboard.press("Enter")
            lifted += 1
            until = time.monotonic() + PATIENCE
        else:
            heard = page.locator("#history-list li").first.text_content() or ""
            # Whoever was on the tray is in the choice now.
            expect(page.locator(".tray-thefts:focus, .tray-thefts :focus")).to_have_count(1)
            page.keyboard.press("Escape")
            expect(page.locator(".theft-decline")).to_be_focused()
            page.get_by_role("dialog", name="Steal a diamond?").get_by_role("toolbar").focus()
            page.keyboard.press("ArrowRight")
            expect(page.locator(".tray-thefts button").first).to_be_focused()
            page.keyboard.press("Enter")
            thefts += 1
            expect(page.locator("#history-list li").first).not_to_have_text(heard)
            until = time.monotonic() + PATIENCE
    assert lifted > 5
    gaps = page.evaluate("window.gaps")
    assert bool(gaps) == bool(thefts)
    assert all(gap >= 39 for gap in gaps), "800 ms, hurried"
    assert len(scores(page)) == 2
    expect(page.locator("after-game h2")).to_be_focused()
    page.get_by_role("button", name="Check the deal").click()
    see(page, ".verdict", "Everything matches.")


TYPED = """([digit, pressed]) => {
  const event = new KeyboardEvent("keydown", { key: digit, bubbles: true, cancelable: true });
  Object.defineProperty(event, "timeStamp", { value: pressed });
  document.activeElement.dispatchEvent(event);
}"""
"""A digit, and when it was pressed; it is handed on now."""


def test_two_digits_belong_together_if_they_were_pressed_together(serving: Serving, visit: Visits) -> None:
    """A screen reader that is busy hands the second one on when the focus has gone to the first alone."""
    opened = dealt(serving, MISTER, bots=("elephant",))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    page.locator('.stone[tabindex="0"]').focus()
    for digit, pressed, place in (("3", 10_000, 3), ("9", 10_060, 39), ("4", 11_000, 4), ("1", 12_000, 1)):
        page.evaluate(TYPED, [digit, pressed])
        expect(page.locator(f'.stone[data-place="{place}"]')).to_be_focused()


def test_the_arrow_keys_move_over_the_tray_and_the_tab_key_leaves_it(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, MISTER, bots=("elephant",))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    stones = page.locator(".tray-grid .stone")
    expect(stones).to_have_count(42)
    assert page.locator('.stone[tabindex="0"]').count() == 1
    stones.first.focus()
    for key, place in (
        ("ArrowRight", 2),
        ("ArrowDown", 9),
        ("End", 14),
        ("ArrowRight", 14),
        ("Control+End", 42),
        ("Home", 36),
    ):
        page.keyboard.press(key)
        expect(page.locator(f'.stone[data-place="{place}"]')).to_be_focused()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.classList.contains('stone')")
    page.keyboard.press("Shift+Tab")
    expect(page.locator('.stone[data-place="36"]')).to_be_focused()


@pytest.mark.long
def test_a_phone_lifts_a_diamond_with_a_thumb(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, MISTER)
    first = visit(host_link(serving, opened), width=320, height=640, has_touch=True)
    sit(first, "Ana")
    second = visit(f"{serving.address}/t/{opened.table}", language="fr", width=390, height=844, has_touch=True)
    sit(second, "Ben")
    start(first)
    first.locator("body:not([data-early]) tray-table[data-card=ring]").wait_for()
    mine, other = (first, second) if first.locator("tray-table[data-mine]").count() else (second, first)
    stone = mine.locator('.stone[data-place="5"]')
    box = stone.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    stone.tap()
    other.locator("#history-list li").nth(1).wait_for(state="attached")
    assert "5" in (other.locator("#history-list li").first.text_content() or "")
    expect(mine.locator(OVER)).to_have_count(0)


MINE = "body:not([data-early]) tray-table[data-mine]:not(:has(.lifting))"
"""It is this page's turn, and nothing is on its way."""


@pytest.mark.long
def test_steps_that_come_in_a_burst_are_all_shown(serving: Serving, visit: Visits) -> None:
    rules = as_rules(game="mister-diamond", seats=4)
    opened = dealt(serving, rules, bots=("elephant",) * 3, manners=TimeControl(thinking=False))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    for _ in range(3):
        page.locator(MINE).wait_for()
        turn = page.locator("#history-list li").first.text_content()
        page.locator(".tray-thefts button:visible, .stone:not([data-state='empty']):visible").first.click()
        page.wait_for_function("(turn) => document.querySelector('#history-list li').textContent !== turn", arg=turn)
    page.locator(MINE).wait_for()
    standing = page.locator(".stone:not([data-state='empty'])")
    places = standing.evaluate_all("all => all.map((one) => Number(one.dataset.place))")
    assert tuple(places) == live(serving, opened.table).scene().shown(None)["board"]


def test_M13_a_reload_shows_no_more_of_what_was_tried_than_before(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, MISTER, bots=("elephant",))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    while len(told(page)) < 5:
        page.locator(MINE).wait_for()
        turn = told(page)[0]
        page.locator(".tray-thefts button:visible, .stone:not([data-state='empty']):visible").first.click()
        page.wait_for_function("(turn) => document.querySelector('#history-list li').textContent !== turn", arg=turn)
    page.locator(MINE).wait_for()
    before = told(page)
    assert len(before) == 5
    page.reload()
    page.locator(MINE).wait_for()
    see(page, "#history-list li:nth-child(5)", "")
    assert told(page) == before
    tap = Wiretap(page)
    tap.holds = "table".__eq__
    page.reload()
    until(page, lambda: tap.held)
    page.wait_for_function("() => document.body.dataset.stage")
    page.keyboard.press(",")
    see(page, ".toast:visible", "The connection is lost.")
    assert told(page) == [], "nothing before the table has said how much may be told"
    tap.lines[0].send(tap.held[0])
    page.locator(MINE).wait_for()
    assert told(page) == before
    for _ in range(7):
        page.keyboard.press(",")
    see(page, ".toast:visible", f"Nothing is told from before. {before[-1]}")
