"""The kernel of Mister Diamond on an NVIDIA GPU: one game in each thread, the very function that a processor runs.

What all threads look up lies in the memory of their block, what changes in a game in memory of the thread.
"""

from __future__ import annotations

import numpy as np
from numba import cuda

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.chance import U, key_of
from tacora.fast.compiled import gpu_entry, gpu_small
from tacora.fast.gpu_memory import empty, pour
from tacora.fast.tally import Tally
from tacora.games.mister_diamond.kernel.party import TURNS, MisterParty
from tacora.games.mister_diamond.kernel.rules import CARDS, DIAMONDS, MisterBox, MisterTable
from tacora.games.mister_diamond.kernel.simulation import KEPT, SUMS, play_game, winners

THREADS = 128
"""In a block."""
BLOCKS = 4224
_LASTING, _VICTORIES, _TIES = SEATS * TURNS, SEATS * (SEATS + 1), SEATS + 1


@gpu_small
def count_games(
    box: MisterBox,
    party: MisterParty,
    lowest: int,
    seed: np.uint64,
    first: int,
    last: int,
    tally: Tally,
    kept: Ints,
    trial: MisterTable | None,
) -> None:
    """Play the games numbered from `first` up to `last`, each thread every so many of them, and count them."""
    prices = cuda.shared.array(CARDS, np.int64)
    same = cuda.shared.array(CARDS, np.int64)
    lasting = cuda.shared.array(_LASTING, np.int64)
    victories = cuda.shared.array(_VICTORIES, np.int32)
    added = cuda.shared.array(SUMS, np.int64)
    fetch(prices, box.prices)
    fetch(same, box.same)
    fetch(lasting, party.lasting)
    empty(victories)
    empty(added)
    cuda.syncthreads()

    box = MisterBox(box.rings, box.cards, box.loose, box.fixed, box.unit, box.expert, box.first, prices, same)
    party = MisterParty(
        party.seats, party.forgetful, party.random, party.never, party.weighing, party.playing_out, lasting
    )
    deck = cuda.local.array(CARDS, np.int8)
    owned = cuda.local.array(SEATS, np.int64)
    scores = cuda.local.array(SEATS, np.int64)
    known = cuda.local.array(DIAMONDS, np.int64)
    table = MisterTable(deck, owned, scores, known)
    different = len(tally.scores) // SEATS
    drawn, lifted, stuck, stolen, unused = 0, 0, 0, 0, 0
    for game in range(first + cuda.grid(1), last, cuda.gridsize(1)):
        sums = play_game(box, party, U(key_of(seed, game)), table, trial)
        best, tied = winners(table, party.seats)
        for seat in range(party.seats):
            cuda.atomic.add(tally.scores, seat * different + scores[seat] - lowest, 1)
            if scores[seat] == best:
                cuda.atomic.add(victories, seat * _TIES + tied, 1)
            if len(kept):
                kept[game - first, seat] = scores[seat]
        drawn, lifted, stuck = drawn + sums[0], lifted + sums[1], stuck + sums[2]
        stolen, unused = stolen + sums[3], unused + sums[4]
        if len(kept):
            for at in range(SUMS):
                kept[game - first, SEATS + at] = sums[at]

    cuda.atomic.add(added, 0, drawn)
    cuda.atomic.add(added, 1, lifted)
    cuda.atomic.add(added, 2, stuck)
    cuda.atomic.add(added, 3, stolen)
    cuda.atomic.add(added, 4, unused)
    cuda.syncthreads()
    pour(victories, tally.victories)
    pour(added, tally.sums)


@gpu_entry
def plain_kernel(
    box: MisterBox, party: MisterParty, lowest: int, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints
) -> None:
    """`count_games` for tables where nobody weighs anything."""
    count_games(box, party, lowest, seed, first, last, tally, kept, None)


@gpu_entry
def thoughtful_kernel(
    box: MisterBox, party: MisterParty, lowest: int, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints
) -> None:
    """`count_games` for any table."""
    deck = cuda.local.array(CARDS, np.int8)
    owned = cuda.local.array(SEATS, np.int64)
    scores = cuda.local.array(SEATS, np.int64)
    won = cuda.local.array(DIAMONDS, np.int64)
    count_games(box, party, lowest, seed, first, last, tally, kept, MisterTable(deck, owned, scores, won))


@gpu_small
def fetch(here: Ints, there: Ints) -> None:
    """Copy what a block looks up into its memory, all threads together."""
    for at in range(cuda.threadIdx.x, len(here), cuda.blockDim.x):
        here[at] = there[at]


class MisterGpu:
    """A GPU with a table set up on it."""

    def __init__(self, box: MisterBox, party: MisterParty, lowest: int) -> None:
        self._box = box._replace(prices=cuda.to_device(box.prices), same=cuda.to_device(box.same))
        self._party = party._replace(lasting=cuda.to_device(party.lasting))
        self._lowest = lowest
        self._none = cuda.to_device(np.zeros((0, KEPT), np.int64))

    def play(self, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints) -> None:
        """Like `play` of `tacora.games.mister_diamond.kernel.simulation`."""
        counts = [cuda.to_device(total.reshape(-1)) for total in tally]
        rows = cuda.to_device(kept) if len(kept) else self._none
        kernel = thoughtful_kernel if self._party.weighing else plain_kernel
        kernel[BLOCKS, THREADS](  # type: ignore[index]
            self._box, self._party, self._lowest, seed, first, last, Tally(*counts), rows
        )
        for total, counted in zip(tally, counts, strict=True):
            total[...] = counted.copy_to_host().reshape(total.shape)
        if len(kept):
            kept[...] = rows.copy_to_host()
