"""The interface of every game's narrator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from tacora.game import Outcome, Seat
from tacora.narration.listener import Listener

V = TypeVar("V")
E = TypeVar("E")


class Narrator(Listener, ABC, Generic[V, E]):
    """Tells a game to one listener: the player of a seat, or everybody."""

    @abstractmethod
    def opening(self, view: V) -> str:
        """What is played: the edition and its options."""

    @abstractmethod
    def tell(self, events: Iterable[E], view: V) -> list[str]:
        """The events of a step as sentences, in order. `view` is the one after them."""

    @abstractmethod
    def text(self, events: Sequence[E], at: int, view: V) -> str:
        """The sentences for one event of a step."""

    def to_everybody(self, events: Sequence[E], at: int, view: V) -> tuple[str, Mapping[Seat, str]]:
        """The sentences for one event as told to everybody, and as told to each seat that may hear other words."""
        narrator = type(self)(self.say, self.names)
        text = narrator.text(events, at, view)
        return text, {seat: type(self)(self.say, self.names, seat).text(events, at, view) for seat in narrator.named}

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
