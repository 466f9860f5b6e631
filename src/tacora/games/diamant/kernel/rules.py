"""Diamant once more, for speed: its rules as arithmetic on a few 64-bit words.

A set of cards is a word with a bit for each card of the box, a set of seats likewise, and a condition is 0 or 1 to
multiply with. So no line here branches, and one source serves a processor, which plays several games in the lanes of
its vector registers, and a GPU, which plays one in each thread. Rule numbers refer to web/rules/diamant.md.

Eight chests are two words with sixteen bits for each seat: eight times the score, plus the number of relics.
"""

from __future__ import annotations

import numpy as np

from tacora.fast.chance import U, signed
from tacora.fast.compiled import small

LOOKS = 4
"""At the deck, with one random word."""
CHEST_BITS = 16
WORTH = 8
"""A gem in a chest; a relic is 1 beside what it is worth."""
DIVIDE_BITS = 16
COURSE_BITS = 6
DISASTER = 32
"""In the course of a game each expedition has six bits: the cards turned, and this one."""

_FIELDS = 1 | 1 << CHEST_BITS | 1 << 2 * CHEST_BITS | 1 << 3 * CHEST_BITS
_SPREAD = 1 | 1 << (CHEST_BITS - 1) | 1 << 2 * (CHEST_BITS - 1) | 1 << 3 * (CHEST_BITS - 1)


@small
def draw(deck: int, word: np.uint64, bits: int) -> tuple[int, int]:
    """A card of the deck and 1, or 0 and 0: a few looks at random places, of which the first that hits counts.

    A miss is simply tried again with the next word, so every card has exactly the same chance.
    """
    place = U((1 << bits) - 1)
    card, found = 0, 0
    for _ in range(LOOKS):
        seen = signed(word & place)
        word = word >> U(bits)
        hit = (deck >> seen) & 1 & ~found
        card += seen * hit
        found |= hit
    return card, found


@small
def turn(
    card: int, found: int, same: int, effect: int, deck: int, kin: int, held: int, path: int
) -> tuple[int, int, int, int, int]:
    """A card is turned (D10, D11, D12): the deck, the kin, what is held, what lies on the path, and 1 for a disaster.

    `kin` is the set of all cards of the hazards met so far: whichever of them comes next ends the expedition. `same` is
    the kin of this card, `effect` its share and rest among those inside. With `found` 0 nothing happens.
    """
    disaster = (kin >> card) & found
    deck &= ~(found << card)
    kin |= same * found
    held += (effect & 255) * found
    path += (effect >> 8) * found
    return deck, kin, held, path, disaster


@small
def divide(gems: int, reciprocal: int) -> int:
    """Gems among several, rounded down, by a multiplication; among nobody: none."""
    return (gems * reciprocal) >> DIVIDE_BITS


@small
def leave(leavers: int, reciprocal: int, held: int, path: int, relics: int, worth: int) -> tuple[int, int]:
    """So many leave together (D16, D25): what each puts into the chest, and the path they leave behind."""
    share = divide(path, reciprocal)
    alone = int(leavers == 1)
    home = (held + share + worth * alone) * WORTH + relics * alone
    return home, path - share * leavers


@small
def into_chests(four: int, home: int) -> int:
    """What to add to the chests of four seats if these of them go home."""
    return ((four * _SPREAD) & _FIELDS) * home


@small
def cleared(in_play: int, deck: int, relics: int, card: int, disaster: int) -> int:
    """The cards that are in the game after an expedition: without the fatal hazard and the relics turned (D19, D26)."""
    return in_play & ~(disaster << card) & (deck | ~relics)


@small
def chest(first: int, second: int, seat: int) -> int:
    """The chest of a seat out of the two words."""
    half = second if seat >= 4 else first
    return (half >> CHEST_BITS * (seat & 3)) & 0xFFFF
