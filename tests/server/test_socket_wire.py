"""The wire itself: heartbeats, slow readers, frames that are too large or too many, and how connections end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
import weakref
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol

from tacora.server.http.app import SocketHandler
from tacora.server.live import table as live
from tacora.server.live.attendance import Timeouts
from tacora.server.live.limits import Limits
from tacora.server.live.session import Session
from tacora.server.transport.fast_websocket import FastWebSocket
from tacora.server.transport.guard import Guard
from tacora.server.transport.line import LARGEST_FRAME, MOST_WAITING
from tacora.server.transport.uvicorn_server import PING_AFTER, PONG_WITHIN
from tests.server.serving import HELD, Serving, handshake, hello, over_sockets, raw, text_frame, until

TINY = {"edition": "tiny", "seats": 3}


# Heartbeats


def test_a_dead_connection_is_noticed_within_half_a_minute() -> None:
    assert PING_AFTER + PONG_WITHIN < 30


@over_sockets
async def test_whoever_stops_answering_is_dropped_and_whoever_answers_is_not(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", ping_after=0.3, pong_within=1.5) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table, table.host) as ana:
            await ana.sit("Ana")
            token = (await ana.sit("Ben", mine=False))["token"]
            deaf = await serving.deaf(table.table, token)
            await ana.until(lambda frame: frame["seats"][1].get("online", True))
            await ana.until(lambda frame: frame["seats"][1].get("online") is False)
            deaf.close()
            # Ana was there before, and is still there when a second one is dropped.
            began = time.monotonic()
            deaf = await serving.deaf(table.table, token)
            await ana.until(lambda frame: frame["seats"][1].get("online", True))
            await ana.until(lambda frame: frame["seats"][1].get("online") is False)
            assert time.monotonic() - began > 1.5
            await ana.settled()
            assert serving.server.connections == 1
            deaf.close()


@pytest.mark.thorough
@over_sockets
async def test_whoever_answered_while_the_server_was_suspended_is_not_dropped(tmp_path: Path) -> None:
    async def suspended() -> None:
        """Between the ping and its answer; the loop runs its timers before it reads."""
        (line,) = (session.line for session in serving.live(table.table).sessions)
        assert isinstance(line, FastWebSocket)
        while line.pending_ping_payload is None:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(time.sleep, 0)
        time.sleep(3)  # Well beyond what is late.

    with Serving(tmp_path / "tables.db", ping_after=0.2, pong_within=1.5) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table, table.host) as ana:
            for _ in range(3):
                await asyncio.to_thread(serving.inside, suspended())
                await ana.settled()
            assert not ana.ended.is_set()


@over_sockets
async def test_a_client_can_ask_whether_anybody_is_there(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as guest:
        await guest.send("ping", id="x")
        assert await guest.hear("pong") == {"type": "pong", "id": "x"}


# Slow readers


@over_sockets
async def test_a_slow_reader_is_dropped_before_it_costs_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Guard, "TIMEOUT", 60.0)  # Not by time: games may be slow, too.
    end = Session.end

    def ended(session: Session, code: int) -> None:
        monkeypatch.setattr(Guard, "TIMEOUT", 0.2)  # But then nobody waits for it.
        end(session, code)

    monkeypatch.setattr(Session, "end", ended)
    with Serving(tmp_path / "tables.db", send_buffer=4096) as serving:
        table = serving.open(rules={"seats": 8}, manners={"thinking": False}, bots=["random:0.2"] * 8)
        async with serving.player(table.table, table.host) as host:
            deaf = await serving.deaf(table.table)
            await host.until(lambda frame: frame.get("watchers", 0) == 2)
            (slow,) = (c for c in serving.live(table.table).sessions if not c.hosting)
            games = 0
            while not slow.closed:
                await host.send("start")
                await host.hear("over")
                games += 1
                assert slow.closed or slow.line.write([]) <= MOST_WAITING
                assert games < 100
            assert slow.too_slow
            assert slow.line.write([b"anything"]) == 0  # Nothing more waits for it.
            assert await until(lambda: serving.server.too_slow > 0)
            assert (serving.server.too_slow, serving.server.connections) == (1, 1)
            await host.until(lambda frame: frame.get("watchers", 0) == 1)
            await host.send("start")
            await host.hear("over")
            deaf.close()


@over_sockets
async def test_a_slow_reader_is_cut_off_also_while_it_is_told_what_it_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Guard, "TIMEOUT", 1.5)
    with Serving(tmp_path / "tables.db", send_buffer=4096) as serving:
        table = serving.open(rules={"seats": 8}, manners={"thinking": False}, bots=["random:0.2"] * 8)
        async with serving.player(table.table, table.host) as host:
            for _ in range(8):
                await host.send("start")
                await host.hear("over")
            deaf = await serving.deaf(table.table)
            deaf.close()
            deaf = await serving.deaf("nowhere")
            loop = asyncio.get_running_loop()
            hello = f'{{"type":"hello","table":"{table.table}","since":0}}'
            await loop.sock_sendall(deaf, text_frame(hello.encode()))
            assert await until(lambda: serving.server.connections == 2)
            assert await until(lambda: serving.server.connections == 1)
            await host.settled()
            deaf.close()


# Size and rate


@over_sockets
async def test_a_frame_that_is_too_large_ends_the_connection(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as guest:
        await guest.say('{"type":"ping"' + " " * (LARGEST_FRAME - 20) + "}")
        await guest.hear("pong")
        await guest.say(" " * (LARGEST_FRAME + 1))
        assert await guest.code() == 1009
    async with serving.player(table.table) as guest:

        async def pieces() -> AsyncIterator[str]:
            for _ in range(20):
                yield " " * 1000

        with contextlib.suppress(ConnectionClosed):
            await guest.socket.send(pieces())
        assert await guest.code() in (1009, 1006)  # It may not hear why, since it goes on sending.


@over_sockets
async def test_too_many_frames_end_the_connection_and_few_do_not(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits(frames_per_second=20, burst=15)) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table) as calm, serving.player(table.table) as hasty:
            with contextlib.suppress(ConnectionClosed):
                while not hasty.of("error"):
                    await hasty.send("ping")
                    await asyncio.sleep(0.001)
            assert (await hasty.hear("error"))["code"] == "too-fast"
            assert await hasty.code() == 1008
            for _ in range(20):  # More than at once, but not more in a second.
                await calm.settled()
                await asyncio.sleep(0.025)
            assert not calm.of("error")
        async with serving.connection() as stranger:
            with contextlib.suppress(ConnectionClosed):
                while not any(each["code"] == "too-fast" for each in stranger.of("error")):
                    await stranger.say("not even a hello")
                    await asyncio.sleep(0.001)
            await stranger.hear("error", code="too-fast")
            assert await stranger.code() == 1008


@over_sockets
async def test_whoever_does_not_say_hello_has_to_go(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits(hello_within=1.5)) as serving:
        table = serving.open(rules=TINY)
        began = time.monotonic()
        async with serving.connection() as silent, serving.player(table.table) as guest:
            assert (await silent.hear("error"))["code"] == "hello-first"
            assert await silent.code() == 1008
            assert time.monotonic() - began > 1.45
            await guest.settled()


@over_sockets
async def test_a_full_server_says_so(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits(connections=2)) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table) as one, serving.player(table.table) as two:
            reader, writer = await asyncio.open_connection("127.0.0.1", serving.port)
            writer.write(handshake(serving.port))
            answer = (await reader.read()).decode()
            assert answer.startswith("HTTP/1.1 503")
            assert '"server-full"' in answer
            writer.close()
            await one.settled()
            await two.socket.close()
            async with serving.player(table.table) as three:
                await three.settled()


@over_sockets
async def test_a_table_has_room_for_so_many_watchers_and_always_for_players(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = serving.open(rules=TINY)
    monkeypatch.setattr(serving.live(table.table).audience, "_limits", Limits(watchers=2))
    async with serving.player(table.table) as ana:
        token = (await ana.sit("Ana"))["token"]
        async with serving.player(table.table), serving.player(table.table):
            async with serving.connection() as third:
                assert (await third.ask("hello", table=table.table))["code"] == "crowded"
                assert await third.code() == 1013
            async with serving.player(table.table, token) as player, serving.player(table.table, table.host) as host:
                await player.settled()
                await host.settled()


# Bytes and endings


@over_sockets
async def test_bytes_are_refused_and_the_connection_goes_on(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.connection() as guest:
        for _ in range(2):
            await guest.say(b"\x00\x01")
            assert (await guest.hear("error"))["code"] == "not-text"
        await guest.send("hello", table=table.table)
        await guest.hear("now")
        await guest.say(b'{"type":"ping"}')
        assert (await guest.hear("error"))["code"] == "not-text"
        await guest.settled()


@over_sockets
async def test_a_text_that_is_none_ends_the_connection_quietly(serving: Serving) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", serving.port)
    writer.write(handshake(serving.port))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(text_frame(b"\xff\xfe"))
    assert (await reader.read())[:4] == b"\x88\x02\x03\xef"  # 1007
    writer.close()
    assert not [line for line in serving.log if "Traceback" in line]


@over_sockets
async def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table) as guest:
            serving._uvicorn.should_exit = True
            assert await guest.code() == 1012


@over_sockets
async def test_a_table_that_breaks_lets_go_of_everybody_and_goes_on_from_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(tmp_path / "tables.db", timeouts=Timeouts(count=0.02)) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table, table.host) as ana, serving.player(table.table) as ben:
            token = (await ana.sit("Ana"))["token"]
            monkeypatch.setattr(live, "is_news", lambda _: 1 // 0)
            await ana.send("speak", seat=0, phrase="hello", id="now")
            assert (await ana.hear("error"))["code"] == "broken"
            assert {await ana.code(), await ben.code()} == {1013}
        monkeypatch.undo()
        assert any("Traceback" in line for line in serving.log)
        async with serving.player(table.table, token) as back:
            assert back.of("table")[0]["yours"] == [0]
            await back.send("speak", seat=0, phrase="hello")
            await back.hear("spoken")


@over_sockets
async def test_frames_come_in_any_pieces(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    reader, writer = await asyncio.open_connection("127.0.0.1", serving.port)
    writer.write(handshake(serving.port))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(text_frame(b'{"type":"hello","table":"%b"}' % table.table.encode()))
    await reader.readuntil(b'{"type":"now"')

    def ping(name: str) -> bytes:
        return text_frame(f'{{"type":"ping","id":"{name}"}}'.encode())

    async def hear(name: str) -> None:
        async with asyncio.timeout(HELD):
            await reader.readuntil(f'"id":"{name}"}}'.encode())

    for byte in ping("slow"):
        writer.write(bytes([byte]))
        await asyncio.sleep(0.002)  # So that most of them come alone.
    await hear("slow")
    long = text_frame(b'{"type":"ping","id":"long"}' + b" " * 300)
    writer.write(ping("one") + ping("two") + b"\x89\x80" + bytes(4) + long[:7])
    await hear("one")
    await hear("two")
    await reader.readuntil(b"\x8a\x00")
    writer.write(long[7:] + ping("été"))
    await hear("long")
    await hear("été")
    whole = b'{"type":"ping","id":"parts"}'
    first, rest = text_frame(whole[:9]), text_frame(whole[9:])
    writer.write(b"\x01" + first[1:] + b"\x89\x80" + bytes(4) + b"\x80" + rest[1:] + ping("after"))
    await hear("parts")
    await hear("after")
    text = b'{"type":"ping","id":"wide"}'
    writer.write(b"\x81\xff" + len(text).to_bytes(8, "big") + bytes(4) + text + ping("last"))
    await hear("wide")
    await hear("last")
    writer.write(b"\x81\x02{}")  # Without a mask.
    answer = await reader.read()
    assert (answer[:1], answer[2:4]) == (b"\x88", b"\x03\xea")  # 1002
    writer.close()
    assert await until(lambda: serving.server.connections == 0)


# What is left


@over_sockets
async def test_nothing_is_left_of_a_connection_that_is_gone(tmp_path: Path) -> None:
    """A server with many connections has its collector find old things rarely, so none may be left to it."""
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY)
        kinds = (FastWebSocket, Guard, Session, SocketHandler, ServerProtocol)
        gc.collect()
        gc.disable()
        try:

            def alive() -> Counter[str]:
                return Counter(type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds)

            before = alive()
            for goodbye in (b"\x88\x82" + bytes(4) + b"\x03\xe8", b"\x81\x02{}", b""):
                for words in (hello(table.table), hello("nowhere"), b"", hello(table.table) + text_frame(b"{}")):
                    async with raw(serving) as (reader, writer):
                        writer.write(words)
                        if words:
                            await asyncio.wait_for(
                                reader.readuntil(b'"now"' if table.table.encode() in words else b'"error"'), HELD
                            )
                        writer.write(goodbye)
                        if goodbye:
                            await reader.read()
                    assert await until(lambda: serving.server.connections == 0)
            async with httpx.AsyncClient(trust_env=False, timeout=HELD) as http:
                await http.get(f"{serving.address}/healthz")
            assert await until(lambda: alive() <= before), alive() - before
        finally:
            gc.enable()


@pytest.mark.sample(1)
@pytest.mark.parametrize("way", ["sweep", "forget"])
@over_sockets
async def test_nothing_is_left_of_a_table_that_was_put_out_of_memory(tmp_path: Path, way: str) -> None:
    timeouts = Timeouts(idle=-1, count=0.01, moment=(0.0, 0.01))
    with Serving(tmp_path / "tables.db", timeouts=timeouts) as serving:
        registry = serving.server.registry

        def calm() -> bool:
            table = registry.tables[opened.table]
            return not (table.sessions or table.busy or table._presence.due or table._count.due)

        async def put_out() -> None:
            if way == "sweep":
                registry.sweep()
            else:
                registry.forget(registry.tables[opened.table])

        opened = serving.open(rules=TINY, bots=["tortoise"] * 2, manners={"clock": 30, "absence": "leave"})
        async with serving.player(opened.table, opened.host) as ana:
            await ana.sit("Ana")
            await ana.send("start")
            await ana.hear("step")
        assert await until(calm)
        gc.collect()
        gc.disable()
        try:
            known = weakref.ref(registry.tables[opened.table])
            serving.inside(put_out())
            assert not registry.tables
            assert await until(lambda: known() is None)
        finally:
            gc.enable()
