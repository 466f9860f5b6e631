"""The standings of a match: bots and pairs of bots, with confidence intervals.

The statistical unit is the deal. Its games have the same cards with the seats rotated, so they are not independent;
their average is one observation. Differences between two bots are taken within a deal, where both had the same cards
and seats: shared luck cancels out, and small differences show.

All sums are integers over a common denominator: so they are exact, do not depend on the order of deals, and lose
nothing when squares are subtracted. They are kept for a fixed number of groups of deals, not for each deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import lcm, sqrt
from typing import TypeVar

from msgspec import Struct

from tacora.arena.intervals import student, wilson
from tacora.arena.match import Played
from tacora.arena.rating import Wins, with_intervals
from tacora.arena.schedule import least_deals

K = TypeVar("K")

GROUPS = 41
"""A prime, so that a periodic schedule does not give a group the same lineups every time."""


class BotStanding(Struct, frozen=True):
    """One bot over the whole match."""

    bot: str
    mean: float
    """Mean score."""
    mean_ci95: tuple[float, float]
    win_share: float
    """Share of victories for one seat; a tie of k counts 1/k."""
    ci95: tuple[float, float]
    rating: float
    rating_ci95: tuple[float, float]


class PairStanding(Struct, frozen=True):
    """One bot against another at the same table."""

    bot: str
    against: str
    ahead: float
    """Share of the games in which the first comes out ahead of the second; a tie counts half."""
    ci95: tuple[float, float]
    difference: float
    """Mean difference of the scores, first minus second."""
    difference_ci95: tuple[float, float]


class Standings(Struct, frozen=True):
    """The bots from best to worst, and all pairs, the better one first."""

    deals: int
    games: int
    bots: tuple[BotStanding, ...]
    pairs: tuple[PairStanding, ...]


class _Sums(Struct, frozen=True):
    """Count, sum and sum of squares of one figure over deals, in some unit."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, value: int) -> _Sums:
        return _Sums(self.count + 1, self.total + value, self.squares + value * value)

    def __add__(self, other: _Sums) -> _Sums:
        return _Sums(self.count + other.count, self.total + other.total, self.squares + other.squares)

    def mean(self, unit: int) -> float:
        return self.total / (self.count * unit)

    def variance(self, unit: int) -> float:
        """The unbiased sample variance."""
        n = self.count
        return (n * self.squares - self.total**2) / (n * (n - 1) * unit**2)


class _Group(Struct, frozen=True):
    """The sums of a group of deals, for each bot and each pair."""

    deals: int
    scores: dict[int, _Sums]
    victories: dict[int, _Sums]
    ahead: dict[tuple[int, int], _Sums]
    difference: dict[tuple[int, int], _Sums]

    @classmethod
    def empty(cls, bots: int) -> _Group:
        each = dict.fromkeys(range(bots), _Sums())
        pairs = dict.fromkeys(combinations(range(bots), 2), _Sums())
        return cls(0, each, each, pairs, pairs)


