"""What a store keeps beside its logs and could make again: snapshots and reviews."""

from __future__ import annotations

import asyncio

import pytest

from tacora.server.storage.store import AppendConflict, StoreFailed
from tests import loop
from tests.server.backends import ANY, Backend, opened, snapshot


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


def test_a_review_is_kept_for_whoever_opens_the_store_later(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"x"], 0)
            await store.keep_review("bakito", 1, b"first")
            await store.keep_review("bakito", 2, b"second")
            await store.keep_review("bakito", 2, b"second, again")
            await store.append("bakito", 1, [b"goes on"], 0)
        async with opened(backend) as store:
            assert await store.review("bakito", 1) == b"first"
            assert await store.review("bakito", 2) == b"second, again"
            assert await store.review("bakito", 3) is None
            assert len(await store.read("bakito")) == 2

    loop.run(run())


def test_a_review_of_a_table_that_is_gone_is_not_kept(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.keep_review("nobody", 1, b"late")
            assert await store.review("nobody", 1) is None

    loop.run(run())


def test_a_review_that_cannot_be_kept_or_read_fails_and_spoils_nothing(backend: Backend) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append("bakito", 0, [b"x"], 0)
            backend.execute("DROP TABLE reviews")
            with pytest.raises(StoreFailed):
                await store.keep_review("bakito", 1, b"first")
            with pytest.raises(StoreFailed):
                await store.review("bakito", 1)
            await store.append("bakito", 1, [b"goes on"], 0)

    loop.run(run())
