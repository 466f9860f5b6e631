"""A table at one keyboard: people and bots, sealed decisions, and the record that grows with every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct

from tacora.bots.bot import Bot
from tacora.chance import commitment
from tacora.game import Game, Outcome, Refused, Seat, Step
from tacora.games import diamant, mister_diamond
from tacora.games.diamant import record as of_diamant
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.record import DiamantRecord
from tacora.games.mister_diamond import record as of_mister_diamond
from tacora.games.mister_diamond.bots import make_mister_bot
from tacora.games.mister_diamond.record import MisterDiamondRecord

Record: TypeAlias = DiamantRecord | MisterDiamondRecord

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class SavedGame(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game as it is kept between two steps, sealed decisions included."""

    format: Literal["tacora-save/1"] = "tacora-save/1"
    record: Record
    bots: tuple[str | None, ...]
    """The bot in each seat; `None` for a person."""
    odds: bool = True
    sealed: dict[str, str] = {}


class Table(Generic[S, A, E, V]):
    """A game under way. People seal decisions here; bots are asked when the last person has."""

    def __init__(
        self,
        saved: SavedGame,
        game: Game[S, A, E, V],
        steps: Sequence[Step[S, E]],
        bots: Mapping[Seat, Bot[V, E, A]],
    ) -> None:
        self.game = game
        self.steps = list(steps)
        self.names = saved.record.seats
        self.odds = saved.odds
        self.people = tuple(seat for seat, bot in enumerate(saved.bots) if bot is None)
        self._bots = bots
        self._saved = saved
        self._record: Any = saved.record  # Either kind of record takes the actions of its own game.
        self._seed = _seed_of(saved.record)
        self.sealed: dict[Seat, A] = dict(self._unsealed(seat, text) for seat, text in saved.sealed.items())

    def _unsealed(self, written: str, text: str) -> tuple[Seat, A]:
        """A sealed decision as it was kept, if it still can be one."""
        for seat in self.people:
            for action in self.game.legal_actions(self.state, seat):
                if (str(seat), str(action)) == (written, text):
                    return seat, action
        raise Refused("bad-sealed", whose=written, text=text)

    @property
    def state(self) -> S:
        """Where the game stands."""
        return self.steps[-1].state

    @property
    def commitment(self) -> str:
        """The promise about the deal."""
        return commitment(self._seed)

    @property
    def seed(self) -> str:
        """The secret of the deal, for after the last card."""
        return self._seed.hex()

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.game.outcome(self.state)

    @property
    def reader(self) -> Seat | None:
        """Whose eyes the screen serves: the only person's, or everybody's."""
        return self.people[0] if len(self.people) == 1 else None

    def view(self) -> V:
        """What the screen may show."""
        return self.game.observe(self.state, self.reader)

    def history(self) -> list[E]:
        """Everything that happened, which all have seen."""
        return [event for step in self.steps for event in step.events]

    def thinking(self) -> tuple[Seat, ...]:
        """The people who still owe a decision."""
        return tuple(s for s in self.game.pending(self.state) if s in self.people and s not in self.sealed)

    def seal(self, seat: Seat, action: A) -> None:
        """Note a decision in secret."""
        self.sealed[seat] = action

    def take_back(self) -> Seat | None:
        """Open the decision sealed last, so that it can be made again."""
        return self.sealed.popitem()[0] if self.sealed else None

    def reveal(self) -> Step[S, E]:
        """Ask the bots, who see what their seat sees, and carry out what all have decided."""
        state, history = self.state, self.history()
        actions = dict(self.sealed)
        for seat in self.game.pending(state):
            if seat in self._bots:
                actions[seat] = self._bots[seat].choose(self.game.observe(state, seat), history)
        step = self.game.apply(state, actions)
        self._record = self._record.decided(state, actions)
        self.steps.append(step)
        self.sealed = {}
        return step

    def saved(self) -> SavedGame:
        """The game as it is to be kept."""
        sealed = {str(seat): str(action) for seat, action in self.sealed.items()}
        return msgspec.structs.replace(self._saved, record=self._record, sealed=sealed)

    def record(self) -> Record:
        """The record of the game, with the cards that were seen for whoever wants to check the deal."""
        record: Record = self._record
        if isinstance(record, DiamantRecord):
            return record.with_turned(of_diamant.replay(record))
        return record.with_turned(of_mister_diamond.replay(record))


DiamantTable: TypeAlias = Table[diamant.State, diamant.Decision, diamant.Event, diamant.View]
MisterTable: TypeAlias = Table[mister_diamond.State, mister_diamond.Action, mister_diamond.Event, mister_diamond.View]


def diamant_table(saved: SavedGame, record: DiamantRecord, rng: Random) -> DiamantTable:
    """The table of a game of Diamant, new or under way. Whatever bots leave to chance they take from `rng`."""
    played = of_diamant.replay(record)
    return Table(saved, played.game, played.steps, {seat: make_bot(bot, rng) for seat, bot in _bots_in(saved)})


def mister_table(saved: SavedGame, record: MisterDiamondRecord, rng: Random) -> MisterTable:
    """Likewise for Mister Diamond."""
    played = of_mister_diamond.replay(record)
    return Table(saved, played.game, played.steps, {seat: make_mister_bot(bot, rng) for seat, bot in _bots_in(saved)})


def _bots_in(saved: SavedGame) -> list[tuple[Seat, str]]:
    seats = len(saved.record.seats)
    if len(saved.bots) != seats:
        raise Refused("seat-count", given=len(saved.bots), least=seats, most=seats)
    return [(seat, bot) for seat, bot in enumerate(saved.bots) if bot is not None]


def _seed_of(record: Record) -> bytes:
    if record.seed is UNSET:
        raise Refused("save-without-seed")
    return bytes.fromhex(record.seed)
