"""Playouts on a GPU, one game in each thread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.compiled import for_gpu, gpu, gpu_entry
from tacora.fast.gpu_memory import sent
from tacora.games.diamant.kernel import playouts, walk
from tacora.games.diamant.kernel.box import Box
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.playouts import Playouts, Situation, Starts, no_playouts, starts_of
from tacora.games.diamant.kernel.rules import WORTH, chest

cuda = gpu()
finished, victory = for_gpu(playouts.finished), for_gpu(walk.victory)

THREADS = 128
"""In a block."""
BLOCKS = 1056


@gpu_entry
def play(box: Box, party: Party, starts: Starts, seed: np.uint64, first: int, last: int, sums: Playouts) -> None:
    """Like `playouts.play`."""
    for number in range(first + cuda.grid(1), last, cuda.gridsize(1)):
        row = number // starts.games
        one, two = finished(box, party, starts, seed, number)
        for seat in range(party.seats):
            cuda.atomic.add(sums.victories, (row, seat), victory(box, party.seats, one, two, seat))
            cuda.atomic.add(sums.scores, (row, seat), chest(one, two, seat) // WORTH)


def play_out(box: Box, party: Party, situations: Sequence[Situation] | Ints, games: int, seed: int) -> Playouts:
    """Like `playouts.play_out`."""
    starts = starts_of(situations, games)
    sums = [cuda.to_device(each) for each in no_playouts(len(starts.situations))]
    there = Box(*map(sent, box)), Party(*map(sent, party)), Starts(*map(sent, starts))
    last = len(starts.situations) * games
    play[BLOCKS, THREADS](*there, np.uint64(seed), 0, last, Playouts(*sums))  # type: ignore[index]
    return Playouts(*(each.copy_to_host() for each in sums))
