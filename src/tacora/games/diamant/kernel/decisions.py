"""How simulated players decide, from what a player at the table can see; 0 or 1, or a set of seats."""

from __future__ import annotations

import numpy as np

from tacora.fast.chance import U
from tacora.fast.compiled import small
from tacora.games.diamant import features
from tacora.games.diamant.kernel.box import TREASURE_SETS
from tacora.games.diamant.strategy import COIN_BITS

COINS = 3
"""Seats that one random word serves."""

_BITS, _COIN = U(COIN_BITS), U((1 << COIN_BITS) - 1)

situation = small(features.index)
"""Where a situation stands in the table of a table strategy."""


@small
def coins(word: np.uint64, limit: int) -> int:
    """Three coins from one word, as a set: each shows heads with probability limit / 2²¹."""
    below = U(limit)
    first = int((word & _COIN) < below)
    second = int(((word >> _BITS) & _COIN) < below)
    third = int(((word >> (_BITS + _BITS)) & _COIN) < below)
    return first | second << 1 | third << 2


@small
def one_card_loses(deadly: int, home: int, shares: int) -> int:
    """Whether the next card is expected to cost at least what it brings: the strategy `ev`."""
    return int(deadly * home >= shares)


@small
def share_place(explorers: int, eight: int, deck: int) -> int:
    """Where `Box.shares` has the sum of the shares of those of eight treasures that are still in the deck."""
    return (explorers * TREASURE_SETS + eight) * 256 + ((deck >> 8 * eight) & 255)
