"""Only what is kept shows, and numbers tell nothing: what a stranger sees while the disk fails or a mind changes."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tacora.client import seat_at
from tacora.game import Refused
from tacora.server.domain import log
from tacora.server.domain.room import Room
from tacora.server.http.state import Server
from tacora.server.live import recovery
from tacora.server.live.attendance import Timeouts
from tacora.server.live.bots import Bots
from tacora.server.live.limits import UNLIMITED
from tacora.server.live.table import LiveTable
from tacora.server.storage.folding import SLICE
from tacora.server.storage.sqlite import SqliteStore
from tacora.server.storage.store import StoreFailed
from tests.server.full_disk import full_disk
from tests.server.serving import QUICK, Serving, over_sockets, until

TINY = {"edition": "tiny", "seats": 3}
BOTS = {"rules": TINY, "manners": {"thinking": False}, "bots": ["never"] * 3}


@over_sockets
async def test_what_could_not_be_kept_shows_nowhere(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY, listed=True)
        async with serving.player(table.table) as watcher, serving.connection() as newcomer:
            async with serving.player(table.table, table.host) as ana:
                with full_disk(serving):
                    await ana.send("sit", name="Ghost")
                    assert await until(lambda: serving.live(table.table)._reading is not None)
                    heard = serving.server.registry.wishes
                    await newcomer.send("hello", table=table.table)
                    assert await until(lambda: serving.server.registry.wishes > heard)
                    await ana.socket.close()  # So that everybody hears who is there.
                    live = serving.live(table.table)
                    assert await until(lambda: len(live.sessions) == 1 and not live._presence.due)
                    assert not newcomer.texts
                    assert serving.get(f"/api/tables/{table.table}").json()["players"] == []
                    assert serving.get("/api/tables").json()[0]["players"] == []
                    assert serving.live(table.table).room.chairs[0] is not None
            await watcher.hear("error", code="not-kept")
            await newcomer.hear("now")
            assert not [text for text in (*watcher.texts, *newcomer.texts) if "Ghost" in text]
            await watcher.sit("Ben")
            assert serving.get(f"/api/tables/{table.table}").json()["players"] == ["Ben"]
            assert serving.get("/api/tables").json()[0]["players"] == ["Ben"]


@over_sockets
async def test_while_the_store_cannot_be_read_either_all_are_told_that_the_table_waits_and_later_what_became_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "PAUSE", 0.01)
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY)
        registry, tried, mended = serving.server.registry, list[str](), threading.Event()
        read = registry.read

        async def unreadable(name: str) -> Room:
            tried.append(name)
            if not mended.is_set():
                raise StoreFailed("the disk is gone")
            return await read(name)

        registry.read = unreadable  # type: ignore[method-assign]
        async with (
            serving.player(table.table, table.host) as ana,
            serving.player(table.table) as watcher,
            seat_at(serving.address, table.table, "Owl") as owl,
        ):
            asked = asyncio.ensure_future(anext(owl.decisions()))
            with full_disk(serving):
                await ana.send("sit", name="Ana")
                assert await until(lambda: len(tried) > 3)
            for each in (ana, watcher):
                await each.settled()
                assert [frame["code"] for frame in each.of("error")] == ["store-away"]
            mended.set()
            for each in (ana, watcher):
                await each.hear("error", code="not-kept")
                assert len(each.of("error")) == 2
            for name in ("Ana", "Ben"):
                await ana.sit(name)
            await ana.send("start")
            assert (await asked).seat == owl.seat


@over_sockets
async def test_nobody_hears_how_many_think_of_decisions_that_were_not_kept(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table, table.host) as ana, serving.player(table.table) as watcher:
            for name in ("Ana", "Ben", "Cleo"):
                await ana.sit(name)
            await ana.send("start")
            step = await ana.hear("step")
            await watcher.hear("step")
            with full_disk(serving):
                await ana.decide(step, 0)
                live = serving.live(table.table)
                assert await until(lambda: live._reading is not None and not live._count.due)
                await watcher.settled()
                heard = len(watcher.of("thinking"))
            await watcher.hear("error", code="not-kept")
            assert heard == 0
            assert (await watcher.hear("thinking"))["left"] == 3


@over_sockets
async def test_numbers_do_not_tell_of_a_change_of_mind(serving: Serving) -> None:
    numbers = []
    for minds in (1, 5):
        table = serving.open_calm(rules={"edition": "schmidt-2005", "seats": 3})
        async with serving.player(table.table, table.host) as ana:
            for name in ("Ana", "Ben", "Cleo"):
                await ana.sit(name)
            await ana.send("start")
            step = await ana.hear("step")
            for change in range(minds):
                await ana.decide(step, 0, "L" if change % 2 else "C")
                await ana.hear("thinking")
            async with serving.player(table.table) as stranger:
                told = [stranger.of("now")[0]["seq"]]
            for seat in (1, 2):
                await ana.decide(step, seat, "C")
            told.append((await ana.hear("step"))["decision"])
            await ana.send("speak", seat=0, phrase="hello")
            told.append((await ana.hear("spoken"))["seq"])
            numbers.append(told)
    assert numbers == [[1, 2, 3]] * 2


@over_sockets
async def test_where_bots_play_the_next_game_waits_a_moment(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", timeouts=Timeouts(rematch=1000)) as serving:
        table = serving.open(**BOTS)
        async with serving.player(table.table, table.host) as host:
            await host.send("start")
            await host.hear("over")
            entries = serving.live(table.table).room.seq
            assert (await host.ask("start"))["code"] == "too-soon"
            assert serving.live(table.table).room.seq == entries
            serving.inside(_later(serving.live(table.table), 1000))
            await host.send("start")
            await host.hear("over", game=2)
        table = serving.open(rules=TINY)
        async with serving.player(table.table, table.host) as people:
            for name in ("Ana", "Ben", "Cleo"):
                await people.sit(name)
            for game in (1, 2):
                await people.send("start")
                while (frame := await people.hear("step", "over"))["type"] == "step":
                    for seat in map(int, frame.get("legal", {})):
                        await people.decide(frame, seat, "L")
                assert frame["game"] == game


async def _forgotten(serving: Serving, table: str) -> None:
    del serving.server.registry.tables[table]


async def _later(table: LiveTable, seconds: float) -> None:
    table.dealt_at -= seconds


def test_a_long_table_is_read_while_others_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @over_sockets
    async def run() -> None:
        with Serving(tmp_path / "tables.db") as serving:
            table = serving.open(rules=TINY)
            entries = [log.Settled(time_control=log.TimeControl(clock=1 + n % 9)) for n in range(4 * SLICE)]
            store = serving.server.registry.store
            asked: list[tuple[int, int | None]] = []
            serving.inside(store.append(table.table, 1, list(map(log.written, entries)), time.time()))
            serving.inside(_forgotten(serving, table.table))
            read = SqliteStore.read

            async def watched(self: SqliteStore, name: str, since: int = 0, most: int | None = None) -> list[bytes]:
                asked.append((since, most))
                return await read(self, name, since, most)

            monkeypatch.setattr(SqliteStore, "read", watched)
            room: Room = serving.inside(serving.server.registry.read(table.table))
            assert room.seq == 1 + len(entries)
            assert asked == [(since, SLICE) for since in range(0, 4 * SLICE + 1, SLICE)]
            async with serving.player(table.table, since=0) as watcher:
                assert watcher.of("table")[0]["clock"] == entries[-1].time_control.clock
            assert all(most is not None for _, most in asked)

    run()


@over_sockets
async def test_the_crowd_is_counted_when_somebody_has_heard_all(
    tmp_path: Path,
) -> None:
    with Serving(tmp_path / "tables.db", dataclasses.replace(UNLIMITED, watchers=2), QUICK) as serving:
        table = serving.open(**BOTS)
        async with serving.player(table.table, table.host) as host:
            for _ in range(5):
                await host.send("start")
                await host.hear("over")
            await host.send("stand", seat=0)
            await host.sit("Ana")
            async with contextlib.AsyncExitStack() as stack:
                guests = [await stack.enter_async_context(serving.connection()) for _ in range(12)]
                for guest in guests:
                    await guest.send("hello", table=table.table, since=0)
                answers = [await guest.hear("now", "error") for guest in guests]
                assert sum(answer["type"] == "now" for answer in answers) == 2
                assert {answer.get("code") for answer in answers} == {None, "crowded"}
                watching = [c for c in serving.live(table.table).sessions if not c.recipient.seats]
                assert len(watching) == 2


def test_whoever_waits_for_a_table_that_was_taken_away_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[object] = []
    wait_for_one = asyncio.wait

    async def counted(what: list[asyncio.Future[None]], timeout: float | None = None) -> object:
        waited.append(what)
        assert len(waited) < 10, "it waits for what is over"
        return await wait_for_one(what, timeout=timeout)

    with Serving(tmp_path / "tables.db", timeouts=Timeouts(store=1000)) as serving:
        table = serving.live(serving.open(rules=TINY).table)
        server: Server = serving.server

        async def wait() -> None:
            table.outbox.send_when(_failed(), partial(table._on_kept, None, table.room.news))
            await asyncio.sleep(0)
            server.registry.read = _gone  # type: ignore[method-assign]
            with monkeypatch.context() as patch:
                patch.setattr(asyncio, "wait", counted)
                with pytest.raises(Refused) as refused:
                    await table._all_kept()
            assert refused.value.code == "not-kept"

        serving.inside(wait())
        assert len(waited) == 1
        assert table._reading is None


def _failed() -> asyncio.Future[None]:
    failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    failed.set_exception(StoreFailed("the disk is full"))
    return failed


async def _gone(name: str) -> Room:
    raise Refused("no-such-table", table=name)


@over_sockets
async def test_a_bot_that_breaks_takes_its_table_out_of_memory_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "tacora.server")
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY, bots=["never"] * 3)
        async with serving.player(table.table, table.host) as host:
            monkeypatch.setattr(Bots, "_ask", lambda *_: 1 // 0)
            commit = SqliteStore._commit

            def slowly(*given: Any) -> Any:
                time.sleep(0.5)
                return commit(*given)

            # Whoever comes back must not miss what is still on its way to the disk.
            monkeypatch.setattr(SqliteStore, "_commit", slowly)
            await host.send("start")
            assert await host.code() == 1013
        monkeypatch.undo()
        async with serving.player(table.table, table.host) as back:
            await back.hear("over")


@over_sockets
async def test_a_table_that_a_newer_program_goes_on_with_is_let_go(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "tacora.server")
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table, table.host) as ana:
            await ana.sit("Ana")
            room = serving.live(table.table).room
            newer = log.written(log.Dealt(seed="00" * 32, rules_version=2))

            async def overtake() -> None:
                other = SqliteStore(tmp_path / "tables.db")
                await other.append(table.table, room.seq, [newer], 0)
                await other.close()

            serving.inside(overtake())
            await ana.send("speak", seat=0, phrase="hello")
            assert await ana.code() == 1013
        assert table.table not in serving.server.registry.tables
        async with serving.connection() as back:
            await back.send("hello", table=table.table, tokens=[table.host])
            assert "newer version" in (await back.hear("error", code="unreadable-log"))["say"]
        answer = serving.get(f"/api/tables/{table.table}")
        assert (answer.status_code, answer.json()["code"]) == (500, "unreadable-log")
