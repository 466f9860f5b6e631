"""Runs many games of a table on all cores, a GPU or a cluster: with progress; partial results if interrupted."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np

from tacora.fast.compiled import gpu, loaded
from tacora.fast.tally import Tally
from tacora.game import Refused
from tacora.work.numbered import Workers
from tacora.work.threads import Threads

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

    def is_compiled(self) -> bool:
        """Whether its code is in the cache, so that a run begins at once."""
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
    device: Literal["cpu", "gpu", "cluster"]
    threads: int


class Games:
    """The games of a table as numbered work."""

    def __init__(self, simulation: Simulation, seed: int, device: Literal["cpu", "gpu"]) -> None:
        self._simulation, self._seed, self._device = simulation, seed, device
        self._play: RunGames | None = None
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[object, ...]:
        return Games, (self._simulation, self._seed, self._device)

    @property
    def block(self) -> int:
        """A GPU needs many games at a time."""
        return GPU_BLOCK if self._device == "gpu" else CPU_BLOCK

    def prepare(self) -> None:
        """Compile the kernel, or load it."""
        with self._lock:
            if self._play is None:
                play = self._simulation.gpu() if self._device == "gpu" else self._simulation.cpu()
                loaded(lambda: play(np.uint64(0), 0, 0, self._simulation.empty()))
                self._play = play

    def empty(self) -> Tally:
        """No games."""
        return self._simulation.empty()

    def add(self, first: int, last: int, into: Tally) -> None:
        """Play the games of these numbers."""
        assert self._play is not None
        self._play(np.uint64(self._seed), first, last, into)


def run(
    simulation: Simulation,
    games: int,
    seed: int,
    *,
    device: Device = "auto",
    threads: int | None = None,
    cluster: Workers | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Run:
    """Play so many games. The counts depend only on the seed and the number of games, not on who plays them where.

    `progress` is called now and then with the number of games done. A KeyboardInterrupt ends the run early, with a
    valid result.
    """
    return next(runs([simulation], games, seed, device=device, threads=threads, cluster=cluster, progress=progress))


def runs(
    simulations: Iterable[Simulation],
    games: int,
    seed: int,
    *,
    device: Device = "auto",
    threads: int | None = None,
    cluster: Workers | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Run]:
    """Play so many games of each table; `progress` hears of all together. An interrupted run is the last one."""
    chosen: Literal["cpu", "gpu"] = "cpu" if cluster is not None else choose_device(device, games)
    workers: Workers = cluster or Threads(1 if chosen == "gpu" else threads or cores())
    for found in workers.sums((Games(simulation, seed, chosen) for simulation in simulations), games, progress):
        where = chosen if cluster is None else "cluster"
        yield Run(found.done, found.interrupted, found.total, found.seconds, where, workers.threads)


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
