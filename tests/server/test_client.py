"""The client for programs of other people: a few lines that play."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import TypeVar

import pytest
from websockets.asyncio.server import ServerConnection, serve

import tacora
from tacora import protocol
from tacora.client import Refusal, TableConnection, open_table, seat_at
from tacora.server.live.limits import Limits
from tests.server.programs import HURRY, TINY, play
from tests.server.serving import HELD, Serving, over_sockets, play_on, until

ROOT = Path(__file__).parent.parent.parent
T = TypeVar("T")


@over_sockets
async def test_the_example_bot_plays_a_game(serving: Serving) -> None:
    table = serving.open(manners=HURRY)
    async with serving.player(table.table, table.host) as host:
        await host.sit("Ana")
        program = [sys.executable, str(ROOT / "docs/examples/bot.py"), serving.address, table.table]
        environment = {**os.environ, "PYTHONPATH": str(Path(tacora.__file__).parent.parent)}
        bot = await asyncio.create_subprocess_exec(*program, env=environment, stdout=subprocess.PIPE)
        await host.until(lambda frame: frame["seats"][1] is not None)
        await host.send("start", fill=True)
        over = await play_on((host, 0))
        printed, _ = await bot.communicate()
        assert bot.returncode == 0
        assert "Eight" in printed.decode() or "You" in printed.decode()
        assert over["scores"]


@pytest.mark.parametrize("rules", [TINY, {"game": "mister-diamond", "seats": 3}])
def test_a_few_lines_play_whole_games(serving: Serving, rules: dict[str, object]) -> None:
    @over_sockets
    async def run() -> None:
        table, host = await open_table(serving.address, rules=rules, manners=HURRY, listed=True)
        async with contextlib.AsyncExitStack() as stack:
            screen = await stack.enter_async_context(serving.player(table, host))
            seats = [
                await stack.enter_async_context(seat_at(serving.address, table, name, language="fr", luck=name))
                for name in ("Owl", "Fox", "Elk")
            ]
            for game in (1, 2):
                await screen.send("start")
                results = await asyncio.gather(*map(play, seats))
                assert {result.game for result in results} == {game}
                assert len({result.scores for result in results}) == 1
                assert results[0].luck == ("Owl", "Fox", "Elk")

    run()


@over_sockets
async def test_a_seat_is_taken_up_again_by_its_token(serving: Serving) -> None:
    table, host = await open_table(serving.address, rules=TINY, manners=HURRY, bots=["ev", "ev"])
    async with seat_at(serving.address, table, "Owl") as seat:
        token = seat.token
    async with seat_at(serving.address, table, token=token) as seat, serving.player(table, host) as screen:
        assert (seat.seat, seat.token) == (0, token)
        await screen.send("start")
        assert (await play(seat)).game == 1


@over_sockets
async def test_what_the_server_refuses_is_an_exception_with_a_code(serving: Serving) -> None:
    with pytest.raises(Refusal, match="players are needed") as refused:
        await open_table(serving.address, rules={"seats": 1})
    assert refused.value.code == "seat-count"
    table, _ = await open_table(serving.address, rules=TINY)
    for seat, code in (
        (seat_at(serving.address, "bakitolu", "Owl"), "no-such-table"),
        (seat_at(serving.address, table, "\x00"), "bad-name"),
        (seat_at(serving.address, table, token="x"), "not-your-seat"),
    ):
        with pytest.raises(Refusal) as refused:
            await seat.__aenter__()
        assert refused.value.code == code


@over_sockets
async def test_an_illegal_decision_is_an_exception(serving: Serving) -> None:
    table, host = await open_table(serving.address, rules=TINY, manners=HURRY, bots=["ev", "ev"])
    async with seat_at(serving.address, table, "Owl") as seat, serving.player(table, host) as screen:
        await screen.send("start")
        decisions = seat.decisions()
        await anext(decisions)
        await seat.decide("fly")
        with pytest.raises(Refusal, match="fly") as refused:
            await anext(decisions)
        assert refused.value.code == "not-legal"


@over_sockets
async def test_a_server_that_refuses_to_connect_is_an_exception(serving: Serving) -> None:
    table = TableConnection(f"{serving.address}", "bakitolu")
    table._address = table._address.replace("/ws", "/elsewhere")
    with pytest.raises(Refusal):
        async for _ in table.news():
            pass


@over_sockets
async def test_whoever_wishes_something_of_a_client_that_gave_up_hears_why(serving: Serving) -> None:
    table = TableConnection(f"{serving.address}/elsewhere/", "bakitolu")
    for _ in range(2):
        news = table.news()
        waiting = asyncio.create_task(table.send(protocol.Ping()))
        with pytest.raises(Refusal):
            await anext(news)
        for wish in (waiting, table.send(protocol.Ping())):
            with pytest.raises(Refusal):
                await asyncio.wait_for(wish, HELD)


@over_sockets
async def test_a_server_may_be_behind_a_path() -> None:
    paths: list[str] = []

    async def answer(socket: ServerConnection) -> None:
        assert socket.request is not None
        paths.append(socket.request.path)
        await socket.send(protocol.encoded(protocol.Now(seq=0)).decode())
        await socket.wait_closed()

    async with serve(answer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        for path in ("", "/", "/games", "/games/"):
            await anext(TableConnection(f"http://127.0.0.1:{port}{path}", "bakitolu").news())
    assert paths == ["/ws/bakitolu", "/ws/bakitolu", "/games/ws/bakitolu", "/games/ws/bakitolu"]


@over_sockets
async def test_a_program_may_say_something_while_it_hears_of_much_that_it_missed() -> None:
    spoken = protocol.encoded(protocol.Spoken(seq=1, seat=0, phrase="hello", say="Hello")).decode()
    heard: list[str | bytes] = []

    async def answer(socket: ServerConnection) -> None:
        await socket.recv()
        for _ in range(3000):
            await socket.send(spoken)
        await socket.send(protocol.encoded(protocol.Now(seq=1)).decode())
        heard.append(await socket.recv())

    async with serve(answer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        table = TableConnection(f"http://127.0.0.1:{port}", "bakitolu")
        async for _ in table.news():
            await asyncio.wait_for(table.send(protocol.Ping()), HELD)
            break
        assert await until(lambda: bool(heard))


@pytest.mark.thorough
@over_sockets
async def test_a_program_that_answers_at_once_stays_below_what_a_server_puts_up_with(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits()) as serving:
        table = serving.open(rules={"seats": 3}, bots=["badger", "ev"], manners={"thinking": False})
        async with asyncio.timeout(HELD):
            news = TableConnection(serving.address, table.table, [table.host])
            heard = 0
            async for frame in news.news():
                if isinstance(frame, protocol.Pong):
                    heard += 1
                elif isinstance(frame, protocol.Now):
                    for _ in range(80):
                        await news.send(protocol.Ping())
                if heard == 80:
                    break
