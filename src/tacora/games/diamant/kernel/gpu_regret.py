"""Walks through games on a GPU, one in each thread, and learning from them there."""

from __future__ import annotations

import numpy as np

from tacora.fast import regrets as learning
from tacora.fast.arrays import Ints
from tacora.fast.chance import PER_EXPEDITION, U, ahead, key_of
from tacora.fast.compiled import for_gpu, gpu, gpu_entry
from tacora.fast.regrets import Regrets
from tacora.games.diamant.kernel import regret
from tacora.games.diamant.kernel.box import Box
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.regret import DEPTH

cuda = gpu()
is_walked, played = for_gpu(regret.is_walked), for_gpu(regret.played)
walk_expedition, learn_one = for_gpu(regret.walk_expedition), for_gpu(learning.learn_one)

THREADS = 128
"""In a block."""
BLOCKS = 1056
"""For what is not a game in each thread."""


@gpu_entry
def walk(box: Box, party: Party, seed: np.uint64, first: int, last: int, gains: Ints, visits: Ints) -> None:
    """Like `regret.walk`."""
    places, values = cuda.local.array(DEPTH, np.int64), cuda.local.array(DEPTH, np.int64)
    game = first + cuda.grid(1)
    while game < last:
        beginning = U(key_of(seed, game))
        one, two, taken, in_play = 0, 0, 0, box.cards | box.added[0]
        for expedition in range(box.expeditions):
            if is_walked(box, game, expedition):
                one, two, in_play, taken, decisions, own = walk_expedition(
                    box, party, expedition, beginning, one, two, in_play, taken, places, values
                )
                for decision in range(decisions):
                    cuda.atomic.add(gains, places[decision], values[decision])
                for decision in range(own):
                    cuda.atomic.add(visits, places[decision], 1)
            else:
                one, two, in_play, taken = played(box, party, expedition, beginning, one, two, in_play, taken)
            beginning = U(ahead(beginning, PER_EXPEDITION))
        game += cuda.gridsize(1)


@gpu_entry
def learn(
    strategy: Ints, regrets: Regrets, gains: Ints, visits: Ints, weight: float, victory: float, always: float
) -> None:
    """Like `regrets.learn`."""
    for at in range(cuda.grid(1), len(strategy), cuda.gridsize(1)):
        learn_one(strategy, regrets, gains, visits, weight, victory, always, at)
