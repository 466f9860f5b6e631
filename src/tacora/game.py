"""What a game is here: who owes a decision, what one joint decision does, and what each seat may see.

A game is a set of pure functions over frozen values. It keeps nothing between two calls, so any state can be kept,
compared, branched from or thrown away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from tacora.chance import Seed

Seat: TypeAlias = int
"""A place at the table, counted from 0 in the order of play."""

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V_co = TypeVar("V_co", covariant=True)


class Refused(ValueError):
    """Something was asked that cannot be: a stable code for programs, and the facts that a sentence needs.

    Sentences for people are made from the code and the facts by `tacora.narration`, in every language.

    >>> str(Refused("seat-count", given=2, least=3, most=8))
    'seat count (given=2, least=3, most=8)'
    """

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        details = ", ".join(f"{name}={value}" for name, value in facts.items())
        super().__init__(code.replace("-", " ") + (f" ({details})" if details else ""))


class IllegalAction(Refused):
    """A joint action that the rules do not allow in this state; the state is untouched."""


class IllegalDeal(Refused):
    """Cards written down that this deck cannot deal, or too few of them."""


class Step(Struct, Generic[S, E], frozen=True, gc=False):
    """The new state, and what happened on the way there, in order."""

    state: S
    events: tuple[E, ...]


class Outcome(Struct, frozen=True):
    """How a finished game came out. Tied players share the victory."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]

    @property
    def ranks(self) -> tuple[int, ...]:
        """By seat, from 1. Equal scores share a rank, but whoever won is before others with the same score.

        >>> Outcome(scores=(3, 7, 7, 1), winners=(1,)).ranks
        (3, 1, 2, 4)
        """
        places = [(score, seat in self.winners) for seat, score in enumerate(self.scores)]
        return tuple(1 + sum(other > place for other in places) for place in places)


class Game(Protocol[S, A, E, V_co]):
    """The face that every game shows to tables, bots, records and tests."""

    def start(self, seats: int, seed: Seed) -> Step[S, E]:
        """Set up the table and play up to the first decision."""
        ...

    def pending(self, state: S) -> tuple[Seat, ...]:
        """Who owes a decision now. Nobody: the game is over, or the cards written down for it end here."""
        ...

    def legal_actions(self, state: S, seat: Seat) -> tuple[A, ...]:
        """What this seat may do now; empty for a seat that owes nothing."""
        ...

    def apply(self, state: S, actions: Mapping[Seat, A]) -> Step[S, E]:
        """Carry out one action for each pending seat, all at once. Raises `IllegalAction`."""
        ...

    def observe(self, state: S, seat: Seat | None) -> V_co:
        """What lies on the table for this seat, or for a spectator (`None`)."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The result, or `None` while the game goes on."""
        ...
