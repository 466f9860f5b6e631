"""Intervals: the textbook's figures, and honest at the ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacora.arena.intervals import student, student_quantile, wilson

shares = st.floats(0, 1)
numbers = st.integers(1, 10**9)


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (30, 100, 0.2189, 0.3958),
    ],
)
def test_for_wins_and_losses_it_is_the_interval_of_wilson(won: int, of: int, low: float, high: float) -> None:
    share = won / of
    assert wilson(share, share * (1 - share), of) == pytest.approx((low, high), abs=5e-5)


@given(shares, shares, numbers)
def test_the_interval_of_a_share_holds_the_share_and_stays_a_share(share: float, part: float, n: int) -> None:
    """Whatever the variance, which is at most that of wins and losses."""
    low, high = wilson(share, part * share * (1 - share), n)
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1


@given(shares, shares, st.integers(1, 10**6))
def test_what_is_won_by_one_is_lost_by_the_other(share: float, part: float, n: int) -> None:
    variance = part * share * (1 - share)
    low, high = wilson(share, variance, n)
    assert wilson(1 - share, variance, n) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_hundred_equal_observations_are_no_certainty(share: float) -> None:
    low, high = wilson(share, 0.0, 100)
    assert 0.01 < high - low < 0.1


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (11, 2.2010), (15, 2.1314), (30, 2.0423), (120, 1.9799)],
)
def test_the_quantiles_are_those_of_the_textbook(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, abs=1e-4)


def test_of_a_mean() -> None:
    assert student(20.0, 3.0, 9) == pytest.approx((20 - 2.306004, 20 + 2.306004))
    assert student(20.0, 0.0, 9) == (20.0, 20.0)
