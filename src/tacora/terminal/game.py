"""What a game brings to the terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Protocol, TypeAlias

from tacora.narration import Catalogue
from tacora.table import AnySave
from tacora.terminal.plan import Plan
from tacora.terminal.questions import Questions
from tacora.terminal.screen import Screen
from tacora.terminal.session import Keeper

FlagValue: TypeAlias = bool | int | str | None
"""The value of an option of `tacora play`; `None`: it was not given."""


class PlayedSession(Protocol):
    """A game at one keyboard, of whatever types."""

    def play(self, *, resumed: bool) -> None:
        """Play to the end. Raises EOFError, KeyboardInterrupt or `Quit` with the game kept."""
        ...

    def keep(self) -> bool:
        """Keep the game, and whether that worked."""
        ...


class TerminalGame(ABC):
    """A game as it is planned and played at one keyboard."""

    flags: tuple[str, ...]
    """The options of `tacora play` that are this game's."""
    welcome: str
    """The message that greets."""
    aid_sheet: str
    """The message that holds the rules in short."""

    @abstractmethod
    def plan(self, edition: str | None, flags: Mapping[str, FlagValue], people: tuple[str, ...]) -> Plan:
        """The game that these options ask for."""

    @abstractmethod
    def asked(self, plan: Plan, questions: Questions) -> Plan:
        """Ask everything about a game, one question after the other."""

    @abstractmethod
    def session(self, saved: AnySave, say: Catalogue, screen: Screen, keeper: Keeper, rng: Random) -> PlayedSession:
        """Sit down at a table, new or under way."""
