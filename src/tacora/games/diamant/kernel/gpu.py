"""The kernel on an NVIDIA GPU: one game in each thread, by the same rules and with the same random words as in lanes.

Counting a finished game is a branch during which the rest of a warp waits, so finished games are looked for only every
few steps. A game that is over has an empty deck, from which no card comes.
"""

from __future__ import annotations

import numpy as np
from numba import cuda

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.chance import PER_EXPEDITION, U, ahead, key_of, word
from tacora.fast.compiled import for_gpu, gpu_entry, gpu_small
from tacora.fast.gpu_memory import empty, pour, sent
from tacora.fast.tally import Tally
from tacora.games.diamant.kernel.box import CARDS as CARD_CODES
from tacora.games.diamant.kernel.box import ORDERS, RECIPROCALS, SCORES, Box
from tacora.games.diamant.kernel.counting import rank
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.rules import (
    COURSE_BITS,
    DISASTER,
    WORTH,
    chest,
    cleared,
    draw,
    into_chests,
    leave,
    turn,
)
from tacora.games.diamant.kernel.wants import wants as wants_to_leave

wants = for_gpu(wants_to_leave)

THREADS = 256
"""In a block."""
BLOCKS = 1056
STEPS = 3
"""Between two looks for finished games."""
EXPEDITIONS = 8
"""As many as a box may have."""
_SCORES, _VICTORIES, _PASSED = SEATS * SCORES, SEATS * (SEATS + 1), 2 * EXPEDITIONS


@gpu_entry
def kernel(box: Box, party: Party, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints) -> None:
    """Play the games numbered from `first` up to `last`, each thread every so many of them, and count them."""
    scores = cuda.shared.array(_SCORES, np.int32)
    victories = cuda.shared.array(_VICTORIES, np.int32)
    passed = cuda.shared.array(_PASSED, np.int32)
    empty(scores)
    empty(victories)
    empty(passed)
    cuda.syncthreads()

    seats, everyone, all_cards = party.seats, (1 << party.seats) - 1, box.cards | box.added[0]
    game = first + cuda.grid(1)
    beginning = U(key_of(seed, game))
    place = beginning
    expedition, course, one, two, taken = 0, 0, 0, 0, 0
    in_play, deck, kin, held, path, lying, worth = all_cards, all_cards, 0, 0, 0, 0, 0
    inside, explorers = everyone, seats
    while game < last:
        for _ in range(STEPS):
            card, found = draw(deck, U(word(place)), box.bits)
            place = U(ahead(place, 1))
            effect = box.effects[U(explorers * CARD_CODES + card)]
            deck, kin, held, path, disaster = turn(card, found, box.same[U(card)], effect, deck, kin, held, path)
            if box.relics:
                worth += box.worths[U(card * ORDERS + taken + lying)] * found
                lying += (box.relics >> card) & found
            leaving = 0
            for group in range(len(party.kinds)):
                leaving |= wants(
                    box, party, group, place, expedition, in_play, deck, kin, held, path, lying, worth,
                    inside, explorers, one, two,
                )  # fmt: skip
            leaving &= inside & -(found & ~disaster)
            leavers = cuda.popc(leaving)
            home, path = leave(leavers, RECIPROCALS[U(leavers)], held, path, lying, worth)
            one += into_chests(leaving & 15, home)
            two += into_chests(leaving >> 4, home)
            inside &= ~leaving
            explorers -= leavers
            if leavers == 1:
                taken, lying, worth = taken + lying, 0, 0
            if disaster or not inside:
                course |= (cuda.popc(in_play & ~deck) + disaster * DISASTER) << COURSE_BITS * expedition
                expedition += 1
                in_play = cleared(in_play, deck, box.relics, card, disaster) | box.added[U(expedition)]
                if expedition == box.expeditions:
                    in_play = 0
                beginning = U(ahead(beginning, PER_EXPEDITION))
                place = beginning
                deck, kin, held, path, lying, worth = in_play, 0, 0, 0, 0, 0
                inside, explorers = everyone, seats
        if expedition == box.expeditions:
            count(scores, victories, passed, one, two, course, box.expeditions, seats, box.relics_break_ties)
            if len(kept):
                kept[game - first, 0], kept[game - first, 1], kept[game - first, 2] = one, two, course
            game += cuda.gridsize(1)
            beginning = U(key_of(seed, game))
            place = beginning
            expedition, course, one, two, taken = 0, 0, 0, 0, 0
            in_play, deck = all_cards, all_cards

    cuda.syncthreads()
    pour(scores, tally.scores)
    pour(victories, tally.victories)
    pour(passed, tally.sums)


@gpu_small
def count(
    scores: Ints,
    victories: Ints,
    passed: Ints,
    one: int,
    two: int,
    course: int,
    expeditions: int,
    seats: int,
    relics_break_ties: int,
) -> None:
    """Count a finished game in the memory of the block."""
    best, tied = -1, 0
    for seat in range(seats):
        cuda.atomic.add(scores, seat * SCORES + chest(one, two, seat) // WORTH, 1)
        mine = rank(one, two, seat, relics_break_ties)
        tied = 1 if mine > best else tied + (mine == best)
        best = max(best, mine)
    for seat in range(seats):
        if rank(one, two, seat, relics_break_ties) == best:
            cuda.atomic.add(victories, seat * (SEATS + 1) + tied, 1)
    for expedition in range(expeditions):
        there = course >> COURSE_BITS * expedition
        cuda.atomic.add(passed, expedition, there & (DISASTER - 1))
        cuda.atomic.add(passed, expeditions + expedition, (there // DISASTER) & 1)


class Gpu:
    """A GPU with a table set up on it."""

    def __init__(self, box: Box, party: Party) -> None:
        self._box = Box(*map(sent, box))
        self._party = Party(*map(sent, party))
        self._none = cuda.to_device(np.zeros((0, 3), np.int64))

    def play(self, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints) -> None:
        """Like `lanes.play`."""
        counts = [cuda.to_device(total.reshape(-1)) for total in tally]
        rows = cuda.to_device(kept) if len(kept) else self._none
        kernel[BLOCKS, THREADS](self._box, self._party, seed, first, last, Tally(*counts), rows)  # type: ignore[index]
        for total, counted in zip(tally, counts, strict=True):
            total[...] = counted.copy_to_host().reshape(total.shape)
        if len(kept):
            kept[...] = rows.copy_to_host()
