"""A store in PostgreSQL, and what an operator with psql sees of it and can do to it."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest

from tacora.game import Refused
from tacora.server.storage.opening import administered

if TYPE_CHECKING:
    from tacora.server.storage.postgres import PostgresStore

PATIENCE = 60
LEASE = 5.0
"""Seconds for tests that wait for a lease to expire: longer than a busy machine takes for anything before that."""
RENEWAL = 0.2
"""Seconds for tests that wait for a lease to be renewed."""


@contextlib.asynccontextmanager
async def opened(url: str, lease: float = 60.0, renewal: float = 60.0, node: str = "") -> AsyncIterator[PostgresStore]:
    """A store whose leases neither expire nor are renewed in a test, unless it asks for that."""
    from tacora.server.storage.postgres import PostgresStore

    store = PostgresStore(url, lease=lease, renewal=renewal, node=node)
    try:
        yield store
    finally:
        await store.close()


def asked(url: str, statement: str) -> list[tuple[Any, ...]]:
    import psycopg

    with contextlib.closing(psycopg.connect(url, autocommit=True)) as other:
        found = other.execute(statement.encode())
        return found.fetchall() if found.description else []


def leases(url: str) -> dict[str, tuple[uuid.UUID, int, bool]]:
    """Holder, epoch and whether it is valid, by table."""
    valid = "COALESCE(expires > clock_timestamp(), false)"
    rows = asked(url, f"SELECT tbl, holder, epoch, {valid} FROM leases LEFT JOIN processes USING (holder)")
    return {table: (holder, epoch, valid) for table, holder, epoch, valid in rows}


def expire(url: str) -> None:
    """All leases that there are: those who have one have not renewed it."""
    late = "expires = clock_timestamp() - interval '1 second'"
    asked(url, f"UPDATE processes SET {late} WHERE holder IN (SELECT holder FROM leases)")


def cut(url: str, but: int = 0) -> None:
    """End all connections to the database, but for one."""
    others = f"datname = current_database() AND pid NOT IN ({but}, pg_backend_pid())"
    asked(url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


async def somebody_waits_for_a_lock(url: str) -> None:
    """Return as soon as a connection to the database does."""
    waiting = "datname = current_database() AND wait_event_type = 'Lock'"
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(asked, url, f"SELECT pid FROM pg_stat_activity WHERE {waiting}"):
            pass


def give_away(url: str, table: str) -> None:
    """Have a lease expire, but no other lease of its holder."""
    asked(url, f"UPDATE leases SET holder = '{uuid.UUID(int=0)}' WHERE tbl = '{table}'")


def refusal_of(url: str) -> Refused:
    """Why no store is opened at this address."""
    with pytest.raises(Refused) as caught, administered(url):
        pass
    return caught.value
