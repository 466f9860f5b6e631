"""Like `branching`, for a table where all follow one strategy that looks at no chest.

Solved strategies and rules of thumb need more numbers at hand than a processor has registers, and a table of several
strategies has to look which of them is next: where neither is needed, the loop over the cards is a quarter faster.
"""

from __future__ import annotations

import numpy as np

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.chance import U, key_of
from tacora.fast.compiled import entry, instead, small
from tacora.fast.tally import Tally
from tacora.games.diamant.kernel import walk
from tacora.games.diamant.kernel.box import Box
from tacora.games.diamant.kernel.branching import counted
from tacora.games.diamant.kernel.party import SOLVED, THUMB, Party
from tacora.games.diamant.kernel.wants import alike_wants

_CROWDS: Ints = np.array([seats.bit_count() for seats in range(1 << SEATS)], np.int64)


@small
def crowd(seats: int) -> int:
    """How many seats a set has, looked up: on ARM faster than counting, which moves the set to a vector and back."""
    return _CROWDS[U(seats)]


finish_expedition = instead(walk.finish_expedition, all_wants=alike_wants, crowd=crowd)
finish_game = instead(walk.finish_game, finish_expedition=finish_expedition)


def is_alike(party: Party) -> bool:
    """Whether this is such a table."""
    return len(party.kinds) == 1 and party.kinds[0] not in (SOLVED, THUMB)


@entry
def play(box: Box, party: Party, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints) -> None:
    """Like `branching.play`."""
    for game in range(first, last):
        one, two, course = finish_game(box, party, 0, key_of(seed, game), box.cards | box.added[0], 0, 0, 0)
        counted(box, party, game - first, one, two, course, tally, kept)
