"""What a seat would have gained by deciding otherwise: one walk through a game, both choices at every decision.

The walker sits on the first seat. In every expedition it goes on until the end, and at each decision it also looks what
leaving there would have come to, with the same cards and the same coins. Which state the next expedition begins in is
decided by its own coins, which now and then explore.
"""

from __future__ import annotations

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.bits import popcount
from tacora.fast.chance import DECISIONS, PER_EXPEDITION, U, ahead, key_of, word
from tacora.fast.compiled import entry, small
from tacora.games.diamant.kernel.box import CARDS, ORDERS, RECIPROCALS, Box
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.rules import WORTH, chest, cleared, into_chests, leave, turn
from tacora.games.diamant.kernel.walk import finish_expedition, finish_game, next_card, victory
from tacora.games.diamant.kernel.wants import all_wants, best_two, own_place, row_of, tossed
from tacora.games.diamant.strategy import COIN_BITS

DEPTH = 32
"""Decisions in one expedition at most."""
VALUE_BITS = 10
"""Parts of a victory are counted in as many bits finer, because values of strategies that mix lie between."""
WARP_BITS = 7
"""Games with numbers that differ in these bits are walked through alike, so that threads of a GPU can go together."""
_EXPLORE = U(60)
"""One own decision in 16 is a plain coin: four bits of a word are 0."""


@entry
def walk(box: Box, party: Party, seed: np.uint64, first: int, last: int, gains: Ints, visits: Ints) -> None:
    """Walk through the games from number `first` up to `last`. The first group is the walker's: its strategy is solved.

    `gains` adds up, by situation, what leaving would have brought more than going on, `visits` how often the walker
    came there by its own decisions.
    """
    places, values = np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64)
    for game in range(first, last):
        beginning = key_of(seed, game)
        one, two, taken, in_play = 0, 0, 0, box.cards | box.added[0]
        for expedition in range(box.expeditions):
            if is_walked(box, game, expedition):
                one, two, in_play, taken, decisions, own = walk_expedition(
                    box, party, expedition, beginning, one, two, in_play, taken, places, values
                )
                for decision in range(decisions):
                    gains[U(places[decision])] += values[decision]
                for decision in range(own):
                    visits[U(places[decision])] += 1
            else:
                one, two, in_play, taken = played(box, party, expedition, beginning, one, two, in_play, taken)
            beginning = ahead(beginning, PER_EXPEDITION)


@small
def is_walked(box: Box, game: int, expedition: int) -> bool:
    """Whether both choices are tried: in the last two expeditions always, in the others every third time.

    The earlier an expedition, the longer it takes to play out what follows, and the fewer situations there are to know.
    """
    return expedition >= box.expeditions - 2 or (game >> WARP_BITS) % 3 == 0


@small
def played(
    box: Box, party: Party, expedition: int, beginning: np.uint64, one: int, two: int, in_play: int, taken: int
) -> tuple[int, int, int, int]:
    """An expedition that is only played: the state that the next one begins in."""
    one, two, in_play, taken, _ = finish_expedition(
        box, party, expedition, beginning, in_play, taken, one, two,
        in_play, 0, 0, 0, 0, 0, (1 << party.seats) - 1,
    )  # fmt: skip
    return one, two, in_play, taken


@small
def walk_expedition(
    box: Box, party: Party, expedition: int, beginning: np.uint64, one: int, two: int, in_play: int, taken: int,
    places: Ints, values: Ints,
) -> tuple[int, int, int, int, int, int]:  # fmt: skip
    """Walk through one expedition.

    Fills in the situations and what leaving there would have brought more. Gives the state that the next expedition
    begins in, the number of decisions, and how many of them the walker came to by its own decisions.
    """
    everyone = (1 << party.seats) - 1
    place, after, strategy = beginning, U(ahead(beginning, PER_EXPEDITION)), party.limits[0]
    deck, kin, held, path, lying, worth = in_play, 0, 0, 0, 0, 0
    inside, explorers, decisions, own, has_left = everyone, party.seats, 0, 0, 0
    score = chest(one, two, 0) // WORTH
    next_one, next_two, next_in_play, next_taken = 0, 0, 0, 0
    while True:
        card, place = next_card(deck, place, box.bits)
        effect = box.effects[U(explorers * CARDS + card)]
        deck, kin, held, path, disaster = turn(card, 1, box.same[U(card)], effect, deck, kin, held, path)
        if box.relics:
            worth += box.worths[U(card * ORDERS + taken + lying)]
            lying += (box.relics >> card) & 1
        leaving, without = 0, 0  # After a disaster nobody is inside, and only the next expeditions are played.
        here, then_path, then_lying, then_worth, then_taken = 0, path, lying, worth, taken
        then_one, then_two = one, two
        if not disaster:
            camp, _ = best_two(one, two, everyone & ~inside)
            best, second = best_two(one, two, inside)
            here = row_of(box, party, strategy, expedition, deck, kin, held, path, worth, explorers)
            here += own_place(party, strategy, expedition, score, held, camp, best, second)
            leaving = all_wants(
                box, party, place, expedition, in_play, deck, kin, held, path, lying, worth, inside, explorers, one, two
            )
            leaving &= ~1
            leavers = popcount(leaving) + 1
            home, then_path = leave(leavers, RECIPROCALS[U(leavers)], held, path, lying, worth)
            then_one += into_chests(leaving & 15 | 1, home)
            then_two += into_chests(leaving >> 4, home)
            without = inside & ~(leaving | 1)
            if leavers == 1:
                then_taken, then_lying, then_worth = taken + lying, 0, 0
        then_one, then_two, then_in_play, then_taken, _ = finish_expedition(
            box, party, expedition, place, in_play, then_taken, then_one, then_two,
            deck, kin, held, then_path, then_lying, then_worth, without,
        )  # fmt: skip
        if disaster:
            then_in_play = cleared(in_play, deck, box.relics, card, disaster) | box.added[U(expedition + 1)]
        end_one, end_two, _ = finish_game(
            box, party, expedition + 1, after, then_in_play, then_taken, then_one, then_two
        )
        value = victory(box, party.seats, end_one, end_two, 0) << VALUE_BITS
        if disaster:
            break
        places[decisions], values[decisions] = here, value
        decisions += 1
        if not has_left:
            own += 1
            limit = U(party.solved[U(here)])
            if word(ahead(place, 4 * DECISIONS)) >> _EXPLORE == U(0):
                limit = U(1 << (COIN_BITS - 1))
            if tossed(place, 0) < limit:
                has_left = 1
                next_one, next_two, next_in_play, next_taken = then_one, then_two, then_in_play, then_taken
        if leaving:  # The others leave, and the walker goes on.
            leavers = popcount(leaving)
            home, path = leave(leavers, RECIPROCALS[U(leavers)], held, path, lying, worth)
            one += into_chests(leaving & 15, home)
            two += into_chests(leaving >> 4, home)
            inside &= ~leaving
            explorers -= leavers
            if leavers == 1:
                taken, lying, worth = taken + lying, 0, 0
    for decision in range(decisions - 1, -1, -1):
        values[decision] -= value
        value += (values[decision] * party.solved[U(places[decision])]) >> COIN_BITS
    if not has_left:
        next_one, next_two, next_in_play, next_taken = one, two, then_in_play, taken
    return next_one, next_two, next_in_play, next_taken, decisions, own
