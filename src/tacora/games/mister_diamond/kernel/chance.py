"""Whole numbers by chance, out of the random words of a game."""

from __future__ import annotations

import numpy as np

from tacora.fast.chance import U, ahead, signed, word
from tacora.fast.compiled import inlined

_1, _32, _LOW = U(1), U(32), U(0xFFFFFFFF)


@inlined
def below(limit: int, chance: np.uint64) -> tuple[int, np.uint64]:
    """A number from 0 up to the limit, each exactly as likely, and the place of the next random word.

    It is the upper half of a product of 32 bits; the few products that would favour some numbers are thrown away.
    """
    bound = U(limit)
    while True:
        product = (word(chance) >> _32) * bound
        chance = ahead(chance, 1)
        rest = product & _LOW
        if rest >= bound or rest >= (_LOW - bound + _1) % bound:
            return signed(product >> _32), chance
