"""A table at one keyboard: people and bots, sealed decisions, and the record that grows with every step."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec
from msgspec import UNSET, Struct

from tacora.bots import make_bot
from tacora.chance import Seed, commitment
from tacora.diamant.rules import CONTINUE, LEAVE, Chests, Decision, Event, State, View
from tacora.game import Outcome, Refused, Seat, Step
from tacora.record import DiamantRecord, Options, replay

_LETTERS = {decision.value: decision for decision in (CONTINUE, LEAVE)}


class Invitation(Struct, frozen=True):
    """Who is to play what: all that is agreed before the first card."""

    edition: str
    relics: bool | None
    chests: Chests
    odds: bool
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    """The bot in each seat; `None` for a person."""


class SavedGame(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game as it is kept between two steps, sealed decisions included."""

    format: Literal["tacora-save/1"] = "tacora-save/1"
    record: DiamantRecord
    bots: tuple[str | None, ...]
    odds: bool
    sealed: dict[str, Literal["C", "L"]]


class Table:
    """A game under way. People seal decisions here; bots are asked when the last person has."""

    def __init__(self, saved: SavedGame, rng: Random) -> None:
        played = replay(saved.record)
        if len(saved.bots) != len(saved.record.seats):
            raise Refused(
                "seat-count", given=len(saved.bots), least=len(saved.record.seats), most=len(saved.record.seats)
            )
        self.game = played.game
        self.names = saved.record.seats
        self.odds = saved.odds
        self.bots = saved.bots
        self.people = tuple(seat for seat, bot in enumerate(saved.bots) if bot is None)
        self.steps: list[Step[State, Event]] = list(played.steps)
        self._record = saved.record
        if saved.record.seed is UNSET:
            raise Refused("seed-or-deal", given=0)
        self._seed = bytes.fromhex(saved.record.seed)
        self._players = {seat: make_bot(bot, rng) for seat, bot in enumerate(saved.bots) if bot is not None}
        inside = self.game.pending(self.state)
        self.sealed: dict[Seat, Decision] = {
            int(seat): _LETTERS[letter] for seat, letter in saved.sealed.items() if seat in {str(s) for s in inside}
        }

    @classmethod
    def lay(cls, invitation: Invitation, seed: Seed, rng: Random) -> Table:
        """Set a new table."""
        options = Options(UNSET if invitation.relics is None else invitation.relics, invitation.chests)
        record = DiamantRecord(
            format="tacora-record/1",
            edition=invitation.edition,
            options=options,
            seats=invitation.names,
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )
        return cls(SavedGame(record=record, bots=invitation.bots, odds=invitation.odds, sealed={}), rng)

    @property
    def state(self) -> State:
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

    def view(self) -> View:
        """What the screen may show."""
        return self.game.observe(self.state, self.reader)

    def thinking(self) -> tuple[Seat, ...]:
        """The people who still owe a decision."""
        return tuple(s for s in self.game.pending(self.state) if s in self.people and s not in self.sealed)

    def seal(self, seat: Seat, decision: Decision) -> None:
        """Note a decision in secret."""
        self.sealed[seat] = decision

    def take_back(self) -> Seat | None:
        """Open the decision sealed last, so that it can be made again."""
        return self.sealed.popitem()[0] if self.sealed else None

    def reveal(self) -> Step[State, Event]:
        """Ask the bots, who see what their seat sees, and carry out what all have decided."""
        state = self.state
        history = [event for step in self.steps for event in step.events]
        actions = dict(self.sealed)
        for seat in self.game.pending(state):
            if seat in self._players:
                actions[seat] = self._players[seat].choose(self.game.observe(state, seat), history)
        step = self.game.apply(state, actions)
        self._record = self._record.decided(state, actions)
        self.steps.append(step)
        self.sealed = {}
        return step

    def saved(self) -> SavedGame:
        """The game as it is to be kept."""
        sealed = {str(seat): decision.value for seat, decision in self.sealed.items()}
        return msgspec.convert(
            {"record": msgspec.to_builtins(self._record), "bots": self.bots, "odds": self.odds, "sealed": sealed},
            SavedGame,
        )

    def record(self) -> DiamantRecord:
        """The record of the game, with the cards that were seen for whoever wants to check the deal."""
        rows = tuple(tuple(map(str, row)) for row in replay(self._record).turned())
        return msgspec.structs.replace(self._record, turned=rows)
