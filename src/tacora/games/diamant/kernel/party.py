"""Who sits at a simulated table: bots as numbers, seats with the same strategy together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tacora.fast.arrays import Ints
from tacora.game import Refused
from tacora.games.diamant import features
from tacora.games.diamant.bots import DiamantBot
from tacora.games.diamant.bots.strategies import Cards, Ev, Gems, Hazards, Never, RandomLeaver
from tacora.games.diamant.bots.tables import Tabled
from tacora.games.diamant.kernel.decisions import COIN_BITS

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
        kind = type(bot)  # A bot of somebody else that is derived from one of these may decide otherwise.
        if kind is Never:
            group = (NEVER, 0)
        elif isinstance(bot, RandomLeaver) and kind is RandomLeaver:
            group = (RANDOM, int(_coins([bot.probability])[0]))
        elif isinstance(bot, Cards) and kind is Cards:
            group = (CARDS, bot.depth)
        elif isinstance(bot, Gems) and kind is Gems:
            group = (GEMS, bot.least)
        elif isinstance(bot, Hazards) and kind is Hazards:
            group = (HAZARDS, bot.least)
        elif kind is Ev:
            group = (EV, 0)
        elif isinstance(bot, Tabled) and kind is Tabled:
            table = _coins(bot.table)
            if len(table) != features.SIZE:
                raise ValueError(f"a table has {features.SIZE} probabilities, not {len(table)}")
            if table.tobytes() not in places:
                places[table.tobytes()] = len(tables) * features.SIZE
                tables.append(table)
            group = (TABLE, places[table.tobytes()])
        else:
            raise Refused("not-simulated", bot=kind.__name__.lower(), at=seat + 1)
        groups[group] = groups.get(group, 0) | 1 << seat
    return Party(
        len(bots),
        np.array([kind for kind, _ in groups]),
        np.array([limit for _, limit in groups]),
        np.array(list(groups.values())),
        np.concatenate(tables) if tables else np.zeros(1, np.int64),
    )


def _coins(probabilities: Sequence[float]) -> Ints:
    """Probabilities in 2²¹sts: always and never are exact, like every power of a half that a person would write."""
    given = np.asarray(probabilities, float)
    if not ((given >= 0) & (given <= 1)).all():
        raise ValueError("a probability lies between 0 and 1")
    return np.rint(given * (1 << COIN_BITS)).astype(np.int64)
