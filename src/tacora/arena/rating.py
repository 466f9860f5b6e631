"""Ratings from pairwise results: Bradley-Terry strengths on the Elo scale."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp, log, sqrt
from typing import TypeAlias

from tacora.arena.intervals import Z

Wins: TypeAlias = Sequence[Sequence[float]]
"""Row i, column j: how many deals i won against j. A tie is half a win for each."""

EVEN = 1500.0
"""The mean of all ratings."""

PRIOR = 0.5
"""Prior: wins that every bot gets against every other, so that no strength is infinite."""

_POINTS = 400 / log(10)
"""Elo points for a factor e between two strengths: 400 points are odds of ten to one."""
_CLOSE = 1e-10
_MOST_ROUNDS = 10_000


def ratings(wins: Wins, start: Sequence[float] | None = None) -> list[float]:
    """The rating of each bot: one with d points more is ahead with probability 1 / (1 + 10^(-d / 400)).

    The most likely strengths are found by iteration (M. Newman, Efficient computation of rankings from pairwise
    comparisons, 2023), from `start` if there is a good guess.

    >>> [round(rating) for rating in ratings([[0, 10], [0.1, 0]])]
    [1749, 1251]
    """
    bots = range(len(wins))
    won = [[wins[i][j] + PRIOR if i != j else 0.0 for j in bots] for i in bots]
    strength = [exp((points - EVEN) / _POINTS) for points in start] if start else [1.0 for _ in bots]
    for _ in range(_MOST_ROUNDS):
        moved = 0.0
        for i in bots:
            share = [1 / (strength[i] + strength[j]) for j in bots]
            better = sum(won[i][j] * strength[j] * share[j] for j in bots) / sum(won[j][i] * share[j] for j in bots)
            moved = max(moved, abs(log(better / strength[i])))
            strength[i] = better
        if moved < _CLOSE:
            break
    points = [_POINTS * log(each) for each in strength]
    mean = sum(points) / len(points)
    return [EVEN + each - mean for each in points]


MANY = 16
"""With more bots than this, one deal between two of them hardly changes a rating, and to try all pairs is slow."""


def with_intervals(groups: Sequence[Wins]) -> list[tuple[float, tuple[float, float]]]:
    """The ratings with 95 % confidence intervals, from the wins in each of several groups of deals.

    The variance is estimated by the jackknife, leaving out one group at a time. If one bot always wins, that changes
    next to nothing although little is known; so, as in Wilson's interval, the effect of about one deal between two
    bots going the other way is added.

    >>> [(best, (low, high)), _] = with_intervals([[[0, 5], [5, 0]], [[0, 8], [2, 0]], [[0, 6], [4, 0]]])
    >>> round(best), round(low), round(high)
    (1546, 1481, 1611)
    """
    wins = _sum(groups)
    whole = ratings(wins)
    fewer = [ratings(_sum([*groups[:at], *groups[at + 1 :]]), whole) for at in range(len(groups))]
    pairs = list(combinations(range(len(wins)), 2))
    others = [ratings(_one_less(wins, i, j), whole) for i, j in pairs] if len(wins) <= MANY else []
    rated = []
    for bot, rating in enumerate(whole):
        mean = sum(one[bot] for one in fewer) / len(fewer)
        variance = (1 - 1 / len(fewer)) * sum((one[bot] - mean) ** 2 for one in fewer)
        variance += sum((one[bot] - rating) ** 2 for one in others)
        rated.append((rating, (rating - Z * sqrt(variance), rating + Z * sqrt(variance))))
    return rated


def _sum(groups: Sequence[Wins]) -> Wins:
    return [[sum(cells) for cells in zip(*rows, strict=True)] for rows in zip(*groups, strict=True)]


def _one_less(wins: Wins, i: int, j: int) -> Wins:
    """The wins if the better of two had lost Z / 2 more deals to the other, and so were closer to even."""
    if wins[i][j] < wins[j][i]:
        i, j = j, i
    moved = min(Z / 2, wins[i][j])
    changed = [list(row) for row in wins]
    changed[i][j] -= moved
    changed[j][i] += moved
    return changed
