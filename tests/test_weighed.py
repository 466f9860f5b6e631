"""What a review shows: whole points that add up as they are printed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacora.fast.review import SeatReview
from tacora.games.weighed import adding_up, chances_of, row_of

SHARE = st.floats(-1, 1, allow_nan=False)


def seat(cards: float, others: float, errors: float) -> SeatReview:
    return SeatReview("Ana", cards + others + errors, cards, others, errors, 0, 0, 0, others + errors, 9)


@given(SHARE, SHARE, st.floats(-1, 0, allow_nan=False))
def test_the_parts_of_a_row_are_its_result(cards: float, others: float, errors: float) -> None:
    balance = seat(cards, others, errors)
    row = row_of(balance)
    assert row.cards + row.others + row.errors == row.result == round(100 * balance.result)
    assert row.others + row.errors == row.adjusted
    assert row.errors <= 0
    for shown, exact in ((row.cards, cards), (row.others, others), (row.errors, errors)):
        assert abs(shown - 100 * exact) < 1 + 1e-6


@given(st.lists(st.floats(0, 1, allow_nan=False), min_size=2, max_size=8).filter(lambda parts: sum(parts) > 0.001))
def test_chances_are_a_hundred_together(parts: list[float]) -> None:
    shares = [part / sum(parts) for part in parts]
    shown = chances_of(shares)
    assert sum(shown) == 100
    assert all(abs(whole - 100 * share) < 1 + 1e-6 for whole, share in zip(shown, shares, strict=True))
    assert all(whole == 0 for whole, share in zip(shown, shares, strict=True) if share == 0)


@pytest.mark.parametrize(
    ("parts", "total", "shown"),
    [
        ([0.504, 0.304, -0.008], 80, (51, 30, -1)),
        ([0.204, -0.404, 0.0], -20, (20, -40, 0)),
        ([0.3, -0.3, -1e-17], 0, (30, -30, 0)),
        ([0.126, 0.126, 0.248], 50, (13, 12, 25)),
    ],
)
def test_what_is_nothing_stays_nothing(parts: list[float], total: int, shown: tuple[int, ...]) -> None:
    assert adding_up(parts, total) == shown
