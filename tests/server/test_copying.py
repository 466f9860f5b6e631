"""Tables are copied from one store to another: all of them, byte for byte, and nothing there is ever spoiled."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tacora
from tacora.game import Refused
from tacora.server.storage import copying
from tacora.server.storage.copying import CopyResult, TableCopy
from tacora.server.storage.opening import StorePlace
from tacora.server.storage.sqlite import SqliteStore
from tests import loop
from tests.postgres import PostgresServer
from tests.server.backends import Backend, PostgresBackend, SqliteBackend, opened
from tests.server.copies import Ends, Kept, Tables, assert_all_there, contents, copy, fill, many, snapshot
from tests.server.crashing import PATIENCE


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
