"""Logs in one SQLite file: one thread writes, and what waits together is committed together."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeAlias

from tacora.game import Refused
from tacora.server.store import Shelfmark, StoreFailed, Taken

_SCHEMA = """
CREATE TABLE IF NOT EXISTS log (
    tbl TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (tbl, seq)
) WITHOUT ROWID
"""
VERSION = 1
_MOST_TOGETHER = 512

_Append: TypeAlias = tuple[str, int, Sequence[bytes], float, "asyncio.Future[None]"]


class SqliteStore:
    """A store in a file. SQLite waits for the disk before a commit returns, and so does an append."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[_Append | None] = SimpleQueue()
        self._reader = _open(file)
        self._reading = asyncio.Lock()
        self._broken: set[str] = set()
        """Tables of which an entry could not be written; known to both threads."""
        self._writer = threading.Thread(target=self._write, name="tacora-writer", args=(_open(file),))
        self._writer.start()

    def append(self, table: str, seq: int, lines: Sequence[bytes], at: float) -> asyncio.Future[None]:
        """Have entries written with numbers from `seq` on, all or none."""
        done: asyncio.Future[None] = self._loop.create_future()
        if table in self._broken:
            done.set_exception(StoreFailed("an entry before was not written"))
        else:
            self._queue.put((table, seq, lines, at, done))
        return done

    def mend(self, table: str) -> None:
        """Take entries for this table again."""
        self._broken.discard(table)

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        """The entries from a number on."""
        rows = await self._select("SELECT line FROM log WHERE tbl = ? AND seq >= ? ORDER BY seq", (table, since))
        return [row[0] for row in rows]

    async def tables(self) -> list[Shelfmark]:
        """Every table."""
        rows = await self._select("SELECT tbl, count(*), min(at), max(at) FROM log GROUP BY tbl", ())
        return [Shelfmark(*row) for row in rows]

    async def check(self) -> None:
        """Raise `StoreFailed` if the file does not answer."""
        await self._select("SELECT 1 FROM log LIMIT 1", ())

    async def close(self) -> None:
        """Finish writing."""
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.close()

    async def _select(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        async with self._reading:
            try:
                return await asyncio.to_thread(lambda: self._reader.execute(statement, values).fetchall())
            except sqlite3.Error as error:
                raise StoreFailed(str(error)) from None

    # In the writer's thread

    def _write(self, database: sqlite3.Connection) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            while len(batch) < _MOST_TOGETHER and not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    self._queue.put(None)
                    break
                batch.append(following)
            outcomes = self._commit(database, batch)
            self._loop.call_soon_threadsafe(_tell, outcomes)
        database.close()

    def _commit(
        self, database: sqlite3.Connection, batch: list[_Append]
    ) -> list[tuple[asyncio.Future[None], Exception | None]]:
        """All appends in one transaction; one whose number is taken is left out, the others are not."""
        outcomes: list[tuple[asyncio.Future[None], Exception | None]] = []
        try:
            database.execute("BEGIN IMMEDIATE")
            for table, seq, lines, at, done in batch:
                if table in self._broken:
                    outcomes.append((done, StoreFailed("an entry before was not written")))
                    continue
                rows = [(table, seq + number, at, line) for number, line in enumerate(lines)]
                try:
                    database.execute("SAVEPOINT one")
                    database.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", rows)
                    database.execute("RELEASE one")
                    outcomes.append((done, None))
                except sqlite3.IntegrityError:
                    database.execute("ROLLBACK TO one")
                    self._broken.add(table)
                    outcomes.append((done, Taken(f"{table} {seq}")))
            database.execute("COMMIT")
        except sqlite3.Error as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            self._broken.update(table for table, *_ in batch)
            return [(done, StoreFailed(str(error))) for *_, done in batch]
        return outcomes


def _tell(outcomes: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, error in outcomes:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _open(file: Path) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=5)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            raise Refused("newer-store", file=str(file), version=version)
        database.execute(_SCHEMA)
        database.execute(f"PRAGMA user_version = {VERSION}")
    except sqlite3.Error as error:
        raise Refused("bad-store", file=str(file), detail=str(error)) from None
    return database
