"""A match over all cores: the deals are dealt out to processes, and come back in order."""

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
"""Tasks for each process that wait or are under way, so that none runs out of work."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played(arena: Arena, processes: int) -> Generator[Played]:
    """Every deal of the match, in order: the same whatever the number of processes, of which 1 is this one.

    Whoever stops early closes the generator; then, or if anything is raised here, no process is left behind.
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
                    # Single deals at first, so that there soon is something to show, then more of them at once.
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
    """The match as this process plays it, its bots found once."""
    return Arena(match)


def _play(match: Match, first: int, end: int) -> list[Played]:
    return list(map(_arena(match).play, range(first, end)))


def _begin() -> None:
    """In a process of its own: Ctrl-C is for the main one, and so is standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    Thread(target=_leave_with_the_main_process, daemon=True).start()


def _leave_with_the_main_process() -> None:
    """However that one ends: nothing is worth playing for nobody."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits while processes are started, so that none of them meets it before it knows to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
