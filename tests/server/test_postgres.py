"""What is particular to PostgreSQL: leases, lost connections, versions, and passwords that are told to nobody."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Awaitable
from typing import TYPE_CHECKING, Any

import pytest

from tacora.game import Refused
from tacora.server.storage.opening import administered, open_store
from tacora.server.storage.store import AppendConflict, StoreFailed
from tests import loop
from tests.cluster import Relay
from tests.postgres import USER, PostgresServer

pytestmark = pytest.mark.long  # What every store keeps to is tested in test_store.py, with this one, too.

if TYPE_CHECKING:
    from tacora.server.storage.postgres import PostgresStore

PATIENCE = 60
LEASE, RENEWAL = 1.0, 0.2
"""Seconds for tests that wait for a lease to expire."""


@pytest.fixture
def url(postgres_server: PostgresServer) -> str:
    return postgres_server.new_database()


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


# Durable


def test_every_commit_waits_for_the_disk_whatever_the_database_says(url: str) -> None:
    from tacora.server.storage.postgres_schema import connect

    name = url.partition("?")[0].rpartition("/")[2]
    asked(url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    with contextlib.closing(connect(url)) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)


# Leases


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
        async with opened(url, LEASE, RENEWAL) as store, opened(url) as other:
            await store.append("bakito", 0, [b"a"], 0)
            assert await store.acquire("dodulu")
            until = time.monotonic() + 2 * LEASE
            while time.monotonic() < until:
                assert not await other.acquire("bakito")
                assert not await other.acquire("dodulu")
                await asyncio.sleep(0.1)
            await store.close()
            assert not any(valid for *_, valid in leases(url).values())
            assert await other.acquire("bakito")

    loop.run(run())


def test_a_process_finds_out_which_tables_another_took_over(url: str) -> None:
    async def run() -> None:
        lost: list[str] = []
        async with opened(url, LEASE, RENEWAL) as store, opened(url) as other:
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
        async with opened(url, LEASE, RENEWAL) as store, opened(url) as other:
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


def give_away(url: str, table: str) -> None:
    """Have a lease expire, but no other lease of its holder."""
    asked(url, f"UPDATE leases SET holder = '{uuid.UUID(int=0)}' WHERE tbl = '{table}'")


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
            until = f"clock_timestamp() + interval '{LEASE} seconds'"  # Of one that was killed just now.
            asked(url, f"INSERT INTO processes (holder, node, expires) VALUES ('{uuid.uuid4()}', '{node}', {until})")
            async with opened(url, LEASE, RENEWAL, node) as other:
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


# An operator


def test_a_server_that_is_writing_is_waited_for_before_its_table_is_removed(url: str) -> None:
    import psycopg

    async def run() -> None:
        async with opened(url) as store:
            await store.append("bakito", 0, [b"a"], 1.0)
            with contextlib.closing(psycopg.connect(url)) as writing:
                writing.execute("SELECT 1 FROM leases WHERE tbl = 'bakito' FOR SHARE")
                removing = asyncio.create_task(asyncio.to_thread(removed, url))
                await asyncio.sleep(0.3)
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
                await asyncio.sleep(0.3)
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
        async with opened(url, LEASE, RENEWAL) as store:
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
        store = PostgresStore(f"postgresql://{USER}@127.0.0.1:{relay.port}/{name}", 2.0, LEASE, RENEWAL)
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


# Databases that are refused at once


def refusal_of(url: str) -> Refused:
    with pytest.raises(Refused) as caught, administered(url):
        pass
    return caught.value


def test_the_database_of_another_program_is_refused_and_left_as_it_is(url: str) -> None:
    asked(url, "CREATE TABLE log (line text)")
    assert refusal_of(url).code == "foreign-store"
    asked(url, "CREATE TABLE tacora (version integer)")
    assert refusal_of(url).code == "foreign-store"
    assert asked(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(2,)]


@pytest.mark.parametrize("version", [0, 99, -1])
def test_a_store_of_another_version_is_refused(url: str, version: int) -> None:
    with administered(url):
        pass
    asked(url, f"UPDATE tacora SET version = {version}, oldest = {version}")
    refused = refusal_of(url)
    assert (refused.code, refused.facts["version"]) == ("newer-store", version)

    async def run() -> None:
        with pytest.raises(Refused):
            open_store(url)

    loop.run(run())
    assert asked(url, "SELECT version FROM tacora") == [(version,)]


def test_a_store_of_an_older_version_is_brought_up_to_date_and_keeps_all(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tacora.server.storage import postgres_schema
    from tacora.server.storage.postgres_schema import OLDEST, VERSION, connect

    async def fill() -> None:
        async with opened(url) as store:
            await store.append("bakito", 0, [b"a", b"b"], 1.0)

    async def go_on() -> None:
        async with opened(url) as store:
            await store.append("bakito", 2, [b"c"], 1.0)
            assert await store.read("bakito") == [b"a", b"b", b"c"]

    loop.run(fill())
    with monkeypatch.context() as later:
        more = ("CREATE TABLE more (x text)", "ALTER TABLE log ADD COLUMN y text")
        later.setattr(postgres_schema, "_MIGRATIONS", (*postgres_schema._MIGRATIONS, more))
        later.setattr(postgres_schema, "VERSION", VERSION + 1)
        with administered(url) as admin:  # An operator who only looks does not take the database from its server.
            assert len(admin.tables()) == 1
        assert asked(url, "SELECT version FROM tacora") == [(VERSION,)]
        connect(url).close()
        assert asked(url, "SELECT version, oldest FROM tacora") == [(VERSION + 1, OLDEST)]
        assert asked(url, "SELECT tbl, seq, line, y FROM log") == [("bakito", 0, b"a", None), ("bakito", 1, b"b", None)]
    loop.run(go_on())  # A server that knows the version before may be upgraded later than others.
    with monkeypatch.context() as latest:
        latest.setattr(postgres_schema, "_MIGRATIONS", (*postgres_schema._MIGRATIONS, ("SELECT 1",), ("SELECT 2",)))
        latest.setattr(postgres_schema, "VERSION", VERSION + 2)
        latest.setattr(postgres_schema, "OLDEST", VERSION + 2)
        connect(url).close()
    assert refusal_of(url).code == "newer-store"


def test_an_older_server_writes_no_more_once_a_newer_program_has_changed_the_database(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "tacora.server")

    async def run() -> None:
        async with opened(url) as store:
            await store.append("bakito", 0, [b"a"], 0)
            asked(url, "UPDATE tacora SET version = version + 1, oldest = version + 1")
            with pytest.raises(StoreFailed, match="newer program"):
                await store.append("bakito", 1, [b"b"], 0)
            with pytest.raises(StoreFailed, match="newer program"):
                await store.check()
            assert await store.read("bakito") == [b"a"]

    loop.run(run())


MANY_STARTS = """
import sys
from tacora.server.storage.postgres_schema import connect
sys.stdin.readline()
for url in sys.argv[1:]:
    connect(url).close()
