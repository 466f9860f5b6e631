"""Tables are copied from one store to another: all of them, byte for byte, and nothing there is ever spoiled."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tacora
from tacora.game import Refused
from tacora.server.storage import copying
from tacora.server.storage.copying import CopyResult, TableCopy
from tacora.server.storage.opening import StorePlace
from tacora.server.storage.sqlite import SqliteStore
from tacora.server.storage.store import Snapshot
from tests import loop
from tests.postgres import PostgresServer
from tests.server.backends import Backend, PostgresBackend, SqliteBackend, opened
from tests.server.crashing import PATIENCE
from tests.server.serving import Serving, over_sockets
from tests.server.test_snapshots import played


class Kept(NamedTuple):
    """A table as a store keeps it."""

    entries: tuple[tuple[float, bytes], ...]
    snapshots: tuple[Snapshot, ...] = ()


Tables = dict[str, Kept]


class Ends(NamedTuple):
    """The two stores of a copy, and where they are."""

    source: Backend
    origin: StorePlace
    target: Backend
    place: StorePlace


@pytest.fixture(
    params=[
        ("sqlite", "sqlite"),
        pytest.param(("sqlite", "postgres"), marks=pytest.mark.long),
        pytest.param(("postgres", "sqlite"), marks=pytest.mark.long),
    ],
    ids="-to-".join,
)
def ends(request: pytest.FixtureRequest, tmp_path: Path) -> Ends:
    made: list[tuple[Backend, StorePlace]] = []
    for name, kind in zip(("source", "target"), request.param, strict=True):
        if kind == "postgres":
            server: PostgresServer = request.getfixturevalue("postgres_server")
            url = server.new_database()
            made.append((PostgresBackend(url), url))
        else:
            made.append((SqliteBackend(tmp_path / f"{name}.db"), tmp_path / f"{name}.db"))
    return Ends(*made[0], *made[1])


@pytest.fixture
def database(postgres_server: PostgresServer) -> str:
    return postgres_server.new_database()


def into(database: str, file: Path) -> Ends:
    return Ends(SqliteBackend(file), file, PostgresBackend(database), database)


def fill(backend: Backend, tables: Tables) -> None:
    """Write these tables, and nothing else, into a store."""

    async def write() -> None:
        async with opened(backend) as store:
            for statement in ("DELETE FROM log", "DELETE FROM snapshots"):
                backend.execute(statement)
            appends = []
            for name, kept in tables.items():
                by_seq = {each.seq: each for each in kept.snapshots}
                for seq, (at, line) in enumerate(kept.entries):
                    appends.append(store.append(name, seq, [line], at, [by_seq[seq]] if seq in by_seq else []))
            await asyncio.gather(*appends)

    loop.run(write())


def contents(backend: Backend) -> Tables:
    found: Tables = {}
    with backend.admin() as admin:
        for stored in admin.tables():
            entries = admin.entries(stored.table, 0, stored.entries)
            assert [entry.seq for entry in entries] == list(range(stored.entries))
            found[stored.table] = Kept(
                tuple((entry.at, entry.line) for entry in entries), tuple(admin.snapshots(stored.table))
            )
    return found


def copy(ends: Ends, patience: float = 0, progress: Any = lambda _: None) -> TableCopy:
    """A whole copy. In a thread of its own, since it runs an event loop."""

    def run() -> TableCopy:
        with ends.source.admin() as source, ends.target.admin() as target, source.consistent():
            made = TableCopy(source, target, ends.place, patience)
            made.write(progress)
            made.verify()
            return made

    async def beside() -> TableCopy:
        return await asyncio.to_thread(run)

    return loop.run(beside())


def snapshot(seq: int, state: bytes = b"state") -> Snapshot:
    return Snapshot(game=seq + 1, seq=seq, news=2 * seq, state=state)


def many(tables: int = 60, entries: int = 40) -> Tables:
    lines = [(1_700_000_000.5 + seq // 2, f"entry {seq} \xe9".encode()) for seq in range(entries)]
    return {f"table{number}": Kept(tuple(lines), (snapshot(3), snapshot(30))) for number in range(tables)}


def assert_all_there(ends: Ends, tables: Tables) -> None:
    assert contents(ends.source) == tables
    assert contents(ends.target) == tables
    assert ends.target.rows() == ends.source.rows()


# What is copied


class Case(NamedTuple):
    """Both stores before a copy, and what becomes of each table."""

    ours: Tables
    theirs: Tables
    results: dict[str, CopyResult]


STANDINGS = [
    CopyResult.ADDED,
    CopyResult.CONTINUED,
    CopyResult.PRESENT,
    CopyResult.DIFFERS,
    CopyResult.LONGER,
]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    entries = st.tuples(st.sampled_from([0.0, 1.5, 1_700_000_000.123456]), st.binary(max_size=8))
    case = Case({}, {}, {})
    for name in draw(st.sets(st.sampled_from(["a", "b", "B", "ab", "a-b", "é"]))):
        logged = draw(st.lists(entries, min_size=1, max_size=12))
        deals = sorted(draw(st.sets(st.integers(0, len(logged) - 1), max_size=4)))
        case.ours[name] = ours = Kept(tuple(logged), tuple(map(snapshot, deals)))
        result = draw(st.sampled_from(STANDINGS))
        if result is CopyResult.CONTINUED and len(logged) == 1:
            result = CopyResult.PRESENT
        case.results[name] = result
        if result is CopyResult.ADDED:
            continue
        at = draw(st.integers(0, len(logged) - 1))
        there = list(logged)
        if result is CopyResult.CONTINUED:
            there = there[: max(at, 1)]
        elif result is CopyResult.LONGER:
            there += draw(st.lists(entries, min_size=1, max_size=5))
        elif result is CopyResult.DIFFERS:
            moment, line = there[at]
            there[at] = draw(st.sampled_from([(moment + 1, line), (moment, line + b"x"), (moment, b"other" + line)]))
            there = there[: draw(st.integers(at + 1, len(there)))]
        case.theirs[name] = Kept(tuple(there), tuple(each for each in ours.snapshots if each.seq < len(there)))
    for name in draw(st.sets(st.sampled_from(["b", "of the target", "z"]))):
        case.theirs.setdefault(name, Kept(((2.0, b"not concerned"),)))
        if name in case.ours and case.results[name] is CopyResult.ADDED:
            same = case.ours[name].entries[:1] == ((2.0, b"not concerned"),)
            case.results[name] = CopyResult.DIFFERS if not same else CopyResult.CONTINUED
    return case


@pytest.mark.thorough
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=cases())
def test_whatever_is_there_all_that_can_be_copied_is_and_the_rest_is_left_as_it_is(case: Case, ends: Ends) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(copying, "SLICE", 3)
        fill(ends.source, case.ours)
        fill(ends.target, case.theirs)
        made = copy(ends)
        assert made.results == case.results
        fine = {name for name, result in case.results.items() if result in copying.COPIED}
        after = {**case.theirs, **{name: case.ours[name] for name in fine}}
        assert contents(ends.target) == after
        assert contents(ends.source) == case.ours
        assert made.entries == sum(len(case.ours[name].entries) for name in fine)
        assert made.written == sum(map(len, (kept.entries for kept in after.values()))) - sum(
            map(len, (kept.entries for kept in case.theirs.values()))
        )
        again = copy(ends)
        assert again.written == 0
        assert again.results == {
            name: CopyResult.PRESENT if name in fine else result for name, result in case.results.items()
        }
        assert contents(ends.target) == after


def test_a_copy_of_nothing_is_a_store(ends: Ends) -> None:
    assert copy(ends).results == {}
    assert contents(ends.target) == {}


def test_snapshots_that_are_missing_or_differ_there_are_written(ends: Ends) -> None:
    log = tuple((1.0, bytes([number])) for number in range(6))
    ours = {"bakito": Kept(log, (snapshot(1), snapshot(3), snapshot(5)))}
    fill(ends.source, ours)
    fill(ends.target, {"bakito": Kept(log, (snapshot(1), snapshot(3, b"of another version")))})
    made = copy(ends)
    assert (made.results, made.written) == ({"bakito": CopyResult.CONTINUED}, 0)
    assert_all_there(ends, ours)


def test_a_file_of_an_older_version_is_copied_and_stays_as_it_is(tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    ends = Ends(SqliteBackend(old), old, SqliteBackend(new), new)
    fill(ends.source, {name: Kept(kept.entries) for name, kept in many(3).items()})
    for statement in ("DROP TABLE snapshots", "PRAGMA user_version = 1"):
        ends.source.execute(statement)
    assert copy(ends).counts == {CopyResult.ADDED: 3}
    assert_all_there(ends, {name: Kept(kept.entries) for name, kept in many(3).items()})
    with contextlib.closing(sqlite3.connect(old)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)


def test_a_table_with_a_hole_is_named_and_the_others_are_copied(ends: Ends) -> None:
    tables = many(3)
    fill(ends.source, tables)
    ends.source.execute("DELETE FROM log WHERE tbl = 'table1' AND seq = 20")
    assert copy(ends).results == {"table0": CopyResult.ADDED, "table1": CopyResult.DAMAGED, "table2": CopyResult.ADDED}
    del tables["table1"]
    assert contents(ends.target) == tables


def test_what_was_changed_before_it_is_read_back_is_noticed(ends: Ends) -> None:
    fill(ends.source, many(4))

    def run() -> dict[str, CopyResult]:
        with ends.source.admin() as source, ends.target.admin() as target, source.consistent():
            made = TableCopy(source, target, ends.place)
            made.write()
            for statement in (
                "UPDATE log SET line = line WHERE tbl = 'table0'",
                "UPDATE log SET at = at + 1 WHERE tbl = 'table1' AND seq = 39",
                "DELETE FROM log WHERE tbl = 'table2' AND seq = 5",
                "DELETE FROM snapshots WHERE tbl = 'table3' AND game = 4",
            ):
                ends.target.execute(statement)
            made.verify()
            return made.results

    async def beside() -> dict[str, CopyResult]:
        return await asyncio.to_thread(run)

    assert loop.run(beside()) == {
        "table0": CopyResult.ADDED,
        "table1": CopyResult.CHANGED,
        "table2": CopyResult.CHANGED,
        "table3": CopyResult.CHANGED,
    }


def test_what_is_written_after_the_copy_began_comes_with_the_next(ends: Ends) -> None:
    tables = many()
    fill(ends.source, tables)

    async def run() -> None:
        async with opened(ends.source) as server:

            async def go_on() -> None:
                await server.append("table0", 40, [b"more"], 9.0)
                await server.append("new", 0, [b"opened"], 9.0)

            went_on = False

            def meanwhile(_: int) -> None:
                nonlocal went_on
                if not went_on:
                    asyncio.run_coroutine_threadsafe(go_on(), here).result(PATIENCE)
                    went_on = True

            here = asyncio.get_running_loop()
            made = await asyncio.to_thread(copy, ends, 0, meanwhile)
            assert went_on
            assert set(made.results.values()) == {CopyResult.ADDED}
            assert contents(ends.target) == tables
            again = await asyncio.to_thread(copy, ends)
            assert {name: each for name, each in again.results.items() if each is not CopyResult.PRESENT} == {
                "table0": CopyResult.CONTINUED,
                "new": CopyResult.ADDED,
            }
            assert again.written == 2
            assert contents(ends.target) == contents(ends.source)

    loop.run(run())


# Interrupted

KILLED = """
import os, signal, sys
from tacora.server.storage import copying
from tacora.server.storage.opening import administered, place_of
copying.SLICE, copying.AT_ONCE = 7, 4
here, there = map(place_of, sys.argv[1:])
slices, all_of = 0, copying._all_of

