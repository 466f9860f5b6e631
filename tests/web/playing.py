"""What people do at the pages, in words."""

from __future__ import annotations

import functools
import itertools
import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import msgspec
from playwright.sync_api import Page

from tacora.games.diamant.rules import Disaster, HazardMet
from tacora.games.kind import Play
from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules, from_written
from tests.server.serving import Opened, Serving

if TYPE_CHECKING:
    from tests.web.conftest import Visits

PATIENCE = 60.0
"""Seconds after which a game that should go on does not."""
TINY = Rules(edition="tiny", seats=3)
"""The quickest game there is: two short caves."""

Pace: TypeAlias = Literal["hurried", "real"]

OVER = "after-game .podium"
ASKED = 'body:not([data-early]) .choices:not(:has([aria-pressed="true"])) .choice-C[aria-disabled="false"]'
"""The question, as long as it can be answered and is not."""


def dealt(
    serving: Serving,
    rules: Rules = TINY,
    seed: str | None = None,
    bots: Sequence[str] = (),
    manners: TimeControl | None = None,
) -> Opened:
    """A new table, with these cards if a seed is given."""
    opening = serving.server.registry.open(rules, manners or TimeControl(), False, deal=seed, bots=bots)
    return Opened(*serving.inside(opening))


@functools.cache
def seed_where(rules: Rules, wanted: Callable[[Play], bool], deeper: int) -> str:
    """A seed of which something is true once everybody has gone deeper so often."""
    for number in range(100_000):
        seed = number.to_bytes(32, "big")
        play = rules.deal(["x"] * rules.seats, seed)
        for _ in range(deeper):
            if play.pending:
                play.apply(dict.fromkeys(play.pending, "C"))
        if wanted(play):
            return seed.hex()
    raise AssertionError("no such seed")


def no_hazard(play: Play) -> bool:
    return not any(isinstance(event, HazardMet | Disaster) for event in play.history)


def disaster(play: Play) -> bool:
    return any(isinstance(event, Disaster) for event in play.history)


def link(serving: Serving, table: str) -> str:
    return f"{serving.address}/t/{table}"


def host_link(serving: Serving, opened: Opened) -> str:
    """The address of a table for whoever opened it."""
    return f"{link(serving, opened.table)}#seat={opened.host}"


class Scripted(Protocol):
    """A page, whoever drives it."""

    def evaluate(self, expression: str, /) -> Any: ...


def is_shown(page: Scripted, said: str) -> bool:
    """Whether the last step that the page shows is the one of which this was said; it may be heard earlier."""
    newest = page.evaluate("document.querySelector('#history-list li')?.textContent")
    return bool(newest == said.replace("\n", ". "))


FORM = "form.sit:not(.leaving)"
"""Where a name is typed; one that was used stays for screen readers a little longer."""


def sit(page: Page, name: str) -> None:
    """Sit down under this name; from then on the page does not take its time."""
    hurry(page)
    form = page.locator(FORM)
    form.locator("input[name=name]").fill(name)
    form.locator("button.primary").click()
    page.locator("ol.seats .seat.mine .seat-name", has_text=name).wait_for()


def host_and_guest(serving: Serving, visit: Visits, opened: Opened, language: str = "en") -> tuple[Page, Page]:
    """Ana, who opened the table, and Ben, who speaks this language, sit down with a browser each."""
    ana = visit(host_link(serving, opened))
    sit(ana, "Ana")
    ben = visit(link(serving, opened.table), language)
    sit(ben, "Ben")
    return ana, ben


def go_offline(page: Page) -> None:
    """Cut the connection, and wait until the page says so."""
    page.context.set_offline(True)
    see(page, "#line", "The connection is lost.")


def go_online(page: Page) -> None:
    """Mend the connection, and wait until the page says so."""
    page.context.set_offline(False)
    page.locator("#line").wait_for(state="hidden")


def start(page: Page) -> None:
    """Have the cards dealt: the first game, or another one."""
    page.locator(".gather-go button:visible", has_text=re.compile("Start|Play|Commencer|[Jj]ouer")).click()


