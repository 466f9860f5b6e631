"""The kernel on a processor: many games side by side, a step of all of them at a time.

Each step is a row of short loops over the lanes. Loops that only compute are turned into vector instructions by the
compiler; looking something up is a loop of its own, because it is not. All numbers of all lanes stand in one array, so
that the compiler can see that no two loops touch the same place.
"""

from __future__ import annotations

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.bits import popcount
from tacora.fast.chance import DECISIONS, PER_EXPEDITION, U, ahead, key_of, signed, word
from tacora.fast.compiled import entry, small
from tacora.fast.tally import Tally
from tacora.games.diamant.kernel.box import CARDS as CARD_CODES
from tacora.games.diamant.kernel.box import ORDERS, RECIPROCALS, TREASURE_SETS, Box
from tacora.games.diamant.kernel.counting import count
from tacora.games.diamant.kernel.decisions import COINS, coins, one_card_loses, share_place, situation
from tacora.games.diamant.kernel.party import CARDS, EV, GEMS, HAZARDS, RANDOM, SOLVED, TABLE, THUMB, Party
from tacora.games.diamant.kernel.rules import COURSE_BITS, DISASTER, cleared, divide, draw, into_chests, leave, turn
from tacora.games.diamant.kernel.wants import solved_wants, thumb_wants

LANES = 128
(
    _GAME,
    _BEGINNING,
    _PLACE,
    _EXPEDITION,
    _COURSE,
    _FIRST,
    _SECOND,
    _IN_PLAY,
    _DECK,
    _KIN,
    _HELD,
    _PATH,
    _INSIDE,
    _EXPLORERS,
    _LYING,
    _WORTH,
    _TAKEN,
    _CARD,
    _FOUND,
    _SAME,
    _EFFECT,
    _DISASTER,
    _LEAVING,
    _LEAVERS,
    _LOOKED_UP,
    _OVER,
    _ROWS,
) = range(0, 27 * LANES, LANES)


@entry
def play(box: Box, party: Party, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints) -> None:
    """Play the games numbered from `first` up to `last` and count them.

    Where `kept` has rows, a row for each game takes its chests and its course.
    """
    x = np.zeros(_ROWS, np.int64)
    going = 0
    for lane in range(LANES):
        going += first + lane < last
        x[_GAME + lane] = first + lane
        begin(x, lane, box, party.seats, seed)
    while going:
        turn_cards(x, box)
        for group in range(len(party.kinds)):
            decide(x, box, party, group)
        go_home(x, box.relics)
        end_expeditions(x, box, party.seats)
        for lane in range(LANES):
            if x[_EXPEDITION + lane] == box.expeditions:
                game = x[_GAME + lane]
                if game < last:
                    chests = x[_FIRST + lane], x[_SECOND + lane]
                    course = x[_COURSE + lane]
                    count(tally, chests[0], chests[1], course, box.expeditions, party.seats, box.relics_break_ties)
                    if len(kept):
                        kept[game - first, 0], kept[game - first, 1] = chests
                        kept[game - first, 2] = course
                    going -= game + LANES >= last
                x[_GAME + lane] += LANES
                begin(x, lane, box, party.seats, seed)


@small
def begin(x: Ints, lane: int, box: Box, seats: int, seed: np.uint64) -> None:
    """Set up the game of this lane (D1) and enter its first cave (D9)."""
    x[_BEGINNING + lane] = signed(key_of(seed, x[_GAME + lane]))
    x[_PLACE + lane] = x[_BEGINNING + lane]
    for row in (_EXPEDITION, _COURSE, _FIRST, _SECOND, _KIN, _HELD, _PATH, _LYING, _WORTH, _TAKEN):
        x[row + lane] = 0
    x[_IN_PLAY + lane] = box.cards | box.added[0]
    x[_DECK + lane] = x[_IN_PLAY + lane]
    x[_INSIDE + lane] = (1 << seats) - 1
    x[_EXPLORERS + lane] = seats


