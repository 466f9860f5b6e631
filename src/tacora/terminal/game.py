"""The interface of a game to the terminal."""

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
from tacora.terminal.session import GameSaver

FlagValue: TypeAlias = bool | int | str | None
"""The value of an option of `tacora play`; `None`: not given."""


class PlayedSession(Protocol):
    """A session with its game's types erased."""

    def play(self, *, resumed: bool) -> None:
        """Play to the end. Raises EOFError, KeyboardInterrupt or `Quit` with the game saved."""
        ...

    def keep(self) -> bool:
        """Save the game, and return whether that worked."""
        ...


class TerminalGame(ABC):
    """How a game is set up and played at one keyboard."""

    flags: tuple[str, ...]
    """This game's own options of `tacora play`."""
    welcome: str
    """The id of the welcome message."""
    aid_sheet: str
    """The id of the message with the rules in short."""

    @abstractmethod
    def plan(self, edition: str | None, flags: Mapping[str, FlagValue], people: tuple[str, ...]) -> Plan:
        """The game that these options ask for."""

    @abstractmethod
    def asked(self, plan: Plan, questions: Questions) -> Plan:
        """Ask for all settings, one question after the other."""

    @abstractmethod
    def session(self, saved: AnySave, say: Catalogue, screen: Screen, keeper: GameSaver, rng: Random) -> PlayedSession:
        """Start a session, of a new or a resumed game."""
