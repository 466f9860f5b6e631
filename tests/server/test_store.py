"""What every store keeps to: entries are durable, in order and without holes, and each failure is reported."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tacora.game import Refused
from tacora.server.storage.store import AppendConflict, Snapshot, Store, StoredEntry, StoredTable, StoreFailed
from tests import loop
from tests.postgres import PostgresServer
from tests.server.backends import Backend, PostgresBackend, SqliteBackend, opened

ANY = 2**63 - 1
"""For a snapshot of any game."""


@pytest.fixture(params=["sqlite", "postgres"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        return PostgresBackend(server.new_database())
    return SqliteBackend(tmp_path / "tables.db")


# Written


def test_an_append_is_there_for_everybody_when_it_returns(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"a", b"b"], 1.0)
            assert backend.rows() == [("bakito", 0, b"a"), ("bakito", 1, b"b")]
            await store.append("bakito", 2, [b"c"], 2.0)
            assert backend.rows()[-1] == ("bakito", 2, b"c")
            assert await store.read("bakito") == [b"a", b"b", b"c"]
            assert await store.read("bakito", since=1) == [b"b", b"c"]
            assert await store.read("bakito", since=3) == []
            assert await store.read("nobody") == []
            await store.check()

    loop.run(run())


def test_many_tables_at_once_share_commits_and_keep_their_order(backend: Backend) -> None:
    async def run() -> None:
        order: list[tuple[str, int]] = []
        async with opened(backend) as store:
            waiting = []
            for seq in range(40):
                for table in map(str, range(50)):
                    done = store.append(table, seq, [f"{table}:{seq}".encode()], seq)
                    done.add_done_callback(lambda _, at=(table, seq): order.append(at))  # type: ignore[misc]
                    waiting.append(done)
            await asyncio.gather(*waiting)
            for table in map(str, range(50)):
                assert await store.read(table) == [f"{table}:{seq}".encode() for seq in range(40)]
        assert order == [(str(table), seq) for seq in range(40) for table in range(50)]

    loop.run(run())


def test_close_finishes_what_was_asked_for_and_takes_no_more(backend: Backend) -> None:
    async def run() -> None:
        store = backend.store()
        waiting = [store.append("bakito", seq, [b"x"], 0) for seq in range(2000)]
        await store.close()
        assert all(done.done() and done.exception() is None for done in waiting)
        assert len(backend.rows()) == 2000
        with pytest.raises(StoreFailed):
            await store.append("bakito", 2000, [b"x"], 0)
        with pytest.raises(StoreFailed):
            await store.read("bakito")
        await store.close()

    loop.run(run())


def test_whoever_does_not_wait_for_an_append_disturbs_nobody(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            store.append("bakito", 0, [b"a"], 0).cancel()
            await store.append("bakito", 1, [b"b"], 0)
            assert await store.read("bakito") == [b"a", b"b"]

    loop.run(run())


def test_tables_are_listed_the_one_touched_last_first(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            assert await store.tables() == []
            await store.append("old", 0, [b"a", b"b"], 10.0)
            await store.append("new", 0, [b"a"], 20.0)
            await store.append("old", 2, [b"c"], 15.0)
            assert await store.tables() == [StoredTable("new", 1, 20.0, 20.0), StoredTable("old", 3, 10.0, 15.0)]

    loop.run(run())


def test_of_two_programs_that_write_the_same_number_one_is_told(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as here, opened(backend) as there:
            await here.append("bakito", 0, [b"opened"], 0)
            await here.release("bakito")
            await there.append("bakito", 1, [b"there"], 0)
            with pytest.raises(AppendConflict):
                await here.append("bakito", 1, [b"here"], 0)
            with pytest.raises(StoreFailed):  # What followed on it is not written on top of somebody else's entry.
                await here.append("bakito", 2, [b"here, too"], 0)
            await here.append("another", 0, [b"not concerned"], 0)
            here.mend("bakito")
            assert await here.read("bakito") == [b"opened", b"there"]
            await there.release("bakito")
            await here.append("bakito", 2, [b"here"], 0)
            with pytest.raises(AppendConflict):
                await there.append("bakito", 2, [b"there", b"and more"], 0)
            assert await there.read("bakito") == [b"opened", b"there", b"here"]

    loop.run(run())


def test_two_programs_that_race_never_write_twice_and_never_leave_a_hole(backend: Backend) -> None:
    async def player(store: Store, name: str, wins: list[bytes]) -> None:
        """Write as a table would: as the next entry, again and again, after looking what is there if overtaken."""
        seq = 0
        for turn in range(60):
            line = f"{name} {turn}".encode()
            while True:
                try:
                    await store.append("bakito", seq, [line], 0)
                except AppendConflict:
                    store.mend("bakito")
                    seq = len(await store.read("bakito"))
                else:
                    wins.append(line)
                    seq += 1
                    await store.release("bakito")
                    break

    async def run() -> None:
        async with opened(backend) as here, opened(backend) as there:
            mine: list[bytes] = []
            theirs: list[bytes] = []
            await asyncio.gather(player(here, "here", mine), player(there, "there", theirs))
            written = await here.read("bakito")
            assert len(written) == 120
            assert [line for line in written if line.startswith(b"here")] == mine
            assert [line for line in written if line.startswith(b"there")] == theirs

    loop.run(run())


def test_one_that_is_taken_does_not_spoil_the_commit_of_others(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("a", 0, [b"0", b"1"], 0)
            together = [
                store.append("b", 0, [b"0"], 0),
                store.append("a", 1, [b"taken", b"and what follows"], 0),
                store.append("c", 0, [b"0"], 0),
                store.append("a", 2, [b"would fit, but rests on what was not written"], 0),
                store.append("b", 1, [b"1"], 0),
            ]
            outcomes = await asyncio.gather(*together, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [
                type(None),
                AppendConflict,
                type(None),
                StoreFailed,
                type(None),
            ]
            assert await store.read("a") == [b"0", b"1"]
            assert await store.read("b") == [b"0", b"1"]
            assert await store.read("c") == [b"0"]

    loop.run(run())


def test_a_table_that_another_program_took_away_is_noticed_at_the_next_entry(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            for table in ("bakito", "dodulu"):
                await store.append(table, 0, [b"a"], 1.0)
                await store.append(table, 1, [b"b", b"c"], 1.0)
            backend.execute("DELETE FROM log WHERE tbl = 'bakito'")
            gone, there = store.append("bakito", 3, [b"d"], 2.0), store.append("dodulu", 3, [b"d"], 2.0)
            with pytest.raises(AppendConflict):
                await gone
            await there
            assert [row[:2] for row in backend.rows()] == [("dodulu", seq) for seq in range(4)]

    loop.run(run())


def test_of_two_entries_with_the_same_number_in_one_commit_the_first_is_kept(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"a"], 1.0)
            await store.append("dodulu", 0, [b"a"], 1.0)
            first, second = store.append("bakito", 1, [b"b"], 1.0), store.append("bakito", 1, [b"c"], 1.0)
            other = store.append("dodulu", 1, [b"b"], 1.0)
            await first
            with pytest.raises(AppendConflict):
                await second
            await other
            assert backend.rows()[1] == ("bakito", 1, b"b")

    loop.run(run())


def test_nothing_is_written_behind_a_hole(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            for lines in ([b"x"], [b"x", b"y"]):
                with pytest.raises(AppendConflict):
                    await store.append("bakito", 1, lines, 0)
                store.mend("bakito")
            assert backend.rows() == []
            await store.append("bakito", 0, [b"a"], 0)
            with pytest.raises(AppendConflict):
                await store.append("bakito", 2, [b"c"], 0)
            store.mend("bakito")
            await store.append("bakito", 1, [b"b"], 0)
            # The operator removes the table while it is played at.
            with backend.admin() as admin:
                assert admin.expire(before=1.0) == 1
            with pytest.raises(AppendConflict):
                await store.append("bakito", 2, [b"c"], 0)
            assert backend.rows() == []

    loop.run(run())


def test_a_hole_that_somebody_made_by_hand_is_not_read_over(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"a", b"b", b"c"], 0)
            backend.execute("DELETE FROM log WHERE seq = 1")
            with pytest.raises(StoreFailed, match="entry 1 of table bakito is missing"):
                await store.read("bakito")
            assert await store.read("bakito", since=2) == [b"c"]
            with pytest.raises(AppendConflict):  # The second of these does not fit, so the first is not written either.
                await store.append("bakito", 1, [b"x", b"y"], 0)
            assert backend.rows() == [("bakito", 0, b"a"), ("bakito", 2, b"c")]

    loop.run(run())


def test_what_cannot_be_stored_at_all_fails_and_the_writer_goes_on(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            with pytest.raises(StoreFailed):
                await store.append("bakito", 2**70, [b"a"], 0)
            with pytest.raises(StoreFailed):
                await store.append("\ud800", 0, [b"a"], 0)
            await store.append("another", 0, [b"a"], 0)

    loop.run(run())


def test_a_table_may_be_reserved_and_released_again(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as here, opened(backend) as there:
            assert await here.acquire("bakito")
            assert await here.acquire("bakito")
            await here.append("bakito", 0, [b"a"], 0)
            await here.release("bakito")
            await here.release("bakito")
            assert await there.acquire("bakito")
            await there.append("bakito", 1, [b"b"], 0)
            await there.release("bakito")
            await here.append("bakito", 2, [b"c"], 0)
            assert await there.read("bakito") == [b"a", b"b", b"c"]

    loop.run(run())


# Together


def test_of_several_entries_all_are_written_or_none(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"a", b"b", b"c"], 0)
            with pytest.raises(AppendConflict):
                await store.append("bakito", 2, [b"taken", b"free", b"free"], 0)
            assert await store.read("bakito") == [b"a", b"b", b"c"]

    loop.run(run())


def test_what_follows_on_each_other_may_wait_together(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await asyncio.gather(
                store.append("bakito", 0, [b"a", b"b"], 0),
                store.append("dodulu", 0, [b"a"], 0),
                store.append("bakito", 2, [b"c"], 0),
                store.append("dodulu", 1, [b"b", b"c"], 0),
            )
            assert await store.read("bakito") == await store.read("dodulu") == [b"a", b"b", b"c"]

    loop.run(run())


def test_a_table_that_failed_stays_so_until_it_is_mended(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"a"], 0)
            with pytest.raises(AppendConflict):
                await store.append("bakito", 0, [b"taken"], 0)
            for _ in range(2):
                with pytest.raises(StoreFailed, match="an entry before was not written"):
                    await store.append("bakito", 1, [b"b"], 0)
            assert await store.read("bakito") == [b"a"]
            store.mend("bakito")
            await store.append("bakito", 1, [b"b"], 0)
            assert await store.read("bakito") == [b"a", b"b"]

    loop.run(run())


# Read


def test_a_long_log_is_read_in_slices(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            lines = [str(number).encode() for number in range(25)]
            await store.append("bakito", 0, lines, 0)
            await store.append("bakito-2", 0, [b"of another table"], 0)
            assert await store.read("bakito", 0, 10) == lines[:10]
            assert await store.read("bakito", 10, 10) == lines[10:20]
            assert await store.read("bakito", 20, 10) == lines[20:]
            assert await store.read("bakito", 25, 10) == []
            assert await store.read("bakito", 5, 0) == []

    loop.run(run())


def test_bytes_and_times_come_back_as_they_were(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            lines = [b"", bytes(range(256)), "é\N{NO-BREAK SPACE}✓".encode(), bytes(300_000)]
            await store.append("bakito", 0, lines, 1_700_000_000.123456)
            assert await store.read("bakito") == lines
            assert await store.tables() == [StoredTable("bakito", 4, 1_700_000_000.123456, 1_700_000_000.123456)]

    loop.run(run())


def test_tables_touched_at_the_same_time_are_listed_by_name(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            names = ["b", "a-b", "B", "ab", "é", "a"]
            await asyncio.gather(*(store.append(name, 0, [b"x"], 5) for name in names))
            assert [found.table for found in await store.tables()] == sorted(names)  # By code point.

    loop.run(run())


# Snapshots


def snapshot(game: int, seq: int, news: int = 0) -> Snapshot:
    return Snapshot(game=game, seq=seq, news=news, state=f"before {game}".encode())


def test_the_latest_snapshot_that_is_not_later_is_found(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            assert await store.snapshot("bakito", ANY, ANY) is None
            taken = [snapshot(game, 2 * game, 10 * game) for game in range(1, 4)]
            await store.append("bakito", 0, [b"x"] * 8, 0, taken)
            await store.append("another", 0, [b"x"], 0, [snapshot(9, 0)])
            assert await store.snapshot("bakito", ANY, ANY) == taken[2]
            assert await store.snapshot("bakito", 2, ANY) == taken[1]
            assert await store.snapshot("bakito", ANY, 29) == taken[1]
            assert await store.snapshot("bakito", ANY, 20) == taken[1]
            assert await store.snapshot("bakito", 3, 19) == taken[0]
            assert await store.snapshot("bakito", 0, ANY) is None
            assert await store.snapshot("bakito", ANY, 9) is None

    loop.run(run())


def test_a_snapshot_of_an_entry_that_is_not_there_is_left_out(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"x", b"y"], 0, [snapshot(1, 1), snapshot(2, 2)])
            await store.append("nobody", 5, [], 0, [snapshot(1, 4)])
            assert await store.snapshot("bakito", ANY, ANY) == snapshot(1, 1)
            assert await store.snapshot("nobody", ANY, ANY) is None

    loop.run(run())


def test_snapshots_may_be_added_later_and_replaced(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"x", b"y", b"z"], 0, [snapshot(1, 1)])
            await store.append("bakito", 3, [], 0, [snapshot(1, 2, 7), snapshot(2, 2)])
            assert await store.snapshot("bakito", 1, ANY) == snapshot(1, 2, 7)
            assert await store.snapshot("bakito", 2, ANY) == snapshot(2, 2)
            await store.append("bakito", 3, [b"goes on"], 0)
            assert len(await store.read("bakito")) == 4

    loop.run(run())


def test_a_snapshot_is_not_written_with_an_entry_that_conflicts(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"x", b"y"], 0)
            outcomes = await asyncio.gather(
                store.append("bakito", 1, [b"taken"], 0, [snapshot(1, 1)]),
                store.append("bakito", 2, [b"rests on it"], 0, [snapshot(2, 1)]),
                store.append("another", 0, [b"x"], 0, [snapshot(1, 0)]),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes] == [AppendConflict, StoreFailed, type(None)]
            assert await store.snapshot("bakito", ANY, ANY) is None
            assert await store.snapshot("another", ANY, ANY) == snapshot(1, 0)

    loop.run(run())


# Health


def test_a_store_that_failed_is_healthy_again_when_it_can_be_written(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"a"], 0)
            await store.check()
            backend.execute("ALTER TABLE log RENAME TO elsewhere")
            with pytest.raises(StoreFailed):
                await store.append("bakito", 1, [b"b"], 0)
            for failing in (store.check, store.tables, lambda: store.read("bakito")):
                with pytest.raises(StoreFailed):
                    await failing()
            backend.execute("ALTER TABLE elsewhere RENAME TO log")
            await store.check()
            store.mend("bakito")
            await store.append("bakito", 1, [b"b"], 0)
            assert await store.read("bakito") == [b"a", b"b"]

    loop.run(run())


# Administration


def test_an_operator_sees_the_same_tables(backend: Backend) -> None:
    async def run() -> None:
        with backend.admin() as admin:
            admin.verify()
            assert admin.tables() == []
        async with opened(backend) as store:
            await store.append("old", 0, [b"a", b"b"], 10.0)
            await store.append("new", 0, [b"a"], 20.0)
            with backend.admin() as admin:
                admin.verify()
                assert admin.tables() == await store.tables()
                assert [found.table for found in admin.tables()] == ["new", "old"]

    loop.run(run())


def test_an_operator_reads_all_that_is_kept_of_a_table(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"a", b"\0\xff"], 1.5, [snapshot(2, 1, 7), snapshot(1, 0)])
            await store.append("bakito", 2, [b"c"], 2.25)
            await store.append("another", 0, [b"x"], 0, [snapshot(1, 0)])
            log = [StoredEntry(0, 1.5, b"a"), StoredEntry(1, 1.5, b"\0\xff"), StoredEntry(2, 2.25, b"c")]
            with backend.admin() as admin:
                assert admin.entries("bakito", 0, 9) == log
                assert admin.entries("bakito", 1, 1) == log[1:2]
                assert admin.entries("bakito", 3, 9) == admin.entries("nobody", 0, 9) == []
                assert admin.snapshots("bakito") == [snapshot(1, 0), snapshot(2, 1, 7)]
                assert admin.snapshots("nobody") == []
                backend.execute("DELETE FROM log WHERE tbl = 'bakito' AND seq = 1")
                assert admin.entries("bakito", 0, 2) == [log[0], log[2]]  # A hole is for whoever reads to judge.

    loop.run(run())


def test_what_is_read_together_is_of_one_moment_while_others_write(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"a"], 1.0)
            with backend.admin() as admin:
                with admin.consistent():
                    before = admin.tables()
                    await store.append("bakito", 1, [b"b"], 2.0, [snapshot(1, 1)])
                    await store.append("another", 0, [b"x"], 2.0)
                    assert admin.tables() == before
                    assert len(admin.entries("bakito", 0, 9)) == 1
                    assert admin.snapshots("bakito") == []
                assert len(admin.tables()) == 2
                assert admin.snapshots("bakito") == [snapshot(1, 1)]

    loop.run(run())


def test_tables_that_expire_are_removed_with_their_snapshots(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            for table, at in (("old", 10.0), ("older", 5.0), ("new", 20.0)):
                await store.append(table, 0, [b"a", b"b"], 1.0, [snapshot(1, 1)])
                await store.append(table, 2, [b"c"], at)
            with backend.admin() as admin:
                assert admin.expire(before=15.0) == 2
                assert admin.expire(before=15.0) == 0
            assert [found.table for found in await store.tables()] == ["new"]
            for table in ("old", "older"):
                assert await store.read(table) == []
                assert await store.snapshot(table, ANY, ANY) is None
            assert await store.snapshot("new", ANY, ANY) == snapshot(1, 1)
            await store.append("new", 3, [b"d"], 21.0)
            with pytest.raises(AppendConflict):
                await store.append("old", 3, [b"d"], 21.0)
            store.mend("old")
            await store.append("old", 0, [b"a table of the same name"], 22.0)

    loop.run(run())


def test_a_copy_is_a_file_with_all_tables_and_snapshots(backend: Backend, tmp_path: Path) -> None:
    async def run() -> None:
        copy = tmp_path / "copy.db"
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"a", b"\0\xff"], 1.5, [snapshot(1, 1)])
            await store.append("dodulu", 0, [b"a"], 2.5)
            with backend.admin() as admin:
                admin.backup(copy)
                for target in (copy, tmp_path / "nowhere" / "copy.db"):
                    with pytest.raises(Refused):
                        admin.backup(target)
            listed = await store.tables()
        async with opened(SqliteBackend(copy)) as found:
            assert await found.tables() == listed
            assert await found.read("bakito") == [b"a", b"\0\xff"]
            assert await found.snapshot("bakito", ANY, ANY) == snapshot(1, 1)
        assert copy.stat().st_mode & 0o077 == 0
        assert {each.name for each in tmp_path.glob("*copy*")} == {"copy.db"}

    loop.run(run())
