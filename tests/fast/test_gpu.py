"""The kernels' GPU source plays the same games as their source for processors: the same rows and the same counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tacora.fast.simulation import gpu_is_there
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.kernel.learner import GpuLearner, at_first
from tacora.games.diamant.kernel.simulation import DiamantSimulation
from tacora.games.diamant.sight import Cuts, Sight
from tacora.games.mister_diamond.kernel.simulation import MisterSimulation
from tests.fast import gpu_playouts
from tests.fast.gpu_beside_cpu import CASES, cases_of, few, on_cpu, on_gpu


def simulated(module: str, *arguments: str) -> Any:
    """What a program prints. Numba runs the source of the GPU thread by thread, in Python; nothing is optimized, as
    that takes long."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", f"tests.fast.{module}", *arguments],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_OPT": "0"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.long
@pytest.mark.parametrize("game", ["diamant", "mister-diamond"])
def test_in_the_simulator_of_a_gpu_every_game_is_the_same(game: str) -> None:
    found = simulated("gpu_beside_cpu", game)
    tables = cases_of(game)
    assert list(found) == list(tables)
    for name, table in tables.items():
        assert found[name] == on_cpu(table, *few(table)).as_lists(), name


@pytest.mark.soak
def test_in_the_simulator_of_a_gpu_every_playout_is_the_same() -> None:
    assert simulated("gpu_playouts") == [sums.tolist() for sums in gpu_playouts.on("cpu", gpu_playouts.SIMULATED)]


@pytest.mark.skipif(not gpu_is_there(), reason="needs an NVIDIA GPU")
@pytest.mark.parametrize("table", CASES.values(), ids=CASES.keys())
def test_on_a_gpu_a_million_games_are_the_same(table: DiamantSimulation | MisterSimulation) -> None:
    here, there = (on(table, 11, 5, 1_000_005) for on in (on_cpu, on_gpu))
    assert (here.rows == there.rows).all()
    for mine, theirs in zip(here.tally, there.tally, strict=True):
        assert (mine == theirs).all()


@pytest.mark.skipif(not gpu_is_there(), reason="needs an NVIDIA GPU")
def test_on_a_gpu_playouts_are_the_same() -> None:
    here, there = (gpu_playouts.on(device, 100_000) for device in ("cpu", "gpu"))
    assert all((mine == theirs).all() for mine, theirs in zip(here, there, strict=True))


@pytest.mark.skipif(not gpu_is_there(), reason="needs an NVIDIA GPU")
def test_on_a_gpu_an_answer_plays_what_it_has_learnt() -> None:
    few = Sight((Cuts((2,), (10,), (4, 8), (3,)),) * 2)
    learner = GpuLearner(Diamant(EDITIONS["tiny"]), 3, few, [make_bot("ev", Random())] * 2)
    learner.batch(100_000, 4)
    assert (learner.beside(["ev"] * 2).party.solved[: few.size()] != at_first(few)).any()


@pytest.mark.skipif(not gpu_is_there(), reason="needs an NVIDIA GPU")
def test_on_a_gpu_guests_make_a_difference() -> None:
    few = Sight((Cuts((2,), (10,), (4, 8), (3,)),) * 2)
    alone, host = (GpuLearner(Diamant(EDITIONS["tiny"]), 3, few, guest=guest) for guest in ("", "never"))
    for learner in (alone, host):
        learner.batch(100_000, 4)
    assert (alone.learnt() != host.learnt()).any()
