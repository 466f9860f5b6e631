"""Who sits at a simulated table: bots as numbers, seats with the same strategy together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacora.fast.arrays import Ints
from tacora.game import Refused
from tacora.games.diamant import features
from tacora.games.diamant.bots import DiamantBot
from tacora.games.diamant.bots.solved import Champion, Solved
from tacora.games.diamant.bots.strategies import Cards, Ev, Gems, Hazards, Never, RandomLeaver
from tacora.games.diamant.bots.tables import Tabled
from tacora.games.diamant.bots.thumb import Thumb
from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sight import Sight
from tacora.games.diamant.strategy import CHANCES, COIN_BITS, Strategy

_NONE: Ints = np.zeros(1, np.int64)
NEVER, RANDOM, CARDS, GEMS, HAZARDS, EV, TABLE, SOLVED, THUMB = range(9)


class Party(NamedTuple):
    """The seats of a table, as groups of seats that play alike."""

    seats: int
    kinds: Ints
    """By group: the strategy."""
    limits: Ints
    """By group: from how many cards, gems or hazards on; a probability in 2²¹sts; where its table or steps begin."""
    members: Ints
    """By group: the set of seats."""
    tables: Ints
    """The probabilities of all tables, one after the other, in 2²¹sts."""
    steps: Ints
    """Of each solved strategy: whether it looks beyond; then, by expedition, feature and value, what to add up."""
    rows: Ints
    """By situation of all inside: where its row begins."""
    solved: Ints
    """By place: the probability to leave, in 2²¹sts."""


class Learning(NamedTuple):
    """A seat whose strategy is being learnt."""

    sight: Sight
    leaving: Ints
    """By situation, in 2²¹sts."""


def party_of(game: Diamant, bots: Sequence[DiamantBot | Learning]) -> Party:
    """The bots of a table as numbers, in the order of the seats. Refuses a bot that the kernel does not know."""
    return Cast(game, len(bots), bots).party(range(len(bots)))


class Cast:
    """Bots as numbers, for any tables of so many seats. Refuses a bot that the kernel does not know."""

    def __init__(self, game: Diamant, seats: int, bots: Sequence[DiamantBot | Learning]) -> None:
        tables: list[Ints] = []
        places: dict[bytes, int] = {}
        solved = _Solved(game.edition.expeditions)
        self.groups: list[tuple[int, int]] = []
        """By bot: its strategy and its limit."""
        for at, bot in enumerate(bots):
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
            elif kind is Thumb:
                group = (THUMB, 0)
            elif isinstance(bot, Tabled) and kind is Tabled:
                table = _coins(bot.table)
                if len(table) != features.SIZE:
                    raise ValueError(f"a table has {features.SIZE} probabilities, not {len(table)}")
                if table.tobytes() not in places:
                    places[table.tobytes()] = len(tables) * features.SIZE
                    tables.append(table)
                group = (TABLE, places[table.tobytes()])
            elif isinstance(bot, Solved) and kind in (Solved, Champion):
                strategy = bot.strategy_for(game, seats)
                rows = np.array(strategy.rows, np.int64)
                group = (SOLVED, solved.where(strategy, strategy.sight, rows, _leaving(strategy)))
            elif isinstance(bot, Learning):
                rows = np.concatenate([np.array(expedition) for expedition in bot.sight.beginnings()])
                group = (SOLVED, solved.where(bot, bot.sight, rows, bot.leaving))
            else:
                raise Refused("not-simulated", bot=kind.__name__.lower(), at=at + 1)
            self.groups.append(group)
        self.nobody = Party(
            seats,
            _NONE,
            _NONE,
            _NONE,
            np.concatenate(tables) if tables else np.zeros(1, np.int64),
            np.concatenate(solved.steps or [_NONE]),
            np.concatenate(solved.rows or [_NONE]),
            np.concatenate(solved.leaving or [_NONE]),
        )
        """A party without groups."""

    def party(self, seated: Sequence[int]) -> Party:
        """A table by the numbers of its bots, in the order of the seats."""
        groups: dict[tuple[int, int], int] = {}
        for seat, bot in enumerate(seated):
            group = self.groups[bot]
            groups[group] = groups.get(group, 0) | 1 << seat
        return self.nobody._replace(
            kinds=np.array([kind for kind, _ in groups]),
            limits=np.array([limit for _, limit in groups]),
            members=np.array(list(groups.values())),
        )


class _Solved:
    """Solved strategies, one after the other."""

    def __init__(self, expeditions: int) -> None:
        self._expeditions = expeditions
        self.steps: list[Ints] = []
        self.rows: list[Ints] = []
        self.leaving: list[Ints] = []
        self._begins: dict[int, int] = {}

    def where(self, key: object, sight: Sight, rows: Ints, leaving: Ints) -> int:
        """Where the steps of a strategy begin; it is added if it is new. `key` is the same object for the same one."""
        if id(key) not in self._begins:
            self._begins[id(key)] = sum(map(len, self.steps))
            assert len(sight.expeditions) == self._expeditions  # Compiled code does not look where it reads.
            steps = np.array(sight.steps())
            steps[:, 0] += sum(map(len, self.rows))
            self.steps.append(np.concatenate([[int(sight.beyond)], steps.reshape(-1)]))
            self.rows.append(rows + sum(map(len, self.leaving)))
            self.leaving.append(leaving)
        return self._begins[id(key)]


@lru_cache(maxsize=4)
def _leaving(strategy: Strategy) -> Ints:
    return np.array(CHANCES)[np.frombuffer(strategy.leaving, np.uint8)]


def _coins(probabilities: Sequence[float] | NDArray[np.float64]) -> Ints:
    """Probabilities in 2²¹sts: always and never are exact, like every power of a half that a person would write."""
    given = np.asarray(probabilities, float)
    if not ((given >= 0) & (given <= 1)).all():
        raise ValueError("a probability lies between 0 and 1")
    return np.rint(given * (1 << COIN_BITS)).astype(np.int64)
