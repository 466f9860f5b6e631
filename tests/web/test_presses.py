"""Whose question a press answers: never one that nobody can have noticed yet, always the one that was just spoken."""

from __future__ import annotations

import time
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Opened, Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    ASKED,
    TINY,
    dealt,
    decide_inside,
    host_link,
    no_hazard,
    see,
    seed_where,
    settled,
    sit_inside,
    start,
    until,
)
from tests.web.wiretap import Wiretap

SECOND_TAP = """() => {
  const deeper = document.querySelector(".choice-C");
  const tap = () => {
    deeper.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }));
    deeper.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType: "touch", detail: 1 }));
  };
  window.taps = 0;
  new MutationObserver((_, observer) => {
    if (deeper.ariaPressed === "true") return;
    observer.disconnect();
    tap();
    window.taps += 1;
  }).observe(deeper, { attributeFilter: ["aria-pressed"] });
  tap();
}"""
"""Taps, and again as soon as another question is there."""

KEY_IN_A_LAG = """() => {
  const later = window.setTimeout;
  const now = performance.now();
  performance.now = () => now;
  const key = () => {
    delete performance.now;
    window.lagged = document.querySelector(".choice-C").ariaDisabled === "true";
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true, cancelable: true }));
  };
  window.setTimeout = (act, ms, ...more) => {
    if (act.name !== "release") return later(act, ms, ...more);
    later(key, 300);
    return later(act, 20 * ms);
  };
}"""
"""Presses a key 300 ms after a question was spoken that waits to be drawn, longer than usual lest the key come late.

Until then no time passes: the step before was drawn a moment ago, however long the two took to come.
"""


PRESS_WHILE_BEHIND = """() => {
  const cave = document.querySelector("cave-table");
  const look = () => {
    if (!cave.behind) return requestAnimationFrame(look);
    setTimeout(() => {
      window.pressed = cave.querySelector(".kicker").textContent;
      const tap = () => {
        const deeper = cave.querySelector(".choices .choice-C");
        deeper.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
        deeper.click();
      };
      tap();
      tap();
      window.twice = true;
    }, 500); // Later than the second half of a double tap on the decision before.
  };
  look();
}"""
"""Presses a choice twice while the stage still tells of the expedition before, and keeps where it was.

Both in one task: a timer between them may be late, and the second press would rightly be an answer."""


PRESS_TWICE = """(byPointer) => {
  const deeper = document.querySelector("cave-table .choices .choice-C");
  const press = () => {
    if (byPointer) deeper.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
    else deeper.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    deeper.click();
  };
  const look = () => {
    if (document.body.hasAttribute("data-early")) return requestAnimationFrame(look);
    press();
    press();
    window.twice = true;
  };
  look();
}"""
"""Presses a choice twice at once, when it can be answered."""


def alone_among(
    serving: Serving,
    visit: Visits,
    names: tuple[str, ...] = (),
    motion: Literal["reduce", "no-preference"] = "reduce",
) -> tuple[Page, Wiretap, Opened]:
    """Ana, with bots or with other people who have no browser, and what her page sends."""
    bots = () if names else ("tortoise", "tortoise")
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 1), bots=bots)
    ana = visit("about:blank", reduced_motion=motion)
    tap = Wiretap(ana)
    ana.goto(host_link(serving, opened))
    form = ana.locator("form.sit")
    form.locator("input[name=name]").fill("Ana")
    form.locator("button.primary").click()
    ana.locator("ol.seats .seat.mine").wait_for()
    for name in names:
        serving.inside(sit_inside(serving, opened, name))
    start(ana)
    ana.locator(ASKED).wait_for()
    return ana, tap, opened


def test_the_second_half_of_a_double_tap_does_not_decide_about_the_next_card(serving: Serving, visit: Visits) -> None:
    ana, tap, _ = alone_among(serving, visit)
    ana.evaluate(SECOND_TAP)
    ana.wait_for_function("() => window.taps")
    ana.locator(ASKED).wait_for()
    assert tap.sent.count("decide") == 1
    ana.locator(".choices .choice-C").click()
    until(ana, lambda: tap.sent.count("decide") == 2)


