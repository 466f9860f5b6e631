"""A sweep over one parameter of a strategy, against a fixed field of opponents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from msgspec import Struct

from tacora.arena.summary import SeatSummary
from tacora.game import Refused

MOST_POINTS = 1000

_NUMBER = r"([0-9]+(?:\.[0-9]+)?)"
_RANGE = re.compile(rf"(\w+):{_NUMBER}\.\.{_NUMBER}(?:\.\.{_NUMBER})?")


class Range(Struct, frozen=True):
    """A strategy with a range of parameters, such as `gems:1..40` or `random:0..1..0.05`."""

    strategy: str
    values: tuple[Decimal, ...]

    def bots(self) -> Iterator[str]:
        """The strategy with each of its parameters, in the shortest notation."""
        return (f"{self.strategy}:{value.normalize():f}" for value in self.values)


class Point(Struct, frozen=True):
    """The result of one value of the parameter at a table of one size."""

    players: int
    value: float
    seat: SeatSummary


def range_in(text: str) -> Range:
    """Parse a range, `STRATEGY:FROM..TO` or `STRATEGY:FROM..TO..STEP`.

    >>> list(range_in("gems:8..12..2").bots())
    ['gems:8', 'gems:10', 'gems:12']
    >>> len(range_in("random:0..1").values)
    21
    """
    parts = _RANGE.fullmatch(text)
    if not parts:
        raise Refused("not-a-range", text=text)
    first, last = Decimal(parts[2]), Decimal(parts[3])
    step = Decimal(parts[4]) if parts[4] else Decimal(1) if last > 1 else Decimal("0.05")
    if not step or last < first or (last - first) / step >= MOST_POINTS:
        raise Refused("bad-range", text=text, most=MOST_POINTS)
    return Range(parts[1], tuple(first + step * at for at in range(int((last - first) / step) + 1)))


def table_for(bot: str, field: Sequence[str], players: int) -> tuple[str, ...]:
    """The bot on the first seat and the field on the others, repeated if it is too short.

    >>> table_for("gems:8", ["ev", "never"], players=4)
    ('gems:8', 'ev', 'never', 'ev')
    """
    return (bot, *(field[at % len(field)] for at in range(players - 1)))


def best_of(points: Sequence[Point]) -> Point:
    """The point with the largest share of victories."""
    return max(points, key=lambda point: point.seat.win_share)
