"""The SQLite file: connections, schema and migrations."""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from tacora.game import Refused

APPLICATION = 0x7AC02A
"""SQLite's `application_id`: tells a store from the files of other programs."""
BUSY_TIMEOUT = 5.0
"""Seconds to wait for a lock that another process holds."""
_CHECKPOINT = 8_000
"""Pages in the write-ahead log (WAL) that trigger a checkpoint."""


_FIRST = """
CREATE TABLE IF NOT EXISTS log (
    tbl TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (tbl, seq)
) WITHOUT ROWID
"""
_SNAPSHOTS = """
CREATE TABLE snapshots (
    tbl TEXT NOT NULL,
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    news INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (tbl, game)
) WITHOUT ROWID
"""
_REVIEWS = """
CREATE TABLE reviews (
    tbl TEXT NOT NULL,
    game INTEGER NOT NULL,
    review BLOB NOT NULL,
    PRIMARY KEY (tbl, game)
)
"""
_MIGRATIONS: tuple[tuple[str, ...], ...] = ((_FIRST,), (_SNAPSHOTS,), (_REVIEWS,))
"""Item N has the statements that migrate version N to N + 1. Append-only."""
VERSION = len(_MIGRATIONS)
WITH_SNAPSHOTS, WITH_REVIEWS = 2, 3
"""The first versions that have any."""


def connect(file: Path, timeout: float = BUSY_TIMEOUT, migrate: bool = True) -> sqlite3.Connection:
    """Connect to the store in a file, creating the file if there is none. Refuses one that cannot be written to.

    `migrate`: upgrade an older schema. An older server that runs on the file can no longer write to it then.
    A store holds seeds and sealed decisions, so only its owner may read it.
    """
    if not file.parent.is_dir():
        raise Refused("no-folder", folder=str(file.parent))
    database = None
    try:
        with contextlib.suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))
        database = sqlite3.connect(file.absolute(), isolation_level=None, check_same_thread=False, timeout=timeout)
        _prepare(database, file, timeout, migrate)
    except (sqlite3.Error, OSError, Refused) as error:
        if database is not None:
            database.close()
        if isinstance(error, Refused):
            raise
        detail = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise Refused("bad-store", file=str(file), detail=detail) from None
    return database


def _prepare(database: sqlite3.Connection, file: Path, timeout: float, migrate: bool) -> None:
    with transaction(database, "DEFERRED"):  # One snapshot: another process may be creating the file.
        kind, version = (
            database.execute(f"PRAGMA {what}").fetchone()[0] for what in ("application_id", "user_version")
        )
        filled = database.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    if kind != APPLICATION and (kind or version or filled):
        raise Refused("foreign-store", file=str(file))
    if kind == APPLICATION and not 0 < version <= VERSION:
        raise Refused("newer-store", file=str(file), version=version)
    _write_ahead(database, timeout)
    database.execute("PRAGMA synchronous = FULL")
    database.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT}")
    with transaction(database):  # Fails at once if the file cannot be written to.
        (version,) = database.execute("PRAGMA user_version").fetchone()  # Another process may have been quicker.
        if version > VERSION:
            raise Refused("newer-store", file=str(file), version=version)
        if version == 0 or (migrate and version < VERSION):
            for statement in itertools.chain.from_iterable(_MIGRATIONS[version:]):
                database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute(f"PRAGMA user_version = {VERSION}")


def _write_ahead(database: sqlite3.Connection, timeout: float) -> None:
    """Switch to WAL mode. Retries, as SQLite's busy timeout does not apply when several processes do so at once."""
    until = time.monotonic() + timeout
    while True:
        try:
            (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
            if mode != "wal":
                raise sqlite3.NotSupportedError(f"the file system allows no write-ahead log (journal mode {mode})")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


@contextlib.contextmanager
def transaction(database: sqlite3.Connection, how: str = "IMMEDIATE") -> Iterator[None]:
    """Commit what the block did, or roll back on an error."""
    database.execute(f"BEGIN {how}")
    try:
        yield
        database.execute("COMMIT")
    finally:
        if database.in_transaction:  # SQLite rolls back some errors itself, such as a full disk.
            database.execute("ROLLBACK")


def version_of(database: sqlite3.Connection) -> int:
    """The version of the schema that the file has now."""
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def check_version(database: sqlite3.Connection) -> None:
    """Raise an error if a newer version has migrated the file meanwhile."""
    version = version_of(database)
    if version > VERSION:
        raise sqlite3.NotSupportedError(f"a newer program has changed the file (version {version})")


def identity(file: Path) -> tuple[int, int]:
    """Device and inode: tell a file from one that replaced it."""
    found = file.stat()
    return found.st_dev, found.st_ino


def write_ahead_log(file: Path) -> Path:
    """The file beside it that holds what was written lately. SQLite removes it when the last connection closes."""
    real = file.resolve()  # SQLite follows links.
    return real.with_name(real.name + "-wal")