@pytest.mark.sample(1)
@pytest.mark.parametrize("by_pointer", [True, False], ids=["pointer", "key"])
def test_the_second_half_of_a_double_press_takes_nothing_back(
    serving: Serving, visit: Visits, by_pointer: bool
) -> None:
    ana, tap, _ = alone_among(serving, visit, ("Ben", "Cleo"))
    ana.evaluate(PRESS_TWICE, by_pointer)
    ana.wait_for_function("() => window.twice")
    expect(ana.locator(".choices .choice-C")).to_have_attribute("aria-pressed", "true")
    assert (tap.sent.count("decide"), tap.sent.count("withdraw")) == (1, 0)
    ana.wait_for_timeout(500)  # Then it is meant.
    ana.locator(".choices .choice-C").click()
    until(ana, lambda: tap.sent.count("withdraw") == 1)


def test_the_second_half_of_a_double_tap_takes_nothing_back_on_a_device_that_comes_to_it_late(
    serving: Serving, visit: Visits
) -> None:
    ana, tap, _ = alone_among(serving, visit, ("Ben", "Cleo"))
    ana.wait_for_function("() => !document.body.hasAttribute('data-early')")
    box = ana.locator(".choices .choice-C").bounding_box()
    assert box
    browser = ana.context.new_cdp_session(ana)
    began = time.time()

    def press(after: float) -> None:
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            browser.send("Input.dispatchMouseEvent", {**spot, "type": kind, "timestamp": began + after})

    press(0)
    until(ana, lambda: tap.sent.count("decide") == 1)
    ana.wait_for_timeout(500)  # The time within which the device is busy with something else.
    press(0.18)
    press(1)
    expect(ana.locator(".choices .choice-C")).to_have_attribute("aria-pressed", "false")
    assert [kind for kind in tap.sent if kind in ("decide", "withdraw")] == ["decide", "withdraw"]


@pytest.mark.modules
def test_a_key_answers_what_was_spoken_though_the_page_lags_behind(serving: Serving, visit: Visits) -> None:
    ana, tap, opened = alone_among(serving, visit, ("Ben", "Cleo"))
    tap.holds = "step".__eq__
    serving.inside(decide_inside(serving, opened, {1: "C", 2: "C"}))
    ana.locator(".choices .choice-L").click()
    until(ana, lambda: len(tap.held) == 1)
    serving.inside(decide_inside(serving, opened, {1: "L", 2: "L"}))
    until(ana, lambda: len(tap.held) == 2)
    ana.wait_for_timeout(600)  # Until the next step is drawn at once, and no press is the second half of the last one.
    ana.evaluate(KEY_IN_A_LAG)
    tap.holds = "".__eq__
    for frame in tap.held:
        tap.lines[0].send(frame)
    until(ana, lambda: serving.live(opened.table).room.sealed.get(0) == "C")
    assert ana.evaluate("window.lagged")
    expect(ana.locator(".choices .choice-C")).to_have_attribute("aria-pressed", "true")


@pytest.mark.thorough
def test_a_right_click_does_not_stand_for_the_next_press(serving: Serving, visit: Visits) -> None:
    ana, tap, opened = alone_among(serving, visit, ("Ben", "Cleo"))
    ana.locator(".choices .choice-C").click()
    until(ana, lambda: tap.sent.count("decide") == 1)
    ana.locator(".choices .choice-L").click(button="right")
    serving.inside(decide_inside(serving, opened, {1: "C", 2: "C"}))
    ana.locator(ASKED).wait_for()
    ana.locator(".choices .choice-L").evaluate("(button) => button.click()")  # As assistive technology may.
    until(ana, lambda: tap.sent.count("decide") == 2)


@pytest.mark.thorough
def test_nobody_decides_about_a_card_of_an_expedition_that_the_stage_has_not_come_to(
    serving: Serving, visit: Visits
) -> None:
    """Such a press ends the story, and its other half decides nothing either; then the next one is an answer."""
    ana, tap, opened = alone_among(serving, visit, ("Ben", "Cleo"), "no-preference")
    settled(ana)
    ana.locator(".choices .choice-L").click()
    until(ana, lambda: tap.sent.count("decide") == 1)
    ana.evaluate(PRESS_WHILE_BEHIND)
    serving.inside(decide_inside(serving, opened, {1: "L", 2: "L"}))
    ana.wait_for_function("() => window.twice")
    see(ana, ".kicker", "Expedition 2")
    ana.locator(ASKED).wait_for()
    assert ana.evaluate("window.pressed") == "Expedition 1 of 2"
    assert tap.sent.count("decide") == 1
    ana.locator(".choices .choice-C").click()
    until(ana, lambda: tap.sent.count("decide") == 2)
