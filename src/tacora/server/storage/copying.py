"""Copies tables from one store to another, and checks what arrived.

Entries are written as a server writes them, through `Store`: a table is reserved first, each entry has its number, and
one that somebody else serves there is left alone. What is there already and is the beginning of ours gets the rest, so
that a copy that was interrupted, or whose source went on, is repeated at the cost of reading. Nothing is ever replaced
but snapshots, which are derived.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import logging
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from tacora.game import Refused
from tacora.server.storage.opening import StorePlace, open_store, shown
from tacora.server.storage.store import (
    AppendConflict,
    Snapshot,
    Store,
    StoreAdmin,
    StoredEntry,
    StoredTable,
    StoreFailed,
)

SLICE = 500
"""Entries of a table that are read, and wait to be written, at a time."""
AT_ONCE = 32
"""Tables that are written at a time, so that they share commits."""
PATIENCE = 10.0
"""Seconds to wait for tables that another process has: longer than leases last if that process was killed."""
_RETRY = 0.5
_HEADER = struct.Struct("<qdq")


class CopyResult(StrEnum):
    """What became of a table."""

    ADDED = "added"
    CONTINUED = "continued"
    """It was there in part."""
    PRESENT = "present"
    DIFFERS = "differs"
    LONGER = "longer"
    """All of it is there, and more."""
    HELD = "held"
    """Another process writes to it there."""
    DAMAGED = "damaged"
    """Entries are missing in the source."""
    CHANGED = "changed"
    """It was not the same when it was read back."""


COPIED = frozenset({CopyResult.ADDED, CopyResult.CONTINUED, CopyResult.PRESENT})
"""The results after which a table is in both stores."""


class _NotCopied(Exception):
    def __init__(self, result: CopyResult) -> None:
        self.result = result


class TableCopy:
    """One copy of all tables: `write`, then `verify`. The source should be `consistent` meanwhile.

    `target` administers the store at `place`, and reads what a second program would find there.
    """

    def __init__(
        self, source: StoreAdmin, target: StoreAdmin, place: StorePlace, patience: float | None = None
    ) -> None:
        self._source, self._target, self._place = source, target, place
        self._patience = PATIENCE if patience is None else patience
        self._tables = {stored.table: stored for stored in source.tables()}
        self._digests: dict[str, bytes] = {}
        self.total = sum(stored.entries for stored in self._tables.values())
        """Entries in the source."""
        self.results: dict[str, CopyResult] = {}
        """By table."""
        self.written = 0
        """Entries that were written."""

    @property
    def tables(self) -> int:
        """Tables in the source."""
        return len(self._tables)

    @property
    def done(self) -> int:
        """Tables of which nothing is left to write, as far as they can be copied."""
        return len(self.results) - len(self._held())

    @property
    def counts(self) -> Counter[CopyResult]:
        """How many tables there are of each result."""
        return Counter(self.results.values())

    @property
    def entries(self) -> int:
        """Entries of the tables that are in both stores."""
        return sum(self._tables[table].entries for table, result in self.results.items() if result in COPIED)

    def write(self, progress: Callable[[int], None] = lambda _: None) -> None:
        """Write what the target lacks. `progress` is called with the number of entries dealt with so far."""
        with self._stopping(), _silent():
            asyncio.run(self._write(progress))

    def verify(self, progress: Callable[[int], None] = lambda _: None) -> None:
        """Read back all tables that should be in both stores, and compare them: entries by digest, and snapshots."""
        done = 0
        with self._stopping(), self._target.consistent():
            for stored in self._tables.values():
                if self.results[stored.table] in COPIED and not self._arrived(stored):
                    self.results[stored.table] = CopyResult.CHANGED
                done += stored.entries
                progress(done)

    def _arrived(self, stored: StoredTable) -> bool:
        try:
            found = _digest(self._target, stored)
        except _NotCopied:
            return False
        return found == self._digests[stored.table] and not self._missing_snapshots(stored)

    async def _write(self, progress: Callable[[int], None]) -> None:
        store = open_store(self._place)
        try:
            await self._copy_all(store, list(self._tables.values()), progress)
            until = time.monotonic() + self._patience
            while (held := self._held()) and time.monotonic() < until:
                await asyncio.sleep(_RETRY)
                await self._copy_all(store, held, lambda _: None)
        finally:
            await store.close()

    def _held(self) -> list[StoredTable]:
        return [self._tables[table] for table, result in self.results.items() if result is CopyResult.HELD]

    async def _copy_all(self, store: Store, tables: Sequence[StoredTable], progress: Callable[[int], None]) -> None:
        waiting = iter(tables)
        done = 0

        async def work() -> None:
            nonlocal done
            for stored in waiting:
                self.results[stored.table] = await self._copied(store, stored)
                done += stored.entries
                progress(done)

        try:
            async with asyncio.TaskGroup() as workers:
                for _ in range(min(AT_ONCE, len(tables))):
                    workers.create_task(work())
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def _copied(self, store: Store, stored: StoredTable) -> CopyResult:
        try:
            self._digests[stored.table] = _digest(self._source, stored)
            kept = self._kept(stored)
        except _NotCopied as error:
            return error.result
        snapshots = self._missing_snapshots(stored)
        if kept == stored.entries and not snapshots:
            return CopyResult.PRESENT
        if not await store.acquire(stored.table):
            return CopyResult.HELD
        try:
            await self._append(store, stored, kept, snapshots)
        except AppendConflict:  # Another process wrote since we looked, or took the table over while we were suspended.
            store.mend(stored.table)
            return CopyResult.HELD
        finally:
            with contextlib.suppress(StoreFailed):  # The lease expires by itself, too.
                await store.release(stored.table)
        return CopyResult.CONTINUED if kept else CopyResult.ADDED

    def _kept(self, stored: StoredTable) -> int:
        """How many entries the target has, which are the first of ours."""
        kept = 0
        while theirs := self._target.entries(stored.table, kept, SLICE):
            ours = self._source.entries(stored.table, kept, len(theirs))
            if theirs[: len(ours)] != ours:
                raise _NotCopied(CopyResult.DIFFERS)
            if len(theirs) > len(ours):
                raise _NotCopied(CopyResult.LONGER)
            kept += len(theirs)
        return kept

    def _missing_snapshots(self, stored: StoredTable) -> list[Snapshot]:
        """Our snapshots that the target does not have, or not the same."""
        theirs = {snapshot.game: snapshot for snapshot in self._target.snapshots(stored.table)}
        return [
            snapshot
            for snapshot in self._source.snapshots(stored.table)
            if snapshot.seq < stored.entries and theirs.get(snapshot.game) != snapshot
        ]

    async def _append(self, store: Store, stored: StoredTable, kept: int, snapshots: Sequence[Snapshot]) -> None:
        """Write the entries after those that are kept, and snapshots in the transactions of their entries."""
        table = stored.table
        by_seq: dict[int, list[Snapshot]] = {}
        for snapshot in snapshots:
            by_seq.setdefault(snapshot.seq, []).append(snapshot)
        for since in range(kept, stored.entries, SLICE):
            appends = []
            for at, together in itertools.groupby(self._source.entries(table, since, SLICE), lambda entry: entry.at):
                entries = list(together)
                taken = [snapshot for entry in entries for snapshot in by_seq.pop(entry.seq, ())]
                appends.append(store.append(table, entries[0].seq, [entry.line for entry in entries], at, taken))
            await _all_of(appends)
            self.written += min(SLICE, stored.entries - since)
        if by_seq:
            left = [snapshot for taken in by_seq.values() for snapshot in taken]
            await store.append(table, stored.entries, [], stored.touched, left)

    @contextlib.contextmanager
    def _stopping(self) -> Iterator[None]:
        """Tell of a store that fails in the middle that the copy may be repeated."""
        try:
            yield
        except StoreFailed as error:
            raise Refused("copy-stopped", file=shown(self._place), detail=str(error)) from None
        except Refused as error:
            if error.code != "bad-store":
                raise
            raise Refused("copy-stopped", **error.facts) from None


def _digest(store: StoreAdmin, stored: StoredTable) -> bytes:
    """The SHA-256 of so many entries of a table: numbers, times and lines."""
    digest = hashlib.sha256()
    for since in range(0, stored.entries, SLICE):
        most = min(SLICE, stored.entries - since)
        entries: list[StoredEntry] = store.entries(stored.table, since, most)
        if [entry.seq for entry in entries] != list(range(since, since + most)):
            raise _NotCopied(CopyResult.DAMAGED)
        for entry in entries:
            digest.update(_HEADER.pack(entry.seq, entry.at, len(entry.line)))
            digest.update(entry.line)
    return digest.digest()


async def _all_of(appends: Sequence[asyncio.Future[None]]) -> None:
    """Wait for all, and raise the first error: those that follow it fail because of it."""
    for result in await asyncio.gather(*appends, return_exceptions=True):
        if result is not None:
            raise result


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Stores log what they raise, too, for servers; without a handler Python prints it."""
    logger, handler = logging.getLogger("tacora.server"), logging.NullHandler()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
