"""Several people at one device: keys, or a curtain."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.hearing import KEPT, hears
from tests.web.playing import (
    FORM,
    OVER,
    PATIENCE,
    TINY,
    as_rules,
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
from tests.web.test_screen_sizes import SEEN
from tests.web.test_sounds import root_of

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
WHISPERED = """() => {
  window.hints = [];
  window.pads = [];
  const { getRandomValues } = crypto;
  crypto.getRandomValues = (into) => {
    if (into.length !== 2) return getRandomValues.call(crypto, into);
    into.set(window.pads.shift() ?? [0, 0]);
    return into;
  };
  const panner = window.StereoPannerNode;
  window.StereoPannerNode = function (audio, { pan }) {
    window.hints.push(pan);
    return new panner(audio, { pan });
  };
}"""
"""Lets a test draw the pads, and keeps in which ear each note was."""
IN_ONE_EAR = """async (root) => {
  const { one } = await import(`${root}/speech/sounds.js`);
  const { sound } = await import(`${root}/speech/tones.js`);
  const loud = [];
  for (const side of [-1, 1]) {
    const audio = new OfflineAudioContext(2, 32000 * 0.6, 32000);
    for (const tone of sound("upper")) one(audio, tone, tone.at, 1, side);
    const heard = await audio.startRendering();
    loud.push([0, 1].map((ear) => heard.getChannelData(ear).reduce((most, one) => Math.max(most, Math.abs(one)), 0)));
  }
  return loud;
}"""
TWICE = """() => {
  document.querySelector(".hot-choices .choice-L").click();
  document.querySelector("dialog.curtain button.primary").click();
}"""
"""Decides, and presses once too often."""


WATCH_IT_LEAVE = """() => {
  const mine = document.querySelector(".hot-mine");
  mine.addEventListener("click", () => (window.pressed = performance.now()), { capture: true });
  const left = new MutationObserver(() => mine.hidden && (window.gone ??= performance.now()));
  left.observe(mine, { attributeFilter: ["hidden"] });
  window.tabbed = [];
  const tabs = new MutationObserver(() => window.tabbed.push(mine.getAttribute("tabindex")));
  tabs.observe(mine, { attributeFilter: ["tabindex"] });
}"""
"""Keeps when the button is pressed, when it leaves the tree, and whether the Tab key comes to it meanwhile."""


PUT_THE_FOCUS_BACK = """() => {
  const mine = document.querySelector(".hot-mine");
  const left = new MutationObserver(() => {
    if (window.back || !mine.classList.contains("leaving")) return;
    mine.focus();
    window.back = document.activeElement === mine;
  });
  left.observe(mine, { attributeFilter: ["class"] });
}"""
"""Puts the focus back into the button as soon as it leaves, as a screen reader may."""


PRESS_WHEN_IT_LEAVES = """() => {
  window.first = document.querySelector("form.sit");
  const left = new MutationObserver(() => {
    left.disconnect();
    document.querySelector(".one-more").click();
  });
  left.observe(window.first, { attributeFilter: ["class"] });
}"""
"""One more player at this device is asked for as soon as the first has sat down."""


def two_at_one_device(serving: Serving, visit: Visits, rules: Rules = TINY, manners: TimeControl | None = None) -> Page:
    opened = dealt(serving, rules, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",), manners=manners)
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    page.get_by_role("button", name="One more player here").click()
    sit(page, "Ben")
    start(page)
    page.locator("hot-hands").wait_for()
    hurry(page)
    return page


@pytest.mark.parametrize(("width", "height"), [(1280, 800), pytest.param(320, 640, marks=pytest.mark.long)])
def test_whoever_sits_down_at_the_same_device_types_a_name_of_their_own(
    serving: Serving, visit: Visits, width: int, height: int
) -> None:
    """The field is empty for each of them, and what ends the form is in sight."""
    page = visit(host_link(serving, dealt(serving, Rules(seats=6))), width=width, height=height)
    names = ["Ana"]
    sit(page, "Ana")
    for name in ("Ben", "Cleo", "Dora"):
        page.get_by_role("button", name="One more player here").click()
        expect(page.locator(f"{FORM} input[name=name]")).to_be_focused()
        for what in ("Sit down", "Not now"):
            button = page.locator(FORM).get_by_role("button", name=what)
            expect(button).to_be_in_viewport(ratio=1)
            assert button.evaluate(SEEN), f"{what}, for {name}"
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        names.append(name)
        expect(page.locator("ol.seats .seat.mine .seat-name")).to_have_text(names)


@pytest.mark.thorough
def test_a_form_that_is_leaving_is_not_called_back(serving: Serving, visit: Visits) -> None:
    """A screen reader may hold it for dead, and tell nothing of the focus inside: whoever comes next has a new one."""
    page = visit(host_link(serving, dealt(serving, TINY)))
    page.locator("form.sit").wait_for()
    page.evaluate(PRESS_WHEN_IT_LEAVES)
    sit(page, "Ana")
    field = page.locator(f"{FORM} input[name=name]")
    expect(field).to_be_focused()
    assert not field.evaluate("field => window.first.contains(field)")
    expect(page.locator("form.sit")).to_have_count(1)
    expect(field).to_be_focused()
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    expect(page.locator("ol.seats .seat.mine .seat-name")).to_have_text(["Ana", "Ben"])


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


@pytest.mark.thorough
def test_behind_the_curtain_each_asks_the_coach_for_themselves(serving: Serving, visit: Visits) -> None:
    """Where all see the screen, it is said why not. What one was told is covered, and told to nobody else."""
    rules = as_rules(edition="tiny", seats=3, coach=True)
    page = two_at_one_device(serving, visit, rules)
    page.evaluate(KEPT)
    settled(page)
    advice, ask = page.locator(".hot-advice"), page.get_by_role("button", name="Ask the coach")
    expect(ask).to_be_hidden()
    page.keyboard.press("k")
    hears(page, "Here all of you would read what the coach says. Pass the device instead: whoever has it can ask.")
    page.get_by_role("button", name="Pass the device instead").click()
    page.keyboard.press("k")
    hears(page, "The coach is asked by whoever has the device.")
    page.get_by_role("button", name="I am Ana").click()
    ask.click()
    expect(advice).to_contain_text("champion")
    expect(advice).to_be_focused()
    told = advice.inner_text()
    page.locator(".hot-choices .choice-C").click()
    expect(page.get_by_role("dialog")).to_contain_text("Give the device to Ben")
    expect(advice).to_be_hidden()
    again = page.locator("dialog.curtain").get_by_role("button", name="Ana again")
    take(page, lambda: again.dispatch_event("click"))
    page.locator(".hot-choices").press("k")
    expect(advice).to_be_hidden()  # Nothing tells what was advised, nor what was sealed.
    page.locator(".hot-choices .choice-C").click()
    take(page, lambda: page.keyboard.press("Enter"))
    expect(advice).to_be_hidden()
    page.locator(".hot-choices").press("k")
    expect(advice).to_contain_text("champion")
    page.locator(".hot-choices .choice-C").click()
    page.get_by_role("button", name="I am Ana").click()
    expect(advice).to_contain_text("Your last decision: ")
    assert not any(told in heard or "last decision" in heard for heard in page.evaluate("window.kept"))


def test_the_device_is_passed_behind_a_curtain(serving: Serving, visit: Visits) -> None:
    page = two_at_one_device(serving, visit)
    page.get_by_role("button", name="Pass the device instead").click()
    page.get_by_role("button", name="I am Ana").click()
    see(page, ".hot-prompt", "Ana: deeper, or back to camp?")
    page.evaluate(TWICE)
    curtain = page.get_by_role("dialog")
    expect(curtain).to_contain_text("Give the device to Ben")
    expect(curtain.get_by_role("button", name="I am Ben")).to_be_focused()
    page.keyboard.press("t")
    see(page, ".toast", "There is no clock")
    shown = curtain.bounding_box()
    assert shown is not None
    assert shown["width"] >= 1280
    assert shown["height"] >= 800
    again = curtain.get_by_role("button", name="Ana again")
    take(page, again.click)
    page.locator(".hot-choices .choice-C").click()
    take(page, lambda: page.keyboard.press("Enter"))
    see(page, ".hot-prompt", "Ben: deeper, or back to camp?")
    expect(page.get_by_role("group", name="Ben: deeper, or back to camp?")).to_be_focused()
    page.locator(".hot-choices .choice-L").click()
    see(page, "#history-list li", "Ben leaves. Ana")
    expect(page.locator("dialog[open]")).to_have_count(0)


BEN_HAS_TWICE_THE_TIME = """() => {
  const detail = { wish: { type: "allow", seat: 1, multiplier: 2 } };
  document.querySelector("table-seats").dispatchEvent(new CustomEvent("wish", { bubbles: true, detail }));
}"""


@pytest.mark.thorough
def test_the_clock_is_seen_on_the_curtain_as_it_runs_on(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, TINY, seed_where(TINY, no_hazard, 0), bots=("tortoise",), manners=TimeControl(clock=60))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    page.get_by_role("button", name="One more player here").click()
    sit(page, "Ben")
    page.evaluate(BEN_HAS_TWICE_THE_TIME)
    see(page, "table-seats", "2 × the time")
    start(page)
    page.get_by_role("button", name="Pass the device instead").click()
    page.get_by_role("button", name="I am Ana").click()
    page.locator(".hot-choices .choice-C").click()
    curtain = page.get_by_role("dialog")
    expect(curtain).to_contain_text("Give the device to Ben")
    left = curtain.get_by_text(re.compile(r"\d+ seconds left"))
    expect(left).not_to_have_text(left.inner_text())
    seconds = re.search(r"\d+", left.inner_text())
    assert seconds
    assert int(seconds[0]) > 60, "Ben's, who has not decided"


@pytest.mark.thorough
def test_what_was_pressed_and_leaves_is_not_tabbed_to(serving: Serving, visit: Visits) -> None:
    """It stays for a screen reader a little longer, out of sight: Orca on a very busy machine needs seconds."""
    page = two_at_one_device(serving, visit)
    page.get_by_role("button", name="Pass the device instead").click()
    page.evaluate(WATCH_IT_LEAVE)
    page.get_by_role("button", name="I am Ana").press("Enter")
    page.wait_for_function("() => window.tabbed.length")
    assert page.evaluate("window.tabbed[0]") == "-1"
    page.keyboard.press("Tab")
    expect(page.locator(".hot-choices .choice-C")).to_be_focused()
    expect(page.locator(".hot-mine")).to_be_hidden()
    assert page.locator(".hot-mine").get_attribute("tabindex") is None
    assert page.evaluate("window.gone - window.pressed") >= 3900


@pytest.mark.thorough
def test_the_focus_that_a_screen_reader_puts_back_into_what_leaves_is_not_lost_with_it(
    serving: Serving, visit: Visits
) -> None:
    page = two_at_one_device(serving, visit)
    page.get_by_role("button", name="Pass the device instead").click()
    page.evaluate(PUT_THE_FOCUS_BACK)
    page.get_by_role("button", name="I am Ana").press("Enter")
    expect(page.locator(".hot-mine")).to_be_hidden()
    assert page.evaluate("window.back")
    expect(page.locator("hot-hands")).to_be_focused()


@pytest.mark.thorough
def test_the_first_hand_over_of_a_game_has_its_curtain_too(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    page = visit(host_link(serving, opened), width=390, height=844, has_touch=True, is_mobile=True)
    sit(page, "Ana")
    page.locator(".one-more").click()
    sit(page, "Ben")
    start(page)
    curtain = page.get_by_role("dialog")
    expect(curtain).to_contain_text("Give the device to Ana")
    expect(curtain.get_by_role("button", name="I am Ana")).to_be_focused()
    take(page, lambda: page.keyboard.press("Enter"))
    see(page, ".hot-prompt", "Ana: deeper, or back to camp?")
    page.locator(".hot-choices .choice-C").click()
    take(page, lambda: page.keyboard.press("Enter"))
    page.locator(".hot-choices .choice-C").click()
    see(page, "#history-list li", "All continue")
    see(page, ".hot-prompt", "Give the device to Ana")
    settled(page)
    expect(page.locator("dialog[open]")).to_have_count(0)  # All look at what happened before somebody takes it.


@pytest.mark.modules
def test_what_is_for_one_ear_is_silent_in_the_other(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address)
    (left, nothing), (silence, right) = page.evaluate(IN_ONE_EAR, root_of(page))
    assert left > 0.05
    assert right > 0.05
    assert max(nothing, silence) < 1e-6, "120 decibels less"


@pytest.mark.thorough
def test_two_with_one_pair_of_earphones_press_keys_that_mean_nothing_to_a_listener(
    serving: Serving, visit: Visits
) -> None:
    page = two_at_one_device(serving, visit)
    page.evaluate(WHISPERED)
    page.evaluate("window.pads = [[0, 1], [1, 1], [0, 0]]")
    page.get_by_role("button", name="Share earphones instead").click()
    page.wait_for_function("() => window.hints.length === 6 + 1 + 2")
    assert page.evaluate("window.hints") == [-1, -1, -1, 1, 1, 1, -1, 1, 1], "their notes; one long, two short"
    expect(page.get_by_role("toolbar", name="Listen in your ear")).to_be_focused()
    settled(page)
    tiles = page.locator(".hot-tile")
    expect(tiles.nth(0).locator("kbd")).to_have_text(["Q", "A", "Z"])
    page.keyboard.press("KeyZ")
    page.wait_for_function("() => window.hints.length === 12")
    page.evaluate(TOLD_BACK)
    page.keyboard.press("KeyQ")
    page.wait_for_function("() => window.sealed[0] === 'C'")
    assert page.evaluate("window.hints.length") == 12
    page.keyboard.press("KeyF")  # The lower key of Ben, which goes deeper this time.
    see(page, "#history-list li", "All continue")
    page.wait_for_function("() => window.hints.length === 12 + 4")
    settled(page)
    page.evaluate(TOLD_BACK)
    page.keyboard.press("KeyQ")  # The same key as before: this time it leads to camp.
    page.wait_for_function("() => window.sealed[0] === 'L'")


@pytest.mark.thorough
def test_nobody_decides_before_they_were_told_what_their_keys_mean(serving: Serving, visit: Visits) -> None:
    page = two_at_one_device(serving, visit)
    page.evaluate("localStorage.setItem('tacora.prefer.hothands', JSON.stringify('ears'))")
    page.reload()
    page.get_by_role("toolbar", name="Listen in your ear").wait_for()
    settled(page)
    page.keyboard.press("KeyQ")
    see(page, "#polite, #polite-2, #polite-3", "Listen first, then press.")
    expect(page.locator(".hot-tile.decided")).to_have_count(0)
    page.keyboard.press("KeyQ")
    see(page, ".hot-tile.decided", "Ana")
