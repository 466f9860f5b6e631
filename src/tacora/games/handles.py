"""Implements the type-erased handles of a game (`Play`, `Scene`, `Retelling`) with its typed parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Generic

from msgspec import Struct

from tacora.fast.review import Review
from tacora.game import Game, Outcome, Refused, Seat
from tacora.games.kind import Advice, GameKind, Play, Retelling, Scene
from tacora.games.parts import A, E, GameParts, P, R, S, V
from tacora.narration.catalogue import Catalogue
from tacora.narration.moments import Moment
from tacora.narration.narrator import Narrator, Telling
from tacora.record.base import BaseRecord, BaseSummary
from tacora.record.shuffles import Shuffle


class TypedScribe(Generic[R, P, S, A, E, V]):
    """The `Scribe` of a game at one keyboard."""

    def __init__(self, kind: GameParts[R, P, S, A, E, V], record: R) -> None:
        self._kind = kind
        self.record = record

    def decided(self, state: S, actions: Mapping[Seat, A]) -> None:
        self.record = self._kind.decided(self.record, state, actions)

    def with_turned(self) -> R:
        return self._kind.with_turned(self.record)


class TypedScene(Scene, Generic[R, P, S, A, E, V]):
    """A state with the events that led to it. Views are cached by seat."""

    __slots__ = "_game", "_kind", "_names", "_secretive", "_state", "_views", "events"

    def __init__(
        self,
        kind: GameParts[R, P, S, A, E, V],
        names: Sequence[str],
        game: Game[S, A, E, V],
        state: S,
        events: Sequence[E],
        *,
        secretive: bool,
    ) -> None:
        self._secretive = secretive
        self._kind = kind
        self._names = names
        self._game = game
        self._state = state
        self.events: Sequence[E] = events
        self._views: dict[Seat | None, V] = {}

    def _view(self, seat: Seat | None) -> V:
        if seat not in self._views:
            self._views[seat] = self._game.observe(self._state, seat)
        return self._views[seat]

    def _sight(self, seat: Seat | None) -> V:
        """The view of a seat, or the public one for all seats where nothing is hidden."""
        return self._view(seat if self._secretive else None)

    def _narrator(self, say: Catalogue, me: Seat | None) -> Narrator[V, E]:
        return self._kind.narrator(say, self._names, me)

    def shown(self, seat: Seat | None) -> dict[str, object]:
        return self._kind.shown(self._sight(seat))

    def opening(self, say: Catalogue) -> str:
        return self._narrator(say, None).opening(self._view(None))

    def tell(self, say: Catalogue, me: Seat | None) -> list[str]:
        return self._narrator(say, me).tell(self.events, self._view(me))

    def telling(self, say: Catalogue) -> Telling:
        return self._narrator(say, None).telling(self.events, self._view(None))

    def asked(self, say: Catalogue, me: Seat | None, seats: Sequence[Seat]) -> str:
        return self._narrator(say, me).asked(self._sight(me), seats)

    def action(self, say: Catalogue, text: str) -> str:
        return self._narrator(say, None).action(text)

    def situation(self, say: Catalogue, me: Seat | None) -> list[str]:
        return self._narrator(say, me).situation(self._sight(me))

    def answer(self, say: Catalogue, me: Seat | None, about: str, *, odds: bool) -> list[str]:
        if about not in self._kind.questions:
            raise Refused("unknown-question", question=about, known=", ".join(self._kind.questions))
        return self._narrator(say, me).answer(self._view(me), about, odds=odds)

    def podium(self, say: Catalogue) -> list[str]:
        outcome = self._game.outcome(self._state)
        return self._narrator(say, None).podium(self._view(None), outcome) if outcome else []


class TypedPlay(Play, Generic[R, P, S, A, E, V]):
    """A running game: its rules, state and growing record."""

    __slots__ = (
        *("_actions", "_by_text", "_game", "_history", "_kind", "_legal_texts", "_record", "_state"),
        *("latest", "names", "outcome", "pending", "seed"),
    )

    def __init__(self, kind: GameParts[R, P, S, A, E, V], game: Game[S, A, E, V], record: R, seed: bytes) -> None:
        self._kind = kind
        self._game = game
        self._record = record
        self.names = record.seats
        self.seed = seed
        step = game.start(len(self.names), seed)
        self._state = step.state
        self.latest: Sequence[E] = step.events
        self._history: list[E] = list(step.events)
        self.pending = game.pending(self._state)
        self.outcome: Outcome | None = None
        self._actions: tuple[A, ...] = ()
        self._by_text: dict[str, A] = {}
        self._legal_texts: tuple[str, ...] = ()

    @property
    def kind(self) -> GameKind:
        return self._kind

    @property
    def history(self) -> Sequence[E]:
        return self._history

    @property
    def state(self) -> S:
        return self._state

    def legal(self, seat: Seat) -> tuple[str, ...]:
        self._legal(seat)
        return self._legal_texts

    def _legal(self, seat: Seat) -> dict[str, A]:
        """The legal decisions of this seat, by how they are written."""
        actions = self._game.legal_actions(self._state, seat)
        if actions is not self._actions:  # Often the same tuple for all seats, step after step.
            self._actions, self._by_text = actions, {str(action): action for action in actions}
            self._legal_texts = tuple(self._by_text)
        return self._by_text

    def apply(self, actions: Mapping[Seat, str]) -> None:
        chosen = {seat: self._action(seat, text) for seat, text in actions.items()}
        before = self._state
        step = self._game.apply(before, chosen)
        self._record = self._kind.decided(self._record, before, chosen)
        self._state, self.latest = step.state, step.events
        self._history.extend(step.events)
        self.pending, self.outcome = self._game.pending(self._state), self._game.outcome(self._state)

    def _action(self, seat: Seat, text: str) -> A:
        action = self._legal(seat).get(text)
        if action is None:
            raise Refused("not-legal", action=text)
        return action

    def scene(self) -> Scene:
        return TypedScene(self._kind, self.names, self._game, self._state, self.latest, secretive=self.secretive)

    def bot(self, text: str, seat: Seat, rng: Random) -> Callable[[], str]:
        bot = self._kind.bot(text, rng)
        return lambda: str(bot.choose(self._game.observe(self._state, seat), self._history))

    def advice(self, say: Catalogue, seat: Seat) -> Advice:
        return self._kind.advice(say, self.names, self._game.observe(self._state, seat), self._history)

    @property
    def secretive(self) -> bool:
        return self.outcome is None and self._kind.secretive(self._game)

    @property
    def begins_next(self) -> Seat | None:
        return self._kind.begins_next(self._state, len(self.names))

    def record(self) -> BaseRecord:
        return self._kind.with_turned(self._record)


class TypedRetelling(Retelling, Generic[R, P, S, A, E, V]):
    """A replayed record."""

    def __init__(self, kind: GameParts[R, P, S, A, E, V], record: R, played: P) -> None:
        self._kind = kind
        self._played = played
        self.record = record
        game, steps = kind.course(played)
        self.scenes = tuple(
            TypedScene(kind, record.seats, game, step.state, step.events, secretive=True) for step in steps
        )
        self.decisions = tuple(kind.opened(played))
        self.outcome = game.outcome(steps[-1].state)

    def unfinished(self, say: Catalogue) -> str:
        return self._kind.unfinished(self._played, say)

    def summary(self) -> BaseSummary:
        return self._kind.summary(self._played)

    def story(self, say: Catalogue) -> Struct:
        return self._kind.story(self._played, say)

    def verdicts(self, say: Catalogue, review: Review) -> list[list[Moment]]:
        return self._kind.verdicts(self._played, say, review)

    def errors(self, say: Catalogue, review: Review) -> list[Moment]:
        return self._kind.errors(self._played, say, review)

    def shuffles(self) -> list[Shuffle]:
        return self._kind.shuffles(self._played)
