"""What wins most often, in the kernel: `tacora.games.mister_diamond.bots.foresight` once more, on sets of rings.

The same numbers in the same order, so that both decide alike; why they are what they are is told there.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from tacora.fast.bits import popcount
from tacora.fast.compiled import inlined, small
from tacora.games.mister_diamond.bots.foresight import FEW, FURTHEST, LATE, PATIENCE, SPREAD, TURN, WHOLE, WORLDS
from tacora.games.mister_diamond.kernel.chance import below
from tacora.games.mister_diamond.kernel.rules import CARDS, MisterBox, MisterTable, lay, lowest, next_seat, prey, rob


@small
def best_theft(
    box: MisterBox,
    seats: int,
    plays_out: int,
    table: MisterTable,
    trial: MisterTable,
    carrying: int,
    wanted: int,
    thief: int,
    left: int,
    diamonds: tuple[int, int],
    chance: np.uint64,
) -> tuple[int, int, np.uint64]:
    """Victim and ring of the theft that wins most often, and the place of the next random word.

    No victim, -1, to decline. So many cards are left, and so many diamonds are loose and untried; `trial` is a table to
    try things out on.
    """
    rings = unseen(box, table, seats)
    thefts = left - popcount(rings)
    loose, untried = diamonds
    if plays_out and popcount(rings) <= LATE:
        return played_out(box, seats, table, trial, carrying, wanted, thief, rings, thefts, loose, untried, chance)
    victim, ring = weighed(box, seats, table, wanted, thief, rings, thefts, loose, untried)
    return victim, ring, chance


@small
def better_left(
    box: MisterBox,
    seats: int,
    plays_out: int,
    table: MisterTable,
    trial: MisterTable,
    carrying: int,
    seat: int,
    ring: int,
    left: int,
    diamonds: tuple[int, int],
    chance: np.uint64,
) -> tuple[bool, np.uint64]:
    """Whether to try a place that is known to be fixed with this ring, and the place of the next random word."""
    loose, untried = diamonds
    if loose > FEW:
        return False, chance
    best = table.scores[0]
    for other in range(seats):
        best = max(best, table.scores[other])
    if loose == 1 and table.scores[seat] + box.prices[ring] < best:
        return True, chance
    rings = unseen(box, table, seats) & ~(1 << ring)
    thefts = left - popcount(rings)
    if not plays_out or popcount(rings) > LATE or not thefts:
        return False, chance
    lifted, waited = 0, 0
    for _ in range(WORLDS):
        fresh, chance = draw_world(box, trial, rings, thefts, loose, untried, chance)
        lifted += share(box, seats, table, trial, carrying, seat, -1, -1, ring, 1, left, fresh, loose)
        waited += share(box, seats, table, trial, carrying, seat, -1, -1, ring, 0, left, fresh, loose)
    return waited >= lifted + PATIENCE * WHOLE, chance


@small
def unseen(box: MisterBox, table: MisterTable, seats: int) -> int:
    """The rings that nobody has drawn."""
    rings = (1 << box.rings) - 1
    for seat in range(seats):
        rings &= ~table.owned[seat]
    return rings


@small
def weighed(
    box: MisterBox,
    seats: int,
    table: MisterTable,
    wanted: int,
    thief: int,
    rings: int,
    thefts: int,
    loose: int,
    untried: int,
) -> tuple[int, int]:
    """The theft with the least odds against the thief."""
    total, squares, left = 0, 0, popcount(rings)
    for ring in range(box.rings):
        price = box.prices[ring] * ((rings >> ring) & 1)
        total += price
        squares += price * price
    chance = loose / untried
    empty = (1.0 - chance) * box.expert
    mean = total / max(left, 1) * (chance - empty)
    spread = squares / max(left, 1) * (chance + empty) - mean * mean
    scale = SPREAD * sqrt(max(spread, 0.0) * left / seats)
    if scale == 0.0:
        scale = 1.0
    turn = TURN * mean
    best, stolen, least = -1, -1, 0.0
    first = True
    while wanted:
        ring = lowest(wanted)
        alike = wanted & box.same[ring]
        wanted &= ~alike
        for victim in range(seats):
            if table.owned[victim] & alike:
                gain = box.prices[ring] * (1 + box.expert)
                odds = against(seats, table, thief, victim, victim, gain, left, thefts, turn, scale)
                if first or odds < least:
                    best, stolen, least, first = victim, ring, odds, False
    if against(seats, table, thief, thief, thief, 0, left, thefts, turn, scale) < least:
        return -1, -1
    return best, stolen


@small
def against(
    seats: int,
    table: MisterTable,
    thief: int,
    victim: int,
    following: int,
    gain: int,
    left: int,
    thefts: int,
    turn: float,
    scale: float,
) -> float:
    """The odds against the thief after a theft, or none, if this seat plays next."""
    mine = table.scores[thief] + turn * turns_to_come(left, (thief - following) % seats, seats, thefts) + gain
    odds = 0.0
    for other in range(seats):
        if other != thief:
            theirs = table.scores[other] + turn * turns_to_come(left, (other - following) % seats, seats, thefts)
            ahead = theirs - gain * (other == victim) - mine
            odds += exp(min(ahead / scale, FURTHEST))
    return odds


@inlined
def turns_to_come(rings: int, place: int, seats: int, thefts: int) -> float:
    """How many of the rings to come fall to whoever sits so many places after the next to play."""
    if thefts:
        return max(rings - place + (seats - 1) / 2, 0.0) / seats
    return float((rings - place + seats - 1) // seats) if rings > place else 0.0


@small
def played_out(
    box: MisterBox,
    seats: int,
    table: MisterTable,
    trial: MisterTable,
    carrying: int,
    wanted: int,
    thief: int,
    rings: int,
    thefts: int,
    loose: int,
    untried: int,
    chance: np.uint64,
) -> tuple[int, int, np.uint64]:
    """The theft that wins most often in the same worlds. How often each does is counted where memories would be."""
    cards = popcount(rings) + thefts
    for at in range(CARDS):
        trial.known[at] = 0
    for _ in range(WORLDS):
        fresh, chance = draw_world(box, trial, rings, thefts, loose, untried, chance)
        at, left = 0, wanted
        while left:
            ring = lowest(left)
            alike = left & box.same[ring]
            left &= ~alike
            for victim in range(seats):
                if table.owned[victim] & alike:
                    trial.known[at] += share(
                        box, seats, table, trial, carrying, thief, victim, ring, -1, 0, cards, fresh, loose
                    )
                    at += 1
        trial.known[at] += share(box, seats, table, trial, carrying, thief, -1, -1, -1, 0, cards, fresh, loose)
    best, stolen, at, most, left = -1, -1, 0, -1, wanted
    while left:
        ring = lowest(left)
        alike = left & box.same[ring]
        left &= ~alike
        for victim in range(seats):
            if table.owned[victim] & alike:
                if trial.known[at] > most:
                    best, stolen, most = victim, ring, trial.known[at]
                at += 1
    if trial.known[at] > most:
        best, stolen = -1, -1
    return best, stolen, chance


@small
def draw_world(
    box: MisterBox, trial: MisterTable, rings: int, thefts: int, loose: int, untried: int, chance: np.uint64
) -> tuple[int, np.uint64]:
    """The rest of the deck in any order, into the deck of the trial.

    Gives the places in the order in which they will be tried, as the set of the loose ones, and the place of the next
    random word.
    """
    cards, tries, fresh = 0, min(popcount(rings) + 1, untried), 0
    while rings:
        trial.deck[cards] = lowest(rings)
        rings &= rings - 1
        cards += 1
    for at in range(thefts):
        trial.deck[cards + at] = box.rings
    cards += thefts
    for at in range(cards):
        other, chance = below(cards - at, chance)
        card = trial.deck[at + other]
        trial.deck[at + other] = trial.deck[at]
        trial.deck[at] = card
    for at in range(tries):
        spot, chance = below(untried - at, chance)
        found = int(spot < loose)
        fresh |= found << at
        loose -= found
    return fresh, chance


@small
def share(
    box: MisterBox,
    seats: int,
    table: MisterTable,
    trial: MisterTable,
    carrying: int,
    me: int,
    victim: int,
    stolen: int,
    drawn: int,
    tries: int,
    cards: int,
    fresh: int,
    left: int,
) -> int:
    """My part of the victory in the world drawn: after this theft or none, or with this ring and a new place or not.

    So many cards are to come, and so many loose diamonds are left.
    """
    for seat in range(seats):
        trial.owned[seat] = table.owned[seat]
        trial.scores[seat] = table.scores[seat]
    seat = me
    if victim >= 0:
        carrying = rob(box, trial, carrying, seat, victim, stolen)
        seat = victim
    if drawn >= 0:
        lifted = tries * (fresh & 1)
        carrying = lay(box, trial, carrying, seat, drawn, lifted)
        fresh >>= tries
        left -= lifted
        seat = next_seat(seat, seats)
    play_on(box, seats, trial, carrying, seat, cards, fresh, left)
    tied = 1
    for seat in range(seats):
        if trial.scores[seat] > trial.scores[me]:
            return 0
        tied += int(seat != me and trial.scores[seat] == trial.scores[me])
    return WHOLE // tied


@inlined
def play_on(
    box: MisterBox, seats: int, trial: MisterTable, carrying: int, seat: int, cards: int, fresh: int, left: int
) -> None:
    """The game to its end in the world drawn, on the trial table, if all forget nothing and rob the dearest.

    So many cards are to come, and so many loose diamonds are left.
    """
    at = 0
    while left and at < cards:
        card = int(trial.deck[at])
        at += 1
        if card < box.rings:
            carrying = lay(box, trial, carrying, seat, card, fresh & 1)
            left -= fresh & 1
            fresh >>= 1
            seat = next_seat(seat, seats)
            continue
        wanted = prey(box, trial, carrying, seat)
        if wanted:
            ring = lowest(wanted)
            other = richest(trial, seats, wanted & box.same[ring])
            carrying = rob(box, trial, carrying, seat, other, ring)
            seat = other


@inlined
def richest(table: MisterTable, seats: int, wanted: int) -> int:
    """The seat with the best score of those that own one of these rings, the first of several."""
    best = -1
    for seat in range(seats):
        if table.owned[seat] & wanted and (best < 0 or table.scores[seat] > table.scores[best]):
            best = seat
    return best
