"""What a screen reader is told of, change by change: while more than 50 wait, Orca drops what it should speak.

So no render may come near that number, also at a full table. What is counted is what Chromium told Orca, whether or not
Orca cared for it.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial

import pytest

from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules
from tests.ear.orca import PATIENCE, Ear
from tests.ear.player import KEYS, Player, at_the_door
from tests.ear.witness import Witness, plain, witness
from tests.server.serving import Opened, Serving
from tests.web.playing import dealt, disaster, is_shown, seed_where

pytestmark = pytest.mark.usefixtures("screen_reader")

MOST = 25
"""Changes for one thing that happens."""
FLOOD = 50
"""With more than that waiting, Orca drops what it should speak."""
END = FLOOD - 2
"""Changes for the last step of a game and the podium, which on a slow machine may come as one."""
CAVES = Rules(seats=8)
TRAY = Rules(game="mister-diamond", edition="ravensburger-1993", seats=8)
OTHERS = ("Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")
TURNS = 3
"""Counted in the short form."""
OTHER_EYES = "eyes.value = '3'; eyes.dispatchEvent(new Event('change'))"
BUSY = "Boolean(document.querySelector('cave-table')?.busy)"


class Table:
    """A full table: Ana at a page that is listened to, and seven others."""

    def __init__(self, player: Player, opened: Opened, serving: Serving, stack: ExitStack) -> None:
        self.ear: Ear = player.ear
        self.player = player
        self.others: list[Witness] = []
        self._serving = serving
        self._opened = opened
        self._stack = stack

    @contextmanager
    def few_changes(
        self, what: str, *, within: float = math.inf, most: int | Callable[[], int] = MOST
    ) -> Iterator[None]:
        """Count what is told until nothing more is said or moves: at most so many, or in any so many seconds of it."""
        self._calm()
        before = len(self.ear.changes())
        yield
        self.few_since(before, what, within=within, most=most if isinstance(most, int) else most())

    def few_since(self, before: int, what: str, *, within: float = math.inf, most: int = MOST) -> None:
        """The same, of all that came after so many changes."""
        self._calm()
        changes = self.ear.changes()[before:]
        told_of = max((sum(0 <= later.at - each.at < within for later in changes) for each in changes), default=0)
        told = "\n".join(
            f"{times} × {change}" for change, times in Counter(each.what for each in changes).most_common()
        )
        assert told_of <= most, f"{what}: {told_of} changes\n{told}"

    def told_of(self, part: str) -> bool:
        """Whether any change of this part has come so far; a screen reader may be late on a busy machine."""
        return any(part in change.what for change in self.ear.changes())

    def _calm(self) -> None:
        page = self.player.page
        if said := self._said:  # A busy machine may be still for a while with a step on its way.
            self.ear.wait(lambda: is_shown(page, said[-1]), f"“{said[-1]}” in the history")
        self.ear.wait(lambda: not page.evaluate(BUSY), "the end of the story")
        self.ear.still(0.5)

    @property
    def _said(self) -> list[str]:
        """What the game has told, as far as the second device knows, once there is one."""
        knows = self.player.knows.of("step", "over") if hasattr(self.player, "knows") else []
        return [frame["say"] for frame in knows if frame["say"]]

    def sit(self, name: str) -> None:
        """Somebody comes and sits down."""
        other = self._stack.enter_context(witness(self._serving, self._opened.table, "en"))
        self.ear.wait(lambda: other.of("now"), "the greeting")
        other.sit(name)
        self.others.append(other)

    @property
    def steps(self) -> int:
        return len(self.player.knows.of("step"))

    @property
    def over(self) -> bool:
        return bool(self.player.knows.of("over"))

    @property
    def cards_left(self) -> int:
        """How many rings and thefts are still to be drawn."""
        return sum((self.player.knows.step or {})["view"]["unseen"].values())

    @property
    def mine(self) -> list[str]:
        """What Ana is asked."""
        found: list[str] = (self.player.knows.step or {}).get("legal", {}).get("0", [])
        return found

    def step(self, action: str = "", *, press: str = "") -> list[str]:
        """Everybody who is asked does this, or the first thing there is; the kinds of what happened then."""
        before = self.steps
        if self.mine and press:
            self.ear.press(press)
        for each in self.others if press else [self.player.knows, *self.others]:
            self.ear.wait(partial(_knows, each, before), "the same step for all")
            asked = each.of("step")[before - 1]
            for seat, actions in asked.get("legal", {}).items():
                each.send("decide", seat=int(seat), decision=asked["decision"], action=action or actions[0])
        self.ear.wait(lambda: self.steps > before or self.over, "a step")
        return [event["type"] for event in (self.player.knows.step or {})["events"]]


def play_on(who: Witness) -> None:
    """Do the first thing there is until the game is over."""
    answered = 0
    until = time.monotonic() + PATIENCE
    while not who.of("over"):
        assert time.monotonic() < until
        for step in who.of("step")[answered:]:
            answered += 1
            for seat, actions in step.get("legal", {}).items():
                who.send("decide", seat=int(seat), decision=step["decision"], action=actions[0])
        time.sleep(0.01)


def _knows(who: Witness, steps: int) -> bool:
    return len(who.of("step")) >= steps


@contextmanager
def full_table(
    serving: Serving, rules: Rules, seed: str | None = None, *, counted: Sequence[str] = OTHERS
) -> Iterator[Table]:
    """A table before its game; coming to it is counted already, and so is the arrival of these of the others."""
    opened = dealt(serving, rules, seed, manners=TimeControl(thinking=False))
    link = f"{serving.address}/t/{opened.table}#seat={opened.host}"
    with ExitStack() as stack:
        player = stack.enter_context(at_the_door(link, "en"))
        table = Table(player, opened, serving, stack)
        player.ear.hear(player.words("ear-gathering", table=opened.table, taken=0, seats=8, names=""))
        table.few_since(0, "opening the page", most=MOST + WINDOW)
        player.ear.go_to(player.words("sit-name"))
        player.type("Ana")
        with table.few_changes("sitting down"):
            player.ear.press("Return")
            player.ear.hear(player.words("ear-you-sat", letter="A", name="Ana"))
        player.knows = stack.enter_context(witness(serving, opened.table, "en", player.token(opened.table)))
        player.ear.wait(lambda: player.knows.of("now"), "the second device")
        if before := [name for name in OTHERS if name not in counted]:
            for name in before:
                table.sit(name)
            player.ear.hear(before[-1])  # Of several who come at once one sentence may tell.
        for name in counted:
            with table.few_changes("an arrival"):
                table.sit(name)
                player.ear.hear(f"{name} sits down")
        with table.few_changes("the start"):
            player.ear.press("Return")
            player.ear.wait(lambda: player.knows.step, "the first step")
        yield table


def rematch(table: Table) -> None:
    """Another game, once one is over."""
    assert table.over
    steps, player = table.steps, table.player
    with table.few_changes("a rematch"):
        player.knows.send("start", fill=True)
        player.ear.wait(lambda: table.steps > steps, "the first step of the next game")


@pytest.mark.long
def test_a_game_of_diamant_with_eight_players(serving: Serving) -> None:
    with full_table(serving, CAVES, seed_where(CAVES, disaster, 3)) as table:
        table.player.focus_mode()
        met: list[str] = []
        while "disaster" not in met:
            with table.few_changes("a reveal"):
                met = table.step("C", press=KEYS["en"]["C"])
        while not table.over:
            with table.few_changes("all leave", most=lambda: END if table.over else MOST):
                table.step("L", press=KEYS["en"]["L"])
        rematch(table)


@cache
def seed_with_a_theft(turns: int) -> str:
    """A seed with which Ana may steal within so many turns, if everybody takes the first thing there is."""
    for number in range(10_000):
        seed = number.to_bytes(32, "big")
        play = TRAY.deal(["x"] * TRAY.seats, seed)
        for _ in range(turns):
            (seat,) = play.pending
            legal = play.legal(seat)
            if seat == 0 and not legal[0].isdecimal():
                return seed.hex()
            play.apply({seat: legal[0]})
    raise AssertionError("no such seed")


@pytest.mark.parametrize("to_the_end", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_a_game_of_mister_diamond_with_eight_players(serving: Serving, to_the_end: bool) -> None:
    """Or only the last arrival, and a few turns."""
    counted = OTHERS if to_the_end else OTHERS[-1:]
    with full_table(serving, TRAY, seed_with_a_theft(12), counted=counted) as table:
        table.ear.go_to(table.player.words("tray-place-standing", place=1))
        asked: list[str] = []
        while (not asked or asked[0].isdecimal()) and (to_the_end or table.steps <= TURNS):
            asked = table.mine
            with table.few_changes(f"a turn, asked: {asked[:1]}"):
                table.step()
        while to_the_end and not table.over:
            if table.cards_left > 1:
                table.step()
                continue
            with table.few_changes("the last turns", most=lambda: END if table.over else MOST):
                table.step()
        if to_the_end:
            rematch(table)


@pytest.mark.long
def test_bots_that_take_no_moment_do_not_flood_a_screen_reader(serving: Serving) -> None:
    """Seven steps come at once; each of them is spoken."""
    opened = dealt(serving, TRAY, seed_with_a_theft(12), bots=("elephant",) * 7, manners=TimeControl(thinking=False))
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", "en") as player:
        player.sit_down(opened.table, TRAY.seats, gathered="7 of 8 seats are taken")
        with witness(serving, opened.table, "en", player.token(opened.table)) as player.knows:
            player.ear.wait(lambda: player.knows.of("now"), "the second device")
            table = Table(player, opened, serving, ExitStack())
            player.ear.press("Return")
            player.listen()
            for _ in range(3):
                with table.few_changes("a round of bots", within=0.4, most=FLOOD - 2):
                    player.knows.decide(table.mine[0])
                    player.listen()
            player.nothing_lost_nothing_twice()


@pytest.mark.long
def test_a_replay_of_eight_players(serving: Serving) -> None:
    opened = dealt(serving, TRAY, seed_with_a_theft(12), bots=("elephant",) * 7, manners=TimeControl(thinking=False))
    with witness(serving, opened.table, "en", opened.host) as ana:
        ana.sit("Ana")
        ana.send("start")
        play_on(ana)
    with at_the_door(f"{serving.address}/g/{opened.table}/1", "en") as player:
        table = Table(player, opened, serving, ExitStack())
        player.ear.wait(lambda: player.page.evaluate("document.querySelectorAll('#told li').length > 30"), "the steps")
        # A busy screen reader may find the tray there when it comes to the page, and is told of no change then. What it
        # announces it has from a change, too, and it is told of changes in their order.
        ear = player.ear
        ear.wait(lambda: table.told_of("The tray") or ear.announced(), "the stage")
        for press in ("forward", "forward", "back"):
            with table.few_changes(f"a replay, {press}", most=MOST + 10):  # The controls change, too.
                player.page.evaluate(f"document.getElementById('{press}').click()")
                said = player.page.evaluate("document.getElementById('said').textContent")
                ear.wait(partial(_announced_last, ear, said), said)
        with table.few_changes("a replay, other eyes", most=MOST + 10):
            player.page.evaluate(OTHER_EYES)
            player.ear.wait(lambda: table.told_of("menu item | D Elephant 3"), "the choice")


def _announced_last(ear: Ear, text: str) -> bool:
    return bool(ear.announced()) and plain(text) in plain(ear.announced()[-1])


WINDOW = 8
"""What the browser's own window tells of a page that opens: its title, its address, and that it can be installed."""
