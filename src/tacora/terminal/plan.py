"""What a table agrees on before the first card, and the game that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from msgspec import UNSET, Struct

from tacora.chance import Seed, commitment
from tacora.game import Refused
from tacora.games.diamant.bots import CHARACTERS, make_bot
from tacora.games.diamant.record import DiamantRecord, Options
from tacora.games.diamant.rules import Chests
from tacora.games.mister_diamond.bots import MISTER_CHARACTERS, make_mister_bot
from tacora.games.mister_diamond.record import MisterDiamondRecord, MisterOptions
from tacora.games.records import retell
from tacora.narration import Catalogue
from tacora.record import check_names
from tacora.table import Record, SavedGame

DEFAULT_EDITION = "tacora-2024"
DEFAULT_MISTER_EDITION = "ravensburger-1993"


class DiamantPlan(Struct, frozen=True):
    """A game of Diamant to be."""

    edition: str = DEFAULT_EDITION
    relics: bool | None = None
    chests: Chests = "open"
    odds: bool = True
    people: tuple[str, ...] = ()
    bots: tuple[str, ...] | None = None
    """`None`: as many as keep the people company."""

    def usual_bots(self) -> tuple[str, ...]:
        """Three characters for one or two people, none for a table that is full enough."""
        return CHARACTERS if len(self.people) < 3 else ()

    def laid(self, say: Catalogue, seed: Seed) -> SavedGame:
        """The table with its seats taken and its cards dealt. Everything is checked here, before the first card."""
        bots = self.usual_bots() if self.bots is None else self.bots
        names, seats = _seats(say, self.people, bots, make_bot)
        record = DiamantRecord(
            format="tacora-record/1",
            edition=self.edition,
            options=Options(UNSET if self.relics is None else self.relics, self.chests),
            seats=names,
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )
        return _checked(record, seats, odds=self.odds)


class MisterPlan(Struct, frozen=True):
    """A game, or a match, of Mister Diamond to be."""

    edition: str = DEFAULT_MISTER_EDITION
    expert: bool = False
    notes: bool = False
    games: int = 1
    first: int | None = None
    prices: tuple[int, ...] | None = None
    """The different prices of the rings; `None`: those of the box."""
    people: tuple[str, ...] = ()
    bots: tuple[str, ...] | None = None
    """`None`: as many as keep the people company."""

    def usual_bots(self) -> tuple[str, ...]:
        """Three characters for a single person, none for a table that is full enough."""
        return MISTER_CHARACTERS if len(self.people) < 2 else ()

    def laid(self, say: Catalogue, seed: Seed) -> SavedGame:
        """The table with its seats taken and its diamonds set out, all of it checked."""
        bots = self.usual_bots() if self.bots is None else self.bots
        names, seats = _seats(say, self.people, bots, make_mister_bot)
        record = MisterDiamondRecord(
            format="tacora-record/1",
            edition=self.edition,
            options=MisterOptions(self.expert, self.notes, self.games, UNSET if self.prices is None else self.prices),
            seats=names,
            first=UNSET if self.first is None else self.first,
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )
        return _checked(record, seats, odds=False)


Plan: TypeAlias = DiamantPlan | MisterPlan


def _checked(record: Record, bots: tuple[str | None, ...], *, odds: bool) -> SavedGame:
    retell(record)
    return SavedGame(record=record, bots=bots, odds=odds)


def _seats(
    say: Catalogue, people: Sequence[str], bots: Sequence[str], make: Callable[[str, Random], object]
) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
    """Everybody's name, and the bot in each seat."""
    names = list(people or (say("you-name"),))
    check_people(names)
    seats: list[str | None] = [None] * len(names)
    for bot in bots:
        make(bot, Random())  # Refuses a bot that there is not.
        characters = (*CHARACTERS, *MISTER_CHARACTERS)
        names.append(_free_name(say(f"bot-{bot}") if bot in characters else bot, names))
        seats.append(bot)
    return tuple(names), tuple(seats)


def check_people(names: Sequence[str]) -> None:
    """Refuse names that cannot be shown, or that two people share."""
    check_names(names)
    for at, name in enumerate(names):
        if name in names[:at]:
            raise Refused("name-taken", name=name)


def _free_name(name: str, taken: Sequence[str]) -> str:
    if name not in taken:
        return name
    return next(f"{name} {n}" for n in range(2, len(taken) + 3) if f"{name} {n}" not in taken)


def split(text: str) -> tuple[str, ...]:
    """The parts of a list typed with commas.

    >>> split(" Ana, Léo,,")
    ('Ana', 'Léo')
    """
    return tuple(part.strip() for part in text.split(",") if part.strip())
