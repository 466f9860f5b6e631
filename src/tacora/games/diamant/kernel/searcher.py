"""The bot `mcts:N`, which plays N games out before each decision.

It stands here and not among the other bots because it needs the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random
from typing import NamedTuple

import numpy as np

from tacora.fast.compiled import loaded
from tacora.game import Seat
from tacora.games.diamant.editions import edition_named
from tacora.games.diamant.kernel.box import Box, box_of
from tacora.games.diamant.kernel.party import Learning, Party, party_of
from tacora.games.diamant.kernel.playouts import Situation, situation_of
from tacora.games.diamant.kernel.search import search, tree_for
from tacora.games.diamant.kernel.walk import VICTORY
from tacora.games.diamant.rules import CONTINUE, LEAVE, Decision, Diamant, Event, View
from tacora.games.diamant.sight import Cuts, Sight
from tacora.games.diamant.strategy import COIN_BITS

PRICES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 48)
"""Where classes of the price of one more card begin, in eighths (`sight.price`), for those who play games out."""


class Weighing(NamedTuple):
    """What a search found out about the two choices of a seat."""

    continuing: float
    leaving: float
    """The share of victories of each; 0 if it was not tried."""
    nodes: int

    @property
    def decision(self) -> Decision:
        """The better choice. Who wins as often either way leaves; who never wins goes on."""
        return LEAVE if 0 < self.leaving >= self.continuing else CONTINUE


@dataclass(frozen=True)
class Searcher:
    """Plays games out before each decision, with the cards that its seat has not seen in any order."""

    playouts: int
    rng: Random = field(repr=False)

    def __post_init__(self) -> None:
        _compile()

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """The choice that won more often."""
        return self.weigh(view, history).decision

    def weigh(self, view: View, history: Sequence[Event]) -> Weighing:
        """Search, from what this seat sees and what all have seen."""
        assert view.seat is not None
        game = _game(view.edition, view.with_relics)
        box, party = _table(game, len(view.chests))
        start = situation_of(game, view, history)
        return weigh(box, party, start, view.seat, self.playouts, self.rng.getrandbits(64))


def weigh(
    box: Box, party: Party, start: Situation, seat: Seat, playouts: int, seed: int, thinking: int = -1
) -> Weighing:
    """Weigh the choices of a seat. `thinking` is the set of seats that search; the others play as the party says."""
    tree = tree_for(playouts)
    nodes = search(box, party, np.array(start), seat, thinking, playouts, np.uint64(seed), tree)
    made, won = tree.visits[0, seat].tolist(), tree.victories[0, seat].tolist()
    continuing, leaving = (victories / max(times, 1) / VICTORY for victories, times in zip(won, made, strict=True))
    return Weighing(continuing, leaving, nodes)


def chance_to_leave(price: float) -> float:
    """How likely those who play games out leave, by the price of one more card in eighths: even where `ev` leaves.

    >>> [round(chance_to_leave(price), 2) for price in (0, 4, 8, 16)]
    [0.0, 0.06, 0.5, 0.94]
    """
    return price**4 / (price**4 + 8**4)


@lru_cache(maxsize=32)
def _game(edition: str, with_relics: bool) -> Diamant:
    return Diamant(edition_named(edition), relics=with_relics)


@lru_cache(maxsize=64)
def _table(game: Diamant, seats: int) -> tuple[Box, Party]:
    """The game as numbers, and those who play it out."""
    expeditions = game.edition.expeditions
    middles = [(low + high) / 2 for low, high in zip(PRICES, (*PRICES[1:], 64), strict=True)]
    chances = [0.0, *map(chance_to_leave, middles)]
    leaving = np.tile(np.rint(np.array(chances) * (1 << COIN_BITS)).astype(np.int64), expeditions)
    return box_of(game), party_of(game, [Learning(Sight((Cuts(price=PRICES),) * expeditions), leaving)] * seats)


@cache
def _compile() -> None:
    """Compile the search, or load it from the cache, before the first game."""
    box, party = _table(_game("tiny", False), 3)
    loaded(lambda: search(box, party, np.zeros(len(Situation._fields), np.int64), 0, 0, 0, np.uint64(0), tree_for(1)))
