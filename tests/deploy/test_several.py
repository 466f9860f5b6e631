"""Games over three processes, one PostgreSQL and a proxy, through which everybody comes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import pytest

from tacora.client import TableConnection, open_table, seat_at
from tacora.protocol import Start, Step, Table
from tests import loop
from tests.cluster import Cluster

Noted = Callable[[str, object], None]


@pytest.mark.long
def test_whole_games_are_played_over_three_processes_through_the_proxy(
    three: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the client library: whoever comes to the wrong process is led to the right one."""
    monkeypatch.setenv("SSL_CERT_FILE", str(three.proxy.authority))

    async def play() -> tuple[str, list[int]]:
        table, host = await open_table(
            three.address, rules={"edition": "tiny", "seats": 3}, bots=["tortoise"], manners={"thinking": False}
        )

        async def sit(name: str) -> list[int]:
            async with seat_at(three.address, table, name) as seat:
                async for situation in seat.decisions():
                    await seat.decide(situation.legal[situation.decision % len(situation.legal)])
                assert seat.result is not None
                return list(seat.result.scores)

        async def deal() -> None:
            """As the host, once all seats are taken."""
            connection = TableConnection(three.address, table, [host])
            async with contextlib.aclosing(connection.news()) as news:
                async for heard in news:
                    if isinstance(heard, Table) and None not in heard.seats:
                        break
                await connection.send(Start())
                async for heard in news:
                    if isinstance(heard, Step):
                        return

        hosting = asyncio.create_task(deal())
        ana, ben = await asyncio.gather(sit("Ana"), sit("Ben"))
        await hosting
        assert ana == ben
        return table, ana

    async def all_of_them() -> list[tuple[str, list[int]]]:
        return await asyncio.gather(*(play() for _ in range(6)))

    results = loop.run(all_of_them())
    for table, scores in results:
        assert three.ask("GET", f"/api/tables/{table}/games/1")["scores"] == scores
    assert "Traceback" not in three.messages()
