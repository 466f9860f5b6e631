"""One number for each bot, from who is ahead of whom: strengths after Bradley and Terry, on the scale of Elo."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp, log, sqrt
from typing import TypeAlias

from tacora.arena.intervals import Z

Wins: TypeAlias = Sequence[Sequence[float]]
"""In row i and column j: how many deals i won against j. A tie is half a win for each."""

EVEN = 1500.0
"""The mean of all ratings."""

PRIOR = 0.5
"""Wins that every bot is given against every other before the first deal, so that nobody is infinitely strong."""

_POINTS = 400 / log(10)
"""Of Elo, for a factor e between two strengths: 400 points are ten wins to one."""
_CLOSE = 1e-10
_MOST_ROUNDS = 10_000


def ratings(wins: Wins, start: Sequence[float] | None = None) -> list[float]:
    """How strong each bot is: the bot with d points more is ahead with the probability 1 / (1 + 10^(-d / 400)).

    The most likely strengths are found by going round (M. Newman, Efficient computation of rankings from pairwise
    comparisons, 2023), from `start` if a good guess is at hand.

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
"""With more bots than this, one deal between two of them changes no rating that counts, and trying all takes long."""


def with_intervals(groups: Sequence[Wins]) -> list[tuple[float, tuple[float, float]]]:
    """The ratings with their intervals of 95 %, from the wins in each of several groups of deals.

    How far a rating may be off is seen from how it changes when one group is left out (the jackknife). Where one bot
    wins always, leaving out changes next to nothing though little is known; so, as in Wilson's interval, it also counts
    how much would change if about one of the deals between two bots had gone the other way.

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
    """As if the better of these two had won half of Z deals less against the other, and so closer to even."""
    if wins[i][j] < wins[j][i]:
        i, j = j, i
    moved = min(Z / 2, wins[i][j])
    changed = [list(row) for row in wins]
    changed[i][j] -= moved
    changed[j][i] += moved
    return changed
