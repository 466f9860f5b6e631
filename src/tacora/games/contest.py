"""Bots against each other: one game of theirs, whatever the types of the game are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar, cast

from tacora.bots.bot import Bot
from tacora.chance import Seed
from tacora.game import Game, Outcome, Seat

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class BotRaised(Exception):
    """A bot raised an error, which is kept."""

    def __init__(self, seat: Seat, error: BaseException) -> None:
        super().__init__(seat)
        self.seat = seat
        self.error = error


class BotIllegal(Exception):
    """A bot answered with something that is not legal."""

    def __init__(self, seat: Seat, given: object) -> None:
        super().__init__(seat)
        self.seat = seat
        self.given = given


class Contest(ABC):
    """A game for bots alone."""

    @abstractmethod
    def play(self, bots: Sequence[object], seed: Seed) -> Outcome:
        """One game. Raises `BotRaised` and `BotIllegal`."""


class TypedContest(Contest, Generic[S, A, E, V]):
    """Bots see what their seat sees and what has happened in the open, nothing else."""

    def __init__(self, game: Game[S, A, E, V]) -> None:
        self._game = game

    def play(self, bots: Sequence[object], seed: Seed) -> Outcome:
        """One game. A bot of somebody else's is taken at its word, and its answers are checked by the rules."""
        game, players = self._game, cast(Sequence[Bot[V, E, A]], bots)
        step = game.start(len(players), seed)
        state, history = step.state, step.events
        while pending := game.pending(state):
            actions: dict[Seat, A] = {}
            for seat in pending:
                view = game.observe(state, seat)
                try:
                    actions[seat] = players[seat].choose(view, history)
                except (Exception, SystemExit) as error:
                    raise BotRaised(seat, error) from None
            try:
                step = game.apply(state, actions)
            except Exception:
                for seat, action in actions.items():
                    if not _is_among(action, game.legal_actions(state, seat)):
                        raise BotIllegal(seat, action) from None
                raise
            state = step.state
            history += step.events
        outcome = game.outcome(state)
        assert outcome is not None
        return outcome


def _is_among(action: object, legal: Sequence[object]) -> bool:
    """Whether this is one of the legal actions, whatever somebody's object thinks that it equals."""
    return any(type(action) is type(other) and action == other for other in legal)
