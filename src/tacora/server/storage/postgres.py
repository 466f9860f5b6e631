"""Logs in a PostgreSQL database that several server processes may share.

Appends that wait together are committed together, by one thread, and are durable before anybody is told
(`synchronous_commit = on`).

A table has one writer at a time. A store takes the lease of a table at its first append, or by `acquire`, and renews it
in the background; one that was not renewed for `LEASE` seconds of the database's clock may be taken over, with the next
epoch. Each batch locks the leases of its tables in the transaction that writes the entries, and what has lost its lease
is not written (`AppendConflict`): a process that was suspended finds out at its first append, whatever its own clock
says. After a crash, the tables of a process can be written to again when its leases have expired; `close` gives them
back at once.

How processes are meant to share tables: a server that is asked for a table it does not have calls `acquire`. If that
gives True it reads the table and serves it until it is empty, then calls `release`. Otherwise it sends the client to
the process that has the lease. Servers do not do so yet: two processes on one database are safe, but whoever comes to
the one without the lease is told `overtaken`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import psycopg

from tacora.server.storage.group_commit import Append, GroupCommit, Outcome, not_written
from tacora.server.storage.listing import LIST
from tacora.server.storage.postgres_schema import TIMEOUT, VERSION, Connection, Session, detail_of, shown
from tacora.server.storage.store import AppendConflict, Snapshot, StoredTable, StoreFailed

_T = TypeVar("_T")

LOGGER = logging.getLogger("tacora.server")

LEASE, RENEWAL = 9.0, 3.0
"""Seconds until a lease expires, and seconds between renewals: two may fail."""
_IDLE = 60.0
"""Seconds without an append after which a lease that nobody asked for by `acquire` is no longer renewed."""
_NO_TABLE = ""
"""For the empty append by which `check` tests that the database can be written to."""

_READ = "SELECT seq, line FROM log WHERE tbl = %s AND seq >= %s ORDER BY seq LIMIT %s"
_SNAPSHOT = """
SELECT game, seq, news, state FROM snapshots WHERE tbl = %s AND game <= %s AND news <= %s ORDER BY game DESC LIMIT 1
"""
# Every statement that locks several leases does so in the order of their names: none can wait for each other.
# A lease that is locked is not to be had: its holder is writing, perhaps suspended, and must not hold up other tables.
_ACQUIRE = """
WITH free AS (
    SELECT tbl FROM leases
    WHERE tbl = ANY(%(tables)s::text[]) AND (holder = %(holder)s OR expires <= clock_timestamp())
    ORDER BY tbl FOR NO KEY UPDATE SKIP LOCKED
), taken AS (
    UPDATE leases
    SET holder = %(holder)s, epoch = epoch + 1, expires = clock_timestamp() + %(lease)s * interval '1 second'
    FROM free WHERE leases.tbl = free.tbl
    RETURNING leases.tbl, leases.epoch
), made AS (
    INSERT INTO leases (tbl, holder, epoch, expires)
    SELECT tbl, %(holder)s, 1, clock_timestamp() + %(lease)s * interval '1 second'
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
SELECT tbl, (SELECT version FROM tacora) FROM leases
JOIN unnest(%s::text[], %s::bigint[]) AS held (tbl, epoch) USING (tbl, epoch)
WHERE holder = %s ORDER BY tbl FOR SHARE OF leases
"""
_APPEND = """
WITH fits AS MATERIALIZED (
    SELECT tbl FROM unnest(%b::text[], %b::bigint[]) AS first (tbl, seq)
    WHERE first.seq = COALESCE((SELECT max(log.seq) + 1 FROM log WHERE log.tbl = first.tbl), 0)
), added AS (
    INSERT INTO log (tbl, seq, at, line)
    SELECT tbl, seq, at, line
    FROM unnest(%b::text[], %b::bigint[], %b::double precision[], %b::bytea[]) AS given (tbl, seq, at, line)
    WHERE tbl IN (SELECT tbl FROM fits)
)
SELECT tbl FROM fits
"""
# The lock keeps an operator from removing the entry, and so the table, until the snapshot can be seen and removed, too.
_ADD_SNAPSHOTS = """
INSERT INTO snapshots (tbl, game, seq, news, state)
SELECT given.tbl, given.game, given.seq, given.news, given.state
FROM unnest(%b::text[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bytea[]) AS given (tbl, game, seq, news, state)
JOIN log ON log.tbl = given.tbl AND log.seq = given.seq
ORDER BY given.tbl, given.seq FOR KEY SHARE OF log
ON CONFLICT (tbl, game) DO UPDATE SET seq = excluded.seq, news = excluded.news, state = excluded.state
"""
_TOUCH = "UPDATE tacora SET version = version RETURNING version"


@dataclass
class _Lease:
    epoch: int | None
    """`None`: to be taken again, since a transaction of an earlier connection may still be under way."""
    used: float
    lasting: bool = False
    """Whether it was asked for by `acquire`, and is renewed until `release`."""


class PostgresStore:
    """A store in a PostgreSQL database. Needs a running event loop."""

    def __init__(self, url: str, timeout: float = TIMEOUT, lease: float = LEASE, renewal: float = RENEWAL) -> None:
        self._url = url
        self._shown = shown(url)
        self._holder = uuid.uuid4()
        self._lease, self._renewal = lease, renewal
        self._leases: dict[str, _Lease] = {}
        """What is believed to be held, by table; the database knows. Guarded by `_writing`."""
        self._failing = False
        """Whether the last attempt to write failed."""
        self._reader = _Reader(url, timeout)
        self._health = _Reader(url, timeout)
        """Its own, so that it never waits for what others read."""
        self._writing = threading.Lock()
        """Held while the connection that writes is in use: by appends, or by leases."""
        self._session = Session(url, timeout, self._reconnected)
        self._writer = GroupCommit(self._commit, lambda: None)
        self._closing = threading.Event()
        self._renewing = threading.Thread(target=self._renew, name="tacora-leases", daemon=True)
        self._renewing.start()

    def append(
        self, table: str, seq: int, lines: Sequence[bytes], at: float, snapshots: Sequence[Snapshot] = ()
    ) -> asyncio.Future[None]:
        """Append entries atomically, numbered from `seq`, and snapshots with them."""
        return self._writer.append(table, seq, lines, at, snapshots)

    def mend(self, table: str) -> None:
        """Accept appends to this table again."""
        self._writer.broken.discard(table)

    async def acquire(self, table: str) -> bool:
        """Take the lease of a table and keep it until it is released."""

        def take() -> bool:
            with self._writing:
                lease = self._leases.get(table)
                if lease is not None and self._session.run(_RENEW, (self._lease, self._holder, [table])):
                    lease.lasting = True
                    return True
                return bool(self._take([table], lasting=True))

        return await self._calling(take)

    async def release(self, table: str) -> None:
        """Let others have the table."""

        def give() -> None:
            with self._writing:
                self._leases.pop(table, None)
                self._session.run(_RELEASE, (self._holder, [table]))

        await self._calling(give)

    async def read(self, table: str, since: int = 0, most: int | None = None) -> list[bytes]:
        """The entries from number `since` on, at most `most`."""
        rows = await self._select(_READ, (table, since, most))
        for wanted, (seq, _) in enumerate(rows, since):
            if seq != wanted:
                raise self._failed(f"entry {wanted} of table {table} is missing")
        return [line for _, line in rows]

    async def snapshot(self, table: str, game: int, news: int) -> Snapshot | None:
        """The latest snapshot that is not later than this game, nor than so many news."""
        rows = await self._select(_SNAPSHOT, (table, game, news))
        return Snapshot(*rows[0]) if rows else None

    async def tables(self) -> list[StoredTable]:
        """Every table, most recently touched first."""
        return [StoredTable(*row) for row in await self._select(LIST, ())]

    async def check(self) -> None:
        """Raise `StoreFailed` if the database cannot be read or written."""
        await self._select("SELECT 1 FROM log LIMIT 1", (), self._health)
        if self._failing:
            self.mend(_NO_TABLE)
            await self.append(_NO_TABLE, 0, [], 0)

    async def close(self) -> None:
        """Write what is queued, give all leases back and disconnect."""
        await self._writer.close()
        self._closing.set()
        await asyncio.to_thread(self._disconnect)
        for reader in (self._reader, self._health):
            await reader.close()

    def _disconnect(self) -> None:
        self._renewing.join()
        with self._writing, contextlib.suppress(psycopg.Error):  # They expire by themselves, too.
            if self._leases:
                self._session.run(_RELEASE, (self._holder, list(self._leases)))
                self._leases.clear()
        self._session.close()

    async def _select(self, statement: str, values: tuple[object, ...], reader: _Reader | None = None) -> list[Any]:
        try:
            return await (reader or self._reader).select(statement, values)
        except psycopg.Error as error:
            raise self._failed(error) from None

    async def _calling(self, call: Callable[[], _T]) -> _T:
        try:
            return await asyncio.to_thread(call)
        except psycopg.Error as error:
            raise self._failed(error) from None

    def _failed(self, error: object) -> StoreFailed:
        detail = detail_of(error, self._url) if isinstance(error, psycopg.Error) else str(error)
        LOGGER.error("%s: %s", self._shown, detail)
        return StoreFailed(detail)

    # Leases, with `_writing` held

    def _reconnected(self) -> None:
        for lease in self._leases.values():
            lease.epoch = None

    def _take(self, tables: Sequence[str], lasting: bool = False) -> set[str]:
        """Take the leases of these tables, as far as they are to be had. Another epoch begins in any case."""
        wanted = {"tables": list(tables), "holder": self._holder, "lease": self._lease}
        taken: dict[str, int] = dict(self._session.run(_ACQUIRE, wanted))
        for table in tables:
            before = self._leases.pop(table, None)
            if table in taken:
                lasts = lasting or (before is not None and before.lasting)
                self._leases[table] = _Lease(taken[table], time.monotonic(), lasts)
        return set(taken)

    def _renew(self) -> None:
        """Renew leases until the store is closed. Runs in a thread of its own."""
        told = False
        while not self._closing.wait(self._renewal):
            with self._writing:
                latest = time.monotonic() - _IDLE
                for table in [
                    each for each, lease in self._leases.items() if not lease.lasting and lease.used < latest
                ]:
                    del self._leases[table]  # Expires, if nobody writes there meanwhile.
                if not self._leases:
                    continue
                try:
                    self._session.run(_RENEW, (self._lease, self._holder, list(self._leases)))
                    told = False
                except psycopg.Error as error:
                    if not told:
                        LOGGER.error("%s: leases are not renewed: %s", self._shown, detail_of(error, self._url))
                    told = True

    # Writer thread

    def _commit(self, batch: list[Append]) -> list[Outcome]:
        """Commit a batch of appends in one transaction. One whose number is not the next fails alone."""
        with self._writing:
            try:
                outcomes = self._written(batch)
            except Exception as error:
                self._failing = True
                self._roll_back()
                raise self._failed(error) from None
        if any(error is None for _, error in outcomes):  # Without a write, it proves nothing about the database.
            self._failing = False
        return outcomes

    def _written(self, batch: list[Append]) -> list[Outcome]:
        plan = _Plan(batch, self._writer.broken)
        connection = self._session.begin()  # First of all: a connection that is made again needs its leases again.
        wanted = [table for table in plan.chains if (lease := self._leases.get(table)) is None or lease.epoch is None]
        if wanted:  # Taken in a transaction of their own, so that no two batches wait for each other.
            connection.execute("ROLLBACK")
            self._take(wanted)
            connection.execute("BEGIN")
        fitting = self._append(connection, plan) if plan.chains else set()
        if not fitting:  # A write that changes nothing: whoever asked by an empty append wants to know.
            ((version,),) = connection.execute(_TOUCH).fetchall()
            _check_version(version)
        snapshots = [
            (append.table, each.game, each.seq, each.news, each.state)
            for append in plan.kept(fitting)
            for each in append.snapshots
        ]
        if snapshots:
            latest = {row[:2]: row for row in snapshots}  # A statement may not replace its own rows.
            connection.execute(_ADD_SNAPSHOTS, _columns(list(latest.values()), 5))
        connection.execute("COMMIT")
        return plan.outcomes(fitting)

    def _append(self, connection: Connection, plan: _Plan) -> set[str]:
        """Write the chains whose lease is held and whose first entry is the next. Returns their tables."""
        held = [(table, lease.epoch) for table in plan.chains if (lease := self._leases.get(table)) is not None]
        locked = connection.execute(_FENCE, (*_columns(held, 2), self._holder)).fetchall()
        fenced = {table for table, version in locked if _check_version(version)}
        now = time.monotonic()
        for table, _ in held:
            if table in fenced:
                self._leases[table].used = now
            else:
                del self._leases[table]
        chains = [append for table, chain in plan.chains.items() if table in fenced for append in chain]
        if not chains:
            return set()
        firsts = [(table, chain[0].seq) for table, chain in plan.chains.items() if table in fenced]
        rows = [
            (append.table, number, float(append.at), line)
            for append in chains
            for number, line in enumerate(append.lines, append.seq)
        ]
        return {table for (table,) in connection.execute(_APPEND, (*_columns(firsts, 2), *_columns(rows, 4)))}

    def _roll_back(self) -> None:
        connection = self._session.current
        with contextlib.suppress(psycopg.Error):
            connection.rollback()


class _Plan:
    """The appends of a batch: for each table a chain in which each follows on the one before, or why one is refused."""

    def __init__(self, batch: list[Append], broken: set[str]) -> None:
        self.chains: dict[str, list[Append]] = {}
        self._batch = batch
        self._broken = broken
        self._refused: dict[int, Exception] = {}
        """By the place in the batch."""
        following: dict[str, int] = {}
        stopped: set[str] = set()
        for place, append in enumerate(batch):
            table, seq, lines, *_ = append
            if table in broken or table in stopped:
                self._refused[place] = not_written()
            elif lines and following.get(table, seq) != seq:
                self._refused[place] = _conflict(append)
                stopped.add(table)
            elif lines:
                following[table] = seq + len(lines)
                self.chains.setdefault(table, []).append(append)

    def kept(self, fitting: set[str]) -> Iterable[Append]:
        """What is written if the chains of these tables are."""
        for place, append in enumerate(self._batch):
            failed = append.table in self.chains and append.table not in fitting
            if place not in self._refused and not failed:
                yield append

    def outcomes(self, fitting: set[str]) -> list[Outcome]:
        """What to tell, now that the chains of these tables are written. Tables with a failed append become broken."""
        told: list[Outcome] = []
        failed: set[str] = set()
        for place, append in enumerate(self._batch):
            error = self._refused.get(place)
            if append.table in failed:
                error = not_written()
            elif append.lines and error is None and append.table not in fitting:
                error = _conflict(append)
            if isinstance(error, AppendConflict):
                failed.add(append.table)
            told.append((append.done, error))
        self._broken |= failed
        return told


class _Reader:
    """A connection that reads, one statement after the other, beside the event loop."""

    def __init__(self, url: str, timeout: float) -> None:
        self._session = Session(url, timeout)
        self._lock = asyncio.Lock()

    async def select(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        """All rows."""
        async with self._lock:
            return await asyncio.to_thread(self._session.run, statement, values)

    async def close(self) -> None:
        """Disconnect when what is being read is read."""
        async with self._lock:
            self._session.close()


def _conflict(append: Append) -> AppendConflict:
    return AppendConflict(f"{append.table} {append.seq}")


def _check_version(version: int) -> bool:
    if version > VERSION:
        raise StoreFailed(f"a newer program has changed the database (version {version})")
    return True


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[at] for row in rows] for at in range(width)]
