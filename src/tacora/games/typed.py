"""A `GameKind` out of the typed parts of a game: its rules, record, narrator and bots."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from tacora.bots.bot import Bot
from tacora.game import Game, Outcome, Refused, Seat, Step
from tacora.games.contest import Contest, TypedContest
from tacora.games.kind import GameKind, Play, Retelling, Scalar, Scene
from tacora.games.plain_terminal import PlainTerminal
from tacora.narration.catalogue import Catalogue
from tacora.narration.moments import Moment
from tacora.narration.narrator import Narrator
from tacora.record.base import BaseRecord, BaseSummary, Verdict
from tacora.record.shuffles import Shuffle
from tacora.table import AnySave, Table, bots_in
from tacora.terminal.game import TerminalGame

R = TypeVar("R", bound=BaseRecord)
P = TypeVar("P")
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)


class PlainStory(Struct, frozen=True, tag_field="of", tag="plain"):
    """The course of a game that has nothing to tell but its steps."""

    moments: tuple[Moment, ...] = ()


class TypedKind(GameKind, Generic[R, P, S, A, E, V]):
    """A game by the types of its records, replays, states, actions, events and views."""

    record_type: type[R]
    view_type: type[V]

    # Each game's own

    @abstractmethod
    def rules(self, edition: str | None, options: Mapping[str, Scalar], first: Seat | None = None) -> Game[S, A, E, V]:
        """The rules with these options, and who begins where that is settled. Refuses options that there are not."""

    @abstractmethod
    def new_record(
        self,
        names: Sequence[str],
        seed: bytes,
        edition: str | None,
        options: Mapping[str, Scalar],
        first: Seat | None = None,
    ) -> R:
        """The record of a game in which nothing has been decided."""

    @abstractmethod
    def decided(self, record: R, state: S, actions: Mapping[Seat, A]) -> R:
        """The record with one more joint decision, taken in this state."""

    @abstractmethod
    def with_turned(self, record: R) -> R:
        """The record with the cards that were seen, for `verify` to compare."""

    @abstractmethod
    def narrator(self, say: Catalogue, names: Sequence[str], me: Seat | None) -> Narrator[V, E]:
        """Whoever tells the game to this listener."""

    @abstractmethod
    def bot(self, text: str, rng: Random) -> Bot[V, E, A]:
        """The bot that is written so; whatever it leaves to chance it takes from `rng`."""

    @abstractmethod
    def replay(self, record: R) -> P:
        """Play a record again."""

    @abstractmethod
    def course(self, played: P) -> tuple[Game[S, A, E, V], Sequence[Step[S, E]]]:
        """The rules and the steps of a record that was played again."""

    @abstractmethod
    def opened(self, played: P) -> list[Mapping[Seat, str]]:
        """The decisions of each step but the first, by seat."""

    @abstractmethod
    def unfinished(self, played: P, say: Catalogue) -> str:
        """Where a recorded game stands that is not over."""

    @abstractmethod
    def summary(self, played: P) -> BaseSummary:
        """A recorded game in figures."""

    @abstractmethod
    def shuffles(self, played: P) -> list[Shuffle]:
        """What the seed of a recorded game decided."""

    @abstractmethod
    def verified(self, record: R, promised: str | None) -> Verdict:
        """How a recorded game was dealt."""

    def story(self, played: P, say: Catalogue) -> Struct:
        """The course of a recorded game."""
        return PlainStory()

    def terminal(self) -> TerminalGame:
        """The game at one keyboard, by a list of what is legal."""
        return PlainTerminal(self)

    def fresh(self, names: Sequence[str], seed: bytes, edition: str) -> R:
        """The record of a game with the usual options, in which nothing has been decided. Refuses what cannot be."""
        self.rules(edition, {}).start(len(names), seed)
        return self.new_record(names, seed, edition, {})

    def may_sit(self, bot: str) -> bool:
        """Whether a table may have this bot."""
        return True

    def secretive(self, game: Game[S, A, E, V]) -> bool:
        """Whether some seats may see more than others while the game lasts."""
        return True

    def begins_next(self, state: S, seats: int) -> Seat | None:
        """Who begins the next game, where that follows from this one."""
        return None

    def shown(self, view: V) -> dict[str, object]:
        """A view as frames carry it."""
        return shown(view)

    # The same for every game

    def check(self, seats: int, edition: str | None, options: Mapping[str, Scalar]) -> None:
        """Refuse what cannot be played."""
        self.rules(edition, options).start(seats, bytes(32))

    def check_bot(self, text: str) -> None:
        """Refuse a bot that there is not, or that a table may not have."""
        if not self.may_sit(text):
            raise Refused("unknown-bot", bot=text, known=", ".join(self.characters))
        self.bot(text, Random())

    def begin(
        self,
        names: Sequence[str],
        seed: bytes,
        *,
        edition: str | None = None,
        options: Mapping[str, Scalar],
        first: Seat | None = None,
    ) -> Play:
        """Deal a game."""
        record = self.new_record(names, seed, edition, options, first)
        return _Play(self, self.rules(edition, options, first), record, seed)

    def contest(self, edition: str | None, options: Mapping[str, Scalar]) -> Contest:
        """The game for bots alone."""
        return TypedContest(self.rules(edition, options))

    def bot_maker(self, text: str) -> Callable[[Random], object]:
        """How the bot that is written so is made."""
        self.bot(text, Random(0))
        return partial(self.bot, text)

    def table(self, saved: AnySave, rng: Random) -> Table[S, A, E, V]:
        """A table at one keyboard, new or under way. Whatever bots leave to chance they take from `rng`."""
        record = self._own(saved.record)
        game, steps = self.course(self.replay(record))
        scribe = _Scribe(self, record)
        return Table(saved, game, steps, {seat: self.bot(bot, rng) for seat, bot in bots_in(saved)}, scribe)

    def retell(self, record: BaseRecord) -> Retelling:
        """Play a record of this game again."""
        own = self._own(record)
        return _Retelling(self, own, self.replay(own))

    def verify(self, record: BaseRecord, promised: str | None = None) -> Verdict:
        """Check how a recorded game was dealt."""
        return self.verified(self._own(record), promised)

    def _own(self, record: BaseRecord) -> R:
        if not isinstance(record, self.record_type):
            raise TypeError(f"a record of another game than {self.name}")
        return record


class _Scribe(Generic[R, P, S, A, E, V]):
    """The record of a game at one keyboard."""

    def __init__(self, kind: TypedKind[R, P, S, A, E, V], record: R) -> None:
        self._kind = kind
        self.record = record

    def decided(self, state: S, actions: Mapping[Seat, A]) -> None:
        self.record = self._kind.decided(self.record, state, actions)

    def with_turned(self) -> R:
        return self._kind.with_turned(self.record)


class _Scene(Scene, Generic[R, P, S, A, E, V]):
    """A state with the events that led to it. Views are worked out once for each seat."""

    __slots__ = "_game", "_kind", "_names", "_secretive", "_state", "_views", "events"

    def __init__(
        self,
        kind: TypedKind[R, P, S, A, E, V],
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
        """What lies on the table; where nothing is hidden, one view does for all seats."""
        return self._view(seat if self._secretive else None)

    def _narrator(self, say: Catalogue, me: Seat | None) -> Narrator[V, E]:
        return self._kind.narrator(say, self._names, me)

    def shown(self, seat: Seat | None) -> dict[str, object]:
        return self._kind.shown(self._sight(seat))

    def opening(self, say: Catalogue) -> str:
        return self._narrator(say, None).opening(self._view(None))

    def tell(self, say: Catalogue, me: Seat | None) -> list[str]:
        return self._narrator(say, me).tell(self.events, self._view(me))

    def sentence(self, say: Catalogue, me: Seat | None, at: int) -> str:
        return self._narrator(say, me).text(self.events, at, self._view(None))

    def told_to_all(self, say: Catalogue) -> list[tuple[str, set[Seat]]]:
        view, narrator = self._view(None), self._narrator(say, None)
        told = []
        for at in range(len(self.events)):
            narrator.named = set()
            told.append((narrator.text(self.events, at, view), narrator.named))
        return told

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

    def podium(self, say: Catalogue, me: Seat | None) -> list[str]:
        outcome = self._game.outcome(self._state)
        return self._narrator(say, me).podium(self._view(me), outcome) if outcome else []


class _Play(Play, Generic[R, P, S, A, E, V]):
    """A game under way: the rules, the state, and the record that grows with every step."""

    __slots__ = (
        *("_actions", "_game", "_history", "_kind", "_record", "_state", "_texts"),
        *("latest", "names", "outcome", "pending", "seed"),
    )

    def __init__(self, kind: TypedKind[R, P, S, A, E, V], game: Game[S, A, E, V], record: R, seed: bytes) -> None:
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
        self._texts: tuple[str, ...] = ()

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
        actions = self._game.legal_actions(self._state, seat)
        if actions is not self._actions:  # Most often everybody may do the same, again and again.
            self._actions, self._texts = actions, tuple(map(str, actions))
        return self._texts

    def apply(self, actions: Mapping[Seat, str]) -> None:
        chosen = {seat: self._action(seat, text) for seat, text in actions.items()}
        before = self._state
        step = self._game.apply(before, chosen)
        self._record = self._kind.decided(self._record, before, chosen)
        self._state, self.latest = step.state, step.events
        self._history.extend(step.events)
        self.pending, self.outcome = self._game.pending(self._state), self._game.outcome(self._state)

    def _action(self, seat: Seat, text: str) -> A:
        for action in self._game.legal_actions(self._state, seat):
            if str(action) == text:
                return action
        raise Refused("not-legal", action=text)

    def scene(self) -> Scene:
        return _Scene(self._kind, self.names, self._game, self._state, self.latest, secretive=self.secretive)

    def bot(self, text: str, seat: Seat, rng: Random) -> Callable[[], str]:
        bot = self._kind.bot(text, rng)
        return lambda: str(bot.choose(self._game.observe(self._state, seat), self._history))

    @property
    def secretive(self) -> bool:
        return self.outcome is None and self._kind.secretive(self._game)

    @property
    def begins_next(self) -> Seat | None:
        return self._kind.begins_next(self._state, len(self.names))

    def record(self) -> BaseRecord:
        return self._kind.with_turned(self._record)


class _Retelling(Retelling, Generic[R, P, S, A, E, V]):
    """A record played again."""

    def __init__(self, kind: TypedKind[R, P, S, A, E, V], record: R, played: P) -> None:
        self._kind = kind
        self._played = played
        self.record = record
        game, steps = kind.course(played)
        self.scenes = tuple(_Scene(kind, record.seats, game, step.state, step.events, secretive=True) for step in steps)
        self.decisions = tuple(kind.opened(played))
        self.outcome = game.outcome(steps[-1].state)

    def unfinished(self, say: Catalogue) -> str:
        return self._kind.unfinished(self._played, say)

    def summary(self) -> BaseSummary:
        return self._kind.summary(self._played)

    def story(self, say: Catalogue) -> Struct:
        return self._kind.story(self._played, say)

    def shuffles(self) -> list[Shuffle]:
        return self._kind.shuffles(self._played)


def shown(view: Struct) -> dict[str, object]:
    """A view as frames carry it: whose it is goes without saying, and cards not seen yet are counted."""
    fields: dict[str, object] = msgspec.structs.asdict(view)
    fields.pop("seat", None)
    unseen = fields.get("unseen")
    if isinstance(unseen, tuple):
        fields["unseen"] = Counter(map(_card, unseen))
    return fields


_card = lru_cache(maxsize=1024)(str)
"""A card as a text; there are few, and they are counted again and again."""
