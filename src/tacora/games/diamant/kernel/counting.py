"""Counting finished games."""

from __future__ import annotations

from tacora.fast.compiled import inlined, small
from tacora.fast.tally import Tally
from tacora.games.diamant.kernel.rules import COURSE_BITS, DISASTER, WORTH, chest


@small
def rank(first: int, second: int, seat: int, relics_break_ties: int) -> int:
    """What decides between seats: the score, and in one box the relics after it (D21)."""
    full = chest(first, second, seat)
    return full if relics_break_ties else full // WORTH


@inlined
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
