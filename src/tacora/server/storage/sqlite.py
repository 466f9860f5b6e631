"""Logs in one SQLite file: one thread writes, and what waits together is committed together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeAlias

from tacora.server.storage.schema import BUSY_TIMEOUT, check_version, connect, identity
from tacora.server.storage.store import AppendConflict, Snapshot, StoredTable, StoreFailed

LOGGER = logging.getLogger("tacora.server")

PACE = 0.005
"""Seconds from the beginning of a commit to that of the next: when much is written, more of it is written together."""

SLOW_PACE, _MANY = 0.02, 60
"""The same while so many appends wait together: what a commit costs, they share."""
_APPEND = """
INSERT INTO log (tbl, seq, at, line) SELECT ?1, ?2, ?3, ?4
WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM log WHERE tbl = ?1 AND seq = ?2 - 1)
"""
_READ = "SELECT seq, line FROM log WHERE tbl = ? AND seq >= ? ORDER BY seq LIMIT ?"
# From table to table by the key: the entries in between, nearly all of the file, are not looked at.
LIST = """
WITH RECURSIVE names (tbl) AS (
    SELECT min(tbl) FROM log
    UNION ALL
    SELECT (SELECT min(tbl) FROM log WHERE tbl > names.tbl) FROM names WHERE tbl IS NOT NULL
)
SELECT tbl,
    (SELECT max(seq) + 1 FROM log WHERE tbl = names.tbl),
    (SELECT at FROM log WHERE tbl = names.tbl ORDER BY seq LIMIT 1),
    (SELECT at FROM log WHERE tbl = names.tbl ORDER BY seq DESC LIMIT 1) AS touched
