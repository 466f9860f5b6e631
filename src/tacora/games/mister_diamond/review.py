"""A finished game of Mister Diamond, weighed by playouts with players who forget nothing.

A game goes from decision to decision: a place to try, or whom to rob. Whether a diamond is loose and which card comes
next is luck. All places that nobody has tried are loose with the same chance, so there are two choices of a place: a
new one, and one that everybody has seen to be fixed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tacora.fast.balance import BATCHES, CHUNK, Balance, Shares
from tacora.fast.compiled import is_compiled
from tacora.fast.review import Choice, Lifted, Remembering, Review, Reviewer
from tacora.game import Refused, Seat, Step
from tacora.games.mister_diamond.kernel.rules import MisterBox, mister_box_of
from tacora.games.mister_diamond.kernel.worlds import VICTORY, MisterSituation, play_out, situation_of
from tacora.games.mister_diamond.record import MisterReplay
from tacora.games.mister_diamond.rules import (
    Decline,
    Event,
    MisterDiamond,
    RingDrawn,
    State,
    Steal,
    Stolen,
    Stuck,
    TheftDrawn,
    thefts_open_to,
)
from tacora.games.mister_diamond.rules import Lifted as WasLifted

NEW, SEEN = "new", "seen"
"""The two choices of a place: one that nobody has tried, and one that everybody has seen to be fixed."""


class Moment(NamedTuple):
    """A decision that was taken."""

    step: int
    seat: Seat
    choices: dict[str, MisterSituation]
    usual: str
    """What those who play on would choose."""
    chosen: str
    tried: WasLifted | Stuck | None
    """What came of a place."""
    after: MisterSituation | None
    """Once it is known whether a new place was loose; `None`: nothing was open."""


class MisterReviewer(Reviewer):
    """Weighs a game, or a match, of Mister Diamond."""

    def __init__(self, played: MisterReplay) -> None:
        outcome = played.game.outcome(played.state)
        if outcome is None:
            raise Refused("review-not-over")
        self._played, self._outcome, self._box = played, outcome, mister_box_of(played.game)
        self._moments = moments_of(played)
        wanted: dict[MisterSituation, None] = {}
        for moment in self._moments:
            wanted |= dict.fromkeys(moment.choices.values())
            if moment.after is not None:
                wanted[moment.after] = None
        self._wanted = list(wanted)
        self.situations = len(self._wanted)

    @property
    def plays(self) -> int:
        """With the later games of a match."""
        return sum(1 + situation.later for situation in self._wanted)

    def review(
        self, games: int, seed: int, progress: Callable[[int], None] = lambda _: None, threads: int | None = None
    ) -> Review:
        """Weigh it by games from each situation."""
        steps, each = self._played.steps, max(1, games // BATCHES)
        values, balance, judged = self._values(each, seed, progress, threads), Balance(self._outcome), []
        for moment in self._moments:
            card = _drawn(steps[moment.step].events)
            balance.turned(moment.step, card, values[moment.choices[moment.usual]])
            balance.stands(moment.step)
            shares = {choice: values[situation] for choice, situation in moment.choices.items()}
            own = {choice: share[:, moment.seat] for choice, share in shares.items()}
            judged.append(balance.chose(moment.step, moment.seat, moment.chosen, own, {moment.usual: 1.0}))
            balance.decided(shares[moment.chosen])
            if moment.after is not None and moment.tried is not None:
                told = f"{'loose' if isinstance(moment.tried, WasLifted) else 'fixed'} {moment.tried.place}"
                balance.turned(moment.step + 1, told, values[moment.after])
        balance.ended(len(steps) - 1)
        return balance.review(self._played.record.seats, each * BATCHES, seed, self._memory(judged))

    def is_compiled(self) -> bool:
        """Whether playouts are."""
        return is_compiled("worlds")

    def _values(
        self, games: int, seed: int, progress: Callable[[int], None], threads: int | None
    ) -> dict[MisterSituation, Shares]:
        """The shares of all seats from each situation, a row for each batch of so many games."""
        seats = len(self._played.record.seats)
        found: dict[MisterSituation, Shares] = {}
        for first in range(0, self.situations, CHUNK):
            some = self._wanted[first : first + CHUNK]
            rows = [situation.row(batch * games) for situation in some for batch in range(BATCHES)]
            sums = play_out(self._box, seats, rows, games, seed, threads)[:, :seats] / (VICTORY * games)
            found.update(zip(some, sums.reshape(len(some), BATCHES, seats), strict=True))
            progress(len(found))
        return found

    def _memory(self, judged: list[Choice]) -> tuple[Remembering, ...]:
        """What each seat remembered, and could have."""
        seats = range(len(self._played.record.seats))
        lifts: list[list[Lifted]] = [[] for _ in seats]
        again, blind, useful = [0 for _ in seats], [0.0 for _ in seats], [0 for _ in seats]
        for moment, choice in zip(self._moments, judged, strict=True):
            if moment.tried is None:
                continue
            state, seat = self._played.steps[moment.step].state, moment.seat
            best = (len(state.board) - self._box.fixed) / (len(state.board) - len(state.tried))
            chance = 0.0 if moment.chosen == SEEN else best
            lifts[seat].append(
                Lifted(moment.step, moment.tried.place, chance, best, isinstance(moment.tried, WasLifted))
            )
            on_purpose = choice.judged and choice.error == 0
            again[seat] += moment.chosen == SEEN and not on_purpose
            blind[seat] += len(state.tried) / len(state.board)
            useful[seat] += bool(state.tried)
        return tuple(Remembering(tuple(lifts[seat]), again[seat], blind[seat], useful[seat]) for seat in seats)


def moments_of(played: MisterReplay) -> list[Moment]:
    """Every decision of a game or a match."""
    box = mister_box_of(played.game)
    return [_moment(box, played.game, at, *both) for at, both in enumerate(pairwise(played.steps))]


def _moment(
    box: MisterBox, game: MisterDiamond, at: int, step: Step[State, Event], after: Step[State, Event]
) -> Moment:
    state, done = step.state, after.events[0]
    now = situation_of(box, game, state)
    if isinstance(done, WasLifted | Stuck):
        choices = {NEW: now} | ({SEEN: now._replace(tries=0)} if state.tried else {})
        chosen = SEEN if done.place in state.tried else NEW
        found = _laid(box, now, loose=isinstance(done, WasLifted)) if chosen == NEW else None
        return Moment(at, state.turn, choices, NEW, chosen, done, found)
    thefts = thefts_open_to(state.rings, state.turn)
    choices = {str(theft): _robbed(box, now, theft) for theft in thefts} | {str(Decline()): now}
    usual = max(thefts, key=lambda theft: (theft.price, now.scores[theft.victim], -theft.victim))
    chosen = str(Steal(done.victim, done.price) if isinstance(done, Stolen) else Decline())
    return Moment(at, state.turn, choices, str(usual), chosen, None, None)


def _drawn(events: tuple[Event, ...]) -> str:
    """The card that asks for a decision."""
    card = next(event for event in reversed(events) if isinstance(event, RingDrawn | TheftDrawn))
    return str(card.price) if isinstance(card, RingDrawn) else "theft"


def _laid(box: MisterBox, now: MisterSituation, *, loose: bool) -> MisterSituation:
    """After a new place was tried, before the next card."""
    owned, scores, price = list(now.owned), list(now.scores), int(box.prices[now.ring])
    owned[now.turn] |= 1 << now.ring
    scores[now.turn] += price if loose else -price * box.expert
    return now._replace(
        turn=(now.turn + 1) % len(owned),
        ring=-1,
        carrying=now.carrying | loose << now.ring,
        loose=now.loose - loose,
        untried=now.untried - 1,
        owned=tuple(owned),
        scores=tuple(scores),
    )


def _robbed(box: MisterBox, now: MisterSituation, theft: Steal) -> MisterSituation:
    """After a theft, before the next card."""
    ring = int(np.flatnonzero(box.prices * box.unit == theft.price)[0])
    same, scores = int(box.same[ring]), list(now.scores)
    loss, gain = now.owned[theft.victim] & now.carrying & same, now.owned[now.turn] & ~now.carrying & same
    worth = int(box.prices[ring]) * (1 + box.expert)
    scores[theft.victim] -= worth
    scores[now.turn] += worth
    carrying = now.carrying ^ (loss & -loss) ^ (gain & -gain)
    return now._replace(turn=theft.victim, carrying=carrying, scores=tuple(scores))
