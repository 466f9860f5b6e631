"""What many ask for is worked out once."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace

import pytest

from tacora import protocol
from tacora.server.domain.tokens import Digest, digest
from tacora.server.frames.builder import LobbyEntry
from tacora.server.http import state
from tacora.server.http.cache import SharedCache
from tacora.server.live import table as live
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


def test_the_schema_and_qr_codes_are_made_once_and_for_tables_that_there_are(serving: Serving) -> None:
    assert protocol.schema_text() is protocol.schema_text()
    table = serving.open()
    drawn = [serving.get(f"/t/{table.table}/qr.svg") for _ in range(2)]
    assert [each.status_code for each in drawn] == [200, 200]
    assert drawn[0].content == drawn[1].content
    assert serving.get("/t/bakitolu/qr.svg").status_code == 404


@pytest.mark.parametrize(("few", "listed"), [(0, 1), (10**6, 2)])
def test_the_lobby_of_many_tables_is_made_once_a_second(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, few: int, listed: int
) -> None:
    made: list[int] = []
    lobby, second = serving.server.lobby.listed, time.monotonic() + 1000 * (few + 1)

    async def counted() -> list[LobbyEntry]:
        made.append(1)
        return await lobby()

    monkeypatch.setattr(state, "_FEW", few)
    monkeypatch.setattr(state, "time", SimpleNamespace(monotonic=lambda: second, time=time.time))
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
