"""Ratings: the model they are made for, and no trouble at its ends."""

from __future__ import annotations

from math import isfinite
from random import Random
from statistics import fmean

import pytest

from tacora.arena.rating import EVEN, PRIOR, ratings, with_intervals

MANY = 1e9


def expected(points: list[float]) -> list[list[float]]:
    """So many wins as the model expects, of very many games."""
    return [
        [MANY / (1 + 10 ** ((theirs - mine) / 400)) if at != other else 0 for other, theirs in enumerate(points)]
        for at, mine in enumerate(points)
    ]


@pytest.mark.parametrize(
    "points", [[1500, 1500], [1600, 1400], [1700, 1500, 1300], [2100, 1800, 1450, 1250, 900], [1500] * 8]
)
def test_what_the_model_expects_is_found_again(points: list[float]) -> None:
    assert ratings(expected(points)) == pytest.approx(points, abs=0.01)


def test_400_points_are_ten_to_one() -> None:
    better, worse = ratings([[0, 10 * MANY], [MANY, 0]])
    assert better - worse == pytest.approx(400, abs=0.01)


def test_ratings_solve_the_equations_of_the_most_likely_strengths() -> None:
    """Each bot wins as often as the model says that it should, the games of the prior included."""
    rng = Random(3)
    wins = [[0.0 if i == j else rng.randint(0, 60) / 2 for j in range(6)] for i in range(6)]
    found = ratings(wins)
    for i in range(6):
        won = sum(wins[i][j] + PRIOR for j in range(6) if j != i)
        should = sum(
            (wins[i][j] + wins[j][i] + 2 * PRIOR) / (1 + 10 ** ((found[j] - found[i]) / 400))
            for j in range(6)
            if j != i
        )
        assert won == pytest.approx(should)
    assert fmean(found) == pytest.approx(EVEN)


@pytest.mark.parametrize("deals", [2, 1000, 10**9])
def test_a_bot_that_always_wins_is_strong_but_not_infinitely(deals: int) -> None:
    wins = [[0.0, deals, deals], [0.0, 0.0, deals / 2], [0.0, deals / 2, 0.0]]
    rated = with_intervals([wins])
    first, second, third = (rating for rating, _ in rated)
    assert isfinite(first)
    assert first > second == pytest.approx(third)
    for rating, (low, high) in rated:
        assert low <= rating <= high


def test_nobody_knows_how_good_a_bot_is_that_always_wins() -> None:
    """Leaving out a part changes nothing then, but the interval must not be small."""
    part = [[0.0, 25.0], [0.0, 0.0]]
    (best, (low, high)), _ = with_intervals([part] * 40)
    assert high - low > 300
    half = [[0.0, 12.5], [12.5, 0.0]]
    (even, (low, high)), _ = with_intervals([half] * 40)
    assert even == pytest.approx(EVEN)
    assert high - low < 5
    assert best > 2000


@pytest.mark.long
def test_intervals_hold_the_true_rating_as_often_as_they_say() -> None:
    """Games drawn from the model itself, so that the truth is known."""
    rng, points, hits, runs = Random(1), [1620.0, 1500.0, 1380.0], 0, 400
    for _ in range(runs):
        groups = []
        for _ in range(25):
            wins = [[0.0] * 3 for _ in range(3)]
            for i, j in ((0, 1), (0, 2), (1, 2)):
                chance = 1 / (1 + 10 ** ((points[j] - points[i]) / 400))
                won = sum(rng.random() < chance for _ in range(8))
                wins[i][j], wins[j][i] = won, 8 - won
            groups.append(wins)
        hits += sum(low <= true <= high for true, (_, (low, high)) in zip(points, with_intervals(groups), strict=True))
    assert 0.92 <= hits / (3 * runs) <= 0.98
