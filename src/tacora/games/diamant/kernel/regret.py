"""What a seat would have gained by deciding otherwise: one walk through a game, both choices at every decision.

The walker sits on the first seat. It walks through one expedition of a game, until its end, and at each decision it
also looks what leaving there would have come to, with the same cards and the same coins. The expeditions before are
played.
"""

from __future__ import annotations

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.bits import popcount
from tacora.fast.chance import PER_EXPEDITION, U, ahead, key_of
from tacora.fast.compiled import entry, small
from tacora.games.diamant.kernel.box import CARDS, ORDERS, RECIPROCALS, Box
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.rules import WORTH, chest, cleared, into_chests, leave, turn
from tacora.games.diamant.kernel.walk import finish_expedition, finish_game, next_card, victory
from tacora.games.diamant.kernel.wants import all_wants, best_four, best_two, own_place, reach_of, row_of, tossed
from tacora.games.diamant.strategy import COIN_BITS

DEPTH = 32
"""Decisions in one expedition at most."""
VALUE_BITS = 10
"""Parts of a victory are counted in as many bits finer, because values of strategies that mix lie between."""
GUESTS = 128
"""Guests come in one of so many games. Like the rest of a walk it is written in no file: changed, it finds others."""
WARP_BITS = 7
"""Games with numbers that differ in these bits are walked through alike, so that threads of a GPU can go together."""


@entry
def walk(
    box: Box,
    party: Party,
    guests: Party,
    strays: Party,
    seed: np.uint64,
    first: int,
    last: int,
    gains: Ints,
    visits: Ints,
) -> None:
    """Walk through the games from number `first` up to `last`. The first group is the walker's: its strategy is solved.

    `gains` adds up, by situation, what leaving would have brought more than going on, `visits` how often the walker
    came there by its own decisions. Guests sit on the other seats in some games, with the walker's strategy on the
    first; strays play the first expeditions of others.
    """
    places, values = np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64)
    for game in range(first, last):
        decisions, own = walk_one(box, party, guests, strays, seed, game, places, values)
        for decision in range(decisions):
            gains[U(places[decision])] += values[decision]
        for decision in range(own):
            visits[U(places[decision])] += 1


@small
def walk_one(
    box: Box, party: Party, guests: Party, strays: Party, seed: np.uint64, game: int, places: Ints, values: Ints
) -> tuple[int, int]:
    """Walk through one expedition of a game: the decisions, and how many of them were come to by own ones."""
    here, strayed, visited = walked(box.expeditions, game)
    if visited:
        party = guests
    beginning = key_of(seed, game)
    one, two, taken, in_play = 0, 0, 0, box.cards | box.added[0]
    for expedition in range(here):
        if strayed:
            one, two, in_play, taken = played(box, strays, expedition, beginning, one, two, in_play, taken)
        else:
            one, two, in_play, taken = played(box, party, expedition, beginning, one, two, in_play, taken)
        beginning = ahead(beginning, PER_EXPEDITION)
    return walk_expedition(box, party, here, beginning, one, two, in_play, taken, places, values)


@small
def walked(expeditions: int, game: int) -> tuple[int, bool, bool]:
    """Which expedition of a game is walked through, whether strays play those before it, and whether guests are there.

    In three of eight games it is the last one, in two the one before, in the others another one by turns: the earlier
    an expedition, the longer it takes to play out what follows, and the fewer situations there are to know. Strays
    come in one of eight games, so that standings are known, too, that good players hardly come to; guests come in one
    of `GUESTS`, to other games than strays.
    """
    turn_of = game >> WARP_BITS
    place = turn_of & 7
    strayed = (turn_of >> 3) & 7 == 0
    visited = (turn_of >> 3) % GUESTS == 1
    if place < 3 or expeditions == 1:
        return expeditions - 1, strayed, visited
    if place < 5 or expeditions == 2:
        return expeditions - 2, strayed, visited
    return (turn_of >> 6) % (expeditions - 2), strayed, visited


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
    box: Box, party: Party, expedition: int, beginning: np.uint64, one: int, two: int, in_play: int,
    taken: int, places: Ints, values: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Walk through one expedition.

    Fills in the situations and what leaving there would have brought more. Gives the number of decisions, and how many
    of them the walker came to by its own decisions.
    """
    everyone = (1 << party.seats) - 1
    place, after, strategy = beginning, U(ahead(beginning, PER_EXPEDITION)), party.limits[0]
    deck, kin, held, path, lying, worth = in_play, 0, 0, 0, 0, 0
    inside, explorers, decisions, own, has_left = everyone, party.seats, 0, 0, 0
    score, last = chest(one, two, 0) // WORTH, expedition == box.expeditions - 1
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
            camp = best_two(one, two, everyone & ~inside)[0]
            here = row_of(box, party, strategy, expedition, deck, kin, held, path, worth, explorers)
            best, reach = best_four(one, two, inside), reach_of(party, strategy, path + worth, last)
            here += own_place(party, strategy, expedition, score, held, reach, camp, best)
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
            has_left = int(tossed(place, 0) < U(party.solved[U(here)]))
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
    return decisions, own
