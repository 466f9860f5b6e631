"""Where logs are kept: appended to, read, never changed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct


class AppendConflict(Exception):
    """Not the next number of the log: somebody else wrote first, or removed the table."""


class StoreFailed(Exception):
    """A log cannot be read or written: a full, locked, read-only or broken disk. Nothing of it was written."""


class StoredTable(Struct, frozen=True):
    """What is known of a table without reading its log."""

    table: str
    entries: int
    opened: float
    touched: float


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
    """A place for logs. An append is durable when it returns."""

    def append(
        self, table: str, seq: int, lines: Sequence[bytes], at: float, snapshots: Sequence[Snapshot] = ()
    ) -> asyncio.Future[None]:
        """Have entries written with numbers from `seq` on, all or none, after all that was asked for before.

        The future ends when they are durable, or with `AppendConflict` or `StoreFailed`; then whatever else is asked
        for this table fails, too, until it is mended, and nothing is ever written behind a hole. Snapshots are
        written with them; one of an entry that is not there, or that is known already, is left out.
        """
        ...

    def mend(self, table: str) -> None:
        """Take entries for this table again."""
        ...

    async def read(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        """The entries from a number on, or so many of them; nothing for a table that there is not.

        Raises `StoreFailed`.
        """
        ...

    async def snapshot(self, table: str, game: int, news: int) -> Snapshot | None:
        """The latest snapshot that is not later than this game, nor than so many news. Raises `StoreFailed`."""
        ...

    async def tables(self) -> list[StoredTable]:
        """Every table."""
        ...

    async def check(self) -> None:
        """Raise `StoreFailed` if the store does not answer."""
        ...

    async def close(self) -> None:
        """Finish writing."""
        ...


class StoreAdmin(Protocol):
    """What an operator does with a store, also while servers run on it. Whatever cannot be done is `Refused`."""

    def verify(self) -> None:
        """Refuse a store of which a part cannot be read."""
        ...

    def tables(self) -> list[StoredTable]:
        """Every table, the one touched last first."""
        ...

    def expire(self, before: float) -> int:
        """Remove the tables that nobody has touched since then, and say how many there were."""
        ...

    def backup(self, file: Path) -> None:
        """A whole copy of one moment."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...
