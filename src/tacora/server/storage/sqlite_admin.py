"""Administration of the SQLite file, safe while a server runs."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from tacora.game import Refused
from tacora.server.storage.backup import new_file
from tacora.server.storage.schema import WITH_REVIEWS, WITH_SNAPSHOTS, connect, identity, transaction, version_of
from tacora.server.storage.sql_log import LIST
from tacora.server.storage.store import Snapshot, StoredEntry, StoredTable

_MOST_VERIFIED = 2**30
"""Bytes; a larger file takes too long to verify."""
_BREAK = 0.01
"""Seconds after each removal: SQLite does not queue writers, and a server has to get its turn."""
_ENTRIES = "SELECT seq, at, line FROM log WHERE tbl = ? AND seq >= ? ORDER BY seq LIMIT ?"
_SNAPSHOTS = "SELECT game, seq, news, state FROM snapshots WHERE tbl = ? ORDER BY game"
_REMOVE = "DELETE FROM log WHERE tbl = ?1 AND NOT EXISTS (SELECT 1 FROM log WHERE tbl = ?1 AND at >= ?2)"
_REMOVE_DERIVED = {
    WITH_SNAPSHOTS: "DELETE FROM snapshots WHERE tbl = ?",
    WITH_REVIEWS: "DELETE FROM reviews WHERE tbl = ?",
}
"""By the version that brought them."""


class SqliteAdmin:
    """`StoreAdmin` for a SQLite file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._database = connect(file, migrate=False)  # Only a server migrates.

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def identity(self) -> tuple[object, ...]:
        """Device and inode."""
        return identity(self._file)

    def verify(self) -> None:
        """Refuse a corrupt file. A very large one is not checked."""
        if self._file.stat().st_size > _MOST_VERIFIED:
            return
        with self._refusing():
            (found,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Refused("bad-store", file=str(self._file), detail=found.replace("\n", " "))

    def tables(self) -> list[StoredTable]:
        """Every table, most recently touched first."""
        with self._refusing():
            return [StoredTable(*row) for row in self._database.execute(LIST)]

    @contextlib.contextmanager
    def consistent(self) -> Iterator[None]:
        """Read from one snapshot of the file. Its write-ahead log grows meanwhile, if others write."""
        with self._refusing(), transaction(self._database, "DEFERRED"):
            self._database.execute("SELECT 1 FROM log LIMIT 1").fetchone()  # The first read begins it.
            yield

    def entries(self, table: str, since: int, most: int) -> list[StoredEntry]:
        """The entries from number `since` on, at most `most`."""
        with self._refusing():
            return [StoredEntry(*row) for row in self._database.execute(_ENTRIES, (table, since, most))]

    def snapshots(self, table: str) -> list[Snapshot]:
        """All snapshots of a table; none in a file of an older version."""
        with self._refusing():
            if version_of(self._database) < WITH_SNAPSHOTS:
                return []
            return [Snapshot(*row) for row in self._database.execute(_SNAPSHOTS, (table,))]

    def expire(self, before: float) -> int:
        """Remove the tables not touched since then, and return how many there were.

        Each is removed in a transaction of its own, so that a server never waits long for the lock.
        """
        return sum(self._remove(stored.table, before) for stored in self.tables() if stored.touched < before)

    def _remove(self, table: str, before: float) -> bool:
        with self._refusing(), transaction(self._database):
            gone = self._database.execute(_REMOVE, (table, before)).rowcount > 0
            for version, statement in _REMOVE_DERIVED.items():
                if gone and version_of(self._database) >= version:
                    self._database.execute(statement, (table,))
        time.sleep(_BREAK)
        return gone

    def backup(self, file: Path) -> None:
        """Copy a consistent snapshot while others write. The file appears only when it is complete."""
        with new_file(file) as growing, contextlib.closing(sqlite3.connect(growing.absolute())) as target:
            self._database.backup(target)

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise Refused("bad-store", file=str(self._file), detail=str(error).replace("\n", " ")) from None
