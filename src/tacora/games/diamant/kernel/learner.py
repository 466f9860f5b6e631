"""Somebody who learns to play Diamant, batch by batch of walks: against copies of itself, or against given bots."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.regrets import Regrets, average, learn, no_regrets
from tacora.games.diamant.bots import DiamantBot
from tacora.games.diamant.kernel.box import Box, box_of
from tacora.games.diamant.kernel.party import Learning, Party, party_of
from tacora.games.diamant.kernel.regret import VALUE_BITS, walk
from tacora.games.diamant.kernel.walk import VICTORY
from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sight import Sight
from tacora.games.diamant.strategy import COIN_BITS

_ALWAYS = 1 << COIN_BITS
_WHOLE = float(VICTORY << VALUE_BITS)
_BLOCK = 256
"""Walks that a thread takes at a time."""


def at_first(sight: Sight) -> Ints:
    """How a beginner plays: leaves about where `ev` does, and never for sure."""
    parts = []
    for cuts in sight.expeditions:
        classes = [len(feature) + 1 for feature in cuts.of_each_feature()]
        least = np.array((0, *cuts.price))
        chances = np.where(least >= 8, 0.9, np.where(least >= 5, 0.3, 0.05))
        shaped = np.broadcast_to(chances.reshape(1, 1, -1, 1, 1, 1, 1, 1), classes)
        parts.append(np.rint(shaped * _ALWAYS).astype(np.int64).reshape(-1))
    return np.concatenate(parts)


class Learner:
    """Learns on the processor."""

    def __init__(
        self, game: Diamant, seats: int, sight: Sight, against: Sequence[DiamantBot] = (), threads: int = 1
    ) -> None:
        self.box = box_of(game)
        self.sight = sight
        self.batches = self.walks = 0
        self.strategy = at_first(sight)
        self.regrets = no_regrets(sight.size())
        self._pool = ThreadPoolExecutor(threads)
        self._threads = threads
        me = Learning(sight, self.strategy)
        self._party = party_of(game, [me, *against] if against else [me] * seats)
        self.strategy = self._party.solved[: sight.size()]  # It stands first: what is learnt is played at once.

    def batch(self, walks: int, seed: int) -> None:
        """Walk through so many games more, and learn from them."""
        size = self.sight.size()
        first, last = self.walks, self.walks + walks
        blocks = iter(range(first, last, _BLOCK))

        def work() -> tuple[Ints, Ints]:
            gains, visits = np.zeros(size, np.int64), np.zeros(size, np.int64)
            for block in blocks:
                walk(self.box, self._party, np.uint64(seed), block, min(block + _BLOCK, last), gains, visits)
            return gains, visits

        sums = [done.result() for done in [self._pool.submit(work) for _ in range(self._threads)]]
        gains, visits = (np.sum([each[which] for each in sums], axis=0) for which in (0, 1))
        self.walks, self.batches = last, self.batches + 1
        learn(self.strategy, self.regrets, gains, visits, float(self.batches), _WHOLE, float(_ALWAYS))

    def learnt(self) -> tuple[Ints, Regrets]:
        """The average strategy, in 2²¹sts, and what it rests on."""
        averaged = np.zeros_like(self.strategy)
        average(self.strategy, self.regrets, averaged)
        return averaged, self.regrets


class GpuLearner(Learner):
    """Learns on a GPU."""

    def __init__(self, game: Diamant, seats: int, sight: Sight, against: Sequence[DiamantBot] = ()) -> None:
        super().__init__(game, seats, sight, against)
        from tacora.fast.gpu_memory import sent
        from tacora.games.diamant.kernel import gpu_regret as there

        self._there = there
        self._box = Box(*map(sent, self.box))
        self._party = Party(*map(sent, self._party))
        self._own: Any = self._party.solved[: sight.size()]
        self._sums = [sent(np.zeros(sight.size(), np.int64)) for _ in range(2)]
        self._regrets: Any = Regrets(*map(sent, self.regrets))

    def batch(self, walks: int, seed: int) -> None:
        """Walk through so many games more, and learn from them."""
        there, (gains, visits) = self._there, self._sums
        first, last = self.walks, self.walks + walks
        blocks = -(-walks // there.THREADS)
        self.walks, self.batches = last, self.batches + 1
        there.walk[blocks, there.THREADS](self._box, self._party, np.uint64(seed), first, last, gains, visits)
        there.learn[there.BLOCKS, there.THREADS](
            self._own, self._regrets, gains, visits, float(self.batches), _WHOLE, float(_ALWAYS)
        )

    def learnt(self) -> tuple[Ints, Regrets]:
        """The average strategy, in 2²¹sts, and what it rests on."""
        self.strategy = self._own.copy_to_host()
        self.regrets = Regrets(*(each.copy_to_host() for each in self._regrets))
        return super().learnt()
