"""Turning points, for the story of a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tacora.game import Seat
from tacora.narration.listener import Listener


class Moment(Struct, frozen=True):
    """A turning point, in a sentence."""

    step: int | None
    """The step; `None`: it concerns the game as a whole."""
    say: str


def kept_since(scores: Sequence[tuple[int, ...]], winners: Sequence[Seat]) -> int | None:
    """The first step from which on exactly these seats were in the lead.

    >>> kept_since([(0, 0), (3, 0), (3, 4), (5, 4), (6, 4)], [0])
    3
    """
    since: int | None = None
    for at, score in enumerate(scores):
        leaders = tuple(seat for seat, points in enumerate(score) if points == max(score))
        if leaders != tuple(winners):
            since = None
        elif since is None:
            since = at
    return since


def names(to: Listener, seats: Sequence[Seat]) -> dict[str, str]:
    """The facts of a message that name these seats."""
    who = to.who(seats)
    return {"who": who["who"], "kind": who["kind"]}
