"""How many games a second the fast kernel plays: beside scalar C, on one thread, on two, and on a GPU."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numba
import numpy as np

from machine import machine
from tacora.fast.arrays import Ints
from tacora.fast.simulation import RunGames, Simulation, gpu_is_there, run
from tacora.fast.tally import Tally
from tacora.games.contest import TypedContest
from tacora.games.diamant import EDITIONS, Decision, Diamant, Event, View, features
from tacora.games.diamant.bots import DiamantBot, make_bot
from tacora.games.diamant.bots.tables import Tabled
from tacora.games.diamant.kernel.driver import DRIVERS, SORTS, chosen, sort_of
from tacora.games.diamant.kernel.playouts import Situation, play_out
from tacora.games.diamant.kernel.searcher import Searcher
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


NOTHING_KEPT: Ints = np.zeros((0, 3), np.int64)


def scalar_c(folder: str) -> RunGames | None:
    """`scalar.c`, compiled; nothing where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    library, source = Path(folder) / "scalar.so", Path(__file__).with_name("scalar.c")
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
    play = ctypes.CDLL(str(library)).play
    play.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * 3]
    return lambda seed, first, last, tally: play(int(seed), first, last, *(counts.ctypes.data for counts in tally))


def driver(table: DiamantSimulation, name: str) -> RunGames:
    """One driver of the kernel."""
    play = DRIVERS[sort_of(table.party)][name]
    return lambda seed, first, last, tally: play(table.box, table.party, seed, first, last, tally, NOTHING_KEPT)


def in_turns(table: DiamantSimulation, players: dict[str, RunGames], games: int) -> dict[str, float]:
    """Games a second of each, in the best of several rounds of all; they must count the same.

    By the time of this thread, so that the lines compare on a busy machine, too.
    """
    best = dict.fromkeys(players, 0.0)
    for _ in range(ROUNDS):
        counted: list[Tally] = []
        for name, play in players.items():
            tally = table.empty()
            began = time.thread_time()
            play(np.uint64(7), 0, games, tally)
            best[name] = max(best[name], games / (time.thread_time() - began))
            counted.append(tally)
        for other in counted[1:]:
            assert all((mine == theirs).all() for mine, theirs in zip(counted[0], other, strict=True))
    return best


def drivers() -> None:
    """The drivers in turns: beside scalar C where there is a compiler, and with strategies of several kinds."""
    halves, table = (Tabled(features.filled(leave), Random(1)) for leave in (lambda *_: 0.5, careful))
    tables: dict[str, tuple[DiamantSimulation, int]] = {
        "5 coin-flip players": (diamant("schmidt-2005", [COIN] * 5), 1 << 17),
        "5 table strategies, a half in every situation": (diamant("schmidt-2005", [halves] * 5), 1 << 17),
        "5 table strategies": (diamant("schmidt-2005", [table] * 5), 1 << 17),
        "5 champions": (diamant("schmidt-2005", ["champion"] * 5), 1 << 14),
        "gems:10 gems:15 ev hazards:2 random:0.5": (diamant("schmidt-2005", MIXED), 1 << 16),
        "champion 4 gems:8": (diamant("schmidt-2005", ["champion", *["gems:8"] * 4]), 1 << 14),
        "champion ev gems:8 thumb hazards:2": (
            diamant("schmidt-2005", ["champion", "ev", "gems:8", "thumb", "hazards:2"]),
            1 << 14,
        ),
        "thumb 4 champions": (diamant("schmidt-2005", ["thumb", *["champion"] * 4]), 1 << 14),
    }
    coins: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for title, (simulation, games) in tables.items():
            players = {name: driver(simulation, name) for name in DRIVERS[sort_of(simulation.party)]}
            c = None if coins else scalar_c(folder)
            if c is not None:
                players["scalar C"] = c
            elif not coins:
                print("no C compiler here: nothing to compare with")
            for play in players.values():
                play(np.uint64(0), 0, 0, simulation.empty())
            best = in_turns(simulation, players, games)
            coins = coins or best
            for name, found in best.items():
                to_c = f"({found / best['scalar C']:.2f} of scalar C)" if "scalar C" in best else ""
                flipping = coins["lanes" if name == "lanes" else "alike"]
                report(f"{title}, {name}", found, to_c or f"({found / flipping:.2f} of the coin-flip players)")
    print("tables are played by:", ", ".join(f"{sort} {chosen(sort)}" for sort in SORTS))


def playouts() -> None:
    """Games played out from the first decision of a game, many situations at once."""
    table = diamant("schmidt-2005", ["champion"] * 5)
    cards = table.box.cards
    start = Situation(0, cards, cards & ~1, 0, 0, 1, 0, 0, 31, 0, 0, 0)
    rows = np.array([start] * 64)
    seconds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        play_out(table.box, table.party, rows, 256, 7, threads=1)
        seconds.append(time.perf_counter() - began)
    report("5 champions, playouts of whole games, one thread", 64 * 256 / min(seconds[1:]))


class Timed:
    """A bot that searches, and the processor time of its decisions."""

    def __init__(self, playouts: int) -> None:
        self._bot = Searcher(playouts, Random(1))
        self.seconds: list[float] = []

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Decide as the bot does."""
        began = time.thread_time()
        decision = self._bot.choose(view, history)
        self.seconds.append(time.thread_time() - began)
        return decision


def searches() -> None:
    """What a decision takes that is searched for: all decisions of some games of five who search."""
    contest = TypedContest(Diamant(EDITIONS["schmidt-2005"]))
    for playouts, games in ((100, 20), (1000, 10), (10_000, 2)):
        bots = [Timed(playouts) for _ in range(5)]
        for game in range(games):
            contest.play(bots, bytes([game]) * 32)
        took = [1000 * seconds for bot in bots for seconds in bot.seconds]
        mean, longest = sum(took) / len(took), max(took)
        print(f"mcts:{playouts}, {len(took)} decisions: {mean:.1f} ms of processor time, {longest:.1f} ms at most")


def main() -> None:
    """Print a line for each table."""
    print(f"Kernel, best of {ROUNDS} rounds; Numba {numba.__version__}, NumPy {np.__version__}")
    print(f"{machine()}; {time.strftime('%Y-%m-%d')}")
    starts()
    drivers()
    playouts()
    searches()
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
