"""Numbered work: each number gives the same result wherever it is done, so nothing depends on who does how much."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

S = TypeVar("S")


class Work(Protocol[S]):
    """Numbered work whose results add up with `+`. On a cluster it is pickled."""

    @property
    def block(self) -> int:
        """How many numbers are worth doing at a time."""
        ...

    def prepare(self) -> None:
        """Whatever has to be done once in each process before the first number, such as to compile."""
        ...

    def empty(self) -> S:
        """The sum of nothing."""
        ...

    def add(self, first: int, last: int, into: S) -> None:
        """Do the numbers from `first` up to, not including, `last`, and add them to a sum. Thread-safe."""
        ...


@dataclass(frozen=True)
class Sum(Generic[S]):
    """What the first so many numbers come to."""

    total: S
    done: int
    """Fewer than asked for if interrupted."""
    interrupted: bool
    """Also true if the blocks in progress were the last ones."""
    seconds: float
    """How long that took, without preparations."""


class Workers(Protocol):
    """Who does numbered work."""

    def sums(
        self, works: Iterable[Work[Any]], numbers: int, progress: Callable[[int], None]
    ) -> Generator[Sum[Any], None, None]:
        """The sum of the first so many numbers of each work, in order.

        `progress` is called now and then with how many numbers are done, of all works together. A KeyboardInterrupt
        ends it early, with a valid last sum: of the first numbers, without a gap.
        """
        ...

    @property
    def threads(self) -> int:
        """How many numbers are done at the same time."""
        ...


class Spread(Protocol):
    """Workers in other processes: what they need is sent to them once, and each piece on its own."""

    @property
    def threads(self) -> int:
        """How many pieces are done at the same time."""
        ...

    def keep(self, value: object) -> Any:
        """Send a value there, once."""
        ...

    def each(
        self, do: Callable[..., Any], given: tuple[Any, ...], pieces: Iterable[tuple[int, int]]
    ) -> Generator[tuple[tuple[int, int], Any], None, None]:
        """What `do(*given, first, last)` gives for each piece, in order; given is what was kept there."""
        ...

    def stream(self, work: Work[S], numbers: int) -> Generator[S, None, None]:
        """The sums of consecutive numbers, up to so many in all, in order."""
        ...
