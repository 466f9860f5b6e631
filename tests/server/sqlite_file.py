"""A store in a SQLite file, and what other programs see of it and do to it."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tacora.game import Refused
from tacora.server.storage.schema import connect
from tacora.server.storage.sqlite import SqliteStore

SOON = 0.2
"""Seconds that these tests wait for a file that is locked."""


@contextlib.asynccontextmanager
async def opened(file: Path, timeout: float = 10.0) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(file, timeout)
    try:
        yield store
    finally:
        await store.close()


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program writes, and does not finish."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def rows(file: Path) -> list[tuple[str, int, bytes]]:
    """What a second program finds in the file."""
    with contextlib.closing(sqlite3.connect(file)) as other:
        return other.execute("SELECT tbl, seq, line FROM log ORDER BY tbl, seq").fetchall()


def whole(file: Path) -> bool:
    """Whether SQLite finds nothing wrong with the file."""
    with contextlib.closing(sqlite3.connect(file)) as other:
        return other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def refusal_of(file: Path) -> Refused:
    with pytest.raises(Refused) as caught:
        connect(file, timeout=SOON)
    return caught.value


def run_script(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
