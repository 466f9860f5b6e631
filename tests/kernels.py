"""Compile every kernel into the cache of the tests: `python -m tests.kernels`, before the tests that load them.

What is compiled stays from one run to the next, until a kernel changes. A test that finds one missing compiles it.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np

from tests import surroundings


def of_diamant() -> None:
    """All drivers, playouts, trials, the search, and games as they are written."""
    from tacora.fast.tally import empty_tally
    from tacora.game import IllegalDeal
    from tacora.games.diamant import EDITIONS, Diamant
    from tacora.games.diamant.bots import make_bot
    from tacora.games.diamant.kernel.answers import study_of
    from tacora.games.diamant.kernel.box import SCORES, box_of
    from tacora.games.diamant.kernel.driver import DRIVERS
    from tacora.games.diamant.kernel.party import party_of
    from tacora.games.diamant.kernel.playouts import Situation, no_playouts, starts_of
    from tacora.games.diamant.kernel.playouts import play as play_on
    from tacora.games.diamant.kernel.script import follow
    from tacora.games.diamant.kernel.searcher import Searcher

    game = Diamant(EDITIONS["tiny"])
    box, party = box_of(game), party_of(game, [make_bot("ev", Random())] * 3)
    for play in {**DRIVERS["alike"], **DRIVERS["mixed"]}.values():
        play(box, party, np.uint64(0), 0, 0, empty_tally(SCORES, 2 * box.expeditions), np.zeros((0, 3), np.int64))
    nowhere = np.zeros((1, len(Situation._fields)), np.int64)
    play_on(box, party, starts_of(nowhere, 1), np.uint64(0), 0, 0, no_playouts(1))
    Searcher(1, Random())
    study_of(game, 3)
    with suppress(IllegalDeal):
        follow(game, 3, [[]], [[]])


def of_mister_diamond() -> None:
    """Tables where somebody weighs and where nobody does, worlds, and games as they are written."""
    from tacora.fast.arrays import SEATS
    from tacora.games.mister_diamond import EDITIONS, MisterDiamond
    from tacora.games.mister_diamond.bots import make_mister_bot
    from tacora.games.mister_diamond.kernel.rules import mister_box_of
    from tacora.games.mister_diamond.kernel.script import follow
    from tacora.games.mister_diamond.kernel.simulation import MisterSimulation
    from tacora.games.mister_diamond.kernel.worlds import play as play_on
    from tests.mister_diamond.strategies import any_setting

    game = MisterDiamond(EDITIONS["ravensburger-1993"])
    for bot in ("memory", "master"):
        table = MisterSimulation(game, [make_mister_bot(bot, Random())] * 2)
        table.cpu()(np.uint64(0), 0, 0, table.empty())
    follow(game, 2, any_setting(game.edition, Random(0)), 0, [])
    nothing = np.zeros((1, SEATS), np.int64)
    play_on(mister_box_of(game), 2, np.zeros((1, 1), np.int64), 1, np.uint64(0), 0, 0, nothing)


def of_learning() -> None:
    """Walks, and what is learnt from them."""
    from tests.cli.program import call

    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "x.strategy")
        assert call("solve", file, "--edition", "tiny", "--walks", "1", "--device", "cpu").status == 0


def of_envs() -> None:
    """Steps of many games at once, by all seats and by one."""
    from tacora.envs.diamant_vector import DiamantVectorEnv

    for envs in (DiamantVectorEnv(3, edition="tiny", players=3), DiamantVectorEnv(1, edition="tiny")):
        envs.reset(seed=0)
        envs.step(np.zeros(envs.num_envs, np.int8))


PARTS: tuple[Callable[[], None], ...] = (of_learning, of_mister_diamond, of_diamant, of_envs)


def main() -> None:
    """Compile the parts side by side."""
    surroundings.settle()
    with ProcessPoolExecutor(min(len(PARTS), os.cpu_count() or 1), multiprocessing.get_context("spawn")) as pool:
        for part in [pool.submit(part) for part in PARTS]:
            part.result()


if __name__ == "__main__":
    main()
