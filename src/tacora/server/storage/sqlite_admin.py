"""Administration of the SQLite file, safe while a server runs."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from tacora.game import Refused
from tacora.server.storage.listing import LIST
from tacora.server.storage.schema import WITH_SNAPSHOTS, connect, transaction, version_of
from tacora.server.storage.store import StoredTable

_MOST_VERIFIED = 2**30
"""Bytes; a larger file takes too long to verify."""
_BREAK = 0.01
"""Seconds between two removals: SQLite does not queue writers, and a server has to get its turn."""
_REMOVE = "DELETE FROM log WHERE tbl = ?1 AND NOT EXISTS (SELECT 1 FROM log WHERE tbl = ?1 AND at >= ?2)"
_REMOVE_SNAPSHOTS = "DELETE FROM snapshots WHERE tbl = ?"


class SqliteAdmin:
    """`StoreAdmin` for a SQLite file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._database = connect(file, migrate=False)  # Only a server migrates.

    def close(self) -> None:
        """Close the file."""
        self._database.close()

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

    def expire(self, before: float) -> int:
        """Remove the tables not touched since then, and return how many there were.

        Each is removed in a transaction of its own, so that a server never waits long for the lock.
        """
        removed = 0
        for stored in self.tables():
            if stored.touched < before:
                removed += self._remove(stored.table, before)
                time.sleep(_BREAK)
        return removed

    def _remove(self, table: str, before: float) -> bool:
        with self._refusing(), transaction(self._database):
            gone = self._database.execute(_REMOVE, (table, before)).rowcount > 0
            if gone and version_of(self._database) >= WITH_SNAPSHOTS:
                self._database.execute(_REMOVE_SNAPSHOTS, (table,))
        return gone

    def backup(self, file: Path) -> None:
        """Copy a consistent snapshot while others write. The file appears only when it is complete."""
        if not file.parent.is_dir():
            raise Refused("no-folder", folder=str(file.parent))
        if file.exists():
            raise Refused("file-there", file=str(file))
        growing = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            os.close(os.open(growing, os.O_CREAT | os.O_EXCL, 0o600))
            with contextlib.closing(sqlite3.connect(growing.absolute())) as target:
                self._database.backup(target)
            _publish(growing, file)
        except FileExistsError:  # Another process has created it meanwhile.
            raise Refused("file-there", file=str(file)) from None
        except (sqlite3.Error, OSError) as error:
            detail = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise Refused("unwritable-file", file=str(file), detail=detail) from None
        finally:
            for left in (growing, *(growing.with_name(growing.name + end) for end in ("-wal", "-shm", "-journal"))):
                left.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise Refused("bad-store", file=str(self._file), detail=str(error).replace("\n", " ")) from None


def _publish(growing: Path, file: Path) -> None:
    """Rename without overwriting. Where there are no hard links, a short race remains."""
    try:
        os.link(growing, file)
    except FileExistsError:
        raise
    except OSError:
        if file.exists():
            raise FileExistsError from None
        growing.rename(file)
