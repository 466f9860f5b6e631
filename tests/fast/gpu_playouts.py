"""Playouts on a GPU, or in Numba's simulator of one. As a program: prints what came of a few."""

from __future__ import annotations

import json
import sys
from random import Random

from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.kernel import playouts
from tacora.games.diamant.kernel.box import box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.playouts import Playouts
from tests.fast.replay import seated
from tests.fast.simulator import wait_for_threads
from tests.fast.test_playouts import TEXTS, begun

GAME = Diamant(EDITIONS["diamant-2016"])
SIMULATED = 5
"""Games of each situation in the simulator of a GPU: together more than there are threads."""


def on(device: str, games: int) -> Playouts:
    """So many games from each of a few situations."""
    rng = Random(8)
    tables = [begun(GAME, 5, rng) for _ in range(4)]
    starts = [playouts.situation_of(GAME, table.view(table.view().inside[0]), table.events) for table in tables]
    starts[1:3] = [starts[1].with_decisions(leaving=[0]), starts[1].with_decisions(continuing=[0])]
    box, party = box_of(GAME), party_of(GAME, [seated(text).bot for text in TEXTS[:5]])
    if device == "cpu":
        return playouts.play_out(box, party, starts, games, 3)
    from tacora.games.diamant.kernel import gpu_playouts

    return gpu_playouts.play_out(box, party, starts, games, 3)


def main() -> None:
    """A few games of each situation by eight threads in two blocks."""
    from tacora.games.diamant.kernel import gpu_playouts

    wait_for_threads()
    gpu_playouts.BLOCKS, gpu_playouts.THREADS = 2, 4
    json.dump([sums.tolist() for sums in on("gpu", SIMULATED)], sys.stdout)


if __name__ == "__main__":
    main()
