"""Leases: one process at a time writes to a table, whatever becomes of the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import subprocess
import sys
import time
import uuid

import pytest

from tacora.server.storage.store import AppendConflict
from tests import loop
from tests.server.database import LEASE, PATIENCE, RENEWAL, asked, cut, expire, give_away, leases, opened

pytestmark = pytest.mark.long


def test_an_append_takes_the_lease_and_nobody_else_writes_there(url: str) -> None:
    async def run() -> None:
        async with opened(url) as here, opened(url) as there:
            await here.append("bakito", 0, [b"a"], 0)
            assert leases(url)["bakito"][1:] == (1, True)
            assert not await there.acquire("bakito")
            together = [there.append("bakito", 1, [b"b"], 0), there.append("dodulu", 0, [b"a"], 0)]
            outcomes = await asyncio.gather(*together, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [AppendConflict, type(None)]
            assert leases(url)["bakito"][1:] == (1, True)
            await here.append("bakito", 1, [b"b"], 0)
            assert leases(url)["bakito"][1] == 1  # Held on to, not taken again.
            assert await there.read("bakito") == [b"a", b"b"]

    loop.run(run())


def test_a_lease_that_expired_is_taken_over_and_its_old_holder_never_writes_again(url: str) -> None:
    async def run() -> None:
        async with opened(url) as suspended, opened(url) as other:
            await suspended.append("bakito", 0, [b"a"], 0)
            expire(url)
            assert await other.acquire("bakito")
            assert leases(url)["bakito"][1:] == (2, True)
            # The number would fit: nothing but the lease tells that somebody else serves the table.
            with pytest.raises(AppendConflict):
                await suspended.append("bakito", 1, [b"late"], 0)
            suspended.mend("bakito")
            with pytest.raises(AppendConflict):
                await suspended.append("bakito", 1, [b"late again"], 0)
            await other.append("bakito", 1, [b"b"], 0)
            assert await other.read("bakito") == [b"a", b"b"]

    loop.run(run())


def test_a_lease_that_came_back_to_its_holder_is_another_one(url: str) -> None:
    async def run() -> None:
        async with opened(url) as suspended, opened(url) as other:
            await suspended.append("bakito", 0, [b"a"], 0)
            holder = leases(url)["bakito"][0]
            expire(url)
            assert await other.acquire("bakito")
            asked(url, f"UPDATE leases SET holder = '{holder}', epoch = epoch + 1")
            with pytest.raises(AppendConflict):
                await suspended.append("bakito", 1, [b"late"], 0)

    loop.run(run())


def test_an_expired_lease_that_nobody_wanted_still_holds(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append("bakito", 0, [b"a"], 0)
            expire(url)
            await store.append("bakito", 1, [b"b"], 0)
            assert leases(url)["bakito"][1] == 1

    loop.run(run())


def test_leases_are_renewed_while_their_holder_lives_and_given_back_when_it_closes(url: str) -> None:
    async def run() -> None:
        async with opened(url, renewal=RENEWAL) as store, opened(url) as other:
            await store.append("bakito", 0, [b"a"], 0)
            assert await store.acquire("dodulu")
            for _ in range(3):
                expire(url)
                async with asyncio.timeout(PATIENCE):
                    while not all(valid for *_, valid in leases(url).values()):
                        await asyncio.sleep(0.05)
                assert not await other.acquire("bakito")
                assert not await other.acquire("dodulu")
            await store.close()
            assert not any(valid for *_, valid in leases(url).values())
            assert await other.acquire("bakito")

    loop.run(run())


def test_a_process_finds_out_which_tables_another_took_over(url: str) -> None:
    async def run() -> None:
        lost: list[str] = []
        async with opened(url, renewal=RENEWAL) as store, opened(url) as other:
            store.when_lost(lost.append)
            for table in ("bakito", "dodulu"):
                await store.append(table, 0, [b"a"], 0)
            give_away(url, "bakito")
            assert await other.acquire("bakito")
            async with asyncio.timeout(PATIENCE):
                while not lost:
                    await asyncio.sleep(0.05)
            await store.append("dodulu", 1, [b"b"], 0)
            await asyncio.sleep(2 * RENEWAL)
            assert lost == ["bakito"]

    loop.run(run())


def test_whoever_only_asks_for_a_table_does_not_hold_up_its_holder(url: str) -> None:
    """As one that is suspended after it asked, and before it went on."""
    import psycopg

    from tacora.server.storage import postgres_leases

    async def run() -> None:
        async with opened(url) as store:
            await store.append("bakito", 0, [b"a"], 0)
            with contextlib.closing(psycopg.connect(url)) as asking:
                asking.execute(postgres_leases._LOCK.encode(), {"tables": ["bakito"], "holder": uuid.uuid4()})
                await store.append("bakito", 1, [b"b"], 0)
                assert len(asked(url, "SELECT 1 FROM log")) == 2

    loop.run(run())


def test_a_lease_that_nobody_uses_any_more_is_given_back_at_the_next_renewal(url: str) -> None:
    async def run() -> None:
        async with opened(url, renewal=RENEWAL) as store, opened(url) as other:
            assert await store.acquire("bakito")
            store._leases._epochs.clear()  # As after a release that failed.
            async with asyncio.timeout(PATIENCE):
                while not await other.acquire("bakito"):
                    await asyncio.sleep(0.05)

    loop.run(run())


def test_a_process_whose_event_loop_hangs_loses_its_tables(url: str) -> None:
    async def run() -> None:
        async with opened(url, LEASE, RENEWAL) as store:
            assert await store.acquire("bakito")
            until = time.monotonic() + PATIENCE
            while leases(url)["bakito"][2]:
                time.sleep(0.1)
                assert time.monotonic() < until

    loop.run(run())


def test_a_reservation_after_a_lost_connection_is_a_new_one(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "tacora.server")

    async def run() -> None:
        async with opened(url) as store:
            assert await store.acquire("bakito")
            await asyncio.to_thread(cut, url)
            assert await store.acquire("bakito")
            assert leases(url)["bakito"][1] == 2  # What the lost connection left under way cannot end any more.

    loop.run(run())


def test_the_node_that_has_a_table_is_known_to_all_as_long_as_it_lives(url: str) -> None:
    from tacora.server.storage.postgres import PostgresStore

    async def run() -> None:
        async with opened(url) as other:
            store = PostgresStore(url, node="one")
            assert await store.acquire("bakito")
            assert await other.holder("bakito") == "one"
            assert await store.holder("bakito") is None
            assert await other.holder("dodulu") is None
            expire(url)
            assert await other.holder("bakito") is None
            await store.close()

    loop.run(run())


@pytest.mark.parametrize(("node", "warned"), [("one", True), ("two", False), ("", False)])
def test_the_operator_is_told_of_two_processes_with_one_name(
    url: str, caplog: pytest.LogCaptureFixture, node: str, warned: bool
) -> None:
    async def run() -> None:
        async with opened(url, node="one" if node else ""):
            until = "clock_timestamp() + interval '1 second'"  # Of one that was killed just now.
            asked(url, f"INSERT INTO processes (holder, node, expires) VALUES ('{uuid.uuid4()}', '{node}', {until})")
            async with opened(url, 1.0, RENEWAL, node) as other:
                if other._namesakes is not None:
                    await other._namesakes

    loop.run(run())
    assert [record.levelname for record in caplog.records] == ["WARNING"] * warned
    assert all("--node" in record.getMessage() for record in caplog.records)


def test_a_lease_is_not_taken_over_while_its_holder_writes_and_other_tables_do_not_wait(url: str) -> None:
    """A takeover between the check of the lease and the commit would let two write."""
    import psycopg

    async def run() -> None:
        async with opened(url) as store, opened(url) as other:
            await store.append("bakito", 0, [b"a"], 0)
            expire(url)
            with contextlib.closing(psycopg.connect(url)) as writing:  # A transaction that has checked, and waits.
                writing.execute("SELECT 1 FROM leases WHERE tbl = 'bakito' FOR SHARE")
                assert not await other.acquire("bakito")
                together = [other.append("bakito", 1, [b"b"], 0), other.append("dodulu", 0, [b"a"], 0)]
                outcomes = await asyncio.gather(*together, return_exceptions=True)
                assert [type(outcome) for outcome in outcomes] == [AppendConflict, type(None)]
                writing.rollback()
            assert await other.acquire("bakito")

    loop.run(run())


def test_of_two_that_want_the_same_table_one_gets_it(url: str) -> None:
    async def run() -> None:
        async with opened(url) as here, opened(url) as there:
            for number in range(30):
                table = f"t{number % 3}"
                taken = await asyncio.gather(*(store.acquire(table) for store in (here, there, here, there)))
                assert taken in ([True, False, True, False], [False, True, False, True])
                await asyncio.gather(here.release(table), there.release(table))

    loop.run(run())


SERVED = """
import asyncio, sys
from tacora.server.storage.postgres import PostgresStore
from tacora.server.storage.store import AppendConflict, StoreFailed

