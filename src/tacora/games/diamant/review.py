"""A finished game of Diamant, weighed by playouts with champions on all seats.

A game goes from decision to decision. At each one the value of the moment, of what came of the actual decisions, and
of both choices of everybody inside are estimated, all with the same random words. A card's luck is the difference
between the moment after it and the moment before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.fast.compiled import is_compiled
from tacora.fast.review import Chances, Choice, Review, Reviewer, SeatReview, Turn
from tacora.game import Refused, Seat
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.solved import place
from tacora.games.diamant.editions import Card
from tacora.games.diamant.kernel.box import box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.playouts import Situation, play_out, situation_of
from tacora.games.diamant.kernel.walk import VICTORY
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
from tacora.games.diamant.strategy import CHANCES, COIN_BITS, Strategy, champion, same_as

Shares: TypeAlias = NDArray[np.float64]
"""Of the victory, by batch and seat."""

BATCHES = 32
"""The games from a situation are played in so many batches; standard errors are from the differences between them."""
ENOUGH = 3.0
"""Standard errors beyond which a difference is no chance."""
LEAST = 0.001
"""A difference below this is nobody's error."""
CHUNK = 16
"""Situations played out between two reports of progress."""


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
        result = np.zeros(self._seats)
        result[list(self._outcome.winners)] = 1 / len(self._outcome.winners)
        balance = _Balance(self._moments, self._values(each, seed, progress, threads), np.tile(result, (BATCHES, 1)))
        for moment in self._moments:
            balance.turned(moment, steps[moment.step].events)
            balance.decided(moment, self._champion)
        balance.ended(len(steps) - 1, steps[-1].events)
        return balance.review(self._played.record.seats, each * BATCHES, seed)

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


class _Balance:
    """Adds up where the shares of all seats went, from a fair share each to the result."""

    def __init__(self, moments: Sequence[Asked], values: Mapping[Situation, Shares], result: Shares) -> None:
        self._values, self._result = values, result
        self._fair = np.full(result.shape, 1 / result.shape[1])
        self._now = self._fair
        self._cards, self._decisions, self._errors = (np.zeros(result.shape) for _ in range(3))
        self._count = Counter(seat for moment in moments for seat in moment.inside)
        self._choices: list[Choice] = []
        self._turns: list[Turn] = []
        self._chances: list[Chances] = []

    def turned(self, moment: Asked, events: Iterable[Event]) -> None:
        """The cards between the decisions before and these: one, or a fatal one and the first of an expedition."""
        *fatal, first = _cards(events)
        for card in fatal:
            self._turn(moment.step, card, self._values[moment.beginning()], fatal=True)
        self._turn(moment.step, first, self._fair if moment.is_fair else self._values[moment.situation])
        self._chances.append(Chances(moment.step, _mean(self._now), _error(self._now)))

    def decided(self, moment: Asked, strategy: Strategy) -> None:
        """What all did, and what each could have done."""
        after = self._values[moment.chosen()]
        self._decisions += after - self._now
        for view in moment.views:
            seat = view.seat
            assert seat is not None
            going, leaving = (self._values[moment.choosing(seat, leaves)][:, seat] for leaves in (False, True))
            leaves = seat in moment.leavers
            chosen, other = (leaving, going) if leaves else (going, leaving)
            lost = other - chosen
            mean, se = float(lost.mean()), _se(lost)
            judged = abs(mean) > ENOUGH * se and abs(mean) > LEAST
            if judged and mean > 0:
                self._errors[:, seat] -= lost
            row, at = place(strategy, view, moment.history)
            often = CHANCES[strategy.leaving[strategy.rows[row] + at]] / (1 << COIN_BITS)
            self._choices.append(
                Choice(
                    step=moment.step,
                    seat=seat,
                    chosen=str(LEAVE if leaves else CONTINUE),
                    values={str(CONTINUE): float(going.mean()), str(LEAVE): float(leaving.mean())},
                    se=se,
                    champion={str(CONTINUE): 1 - often, str(LEAVE): often},
                    judged=judged,
                    error=-mean if judged and mean > 0 else 0.0,
                )
            )
        self._now = after

    def ended(self, step: int, events: Iterable[Event]) -> None:
        """The last step: nobody decides any more, but its card may have ended the game."""
        for card in _cards(events):
            self._turn(step, card, self._result, fatal=True)
        self._decisions += self._result - self._now  # All are at camp: nothing but the last digits of a float.
        self._chances.append(Chances(step, _mean(self._result), (0.0,) * self._result.shape[1]))

    def review(self, names: Sequence[str], games: int, seed: int) -> Review:
        """The whole of it."""
        others = self._decisions - self._errors
        result = self._result - self._fair
        return Review(
            seats=tuple(
                SeatReview(
                    name=name,
                    result=float(result[0, seat]),
                    cards=float(self._cards[:, seat].mean()),
                    others=float(others[:, seat].mean()),
                    errors=float(self._errors[:, seat].mean()),
                    cards_se=_se(self._cards[:, seat]),
                    others_se=_se(others[:, seat]),
                    errors_se=_se(self._errors[:, seat]),
                    adjusted=float((result - self._cards)[:, seat].mean()),
                    decisions=self._count[seat],
                )
                for seat, name in enumerate(names)
            ),
            decisions=tuple(self._choices),
            cards=tuple(self._turns),
            chances=tuple(self._chances),
            games=games,
            seed=seed,
        )

    def _turn(self, step: int, card: Card, after: Shares, *, fatal: bool = False) -> None:
        luck = after - self._now
        self._cards += luck
        self._turns.append(Turn(step, str(card), fatal, _mean(luck), _error(luck)))
        self._now = after


def _cards(events: Iterable[Event]) -> list[Card]:
    return [event.card for event in events if isinstance(event, TreasureFound | HazardMet | RelicFound | Disaster)]


def _mean(shares: Shares) -> tuple[float, ...]:
    return tuple(shares.mean(axis=0).tolist())


def _error(shares: Shares) -> tuple[float, ...]:
    return tuple((shares.std(axis=0, ddof=1) / sqrt(len(shares))).tolist())


def _se(values: Shares) -> float:
    return float(values.std(ddof=1) / sqrt(len(values)))
