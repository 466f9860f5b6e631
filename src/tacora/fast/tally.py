"""The counts of simulated games. Games themselves are not kept, so memory does not grow with their number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tacora.fast.arrays import SEATS, Ints


class Tally(NamedTuple):
    """Counts of games. Integers only, so that the order of addition does not matter."""

    scores: Ints
    """Number of games, by seat and score."""
    victories: Ints
    """Number of games won, by seat and number of winners."""
    sums: Ints
    """The game's own statistics."""

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]  # sums, not one tuple after the other
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def empty_tally(scores: int, sums: int) -> Tally:
    """A tally of zeros, for so many scores and sums."""
    return Tally(np.zeros((SEATS, scores), np.int64), np.zeros((SEATS, SEATS + 1), np.int64), np.zeros(sums, np.int64))
