"""Walks through games on a GPU, one in each thread, and learning from them there."""

from __future__ import annotations

import numpy as np

from tacora.fast import regrets as learning
from tacora.fast.arrays import Ints
from tacora.fast.compiled import for_gpu, gpu, gpu_entry
from tacora.fast.regrets import Regrets
from tacora.games.diamant.kernel import regret
from tacora.games.diamant.kernel.box import Box
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.regret import DEPTH

cuda = gpu()
walk_one, learn_one = for_gpu(regret.walk_one), for_gpu(learning.learn_one)

THREADS = 128
"""In a block."""
BLOCKS = 1056
"""For what is not a game in each thread."""


@gpu_entry
def walk(
    box: Box,
    party: Party,
    guests: Party,
    strays: Party,
    seed: np.uint64,
    first: int,
    last: int,
    gains: Ints,
    visits: Ints,
) -> None:
    """Like `regret.walk`."""
    places, values = cuda.local.array(DEPTH, np.int64), cuda.local.array(DEPTH, np.int64)
    for game in range(first + cuda.grid(1), last, cuda.gridsize(1)):
        decisions, own = walk_one(box, party, guests, strays, seed, game, places, values)
        for decision in range(decisions):
            cuda.atomic.add(gains, places[decision], values[decision])
        for decision in range(own):
            cuda.atomic.add(visits, places[decision], 1)


@gpu_entry
def learn(
    strategy: Ints, regrets: Regrets, gains: Ints, visits: Ints, weight: float, victory: float, always: float
) -> None:
    """Like `regrets.learn`."""
    for at in range(cuda.grid(1), len(strategy), cuda.gridsize(1)):
        learn_one(strategy, regrets, gains, visits, weight, victory, always, at)
