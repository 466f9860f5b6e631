"""The kernel on a processor, one game after the other: for strategies that gain nothing from lanes."""

from __future__ import annotations

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.chance import key_of
from tacora.fast.compiled import entry, inlined
from tacora.fast.tally import Tally
from tacora.games.diamant.kernel.box import Box
from tacora.games.diamant.kernel.counting import count
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.walk import finish_game


@entry
def play(box: Box, party: Party, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints) -> None:
    """Like `lanes.play`, game by game."""
    for game in range(first, last):
        one, two, course = finish_game(box, party, 0, key_of(seed, game), box.cards | box.added[0], 0, 0, 0)
        counted(box, party, game - first, one, two, course, tally, kept)


@inlined
def counted(box: Box, party: Party, row: int, one: int, two: int, course: int, tally: Tally, kept: Ints) -> None:
    """Count a game, and keep it where that is wished."""
    count(tally, one, two, course, box.expeditions, party.seats, box.relics_break_ties)
    if len(kept):
        kept[row, 0], kept[row, 1], kept[row, 2] = one, two, course
