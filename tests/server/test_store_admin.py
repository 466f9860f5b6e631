"""An operator sees, copies and removes what every store keeps, while servers use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacora.game import Refused
from tacora.server.storage.store import AppendConflict, StoredEntry
from tests import loop
from tests.server.backends import ANY, Backend, SqliteBackend, opened, snapshot


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


def test_tables_that_expire_are_removed_with_their_snapshots_and_reviews(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            for table, at in (("old", 10.0), ("older", 5.0), ("new", 20.0)):
                await store.append(table, 0, [b"a", b"b"], 1.0, [snapshot(1, 1)])
                await store.append(table, 2, [b"c"], at)
                await store.keep_review(table, 1, b"weighed")
            with backend.admin() as admin:
                assert admin.expire(before=15.0) == 2
                assert admin.expire(before=15.0) == 0
            assert [found.table for found in await store.tables()] == ["new"]
            for table in ("old", "older"):
                assert await store.read(table) == []
                assert await store.snapshot(table, ANY, ANY) is None
                assert await store.review(table, 1) is None
            assert await store.snapshot("new", ANY, ANY) == snapshot(1, 1)
            assert await store.review("new", 1) == b"weighed"
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
