"""What the best answer to given strategies wins in a small box of Diamant, exactly: averaged over the whole tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

from tacora.games.diamant import Diamant, View
from tests.analysis.tree import Position, beginning, cards, is_over, left, shares, turned, view

Policy = Callable[[View], float]
"""The probability to leave."""


def best_answer(game: Diamant, seats: int, others: Policy) -> float:
    """The share of victories of the first seat if it answers best to others who all play so."""
    return _share(game, seats, others, None)


def share(game: Diamant, seats: int, mine: Policy, others: Policy) -> float:
    """The share of victories of the first seat if it plays so, and the others play so."""
    return _share(game, seats, others, mine)


def _share(game: Diamant, seats: int, others: Policy, mine: Policy | None) -> float:
    @cache
    def value(position: Position) -> float:
        if is_over(game, position):
            return shares(position)[0]
        if not position.asked:
            return sum(chance * value(turned(game, position, card)) for card, chance in cards(position))
        chances = {seat: others(view(game, position, seat)) for seat in position.cave.inside if seat}
        if 0 not in position.cave.inside:
            return averaged(position, chances)
        if mine is not None:
            return averaged(position, {0: mine(view(game, position, 0)), **chances})
        return max(averaged(position, {0: choice, **chances}) for choice in (0.0, 1.0))

    def averaged(position: Position, chances: dict[int, float]) -> float:
        total = 0.0
        for leaves in product((False, True), repeat=len(chances)):
            chance = 1.0
            for leaving, does in zip(chances.values(), leaves, strict=True):
                chance *= leaving if does else 1 - leaving
            if chance:
                gone = tuple(seat for seat, does in zip(chances, leaves, strict=True) if does)
                total += chance * value(left(game, position, gone))
        return total

    return value(beginning(game, seats))
