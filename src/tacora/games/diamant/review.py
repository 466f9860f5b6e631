"""A finished game of Diamant, weighed by playouts with champions on all seats.

A game goes from decision to decision. At each one the value of the moment, of what came of the actual decisions, and
of both choices of everybody inside are estimated, all with the same random words. A card's luck is the difference
between the moment after it and the moment before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tacora.fast.balance import BATCHES, CHUNK, Balance, Shares
from tacora.fast.compiled import is_compiled
from tacora.fast.review import Review, Reviewer
from tacora.game import Refused, Seat
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.solved import place
from tacora.games.diamant.editions import Card
from tacora.games.diamant.kernel.box import box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.playouts import Situation, play_out, situation_of
from tacora.games.diamant.kernel.walk import VICTORY
from tacora.games.diamant.ratings import rating
from tacora.games.diamant.record import Replay
from tacora.games.diamant.rules import (
    CONTINUE,
    LEAVE,
    Disaster,
    Event,
    HazardMet,
    RelicFound,
    Revealed,
    TreasureFound,
    View,
)
from tacora.games.diamant.strategy import CHANCES, COIN_BITS, champion, same_as


class Asked(NamedTuple):
    """A moment at which those inside decide."""

    step: int
    situation: Situation
    views: tuple[View, ...]
    """As each of those inside sees it."""
    history: tuple[Event, ...]
    leavers: tuple[Seat, ...]
    seats: int
    after_disaster: bool
    """Whether the card before this expedition's first one was fatal."""

    @property
    def inside(self) -> tuple[Seat, ...]:
        """Those who decide."""
        return self.views[0].inside

    @property
    def is_fair(self) -> bool:
        """Whether all are in the same position: at the first decision of a game."""
        return self.step == 0

    def chosen(self) -> Situation:
        """With the decisions that were taken."""
        return self.situation.with_decisions(self.leavers, [seat for seat in self.inside if seat not in self.leavers])

    def choosing(self, seat: Seat, leaves: bool) -> Situation:
        """With one decision given, and the others' open."""
        return self.situation.with_decisions([seat] if leaves else [], [] if leaves else [seat])

    def beginning(self) -> Situation:
        """The same expedition before its first card: all are inside, and nobody can leave yet."""
        everyone = (1 << self.seats) - 1
        return self.situation._replace(
            deck=self.situation.in_play, kin=0, held=0, path=0, lying=0, worth=0,
            inside=everyone, decided=everyone,
        )  # fmt: skip


class DiamantReviewer(Reviewer):
    """Weighs a game of Diamant."""

    def __init__(self, played: Replay) -> None:
        outcome = played.game.outcome(played.state)
        if outcome is None:
            raise Refused("review-not-over")
        self._played, self._outcome, self._seats = played, outcome, len(played.record.seats)
        self._champion = champion(same_as(played.game), self._seats)
        self._moments = _asked(played)
        self._wanted = _wanted(self._moments)
        self.situations = len(self._wanted)

    def review(
        self, games: int, seed: int, progress: Callable[[int], None] = lambda _: None, threads: int | None = None
    ) -> Review:
        """Weigh it by champions' games from each situation."""
        steps, each = self._played.steps, max(1, games // BATCHES)
        values, balance = self._values(each, seed, progress, threads), Balance(self._outcome)
        for moment in self._moments:
            # One card, or a fatal one and the first of an expedition.
            *fatal, first = _cards(steps[moment.step].events)
            for card in fatal:
                balance.turned(moment.step, str(card), values[moment.beginning()], fatal=True)
            balance.turned(moment.step, str(first), balance.fair if moment.is_fair else values[moment.situation])
            balance.stands(moment.step)
            for view in moment.views:
                self._weigh(balance, moment, view, values)
            balance.decided(values[moment.chosen()])
        for card in _cards(steps[-1].events):  # Nobody decides any more, but a card may have ended the game.
            balance.turned(len(steps) - 1, str(card), balance.result, fatal=True)
        balance.ended(len(steps) - 1)
        review = balance.review(self._played.record.seats, each * BATCHES, seed)
        rated = (replace(seat, rating=rating(seat.errors, seat.decisions)) for seat in review.seats)
        return replace(review, seats=tuple(rated))

    def _weigh(self, balance: Balance, moment: Asked, view: View, values: Mapping[Situation, Shares]) -> None:
        """What one seat did, and what it could have done."""
        seat = view.seat
        assert seat is not None
        row, at = place(self._champion, view, moment.history)
        often = CHANCES[self._champion.leaving[self._champion.rows[row] + at]] / (1 << COIN_BITS)
        balance.chose(
            moment.step,
            seat,
            str(LEAVE if seat in moment.leavers else CONTINUE),
            {str(CONTINUE): values[moment.choosing(seat, False)], str(LEAVE): values[moment.choosing(seat, True)]},
            {str(CONTINUE): 1 - often, str(LEAVE): often},
        )

    def is_compiled(self) -> bool:
        """Whether playouts are."""
        return is_compiled("playouts")

    def _values(
        self, games: int, seed: int, progress: Callable[[int], None], threads: int | None
    ) -> dict[Situation, Shares]:
        """The shares of all seats from each situation, a row for each batch of so many games."""
        game, seats = self._played.game, self._seats
        box, party = box_of(game), party_of(game, [make_bot("champion", Random())] * seats)
        found: dict[Situation, Shares] = {}
        for first in range(0, self.situations, CHUNK):
            some = self._wanted[first : first + CHUNK]
            rows = [situation._replace(game=batch * games) for situation in some for batch in range(BATCHES)]
            sums = play_out(box, party, rows, games, seed, threads).victories[:, :seats] / (VICTORY * games)
            found.update(zip(some, sums.reshape(len(some), BATCHES, seats), strict=True))
            progress(len(found))
        return found


def _asked(played: Replay) -> list[Asked]:
    """Every moment at which somebody decided."""
    found: list[Asked] = []
    history: tuple[Event, ...] = ()
    for at, (step, after) in enumerate(pairwise(played.steps)):
        history += step.events
        views = tuple(played.game.observe(step.state, seat) for seat in step.state.cave.inside)
        (revealed,) = (event for event in after.events if isinstance(event, Revealed))
        situation = situation_of(played.game, views[0], history)
        seats, fatal = len(played.record.seats), any(isinstance(event, Disaster) for event in step.events)
        found.append(Asked(at, situation, views, history, revealed.leaving, seats, fatal))
    return found


def _wanted(moments: Sequence[Asked]) -> list[Situation]:
    """All situations whose values are needed, each once."""
    found: dict[Situation, None] = {}
    for moment in moments:
        for situation in (
            moment.situation,
            moment.chosen(),
            *([moment.beginning()] if moment.after_disaster else []),
            *(moment.choosing(seat, leaves) for seat in moment.inside for leaves in (False, True)),
        ):
            found[situation] = None
    return list(found)


def _cards(events: Iterable[Event]) -> list[Card]:
    return [event.card for event in events if isinstance(event, TreasureFound | HazardMet | RelicFound | Disaster)]
