"""One game from the first card to the podium, at one keyboard."""

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
    """The player before wants to decide again."""


class Keeper(Protocol):
    """Keeps a game between two steps."""

    def keep(self, saved: AnySave) -> None:
        """Keep it so that not even a power cut can lose or halve it."""
        ...

    def finish(self, record: BaseRecord) -> Path:
        """Keep a finished game as a record, and say where."""
        ...


class Session(ABC, Generic[S, A, E, V]):
    """Asks, reveals and tells until the game is over, keeping it after every decision.

    What is asked and told is each game's own.
    """

    def __init__(self, table: Table[S, A, E, V], say: Catalogue, screen: Screen, keeper: Keeper) -> None:
        self.table = table
        self.say = say
        self.screen = screen
        self._keeper = keeper

    # Each game's own

    @abstractmethod
    def opening(self) -> list[str]:
        """What is played."""

    @abstractmethod
    def sentences(self, step: Step[S, E]) -> list[str]:
        """What a step brought, told to whoever reads the screen."""

    @abstractmethod
    def so_far(self) -> list[str]:
        """What somebody who comes back needs to hear."""

    @abstractmethod
    def picture(self) -> Picture:
        """The table as a drawing."""

    @abstractmethod
    def decide(self, seat: Seat) -> A:
        """Ask one person. Raises `TakeBack` or `Quit` if that is the answer."""

    @abstractmethod
    def podium(self, outcome: Outcome) -> list[str]:
        """The final scores."""

    # The same for every game

    def play(self, *, resumed: bool) -> None:
        """Play to the end. Raises EOFError, KeyboardInterrupt or `Quit` with the game kept."""
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
            self.keep()  # Before anybody sees it: what was shown once can never be played differently.
            self._tell(step)
        self._close(self.table.outcome)

    def _tell(self, step: Step[S, E]) -> None:
        """The picture first, so that what happened stands right above the question, also on a small screen."""
        self._show()
        self.screen.tell(self.sentences(step))

    def _show(self) -> None:
        """Draw the table when a person is to decide, or at the end; not while bots play among themselves."""
        if self.table.thinking() or self.table.outcome:
            self.screen.show(self.picture())

    def _collect(self) -> None:
        """Have every person decide who owes a decision; any of them may change it until the last one has."""
        table, say = self.table, self.say
        while thinking := table.thinking():
            seat = thinking[0]
            try:
                table.seal(seat, self.decide(seat))
            except TakeBack:
                again = table.take_back()
                self.keep()
                self.screen.say(say("nobody-before") if again is None else say("taken-back", name=table.names[again]))
                continue
            if left := len(table.thinking()):
                self.keep()
                self.screen.say(say("sealed", name=table.names[seat], left=left))

    def keep(self) -> bool:
        """Keep the game, and whether that worked; a disk that fails in mid-game is told, and the game goes on."""
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