FROM names WHERE tbl IS NOT NULL ORDER BY touched DESC, tbl
"""
_ADD_SNAPSHOT = """
INSERT OR IGNORE INTO snapshots (tbl, game, seq, news, state) SELECT ?1, ?2, ?3, ?4, ?5
WHERE EXISTS (SELECT 1 FROM log WHERE tbl = ?1 AND seq = ?3)
"""
_SNAPSHOT = """
SELECT game, seq, news, state FROM snapshots WHERE tbl = ? AND game <= ? AND news <= ? ORDER BY game DESC LIMIT 1
"""
_AT_ONCE = (128, 32, 8, 4, 2, 1)
"""So many entries are written with one statement; few different ones, so that SQLite knows them all."""
_APPEND_ALL = {
    size: "INSERT INTO log (tbl, seq, at, line) VALUES " + ", ".join(["(?, ?, ?, ?)"] * size) for size in _AT_ONCE
}
_MOST_TOGETHER = 512
_MOST_KNOWN = 100_000
"""Tables whose next number is kept in mind."""
_NO_TABLE = ""
"""Stands for none, where it is only asked whether anything can be written."""

_Row: TypeAlias = tuple[str, int, float, bytes]
_Append: TypeAlias = tuple[str, int, Sequence[bytes], float, Sequence[Snapshot], "asyncio.Future[None]"]


class SqliteStore:
    """A store in a file. SQLite waits for the disk before a commit returns, and so does an append."""

    def __init__(self, file: Path, timeout: float = BUSY_TIMEOUT) -> None:
        self._file = file
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[_Append | None] = SimpleQueue()
        self._reader = _Reader(connect(file, timeout))
        self._health = _Reader(connect(file, timeout))
        """Its own, so that it never waits for what others read."""
        self._identity = identity(file)
        self._closed = False
        self._broken: set[str] = set()
        """Tables of which an entry could not be written; known to both threads."""
        self._failing = False
        """Whether the last attempt to write failed."""
        self._damaged = False
        """Whether anything in the file turned out not to be what was written."""
        self._next: dict[str, int] = {}
        """The next number of each table that this thread has written to, while nobody else writes to the file."""
        self._data_version = -1
        """Changes when somebody else does."""
        # Whatever the thread has not yet written when a program ends without `close`, nobody was told of.
        writing = connect(file, timeout)
        self._writer = threading.Thread(target=self._write, name="tacora-writer", args=(writing,), daemon=True)
        self._writer.start()

    def append(
        self, table: str, seq: int, lines: Sequence[bytes], at: float, snapshots: Sequence[Snapshot] = ()
    ) -> asyncio.Future[None]:
        """Have entries written with numbers from `seq` on, all or none, and snapshots with them."""
        done: asyncio.Future[None] = self._loop.create_future()
        if self._closed:
            done.set_exception(StoreFailed("the store is closed"))
        elif table in self._broken:
            done.set_exception(StoreFailed("an entry before was not written"))
        else:
            self._queue.put((table, seq, lines, at, snapshots, done))
        return done

    def mend(self, table: str) -> None:
        """Take entries for this table again."""
        self._broken.discard(table)

    async def read(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        """The entries from a number on, or so many of them."""
        rows = await self._select(_READ, (table, since, -1 if most is None else most))
        for wanted, (seq, _) in enumerate(rows, since):
            if seq != wanted:
                raise self._failed(f"entry {wanted} of table {table} is missing")
        return [line for _, line in rows]

    async def snapshot(self, table: str, game: int, news: int) -> Snapshot | None:
        """The latest snapshot that is not later than this game, nor than so many news."""
        rows = await self._select(_SNAPSHOT, (table, game, news))
        return Snapshot(*rows[0]) if rows else None

    async def tables(self) -> list[StoredTable]:
        """Every table."""
        return [StoredTable(*row) for row in await self._select(LIST, ())]

    async def check(self) -> None:
        """Raise `StoreFailed` if the file does not answer, or takes nothing."""
        await self._select("SELECT 1 FROM log LIMIT 1", (), self._health)
        if self._damaged:
            raise StoreFailed("a part of the file cannot be read")
        if self._failing:
            self.mend(_NO_TABLE)
            await self.append(_NO_TABLE, 0, [], 0)

    async def close(self) -> None:
        """Finish writing."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        for reader in (self._reader, self._health):
            await reader.close()

    async def _select(self, statement: str, values: tuple[object, ...], reader: _Reader | None = None) -> list[Any]:
        try:
            self._check_file()
            return await (reader or self._reader).select(statement, values)
        except (sqlite3.Error, OSError) as error:
            self._damaged |= _is_corruption(error)
            raise self._failed(error) from None

    def _check_file(self) -> None:
        """A file that was removed or replaced still takes what is written to it, and loses it when it is closed."""
        if identity(self._file) != self._identity:
            raise OSError("the file was replaced")

    def _failed(self, error: object) -> StoreFailed:
        LOGGER.error("%s: %s", self._file, error)
        return StoreFailed(str(error))

    # In the writer's thread

    def _write(self, database: sqlite3.Connection) -> None:
        begun, pace = 0.0, PACE
        while (first := self._queue.get()) is not None:
            time.sleep(max(begun + pace - time.monotonic(), 0))
            begun = time.monotonic()
            batch = [first]
            while len(batch) < _MOST_TOGETHER and not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    self._queue.put(None)
                    break
                batch.append(following)
            outcomes = self._commit(database, batch)
            pace = PACE if len(batch) < _MANY else SLOW_PACE
            self._loop.call_soon_threadsafe(_tell, outcomes)
        database.close()

    def _notice_others(self, database: sqlite3.Connection) -> None:
        """If another program has written to the file, any number may be taken, any table away, or all of it changed."""
        (version,) = database.execute("PRAGMA data_version").fetchone()
        if version != self._data_version:
            check_version(database)
        if version != self._data_version or len(self._next) > _MOST_KNOWN:
            self._next.clear()
        self._data_version = version

    def _commit(
        self, database: sqlite3.Connection, batch: list[_Append]
    ) -> list[tuple[asyncio.Future[None], Exception | None]]:
        """All appends in one transaction; one whose number is not the next is left out, the others are not."""
        outcomes: list[tuple[asyncio.Future[None], Exception | None]] = []
        together: list[_Row] = []
        taken: list[tuple[str, int, int, int, bytes]] = []
        try:
            self._check_file()
            database.execute("BEGIN IMMEDIATE")
            self._notice_others(database)
            for append in batch:
                table, seq, lines, _, snapshots, done = append
                if table in self._broken:
                    outcomes.append((done, StoreFailed("an entry before was not written")))
                    continue
                if not lines and snapshots:
                    outcomes.append((done, None))
                elif not lines:
                    (version,) = database.execute("PRAGMA user_version").fetchone()
                    database.execute(f"PRAGMA user_version = {version}")  # Writes what is there already.
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
                        self._broken.add(table)
                        outcomes.append((done, AppendConflict(f"{table} {seq}")))
                        continue
                taken += [(table, each.game, each.seq, each.news, each.state) for each in snapshots]
            _insert_all(database, together)
            database.executemany(_ADD_SNAPSHOT, taken)
            database.execute("COMMIT")
        except Exception as error:  # Whatever it is: those who wait must hear of it, and the thread must go on.
            with contextlib.suppress(sqlite3.Error):
                if database.in_transaction:
                    database.execute("ROLLBACK")
            self._broken.update(table for table, *_ in batch)
            self._next.clear()
            self._failing = True
            self._failed(error)
            return [(done, StoreFailed(str(error))) for *_, done in batch]
        if any(error is None for _, error in outcomes):  # An empty transaction shows nothing about the disk.
            self._failing = False
        return outcomes


class _Reader:
    """A connection that reads, one statement after the other, beside the event loop."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._lock = asyncio.Lock()

    async def select(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        """All rows."""
        async with self._lock:
            return await asyncio.to_thread(lambda: self._database.execute(statement, values).fetchall())

    async def close(self) -> None:
        """Let go of the file when what is being read is read."""
        async with self._lock:
            self._database.close()


def _is_corruption(error: Exception) -> bool:
    """Whether SQLite found the file malformed; errors of Python's own module have no code."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _rows(append: _Append) -> list[_Row]:
    table, seq, lines, at, *_ = append
    return [(table, number, at, line) for number, line in enumerate(lines, seq)]


def _insert_all(database: sqlite3.Connection, rows: list[_Row]) -> None:
    """Write entries that are known to be the next of their tables, many with a statement.

    For every statement this thread has to wait until the other one lets it go on.
    """
    for size in _AT_ONCE:
        while len(rows) >= size:
            database.execute(_APPEND_ALL[size], [value for row in rows[:size] for value in row])
            rows = rows[size:]


def _insert(database: sqlite3.Connection, rows: list[_Row]) -> bool:
    """Write these entries, or none of them if they are not the next of their table."""
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


def _tell(outcomes: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, error in outcomes:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
