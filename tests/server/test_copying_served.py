"""What is copied into a database that others serve tables from: nothing of theirs is touched, no lease is left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tacora.game import Refused
from tacora.server.storage import copying
from tacora.server.storage.copying import CopyResult
from tests import loop
from tests.server.backends import opened
from tests.server.copies import Kept, assert_all_there, contents, copy, fill, into, many
from tests.server.database import LEASE
from tests.server.serving import Serving, over_sockets
from tests.server.test_snapshots import played


@pytest.mark.long
def test_a_table_that_is_served_there_is_left_alone(tmp_path: Path, url: str) -> None:
    ends = into(url, tmp_path / "tables.db")
    tables = many(5)
    fill(ends.source, tables)

    async def run() -> None:
        async with opened(ends.target) as server:
            assert await server.acquire("table1")
            (at, first), (_, second), *_ = tables["table2"].entries
            await server.append("table2", 0, [first, second], at)  # A beginning, and in use.
            assert await server.acquire("table3")
            before = contents(ends.target)
            made = await asyncio.to_thread(copy, ends)
            assert made.results == {
                "table0": CopyResult.ADDED,
                "table1": CopyResult.HELD,
                "table2": CopyResult.HELD,
                "table3": CopyResult.HELD,
                "table4": CopyResult.ADDED,
            }
            assert contents(ends.target) == {**before, "table0": tables["table0"], "table4": tables["table4"]}
            # Whoever has the lease is not disturbed, and what was copied is free for anybody.
            await server.append("table1", 0, [b"opened here"], 1.0)
            assert await server.acquire("table0")
            await server.release("table2")
            await server.release("table3")
            again = await asyncio.to_thread(copy, ends)
            assert again.results == {
                "table0": CopyResult.PRESENT,  # Held, but nothing has to be written.
                "table1": CopyResult.DIFFERS,
                "table2": CopyResult.CONTINUED,
                "table3": CopyResult.ADDED,
                "table4": CopyResult.PRESENT,
            }

    loop.run(run())


@pytest.mark.long
def test_not_even_snapshots_are_written_where_a_table_is_served(tmp_path: Path, url: str) -> None:
    ends = into(url, tmp_path / "tables.db")
    tables = many(1)
    bare = {"table0": Kept(tables["table0"].entries)}
    fill(ends.source, tables)
    fill(ends.target, bare)

    async def run() -> None:
        async with opened(ends.target) as server:
            assert await server.acquire("table0")
            assert (await asyncio.to_thread(copy, ends)).results == {"table0": CopyResult.HELD}
            assert contents(ends.target) == bare

    loop.run(run())
    assert copy(ends).results == {"table0": CopyResult.CONTINUED}
    assert_all_there(ends, tables)


@pytest.mark.long
def test_a_lease_that_nobody_renews_is_waited_for(tmp_path: Path, url: str) -> None:
    from tacora.server.storage import postgres_renewal
    from tacora.server.storage.postgres import PostgresStore

    assert copying.PATIENCE > postgres_renewal.LEASE
    ends = into(url, tmp_path / "tables.db")
    tables = many(3)
    fill(ends.source, tables)

    async def run() -> None:
        gone = PostgresStore(url, lease=LEASE, renewal=60.0)
        assert await gone.acquire("table1")
        made = await asyncio.to_thread(copy, ends, 30)
        assert set(made.results.values()) == {CopyResult.ADDED}
        await gone.close()

    loop.run(run())
    assert_all_there(ends, tables)


@pytest.mark.long
def test_no_lease_is_left_after_a_copy_nor_after_one_that_failed(tmp_path: Path, url: str) -> None:
    ends = into(url, tmp_path / "tables.db")
    fill(ends.source, many())

    async def all_free() -> bool:
        async with opened(ends.target) as server:
            return all([await server.acquire(table) for table in many()])

    def cut(done: int) -> None:
        if done == 800:
            mine = "datname = current_database() AND pid <> pg_backend_pid()"
            ends.target.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}")

    with pytest.raises(Refused) as refused:
        copy(ends, progress=cut)
    assert refused.value.code == "copy-stopped"
    assert loop.run(all_free())
    copy(ends)
    assert loop.run(all_free())
    assert_all_there(ends, many())


# Played on


@pytest.mark.long
@over_sockets
async def test_a_played_table_is_served_from_the_database_as_it_was(tmp_path: Path, url: str) -> None:
    file = tmp_path / "tables.db"
    ends = into(url, file)

    def told(serving: Serving, table: str) -> list[bytes]:
        games = [f"/api/tables/{table}/games/{number}" for number in (1, 2, 3, 4)]
        answers = [serving.get(path + more) for path in games for more in ("", "/record", "/replay", "/replay?seat=1")]
        assert {answer.status_code for answer in answers} == {200}
        return [answer.content for answer in answers]

    with Serving(file) as serving:
        table, heard = await played(serving)
        unfinished = serving.open_calm(rules={"edition": "tacora-2024", "seats": 3})
        async with serving.player(unfinished.table, unfinished.host) as host:
            tokens = [(await host.sit(name))["token"] for name in ("Ana", "Ben", "Cleo")]
            await host.send("start")
            step = await host.hear("step")
            await host.decide(step, 0, "C")
            assert (await host.hear("thinking"))["sealed"] == {"0": "C"}
            await serving.at_rest(unfinished.table)
        before = told(serving, table.table)
        made = await asyncio.to_thread(copy, ends)  # The server has both tables in its memory meanwhile.
    assert made.results == dict.fromkeys((table.table, unfinished.table), CopyResult.ADDED)
    assert contents(ends.target) == contents(ends.source)
    with Serving(url) as serving:
        assert told(serving, table.table) == before
        async with serving.player(table.table, table.host, since=0) as back:
            again = [frame for frame in back.frames if frame["type"] in ("step", "over")]
            assert again[-len(heard) :] == heard
            await back.send("start")
            assert (await back.hear("step"))["game"] == 5
        async with serving.player(unfinished.table, *tokens) as back:
            for seat in (1, 2):
                await back.decide(step, seat, "C")
            revealed = (await back.hear("step", decision=step["decision"] + 1))["events"][0]
            assert revealed == {"type": "revealed", "leaving": [], "continuing": [0, 1, 2]}
