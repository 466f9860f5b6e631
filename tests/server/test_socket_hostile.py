"""What those can do who speak the wire badly: they harm nobody else, and are cut off."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from pathlib import Path

import httpx
import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

from tacora.server.http.app import SocketHandler
from tacora.server.live.limits import Limits
from tacora.server.transport.fast_websocket import MOST_PIECES, FastWebSocket
from tacora.server.transport.guard import Guard
from tacora.server.transport.line import MOST_WAITING
from tests.server.serving import HELD, Opened, Serving, hello, over_sockets, raw, text_frame, until

TINY = {"edition": "tiny", "seats": 3}


# Whoever means harm


def wire_of(serving: Serving, table: str) -> FastWebSocket:
    (connection,) = serving.live(table).sessions
    assert isinstance(connection.line, FastWebSocket)
    return connection.line


PING, PONG = b"\x89\xfd" + bytes(4) + b"x" * 125, b"\x8a\x80" + bytes(4)
PIECE, REST = b"\x01\x80" + bytes(4), b"\x00\x80" + bytes(4)


@pytest.mark.parametrize("greeted", [False, True])
@pytest.mark.parametrize("frame", [PING, PONG, REST], ids=["ping", "pong", "piece"])
def test_frames_of_every_kind_are_counted(tmp_path: Path, frame: bytes, greeted: bool) -> None:
    @over_sockets
    async def run() -> None:
        with Serving(tmp_path / "tables.db", Limits(frames_per_second=20, burst=15)) as serving:
            table = serving.open(rules=TINY)
            async with raw(serving) as (reader, writer):
                if greeted:
                    writer.write(hello(table.table))
                    await reader.readuntil(b'"now"')
                writer.write((PIECE if frame == REST else b"") + frame * 10 + b"\x89\x80" + bytes(4))
                await asyncio.wait_for(reader.readuntil(b"\x8a\x00"), HELD)
                assert serving.server.connections == 1
                writer.write(frame * 40)
                await asyncio.wait_for(reader.readuntil(b"\x88\x02\x03\xf0"), HELD)  # 1008
                assert await until(lambda: serving.server.connections == 0)

    run()


@over_sockets
async def test_whoever_asks_for_signs_of_life_and_takes_none_is_cut_off(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", send_buffer=4096) as serving:
        table = serving.open(rules=TINY)
        deaf = await serving.deaf(table.table)
        assert await until(lambda: bool(serving.live(table.table).sessions))
        wire = wire_of(serving, table.table)
        most = 0
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(HELD):
                while serving.server.connections:
                    await asyncio.get_running_loop().sock_sendall(deaf, PING * 100)
                    most = max(most, wire.transport.get_write_buffer_size())
                    await asyncio.sleep(0)
        assert await until(lambda: serving.server.connections == 0)
        assert most < 2 * MOST_WAITING
        deaf.close()


@over_sockets
async def test_a_text_is_made_of_so_many_pieces_and_not_of_more(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    text = b'{"type":"ping","id":"whole"}'
    async with raw(serving) as (reader, writer):
        writer.write(hello(table.table))
        await reader.readuntil(b'"now"')
        end = text_frame(text)
        writer.write(PIECE + REST * (MOST_PIECES - 2) + b"\x80" + end[1:])
        await asyncio.wait_for(reader.readuntil(b'"id":"whole"}'), HELD)
        wire = wire_of(serving, table.table)
        writer.write(PIECE)
        for _ in range(20):
            writer.write(REST * 1000)
            await writer.drain()
        await asyncio.wait_for(reader.readuntil(b"\x88\x02\x03\xf0"), HELD)
        assert len(wire.frames) <= MOST_PIECES
    assert await until(lambda: serving.server.connections == 0)


@pytest.mark.parametrize("frame", [PING, REST, text_frame(b"")], ids=["ping", "piece", "text"])
def test_whoever_goes_on_after_the_end_does_not_keep_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frame: bytes
) -> None:
    heard, taken_apart = WebSocketsSansIOProtocol.data_received, list[int]()

    def count(wire: WebSocketsSansIOProtocol, data: bytes) -> None:
        taken_apart.append(len(data))
        heard(wire, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", count)
    frames = 1024 * 1024 // len(frame)

    @over_sockets
    async def run() -> None:
        with Serving(tmp_path / "tables.db", Limits()) as serving:
            table = serving.open(rules=TINY)
            async with serving.player(table.table) as calm, raw(serving) as (_, writer):
                writer.write(hello(table.table) + (PIECE if frame == REST else b""))
                await calm.until(lambda told: told["watchers"] == 2)
                wire = serving.live(table.table).sessions[-1].line
                assert isinstance(wire, FastWebSocket)
                writer.write(frame * frames)
                await asyncio.sleep(0)
                await calm.settled()
                assert await until(lambda: serving.server.connections == 1)
                assert await until(lambda: wire.transport.is_closing())
        assert len(taken_apart) < frames // 4

    run()


@over_sockets
async def test_a_frame_of_which_half_came_with_the_greeting_is_heard(serving: Serving) -> None:
    table = serving.open(rules=TINY)

    def masked(text: bytes) -> bytes:
        mask = os.urandom(4)
        return bytes([0x81, 0x80 | len(text)]) + mask + apply_mask(text, mask)

    ping = masked(b'{"type":"ping","id":"second"}')
    for cut in range(1, len(ping)):
        async with raw(serving) as (reader, writer):
            writer.write(masked(f'{{"type":"hello","table":"{table.table}"}}'.encode()) + ping[:cut])
            await reader.readuntil(b'"now"')
            writer.write(ping[cut:])
            await asyncio.wait_for(reader.readuntil(b'"id":"second"'), HELD)


@over_sockets
async def test_nothing_behind_the_end_is_heard(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    table = serving.open(rules=TINY)
    heard: list[object] = []
    monkeypatch.setattr(SocketHandler, "heard", lambda _, text: heard.append(text))
    async with raw(serving) as (reader, writer):
        writer.write(hello(table.table))
        await reader.readuntil(b'"now"')
        writer.write(text_frame(b"{}") + b"\x88\x82" + bytes(4) + b"\x03\xe8" + text_frame(b"[]"))
        await asyncio.wait_for(reader.readuntil(b"\x88\x02\x03\xe8"), HELD)
        await reader.read()
    assert heard == [b"{}"]


# Whoever does not let go


async def somebody_deaf(serving: Serving, table: Opened) -> socket.socket:
    """A client for which something waits that it does not take; not so much that it is too slow."""
    async with serving.player(table.table, table.host) as host:
        deaf = await serving.deaf(table.table)
        await host.until(lambda frame: frame.get("watchers", 0) == 2)
        (slow,) = (c for c in serving.live(table.table).sessions if not c.hosting)
        while not slow.line.write([]):
            await host.send("start")
            await host.hear("over")
        assert slow.line.write([]) < MOST_WAITING
    return deaf


CHATTY = {"rules": {"seats": 8}, "manners": {"thinking": False}, "bots": ["random:0.2"] * 8}


@over_sockets
async def test_a_client_that_closes_and_does_not_read_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Guard, "TIMEOUT", 1.5)
    with Serving(tmp_path / "tables.db", send_buffer=4096) as serving:
        wires = serving._uvicorn.server_state.connections
        for goodbye in (b"\x88\x82" + bytes(4) + b"\x03\xe8", b"\x81\x02{}"):  # Politely, and with what is no frame.
            deaf = await somebody_deaf(serving, serving.open(**CHATTY))
            await asyncio.get_running_loop().sock_sendall(deaf, goodbye)
            assert await until(lambda: serving.server.connections == 0)
            assert await until(lambda: not any(isinstance(wire, FastWebSocket) for wire in wires))
            deaf.close()


@pytest.mark.parametrize("closed", [False, True])
def test_a_server_stops_well_while_somebody_does_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: bool
) -> None:
    monkeypatch.setattr(Guard, "TIMEOUT", 1000)  # Nothing of it is left when the server stops.
    monkeypatch.setattr(Guard, "SHUTDOWN_TIMEOUT", 0.3)

    @over_sockets
    async def run() -> None:
        with Serving(tmp_path / "tables.db", send_buffer=4096) as serving:
            deaf = await somebody_deaf(serving, serving.open(**CHATTY))
            if closed:
                await asyncio.get_running_loop().sock_sendall(deaf, b"\x88\x82" + bytes(4) + b"\x03\xe8")
                assert await until(lambda: serving.server.connections == 0)
            serving._uvicorn.should_exit = True
            await asyncio.to_thread(serving._thread.join, HELD)
            assert not serving._thread.is_alive()
            assert serving.server.registry.closed
            assert not [line for line in serving.log if "ERROR" in line]
            deaf.close()

    run()


@over_sockets
async def test_whoever_asks_over_plain_http_and_does_not_read_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Guard, "TIMEOUT", 1.5)
    with Serving(tmp_path / "tables.db", send_buffer=4096) as serving:
        serving._uvicorn.config.timeout_keep_alive = 0.2  # type: ignore[assignment]
        table = serving.open(**CHATTY)
        async with serving.player(table.table, table.host) as host:
            await host.send("start")
            await host.hear("over")
        link = f"/api/tables/{table.table}/games/1/replay"
        size = len(serving.get(link).content)
        serving._http.close()
        serving._http = httpx.Client(trust_env=False, timeout=HELD)
        doors = serving._uvicorn.server_state.connections
        assert await until(lambda: not doors)
        deaf = []
        for times in (1, 1 + 256 * 1024 // size):  # Little waits for the first, and much for the second.
            deaf.append(socket.socket())
            deaf[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf[-1].connect(("127.0.0.1", serving.port))
            deaf[-1].sendall(f"GET {link} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * times)
        assert await until(lambda: len(doors) == 2)
        assert await until(lambda: not doors)
        for client in deaf:
            client.close()
