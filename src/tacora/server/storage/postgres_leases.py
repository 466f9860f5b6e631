"""Leases: which of the processes that share a PostgreSQL database may write to a table.

A process takes the lease of a table when it is asked to, or at its first append, and keeps it until it is released. A
process renews all its leases by one row of its own; if it has not done so for some seconds of the database's clock,
each of them may be taken over, with the next epoch. Each batch locks the leases of its tables in the transaction that
writes the entries, and what has lost its lease is not written: a process that was suspended finds out at its first
append, whatever its own clock says.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence

import psycopg

from tacora.server.storage.postgres_schema import VERSION, Connection, DatabaseSession, NewerProgram, columns

_NOBODY = uuid.UUID(int=0)

# Every statement that locks several leases does so in the order of their names: none can wait for each other.
# A lease that is locked is not to be had: its holder is writing, perhaps suspended, and must not hold up other tables.
# One whose holder lives is not locked: whoever asks for it may be suspended, too, and must not hold up its holder.
_LOCK = """
SELECT tbl FROM leases WHERE tbl = ANY(%(tables)s::text[]) AND (holder = %(holder)s OR NOT EXISTS (
    SELECT 1 FROM processes WHERE processes.holder = leases.holder AND expires > clock_timestamp()
)) ORDER BY tbl FOR NO KEY UPDATE OF leases SKIP LOCKED
"""
# Another statement, which sees who had the leases, and who lives, once they are locked.
_ACQUIRE = """
WITH taken AS (
    UPDATE leases SET holder = %(holder)s, epoch = epoch + 1
    WHERE tbl = ANY(%(locked)s::text[]) AND (holder = %(holder)s OR NOT EXISTS (
        SELECT 1 FROM processes WHERE processes.holder = leases.holder AND expires > clock_timestamp()
    ))
    RETURNING tbl, epoch
), made AS (
    INSERT INTO leases (tbl, holder, epoch)
    SELECT tbl, %(holder)s, 1 FROM unnest(%(tables)s::text[]) AS wanted (tbl) ORDER BY tbl
    ON CONFLICT (tbl) DO NOTHING
    RETURNING tbl, epoch
)
SELECT tbl, epoch FROM taken UNION ALL SELECT tbl, epoch FROM made
"""
_RENEW = """
INSERT INTO processes (holder, node, expires)
SELECT %(holder)s, %(node)s, clock_timestamp() + %(lease)s * interval '1 second' FROM tacora WHERE oldest <= %(version)s
ON CONFLICT (holder) DO UPDATE SET expires = excluded.expires
RETURNING expires
"""
_OLDEST = "SELECT oldest FROM tacora"
_LEAVE = "DELETE FROM processes WHERE holder = %s OR expires < clock_timestamp() - interval '1 day'"
_HELD = "SELECT tbl, epoch FROM leases WHERE holder = %s"
_EPOCH = "SELECT epoch FROM leases WHERE tbl = %s AND holder = %s"
_RELEASE = """
UPDATE leases SET holder = %s
FROM (SELECT tbl FROM leases WHERE holder = %s AND tbl = ANY(%s::text[]) ORDER BY tbl FOR NO KEY UPDATE) AS mine
WHERE leases.tbl = mine.tbl
"""
# A share lock: nobody takes a lease over before this transaction ends, and whoever removes the table waits for it.
_FENCE = """
SELECT tbl, (SELECT oldest FROM tacora) FROM leases
JOIN unnest(%s::text[], %s::bigint[]) AS held (tbl, epoch) USING (tbl, epoch)
WHERE holder = %s ORDER BY tbl FOR SHARE OF leases
"""
HOLDER = """
SELECT node FROM leases JOIN processes USING (holder)
WHERE tbl = %s AND holder <> %s AND expires > clock_timestamp()
"""
"""The node that has a table now, if it is another."""
NAMESAKES = "SELECT count(*) FROM processes WHERE node = %s AND holder <> %s AND expires > clock_timestamp()"
"""How many other processes live that have the same name."""


class Leases:
    """The leases that this process believes to hold; the database knows.

    Uses the connection that writes. All methods are called with the lock of that connection held.
    """

    def __init__(self, session: DatabaseSession, node: str, duration: float) -> None:
        self.holder = uuid.uuid4()
        self._session = session
        self._process = {"holder": self.holder, "node": node, "lease": duration, "version": VERSION}
        self._epochs: dict[str, int | None] = {}
        """By table. `None`: to be taken again, since a transaction of an earlier connection may still be under way."""
        self.renew()

    @property
    def tables(self) -> list[str]:
        """The tables that this process believes to have. May be called without the lock."""
        return list(self._epochs)

    def reconnected(self) -> None:
        """The connection was lost and made again: each lease is taken again before the next append."""
        self._epochs = dict.fromkeys(self._epochs)

    def keep(self, table: str) -> bool:
        """Hold the lease of a table until it is released; False if another process has it."""
        held = self._session.run(_EPOCH, (table, self.holder))  # First: a new connection needs its leases again.
        return (held != [] and held[0][0] == self._epochs.get(table)) or bool(self.take([table]))

    def take(self, tables: Sequence[str]) -> set[str]:
        """Take the leases of these tables, as far as they are to be had. Another epoch begins in any case."""
        with self._session.transaction() as connection:
            wanted = {"tables": list(tables), "holder": self.holder}
            locked = [table for (table,) in connection.execute(_LOCK, wanted).fetchall()]
            taken: dict[str, int] = dict(connection.execute(_ACQUIRE, {**wanted, "locked": locked}).fetchall())
        for table in tables:
            self._epochs.pop(table, None)
        self._epochs |= taken
        return set(taken)

    def missing(self, tables: Iterable[str]) -> list[str]:
        """Those of these tables whose lease has to be taken before an append."""
        return [table for table in tables if self._epochs.get(table) is None]

    def fence(self, connection: Connection, tables: Iterable[str]) -> Mapping[str, int]:
        """Lock the leases of these tables until the transaction ends, as far as they are still held.

        Returns for each of them the oldest version of the schema whose programs may write.
        """
        held = [(table, self._epochs[table]) for table in tables if table in self._epochs]
        locked: dict[str, int] = dict(connection.execute(_FENCE, (*columns(held, 2), self.holder)).fetchall())
        for table, _ in held:
            if table not in locked:
                del self._epochs[table]
        return locked

    def renew(self) -> list[str]:
        """Renew all leases, and return the tables that another process has taken over. Raises `NewerProgram`."""
        if not self._session.run(_RENEW, self._process):
            if oldest := self._session.run(_OLDEST, ()):
                raise NewerProgram(oldest[0][0])
            raise psycopg.OperationalError("the store has no version now")  # Perhaps a backup is being read back.
        held: dict[str, int] = dict(self._session.run(_HELD, (self.holder,)))
        if left := held.keys() - self._epochs.keys():  # Of a release, or a commit, of which no answer came.
            self._session.run(_RELEASE, (_NOBODY, self.holder, list(left)))
        lost = [table for table, epoch in self._epochs.items() if table not in held or epoch not in (None, held[table])]
        for table in lost:
            del self._epochs[table]
        return lost

    def release(self, table: str) -> None:
        """Let others have this table; if it fails, the next renewal does."""
        self._epochs.pop(table, None)
        self._session.run(_RELEASE, (_NOBODY, self.holder, [table]))

    def leave(self) -> None:
        """Let others have all tables."""
        self._epochs.clear()
        self._session.run(_LEAVE, (self.holder,))
