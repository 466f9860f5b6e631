"""Leases: which of the processes that share a PostgreSQL database may write to a table.

A process takes the lease of a table at its first append, or when it is asked to, and renews it in the background; one
that was not renewed for some seconds of the database's clock may be taken over, with the next epoch. Each batch locks
the leases of its tables in the transaction that writes the entries, and what has lost its lease is not written: a
process that was suspended finds out at its first append, whatever its own clock says.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import psycopg

from tacora.server.storage.postgres_schema import Connection, Session, columns

LEASE, RENEWAL = 7.0, 2.0
"""Seconds until a lease expires, and seconds between renewals: two may fail."""
_IDLE = 60.0
"""Seconds without an append after which a lease that nobody asked to keep is no longer renewed."""

# Every statement that locks several leases does so in the order of their names: none can wait for each other.
# A lease that is locked is not to be had: its holder is writing, perhaps suspended, and must not hold up other tables.
_ACQUIRE = """
WITH free AS (
    SELECT tbl FROM leases
    WHERE tbl = ANY(%(tables)s::text[]) AND (holder = %(holder)s OR expires <= clock_timestamp())
    ORDER BY tbl FOR NO KEY UPDATE SKIP LOCKED
), taken AS (
    UPDATE leases
    SET holder = %(holder)s, node = %(node)s, epoch = epoch + 1,
        expires = clock_timestamp() + %(lease)s * interval '1 second'
    FROM free WHERE leases.tbl = free.tbl
    RETURNING leases.tbl, leases.epoch
), made AS (
    INSERT INTO leases (tbl, holder, node, epoch, expires)
    SELECT tbl, %(holder)s, %(node)s, 1, clock_timestamp() + %(lease)s * interval '1 second'
    FROM unnest(%(tables)s::text[]) AS wanted (tbl) ORDER BY tbl
    ON CONFLICT (tbl) DO NOTHING
    RETURNING tbl, epoch
)
SELECT tbl, epoch FROM taken UNION ALL SELECT tbl, epoch FROM made
"""
_RENEW = """
UPDATE leases SET expires = clock_timestamp() + %s * interval '1 second'
FROM (SELECT tbl FROM leases WHERE holder = %s AND tbl = ANY(%s::text[]) ORDER BY tbl FOR NO KEY UPDATE) AS mine
WHERE leases.tbl = mine.tbl
RETURNING leases.tbl
"""
_RELEASE = """
UPDATE leases SET expires = clock_timestamp()
FROM (SELECT tbl FROM leases WHERE holder = %s AND tbl = ANY(%s::text[]) ORDER BY tbl FOR NO KEY UPDATE) AS mine
WHERE leases.tbl = mine.tbl
"""
# A share lock: nobody takes a lease over before this transaction ends, and whoever removes the table waits for it.
_FENCE = """
SELECT tbl, (SELECT oldest FROM tacora) FROM leases
JOIN unnest(%s::text[], %s::bigint[]) AS held (tbl, epoch) USING (tbl, epoch)
WHERE holder = %s ORDER BY tbl FOR SHARE OF leases
"""
HOLDER = "SELECT node FROM leases WHERE tbl = %s AND expires > clock_timestamp()"
"""The node that has a table now."""


@dataclass
class _Lease:
    epoch: int | None
    """`None`: to be taken again, since a transaction of an earlier connection may still be under way."""
    used: float
    lasting: bool = False
    """Whether it is kept until `release`."""


Lost: TypeAlias = Callable[[Sequence[str]], None]


class Leases:
    """The leases that this process believes to hold; the database knows.

    Uses the connection that writes. All methods are called with the lock of that connection held.
    """

    def __init__(self, session: Session, node: str, duration: float) -> None:
        self.holder = uuid.uuid4()
        self._session = session
        self._node = node
        self._duration = duration
        self._held: dict[str, _Lease] = {}

    def reconnected(self) -> None:
        """The connection was lost and made again: each lease is taken again before the next append."""
        for lease in self._held.values():
            lease.epoch = None

    def keep(self, table: str) -> bool:
        """Hold the lease of a table until it is released; False if another process has it."""
        lease = self._held.get(table)
        if lease is not None and self._session.run(_RENEW, (self._duration, self.holder, [table])):
            lease.lasting = True
            return True
        return bool(self.take([table], lasting=True))

    def take(self, tables: Sequence[str], *, lasting: bool = False) -> set[str]:
        """Take the leases of these tables, as far as they are to be had. Another epoch begins in any case."""
        wanted = {"tables": list(tables), "holder": self.holder, "node": self._node, "lease": self._duration}
        taken: dict[str, int] = dict(self._session.run(_ACQUIRE, wanted))
        for table in tables:
            before = self._held.pop(table, None)
            if table in taken:
                lasts = lasting or (before is not None and before.lasting)
                self._held[table] = _Lease(taken[table], time.monotonic(), lasts)
        return set(taken)

    def missing(self, tables: Iterable[str]) -> list[str]:
        """Those of these tables whose lease has to be taken before an append."""
        return [table for table in tables if (lease := self._held.get(table)) is None or lease.epoch is None]

    def fence(self, connection: Connection, tables: Iterable[str]) -> Mapping[str, int]:
        """Lock the leases of these tables until the transaction ends, as far as they are still held.

        Returns for each of them the oldest version of the schema whose programs may write.
        """
        held = [(table, lease.epoch) for table in tables if (lease := self._held.get(table)) is not None]
        locked: dict[str, int] = dict(connection.execute(_FENCE, (*columns(held, 2), self.holder)).fetchall())
        now = time.monotonic()
        for table, _ in held:
            if table in locked:
                self._held[table].used = now
            else:
                del self._held[table]
        return locked

    def renew(self) -> list[str]:
        """Renew all leases that are in use, and return those tables that were to be kept and are lost."""
        latest = time.monotonic() - _IDLE
        for table in [each for each, lease in self._held.items() if not lease.lasting and lease.used < latest]:
            del self._held[table]  # Expires, if nobody writes there meanwhile.
        if not self._held:
            return []
        renewed = {table for (table,) in self._session.run(_RENEW, (self._duration, self.holder, list(self._held)))}
        lost = [table for table in self._held if table not in renewed]
        return [table for table in lost if self._held.pop(table).lasting]

    def release(self, tables: Sequence[str] | None = None) -> None:
        """Let others have these tables, or all."""
        given = list(self._held) if tables is None else tables
        for table in given:
            self._held.pop(table, None)
        if given:
            self._session.run(_RELEASE, (self.holder, given))


class Renewal:
    """Renews leases in a thread of its own, until it is stopped.

    `lost` is called in that thread with tables that another process has taken over; `failed` when the database did not
    answer, and only once until it does again.
    """

    def __init__(
        self, leases: Leases, writing: threading.Lock, every: float, lost: Lost, failed: Callable[[psycopg.Error], None]
    ) -> None:
        self._leases = leases
        self._writing = writing
        self._every = every
        self._lost = lost
        self._failed = failed
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tacora-leases", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        failing = False
        while not self._stopping.wait(self._every):
            try:
                with self._writing:
                    lost = self._leases.renew()
                failing = False
            except psycopg.Error as error:
                if not failing:
                    self._failed(error)
                failing = True
                continue
            if lost:
                self._lost(lost)
