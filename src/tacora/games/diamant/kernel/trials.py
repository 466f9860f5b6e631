"""Playouts of one seat's choices at many tables in one call: each row has a situation and a party of its own.

The seat may go on in one way in this expedition and in another from the next one on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.chance import key_of
from tacora.fast.compiled import entry
from tacora.games.diamant.kernel.box import Box
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.playouts import finished_from
from tacora.games.diamant.kernel.walk import victory


class Trials(NamedTuple):
    """What is tried, a row for each: a situation, and the groups of seats that play alike."""

    situations: Ints
    kinds: Ints
    limits: Ints
    members: Ints
    later_kinds: Ints
    """From the next expedition on."""
    later_limits: Ints


@entry
def play(box: Box, nobody: Party, trials: Trials, seat: int, seed: np.uint64, games: int, victories: Ints) -> None:
    """Play so many games of each trial, and add up the seat's victories, in parts of `walk.VICTORY`."""
    for row in range(len(victories)):
        now = Party(
            nobody.seats, trials.kinds[row], trials.limits[row], trials.members[row], nobody.tables, nobody.steps,
            nobody.rows, nobody.solved,
        )  # fmt: skip
        later = Party(
            nobody.seats, trials.later_kinds[row], trials.later_limits[row], trials.members[row], nobody.tables,
            nobody.steps, nobody.rows, nobody.solved,
        )  # fmt: skip
        for number in range(games):
            key = key_of(seed, trials.situations[row, 14] + number)
            one, two = finished_from(box, now, later, trials.situations, row, key)
            victories[row] += victory(box, nobody.seats, one, two, seat)
