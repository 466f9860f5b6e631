"""How `tacora simulate` scales with workers of a cluster on this machine: PYTHONPATH=. python benchmarks/cluster.py.

Besides games a second it prints the seconds of processor time that each part took: they tell what a cluster costs also
on a machine that has other things to do.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from random import Random

import psutil  # type: ignore[import-untyped]
from tests.work.grid import grid

from tacora.fast.simulation import run
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.kernel.simulation import DiamantSimulation
from tacora.work.cluster import Cluster

GAMES = int(os.environ.get("GAMES", "20000000"))
BOTS = ("gems:10", "gems:15", "ev", "hazards:2", "random:0.5")


def table() -> DiamantSimulation:
    """The table of the README."""
    return DiamantSimulation(Diamant(EDITIONS["schmidt-2005"]), [make_bot(bot, Random(0)) for bot in BOTS])


def spent(process: int) -> float:
    """Seconds of processor time that a process took so far."""
    times = psutil.Process(process).cpu_times()
    return float(times.user + times.system)


def main() -> None:
    """Threads of this process, then one worker and two."""
    print(f"{GAMES:,} games, load {os.getloadavg()[0]:.1f}")
    for threads in (1, 2):
        run(table(), 1000, 1, device="cpu", threads=threads)
        before = time.process_time()
        played = run(table(), GAMES, 7, device="cpu", threads=threads)
        used = time.process_time() - before
        print(f"{threads} threads: {GAMES / played.seconds:,.0f} games a second, {used:.2f} s of processor time")
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as folder, grid(Path(folder), workers) as there:
            with Cluster(there.address) as cluster:
                run(table(), 1000 * workers, 1, cluster=cluster)
                processes = [there.scheduler.pid, *(worker.pid for worker in there.workers)]
                then, own = [spent(each) for each in processes], time.process_time()
                played = run(table(), GAMES, 7, cluster=cluster)
                scheduler, *each = [spent(at) - before_it for at, before_it in zip(processes, then, strict=True)]
                used = time.process_time() - own
            print(
                f"{workers} workers: {GAMES / played.seconds:,.0f} games a second; processor time: "
                f"workers {sum(each):.2f} s, "
                f"scheduler {scheduler:.2f} s, this process {used:.2f} s"
            )
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