@small
def turn_cards(x: Ints, box: Box) -> None:
    """Turn a card in every lane (D10, D11, D12, D24)."""
    bits = box.bits
    for lane in range(LANES):
        place = U(x[_PLACE + lane])
        x[_CARD + lane], x[_FOUND + lane] = draw(x[_DECK + lane], word(place), bits)
        x[_PLACE + lane] = signed(ahead(place, 1))
        x[_LEAVING + lane] = 0
    for lane in range(LANES):
        x[_SAME + lane] = box.same[U(x[_CARD + lane])]
        x[_EFFECT + lane] = box.effects[U(x[_EXPLORERS + lane] * CARD_CODES + x[_CARD + lane])]
    for lane in range(LANES):
        x[_DECK + lane], x[_KIN + lane], x[_HELD + lane], x[_PATH + lane], x[_DISASTER + lane] = turn(
            x[_CARD + lane],
            x[_FOUND + lane],
            x[_SAME + lane],
            x[_EFFECT + lane],
            x[_DECK + lane],
            x[_KIN + lane],
            x[_HELD + lane],
            x[_PATH + lane],
        )
    if box.relics:
        for lane in range(LANES):
            out = x[_TAKEN + lane] + x[_LYING + lane]
            x[_WORTH + lane] += box.worths[U(x[_CARD + lane] * ORDERS + out)] * x[_FOUND + lane]
            x[_LYING + lane] += (box.relics >> x[_CARD + lane]) & x[_FOUND + lane]


@small
def decide(x: Ints, box: Box, party: Party, group: int) -> None:
    """Let the seats of a group decide in every lane (D14): whoever wants to leave is added to the leaving."""
    kind, limit, members = party.kinds[group], party.limits[group], party.members[group]
    if kind == CARDS:
        for lane in range(LANES):
            x[_LEAVING + lane] |= members * (popcount(x[_IN_PLAY + lane] & ~x[_DECK + lane]) >= limit)
    elif kind == GEMS:
        for lane in range(LANES):
            x[_LEAVING + lane] |= members * (x[_HELD + lane] >= limit)
    elif kind == HAZARDS:
        for lane in range(LANES):
            met = popcount(x[_KIN + lane] & x[_IN_PLAY + lane] & ~x[_DECK + lane])
            x[_LEAVING + lane] |= members * (met >= limit)
    elif kind == EV:
        for lane in range(LANES):
            x[_LOOKED_UP + lane] = 0
            for eight in range(TREASURE_SETS):
                place = share_place(x[_EXPLORERS + lane], eight, x[_DECK + lane])
                x[_LOOKED_UP + lane] += box.shares[U(place)]
        for lane in range(LANES):
            home = x[_HELD + lane] + divide(x[_PATH + lane], RECIPROCALS[U(x[_EXPLORERS + lane])])
            home += x[_WORTH + lane] * (x[_EXPLORERS + lane] == 1)
            deadly = popcount(x[_KIN + lane] & x[_DECK + lane])
            x[_LEAVING + lane] |= members * one_card_loses(deadly, home, x[_LOOKED_UP + lane])
    elif kind == RANDOM:
        for lane in range(LANES):
            x[_LOOKED_UP + lane] = limit
        toss(x, members)
    elif kind == TABLE:
        for lane in range(LANES):
            deadly = popcount(x[_KIN + lane] & x[_DECK + lane])
            x[_LOOKED_UP + lane] = limit + situation(
                x[_EXPLORERS + lane], deadly, x[_HELD + lane], x[_PATH + lane], x[_LYING + lane]
            )
        for lane in range(LANES):
            x[_LOOKED_UP + lane] = party.tables[U(x[_LOOKED_UP + lane])]
        toss(x, members)
    elif kind == SOLVED:
        for lane in range(LANES):
            if x[_FOUND + lane] and not x[_DISASTER + lane]:
                x[_LEAVING + lane] |= solved_wants(
                    box,
                    party,
                    limit,
                    members,
                    U(x[_PLACE + lane]),
                    x[_EXPEDITION + lane],
                    x[_DECK + lane],
                    x[_KIN + lane],
                    x[_HELD + lane],
                    x[_PATH + lane],
                    x[_WORTH + lane],
                    x[_INSIDE + lane],
                    x[_FIRST + lane],
                    x[_SECOND + lane],
                )
    elif kind == THUMB:
        for lane in range(LANES):
            if x[_FOUND + lane] and not x[_DISASTER + lane]:
                x[_LEAVING + lane] |= thumb_wants(
                    party,
                    members,
                    U(x[_PLACE + lane]),
                    popcount(x[_KIN + lane] & x[_IN_PLAY + lane] & ~x[_DECK + lane]),
                    x[_HELD + lane],
                    x[_PATH + lane] + x[_WORTH + lane],
                    x[_INSIDE + lane],
                    x[_FIRST + lane],
                    x[_SECOND + lane],
                    x[_EXPEDITION + lane] == box.expeditions - 1,
                )


