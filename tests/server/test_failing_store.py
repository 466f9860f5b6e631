"""A store that fails at any place: nobody is told what is not kept, and the game goes on as it would have."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from tacora.client import TableConnection
from tacora.protocol import Now, Over, Start, Step
from tacora.server.live import recovery
from tacora.server.live.table import LiveTable
from tacora.server.storage.sqlite import SqliteStore
from tests.server.serving import HELD, Player, Serving, Told, over_sockets, until

BOX = {"edition": "schmidt-2005", "seats": 3}
PLAN = ["CCC", "CCL", "LL"]
"""What those who are inside decide, step by step, in the first cave."""


def fail_at(store: SqliteStore, numbers: set[int]) -> Callable[[], int]:
    """Have these commits fail, counted from now on; tells how many there were."""
    commit, count = store._commit, itertools.count()
    seen = [0]

    def fail(database: Any, batch: list[Any]) -> list[Any]:
        seen[0] += 1
        if next(count) in numbers:
            raise OSError("the disk is full")
        return commit(database, batch)

    store._commit = fail  # type: ignore[method-assign]
    return lambda: seen[0]


async def decided(player: Player, step: Told, seat: int, action: str) -> None:
    """Seal a decision, again until it is kept."""
    while True:
        await player.decide(step, seat, action)
        while True:
            frame = await player.hear("thinking", "step", "error")
            if frame["type"] == "error" and frame["code"] == "not-kept":
                break
            if frame["type"] == "step" and frame["decision"] != step["decision"]:
                player.unread -= 1
                return
            if frame["type"] == "thinking" and frame.get("sealed", {}).get(str(seat)) == action:
                return


async def ask_on(player: Player) -> None:
    """Ask about the cave all the time, also while the table is read again."""
    while True:
        await player.send("ask", about="cave")
        await asyncio.sleep(0.004)


def answered(frames: list[Told]) -> set[tuple[str, str]]:
    """Each answer with the step that was told before it."""
    found, step = set(), ""
    for frame in frames:
        if frame["type"] == "step":
            step = frame["say"]
        elif frame["type"] == "answer":
            found.add((step, frame["say"]))
    return found


async def played(serving: Serving, calm: bool = False) -> tuple[list[str], set[tuple[str, str]], list[str]]:
    """The first cave: what a watcher heard of it, what was answered when, and what is told to whoever comes later."""
    table = serving.open_calm(rules=BOX)
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as watcher:
        for name in ("Ana", "Ben", "Cleo"):
            await ana.sit(name)
        asking = asyncio.create_task(asyncio.sleep(0) if calm else ask_on(watcher))
        step: Told = {"type": "error"}
        while step["type"] == "error":
            await ana.send("start")
            step = await ana.hear("step", "error")
        for plan in PLAN:
            if calm:
                await watcher.send("ask", about="cave")
                await watcher.hear("answer")
            for seat, action in zip(map(int, step["legal"]), plan, strict=True):
                await decided(ana, step, seat, action)
            asked = step["decision"]
            step = await ana.until(lambda frame, asked=asked: frame["decision"] != asked, "step")  # type: ignore[misc]
        await until(lambda: serving.live(table.table)._reading is None)
        if calm:
            await watcher.send("ask", about="cave")
            await watcher.hear("answer")
        asking.cancel()
        await watcher.settled()
        answers = answered(watcher.frames)
    async with serving.player(table.table, since=0) as late:
        kept = list(dict.fromkeys(frame["say"] for frame in late.of("step")))
    return list(dict.fromkeys(frame["say"] for frame in watcher.of("step"))), answers, kept


COMMITS = 13
"""Of a game that nothing disturbs: the deal, and what is sealed or opened."""


@pytest.mark.sample(2)
@pytest.mark.parametrize("first", range(0, COMMITS, 4))
def test_a_store_that_fails_at_any_place_changes_nothing_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    monkeypatch.setattr(recovery, "PAUSE", 0.05)

    @over_sockets
    async def run() -> None:
        with Serving(tmp_path / "whole.db") as serving:
            whole, answers, _ = await played(serving, calm=True)
            assert len(answers) == len(whole), "one answer to each step"
        for at in range(first, first + 4):
            with Serving(tmp_path / f"{at}.db") as serving:
                store = serving.server.registry.store
                assert isinstance(store, SqliteStore)
                serving.inside(_ready(serving))
                seen = fail_at(store, {4 + at, 4 + at + 1})  # Not while the table is opened and people sit down.
                told, said, kept = await played(serving)
                assert seen() > 4
            assert kept == whole
            assert told == whole, "nothing is told that was not kept"
            assert said
            assert said <= answers, "nor answered"

    run()


async def _ready(serving: Serving) -> None:
    await serving.server.registry.store.check()


@over_sockets
async def test_a_refusal_does_not_tell_of_what_was_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has the name after all."""
    monkeypatch.setattr(recovery, "PAUSE", 0.05)
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=BOX)
        async with serving.player(table.table) as ana, serving.player(table.table) as other:
            async with failing_slowly(serving) as begun:
                await ana.send("sit", name="Ana")
                assert await asyncio.to_thread(begun.wait, HELD)
                await other.send("sit", name="Ana")
                await other.settled()
                assert other.of("error") == []
            assert (await other.hear("error"))["code"] == "not-kept"
            await until(lambda: serving.live(table.table)._reading is None)
            await other.sit("Ana")


