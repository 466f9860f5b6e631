"""What is kept of simulated games: counts, never the games themselves, so memory does not grow with their number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tacora.fast.arrays import SEATS, Ints


class Tally(NamedTuple):
    """Whole numbers only, so that adding up in any order gives the same."""

    scores: Ints
    """By seat and score: how many games."""
    victories: Ints
    """By seat and number of winners in that game: how many games."""
    sums: Ints
    """Whatever else a game adds up."""

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]  # sums, not one tuple after the other
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def empty_tally(scores: int, sums: int) -> Tally:
    """Nothing counted yet, with places for so many scores and sums."""
    return Tally(np.zeros((SEATS, scores), np.int64), np.zeros((SEATS, SEATS + 1), np.int64), np.zeros(sums, np.int64))
