"""The typed parts of a game, which each game implements."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from tacora.bots.bot import Bot
from tacora.fast.review import Review
from tacora.game import Game, Refused, Seat, Step
from tacora.games.kind import Advice, GameKind, Scalar
from tacora.narration.catalogue import Catalogue
from tacora.narration.moments import Moment
from tacora.narration.narrator import Narrator
from tacora.record.base import BaseRecord, BaseSummary, Verdict
from tacora.record.shuffles import Shuffle

R = TypeVar("R", bound=BaseRecord)
P = TypeVar("P")
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)


class PlainStory(Struct, frozen=True, tag_field="of", tag="plain"):
    """The story of a game without one of its own."""

    moments: tuple[Moment, ...] = ()


class GameParts(GameKind, Generic[R, P, S, A, E, V]):
    """A game by the types of its records, replays, states, actions, events and views."""

    record_type: type[R]
    view_type: type[V]

    @abstractmethod
    def rules(self, edition: str | None, options: Mapping[str, Scalar], first: Seat | None = None) -> Game[S, A, E, V]:
        """The rules with these options. `first`: the starting seat, if it is determined. Refuses unknown options."""

    @abstractmethod
    def new_record(
        self,
        names: Sequence[str],
        seed: bytes,
        edition: str | None,
        options: Mapping[str, Scalar],
        first: Seat | None = None,
    ) -> R:
        """The record of a new game."""

    @abstractmethod
    def decided(self, record: R, state: S, actions: Mapping[Seat, A]) -> R:
        """The record with one more joint decision, made in this state."""

    @abstractmethod
    def with_turned(self, record: R) -> R:
        """The record with the cards that were seen, for `verify` to compare."""

    @abstractmethod
    def narrator(self, say: Catalogue, names: Sequence[str], me: Seat | None) -> Narrator[V, E]:
        """The narrator for this listener."""

    @abstractmethod
    def bot(self, text: str, rng: Random) -> Bot[V, E, A]:
        """Make a bot; `rng` is its only source of randomness."""

    @abstractmethod
    def replay(self, record: R) -> P:
        """Replay a record."""

    @abstractmethod
    def course(self, played: P) -> tuple[Game[S, A, E, V], Sequence[Step[S, E]]]:
        """The rules and steps of a replayed record."""

    @abstractmethod
    def opened(self, played: P) -> list[Mapping[Seat, str]]:
        """The decisions revealed in each step but the first, by seat."""

    @abstractmethod
    def unfinished(self, played: P, say: Catalogue) -> str:
        """The state of an unfinished recorded game, in a sentence."""

    @abstractmethod
    def summary(self, played: P) -> BaseSummary:
        """The figures of a recorded game."""

    @abstractmethod
    def shuffles(self, played: P) -> list[Shuffle]:
        """The shuffles that the seed of a recorded game determines."""

    @abstractmethod
    def verified(self, record: R, promised: str | None) -> Verdict:
        """Verify how a recorded game was dealt."""

    def story(self, played: P, say: Catalogue) -> Struct:
        """The course of a recorded game."""
        return PlainStory()

    def verdicts(self, played: P, say: Catalogue, review: Review) -> list[list[Moment]]:
        """What a review has to tell about each seat; no game without a reviewer needs this."""
        return [[] for _ in review.seats]

    def errors(self, played: P, say: Catalogue, review: Review) -> list[Moment]:
        """A sentence for each decision that cost something; no game without a reviewer needs this."""
        return []

    def advice(self, say: Catalogue, names: Sequence[str], view: V, history: Sequence[E]) -> Advice:
        """What the coach says to the seat of this view, which is to decide."""
        raise Refused("no-coach")

    def fresh(self, names: Sequence[str], seed: bytes, edition: str) -> R:
        """The record of a new game with default options. Refuses settings that cannot be played."""
        self.rules(edition, {}).start(len(names), seed)
        return self.new_record(names, seed, edition, {})

    def may_sit(self, bot: str) -> bool:
        """Whether a table may have this bot."""
        return True

    def secretive(self, game: Game[S, A, E, V]) -> bool:
        """Whether some seats may see more than others while the game lasts."""
        return True

    def begins_next(self, state: S, seats: int) -> Seat | None:
        """The starting seat of the next game, where this one determines it."""
        return None

    def derived(self, view: V) -> Struct | None:
        """What follows from a view by the rules, as a `derived_type`, for pages, which know no rules."""
        return None

    def unseen(self, view: V) -> Mapping[str, int] | None:
        """How many of each card are not turned yet, where a view lists them."""
        unseen = getattr(view, "unseen", None)
        return Counter(map(_card, unseen)) if isinstance(unseen, tuple) else None

    def shown(self, view: V) -> dict[str, object]:
        """The view as frames contain it: without its seat, with unseen cards as counts, and with its derived fields."""
        fields: dict[str, object] = msgspec.structs.asdict(view)
        fields.pop("seat", None)
        if (unseen := self.unseen(view)) is not None:
            fields["unseen"] = unseen
        if (derived := self.derived(view)) is not None:
            fields |= msgspec.structs.asdict(derived)
        return fields


_card = lru_cache(maxsize=1024)(str)
"""A card as text, cached: there are few, and they are counted at every step."""