@small
def toss(x: Ints, members: int) -> None:
    """A coin for each of these seats in every lane, with the limit that was looked up."""
    for part in range(3):
        among = (members >> COINS * part) & 7
        if among:
            for lane in range(LANES):
                place = ahead(U(x[_PLACE + lane]), DECISIONS * (1 + part))
                tossed = coins(word(place), x[_LOOKED_UP + lane])
                x[_LEAVING + lane] |= (tossed & among) << COINS * part


@small
def go_home(x: Ints, relics: int) -> None:
    """Whoever inside wants to leave does, unless the card was the last (D16, D25)."""
    for lane in range(LANES):
        awake = x[_FOUND + lane] & ~x[_DISASTER + lane]
        x[_LEAVING + lane] &= x[_INSIDE + lane] & -awake
        x[_LEAVERS + lane] = popcount(x[_LEAVING + lane])
    for lane in range(LANES):
        x[_LOOKED_UP + lane] = RECIPROCALS[U(x[_LEAVERS + lane])]
    for lane in range(LANES):
        leaving, leavers, lying = x[_LEAVING + lane], x[_LEAVERS + lane], x[_LYING + lane]
        home, x[_PATH + lane] = leave(
            leavers, x[_LOOKED_UP + lane], x[_HELD + lane], x[_PATH + lane], lying, x[_WORTH + lane]
        )
        x[_FIRST + lane] += into_chests(leaving & 15, home)
        x[_SECOND + lane] += into_chests(leaving >> 4, home)
        x[_INSIDE + lane] &= ~leaving
        x[_EXPLORERS + lane] -= leavers
    if relics:
        for lane in range(LANES):
            stay = x[_LEAVERS + lane] != 1
            x[_TAKEN + lane] += x[_LYING + lane] * (1 - stay)
            x[_LYING + lane] *= stay
            x[_WORTH + lane] *= stay


@small
def end_expeditions(x: Ints, box: Box, seats: int) -> None:
    """Where all are back at camp or lost, clear the table and enter the next cave (D18, D19, D20, D26)."""
    relics, everyone = box.relics, (1 << seats) - 1
    for lane in range(LANES):
        x[_LOOKED_UP + lane] = 0
    if relics:
        for lane in range(LANES):
            x[_LOOKED_UP + lane] = box.added[U(x[_EXPEDITION + lane] + 1)]
    for lane in range(LANES):
        in_play, deck, disaster = x[_IN_PLAY + lane], x[_DECK + lane], x[_DISASTER + lane]
        over = np.int64(x[_INSIDE + lane] == 0) | disaster
        turned = popcount(in_play & ~deck)
        x[_COURSE + lane] |= ((turned + disaster * DISASTER) << COURSE_BITS * x[_EXPEDITION + lane]) * over
        x[_EXPEDITION + lane] += over
        next_in_play = cleared(in_play, deck, relics, x[_CARD + lane], disaster) | x[_LOOKED_UP + lane]
        x[_IN_PLAY + lane] = next_in_play if over else in_play
        x[_DECK + lane] = next_in_play if over else deck
        beginning = signed(ahead(U(x[_BEGINNING + lane]), PER_EXPEDITION))
        x[_BEGINNING + lane] = beginning if over else x[_BEGINNING + lane]
        x[_PLACE + lane] = beginning if over else x[_PLACE + lane]
        x[_INSIDE + lane] = everyone if over else x[_INSIDE + lane]
        x[_EXPLORERS + lane] = seats if over else x[_EXPLORERS + lane]
        x[_KIN + lane] *= 1 - over
        x[_HELD + lane] *= 1 - over
        x[_PATH + lane] *= 1 - over
        x[_OVER + lane] = over
    if relics:
        for lane in range(LANES):
            x[_LYING + lane] *= 1 - x[_OVER + lane]
            x[_WORTH + lane] *= 1 - x[_OVER + lane]
