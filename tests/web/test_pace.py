"""Whoever watches is told whole stories, and reads nothing that the stage has not shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    ASKED,
    TINY,
    dealt,
    decide_inside,
    host_link,
    link,
    no_hazard,
    see,
    seed_where,
    settled,
    sit,
    sit_inside,
    start,
    until,
)
from tests.web.wiretap import Wiretap

LOOK = """() => {
  window.seen = [];
  window.since = performance.now();
  window.read = document.querySelectorAll("#history-list li").length;
  const cave = document.querySelector("cave-table");
  const cards = cave.querySelector(".cards");
  new MutationObserver(() => window.seen.push({
    cards: cards.childElementCount,
    telling: cave.classList.contains("telling"),
    read: document.querySelectorAll("#history-list li").length,
  })).observe(cards, { childList: true });
}"""
"""Notes for each new card whether it is part of a story, and how many sentences can be read by then."""


BEGUN = """() => {
  const cave = document.querySelector("cave-table");
  new MutationObserver(() => (window.begun ||= cave.classList.contains("telling")))
    .observe(cave, { attributeFilter: ["class"] });
}"""
"""Keeps that a story has begun from now on, however short it is."""

LEFT = """(asked) => {
  const cave = document.querySelector("cave-table");
  const look = () => {
    if (document.querySelector(asked)) window.left = cave._untold.length;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Keeps how many stories wait to be told when somebody is asked."""


def two_steps_at_once(serving: Serving, visit: Visits) -> Page:
    """Somebody who watches while two steps come, the second in the midst of the story of the first."""
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 2))
    ana = visit(host_link(serving, opened))
    sit(ana, "Ana")
    for name in ("Ben", "Cleo"):
        serving.inside(sit_inside(serving, opened, name))
    start(ana)
    ana.locator(ASKED).wait_for()
    page = visit("about:blank")
    tap = Wiretap(page)
    page.goto(f"{link(serving, opened.table)}#watch")
    page.locator("cave-table .cell").wait_for()
    page.evaluate(LOOK)
    page.wait_for_function("() => performance.now() > window.since + 500")  # Sooner, it is one burst.
    tap.holds = "step".__eq__
    for count in (1, 2):
        serving.inside(decide_inside(serving, opened, dict.fromkeys(range(3), "C")))
        until(page, lambda count=count: len(tap.held) == count)  # type: ignore[misc]
    tap.holds = "".__eq__
    for frame in tap.held:
        tap.lines[0].send(frame)
    return page


@pytest.mark.thorough
def test_a_story_is_not_cut_short_for_whoever_watches_and_the_history_waits_for_it(
    serving: Serving, visit: Visits
) -> None:
    page = two_steps_at_once(serving, visit)
    page.wait_for_function("() => document.querySelectorAll('.cell').length === 3")
    settled(page)
    read, (second, third) = page.evaluate("[window.read, window.seen]")
    assert (second["cards"], second["telling"]) == (2, True)
    assert (third["cards"], third["telling"]) == (3, True)
    assert second["read"] == read
    assert third["read"] == read + 1
    expect(page.locator("#history-list li")).to_have_count(read + 2)


@pytest.mark.long
def test_whoever_watches_skips_a_story_or_has_all_told_faster(serving: Serving, visit: Visits) -> None:
    page = two_steps_at_once(serving, visit)
    page.locator("cave-table.telling").wait_for()
    page.wait_for_function(
        """() => {
          document.querySelector(".stage").click();
          return document.querySelectorAll(".cell").length === 3 && !document.querySelector("cave-table").busy;
        }"""
    )
    faster = page.get_by_role("button", name="Faster")
    faster.press("Enter")
    expect(faster).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="Faster")).to_have_attribute("aria-pressed", "true")


@pytest.mark.thorough
def test_whoever_is_asked_is_not_told_older_stories_any_more(serving: Serving, visit: Visits) -> None:
    """Ana is at the camp while the others go on; when the next expedition asks her, the stage is at that step."""
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 2))
    ana = visit(host_link(serving, opened), reduced_motion="no-preference")
    sit(ana, "Ana")
    ana.reload()  # From here on it takes its time.
    for name in ("Ben", "Cleo"):
        serving.inside(sit_inside(serving, opened, name))
    start(ana)
    ana.locator(ASKED).wait_for()
    settled(ana)
    ana.evaluate(BEGUN)
    serving.inside(decide_inside(serving, opened, {0: "L", 1: "C", 2: "C"}))
    ana.wait_for_function("() => window.begun")
    ana.evaluate(LEFT, ASKED)
    serving.inside(decide_inside(serving, opened, {1: "L", 2: "L"}))
    ana.wait_for_function("() => window.left !== undefined")
    assert ana.evaluate("window.left") == 0
    ana.locator(".stage").click()
    see(ana, ".kicker", "Expedition 2")
