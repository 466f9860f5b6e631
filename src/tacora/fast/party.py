"""Who sits at a simulated table: bots as numbers, seats with the same strategy together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tacora.bots import DiamantBot
from tacora.bots.strategies import Cards, Ev, Gems, Hazards, Never, RandomLeaver
from tacora.bots.tables import Tabled
from tacora.diamant import features
from tacora.fast.box import Ints
from tacora.fast.decisions import COIN_BITS
from tacora.game import Refused

NEVER, RANDOM, CARDS, GEMS, HAZARDS, EV, TABLE = range(7)


class Party(NamedTuple):
    """The seats of a table, as groups of seats that play alike."""

    seats: int
    kinds: Ints
    """By group: the strategy."""
    limits: Ints
    """By group: from how many cards, gems or hazards on; a probability in 2²¹sts; where its table begins."""
    members: Ints
    """By group: the set of seats."""
    tables: Ints
    """The probabilities of all tables, one after the other, in 2²¹sts."""


def party_of(bots: Sequence[DiamantBot]) -> Party:
    """The bots of a table as numbers, in the order of the seats. Refuses a bot that the kernel does not know."""
    groups: dict[tuple[int, int], int] = {}
    tables: list[Ints] = []
    places: dict[bytes, int] = {}
    for seat, bot in enumerate(bots):
        match bot:
            case Never():
                group = (NEVER, 0)
            case RandomLeaver():
                group = (RANDOM, _coin(bot.probability))
            case Cards():
                group = (CARDS, bot.depth)
            case Gems():
                group = (GEMS, bot.least)
            case Hazards():
                group = (HAZARDS, bot.least)
            case Ev():
                group = (EV, 0)
            case Tabled():
                table = np.array([_coin(probability) for probability in bot.table])
                if table.tobytes() not in places:
                    places[table.tobytes()] = len(tables) * features.SIZE
                    tables.append(table)
                group = (TABLE, places[table.tobytes()])
            case _:
                raise Refused("not-simulated", bot=type(bot).__name__.lower(), at=seat + 1)
        groups[group] = groups.get(group, 0) | 1 << seat
    return Party(
        len(bots),
        np.array([kind for kind, _ in groups]),
        np.array([limit for _, limit in groups]),
        np.array(list(groups.values())),
        np.concatenate(tables) if tables else np.zeros(1, np.int64),
    )


def _coin(probability: float) -> int:
    """A probability in 2²¹sts: always and never are exact, like every power of a half that a person would write."""
    return round(probability * (1 << COIN_BITS))
