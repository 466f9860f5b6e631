"""Runs many games of one table on all cores or a GPU: in blocks, with progress; partial results if interrupted."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np

from tacora.fast.compiled import gpu, loaded
from tacora.fast.tally import Tally
from tacora.game import Refused

Device: TypeAlias = Literal["cpu", "gpu", "auto"]

RunGames: TypeAlias = Callable[[np.uint64, int, int, Tally], None]
"""Plays the games from number `first` up to, not including, `last`, and adds them to the tally."""

CPU_BLOCK = 1 << 16
GPU_BLOCK = 1 << 26
WORTH_A_GPU = 20_000_000
"""From this many games on, `auto` uses a GPU if there is one: to start it takes about a second."""


class Simulation(Protocol):
    """A table that can be simulated."""

    unit: int
    lowest: int
    """The score at index 0 of a tally; each further index is one `unit` more."""

    def empty(self) -> Tally:
        """An empty tally for games of this table."""
        ...

    def cpu(self) -> RunGames:
        """The kernel on the CPU; thread-safe."""
        ...

    def gpu(self) -> RunGames:
        """The kernel on a GPU."""
        ...


@dataclass(frozen=True)
class Run:
    """The result of a run."""

    games: int
    """Games played and counted; fewer than requested if interrupted."""
    interrupted: bool
    """Also true if the blocks in progress were the last ones."""
    tally: Tally
    seconds: float
    device: Literal["cpu", "gpu"]
    threads: int


def run(
    simulation: Simulation,
    games: int,
    seed: int,
    *,
    device: Device = "auto",
    threads: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Run:
    """Play so many games. The counts depend only on the seed and the number of games, not on device or threads.

    `progress` is called now and then with the number of games done. A KeyboardInterrupt ends the run early, with a
    valid result.
    """
    chosen = choose_device(device, games)
    threads = 1 if chosen == "gpu" else threads or cores()
    play = simulation.gpu() if chosen == "gpu" else simulation.cpu()
    loaded(lambda: play(np.uint64(0), 0, 0, simulation.empty()))
    crew = _Crew(simulation, play, games, GPU_BLOCK if chosen == "gpu" else CPU_BLOCK, np.uint64(seed))
    progress(0)
    interrupted = False
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        workers: list[Future[None]] = []
        try:
            workers.extend(pool.submit(crew.work) for _ in range(threads))
            while wait(workers, timeout=0.1, return_when=FIRST_EXCEPTION).not_done:
                if any(worker.done() and worker.exception() for worker in workers):
                    break
                progress(crew.done)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            crew.stop()  # In any case: the pool waits for its workers.
    for worker in workers:
        worker.result()
    progress(crew.done)
    return Run(crew.done, interrupted, crew.tally, time.perf_counter() - began, chosen, threads)


def choose_device(device: Device, games: int) -> Literal["cpu", "gpu"]:
    """The device to use. Refuses a GPU that is not available."""
    if device == "cpu" or (device == "auto" and games < WORTH_A_GPU):
        return "cpu"
    if gpu_is_there():
        return "gpu"
    if device == "gpu":
        raise Refused("no-gpu")
    return "cpu"


def gpu_is_there() -> bool:
    """Whether Numba can use an NVIDIA GPU."""
    try:
        return bool(gpu().is_available())
    except (ImportError, OSError, AttributeError):  # AttributeError: a Numba that is too old for its NumPy
        return False


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Crew:
    """Worker threads that take blocks of games from a shared counter and add up their tallies."""

    def __init__(self, simulation: Simulation, play: RunGames, games: int, block: int, seed: np.uint64) -> None:
        self._simulation, self._play, self._seed = simulation, play, seed
        self._next, self._games, self._block = 0, games, block
        self._lock = threading.Lock()
        self.tally = simulation.empty()
        self.done = 0

    def stop(self) -> None:
        """Let workers finish their blocks and take no more."""
        with self._lock:
            self._games = self._next

    def work(self) -> None:
        """Play blocks until none is left."""
        while True:
            with self._lock:
                first = self._next
                last = self._next = min(first + self._block, self._games)
            if first == last:
                return
            counted = self._simulation.empty()
            self._play(self._seed, first, last, counted)
            with self._lock:
                self.tally += counted
                self.done += last - first