class StandingsTally:
    """Accumulates deals, in any order, into standings."""

    def __init__(self, labels: Sequence[str], players: int) -> None:
        self._labels = tuple(labels)
        self._players = players
        bots = len(labels)
        self._groups = [_Group.empty(bots)] * GROUPS
        self._least = least_deals(bots, players)
        # A bot has one of two numbers of seats at a table; this is a common multiple.
        self._seats = lcm(*(seats for seats in (players // bots, -(-players // bots)) if seats))
        self._one_victory = lcm(*range(1, players + 1))
        self._score_unit = players * self._seats
        self._victory_unit = self._score_unit * self._one_victory
        self._ahead_unit = 2 * players * self._seats**2

    @property
    def deals(self) -> int:
        """How many deals were counted."""
        return sum(group.deals for group in self._groups)

    @property
    def is_enough(self) -> bool:
        """Whether every pair has met often enough for statistics."""
        return self.deals >= self._least

    def add(self, played: Played) -> None:
        """Add one deal, as the average of its games. Atomic, even if Ctrl-C interrupts it."""
        seats, share = played.games[0][0], self._seats
        weight = {bot: share // seats.count(bot) for bot in seats}
        scores, victories = dict.fromkeys(weight, 0), dict.fromkeys(weight, 0)
        pairs = list(combinations(sorted(weight), 2))
        ahead = dict.fromkeys(pairs, 0)
        for at_table, outcome in played.games:
            # In one edition relics break ties: of two with the same score, only one may be a winner.
            ranks: dict[int, list[tuple[int, bool]]] = {bot: [] for bot in weight}
            one = self._one_victory // len(outcome.winners)
            for seat, bot in enumerate(at_table):
                won = seat in outcome.winners
                scores[bot] += outcome.scores[seat]
                victories[bot] += one * won
                ranks[bot].append((outcome.scores[seat], won))
            for pair in pairs:
                for mine, theirs in product(ranks[pair[0]], ranks[pair[1]]):
                    ahead[pair] += 1 + (mine > theirs) - (mine < theirs)
        group = self._groups[played.deal % GROUPS]
        self._groups[played.deal % GROUPS] = _Group(
            group.deals + 1,
            _with(group.scores, {bot: scores[bot] * weight[bot] for bot in weight}),
            _with(group.victories, {bot: victories[bot] * weight[bot] for bot in weight}),
            _with(group.ahead, {(i, j): ahead[i, j] * weight[i] * weight[j] for i, j in pairs}),
            _with(group.difference, {(i, j): scores[i] * weight[i] - scores[j] * weight[j] for i, j in pairs}),
        )

    def standings(self) -> Standings:
        """The standings after the deals so far; requires `is_enough`."""
        rated = with_intervals([self._wins(group) for group in self._groups if group.deals])
        order = sorted(range(len(rated)), key=lambda bot: (-rated[bot][0], bot))
        return Standings(
            deals=self.deals,
            games=self.deals * self._players,
            bots=tuple(self._bot(bot, *rated[bot]) for bot in order),
            pairs=tuple(self._pair(first, second) for first, second in combinations(order, 2)),
        )

    def _wins(self, group: _Group) -> Wins:
        """How many deals of this group each bot won against each other bot."""
        bots = range(len(self._labels))
        wins = [[0.0 for _ in bots] for _ in bots]
        for (i, j), ahead in group.ahead.items():
            wins[i][j] = ahead.total / self._ahead_unit
            wins[j][i] = ahead.count - wins[i][j]
        return wins

    def _bot(self, bot: int, rating: float, rating_ci95: tuple[float, float]) -> BotStanding:
        scores = sum((group.scores[bot] for group in self._groups), _Sums())
        victories = sum((group.victories[bot] for group in self._groups), _Sums())
        mean, share = scores.mean(self._score_unit), victories.mean(self._victory_unit)
        return BotStanding(
            bot=self._labels[bot],
            mean=mean,
            mean_ci95=student(mean, sqrt(scores.variance(self._score_unit)), scores.count),
            win_share=share,
            ci95=wilson(share, victories.variance(self._victory_unit), victories.count),
            rating=rating,
            rating_ci95=rating_ci95,
        )

    def _pair(self, first: int, second: int) -> PairStanding:
        pair = min(first, second), max(first, second)
        ahead = sum((group.ahead[pair] for group in self._groups), _Sums())
        difference = sum((group.difference[pair] for group in self._groups), _Sums())
        share, points = ahead.mean(self._ahead_unit), difference.mean(self._score_unit)
        if pair != (first, second):
            share, points = 1 - share, -points
        return PairStanding(
            bot=self._labels[first],
            against=self._labels[second],
            ahead=share,
            ci95=wilson(share, ahead.variance(self._ahead_unit), ahead.count),
            difference=points,
            difference_ci95=student(points, sqrt(difference.variance(self._score_unit)), difference.count),
        )


def _with(sums: dict[K, _Sums], values: dict[K, int]) -> dict[K, _Sums]:
    """The sums with one more value for some of them."""
    return {**sums, **{key: sums[key].plus(value) for key, value in values.items()}}
