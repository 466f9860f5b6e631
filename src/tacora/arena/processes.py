"""Plays a match on several processes; the results come in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing.connection import wait
from threading import Thread

from tacora.arena.match import Arena, Match, Played
from tacora.game import Refused

_MOST_AT_ONCE = 16
_IN_HAND = 4
"""Tasks in flight for each process, so that none runs out of work."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played(arena: Arena, processes: int) -> Generator[Played]:
    """Every deal of the match, in order, whatever the number of processes. With 1, this process plays.

    To stop early, close the generator. No process is left behind then, nor after an error.
    """
    deals, processes = arena.match.deals, min(processes, arena.match.deals)
    if processes == 1:
        yield from map(arena.play, range(deals))
        return
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, initializer=_begin)
    waiting: deque[Future[list[Played]]] = deque()
    at = 0
    try:
        while at < deals or waiting:
            with _interrupts_held():
                while at < deals and len(waiting) < _IN_HAND * processes:
                    # Single deals at first, for early progress, then larger tasks.
                    size = max(1, min(_MOST_AT_ONCE, at // (2 * _IN_HAND * processes)))
                    waiting.append(pool.submit(_play, arena.match, at, min(at + size, deals)))
                    at += size
            yield from waiting.popleft().result()
    except BaseException as stop:
        for child in set(multiprocessing.active_children()) - others:
            child.kill()
        if isinstance(stop, BrokenProcessPool):
            raise Refused("process-died", seed=str(arena.match.seed)) from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@lru_cache(maxsize=1)
def _arena(match: Match) -> Arena:
    """The match in this process, with its bots loaded once."""
    return Arena(match)


def _play(match: Match, first: int, end: int) -> list[Played]:
    return list(map(_arena(match).play, range(first, end)))


def _begin() -> None:
    """Initialise a worker process: Ctrl-C and standard output belong to the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    Thread(target=_leave_with_the_main_process, daemon=True).start()


def _leave_with_the_main_process() -> None:
    """Exit when the main process ends, however it ends."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block SIGINT while processes are started, so that none gets it before it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
