"""Who sits at a simulated table of Mister Diamond: bots as numbers, and how they decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from tacora.bots.bot import Bot
from tacora.fast.arrays import SEATS, Ints
from tacora.fast.chance import U, ahead, signed, word
from tacora.fast.compiled import inlined
from tacora.game import Refused
from tacora.games.mister_diamond.bots import Rememberer, Thieving
from tacora.games.mister_diamond.kernel.chance import below
from tacora.games.mister_diamond.kernel.foresight import richest
from tacora.games.mister_diamond.kernel.rules import CARDS, MisterBox, MisterTable, lowest
from tacora.games.mister_diamond.rules import Action, Event, MisterDiamond, View

MisterBot: TypeAlias = Bot[View, Event, Action]

TURNS = CARDS
"""More than a game can have: a turn takes a card at least."""
TURN_BITS = 8
CERTAIN = 1 << 62
"""The probability 1."""

_ALL_SEATS = sum(1 << TURN_BITS * seat for seat in range(SEATS))
_2 = U(2)


class MisterParty(NamedTuple):
    """The seats of a table."""

    seats: int
    forgetful: int
    """The set of seats that may forget a diamond they have seen fail."""
    random: int
    """The set of seats that steal at random."""
    never: int
    """The set of seats that steal nothing."""
    weighing: int
    """The set of seats that weigh their thefts, and leave the last diamond if it wins them nothing.

    The latter only if they forget nothing.
    """
    playing_out: int
    """The set of those that play them out as well."""
    lasting: Ints
    """By seat and number of turns: the probability that what was known is still known, in 2⁶²nds."""


def mister_party_of(game: MisterDiamond, bots: Sequence[MisterBot]) -> MisterParty:
    """The bots of a table as numbers, in the order of the seats. Refuses a bot that the kernel does not know."""
    forgetful, random, never, weighing, playing_out = 0, 0, 0, 0, 0
    lasting = np.zeros((SEATS, TURNS), np.int64)
    for seat, bot in enumerate(bots):
        if type(bot) is not Rememberer:
            raise Refused("not-simulated", bot=type(bot).__name__.lower(), at=seat + 1)
        forgetful |= int(bot.fade > 0 and not game.notes) << seat
        random |= int(bot.thieving is Thieving.ANY) << seat
        never |= int(bot.thieving is Thieving.NEVER) << seat
        weighing |= int(bot.thieving in (Thieving.BEST, Thieving.WEIGHED)) << seat
        playing_out |= int(bot.thieving is Thieving.BEST) << seat
        lasting[seat] = [round((1 - bot.fade) ** turns * CERTAIN) for turns in range(TURNS)]
    return MisterParty(len(bots), forgetful, random, never, weighing, playing_out, lasting.reshape(-1))


@inlined
def diamond_to_try(
    party: MisterParty,
    table: MisterTable,
    seat: int,
    turn: int,
    loose: int,
    fixed: int,
    tried: int,
    chance: np.uint64,
) -> tuple[int, int, np.uint64]:
    """Any diamond but those the seat knows to be fixed, each as likely; 1 if it is loose; the place of the next word.

    On the tray stand so many loose and so many fixed diamonds. Those of the fixed ones that have been tried are
    numbered from 0 in the order of their first try, and any other diamond is the next number. Whether the seat still
    knows one as fixed is decided only when it is about to try it: it does if its knowledge has lasted all the turns
    since it surely had it. If not, it tries, and all know that diamond anew.

    No loose diamond is ever known as fixed, so until the game is over there is one to try.
    """
    untried = loose + fixed - tried
    spots = untried + tried * ((party.forgetful >> seat) & 1)
    avoided = 0
    while True:
        spot, chance = below(spots, chance)
        if spot < untried:
            return tried, int(spot < loose), chance
        diamond = spot - untried
        if (avoided >> diamond) & 1:
            continue
        known = (table.known[diamond] >> TURN_BITS * seat) & (TURNS - 1)
        lasting = party.lasting[seat * TURNS + turn - known]
        lot = signed(word(chance) >> _2)
        chance = ahead(chance, 1)
        if lot >= lasting:
            return diamond, 0, chance
        table.known[diamond] += (turn - known) << TURN_BITS * seat
        avoided |= 1 << diamond


@inlined
def learn(table: MisterTable, diamond: int, turn: int) -> None:
    """All see that a diamond is fixed (M13). If it was a loose one, its number is free still and this says nothing."""
    table.known[diamond] = turn * _ALL_SEATS


@inlined
def theft(
    box: MisterBox, party: MisterParty, table: MisterTable, wanted: int, thief: int, chance: np.uint64
) -> tuple[int, int, np.uint64]:
    """Victim and ring of one of these thefts, and the place of the next random word; no victim, -1, to decline.

    The dearest, from the richest who has one of the dearest; or any victim and price, each pair as likely.
    """
    if (party.never >> thief) & 1:
        return -1, -1, chance
    if not (party.random >> thief) & 1:
        ring = lowest(wanted)
        return richest(table, party.seats, wanted & box.same[ring]), ring, chance
    rank, chance = below(pairs(box, party, table, wanted), chance)
    victim, ring = pair(box, party, table, wanted, rank)
    return victim, ring, chance


@inlined
def pairs(box: MisterBox, party: MisterParty, table: MisterTable, wanted: int) -> int:
    """How many pairs of an owner and a price there are among these rings."""
    found = 0
    while wanted:
        alike = wanted & box.same[lowest(wanted)]
        wanted &= ~alike
        for seat in range(party.seats):
            found += int((table.owned[seat] & alike) != 0)
    return found


@inlined
def pair(box: MisterBox, party: MisterParty, table: MisterTable, wanted: int, rank: int) -> tuple[int, int]:
    """The pair of an owner and a price that has so many before it: the owner, and a ring of that price."""
    while True:
        ring = lowest(wanted)
        alike = wanted & box.same[ring]
        wanted &= ~alike
        for seat in range(party.seats):
            if table.owned[seat] & alike:
                if rank == 0:
                    return seat, ring
                rank -= 1
