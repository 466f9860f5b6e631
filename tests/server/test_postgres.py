"""What is particular to PostgreSQL: the disk, an operator beside the servers, and lost connections."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Awaitable

import pytest

from tacora.server.storage.opening import administered
from tacora.server.storage.store import AppendConflict, StoreFailed
from tests import loop
from tests.cluster import Relay
from tests.postgres import USER, PostgresServer
from tests.server.database import LEASE, PATIENCE, RENEWAL, asked, cut, leases, opened, somebody_waits_for_a_lock

pytestmark = pytest.mark.long  # What every store keeps to is tested in test_store.py, with this one, too.

# Durable


def test_every_commit_waits_for_the_disk_whatever_the_database_says(url: str) -> None:
    from tacora.server.storage.postgres_schema import connect

    name = url.partition("?")[0].rpartition("/")[2]
    asked(url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    with contextlib.closing(connect(url)) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)


# An operator


def test_a_server_that_is_writing_is_waited_for_before_its_table_is_removed(url: str) -> None:
    import psycopg

    async def run() -> None:
        async with opened(url) as store:
            await store.append("bakito", 0, [b"a"], 1.0)
            with contextlib.closing(psycopg.connect(url)) as writing:
                writing.execute("SELECT 1 FROM leases WHERE tbl = 'bakito' FOR SHARE")
                removing = asyncio.create_task(asyncio.to_thread(removed, url))
                await somebody_waits_for_a_lock(url)
                assert not removing.done()
                writing.execute("INSERT INTO log VALUES ('bakito', 1, 100.0, 'b')")
                writing.commit()
            assert await removing == 0  # It was touched meanwhile.
            assert await store.read("bakito") == [b"a", b"b"]

    loop.run(run())


def removed(url: str) -> int:
    with administered(url) as admin:
        return admin.expire(before=50.0)


# Lost connections


def test_a_connection_that_was_lost_is_made_again(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "tacora.server")

    async def run() -> None:
        async with opened(url) as store:
            await store.append("bakito", 0, [b"a"], 0)
            for seq in range(1, 4):
                await asyncio.to_thread(cut, url)
                assert len(await store.read("bakito")) == seq
                await store.check()
                await store.append("bakito", seq, [b"more"], 0)  # Nothing had been sent: it is simply sent again.
            assert leases(url)["bakito"][1] == 4  # What an earlier connection left under way cannot end any more.

    loop.run(run())


def test_a_connection_that_is_lost_in_a_commit_fails_and_the_table_goes_on(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "tacora.server")
    import psycopg

    async def run() -> None:
        async with opened(url) as store:
            await store.append("bakito", 0, [b"a"], 0)
            with contextlib.closing(psycopg.connect(url)) as other:
                other.execute("LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
                waiting = [store.append("bakito", 1, [b"b"], 0), store.append("dodulu", 0, [b"a"], 0)]
                await somebody_waits_for_a_lock(url)
                await asyncio.to_thread(cut, url, other.info.backend_pid)
                outcomes = await asyncio.gather(*waiting, return_exceptions=True)
                assert [type(outcome) for outcome in outcomes] == [StoreFailed, StoreFailed]
            await store.check()
            store.mend("bakito")
            await store.append("bakito", 1, [b"b"], 0)
            assert await store.read("bakito") == [b"a", b"b"]

    loop.run(run())


def test_a_database_that_is_gone_fails_every_question(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "tacora.server")

    async def run() -> None:
        async with opened(url, renewal=RENEWAL) as store:
            await store.append("bakito", 0, [b"a"], 0)
            name = url.partition("?")[0].rpartition("/")[2]
            elsewhere = url.replace(f"/{name}?", "/postgres?")
            await asyncio.to_thread(asked, elsewhere, f"DROP DATABASE {name} WITH (FORCE)")
            for failing in (store.check, store.tables, lambda: store.acquire("x"), lambda: store.release("x")):
                with pytest.raises(StoreFailed):
                    await failing()
            with pytest.raises(StoreFailed):
                await store.append("bakito", 1, [b"b"], 0)
            await asyncio.sleep(2 * RENEWAL)

    loop.run(run())


def test_a_failure_that_goes_on_is_logged_once_a_minute_and_so_is_its_end(
    postgres_server: PostgresServer, url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tacora.server.storage import postgres

    caplog.set_level(logging.INFO, "tacora.server")
    relay = Relay(postgres_server.folder / ".s.PGSQL.5432")
    name = url.partition("?")[0].rpartition("/")[2]

    async def run() -> None:
        async with opened(f"postgresql://{USER}@127.0.0.1:{relay.port}/{name}") as store:
            await store.append("bakito", 0, [b"a"], 0)
            relay.cut(silent=False)
            assert await _fails(store.append("bakito", 1, [b"b"], 0))
            for _ in range(3):  # The first may still find the connection that was cut.
                assert await _fails(store.check())
            told = len(caplog.records)
            for _ in range(5):
                assert await _fails(store.check())
            assert len(caplog.records) == told
            monkeypatch.setattr(postgres, "_LOG_AGAIN", 0)  # A minute later.
            assert await _fails(store.check())
            assert len(caplog.records) > told
            relay.mend()
            caplog.clear()
            await store.check()
            await store.check()
            assert [record.getMessage().partition(": ")[2] for record in caplog.records] == ["can be written again"]

    loop.run(run())
    relay.close()


def test_a_process_whose_database_says_nothing_leaves_its_tables_to_others_and_comes_back(
    postgres_server: PostgresServer, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """As behind a broken router: no error, no answer, for as long as it lasts."""
    from tacora.server.storage.postgres import PostgresStore

    caplog.set_level(logging.CRITICAL, "tacora.server")
    relay = Relay(postgres_server.folder / ".s.PGSQL.5432")
    name = url.partition("?")[0].rpartition("/")[2]

    async def run() -> None:
        lost = list[str]()
        store = PostgresStore(f"postgresql://{USER}@127.0.0.1:{relay.port}/{name}", 2 * LEASE, LEASE, RENEWAL)
        store.when_lost(lost.append)
        await store.append("bakito", 0, [b"a"], 0)
        relay.cut(silent=True)
        appending = store.append("bakito", 1, [b"b"], 0)
        async with asyncio.timeout(PATIENCE):
            while not lost:
                await asyncio.sleep(0.05)
            with pytest.raises(StoreFailed):  # Nobody waits for ever, either.
                await appending
            assert set(lost) == {"bakito"}
            async with opened(url) as other:
                while not await other.acquire("bakito"):
                    await asyncio.sleep(0.05)
                await other.append("bakito", 1, [b"c"], 0)
                relay.mend()
                store.mend("bakito")
                while await _fails(store.check()):
                    await asyncio.sleep(0.05)
                with pytest.raises(AppendConflict):
                    await store.append("bakito", 1, [b"late"], 0)
                assert await store.read("bakito") == [b"a", b"c"]
        await store.close()

    loop.run(run())
    relay.close()


async def _fails(work: Awaitable[None]) -> bool:
    try:
        await work
    except StoreFailed:
        return True
    return False


# The tests


def test_the_server_of_the_tests_does_not_run_as_root(postgres_server: PostgresServer) -> None:
    assert (postgres_server.folder / "data").stat().st_uid != 0 or os.getuid() != 0
