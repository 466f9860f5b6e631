"""One game at one keyboard, from the first card to the final scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Generic, Protocol

from tacora.game import Outcome, Refused, Seat, Step
from tacora.narration import Catalogue, refusal
from tacora.narration.listener import capital
from tacora.record.base import BaseRecord
from tacora.table import A, AnySave, E, S, Table, V
from tacora.terminal.screen import Picture, Screen


class Quit(Exception):
    """The player wants to stop here."""


class TakeBack(Exception):
    """The previous player wants to decide again."""


class GameSaver(Protocol):
    """Saves a game between two steps."""

    def keep(self, saved: AnySave) -> None:
        """Save the game atomically and durably."""
        ...

    def finish(self, record: BaseRecord) -> Path:
        """Write the record of the finished game, and return its file."""
        ...


class TerminalSession(ABC, Generic[S, A, E, V]):
    """Asks, reveals and narrates until the game is over, and saves after every decision.

    Each game defines what is asked and told.
    """

    def __init__(self, table: Table[S, A, E, V], say: Catalogue, screen: Screen, keeper: GameSaver) -> None:
        self.table = table
        self.say = say
        self.screen = screen
        self._keeper = keeper

    # Specific to each game

    @abstractmethod
    def opening(self) -> list[str]:
        """What is played."""

    @abstractmethod
    def sentences(self, step: Step[S, E]) -> list[str]:
        """The events of a step, told to the reader of the screen."""

    @abstractmethod
    def so_far(self) -> list[str]:
        """A recap for a resumed game."""

    @abstractmethod
    def picture(self) -> Picture:
        """The table as a drawing."""

    @abstractmethod
    def decide(self, seat: Seat) -> A:
        """Ask one person for a decision. Raises `TakeBack` or `Quit` if that is the answer."""

    @abstractmethod
    def podium(self, outcome: Outcome) -> list[str]:
        """The final scores."""

    # Common to all games

    def play(self, *, resumed: bool) -> None:
        """Play to the end. Raises EOFError, KeyboardInterrupt or `Quit` with the game saved."""
        self._keeper.keep(self.table.saved())
        say = self.say
        self.screen.say(
            *self.opening(),
            say("table-players", players=say.listed(self.table.names)),
            say("table-commitment", commitment=self.table.commitment),
        )
        if resumed:
            self._show()
            if self.table.outcome is not None:
                self.screen.say(say("already-over"))
            else:
                self.screen.say(say("resumed"), *self.so_far())
            if self.table.sealed:
                names = say.listed(self.table.names[seat] for seat in self.table.sealed)
                self.screen.say(say("sealed-already", names=names))
        else:
            self._tell(self.table.steps[0])
        while self.table.outcome is None:
            self._collect()
            step = self.table.reveal()
            self.keep()  # Before it is shown: a revealed step cannot be replayed differently.
            self._tell(step)
        self._close(self.table.outcome)

    def _tell(self, step: Step[S, E]) -> None:
        """Show a step: the picture first, so that the sentences stand right above the question."""
        self._show()
        self.screen.tell(self.sentences(step))

    def _show(self) -> None:
        """Draw the table when a person is to decide, or at the end; not while bots play among themselves."""
        if self.table.undecided() or self.table.outcome:
            self.screen.show(self.picture())

    def _collect(self) -> None:
        """Ask every person who owes a decision; a decision can be taken back until the last one is in."""
        table, say = self.table, self.say
        while thinking := table.undecided():
            seat = thinking[0]
            try:
                table.seal(seat, self.decide(seat))
            except TakeBack:
                again = table.take_back()
                self.keep()
                self.screen.say(say("nobody-before") if again is None else say("taken-back", name=table.names[again]))
                continue
            if left := len(table.undecided()):
                self.keep()
                self.screen.say(say("sealed", name=table.names[seat], left=left))

    def keep(self) -> bool:
        """Save the game, and return whether that worked. An error is shown, and the game goes on."""
        try:
            self._keeper.keep(self.table.saved())
        except Refused as refused:
            self.screen.say(capital(refusal(self.say, refused)))
            return False
        return True

    def _close(self, outcome: Outcome) -> None:
        say = self.say
        self.screen.say(say("scores-title"), *self.podium(outcome), say("seed-shown", seed=self.table.seed))
        try:
            record = self._keeper.finish(self.table.record())
        except Refused as refused:
            self.screen.say(capital(refusal(say, refused)))
        else:
            self.screen.say(say("record-kept", file=str(record)), say("record-replay"))
