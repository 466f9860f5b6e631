"""Mister Diamond once more, for speed: its rules on sets of rings, each set a 64-bit word.

Rings are numbered from dear to cheap, those of one price side by side, and the theft cards follow. A ring stays with
the seat that drew it (M5, M9), so all there is to know of the rings is a set for each seat and one set of those that
carry a diamond. Rule numbers refer to web/rules/mister_diamond.md.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.bits import popcount
from tacora.fast.compiled import inlined
from tacora.games.mister_diamond.rules import MisterDiamond

Bytes: TypeAlias = NDArray[np.int8]

CARDS = 64
DIAMONDS = 64
"""More than any box has: a set is a word, and the bit of the sign is not used."""


class MisterBox(NamedTuple):
    """What the compiled code has to know of a game."""

    rings: int
    """How many ring cards there are: cards with higher numbers are thefts."""
    cards: int
    loose: int
    fixed: int
    unit: int
    """All prices and scores here are in multiples of so many dollars."""
    expert: int
    first: int
    """The seat that begins, or -1 for a seat drawn for every game."""
    prices: Ints
    """By ring."""
    same: Ints
    """By ring: the set of rings of its price."""


class MisterTable(NamedTuple):
    """What changes in the course of a game and has many parts."""

    deck: Bytes
    """The cards; those that were drawn are overwritten."""
    owned: Ints
    """By seat: the set of rings in front of it."""
    scores: Ints
    """By seat: as things stand."""
    known: Ints
    """By fixed diamond that was tried: eight bits for each seat, a turn in which it surely knew that one as fixed."""


def mister_box_of(game: MisterDiamond) -> MisterBox:
    """The numbers of a game."""
    edition = game.edition
    cards = edition.rings + edition.thefts
    if not (cards < CARDS and 0 <= edition.fixed <= edition.places < DIAMONDS and edition.most_seats <= SEATS):
        raise ValueError(f"{edition.name} is too large for the fast kernel")
    unit, copies = gcd(*edition.prices), edition.rings // len(edition.prices)
    prices, same = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    for at, price in enumerate(sorted(edition.prices, reverse=True)):
        alike = slice(at * copies, (at + 1) * copies)
        prices[alike] = price // unit
        same[alike] = ((1 << copies) - 1) << at * copies
    return MisterBox(
        rings=edition.rings,
        cards=cards,
        loose=edition.loose,
        fixed=edition.fixed,
        unit=unit,
        expert=int(game.expert),
        first=-1 if game.first is None else game.first,
        prices=prices,
        same=same,
    )


@inlined
def set_up(box: MisterBox, table: MisterTable, seats: int) -> None:
    """All cards in the deck, and nobody has anything. Nothing need be forgotten: no diamond has been tried."""
    for card in range(box.cards):
        table.deck[card] = card
    for seat in range(seats):
        table.owned[seat] = 0
        table.scores[seat] = 0


@inlined
def lay(box: MisterBox, table: MisterTable, carrying: int, seat: int, ring: int, loose: int) -> int:
    """The seat keeps the ring it drew, set if the diamond it tried is loose, and its score changes (M6, M11).

    Gives the set of rings that carry a diamond now, as `rob` does.
    """
    table.owned[seat] |= 1 << ring
    table.scores[seat] += box.prices[ring] * (loose - box.expert * (1 - loose))
    return carrying | loose << ring


@inlined
def prey(box: MisterBox, table: MisterTable, carrying: int, thief: int) -> int:
    """The set rings of others that have the price of an empty one of the thief (M7): with none, no theft (M8)."""
    mine = table.owned[thief]
    empty, others, found = mine & ~carrying, carrying & ~mine, 0
    while empty:
        same = box.same[lowest(empty)]
        empty &= ~same
        found |= others & same
    return found


@inlined
def rob(box: MisterBox, table: MisterTable, carrying: int, thief: int, victim: int, ring: int) -> int:
    """A diamond goes from a ring of the victim to an empty one of the thief, both of this ring's price (M7, M9)."""
    same = box.same[ring]
    loss, gain = table.owned[victim] & carrying & same, table.owned[thief] & ~carrying & same
    worth = box.prices[ring] * (1 + box.expert)
    table.scores[victim] -= worth
    table.scores[thief] += worth
    return carrying ^ (loss & -loss) ^ (gain & -gain)


@inlined
def next_seat(seat: int, seats: int) -> int:
    """Who plays after this seat (M6)."""
    return seat + 1 if seat + 1 < seats else 0


@inlined
def lowest(rings: int) -> int:
    """The ring of a set with the lowest number: one of the dearest."""
    return popcount((rings & -rings) - 1)
