"""The interface of a store: append-only logs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from msgspec import Struct


class AppendConflict(Exception):
    """The sequence number is not the next one: another writer was first or has the table, or the table was removed."""


class StoreFailed(Exception):
    """A log cannot be read or written: the disk is full, locked, read-only or failing, or the database is gone.

    Nothing was written; but if a connection was lost in a commit, reading tells whether something was.
    """


class StoredTable(Struct, frozen=True):
    """Metadata of a table, available without reading its log."""

    table: str
    entries: int
    opened: float
    touched: float


class Announced(Struct, frozen=True):
    """How another process lists a table."""

    entry: bytes
    alive: bool
    """Whether that process still runs."""


class StoredEntry(Struct, frozen=True):
    """An entry of a table's log, as it is kept."""

    seq: int
    at: float
    line: bytes


class Snapshot(Struct, frozen=True):
    """A table just before a deal, so that its log need not be folded from the beginning. It can be made again."""

    game: int
    """The number of the game that is dealt."""
    seq: int
    """The number of the entry that deals it."""
    news: int
    """How many news there were before."""
    state: bytes


class Store(Protocol):
    """A store of append-only logs, one for each table."""

    shared: bool
    """Whether other processes may serve its tables, too."""

    def append(
        self, table: str, seq: int, lines: Sequence[bytes], at: float, snapshots: Sequence[Snapshot] = ()
    ) -> asyncio.Future[None]:
        """Have entries written with numbers from `seq` on, all or none, after all that was asked for before.

        The future ends when they are durable, or with `AppendConflict` or `StoreFailed`; then whatever else is asked
        for this table fails, too, until it is mended, and nothing is ever written behind a hole. Snapshots are
        written with them; one of an entry that is not there is left out, and one that is there
        already is replaced.
        """
        ...

    def mend(self, table: str) -> None:
        """Accept appends to this table again."""
        ...

    async def acquire(self, table: str) -> bool:
        """Reserve a table for this store until it is released; False if another has it.

        An append does so, too. A reservation can be lost: then appends end with `AppendConflict`. Raises `StoreFailed`.
        """
        ...

    async def holder(self, table: str) -> str | None:
        """The other node that has reserved a table, which may have no name; `None`: none has. Raises `StoreFailed`."""
        ...

    def when_lost(self, callback: Callable[[str], None]) -> None:
        """Have the event loop call this with each table whose reservation is found to be lost."""
        ...

    async def announce(self, entries: Mapping[str, bytes | None]) -> None:
        """Tell other processes how the lobby lists these tables; `None`: no longer. Raises `StoreFailed`."""
        ...

    async def announced(self, within: float, most: int) -> dict[str, Announced]:
        """What other processes announced within so many seconds, latest first. Raises `StoreFailed`."""
        ...

    async def release(self, table: str) -> None:
        """Let others reserve a table, after all that was asked for it has ended. Raises `StoreFailed`."""
        ...

    async def read(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        """The entries from number `since` on, at most `most`; empty for an unknown table.

        Raises `StoreFailed`.
        """
        ...

    async def snapshot(self, table: str, game: int, news: int) -> Snapshot | None:
        """The latest snapshot that is not later than this game, nor than so many news. Raises `StoreFailed`."""
        ...

    async def review(self, table: str, game: int) -> bytes | None:
        """The review of a finished game, if it was kept. Raises `StoreFailed`."""
        ...

    async def keep_review(self, table: str, game: int, review: bytes) -> None:
        """Keep it as long as its table is kept. Raises `StoreFailed`; then it can be made again."""
        ...

    async def tables(self) -> list[StoredTable]:
        """Every table, most recently touched first."""
        ...

    async def check(self) -> None:
        """Raise `StoreFailed` if the store does not answer."""
        ...

    async def close(self) -> None:
        """Write what is queued and close the store."""
        ...


class StoreAdmin(Protocol):
    """Administration of a store, safe while servers use it. Errors are raised as `Refused`."""

    def identity(self) -> tuple[object, ...]:
        """Equal for one store however its place is written, and different for two."""
        ...

    def verify(self) -> None:
        """Refuse a corrupt store."""
        ...

    def tables(self) -> list[StoredTable]:
        """Every table, most recently touched first."""
        ...

    def consistent(self) -> AbstractContextManager[None]:
        """Have all that is read in the block be of one moment, while others write. Nothing is written in it."""
        ...

    def entries(self, table: str, since: int, most: int) -> list[StoredEntry]:
        """The entries from number `since` on, at most `most`, also those behind a hole."""
        ...

    def snapshots(self, table: str) -> list[Snapshot]:
        """All snapshots of a table, by game."""
        ...

    def expire(self, before: float) -> int:
        """Remove the tables not touched since then, and return how many there were."""
        ...

    def backup(self, file: Path) -> None:
        """Copy a consistent snapshot to a new file."""
        ...

    def close(self) -> None:
        """Close the store."""
        ...
