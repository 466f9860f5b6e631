"""What a table strategy looks at: five numbers that any player can see, and where they stand in the table.

A table strategy is an array of probabilities to leave, one for each situation. Situations are told apart by five
features, each cut into a few classes:

| feature | what it is | classes |
| --- | --- | --- |
| `inside` | explorers inside, oneself included | 8: 1 to 8 |
| `deadly` | unseen cards that would end the expedition | 11: 0 to 10 and more |
| `held` | gems in one's own hand | 24: 0 to 15, then by fours, the last one from 44 |
| `path` | gems lying on the way out | 8: by twos, the last one from 14 |
| `relics` | relics lying in the tunnel | 3: none, one, more |

The place in the table is that of a C-ordered array of shape `SHAPE`, in the order above. Bots and the fast kernel share
this module, so a table means the same to both; the functions are plain arithmetic for that reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final

from tacora.games.diamant.editions import Hazard
from tacora.games.diamant.rules import View

NAMES: Final = ("inside", "deadly", "held", "path", "relics")
SHAPE: Final = (8, 11, 24, 8, 3)
SIZE: Final = 8 * 11 * 24 * 8 * 3

_HELD_TO = (*range(16), *range(16, 48, 4))


def index(inside: int, deadly: int, held: int, path: int, relics: int) -> int:
    """Where the situation stands in the table.

    >>> index(1, 0, 0, 0, 0), index(8, 99, 999, 99, 9) == SIZE - 1
    (0, True)
    """
    place = (inside - 1) * 11 + min(deadly, 10)
    place = place * 24 + min(held, 15) + min(max(held - 12, 0) >> 2, 8)
    place = place * 8 + min(path >> 1, 7)
    return place * 3 + min(relics, 2)


def index_of(view: View) -> int:
    """Where the situation of an explorer inside stands in the table."""
    met = {card for card in view.tunnel if type(card) is Hazard}
    deadly = sum(card in met for card in view.unseen)
    return index(len(view.inside), deadly, view.held, view.path, len(view.relics))


def situations() -> Iterator[tuple[int, int, int, int, int]]:
    """The least member of every class, in the order of the table."""
    return product(range(1, 9), range(11), _HELD_TO, range(0, 16, 2), range(3))


def filled(leave: Callable[[int, int, int, int, int], float]) -> list[float]:
    """A table made by asking a function for the probability to leave in every situation.

    >>> table = filled(lambda inside, deadly, held, path, relics: 1.0 if held >= 10 else 0.0)
    >>> len(table) == SIZE, table[index(3, 4, 12, 0, 0)]
    (True, 1.0)
    """
    return [float(leave(*situation)) for situation in situations()]
