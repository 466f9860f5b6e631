"""Where the cards lie on the table: the tunnel turns at every hazard and meets neither the camp nor itself (D13)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tacora.games.diamant.editions import Card, Hazard

WALL = 2
"""Rows from the middle to the wall of the cave, where a stretch up or down ends."""


class Place(NamedTuple):
    """A square of the table. The camp lies at the left of column 0; rows grow downward and may be negative."""

    column: int
    row: int


def layout(cards: Iterable[Card]) -> tuple[Place, ...]:
    """The place of every card, the first at (0, 0).

    >>> layout([Hazard("lava"), Hazard("rams"), Hazard("snakes")])
    (Place(column=0, row=0), Place(column=0, row=-1), Place(column=1, row=-1))
    """
    return with_next(cards)[:-1]


def with_next(cards: Iterable[Card]) -> tuple[Place, ...]:
    """The place of every card, and last the place where the next card will lie, whatever it is.

    The tunnel runs away from the camp, at a hazard turns up or down, and at the next hazard, or at the wall, away from
    the camp again. It turns back towards the middle unless that would bring two stretches side by side; then it goes
    on in the same direction, a row further at each such hazard. So columns never decrease, two cards that do not follow
    each other never touch, and a card once laid never moves.
    """
    return _places(tuple(map(type, cards)))


@lru_cache(maxsize=1024)
def _places(kinds: tuple[type[Card], ...]) -> tuple[Place, ...]:
    """All that matters of a card is whether it is a hazard: there are few different tunnels."""
    places: list[Place] = []
    column = row = 0
    away = True  # Running away from the camp, as opposed to up or down.
    down = 1  # Where the last stretch across went; the first goes up.
    stretch = 2  # Cards laid since the tunnel last turned away from the camp; nothing lies beside the first stretch.
    for hazard in [kind is Hazard for kind in kinds]:
        places.append(Place(column, row))
        if away and hazard:
            away = False
            if stretch > 1:
                down = -down if row == 0 else 1 if row < 0 else -1
        elif not away and (hazard or row * down >= WALL):
            away = True
            stretch = 0
        if away:
            column += 1
            stretch += 1
        else:
            row += down
    return (*places, Place(column, row))