async def serve():
    store = PostgresStore(sys.argv[1], lease=1.0, renewal=0.2)
    seq = 0
    print("begins", flush=True)
    try:
        while True:
            try:
                await store.append("bakito", seq, [b"first"], 0)
                seq += 1
            except StoreFailed:  # Suspended in a transaction, which the database has ended.
                store.mend("bakito")
    except AppendConflict:
        print("lost", flush=True)

asyncio.run(serve())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="programs cannot be suspended there")
def test_a_process_that_was_suspended_while_it_wrote_writes_nothing_after_another_took_its_table(url: str) -> None:
    async def run() -> None:
        async with opened(url) as other:
            while not await other.acquire("bakito"):
                await asyncio.sleep(0.1)
            written = len(await other.read("bakito"))
            process.send_signal(signal.SIGCONT)
            assert await asyncio.to_thread(process.stdout.readline) == "lost\n"  # type: ignore[union-attr]
            assert len(await other.read("bakito")) == written
            await other.append("bakito", written, [b"second"], 0)

    with subprocess.Popen([sys.executable, "-c", SERVED, url], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "begins\n"
            time.sleep(0.5)
            process.send_signal(signal.SIGSTOP)
            loop.run(run())
        finally:
            process.kill()


def test_batches_of_two_servers_that_want_each_others_tables_do_not_block_each_other(url: str) -> None:
    async def run() -> None:
        async with opened(url) as here, opened(url) as there:
            names = [f"t{number}" for number in range(40)]
            await asyncio.gather(*(here.append(name, 0, [b"a"], 0) for name in names[:20]))
            await asyncio.gather(*(there.append(name, 0, [b"a"], 0) for name in names[20:]))
            for _ in range(20):
                wanted = [store.append(name, 1, [b"b"], 0) for name in reversed(names) for store in (here, there)]
                async with asyncio.timeout(PATIENCE):
                    outcomes = await asyncio.gather(*wanted, return_exceptions=True)
                assert {type(outcome) for outcome in outcomes} <= {type(None), AppendConflict}
                for name in names:
                    here.mend(name)
                    there.mend(name)

    loop.run(run())
