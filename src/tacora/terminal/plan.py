"""The settings of a game at one keyboard, before the deal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from tacora.chance import Seed
from tacora.game import Refused
from tacora.narration import Catalogue
from tacora.record.base import BaseRecord, check_names
from tacora.table import AnySave, SavedGame

_LONGEST = 36
"""Of a name that a bot is given: a name has 40 characters at most, and a number may follow."""


class Plan(Struct, frozen=True, kw_only=True):
    """The settings of a game. Each game adds its options."""

    edition: str
    people: tuple[str, ...] = ()
    bots: tuple[str, ...] | None = None
    """`None`: the usual bots."""

    # Specific to each game

    def usual_bots(self) -> tuple[str, ...]:
        """The default bots for this number of people."""
        raise NotImplementedError

    def known_bots(self) -> tuple[str, ...]:
        """All bots, as they are written."""
        raise NotImplementedError

    def characters(self) -> tuple[str, ...]:
        """The bots that have a name and a personality, from the weakest to the strongest."""
        raise NotImplementedError

    def company(self) -> tuple[str, ...]:
        """The characters of a mixed table."""
        raise NotImplementedError

    def checked(self, names: tuple[str, ...], seed: Seed, bots: Sequence[str]) -> BaseRecord:
        """The record of a new game. Refuses settings that cannot be played."""
        raise NotImplementedError

    def tells_odds(self) -> bool:
        """Whether players may ask for the odds."""
        return False

    # Common to all games

    def laid(self, say: Catalogue, seed: Seed) -> AnySave:
        """The new game as a save. All settings are checked here, before the first card."""
        bots = self.usual_bots() if self.bots is None else self.bots
        names = list(self.people or (say("you-name"),))
        check_people(names)
        people = len(names)
        for bot in bots:
            names.append(_free_name(say(f"bot-{bot}") if bot in self.characters() else _called(bot), names))
        record = self.checked(tuple(names), seed, bots)
        return SavedGame(record=record, bots=(*[None] * people, *bots), odds=self.tells_odds())


def check_people(names: Sequence[str]) -> None:
    """Refuse names that cannot be shown, or that two people share."""
    check_names(names)
    for at, name in enumerate(names):
        if name in names[:at]:
            raise Refused("name-taken", name=name)


def _called(bot: str) -> str:
    """The name of a bot that has none: as it is written, but without the folders of its file, and not too long.

    >>> _called("gems:10"), _called("strategy:/home/ana/mine.strategy")
    ('gems:10', 'strategy:mine.strategy')
    """
    kind, colon, parameter = bot.partition(":")
    return (kind + colon + Path(parameter).name)[:_LONGEST]


def _free_name(name: str, taken: Sequence[str]) -> str:
    if name not in taken:
        return name
    return next(f"{name} {n}" for n in range(2, len(taken) + 3) if f"{name} {n}" not in taken)


def split(text: str) -> tuple[str, ...]:
    """Split a comma-separated list, dropping empty items.

    >>> split(" Ana, Léo,,")
    ('Ana', 'Léo')
    """
    return tuple(part.strip() for part in text.split(",") if part.strip())
