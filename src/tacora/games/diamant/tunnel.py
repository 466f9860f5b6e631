"""Where the cards lie on the table: the tunnel turns at every hazard and meets neither the camp nor itself (D13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tacora.games.diamant.editions import Card, Hazard


class Place(NamedTuple):
    """A square of the table. The camp lies at the left of column 0; rows grow downward and may be negative."""

    column: int
    row: int


def layout(cards: Iterable[Card]) -> tuple[Place, ...]:
    """The place of every card, the first at (0, 0). A card once laid never moves when others follow.

    The tunnel runs away from the camp, at a hazard turns up or down, and at the next hazard away from the camp again.
    It turns back towards the middle unless that would bring two stretches side by side. So columns never decrease, and
    two cards that do not follow each other never touch.

    >>> layout([Hazard("lava"), Hazard("rams"), Hazard("snakes")])
    (Place(column=0, row=0), Place(column=0, row=1), Place(column=1, row=1))
    """
    places: list[Place] = []
    column = row = 0
    away = True  # Running away from the camp, as opposed to up or down.
    down = -1  # Where the last stretch across went; the first goes down.
    stretch = 2  # Cards laid since the tunnel last turned away from the camp; nothing lies beside the first stretch.
    for card in cards:
        places.append(Place(column, row))
        if isinstance(card, Hazard):
            if away:
                down = -down if stretch > 1 else down
            else:
                stretch = 0
            away = not away
        if away:
            column += 1
            stretch += 1
        else:
            row += down
    return tuple(places)
