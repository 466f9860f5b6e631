"""A table at one keyboard: people and bots, sealed decisions, and the growing record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct

from tacora.bots.bot import Bot
from tacora.chance import commitment
from tacora.game import Game, Outcome, Refused, Seat, Step
from tacora.record.base import BaseRecord

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")
R = TypeVar("R", bound=BaseRecord)
S_contra = TypeVar("S_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


class SavedGame(Struct, Generic[R], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A saved game between two steps, including sealed decisions."""

    format: Literal["tacora-save/1"] = "tacora-save/1"
    record: R
    bots: tuple[str | None, ...]
    """The bot in each seat; `None` for a person."""
    odds: bool = True
    sealed: dict[str, str] = {}


AnySave: TypeAlias = SavedGame[BaseRecord]
"""A saved game of any kind."""


class Scribe(Protocol[S_contra, A_contra]):
    """Writes the record of a running game."""

    @property
    def record(self) -> BaseRecord:
        """The record so far."""
        ...

    def decided(self, state: S_contra, actions: Mapping[Seat, A_contra]) -> None:
        """Record one joint decision."""
        ...

    def with_turned(self) -> BaseRecord:
        """The record with the cards that were seen, to verify the deal."""
        ...


class Table(Generic[S, A, E, V]):
    """A running game. People seal decisions; bots are asked once the last person has decided."""

    def __init__(
        self,
        saved: AnySave,
        game: Game[S, A, E, V],
        steps: Sequence[Step[S, E]],
        bots: Mapping[Seat, Bot[V, E, A]],
        scribe: Scribe[S, A],
    ) -> None:
        self.game = game
        self.steps = list(steps)
        self.names = saved.record.seats
        self.odds = saved.odds
        self.people = tuple(seat for seat, bot in enumerate(saved.bots) if bot is None)
        self._bots = bots
        self._saved = saved
        self._scribe = scribe
        self._seed = _seed_of(saved.record)
        self.sealed: dict[Seat, A] = dict(self._unsealed(seat, text) for seat, text in saved.sealed.items())

    def _unsealed(self, written: str, text: str) -> tuple[Seat, A]:
        """Decode a saved sealed decision. Refuses one that is not legal."""
        for seat in self.people:
            for action in self.game.legal_actions(self.state, seat):
                if (str(seat), str(action)) == (written, text):
                    return seat, action
        raise Refused("bad-sealed", whose=written, text=text)

    @property
    def state(self) -> S:
        """The current state."""
        return self.steps[-1].state

    @property
    def commitment(self) -> str:
        """The commitment to the seed."""
        return commitment(self._seed)

    @property
    def seed(self) -> str:
        """The seed in hexadecimal, to be shown when the game is over."""
        return self._seed.hex()

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.game.outcome(self.state)

    @property
    def reader(self) -> Seat | None:
        """The seat whose view the screen shows; `None`, the public view, if several people play."""
        return self.people[0] if len(self.people) == 1 else None

    def view(self) -> V:
        """What the screen may show."""
        return self.game.observe(self.state, self.reader)

    def history(self) -> list[E]:
        """All events so far; they are public."""
        return [event for step in self.steps for event in step.events]

    def undecided(self) -> tuple[Seat, ...]:
        """The people who still owe a decision."""
        return tuple(s for s in self.game.pending(self.state) if s in self.people and s not in self.sealed)

    def seal(self, seat: Seat, action: A) -> None:
        """Store a person's decision until the reveal."""
        self.sealed[seat] = action

    def take_back(self) -> Seat | None:
        """Discard the decision sealed last, and return its seat."""
        return self.sealed.popitem()[0] if self.sealed else None

    def reveal(self) -> Step[S, E]:
        """Ask the bots, each with the view of its seat, and apply all decisions."""
        state, history = self.state, self.history()
        actions = dict(self.sealed)
        for seat in self.game.pending(state):
            if seat in self._bots:
                actions[seat] = self._bots[seat].choose(self.game.observe(state, seat), history)
        step = self.game.apply(state, actions)
        self._scribe.decided(state, actions)
        self.steps.append(step)
        self.sealed = {}
        return step

    def saved(self) -> AnySave:
        """The game to be saved."""
        sealed = {str(seat): str(action) for seat, action in self.sealed.items()}
        return msgspec.structs.replace(self._saved, record=self._scribe.record, sealed=sealed)

    def record(self) -> BaseRecord:
        """The record of the game, with the cards that were seen, to verify the deal."""
        return self._scribe.with_turned()


def bots_in(saved: AnySave) -> list[tuple[Seat, str]]:
    """The seats that bots play, with their bots. Refuses a list that does not match the seats."""
    seats = len(saved.record.seats)
    if len(saved.bots) != seats:
        raise Refused("seat-count", given=len(saved.bots), least=seats, most=seats)
    return [(seat, bot) for seat, bot in enumerate(saved.bots) if bot is not None]


def _seed_of(record: BaseRecord) -> bytes:
    if record.seed is UNSET:
        raise Refused("save-without-seed")
    return bytes.fromhex(record.seed)
