"""What SQLite and PostgreSQL share: how a log is read."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final

from tacora.server.storage.store import Snapshot, StoredTable, StoreFailed

# A loose index scan, from table to table by the primary key: skips the entries between, nearly all of the log.
LIST: Final = """
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
_READ = "SELECT seq, line FROM log WHERE tbl = ? AND seq >= ? ORDER BY seq LIMIT ?"
_SNAPSHOT = """
SELECT game, seq, news, state FROM snapshots WHERE tbl = ? AND game <= ? AND news <= ? ORDER BY game DESC LIMIT 1
"""
_REVIEW = "SELECT review FROM reviews WHERE tbl = ? AND game = ?"


class SqlLog(ABC):
    """The half of a store that reads."""

    parameter: ClassVar[str]
    """How a statement marks a parameter."""

    async def read(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        """The entries from number `since` on, at most `most`."""
        rows = await self._select(self._marked(_READ), (table, since, sys.maxsize if most is None else most))
        for wanted, (seq, _) in enumerate(rows, since):
            if seq != wanted:
                raise self._failed(f"entry {wanted} of table {table} is missing")
        return [line for _, line in rows]

    async def snapshot(self, table: str, game: int, news: int) -> Snapshot | None:
        """The latest snapshot that is not later than this game, nor than so many news."""
        rows = await self._select(self._marked(_SNAPSHOT), (table, game, news))
        return Snapshot(*rows[0]) if rows else None

    async def review(self, table: str, game: int) -> bytes | None:
        """The review of a finished game, if it was kept."""
        rows = await self._select(self._marked(_REVIEW), (table, game))
        return rows[0][0] if rows else None

    async def tables(self) -> list[StoredTable]:
        """Every table, most recently touched first."""
        return [StoredTable(*row) for row in await self._select(LIST, ())]

    def _marked(self, statement: str) -> str:
        return statement.replace("?", self.parameter)

    @abstractmethod
    async def _select(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        """All rows. Raises `StoreFailed`."""

    @abstractmethod
    def _failed(self, error: object) -> StoreFailed:
        """Log an error, and return what to raise."""
