"""What many ask for is worked out once."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import segno

from tacora import protocol
from tacora.server.domain.tokens import Digest, digest
from tacora.server.frames.builder import LobbyEntry
from tacora.server.http import state
from tacora.server.http.cache import SharedCache
from tacora.server.http.finished import Finished, find_game
from tacora.server.http.replays import replayed
from tacora.server.live import table as live
from tacora.server.live.limits import UNLIMITED
from tacora.server.storage.store import Store
from tests.server.serving import Serving, over_sockets


class Work:
    """Counts how often it is done; ends when it is let go."""

    def __init__(self) -> None:
        self.done = 0
        self.go = asyncio.Event()

    async def __call__(self) -> int:
        self.done += 1
        await self.go.wait()
        return self.done


@over_sockets
async def test_whoever_asks_for_the_same_meanwhile_or_later_waits_for_the_same() -> None:
    cache, work = SharedCache[str, int](1), Work()
    asking = [asyncio.create_task(cache.get("a", work)) for _ in range(5)]
    await asyncio.sleep(0)
    asking[0].cancel()  # Who asked first goes away; the others still hear.
    work.go.set()
    assert await asyncio.gather(*asking[1:]) == [1] * 4
    assert await cache.get("a", work) == 1
    assert await cache.get("b", work) == 2
    assert ("a" in cache, "b" in cache) == (False, True)


@over_sockets
async def test_what_fails_is_tried_again() -> None:
    async def fail() -> int:
        raise LookupError("not yet")

    cache, work = SharedCache[str, int](1), Work()
    with pytest.raises(LookupError, match="not yet"):
        await cache.get("a", fail)
    work.go.set()
    assert await cache.get("a", work) == 1


def test_the_schema_and_qr_codes_are_made_once_and_for_tables_that_there_are(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make = segno.make

    def counted(link: str, **how: Any) -> segno.QRCode:
        made.append(link)
        return make(link, **how)

    monkeypatch.setattr(segno, "make", counted)
    assert protocol.schema_text() is protocol.schema_text()
    table = serving.open()
    drawn = [serving.get(f"/t/{table.table}/qr.svg") for _ in range(2)]
    assert [each.status_code for each in drawn] == [200, 200]
    assert drawn[0].content == drawn[1].content
    assert len(made) == 1
    assert serving.get("/t/bakitolu/qr.svg").status_code == 404


def one_second(monkeypatch: pytest.MonkeyPatch, later: int) -> None:
    """For the caches time stands still, so much later than now."""
    then = time.monotonic() + later
    monkeypatch.setattr(state, "time", SimpleNamespace(monotonic=lambda: then, time=time.time))


def test_however_many_ask_for_its_health_the_store_is_asked_once_a_second(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    async def check() -> None:
        asked.append(1)

    one_second(monkeypatch, 5000)
    monkeypatch.setattr(serving.server.registry.store, "check", check)
    assert [serving.get("/healthz").status_code for _ in range(3)] == [200] * 3
    assert len(asked) == 1


@over_sockets
async def test_a_finished_game_is_looked_up_once_and_each_of_its_replays_worked_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []
    worked_out: list[str] = []

    async def find(store: Store, name: str, game: int) -> tuple[Finished, bytes]:
        found.append(game)
        return await find_game(store, name, game)

    def replay(record: bytes, seat: str, *more: Any) -> bytes:
        worked_out.append(seat)
        return replayed(record, seat, *more)

    monkeypatch.setattr(state, "find_game", find)
    monkeypatch.setattr(state, "replayed", replay)
    with Serving(tmp_path / "tables.db", dataclasses.replace(UNLIMITED, replays_per_minute=2)) as serving:
        opened = serving.open(rules={"edition": "tiny", "seats": 3}, bots=["badger"] * 3, manners={"thinking": False})
        async with serving.player(opened.table, opened.host) as host:
            await host.send("start")
            await host.hear("over")
        game = f"/api/tables/{opened.table}/games/1"
        for _ in range(2):
            for what in ("", "/record", "/replay", "/replay?seat=1"):
                assert serving.get(game + what).status_code == 200
        assert (found, worked_out) == ([1], ["", "1"])
        assert serving.get(f"{game}/replay?seat=2").json()["code"] == "too-many-replays"
        assert serving.get(f"{game}/replay?seat=1").status_code == 200  # It costs nothing any more.
        assert 'tacora_limited_total{code="too-many-replays"} 1' in serving.get("/metrics").text


@pytest.mark.parametrize(("few", "listed"), [(0, 1), (10**6, 2)])
def test_the_lobby_of_many_tables_is_made_once_a_second(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, few: int, listed: int
) -> None:
    made: list[int] = []
    lobby = serving.server.lobby.listed

    async def counted() -> list[LobbyEntry]:
        made.append(1)
        return await lobby()

    monkeypatch.setattr(state, "_FEW", few)
    one_second(monkeypatch, 1000 * (few + 1))
    monkeypatch.setattr(serving.server.lobby, "listed", counted)
    table = serving.open(listed=True)
    for _ in range(2):
        assert table.table in [entry["table"] for entry in serving.get("/api/tables").json()]
    assert len(made) == listed


@over_sockets
async def test_a_session_hashes_each_of_its_tokens_once(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []

    def counted(token: str) -> Digest:
        hashed.append(token)
        return digest(token)

    monkeypatch.setattr(live, "digest", counted)
    opened = serving.open(rules={"edition": "tiny", "seats": 3})
    async with serving.player(opened.table, opened.host, "x" * 32) as host:
        for name in ("Ana", "Ben", "Cleo"):
            await host.sit(name)
        assert hashed == [opened.host, "x" * 32]