@over_sockets
async def test_a_table_that_breaks_while_something_is_written_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a mistake")

    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=BOX)
        async with (
            serving.player(table.table) as ana,
            serving.player(table.table) as other,
            failing_slowly(serving) as begun,
        ):
            await ana.send("sit", name="Ana")
            assert await asyncio.to_thread(begun.wait, HELD)
            monkeypatch.setattr(LiveTable, "_take_in", broken)
            await other.send("sit", name="Ben")
            assert (await other.hear("error"))["code"] == "broken"


@contextlib.asynccontextmanager
async def failing_slowly(serving: Serving) -> AsyncIterator[threading.Event]:
    """Meanwhile commits begin, and do not end; afterwards they have failed, and others do not."""
    store, begun, go_on = serving.server.registry.store, threading.Event(), threading.Event()
    assert isinstance(store, SqliteStore)

    def fail(*_: object) -> list[Any]:
        begun.set()
        assert go_on.wait(HELD)
        raise OSError("the disk is full")

    commit, store._commit = store._commit, fail  # type: ignore[method-assign,assignment]
    try:
        yield begun
    finally:
        store._commit = commit  # type: ignore[method-assign]
        go_on.set()


def fail_after(store: SqliteStore, numbers: set[int]) -> None:
    """Have these commits keep everything and fail all the same, as if the line to a database were lost just then."""
    commit, count = store._commit, itertools.count()

    def fail(database: Any, batch: list[Any]) -> list[Any]:
        outcomes = commit(database, batch)
        if next(count) in numbers:
            raise OSError("the connection was lost")
        return outcomes

    store._commit = fail  # type: ignore[method-assign]


@pytest.mark.sample(2)
@pytest.mark.parametrize("numbers", [{0}, {1}, set(range(0, 100, 2)), set(range(100))], ids=["0", "1", "some", "all"])
def test_what_a_commit_kept_that_seemed_to_fail_is_told_whole_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numbers: set[int]
) -> None:
    """Bots that do not pause write several steps at once. Whoever was there comes back, and has missed none of them."""
    monkeypatch.setattr(recovery, "PAUSE", 0.05)

    @over_sockets
    async def run() -> None:
        with Serving(tmp_path / "tables.db") as serving:
            table = serving.open(rules=BOX, bots=["tortoise"] * 3, manners={"thinking": False})
            store = serving.server.registry.store
            assert isinstance(store, SqliteStore)
            connection, told = TableConnection(serving.address, table.table, [table.host]), list[int | None]()
            async with contextlib.aclosing(connection.news()) as news:
                async for frame in news:
                    if isinstance(frame, Now) and not told:
                        fail_after(store, numbers)
                        await connection.send(Start())
                        told.append(frame.seq)
                    elif isinstance(frame, Step):
                        told += [] if frame.seq is None else [frame.seq]  # None: the result follows.
                    elif isinstance(frame, Over):
                        told.append(frame.seq)
                        break
            assert told == list(range(len(told)))
            assert [line for line in serving.log if "could not be written" in line] or numbers == {1}

    run()
