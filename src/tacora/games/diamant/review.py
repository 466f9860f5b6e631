"""A finished game of Diamant, weighed by playouts with champions on all seats.

A game goes from decision to decision. At each one the value of the moment, of what came of the actual decisions, and
of both choices of everybody inside are estimated, all with the same random words. A card's luck is the difference
between the moment after it and the moment before it. Two inside with equal chests are in the same position, so what a
choice is worth to the one it is worth to the other. Where a first look shows that what was chosen is clearly the better
choice, nothing is to be charged, and no more games are played for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tacora.fast.balance import BATCHES, CHUNK, Balance, Shares, clearly_ahead
from tacora.fast.compiled import is_compiled
from tacora.fast.review import Review, Reviewer
from tacora.game import Refused, Seat
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.solved import place
from tacora.games.diamant.editions import Card
from tacora.games.diamant.kernel.box import box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.playouts import Situation, play_out, situation_of
from tacora.games.diamant.kernel.rules import chest
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

FIRST_LOOK = 4
"""The part of the games after which clear choices are settled: one in so many."""


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
        """With one decision given, and the others' open: that of the first who is in the same position."""
        seat = self.alike(seat)
        return self.situation.with_decisions([seat] if leaves else [], [] if leaves else [seat])

    def alike(self, seat: Seat) -> Seat:
        """The first of those inside who are in the same position: all hold the same, so their chests decide."""
        one, two = self.situation.one, self.situation.two
        return next(other for other in self.inside if chest(one, two, other) == chest(one, two, seat))

    def on_the_way(self) -> Iterator[Situation]:
        """What the game went through."""
        yield self.situation
        yield self.chosen()
        if self.after_disaster:
            yield self.beginning()

    def beginning(self) -> Situation:
        """The same expedition before its first card: all are inside, and nobody can leave yet."""
        everyone = (1 << self.seats) - 1
        return self.situation._replace(
            deck=self.situation.in_play, kin=0, held=0, path=0, lying=0, worth=0,
            inside=everyone, decided=everyone,
        )  # fmt: skip


class DiamantReviewer(Reviewer):
    """Weighs a game of Diamant."""

    all_games = 500_000

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
        continuing, leaving = (_own(moment, seat, leaves, values) for leaves in (False, True))
        balance.chose(
            moment.step,
            seat,
            str(LEAVE if seat in moment.leavers else CONTINUE),
            {str(CONTINUE): continuing, str(LEAVE): leaving},
            {str(CONTINUE): 1 - often, str(LEAVE): often},
        )

    def is_compiled(self) -> bool:
        """Whether playouts are."""
        return is_compiled("playouts")

    def _values(
        self, games: int, seed: int, progress: Callable[[int], None], threads: int | None
    ) -> dict[Situation, Shares]:
        """The shares of all seats from each situation, a row for each batch of at most so many games."""
        first = max(1, games // FIRST_LOOK)
        counted = self._counted(self._wanted, range(first), games, seed, threads)
        values: dict[Situation, Shares] = {}
        for done, (situation, sums) in enumerate(counted, 1):
            values[situation] = sums / first
            progress(done // FIRST_LOOK)
        clear, looked = self._clear(values), self.situations // FIRST_LOOK
        unclear = [situation for situation in self._wanted if situation not in clear]
        counted = self._counted(unclear, range(first, games), games, seed, threads)
        for done, (situation, sums) in enumerate(counted, 1):
            values[situation] = (values[situation] * first + sums) / games
            progress(looked + (self.situations - looked) * done // len(unclear))
        progress(self.situations)
        return values

    def _counted(
        self, situations: Sequence[Situation], part: range, games: int, seed: int, threads: int | None
    ) -> Iterator[tuple[Situation, Shares]]:
        """Victories from each situation in these games of every batch."""
        if not part:
            return
        game, seats = self._played.game, self._seats
        box, party = box_of(game), party_of(game, [make_bot("champion", Random())] * seats)
        for first in range(0, len(situations), CHUNK):
            some = situations[first : first + CHUNK]
            numbers = [batch * games + part.start for batch in range(BATCHES)]
            rows = [situation._replace(game=number) for situation in some for number in numbers]
            won = play_out(box, party, rows, len(part), seed, threads).victories[:, :seats] / VICTORY
            yield from zip(some, won.reshape(len(some), BATCHES, seats), strict=True)

    def _clear(self, values: Mapping[Situation, Shares]) -> set[Situation]:
        """What stands for choices between which a first look is enough: the better one was taken."""
        wanted: set[Situation] = set()
        for moment in self._moments:
            wanted.update(moment.on_the_way())
            for seat in moment.inside:
                left = seat in moment.leavers
                alone = len(moment.inside) == 1  # What was chosen is on the way: both are played as often.
                if alone or not clearly_ahead(_own(moment, seat, left, values), _own(moment, seat, not left, values)):
                    wanted |= {moment.choosing(seat, False), moment.choosing(seat, True)}
        return values.keys() - wanted


def _own(moment: Asked, seat: Seat, leaves: bool, values: Mapping[Situation, Shares]) -> Shares:
    """What a choice is worth to whoever makes it, by batch."""
    return values[moment.choosing(seat, leaves)][:, moment.alike(seat)]


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
            *moment.on_the_way(),
            *(moment.choosing(seat, leaves) for seat in moment.inside for leaves in (False, True)),
        ):
            found[situation] = None
    return list(found)


def _cards(events: Iterable[Event]) -> list[Card]:
    return [event.card for event in events if isinstance(event, TreasureFound | HazardMet | RelicFound | Disaster)]
