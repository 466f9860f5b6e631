"""Logs in one SQLite file, written by one thread with group commit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from tacora.server.storage.group_commit import Append, GroupCommit, Outcome, not_written
from tacora.server.storage.schema import BUSY_TIMEOUT, check_version, connect, identity, write_ahead_log
from tacora.server.storage.sql_log import SqlLog
from tacora.server.storage.store import Announced, AppendConflict, Snapshot, StoreFailed

LOGGER = logging.getLogger("tacora.server")
T = TypeVar("T")

_APPEND = """
INSERT INTO log (tbl, seq, at, line) SELECT ?1, ?2, ?3, ?4
WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM log WHERE tbl = ?1 AND seq = ?2 - 1)
"""
_ADD_SNAPSHOT = """
INSERT OR REPLACE INTO snapshots (tbl, game, seq, news, state) SELECT ?1, ?2, ?3, ?4, ?5
WHERE EXISTS (SELECT 1 FROM log WHERE tbl = ?1 AND seq = ?3)
"""
_KEEP_REVIEW = """
INSERT OR REPLACE INTO reviews (tbl, game, review) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM log WHERE tbl = ?1)
"""
_AT_ONCE = (128, 32, 8, 4, 2, 1)
"""Rows per multi-row INSERT. Few sizes, so that all statements stay in the statement cache."""
_APPEND_ALL = {
    size: "INSERT INTO log (tbl, seq, at, line) VALUES " + ", ".join(["(?, ?, ?, ?)"] * size) for size in _AT_ONCE
}
_MOST_KNOWN = 100_000
"""Tables whose next sequence number is cached."""
_LOG_AGAIN = 10.0
"""Seconds until a failure that lasts is logged once more."""
_NO_TABLE = ""
"""For the empty append by which `check` tests that the file can be written to."""

_Row: TypeAlias = tuple[str, int, float, bytes]


class SqliteStore(SqlLog):
    """A store in a SQLite file. Commits wait for the disk (`synchronous = FULL`), and appends wait for their commit."""

    shared = False
    parameter = "?"

    def __init__(self, file: Path, timeout: float = BUSY_TIMEOUT) -> None:
        self._file = file = file.absolute()  # As SQLite has it, wherever the process goes.
        self._reader, self._health, self._reviews = (_Session(connect(file, timeout)) for _ in range(3))
        """The second never waits for what others read, nor the first for what the third writes."""
        self._failing = False
        """Whether the last attempt to write failed."""
        self._logged = ("", 0.0)
        """The last failure in the log, and when it was put there."""
        self._damaged = False
        """Whether corruption was found in the file."""
        self._next: dict[str, int] = {}
        """The next sequence number by table; valid while no other process writes. Used by the writer thread only."""
        self._data_version = -1
        """SQLite's `data_version`, which changes when another connection commits."""
        writing = connect(file, timeout)
        self._identities = {each: identity(each) for each in (file, write_ahead_log(file))}
        """Of the files that it has open."""
        self._writer = GroupCommit(lambda batch: self._commit(writing, batch), writing.close)

    def append(
        self, table: str, seq: int, lines: Sequence[bytes], at: float, snapshots: Sequence[Snapshot] = ()
    ) -> asyncio.Future[None]:
        """Append entries atomically, numbered from `seq`, and snapshots with them."""
        return self._writer.append(table, seq, lines, at, snapshots)

    def mend(self, table: str) -> None:
        """Accept appends to this table again."""
        self._writer.broken.discard(table)

    async def acquire(self, table: str) -> bool:
        """True: one process serves a file, and of two that do, the key tells the second."""
        return True

    async def release(self, table: str) -> None:
        """Nothing was reserved."""

    async def holder(self, table: str) -> str | None:
        """Nobody else has it."""
        return None

    def when_lost(self, callback: Callable[[str], None]) -> None:
        """Nothing is lost."""

    async def announce(self, entries: Mapping[str, bytes | None]) -> None:
        """There are no other processes."""

    async def announced(self, within: float, most: int) -> dict[str, Announced]:
        """There are no other processes."""
        return {}

    async def keep_review(self, table: str, game: int, review: bytes) -> None:
        """Keep it beside the log."""
        await self._select(_KEEP_REVIEW, (table, game, review), self._reviews)

    async def check(self) -> None:
        """Raise `StoreFailed` if the file cannot be read or written."""
        await self._select("SELECT 1 FROM log LIMIT 1", (), self._health)
        if self._damaged:
            raise StoreFailed("a part of the file cannot be read")
        if self._failing:
            self.mend(_NO_TABLE)
            await self.append(_NO_TABLE, 0, [], 0)

    async def close(self) -> None:
        """Write what is queued and close the file."""
        await self._writer.close()
        for session in (self._reader, self._health, self._reviews):
            await session.close()

    async def _select(self, statement: str, values: tuple[object, ...], session: _Session | None = None) -> list[Any]:
        try:
            self._check_file()
            return await (session or self._reader).select(statement, values)
        except (sqlite3.Error, OSError) as error:
            self._damaged |= _is_corruption(error)
            raise self._failed(error) from None

    def _check_file(self) -> None:
        """Raise `OSError` if the file or its write-ahead log was replaced: what is written to those left is lost."""
        for file, opened in self._identities.items():
            if not file.exists() or identity(file) != opened:
                raise OSError(f"{file.name} was removed or replaced")

    def _failed(self, error: object) -> StoreFailed:
        now, (logged, at) = time.monotonic(), self._logged
        if str(error) != logged or now - at > _LOG_AGAIN:  # All tables try again, each second.
            self._logged = str(error), now
            LOGGER.error("%s: %s", self._file, error)
        return StoreFailed(str(error))

    # Writer thread

    def _notice_others(self, database: sqlite3.Connection) -> None:
        """Drop cached numbers if another process wrote: it may have appended, expired tables, or migrated the file."""
        (version,) = database.execute("PRAGMA data_version").fetchone()
        if version != self._data_version:
            check_version(database)
        if version != self._data_version or len(self._next) > _MOST_KNOWN:
            self._next.clear()
        self._data_version = version

    def _commit(self, database: sqlite3.Connection, batch: list[Append]) -> list[Outcome]:
        """Commit a batch of appends in one transaction. One whose number is not the next fails alone."""
        outcomes: list[Outcome] = []
        together: list[_Row] = []
        taken: list[tuple[str, int, int, int, bytes]] = []
        try:
            self._check_file()
            database.execute("BEGIN IMMEDIATE")
            self._notice_others(database)
            for append in batch:
                table, seq, lines, _, snapshots, done = append
                if table in self._writer.broken:
                    outcomes.append((done, not_written()))
                    continue
                if not lines and snapshots:
                    outcomes.append((done, None))
                elif not lines:
                    (version,) = database.execute("PRAGMA user_version").fetchone()
                    database.execute(f"PRAGMA user_version = {version}")  # A write that changes nothing.
                    outcomes.append((done, None))
                elif self._next.get(table) == seq:
                    self._next[table] = seq + len(lines)
                    together += _rows(append)
                    outcomes.append((done, None))
                else:
                    _insert_all(database, together)
                    together = []
                    if _insert(database, _rows(append)):
                        self._next[table] = seq + len(lines)
                        outcomes.append((done, None))
                    else:
                        self._writer.broken.add(table)
                        outcomes.append((done, AppendConflict(f"{table} {seq}")))
                        continue
                taken += [(table, each.game, each.seq, each.news, each.state) for each in snapshots]
            _insert_all(database, together)
            if taken:
                database.executemany(_ADD_SNAPSHOT, taken)
            database.execute("COMMIT")
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                if database.in_transaction:
                    database.execute("ROLLBACK")
            self._next.clear()
            self._failing = True
            self._failed(error)
            raise
        if any(error is None for _, error in outcomes):  # Without a write, it proves nothing about the disk.
            self._failing = False
        return outcomes


