"""Group commit: one thread commits together whatever appends wait."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import NamedTuple, TypeAlias

from tacora.server.storage.store import Snapshot, StoreFailed

COMMIT_INTERVAL = 0.005
"""Least seconds between the starts of two commits, so that more appends share a commit under load."""

BUSY_COMMIT_INTERVAL, _BUSY_BATCH = 0.02, 60
"""The same after a batch of at least `_BUSY_BATCH` appends, to spread the cost of a commit over even more."""
_MOST_TOGETHER = 512


class Append(NamedTuple):
    """What one caller asked for."""

    table: str
    seq: int
    lines: Sequence[bytes]
    at: float
    snapshots: Sequence[Snapshot]
    done: asyncio.Future[None]


Outcome: TypeAlias = tuple["asyncio.Future[None]", Exception | None]


class GroupCommit:
    """A queue of appends and the thread that commits them. Needs a running event loop.

    `commit` runs in that thread. It gives an outcome for each append, in order, and adds tables with a failed append to
    `broken`; if it raises an error, nothing of the batch was written. `finish` runs there at the end.
    """

    def __init__(self, commit: Callable[[list[Append]], list[Outcome]], finish: Callable[[], None]) -> None:
        self.broken: set[str] = set()
        """Tables with a failed append. Shared by both threads."""
        self._commit = commit
        self._finish = finish
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Append | None] = SimpleQueue()
        # A daemon: without `close`, queued appends are lost at exit, but no client was told of them.
        self._thread = threading.Thread(target=self._run, name="tacora-writer", daemon=True)
        self._thread.start()

    def append(
        self, table: str, seq: int, lines: Sequence[bytes], at: float, snapshots: Sequence[Snapshot]
    ) -> asyncio.Future[None]:
        """Queue an append. The future ends when it is committed or has failed."""
        done: asyncio.Future[None] = self._loop.create_future()
        if self._closed:
            done.set_exception(StoreFailed("the store is closed"))
        elif table in self.broken:
            done.set_exception(not_written())
        else:
            self._queue.put(Append(table, seq, lines, at, snapshots, done))
        return done

    async def close(self) -> None:
        """Commit what is queued, and end the thread."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        begun, interval = 0.0, COMMIT_INTERVAL
        while (first := self._queue.get()) is not None:
            time.sleep(max(begun + interval - time.monotonic(), 0))
            begun = time.monotonic()
            batch = [first]
            while len(batch) < _MOST_TOGETHER and not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    self._queue.put(None)
                    break
                batch.append(following)
            outcomes = self._committed(batch)
            interval = COMMIT_INTERVAL if len(batch) < _BUSY_BATCH else BUSY_COMMIT_INTERVAL
            self._loop.call_soon_threadsafe(_tell, outcomes)
        self._finish()

    def _committed(self, batch: list[Append]) -> list[Outcome]:
        try:
            return self._commit(batch)
        except Exception as error:  # Any error: the futures must fail, and the thread must survive.
            self.broken.update(append.table for append in batch)
            return [(append.done, StoreFailed(str(error))) for append in batch]


def not_written() -> StoreFailed:
    """For an append to a table that is broken."""
    return StoreFailed("an entry before was not written")


def _tell(outcomes: list[Outcome]) -> None:
    for done, error in outcomes:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
