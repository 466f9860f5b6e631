"""What every store keeps to: entries are durable, in order and without holes, and each failure is reported."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest

from tacora.server.storage.sql_log import SqlLog
from tacora.server.storage.store import AppendConflict, Store, StoredTable, StoreFailed
from tests import loop
from tests.server.backends import Backend, opened
from tests.server.database import PATIENCE

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


@pytest.mark.thorough
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


@pytest.mark.thorough
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


COUNTING = """
WITH RECURSIVE count (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM count WHERE number < {end})
SELECT max(number) FROM count
"""


def test_health_is_told_while_others_read_for_long(backend: Backend) -> None:
    """On a busy machine the first reading may be over by then; if health waited, all of them would be."""

    async def run() -> None:
        async with opened(backend) as store:
            assert isinstance(store, SqlLog)
            for end in (1_000_000, 5_000_000, 25_000_000):
                reading = asyncio.create_task(store._select(COUNTING.format(end=end), ()))
                await asyncio.sleep(0)
                await store.check()
                told_first = not reading.done()
                with contextlib.suppress(StoreFailed):  # A database stops what takes it long.
                    assert await reading == [(end,)]
                if told_first:
                    return
            raise AssertionError("health waits for whoever reads")

    loop.run(run())


def test_health_is_told_while_the_threads_that_all_share_are_busy(backend: Backend) -> None:
    async def run() -> None:
        go_on = threading.Event()
        async with opened(backend) as store:
            busy = [asyncio.get_running_loop().run_in_executor(None, go_on.wait) for _ in range(64)]
            try:
                async with asyncio.timeout(PATIENCE):
                    await store.check()
                    assert await store.read("nobody") == []
            finally:
                go_on.set()
                await asyncio.gather(*busy)

    loop.run(run())
