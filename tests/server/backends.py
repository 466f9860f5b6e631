"""Stores of every kind, and what a second program finds in them."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from tacora.server.storage.opening import administered, open_store
from tacora.server.storage.store import Snapshot, Store, StoreAdmin

ANY = 2**63 - 1
"""For a snapshot of any game."""


def snapshot(game: int, seq: int, news: int = 0) -> Snapshot:
    return Snapshot(game=game, seq=seq, news=news, state=f"before {game}".encode())


class Backend(Protocol):
    """A database for one test."""

    def store(self) -> Store:
        """A store for a server; several may be open at once. Needs a running event loop."""
        ...

    def admin(self) -> AbstractContextManager[StoreAdmin]: ...

    def rows(self) -> list[tuple[str, int, bytes]]:
        """All entries, as a second program finds them."""
        ...

    def execute(self, statement: str) -> None:
        """What somebody changes by hand."""
        ...


@contextlib.asynccontextmanager
async def opened(backend: Backend) -> AsyncIterator[Store]:
    store = backend.store()
    try:
        yield store
    finally:
        await store.close()


class SqliteBackend:
    def __init__(self, file: Path) -> None:
        self.file = file

    def store(self) -> Store:
        return open_store(self.file)

    def admin(self) -> AbstractContextManager[StoreAdmin]:
        return administered(self.file)

    def rows(self) -> list[tuple[str, int, bytes]]:
        with contextlib.closing(sqlite3.connect(self.file)) as other:
            return other.execute("SELECT tbl, seq, line FROM log ORDER BY tbl, seq").fetchall()

    def execute(self, statement: str) -> None:
        with contextlib.closing(sqlite3.connect(self.file)) as other, other:
            other.execute(statement)


class PostgresBackend:
    def __init__(self, url: str) -> None:
        self.url = url

    def store(self) -> Store:
        return open_store(self.url)

    def admin(self) -> AbstractContextManager[StoreAdmin]:
        return administered(self.url)

    def rows(self) -> list[tuple[str, int, bytes]]:
        import psycopg

        with contextlib.closing(psycopg.connect(self.url)) as other:
            return other.execute("SELECT tbl, seq, line FROM log ORDER BY tbl, seq").fetchall()

    def execute(self, statement: str) -> None:
        import psycopg

        with contextlib.closing(psycopg.connect(self.url, autocommit=True)) as other:
            other.execute(statement.encode())
