"""Databases of other programs, and those that programs of several versions open."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import threading
import uuid
from typing import get_args

import msgspec
import pytest

from tacora.game import Refused
from tacora.server.storage.opening import administered, open_store
from tacora.server.storage.store import StoreFailed
from tests import loop
from tests.postgres import PostgresServer
from tests.server.database import PATIENCE, RENEWAL, asked, leases, opened, refusal_of

pytestmark = pytest.mark.long  # What every store keeps to is tested in test_store.py, with this one, too.

# Databases that are refused at once


def test_a_database_without_an_encoding_serves_as_well(postgres_server: PostgresServer) -> None:
    """As PostgreSQL makes it where no language is set, for example in a bare container."""
    asked(postgres_server.url("postgres"), "CREATE DATABASE bare TEMPLATE template0 ENCODING 'SQL_ASCII'")

    async def run() -> None:
        for _ in range(2):  # Made, and found.
            async with opened(postgres_server.url("bare"), node="one") as store:
                await store.append("bakito", len(await store.read("bakito")), ["é".encode()], 1.0)
        async with opened(postgres_server.url("bare"), node="one") as store:
            assert await store.acquire("bakito")
            assert [table.table for table in await store.tables()] == ["bakito"]
            assert await store.read("bakito") == ["é".encode()] * 2

    loop.run(run())


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


ENTRIES = {
    "opened": "at rules manners listed host secret deal frozen later club",
    "sat": "at seat name colour token bot luck",
    "stood": "at seat",
    "host-passed": "at seat",
    "settled": "at manners",
    "rules-changed": "at rules",
    "allowed": "at seat multiplier",
    "dealt": "at seed first rules_version",
    "sealed": "at seat decision action",
    "withdrawn": "at seat decision",
    "stepped": "at decision actions",
    "time-given": "at seat decision",
    "sat-in": "at seat bot",
    "came-back": "at seat",
    "spoke": "at seat phrase words",
    "attempted": "at device table name",
    "gathered": "at tables",
    "counted": "at tables",
    None: "clock absence thinking named words",
}
"""What a program can read that knows version 5, and, without a tag, the manners of a table.

Whoever changes this adds a migration, and raises `OLDEST`."""


def test_programs_that_cannot_read_the_entries_of_this_one_may_not_write_beside_it() -> None:
    from tacora.server.domain import log
    from tacora.server.storage.postgres_schema import OLDEST

    found = {
        entry.__struct_config__.tag: " ".join(field.encode_name for field in msgspec.structs.fields(entry))
        for entry in (*get_args(log.AnyEntry), log.TimeControl)
    }
    assert (OLDEST, found) == (5, ENTRIES)


@pytest.mark.parametrize("writes", [True, False])
def test_an_older_server_leaves_its_tables_to_a_newer_program_that_has_changed_the_database(
    url: str, caplog: pytest.LogCaptureFixture, writes: bool
) -> None:
    """It finds out by its next append, or by its next renewal."""

    async def run() -> None:
        lost = list[str]()
        async with opened(url, 10 * PATIENCE, 60.0 if writes else RENEWAL) as store:
            store.when_lost(lost.append)
            await store.append("bakito", 0, [b"a"], 0)
            asked(url, "UPDATE tacora SET version = version + 1, oldest = version + 1")
            if writes:
                with pytest.raises(StoreFailed, match="newer program"):
                    await store.append("bakito", 1, [b"b"], 0)
            async with asyncio.timeout(PATIENCE):
                while not lost or leases(url)["bakito"][2]:  # Whoever comes next need not wait for the lease to end.
                    await asyncio.sleep(0.01)
            assert lost == ["bakito"]
            assert not await store.acquire("bakito")
            with pytest.raises(StoreFailed, match="newer program"):
                await store.check()
            with pytest.raises(StoreFailed):
                await store.append("dodulu", 0, [b"a"], 0)
            assert await store.read("bakito") == [b"a"]
            assert await store.read("dodulu") == []

    loop.run(run())
    (record,) = caplog.records
    assert record.getMessage().endswith("1 tables are left to it; start this process again")


def test_a_table_that_is_asked_for_while_a_newer_program_takes_over_is_not_taken(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(url, 10 * PATIENCE, RENEWAL) as store:
            at_it, go_on = threading.Event(), threading.Event()
            renew = store._leases.renew

            def waiting() -> list[str]:
                at_it.set()
                assert go_on.wait(PATIENCE)
                return renew()

            monkeypatch.setattr(store._leases, "renew", waiting)
            assert await asyncio.to_thread(at_it.wait, PATIENCE)
            asking = asyncio.create_task(store.acquire("bakito"))
            await asyncio.sleep(0)  # It waits for the connection, which the renewal has.
            asked(url, "UPDATE tacora SET version = version + 1, oldest = version + 1")
            go_on.set()
            assert not await asking
            async with asyncio.timeout(PATIENCE):
                while any(held for _, _, held in leases(url).values()):
                    await asyncio.sleep(0.01)

    loop.run(run())


def test_leases_are_renewed_again_once_a_backup_was_read_back(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with opened(url, PATIENCE, RENEWAL) as store:
            await store.append("bakito", 0, [b"a"], 0)
            ((version, oldest),) = asked(url, "SELECT version, oldest FROM tacora")
            asked(url, "DELETE FROM tacora")
            async with asyncio.timeout(PATIENCE):
                while "leases are not renewed: the store has no version" not in caplog.text:
                    await asyncio.sleep(0.01)
            asked(url, f"INSERT INTO tacora (version, oldest) VALUES ({version}, {oldest})")
            asked(url, "UPDATE processes SET expires = to_timestamp(0)")
            async with asyncio.timeout(PATIENCE):
                while not leases(url)["bakito"][2]:
                    await asyncio.sleep(0.01)

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
        first.setattr(postgres_schema, "OLDEST", 1)
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
