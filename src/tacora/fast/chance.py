"""Random words for simulated games: SplitMix64, addressed by number (counter-based).

Every game has a key made from the seed and the number of the game, and every use within a game has its own number. So
a game comes out the same on any core, lane or GPU thread, and in any order. This is for statistics only; games between
people are dealt from a secret seed by `tacora.chance`.
"""

from __future__ import annotations

import numpy as np

from tacora.fast.compiled import small

U = np.uint64

PER_EXPEDITION = 64
DECISIONS = 512
"""Offsets between words: 64 from one deck to the next; multiples of 512 from a card's word to those of decisions."""

_GAMMA = U(0x9E3779B97F4A7C15)
_FIRST = U(0xBF58476D1CE4E5B9)
_SECOND = U(0x94D049BB133111EB)
_30, _27, _31 = U(30), U(27), U(31)


@small
def mix(word: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64: every input bit affects every output bit."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@small
def key_of(seed: np.uint64, game: int) -> np.uint64:
    """The key of a game."""
    return mix(mix(seed + _GAMMA) + mix(U(game) * _GAMMA))


@small
def ahead(place: np.uint64, words: int) -> np.uint64:
    """The place so many words ahead; the key of a game is the place of its first word."""
    return place + U(words) * _GAMMA


@small
def word(place: np.uint64) -> np.uint64:
    """The random word at a place."""
    return mix(place)


@small
def signed(word: np.uint64) -> int:
    """The word as a signed 64-bit integer, like all other numbers in a kernel."""
    return np.int64(word)  # type: ignore[return-value]
