"""What the help of the commands needs to know of each game, without importing it, so that help appears at once.

A test compares it with the games themselves.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Flag(NamedTuple):
    """A game's own option of a command: on or off, one of some values, a whole number, or a text."""

    name: str
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    metavar: str | None = None
    commands: tuple[str, ...] = ("play", "arena", "simulate", "sweep", "solve", "exploit")


class Listed(NamedTuple):
    """Name, title, editions, bots and options of a game."""

    name: str
    title: str
    editions: tuple[str, ...]
    strategies: tuple[str, ...]
    """The bots that the simulator knows."""
    characters: tuple[str, ...]
    flags: tuple[Flag, ...] = ()
    arena_bots: tuple[str, ...] = ()
    """Further bots, which only the arena has."""
    others: tuple[str, ...] = ()
    """Bots of any table that are neither strategies nor characters."""

    @property
    def bots(self) -> tuple[str, ...]:
        """All bots that play at any table."""
        return tuple(dict.fromkeys((*self.strategies, *self.characters, *self.others)))

    def bots_of(self, command: str) -> tuple[str, ...]:
        """The bots that a command knows."""
        if command == "simulate":
            return self.strategies
        return (*self.bots, *self.arena_bots) if command == "arena" else self.bots


LISTED: Final[list[Listed]] = [
    Listed(
        "diamant",
        "Diamant",
        ("schmidt-2005", "tacora-2024", "incan-gold-2006", "diamant-2016", "incan-gold-2020", "tiny"),
        (
            *("never", "random:P", "cards:N", "gems:N", "hazards:N", "ev", "thumb"),
            *("table:FILE", "strategy:FILE", "champion"),
        ),
        ("tortoise", "badger", "magpie", "champion"),
        (
            Flag("relics"),
            Flag("chests", values=("open", "hidden"), commands=("play", "arena")),
            Flag("odds", commands=("play",)),
        ),
        arena_bots=("mcts:N",),
        others=("hunter",),
    ),
    Listed(
        "mister-diamond",
        "Mister Diamond",
        ("ravensburger-1993",),
        ("blind", "memory", "master", "forgetful:P", "forgetful:P:THEFT", "elephant", "squirrel", "goldfish"),
        ("goldfish", "squirrel", "elephant"),
        (
            Flag("expert"),
            Flag("notes"),
            Flag("games", least=1, most=99, commands=("play",)),
            Flag("first", least=0, most=7, commands=("play",)),
            Flag("prices", metavar="A,B,…", commands=("play",)),
        ),
    ),
]
"""The games, in the order of `tacora.games.registry.GAMES`."""

ODDS: Final = "tacora.games.diamant.terminal.odds_command"
"""The module of `tacora odds`, a command of one game."""
ODDS_EDITION: Final = "tacora-2024"
"""Its default edition."""
STUDY_EDITION: Final = "schmidt-2005"
"""The default edition of `simulate`, `sweep` and `arena`."""


def names() -> tuple[str, ...]:
    """The names of the games."""
    return tuple(game.name for game in LISTED)


def editions() -> str:
    """All editions, for a line of help."""
    return ", ".join(edition for game in LISTED for edition in game.editions)
