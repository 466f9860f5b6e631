"""The bots of Diamant. `make_bot` builds them from a short text such as `gems:10`, the same in every command."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from tacora.bots.bot import Bot, probability_in
from tacora.fast.installed import require_study
from tacora.game import Refused
from tacora.games.diamant.bots.characters import Badger, Magpie, Tortoise
from tacora.games.diamant.bots.solved import Champion, Solved
from tacora.games.diamant.bots.strategies import Cards, Ev, Gems, Hazards, Never, RandomLeaver
from tacora.games.diamant.bots.tables import Tabled, read_table
from tacora.games.diamant.bots.thumb import Thumb
from tacora.games.diamant.rules import Decision, Diamant, Event, View
from tacora.games.diamant.strategy import read_file

__all__ = [
    "BOTS",
    "CHARACTERS",
    "COMPANY",
    "STRATEGIES",
    "DiamantBot",
    "check_table",
    "count_in",
    "file_in",
    "make_bot",
]

DiamantBot: TypeAlias = Bot[View, Event, Decision]


COMPANY = ("tortoise", "magpie", "badger")
"""Bots with a temper, who fill the seats of a family's table."""
CHARACTERS = ("tortoise", "badger", "magpie", "champion")
"""The opponents of people, from the weakest to the strongest (measured in docs/arena.md)."""

_PLAIN: dict[str, Callable[[Random], DiamantBot]] = {
    "never": lambda _: Never(),
    "ev": lambda _: Ev(),
    "thumb": Thumb,
    "champion": Champion,
    "tortoise": Tortoise,
    "magpie": Magpie,
    "badger": Badger,
}
_COUNTING: dict[str, Callable[[int], DiamantBot]] = {"cards": Cards, "gems": Gems, "hazards": Hazards}

_COUNT = re.compile(r"[1-9][0-9]{0,5}")

STRATEGIES = (
    *("never", "random:P", "cards:N", "gems:N", "hazards:N", "ev", "thumb"),
    *("table:FILE", "strategy:FILE", "champion"),
)
"""How the strategies are written that the simulator knows; P is a probability, N a number from 1."""

BOTS = (*dict.fromkeys((*STRATEGIES, *CHARACTERS)), "hunter")
"""How the bots are written; P is a probability, N a number from 1."""


def make_bot(text: str, rng: Random) -> DiamantBot:
    """The bot that is written so; whatever it leaves to chance it takes from `rng`.

    >>> make_bot("gems:10", Random(1))
    Gems(least=10)
    """
    name, colon, parameter = text.partition(":")
    if name in _PLAIN or name == "hunter":
        if colon:
            raise Refused("bot-parameter", bot=text, expected="none")
        return _PLAIN.get(name, _hunter)(rng)
    if name in _COUNTING:
        return _COUNTING[name](count_in(text))
    if name == "random":
        probability = probability_in(parameter)
        if probability is None:
            raise Refused("bot-parameter", bot=text, expected="probability")
        return RandomLeaver(probability, rng)
    if name == "table":
        return Tabled(read_table(file_in(text)), rng)
    if name == "strategy":
        return Solved(read_file(file_in(text)), rng)
    raise Refused("unknown-bot", bot=text, known=", ".join(BOTS))


def count_in(text: str) -> int:
    """The number behind the colon of a bot that needs one.

    >>> count_in("gems:10")
    10
    """
    count = text.partition(":")[2]
    if not _COUNT.fullmatch(count):
        raise Refused("bot-parameter", bot=text, expected="count")
    return int(count)


def file_in(text: str) -> str:
    """The name of a file behind the colon of a bot that is read from one.

    >>> file_in("table:mine.npy")
    'mine.npy'
    """
    file = text.partition(":")[2]
    if not file:
        raise Refused("bot-parameter", bot=text, expected="file")
    return file


def check_table(text: str, game: Diamant, seats: int) -> None:
    """Refuse a strategy from a file that was solved for another table."""
    if text.startswith("strategy:"):
        read_file(file_in(text)).check(game, seats)


def _hunter(rng: Random) -> DiamantBot:
    """It plays games out, so it stands above the kernel, which needs what may not be installed."""
    require_study()
    from tacora.games.diamant.kernel.hunter import Hunter

    return Hunter(rng)
