"""Logs in a PostgreSQL database that several server processes may share.

Appends that wait together are committed together, by one thread, and are durable before anybody is told
(`synchronous_commit = on`).

A table has one writer at a time, the process that has its lease (see `postgres_leases`). A server that is asked for a
table it does not have calls `acquire`. If that gives True it reads the table and serves it until it is empty, then
calls `release`; otherwise it sends the client to the node that has it (`holder`). After a crash, the tables of a
process can be had when its leases have expired; `close` gives them back at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import psycopg

from tacora.server.storage.group_commit import Append, GroupCommit, Outcome, not_written
from tacora.server.storage.postgres_leases import HOLDER, NAMESAKES, Leases
from tacora.server.storage.postgres_renewal import LEASE, RENEWAL, Renewal
from tacora.server.storage.postgres_schema import (
    TIMEOUT,
    VERSION,
    Connection,
    DatabaseSession,
    NewerProgram,
    columns,
    detail_of,
    shown,
)
from tacora.server.storage.sql_log import SqlLog
from tacora.server.storage.store import Announced, AppendConflict, Snapshot, StoreFailed

_T = TypeVar("_T")

LOGGER = logging.getLogger("tacora.server")

_LOG_AGAIN = 60.0
"""Seconds after which a failure that goes on is logged again."""
_NO_TABLE = ""
"""For the empty append by which `check` tests that the database can be written to."""

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
# The lock keeps an operator from removing the table until the review can be seen and removed, too.
_KEEP_REVIEW = """
INSERT INTO reviews (tbl, game, review)
SELECT %s, %s, %s WHERE EXISTS (SELECT 1 FROM log WHERE tbl = %s AND seq = 0 FOR KEY SHARE)
ON CONFLICT (tbl, game) DO UPDATE SET review = excluded.review
"""
_TOUCH = "UPDATE tacora SET version = version RETURNING oldest"
_ANNOUNCE = """
INSERT INTO lobby (tbl, holder, touched, entry)
SELECT tbl, %b, clock_timestamp(), entry FROM unnest(%b::text[], %b::bytea[]) AS given (tbl, entry) ORDER BY tbl
ON CONFLICT (tbl) DO UPDATE SET holder = excluded.holder, touched = excluded.touched, entry = excluded.entry
"""
_UNANNOUNCE = "DELETE FROM lobby WHERE holder = %b AND tbl = ANY(%b::text[])"
# Not `clock_timestamp()`: it may change while the statement runs, so that no index would be used.
_FORGET_ANNOUNCED = "DELETE FROM lobby WHERE touched < statement_timestamp() - interval '1 day'"
_ANNOUNCED = """
SELECT tbl, entry, EXISTS (
    SELECT 1 FROM processes WHERE processes.holder = lobby.holder AND expires > statement_timestamp()
) FROM lobby
WHERE holder <> %s AND touched > statement_timestamp() - %s * interval '1 second' ORDER BY touched DESC LIMIT %s
"""


class PostgresStore(SqlLog):
    """A store in a PostgreSQL database. Needs a running event loop."""

    shared = True
    parameter = "%s"

    def __init__(
        self, url: str, timeout: float = TIMEOUT, lease: float = LEASE, renewal: float = RENEWAL, node: str = ""
    ) -> None:
        self._url = url
        self._shown = shown(url)
        self._loop = asyncio.get_running_loop()
        self._failing = False
        """Whether the last attempt to write failed."""
        self._newer: NewerProgram | None = None
        """Set once a newer program has changed the database: this one leaves all tables to others."""
        self._leaving: asyncio.Task[None] | None = None
        self._logged = "", -math.inf
        """The last failure that was logged, and when."""
        self._writing = threading.Lock()
        """Held while the connection that writes is in use: by appends, or by leases."""
        with contextlib.ExitStack() as unless_opened:
            reader, health = (
                unless_opened.enter_context(contextlib.closing(DatabaseSession(url, timeout))) for _ in range(2)
            )
            self._session = unless_opened.enter_context(
                contextlib.closing(DatabaseSession(url, timeout, lambda: self._leases.reconnected()))
            )
            self._leases = Leases(self._session, node, lease)
            unless_opened.pop_all()
        self._reader, self._health = _Reader(reader), _Reader(health)
        """The second never waits for what others read."""
        self._calls = ThreadPoolExecutor(1, "tacora-leases")
        """For what uses the connection that writes and is no append: it waits there, and nowhere else."""
        self._node = node
        self._namesakes: asyncio.Task[None] | None = None
        if node:
            self._namesakes = self._loop.create_task(self._warn_of_namesakes(lease + renewal))
        self._on_lost: Callable[[str], None] = lambda _: None
        self._writer = GroupCommit(self._commit, lambda: None)
        self._renewal = Renewal(
            self._leases,
            self._writing,
            renewal,
            lease,
            lost=self._lost,
            failed=self._not_renewed,
            hangs=self._leave_all,
            superseded=self._retire,
        )

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
        if self._newer is not None:
            return False
        kept = await self._with_writer(lambda: self._leases.keep(table))
        return kept and self._newer is None  # Who retired meanwhile gives it back with all others.

    async def release(self, table: str) -> None:
        """Let others have the table."""
        if self._newer is None:  # Otherwise all are released together.
            await self._with_writer(lambda: self._leases.release(table))

    async def holder(self, table: str) -> str | None:
        """The other node that has the table now."""
        rows = await self._select(HOLDER, (table, self._leases.holder))
        return rows[0][0] if rows else None

    def when_lost(self, callback: Callable[[str], None]) -> None:
        """Have the event loop call this with each table that another process has taken over."""
        self._on_lost = callback

    async def announce(self, entries: Mapping[str, bytes | None]) -> None:
        """Have other processes list these tables of ours, or no longer."""
        listed = [(table, entry) for table, entry in entries.items() if entry is not None]
        gone = [table for table, entry in entries.items() if entry is None]

        def write() -> None:
            if listed:
                self._session.run(_ANNOUNCE, (self._leases.holder, *columns(listed, 2)))
            if gone:
                self._session.run(_UNANNOUNCE, (self._leases.holder, gone))
                self._session.run(_FORGET_ANNOUNCED, ())

        await self._with_writer(write)

    async def announced(self, within: float, most: int) -> dict[str, Announced]:
        """What other processes announced, latest first."""
        rows = await self._select(_ANNOUNCED, (self._leases.holder, within, most))
        return {table: Announced(entry, alive) for table, entry, alive in rows}

    async def keep_review(self, table: str, game: int, review: bytes) -> None:
        """Keep it beside the log. Whoever had it made keeps it, also if another process plays the table."""
        await self._with_writer(lambda: self._session.run(_KEEP_REVIEW, (table, game, review, table)))

    async def check(self) -> None:
        """Raise `StoreFailed` if the database cannot be read or written, or not by this program any more."""
        if self._newer is not None:
            raise StoreFailed(str(self._newer))
        await self._select("SELECT 1 FROM log LIMIT 1", (), self._health)
        if self._failing:
            self.mend(_NO_TABLE)
            await self.append(_NO_TABLE, 0, [], 0)

    async def close(self) -> None:
        """Write what is queued, give all leases back and disconnect."""
        if self._namesakes is not None:
            self._namesakes.cancel()
        await self._writer.close()
        await self._renewal.stop()
        if self._leaving is not None:
            await self._leaving
        await self._leave()
        await asyncio.to_thread(self._session.close)
        for reader in (self._reader, self._health):
            await reader.close()

    async def _select(self, statement: str, values: tuple[object, ...], reader: _Reader | None = None) -> list[Any]:
        try:
            return await (reader or self._reader).select(statement, values)
        except psycopg.Error as error:
            raise self._failed(error) from None

    async def _with_writer(self, call: Callable[[], _T]) -> _T:
        """The result of a call that uses the connection that writes, in a thread."""

        def called() -> _T:
            with self._writing:
                return call()

        try:
            return await self._loop.run_in_executor(self._calls, called)
        except psycopg.Error as error:
            raise self._failed(error) from None

    def _failed(self, error: object) -> StoreFailed:
        """Logged once a minute, while it is the same: health alone is asked for every second, by several."""
        detail = detail_of(error, self._url) if isinstance(error, psycopg.Error) else str(error)
        now = time.monotonic()
        if detail != self._logged[0] or now > self._logged[1] + _LOG_AGAIN:
            self._logged = detail, now
            LOGGER.error("%s: %s", self._shown, detail)
        return StoreFailed(detail)

    # Leases

    async def _warn_of_namesakes(self, pause: float) -> None:
        """Tell the operator if another process has our name: a proxy cannot tell the two apart.

        After a pause, when one that was killed, and that this one follows, has expired.
        """
        await asyncio.sleep(pause)
        with contextlib.suppress(StoreFailed):
            ((others,),) = await self._select(NAMESAKES, (self._node, self._leases.holder))
            if others:
                LOGGER.warning(
                    "%s: another process is called %s, too: each needs a --node of its own", self._shown, self._node
                )

    def _lost(self, table: str) -> None:
        LOGGER.warning("table %s was taken over by another process", table)
        self._on_lost(table)

    def _not_renewed(self, error: psycopg.Error) -> None:
        LOGGER.error("%s: leases are not renewed: %s", self._shown, detail_of(error, self._url))

    def _leave_all(self) -> None:
        """Leave all tables to others, and end what waits for an answer of the database."""
        tables = self._leases.tables
        LOGGER.error("%s: no answer, %d tables are left to others", self._shown, len(tables))
        for table in tables:
            self._on_lost(table)
        for session in (self._session, self._reader.session, self._health.session):
            session.abort()

    def _retire(self, why: NewerProgram) -> None:
        """Leave all tables to newer programs, which can have them at once."""
        if self._newer is not None:
            return
        self._newer = why
        tables = self._leases.tables
        LOGGER.error("%s: %s: %d tables are left to it; start this process again", self._shown, why, len(tables))
        self._leaving = self._loop.create_task(self._leave())
        for table in tables:
            self._on_lost(table)

    async def _leave(self) -> None:
        with contextlib.suppress(StoreFailed):  # They expire by themselves, too.
            await self._with_writer(self._leases.leave)

    # Writer thread

    def _commit(self, batch: list[Append]) -> list[Outcome]:
        """Commit a batch of appends in one transaction. One whose number is not the next fails alone."""
        with self._writing:
            try:
                outcomes = self._written(batch)
            except Exception as error:
                self._failing = True
                self._roll_back()
                if isinstance(error, NewerProgram):
                    self._loop.call_soon_threadsafe(self._retire, error)
                    raise
                raise self._failed(error) from None
        if any(error is None for _, error in outcomes):  # Without a write, it proves nothing about the database.
            if self._failing:
                LOGGER.info("%s: can be written again", self._shown)
            self._failing = False
        return outcomes

    def _written(self, batch: list[Append]) -> list[Outcome]:
        plan = _Plan(batch, self._writer.broken)
        connection = self._session.begin()  # First of all: a connection that is made again needs its leases again.
        if wanted := self._leases.missing(plan.chains):
            # Taken in a transaction of their own, so that no two batches wait for each other.
            connection.execute("ROLLBACK")
            self._leases.take(wanted)
            connection.execute("BEGIN")
        fitting = self._append(connection, plan) if plan.chains else set()
        if not fitting:  # A write that changes nothing: whoever asked by an empty append wants to know.
            ((oldest,),) = connection.execute(_TOUCH).fetchall()
            _check_version(oldest)
        snapshots = [
            (append.table, each.game, each.seq, each.news, each.state)
            for append in plan.kept(fitting)
            for each in append.snapshots
        ]
        if snapshots:
            latest = {row[:2]: row for row in snapshots}  # A statement may not replace its own rows.
            connection.execute(_ADD_SNAPSHOTS, columns(list(latest.values()), 5))
        connection.execute("COMMIT")
        return plan.outcomes(fitting)

    def _append(self, connection: Connection, plan: _Plan) -> set[str]:
        """Write the chains whose lease is held and whose first entry is the next. Returns their tables."""
        fenced = self._leases.fence(connection, plan.chains)
        for oldest in set(fenced.values()):
            _check_version(oldest)
        chains = [append for table, chain in plan.chains.items() if table in fenced for append in chain]
        if not chains:
            return set()
        firsts = [(table, chain[0].seq) for table, chain in plan.chains.items() if table in fenced]
        rows = [
            (append.table, number, float(append.at), line)
            for append in chains
            for number, line in enumerate(append.lines, append.seq)
        ]
        return {table for (table,) in connection.execute(_APPEND, (*columns(firsts, 2), *columns(rows, 4)))}

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

    def __init__(self, session: DatabaseSession) -> None:
        self.session = session
        self._thread = ThreadPoolExecutor(1, "tacora-reader")  # Ends with this object.

    async def select(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        """All rows."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.session.run, statement, values)

    async def close(self) -> None:
        """Disconnect when what is being read is read."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.session.close)


def _conflict(append: Append) -> AppendConflict:
    return AppendConflict(f"{append.table} {append.seq}")


def _check_version(oldest: int) -> None:
    if oldest > VERSION:
        raise NewerProgram(oldest)
