"""From what was learnt to a strategy that is kept: rounded, and plain where hardly anybody ever comes."""

from __future__ import annotations

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.regrets import Regrets
from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sight import Sight
from tacora.games.diamant.strategy import ALWAYS, COIN_BITS, Maker, Strategy, same_as

LEVELS = 15
"""Probabilities are kept in fifteenths."""
RARE = 2e-8
"""Situations that make up a smaller part of all decisions play like the nearest one before them."""

SURE = 1
"""As many fifteenths are never, and as many less than all are always: what is left of a beginner's doubts."""


def solution(
    game: Diamant,
    seats: int,
    sight: Sight,
    learnt: Ints,
    regrets: Regrets,
    made: Maker,
    rare: float = RARE,
    sure: int = SURE,
) -> Strategy:
    """The strategy to keep."""
    rounded = np.rint(learnt / (1 << COIN_BITS) * LEVELS)
    rounded[rounded <= sure] = 0
    rounded[rounded >= LEVELS - sure] = LEVELS
    rounded *= ALWAYS // LEVELS
    known = regrets.visits > rare * regrets.visits.sum()
    nearest = np.maximum.accumulate(np.where(known, np.arange(len(learnt)), 0))
    return Strategy.of(same_as(game), seats, sight, rounded[nearest].astype(np.uint8).tobytes(), made)
