"""Many games of one table, on all cores or on a GPU: in blocks, with progress, and worth something if interrupted."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pickle import UnpicklingError
from typing import Literal, Protocol, TypeAlias

import numpy as np

from tacora.fast.compiled import forget, gpu
from tacora.fast.tally import Tally
from tacora.game import Refused

Device: TypeAlias = Literal["cpu", "gpu", "auto"]

Play: TypeAlias = Callable[[np.uint64, int, int, Tally], None]
"""Plays the games with numbers from the first up to the last, and counts them."""

CPU_BLOCK = 1 << 16
GPU_BLOCK = 1 << 26
WORTH_A_GPU = 20_000_000
"""From so many games on, `auto` takes a GPU where there is one: starting it takes about a second."""


class Simulation(Protocol):
    """A table that can be simulated."""

    unit: int
    lowest: int
    """The score of the first place of a tally; each further place is one unit more."""

    def empty(self) -> Tally:
        """A tally for games of this table."""
        ...

    def cpu(self) -> Play:
        """The kernel on a processor, to be called from any thread."""
        ...

    def gpu(self) -> Play:
        """The kernel on a GPU."""
        ...


@dataclass(frozen=True)
class Run:
    """What came of a run."""

    games: int
    """Played and counted: fewer than asked for if somebody interrupted."""
    interrupted: bool
    """Even if what was in hand then were the last games."""
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
    """Play so many games. The counts depend on seed and number of games alone, not on device or threads.

    `progress` hears now and then how many games are done. A KeyboardInterrupt ends the run early and well.
    """
    chosen = choose_device(device, games)
    threads = 1 if chosen == "gpu" else threads or _cores()
    play = simulation.gpu() if chosen == "gpu" else simulation.cpu()
    try:
        play(np.uint64(0), 0, 0, simulation.empty())  # Compiles, or fetches what was compiled before.
    except (UnpicklingError, EOFError, ValueError, LookupError, AttributeError, ImportError):  # A damaged file.
        forget()
        play(np.uint64(0), 0, 0, simulation.empty())
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
            crew.stop()  # Whatever happened: nobody can leave this pool before its workers have.
    for worker in workers:
        worker.result()
    progress(crew.done)
    return Run(crew.done, interrupted, crew.tally, time.perf_counter() - began, chosen, threads)


def choose_device(device: Device, games: int) -> Literal["cpu", "gpu"]:
    """The device to use; refuses a GPU that is not there."""
    if device == "cpu" or (device == "auto" and games < WORTH_A_GPU):
        return "cpu"
    if gpu_is_there():
        return "gpu"
    if device == "gpu":
        raise Refused("no-gpu")
    return "cpu"


def gpu_is_there() -> bool:
    """Whether there is an NVIDIA GPU that Numba can use."""
    try:
        return bool(gpu().is_available())
    except (ImportError, OSError, AttributeError):  # AttributeError: a Numba that is too old for its NumPy
        return False


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Crew:
    """Workers who take blocks of games from one pile and add up what they counted."""

    def __init__(self, simulation: Simulation, play: Play, games: int, block: int, seed: np.uint64) -> None:
        self._simulation, self._play, self._seed = simulation, play, seed
        self._next, self._games, self._block = 0, games, block
        self._lock = threading.Lock()
        self.tally = simulation.empty()
        self.done = 0

    def stop(self) -> None:
        """Finish the blocks in hand and take no more."""
        with self._lock:
            self._games = self._next

    def work(self) -> None:
        """Play blocks until there are none."""
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