def deeper(page: Page) -> None:
    decide(page, "C")


def to_camp(page: Page) -> None:
    decide(page, "L")


def decide(page: Page, action: str) -> None:
    """Wait for the question, and answer it."""
    page.locator(ASKED).wait_for()
    page.locator(f".choices .choice-{action}").click()


ANSWER = """(action) => {
  if (document.querySelector("after-game .podium")?.getClientRects().length) return "over";
  const question = document.querySelector('ASKED');
  if (!question?.getClientRects().length) return "waits";
  document.querySelector(`.choices .choice-${action}`).click();
  return "answered";
}""".replace("ASKED", ASKED)
"""Looks and answers in one go, so that nothing can change in between."""


HURRY = """() => {
  if (window.hurried) return;
  window.hurried = true;
  const later = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => later(act, ms < 1000 ? ms / 20 : ms, ...more);
}"""
"""Shortens the beats of a story and the gaps between announcements; timeouts of the connection stay what they are."""


NO_PINGS = """for (const wait of ["setTimeout", "setInterval"]) {
  const usual = window[wait];
  window[wait] = (act, ms, ...more) => usual(act, ms >= 15_000 ? 600_000 : ms, ...more);
}"""
"""For an init script: no frame comes, and no note goes, by itself. A ping, and its answer, come after 15 seconds."""


def hurry(page: Page) -> None:
    """Until the next load, show what happens without taking time over it."""
    page.evaluate(HURRY)


def play_out(*pages: Page, choose: Callable[[Page], str] | None = None, pace: Pace = "hurried") -> None:
    """Answer whatever these pages are asked until all of them show the podium: by default deeper and camp in turn."""
    if pace == "hurried":
        for page in pages:
            hurry(page)
    until = time.monotonic() + PATIENCE
    turns = {page: itertools.cycle("CL") for page in pages}
    answers = {page: choose(page) if choose else next(turns[page]) for page in pages}
    while answers:
        for page in list(answers):
            match page.evaluate(ANSWER, answers[page]):
                case "answered":
                    answers[page] = choose(page) if choose else next(turns[page])
                    until = time.monotonic() + PATIENCE
                case "over":
                    del answers[page]
                case _:
                    assert time.monotonic() < until, "the game does not go on"
                    page.wait_for_timeout(15)


def see(page: Page, where: str, text: str) -> None:
    """Wait for a text; quicker than `expect`, which looks once a second."""
    page.locator(where, has_text=text).first.wait_for()


def until(page: Page, what: Callable[[], object]) -> None:
    """Wait for something outside of the page; Playwright tells of frames only while it is asked for something."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it does not happen"
        page.wait_for_timeout(10)


def settled(page: Page) -> None:
    """Wait until nothing moves any more at the cave."""
    page.wait_for_function("() => !document.querySelector('cave-table').busy")


def told(page: Page) -> list[str]:
    """What happened, the newest first."""
    return page.locator("#history-list li").all_text_contents()


def scores(page: Page) -> dict[str, str]:
    """The places on the podium."""
    page.locator(OVER).wait_for()
    names = page.locator(".podium .pillar-name, .podium .podium-place-name").all_text_contents()
    points = page.locator(".podium .pillar-score, .podium .podium-place-score").all_text_contents()
    return dict(zip(names, points, strict=True))


def live(serving: Serving, table: str) -> Play:
    """The game that is played at a table, as the server knows it."""
    play = serving.live(table).room.play
    assert play is not None
    return play


def as_rules(**fields: object) -> Rules:
    return msgspec.convert(fields, Rules, dec_hook=from_written)


async def sit_inside(serving: Serving, opened: Opened, name: str, seat: int | None = None) -> None:
    """Somebody sits down without a browser; to be run by `Serving.inside`."""
    table = serving.live(opened.table)
    sat, _ = table.room.sit(name, None, "", seat, None)
    table.write([sat])


async def decide_inside(serving: Serving, opened: Opened, choices: dict[int, str]) -> None:
    """Likewise, these seats decide."""
    table = serving.live(opened.table)
    table.write(table.room.decide(choices, table.room.decision))