class _Session:
    """A connection of its own with a thread of its own, for one statement after the other beside the event loop.

    The threads that all share may be busy for seconds, for example with records that are looked at.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(1, "tacora-reader")  # Ends with this object.

    async def select(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        """All rows."""
        return await self._done(lambda: self._database.execute(statement, values).fetchall())

    async def close(self) -> None:
        """Let go of the file after the statement that runs."""
        await self._done(self._database.close)

    async def _done(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _is_corruption(error: Exception) -> bool:
    """Whether SQLite reported corruption. Errors of the `sqlite3` module itself have no code."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _rows(append: Append) -> list[_Row]:
    table, seq, lines, at, *_ = append
    return [(table, number, at, line) for number, line in enumerate(lines, seq)]


def _insert_all(database: sqlite3.Connection, rows: list[_Row]) -> None:
    """Insert rows that are known to be the next of their tables, many per statement.

    Each statement releases the GIL and has to wait for it again.
    """
    for size in _AT_ONCE:
        while len(rows) >= size:
            database.execute(_APPEND_ALL[size], [value for row in rows[:size] for value in row])
            rows = rows[size:]


def _insert(database: sqlite3.Connection, rows: list[_Row]) -> bool:
    """Insert these rows and return True, or insert none if they are not the next of their table."""
    if len(rows) == 1:
        return _inserted(database, rows)
    database.execute("SAVEPOINT one")
    if not (done := _inserted(database, rows)):
        database.execute("ROLLBACK TO one")
    database.execute("RELEASE one")
    return done


def _inserted(database: sqlite3.Connection, rows: list[_Row]) -> bool:
    try:
        return database.executemany(_APPEND, rows).rowcount == len(rows)
    except sqlite3.IntegrityError:
        return False