"""


def test_several_programs_may_make_the_store_at_the_same_moment(postgres_server: PostgresServer) -> None:
    from tacora.server.storage.postgres_schema import VERSION

    urls = [postgres_server.new_database() for _ in range(5)]
    command = [sys.executable, "-c", MANY_STARTS, *urls]
    starting = [subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(4)]
    for process in starting:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.close()
    assert [process.wait(PATIENCE) for process in starting] == [0] * 4
    assert all(asked(url, "SELECT version FROM tacora") == [(VERSION,)] for url in urls)


# The lobby


def test_the_lobby_of_a_database_of_the_first_version_is_read_by_an_index_from_now_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    from tacora.server.storage import postgres, postgres_schema

    with monkeypatch.context() as first:
        first.setattr(postgres_schema, "_MIGRATIONS", postgres_schema._MIGRATIONS[:1])
        first.setattr(postgres_schema, "VERSION", 1)
        postgres_schema.connect(url).close()
    rows = "'table' || n, gen_random_uuid(), clock_timestamp() - n * interval '1 second', 'x'"
    asked(url, f"INSERT INTO lobby (tbl, holder, touched, entry) SELECT {rows} FROM generate_series(1, 10000) AS n")
    postgres_schema.connect(url).close()
    asked(url, "ANALYZE lobby")
    with contextlib.closing(psycopg.connect(url)) as other:
        for statement, values in (
            (postgres._ANNOUNCED, (uuid.uuid4(), 7_200, 200)),
            (postgres._FORGET_ANNOUNCED, ()),
        ):
            plan = other.execute(b"EXPLAIN " + statement.encode(), values).fetchall()
            assert any("lobby_touched" in line for (line,) in plan), plan


# Passwords

SECRET = "s3same"


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ann:{SECRET}",
        f"postgresql://ann:{SECRET}@",
        f"postgresql://ann:{SECRET}@@/tables",
        f"postgresql://ann:x@{SECRET}@127.0.0.1:1/tables",
        f"postgresql://ann:x/{SECRET}@127.0.0.1:1/tables",
        f"postgresql://ann:x#{SECRET}@127.0.0.1:1/tables",
        f"postgresql://ann:x?{SECRET}@127.0.0.1:1/tables",
        f"postgresql://ann:{SECRET}@127.0.0.1:port/tables",
        f"postgresql://ann:{SECRET}@127.0.0.1:1/tables",
        f"postgresql://127.0.0.1:1/tables?password={SECRET}",
        f"postgresql://127.0.0.1:1/tables?password={SECRET}&sslmode=nonsense",
        f"postgresql://127.0.0.1:1/tables?password=x@{SECRET}",
        f"postgresql://ann:{SECRET}%zz@127.0.0.1:1/tables",
        f"postgresql://127.0.0.1:1/tables?password={SECRET}&what=1",
        f"postgresql://127.0.0.1:1/tables?{SECRET}",
        f"mysql://ann:{SECRET}@127.0.0.1/tables",
        f"postgresql:{SECRET}",
    ],
)
def test_no_message_has_a_password(address: str, postgres_server: PostgresServer) -> None:
    if address.endswith("@"):
        address += f"/nowhere?host={postgres_server.folder}"
    refused = refusal_of(address)
    assert refused.code in ("bad-store", "bad-store-address")
    assert SECRET not in str(refused)
    assert "\n" not in str(refused)


def test_no_line_of_the_log_has_a_password(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with opened(url.replace("tacora@", f"tacora:{SECRET}@"), LEASE, RENEWAL) as store:
            await store.append("bakito", 0, [b"a"], 0)
            asked(url, "ALTER TABLE log RENAME TO elsewhere")
            asked(url, "ALTER TABLE leases RENAME TO elsewhere2")
            for failing in (store.check, store.tables, lambda: store.acquire("x")):
                with pytest.raises(StoreFailed) as failed:
                    await failing()
                assert SECRET not in str(failed.value)
            with pytest.raises(StoreFailed):
                await store.append("bakito", 1, [b"b"], 0)
            await asyncio.sleep(2 * RENEWAL)

    loop.run(run())
    assert "leases are not renewed" in caplog.text
    assert SECRET not in caplog.text


def test_a_password_that_a_message_quotes_is_left_out() -> None:
    from tacora.server.storage.postgres_schema import detail_of

    url = f"postgresql://ann:{SECRET}@127.0.0.1/tables"
    assert detail_of(OSError(f"no {SECRET}\n  here"), url) == "no … here"


def test_the_server_of_the_tests_does_not_run_as_root(postgres_server: PostgresServer) -> None:
    assert (postgres_server.folder / "data").stat().st_uid != 0 or os.getuid() != 0
