"""The interface of every game's narrator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Generic, TypeVar

from tacora.game import Outcome, Seat
from tacora.narration.listener import Listener

V = TypeVar("V")
E = TypeVar("E")


class Telling(ABC):
    """A step in sentences. What one seat hears is made when it is asked for: a bot's never is."""

    __slots__ = ()
    text: str
    """As told to everybody."""
    named: Collection[Seat]
    """The seats that may hear other words."""

    @abstractmethod
    def to(self, seat: Seat) -> str:
        """As told to one of these seats."""


class Narrator(Listener, ABC, Generic[V, E]):
    """Tells a game to one listener: the player of a seat, or everybody."""

    @abstractmethod
    def opening(self, view: V) -> str:
        """What is played: the edition and its options."""

    @abstractmethod
    def tell(self, events: Iterable[E], view: V) -> list[str]:
        """The events of a step as sentences, in order. `view` is the one after them."""

    def telling(self, events: Sequence[E], view: V) -> Telling:
        """The events of a step as told to everybody and to each seat, by the narrator for everybody."""
        return _Told(self, events, view)

    @abstractmethod
    def asked(self, view: V, seats: Sequence[Seat]) -> str:
        """The question to the listener, or to one of several players at one device."""

    @abstractmethod
    def situation(self, view: V) -> list[str]:
        """The situation in a few words, for listeners who want it after every step."""

    @abstractmethod
    def answer(self, view: V, about: str, *, odds: bool) -> list[str]:
        """The answer to a question. A listener without a seat hears only what is public.

        `odds`: whether they may be told.
        """

    def action(self, text: str) -> str:
        """The label of a decision in a list of legal ones."""
        return text

    @abstractmethod
    def podium(self, view: V, outcome: Outcome) -> list[str]:
        """The final scores, best first, in the same words for everybody."""


class _Told(Telling, Generic[V, E]):
    """Whoever is named is told everything anew."""

    __slots__ = "_events", "_narrator", "_view", "named", "text"

    def __init__(self, narrator: Narrator[V, E], events: Sequence[E], view: V) -> None:
        self._narrator, self._events, self._view = narrator, events, view
        self.text = joined(narrator.tell(events, view))
        self.named = narrator.named

    def to(self, seat: Seat) -> str:
        narrator = self._narrator
        return joined(type(narrator)(narrator.say, narrator.names, seat).tell(self._events, self._view))


def joined(texts: Iterable[str]) -> str:
    """Sentences after one another."""
    return " ".join(filter(None, texts))
