"""How many games a second the fast kernel plays: on one thread, on two, and on a GPU where there is one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from random import Random

import numba
import numpy as np

from machine import machine
from tacora.fast.simulation import Simulation, gpu_is_there, run
from tacora.games.diamant import EDITIONS, Diamant, features
from tacora.games.diamant.bots import DiamantBot, make_bot
from tacora.games.diamant.bots.tables import Tabled
from tacora.games.diamant.kernel.simulation import DiamantSimulation
from tacora.games.mister_diamond import EDITIONS as MISTER_EDITIONS
from tacora.games.mister_diamond import MisterDiamond
from tacora.games.mister_diamond.bots import make_mister_bot
from tacora.games.mister_diamond.kernel.simulation import MisterSimulation

ROUNDS = 15
COIN = "random:0.5"
MIXED = ["gems:10", "gems:15", "ev", "hazards:2", COIN]

START = """
import time
began = time.perf_counter()
from random import Random
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant import EDITIONS, Diamant
from tacora.fast.simulation import run
from tacora.games.diamant.kernel.simulation import DiamantSimulation
run(DiamantSimulation(Diamant(EDITIONS["schmidt-2005"]), [make_bot("random:0.5", Random(1))] * 5), 1, 1, device="cpu")
print(time.perf_counter() - began)
"""


def rate(simulation: Simulation, games: int, threads: int = 1, rounds: int = ROUNDS, gpu: bool = False) -> float:
    """Games a second, in the best of several rounds: other programs only ever make it slower."""
    runs = (run(simulation, games, 7, device="gpu" if gpu else "cpu", threads=threads) for _ in range(rounds))
    return max(done.games / done.seconds for done in runs)


def diamant(edition: str, bots: Sequence[str | DiamantBot]) -> DiamantSimulation:
    """A table of Diamant; a bot may be given as it is written."""
    seated = [make_bot(bot, Random(1)) if isinstance(bot, str) else bot for bot in bots]
    return DiamantSimulation(Diamant(EDITIONS[edition]), seated)


def careful(inside: int, deadly: int, held: int, path: int, relics: int) -> float:
    """A table strategy with a different probability in nearly every situation."""
    return min(1.0, (1 + deadly) * (1 + held + path / inside + relics) / 120)


def report(name: str, games_a_second: float, note: str = "") -> None:
    """Print one line."""
    print(f"{name:<58} {games_a_second:>16,.0f} games/s {note}".rstrip())


def starts() -> None:
    """How long the first start takes, which compiles, and a later one, which finds the code on disk."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        seconds = [
            float(
                subprocess.run([sys.executable, "-c", START], env=environment, capture_output=True, check=True).stdout
            )
            for _ in range(3)
        ]
    print(f"first start {seconds[0]:.1f} s, later starts {min(seconds[1:]):.2f} s (imports and one game included)")


def main() -> None:
    """Print a line for each table."""
    print(f"Kernel, best of {ROUNDS} rounds; Numba {numba.__version__}, NumPy {np.__version__}")
    print(f"{machine()}; {time.strftime('%Y-%m-%d')}")
    starts()
    table = Tabled(features.filled(careful), Random(1))
    coin = diamant("schmidt-2005", [COIN] * 5)
    one = rate(coin, 1 << 18)
    report("schmidt-2005, 5 coin-flip players, one thread", one)
    tables = rate(diamant("schmidt-2005", [table] * 5), 1 << 18)
    report("schmidt-2005, 5 table strategies, one thread", tables, f"({tables / one:.2f} of the coin-flip players)")
    for name, edition, bots in (
        ("schmidt-2005, 3 coin-flip players", "schmidt-2005", [COIN] * 3),
        ("schmidt-2005, 8 coin-flip players", "schmidt-2005", [COIN] * 8),
        ("diamant-2016 with relics, 5 coin-flip players", "diamant-2016", [COIN] * 5),
        ("schmidt-2005, gems:10 gems:15 ev hazards:2 random:0.5", "schmidt-2005", MIXED),
        ("schmidt-2005, 5 ev", "schmidt-2005", ["ev"] * 5),
        ("schmidt-2005, 5 never", "schmidt-2005", ["never"] * 5),
    ):
        report(f"{name}, one thread", rate(diamant(edition, bots), 1 << 17))
    mister = MisterDiamond(MISTER_EDITIONS["ravensburger-1993"])
    for bot in ("memory", "forgetful:0.1"):
        four = MisterSimulation(mister, [make_mister_bot(bot, Random(1)) for _ in range(4)])
        report(f"ravensburger-1993, 4 {bot}, one thread", rate(four, 1 << 16))
    games = 1 << 21
    pairs = [(rate(coin, games, 1, 1), rate(coin, games, 2, 1)) for _ in range(ROUNDS)]
    single, double = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
    report("schmidt-2005, 5 coin-flip players, two threads", double, f"({double / single:.2f} times one thread)")
    if not gpu_is_there():
        print("no NVIDIA GPU here")
        return
    from numba import cuda

    name = cuda.get_current_device().name
    print(f"GPU: {name.decode() if isinstance(name, bytes) else name}")
    for name, simulation in (
        ("schmidt-2005, 5 coin-flip players", coin),
        ("schmidt-2005, 5 table strategies", diamant("schmidt-2005", [table] * 5)),
        ("diamant-2016 with relics, 5 coin-flip players", diamant("diamant-2016", [COIN] * 5)),
    ):
        report(f"{name}, GPU", rate(simulation, 1 << 30, rounds=3, gpu=True))


if __name__ == "__main__":
    main()
