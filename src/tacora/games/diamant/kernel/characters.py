"""The characters as solved strategies, so that games can be played out with them.

They are nearly themselves: what a character looks at is cut into classes, and told by the features of
`tacora.games.diamant.sight`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.games.diamant.kernel.party import Learning
from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sight import FEATURES, LEVEL, NOBODY, Cuts, Sight
from tacora.games.diamant.strategy import COIN_BITS

Numbers: TypeAlias = NDArray[np.float64]

_INSIDE = tuple(range(2, 9))
_LEAST = (1, *[0] * (len(FEATURES) - 1))


class Seen(NamedTuple):
    """The features of `sight`, each along an axis of its own: the least member of every class."""

    inside: Numbers
    danger: Numbers
    price: Numbers
    held: Numbers
    path: Numbers
    relics: Numbers
    ahead: Numbers
    rivals: Numbers
    second: Numbers

    @property
    def home(self) -> Numbers:
        """What leaving brings if all inside leave."""
        return self.held + self.path // self.inside + self.relics * (self.inside == 1)


def tortoise(game: Diamant) -> Learning:
    """Goes home with three to six, or when a second hazard shows: one alone is a danger of less than 13."""
    cuts = Cuts(inside=_INSIDE, danger=(13,), held=tuple(range(1, 7)), path=tuple(range(1, 41)), relics=(3, 6))

    def leaving(seen: Seen) -> Numbers:
        content = np.clip((seen.home - 2) / 4, 0, 1)
        return np.where(seen.home > 0, content + (1 - content) * 0.7 * (seen.danger > 0), 0)

    return _following([cuts] * game.edition.expeditions, leaving)


def magpie(game: Diamant) -> Learning:
    """Leaves for a rich path, or where `ev` does, which knows that shares are rounded down."""
    treasures = game.edition.treasures
    shares = [sum(value // explorers for value in treasures) for explorers in range(1, 9)]
    prices = np.array([0, *(8 * n * share / sum(treasures) for n, share in enumerate(shares, 1))])
    cuts = Cuts(
        inside=_INSIDE,
        price=tuple(range(1, 9)),
        held=tuple(range(1, 25)),
        path=tuple(range(5, 31)),
        relics=(1, 3, 5, 7, 10, 15, 20) if game.with_relics else (),
    )

    def leaving(seen: Seen) -> Numbers:
        prize = seen.path + seen.relics
        tempted = 0.5 * ((prize >= 5) & (prize > seen.held))
        return np.where(seen.price >= np.rint(prices[seen.inside.astype(int)]), 1, tempted)

    return _following([cuts] * game.edition.expeditions, leaving)


def badger(game: Diamant) -> Learning:
    """Leaves when the risk is too high or with a fortune; later when behind in the last two caves."""
    plain = Cuts(inside=_INSIDE, danger=tuple(range(1, 56, 2)), held=tuple(range(2, 26, 2)), path=(5, 10, 15, 20))
    last = Cuts(
        inside=plain.inside,
        danger=plain.danger,
        held=plain.held,
        path=plain.path,
        ahead=(*range(LEVEL, LEVEL + 25, 4), NOBODY),
        rivals=(LEVEL,),
    )

    def leaving(seen: Seen) -> Numbers:
        told_apart = seen.rivals.size > 1
        bold = ((seen.ahead - seen.held < LEVEL) | (seen.rivals < LEVEL)) & told_apart
        risk = (seen.danger + (seen.danger > 0)) / 128  # In the midst of its class.
        least, most = np.where(bold, 0.25, 0.12), np.where(bold, 0.40, 0.24)
        rich = (seen.home >= np.where(bold, 24, 14)) & (risk > 0)
        return np.where(rich, 1, np.clip((risk - least) / (most - least), 0, 1))

    return _following([plain] * (game.edition.expeditions - 2) + [last] * 2, leaving)


def _following(cuts: list[Cuts], leaving: Callable[[Seen], Numbers]) -> Learning:
    """A strategy that leaves by this chance."""
    parts: dict[Cuts, NDArray[np.int64]] = {}
    for each in set(cuts):
        classes = [np.array((first, *cut), float) for first, cut in zip(_LEAST, each.of_each_feature(), strict=True)]
        chances = leaving(Seen(*np.meshgrid(*classes, indexing="ij", sparse=True)))
        shaped = np.broadcast_to(chances, [len(feature) for feature in classes])
        parts[each] = np.rint(shaped * (1 << COIN_BITS)).astype(np.int64).reshape(-1)
    return Learning(Sight(tuple(cuts)), np.concatenate([parts[each] for each in cuts]))


CHARACTERS: Final[dict[str, Callable[[Diamant], Learning]]] = {"tortoise": tortoise, "badger": badger, "magpie": magpie}
"""By name."""
