"""Administration of the PostgreSQL database, safe while servers run."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from tacora.server.storage import schema
from tacora.server.storage.backup import new_file
from tacora.server.storage.postgres_schema import WITH_REVIEWS, connect, refusing, version_of
from tacora.server.storage.sql_log import LIST
from tacora.server.storage.store import Snapshot, StoredEntry, StoredTable

_MOST_VERIFIED = 2**30
"""Bytes; a larger log takes too long to verify."""
_SLICE = 1000
"""Rows of a copy that are fetched at a time."""
_ENTRIES = "SELECT seq, at, line FROM log WHERE tbl = %s AND seq >= %s ORDER BY seq LIMIT %s"
_SNAPSHOTS = "SELECT game, seq, news, state FROM snapshots WHERE tbl = %s ORDER BY game"
# Makes servers wait that are about to append; a row that somebody has deleted is made, so that there is one to lock.
_LOCK = """
INSERT INTO leases (tbl, holder, epoch) VALUES (%s, '00000000-0000-0000-0000-000000000000', 0)
ON CONFLICT (tbl) DO UPDATE SET epoch = leases.epoch
"""
_REMOVE = """
DELETE FROM log WHERE tbl = %(table)s AND NOT EXISTS (SELECT 1 FROM log WHERE tbl = %(table)s AND at >= %(before)s)
"""


class PostgresAdmin:
    """`StoreAdmin` for a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection = connect(url, migrate=False)  # Only a server migrates.
        self._connection.execute("SET statement_timeout = 0")

    def close(self) -> None:
        """Disconnect."""
        self._connection.close()

    def identity(self) -> tuple[object, ...]:
        """When the server was started, which no two were in the same microsecond, and the database in it."""
        with self._refusing():
            statement = "SELECT pg_postmaster_start_time(), oid FROM pg_database WHERE datname = current_database()"
            (row,) = self._connection.execute(statement).fetchall()
            return row

    def verify(self) -> None:
        """Refuse a log that cannot be read. A very large one is not checked."""
        with self._refusing():
            ((size,),) = self._connection.execute("SELECT pg_total_relation_size('log')").fetchall()
            if size <= _MOST_VERIFIED:
                self._connection.execute("SELECT sum(length(line)) FROM log")

    def tables(self) -> list[StoredTable]:
        """Every table, most recently touched first."""
        with self._refusing():
            return [StoredTable(*row) for row in self._connection.execute(LIST).fetchall()]

    @contextlib.contextmanager
    def consistent(self) -> Iterator[None]:
        """Read from one snapshot of the database, however long whoever reads takes."""
        with self._refusing(), self._connection.transaction():
            self._connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            self._connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield

    def entries(self, table: str, since: int, most: int) -> list[StoredEntry]:
        """The entries from number `since` on, at most `most`."""
        with self._refusing():
            found = self._connection.execute(_ENTRIES, (table, since, most), binary=True)
            return [StoredEntry(*row) for row in found.fetchall()]

    def snapshots(self, table: str) -> list[Snapshot]:
        """All snapshots of a table."""
        with self._refusing():
            found = self._connection.execute(_SNAPSHOTS, (table,), binary=True)
            return [Snapshot(*row) for row in found.fetchall()]

    def expire(self, before: float) -> int:
        """Remove the tables not touched since then, and return how many there were.

        Each is removed in a transaction of its own, so that a server never waits long for its lease.
        """
        return sum(self._remove(stored.table, before) for stored in self.tables() if stored.touched < before)

    def _remove(self, table: str, before: float) -> bool:
        with self._refusing(), self._connection.transaction():
            self._connection.execute(_LOCK, (table,))
            gone = self._connection.execute(_REMOVE, {"table": table, "before": before}).rowcount > 0
            if gone:
                derived = [b"snapshots", b"lobby", b"leases"]
                if (version_of(self._connection) or 0) >= WITH_REVIEWS:
                    derived.append(b"reviews")
                for rows in derived:
                    self._connection.execute(b"DELETE FROM %s WHERE tbl = %%s" % rows, (table,))
        return gone

    def backup(self, file: Path) -> None:
        """Copy a consistent snapshot, while others write, into a SQLite file that a server can serve, too."""
        with (
            self._refusing(),
            new_file(file) as growing,
            contextlib.closing(schema.connect(growing)) as target,
            self.consistent(),
            schema.transaction(target),
        ):
            with self._connection.cursor("entries", binary=True) as rows:
                rows.itersize = _SLICE
                rows.execute("SELECT tbl, seq, at, line FROM log ORDER BY tbl, seq")
                target.executemany("INSERT INTO log (tbl, seq, at, line) VALUES (?, ?, ?, ?)", rows)
            with self._connection.cursor("snapshots", binary=True) as rows:
                rows.itersize = _SLICE
                rows.execute("SELECT tbl, game, seq, news, state FROM snapshots")
                target.executemany("INSERT INTO snapshots (tbl, game, seq, news, state) VALUES (?, ?, ?, ?, ?)", rows)

    def _refusing(self) -> AbstractContextManager[None]:
        return refusing(self._url)
