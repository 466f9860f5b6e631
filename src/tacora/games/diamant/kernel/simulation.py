"""A table of Diamant that can be simulated."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.compiled import is_compiled
from tacora.fast.simulation import RunGames
from tacora.fast.tally import Tally, empty_tally
from tacora.game import Refused
from tacora.games.diamant.bots import DiamantBot
from tacora.games.diamant.kernel.box import SCORES, box_of
from tacora.games.diamant.kernel.driver import Driver, chosen, sort_of
from tacora.games.diamant.kernel.party import Learning, party_of
from tacora.games.diamant.rules import Diamant

_NOTHING_KEPT: Ints = np.zeros((0, 3), np.int64)
_box_of = lru_cache(maxsize=1)(box_of)  # A sweep sits down at thousands of tables of the same game.


class DiamantSimulation:
    """A table of Diamant with its bots."""

    unit, lowest = 1, 0

    def __init__(self, game: Diamant, bots: Sequence[DiamantBot | Learning]) -> None:
        edition = game.edition
        if not edition.least_seats <= len(bots) <= edition.most_seats:
            raise Refused("seat-count", given=len(bots), least=edition.least_seats, most=edition.most_seats)
        self.box = _box_of(game)
        self.party = party_of(game, bots)

    def empty(self) -> Tally:
        """A tally for games of this table."""
        return empty_tally(SCORES, 2 * self.box.expeditions)

    def cpu(self) -> RunGames:
        """The kernel in lanes or game by game, whichever is faster here."""
        return Driver(self.box, self.party).play

    def is_compiled(self) -> bool:
        """Whether the driver for this table on this machine is."""
        return is_compiled(chosen(sort_of(self.party)))

    def gpu(self) -> RunGames:
        """The kernel in threads of a GPU."""
        from tacora.games.diamant.kernel.gpu import Gpu

        there = Gpu(self.box, self.party)
        return lambda seed, first, last, tally: there.play(seed, first, last, tally, _NOTHING_KEPT)
