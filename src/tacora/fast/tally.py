"""What is kept of simulated games: counts, never the games themselves, so memory does not grow with their number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tacora.fast.box import SEATS, Ints
from tacora.fast.compiled import small
from tacora.fast.rules import COURSE_BITS, DISASTER, WORTH, chest


class Tally(NamedTuple):
    """Whole numbers only, so that adding up in any order gives the same."""

    scores: Ints
    """By seat and score: how many games."""
    victories: Ints
    """By seat and number of winners in that game: how many games."""
    sums: Ints
    """Whatever else a game adds up. Diamant: the cards turned by expedition, then the disasters by expedition."""

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]  # sums, not one tuple after the other
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def empty_tally(scores: int, sums: int) -> Tally:
    """Nothing counted yet, with places for so many scores and sums."""
    return Tally(np.zeros((SEATS, scores), np.int64), np.zeros((SEATS, SEATS + 1), np.int64), np.zeros(sums, np.int64))


@small
def rank(first: int, second: int, seat: int, relics_break_ties: int) -> int:
    """What decides between seats: the score, and in one box the relics after it (D21)."""
    full = chest(first, second, seat)
    return full if relics_break_ties else full // WORTH


@small
def count(
    tally: Tally, first: int, second: int, course: int, expeditions: int, seats: int, relics_break_ties: int
) -> None:
    """Count a finished game."""
    best, tied = -1, 0
    for seat in range(seats):
        tally.scores[seat, chest(first, second, seat) // WORTH] += 1
        mine = rank(first, second, seat, relics_break_ties)
        tied = 1 if mine > best else tied + (mine == best)
        best = max(best, mine)
    for seat in range(seats):
        if rank(first, second, seat, relics_break_ties) == best:
            tally.victories[seat, tied] += 1
    for expedition in range(expeditions):
        passed = course >> COURSE_BITS * expedition
        tally.sums[expedition] += passed & (DISASTER - 1)
        tally.sums[expeditions + expedition] += (passed // DISASTER) & 1
