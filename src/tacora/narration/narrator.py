"""What every game's narrator can tell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from tacora.game import Outcome, Seat
from tacora.narration.listener import Listener

V = TypeVar("V")
E = TypeVar("E")


class Narrator(Listener, ABC, Generic[V, E]):
    """Tells a game to one listener: to the player of a seat, or to everybody."""

    @abstractmethod
    def opening(self, view: V) -> str:
        """What is played: the box and its options."""

    @abstractmethod
    def tell(self, events: Iterable[E], view: V) -> list[str]:
        """The events of a step in sentences, in order. The view is the one after them."""

    @abstractmethod
    def text(self, events: Sequence[E], at: int, view: V) -> str:
        """The sentences for one event of a step."""

    @abstractmethod
    def asked(self, view: V, seats: Sequence[Seat]) -> str:
        """What is asked of the listener, or of one of those at one device."""

    @abstractmethod
    def situation(self, view: V) -> list[str]:
        """How things stand, in a few words: for those who like to hear it after every step."""

    @abstractmethod
    def answer(self, view: V, about: str, *, odds: bool) -> list[str]:
        """The answer to a question that changes nothing. Whoever has no seat hears what everybody may.

        `odds`: whether they may be told.
        """

    def action(self, text: str) -> str:
        """What a decision is called in a list of those that are legal."""
        return text

    @abstractmethod
    def podium(self, view: V, outcome: Outcome) -> list[str]:
        """The final scores, best first."""