async def counted(appends):  # Four tables of six slices each go side by side: the 100th is in the middle of some.
    global slices
    await all_of(appends)
    slices += 1
    if slices == 100:
        os.kill(os.getpid(), signal.SIGKILL)

copying._all_of = counted
with administered(here) as source, administered(there) as target, source.consistent():
    copying.TableCopy(source, target, there).write()
"""


def test_a_copy_that_is_killed_leaves_nothing_but_beginnings_and_is_repeated(ends: Ends) -> None:
    tables = many()
    fill(ends.source, tables)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(ends.origin), str(ends.place)],
        env={"PYTHONPATH": str(Path(tacora.__file__).parents[1])},
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    left = contents(ends.target)
    assert 600 < sum(len(kept.entries) for kept in left.values()) < 60 * 40
    assert any(0 < len(kept.entries) < 40 for kept in left.values())
    for name, kept in left.items():
        assert kept.entries == tables[name].entries[: len(kept.entries)]
        assert kept.snapshots == tuple(each for each in tables[name].snapshots if each.seq < len(kept.entries))
    made = copy(ends, patience=copying.PATIENCE)  # What the killed process had is free again by then.
    assert made.counts.keys() <= copying.COPIED
    assert made.counts.total() == 60
    assert_all_there(ends, tables)


@pytest.mark.thorough
def test_a_target_that_fails_in_the_middle_loses_nothing(ends: Ends) -> None:
    tables = many()
    fill(ends.source, tables)
    fill(ends.target, {})

    def fail(done: int) -> None:
        if done == 800:
            ends.target.execute("ALTER TABLE log RENAME TO elsewhere")

    with pytest.raises(Refused) as refused:
        copy(ends, progress=fail)
    assert refused.value.code == "copy-stopped"
    ends.target.execute("ALTER TABLE elsewhere RENAME TO log")
    assert sum(len(kept.entries) for kept in contents(ends.target).values()) >= 800
    copy(ends)
    assert_all_there(ends, tables)


# In use


@pytest.mark.parametrize("patience", [0.0, 30.0])
def test_whoever_writes_there_between_a_look_and_an_append_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    ends = Ends(SqliteBackend(here), here, SqliteBackend(there), there)
    fill(ends.source, many(3))

    async def acquire(_: SqliteStore, table: str) -> bool:
        if table == "table1":
            ends.target.execute("INSERT INTO log VALUES ('table1', 0, 1.0, x'00')")
        return True

    monkeypatch.setattr(SqliteStore, "acquire", acquire)
    found = CopyResult.DIFFERS if patience else CopyResult.HELD  # It is looked at once more.
    assert copy(ends, patience).results == {"table0": CopyResult.ADDED, "table1": found, "table2": CopyResult.ADDED}
    assert contents(ends.target) == {**many(3), "table1": Kept(((1.0, b"\0"),))}


@pytest.mark.long
def test_a_table_that_is_served_there_is_left_alone(tmp_path: Path, database: str) -> None:
    ends = into(database, tmp_path / "tables.db")
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
def test_not_even_snapshots_are_written_where_a_table_is_served(tmp_path: Path, database: str) -> None:
    ends = into(database, tmp_path / "tables.db")
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
def test_a_lease_that_nobody_renews_is_waited_for(tmp_path: Path, database: str) -> None:
    from tacora.server.storage.postgres import PostgresStore
    from tacora.server.storage.postgres_renewal import LEASE

    assert copying.PATIENCE > LEASE
    ends = into(database, tmp_path / "tables.db")
    tables = many(3)
    fill(ends.source, tables)

    async def run() -> None:
        gone = PostgresStore(database, lease=1.0, renewal=60.0)
        assert await gone.acquire("table1")
        made = await asyncio.to_thread(copy, ends, 30)
        assert set(made.results.values()) == {CopyResult.ADDED}
        await gone.close()

    loop.run(run())
    assert_all_there(ends, tables)


@pytest.mark.long
def test_no_lease_is_left_after_a_copy_nor_after_one_that_failed(tmp_path: Path, database: str) -> None:
    ends = into(database, tmp_path / "tables.db")
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
async def test_a_played_table_is_served_from_the_database_as_it_was(tmp_path: Path, database: str) -> None:
    file = tmp_path / "tables.db"
    ends = into(database, file)

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
    with Serving(database) as serving:
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
