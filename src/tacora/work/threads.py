"""Numbered work on threads of this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from typing import Any

from tacora.work.numbered import Sum, Work


class Threads:
    """Do one work after the other; each is shared by all threads."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def sums(
        self, works: Iterable[Work[Any]], numbers: int, progress: Callable[[int], None]
    ) -> Generator[Sum[Any], None, None]:
        """The sum of the first so many numbers of each work."""
        before = 0
        for work in works:
            found = self._sum(work, numbers, before, progress)
            yield found
            before += found.done
            if found.interrupted:
                return

    def _sum(self, work: Work[Any], numbers: int, before: int, progress: Callable[[int], None]) -> Sum[Any]:
        work.prepare()
        crew = _Crew(work, numbers)
        progress(before)
        interrupted, began = False, time.perf_counter()
        with ThreadPoolExecutor(self.threads) as pool:
            workers: list[Future[None]] = []
            try:
                workers.extend(pool.submit(crew.work) for _ in range(self.threads))
                while wait(workers, timeout=0.1, return_when=FIRST_EXCEPTION).not_done:
                    if any(worker.done() and worker.exception() for worker in workers):
                        break
                    progress(before + crew.done)
            except KeyboardInterrupt:
                interrupted = True
            finally:
                crew.stop()  # In any case: the pool waits for its workers.
        for worker in workers:
            worker.result()
        progress(before + crew.done)
        return Sum(crew.total, crew.done, interrupted, time.perf_counter() - began)


class _Crew:
    """Worker threads that take blocks of numbers from a shared counter and add up their sums."""

    def __init__(self, work: Work[Any], numbers: int) -> None:
        self._work, self._block = work, work.block
        self._next, self._numbers = 0, numbers
        self._lock = threading.Lock()
        self.total = work.empty()
        self.done = 0

    def stop(self) -> None:
        """Let workers finish their blocks and take no more."""
        with self._lock:
            self._numbers = self._next

    def work(self) -> None:
        """Do blocks until none is left."""
        while True:
            with self._lock:
                first = self._next
                last = self._next = min(first + self._block, self._numbers)
            if first == last:
                return
            counted = self._work.empty()
            self._work.add(first, last, counted)
            with self._lock:
                self.total += counted
                self.done += last - first
