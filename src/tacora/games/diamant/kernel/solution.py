"""From what was learnt to a strategy that is kept: rounded, and plain where hardly anybody ever comes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tacora.fast.regrets import Floats
from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sight import COMMON, Sight
from tacora.games.diamant.strategy import ALWAYS, Maker, Strategy, same_as

LEVELS = (0, 8, 15, 25, 38, 51, 68, 85, 102, 127, 153, 178, 204, 230, 245, 255)
"""Probabilities that are kept, in 255ths: closer together near never, because whoever leaves alone takes the path."""
FEW_LEVELS = (0, 8, 20, 20, 44, 44, 76, 76, 115, 115, 165, 165, 217, 217, 255, 255)
"""The same for a smaller file: what each of them becomes."""
RARE = 4e-9
"""Situations that make up a smaller part of all decisions play like those with standings nearby."""
WORTH = 1e-10
"""So do those where it would hardly be noticed: part of all decisions times how far apart the two coins are."""


def solution(game: Diamant, seats: int, sight: Sight, chosen: Floats, visits: Floats, made: Maker) -> Strategy:
    """The strategy to keep, as closely as `made` says, by how often leaving was chosen of how many visits."""
    rare, worth = made.rare * visits.sum(), made.worth * visits.sum()
    chances = np.concatenate(
        [
            _kept(chosen[part].reshape(shape), visits[part].reshape(shape), rare, worth)
            for part, shape in _expeditions(sight)
        ]
    )
    levels = np.array(LEVELS)
    nearest = np.searchsorted((levels[1:] + levels[:-1]) / 2, chances * ALWAYS)
    rounded = np.array(FEW_LEVELS if made.few_levels else LEVELS)[nearest]
    return Strategy.of(same_as(game), seats, sight, rounded.astype(np.uint8).tobytes(), made)


def _expeditions(sight: Sight) -> Iterator[tuple[slice, tuple[int, ...]]]:
    """Where each expedition stands among all situations, and its classes: rows, and those of each own feature."""
    begins = 0
    for cuts in sight.expeditions:
        own = [len(feature) + 1 for feature in cuts.of_each_feature()[COMMON:]]
        ends = begins + cuts.rows() * cuts.width()
        yield slice(begins, ends), (cuts.rows(), *own)
        begins = ends


def _kept(chosen: Floats, visits: Floats, rare: float, worth: float) -> Floats:
    """The chances of one expedition, looked at ever more closely where that is worth it.

    First by row alone, where a row to which hardly anybody comes is like the one before; then by rivals, by the camp,
    and by the second rival.
    """
    often = visits.sum((1, 2, 3), keepdims=True)
    nearest = np.maximum.accumulate(np.where(often.reshape(-1) > rare, np.arange(len(often)), 0))
    chances = _part(chosen.sum((1, 2, 3), keepdims=True), often)[nearest]
    for axes in ((1, 3), (3,), ()):
        often = visits.sum(axes, keepdims=True)
        closer = _part(chosen.sum(axes, keepdims=True), often)
        matters = (often > rare) & (often * _apart(closer, chances) > worth)
        chances = np.where(matters, closer, chances)
    return np.asarray(chances.reshape(-1), float)


def _part(chosen: Floats, visits: Floats) -> Floats:
    return np.asarray(chosen / np.maximum(visits, np.finfo(float).tiny), float)


def _apart(one: Floats, other: Floats) -> Floats:
    """How far apart two coins are (Hellinger's distance, squared): never and seldom are further than they look."""
    return np.asarray((np.sqrt(one) - np.sqrt(other)) ** 2 + (np.sqrt(1 - one) - np.sqrt(1 - other)) ** 2, float)
