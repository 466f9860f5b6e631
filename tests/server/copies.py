"""Two stores, what is in them, and a copy of one into the other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

from tacora.server.storage.copying import TableCopy
from tacora.server.storage.opening import StorePlace
from tacora.server.storage.store import Snapshot
from tests import loop
from tests.server.backends import Backend, PostgresBackend, SqliteBackend, opened


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
