"""One game at a time, with branches: an expedition from any card on, and all that follow.

Random words and their places are those of the lanes, so a game that starts in the same situation comes out the same.
"""

from __future__ import annotations

import numpy as np

from tacora.fast.bits import popcount
from tacora.fast.chance import PER_EXPEDITION, U, ahead, signed, word
from tacora.fast.compiled import inlined, small
from tacora.games.diamant.kernel.box import CARDS, ORDERS, RECIPROCALS, Box
from tacora.games.diamant.kernel.counting import rank
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.rules import COURSE_BITS, DISASTER, LOOKS, cleared, into_chests, leave, turn
from tacora.games.diamant.kernel.wants import all_wants

crowd = popcount
"""Of a set of seats. A driver may count them otherwise."""
VICTORY = 840
"""A victory, in parts that two to eight winners can share."""


@small
def next_card(deck: int, place: np.uint64, bits: int) -> tuple[int, np.uint64]:
    """The next card, and the place after it."""
    names = U((1 << bits) - 1)
    while True:
        looked_at = word(place)
        place = U(ahead(place, 1))
        for _ in range(LOOKS):
            card = signed(looked_at & names)
            if (deck >> card) & 1:
                return card, place
            looked_at = looked_at >> U(bits)


@inlined
def finish_expedition(
    box: Box, party: Party, expedition: int, place: np.uint64, in_play: int, taken: int, one: int, two: int,
    deck: int, kin: int, held: int, path: int, lying: int, worth: int, inside: int,
) -> tuple[int, int, int, int, int]:  # fmt: skip
    """Play an expedition to its end, from before a card on.

    Gives the chests, the cards and the relics that are out for the next one, and what is written of its course.
    """
    explorers = popcount(inside)
    card, disaster = 0, 0
    while inside:
        card, place = next_card(deck, place, box.bits)
        effect = box.effects[U(explorers * CARDS + card)]
        deck, kin, held, path, disaster = turn(card, 1, box.same[U(card)], effect, deck, kin, held, path)
        if disaster:
            break
        if box.relics:
            worth += box.worths[U(card * ORDERS + taken + lying)]
            lying += (box.relics >> card) & 1
        leaving = all_wants(
            box, party, place, expedition, in_play, deck, kin, held, path, lying, worth, inside, explorers, one, two
        )
        leavers = crowd(leaving)  # Whether anybody leaves is hard to predict: nobody leaves without a branch.
        home, path = leave(leavers, RECIPROCALS[U(leavers)], held, path, lying, worth)
        one += into_chests(leaving & 15, home)
        two += into_chests(leaving >> 4, home)
        inside &= ~leaving
        explorers -= leavers
        if box.relics and leavers == 1:
            taken, lying, worth = taken + lying, 0, 0
    passed = popcount(in_play & ~deck) + disaster * DISASTER
    in_play = cleared(in_play, deck, box.relics, card, disaster) | box.added[U(expedition + 1)]
    return one, two, in_play, taken, passed


@inlined
def finish_game(
    box: Box, party: Party, expedition: int, beginning: np.uint64, in_play: int, taken: int, one: int, two: int
) -> tuple[int, int, int]:
    """Play all expeditions from this one on: the chests at the end, and the course of these expeditions.

    `beginning` is the place of the first card.
    """
    course = 0
    while expedition < box.expeditions:
        one, two, in_play, taken, passed = finish_expedition(
            box, party, expedition, beginning, in_play, taken, one, two,
            in_play, 0, 0, 0, 0, 0, (1 << party.seats) - 1,
        )  # fmt: skip
        course |= passed << COURSE_BITS * expedition
        beginning = U(ahead(beginning, PER_EXPEDITION))
        expedition += 1
    return one, two, course


@small
def victory(box: Box, seats: int, one: int, two: int, seat: int) -> int:
    """A seat's part of the victory."""
    own = rank(one, two, seat, box.relics_break_ties)
    tied = 0
    for other in range(seats):
        theirs = rank(one, two, other, box.relics_break_ties)
        if theirs > own:
            return 0
        tied += theirs == own
    return VICTORY // tied
