"""What a solved strategy looks at, and how closely.

A strategy is a long row of probabilities to leave. A sight says where in the row a situation stands: for each
expedition it cuts nine numbers that a player at the table can know into classes.

| feature | what it is |
| --- | --- |
| `inside` | explorers inside, oneself included |
| `danger` | unseen cards that would end the expedition, in 128ths of all unseen cards |
| `price` | what one more card costs in what it brings, in eighths: 8 is where `ev` leaves |
| `held` | gems in one's own hand |
| `path` | gems lying on the way out |
| `relics` | what the relics lying in the tunnel count for a lone leaver |
| `ahead` | own score and hand beside the best score at camp |
| `rivals` | own score beside the best of the others inside |
| `second` | own score beside the second best of the others inside |

All inside have the first six in common: they name a row, and the last three a place in it. Scores are compared by
`compared`. A sight that looks beyond sees two things more: in the last expedition, where nothing but the best score
counts, whether the path would do for somebody who is behind; and the third best of the others while nobody is at camp,
in the place of `ahead`.

Bots and the fast kernel share the functions here, which are plain arithmetic for that reason. Every feature is a number
from 0 to 127.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from math import prod
from typing import Final

from msgspec import Struct

FEATURES: Final = ("inside", "danger", "price", "held", "path", "relics", "ahead", "rivals", "second")
COMMON: Final = 6
"""Features that all inside have in common."""
VALUES: Final = 128
LEVEL: Final = 64
"""As much as somebody else."""
BEHIND: Final = 48
"""As much as somebody else, with all that lies on the path."""
PLAIN: Final = LEVEL - BEHIND
"""What is within reach where scores are compared as they are: what is missing is taken from 64."""
LARGEST: Final = 1 << 28
"""Situations that a strategy may tell apart."""
NOBODY: Final = 127
"""Where there is nobody to compare with."""


def danger(deadly: int, unseen: int) -> int:
    """The chance that the next card ends the expedition, in 128ths.

    >>> danger(0, 30), danger(4, 25), danger(9, 9)
    (0, 20, 127)
    """
    return min(int(deadly * 128 / unseen), 127)


def price(deadly: int, home: int, inside: int, left: int) -> int:
    """What one more card is expected to cost, in eighths of what it is expected to bring.

    `home` is what leaving with all inside brings, `left` the value of the treasures unseen.

    >>> price(2, 10, 5, 100), price(0, 10, 5, 100), price(9, 90, 8, 0)
    (8, 0, 127)
    """
    return min(int(deadly * home * inside * 8 / max(left, 1)), 127)


def compared(mine: int, best: int, reach: int = PLAIN) -> int:
    """A score beside the best of some others: 64 if they are equal; below 0 there are no others.

    With `reach`, somebody behind looks how far a lone leaver would come with as much more: 48 is level with the best
    then, and 49 to 63 ahead.

    >>> compared(10, 7), compared(10, 14), compared(0, 200), compared(3, -1)
    (67, 60, 1, 127)
    >>> compared(10, 14, 0), compared(10, 14, 4), compared(10, 14, 6)
    (44, 48, 50)
    """
    if best < 0:
        return 127
    if mine >= best:
        return min(64 + mine - best, 126)
    return min(max(48 + mine + reach - best, 1), 63)


class Cuts(Struct, frozen=True):
    """Where the classes of each feature begin, in one expedition; the first class begins at 0."""

    inside: tuple[int, ...] = ()
    danger: tuple[int, ...] = ()
    price: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    relics: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    rivals: tuple[int, ...] = ()
    second: tuple[int, ...] = ()

    def of_each_feature(self) -> tuple[tuple[int, ...], ...]:
        """In the order of `FEATURES`."""
        return tuple(getattr(self, feature) for feature in FEATURES)

    def rows(self) -> int:
        """How many situations of all inside it tells apart."""
        return prod(len(cuts) + 1 for cuts in self.of_each_feature()[:COMMON])

    def width(self) -> int:
        """How many situations of a player it tells apart in each of them."""
        return prod(len(cuts) + 1 for cuts in self.of_each_feature()[COMMON:])


class Sight(Struct, frozen=True):
    """How closely a strategy looks: cuts for each expedition."""

    expeditions: tuple[Cuts, ...]
    beyond: bool = False
    """Whether it looks beyond scores as they are. The first champions do not."""

    def is_possible(self) -> bool:
        """Whether its cuts rise from 1 to 127 at most, and it is not larger than anything could be."""
        for cuts in self.expeditions:
            for feature in cuts.of_each_feature():
                if any(not low < cut < VALUES for low, cut in pairwise((0, *feature))):
                    return False
        return self.size() <= LARGEST

    def size(self) -> int:
        """How many situations it tells apart."""
        return sum(cuts.rows() * cuts.width() for cuts in self.expeditions)

    def steps(self) -> list[list[list[int]]]:
        """By expedition, feature and value: what to add up to find a row, and a place in it.

        In which row an expedition begins is part of the first feature.

        >>> Sight((Cuts(inside=(2,), held=(5, 10)), Cuts())).steps()[0][3][4:11]
        [0, 1, 1, 1, 1, 1, 2]
        """
        first, steps = 0, []
        for cuts in self.expeditions:
            of_features = []
            for whole, features in (
                (cuts.rows(), cuts.of_each_feature()[:COMMON]),
                (cuts.width(), cuts.of_each_feature()[COMMON:]),
            ):
                stride = whole
                for feature in features:
                    stride //= len(feature) + 1
                    of_features.append([bisect_right(feature, value) * stride for value in range(VALUES)])
            of_features[0] = [first + step for step in of_features[0]]
            steps.append(of_features)
            first += cuts.rows()
        return steps

    def beginnings(self) -> Iterator[range]:
        """Where the rows of each expedition begin if all stand one after the other."""
        first = 0
        for cuts in self.expeditions:
            yield range(first, first + cuts.rows() * cuts.width(), cuts.width())
            first += cuts.rows() * cuts.width()
