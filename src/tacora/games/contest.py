"""Plays one game between bots, with the game's types erased."""

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
    """A bot raised an error."""

    def __init__(self, seat: Seat, error: BaseException) -> None:
        super().__init__(seat)
        self.seat = seat
        self.error = error


class BotIllegal(Exception):
    """A bot's answer is not legal."""

    def __init__(self, seat: Seat, given: object) -> None:
        super().__init__(seat)
        self.seat = seat
        self.given = given


class Contest(ABC):
    """A game between bots only."""

    @abstractmethod
    def play(self, bots: Sequence[object], seed: Seed) -> Outcome:
        """Play one game. Raises `BotRaised` and `BotIllegal`."""


class TypedContest(Contest, Generic[S, A, E, V]):
    """A contest by typed rules. A bot gets the view of its seat and the public events, nothing else."""

    def __init__(self, game: Game[S, A, E, V]) -> None:
        self._game = game

    def play(self, bots: Sequence[object], seed: Seed) -> Outcome:
        """Play one game. Bots are untrusted: the rules check their answers."""
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
    """Whether this is a legal action. Compares types, too: a third-party object may claim to equal anything."""
    return any(type(action) is type(other) and action == other for other in legal)
