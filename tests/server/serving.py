"""A real server on a free port, in a thread of its own, and players that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import logging
import socket
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, TypeVar

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tacora import protocol
from tacora.games.diamant.rules import Disaster, HazardMet
from tacora.server.domain.rules import Rules, from_written
from tacora.server.http.api import NewTable
from tacora.server.http.app import make_app
from tacora.server.http.state import Server
from tacora.server.live.attendance import Timeouts
from tacora.server.live.limits import UNLIMITED, Limits
from tacora.server.live.table import LiveTable
from tacora.server.storage.opening import StorePlace
from tacora.server.transport.uvicorn_server import GuardedServer
from tests import loop

Told = dict[str, Any]
T = TypeVar("T")

HELD = 60.0
"""Seconds after which something that is waited for will not come."""
QUICK = Timeouts(offline=0.2, away=0.1, host=HELD, moment=(0.01, 0.03), rematch=0, count=0.02, idle=600)
"""Much comes soon; but who opened a table and is not there stays its host, however slow the machine is."""
RESTLESS = dataclasses.replace(QUICK, host=0.3)
"""There the role passes on soon."""


def over_sockets(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """An asynchronous test, run to its end."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        async def within() -> None:
            await asyncio.wait_for(test(*args, **kwargs), 5 * HELD)

        loop.run(within())

    return run


async def until(true: Callable[[], bool], seconds: float = HELD) -> bool:
    """Whether something comes true in time; to be used where there is no event for it."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        await asyncio.sleep(0.005)
    return true()


class _Uvicorn(GuardedServer):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Serving:
    """A server that runs while the block does, and everything that it logs."""

    def __init__(
        self,
        store: StorePlace,
        limits: Limits = UNLIMITED,
        timeouts: Timeouts = QUICK,
        ping_after: float = 15.0,
        pong_within: float = 10.0,
        send_buffer: int | None = None,
        plain: bool = False,
        node: str = "",
    ) -> None:
        self.app: Any = make_app(store, limits, timeouts, node=node)
        self._uvicorn = _Uvicorn(self.app, ping_after, pong_within, plain=plain)
        self._door = socket.create_server(("127.0.0.1", 0))
        if send_buffer is not None:
            self._door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        self.port: int = self._door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.log: list[str] = []
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._loop: asyncio.AbstractEventLoop

    def _run(self) -> None:
        async def main() -> None:
            self._loop = asyncio.get_running_loop()
            serving = asyncio.create_task(self._uvicorn.serve(sockets=[self._door]))
            while not self._uvicorn.started and not serving.done():
                await asyncio.sleep(0.005)
            self._started.set()
            await serving

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main())

    def __enter__(self) -> Serving:
        self._handler = _Listener(self.log)
        self._handler.addFilter(lambda record: record.thread == self._thread.ident)
        for name in ("tacora.server", "uvicorn.error", "asyncio"):
            logging.getLogger(name).addHandler(self._handler)
        self._thread.start()
        assert self._started.wait(HELD)
        self._http = httpx.Client(verify=False, trust_env=False, timeout=HELD)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()
        self._uvicorn.should_exit = True
        self._thread.join(HELD)
        self._door.close()
        for name in ("tacora.server", "uvicorn.error", "asyncio"):
            logging.getLogger(name).removeHandler(self._handler)
        if error is None:
            assert not self._thread.is_alive()

    @property
    def server(self) -> Server:
        """The server's own state; to be looked at, not touched."""
        server: Server = self.app.app.state.server
        return server

    def live(self, table: str) -> LiveTable:
        """A table in the server's memory."""
        return self.server.registry.tables[table]

    async def at_rest(self, table: str) -> None:
        """Wait until everything that was done at a table is kept, and everybody was told who is there and thinks."""
        live = self.live(table)
        assert await until(lambda: not (live.outbox.in_flight or live._count.due or live._presence.due))

    def inside(self, work: Awaitable[T]) -> T:
        """Do something in the server's own loop."""

        async def do() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(do(), self._loop).result(HELD)

    # Plain HTTP

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, body: object, **options: Any) -> httpx.Response:
        return self.request("POST", "/api/tables", content=msgspec.json.encode(body), **options)

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self._http.request(method, self.address + path, **options)

    def open(self, **wanted: Any) -> Opened:
        answer = self.post(wanted)
        assert answer.status_code == 201, answer.text
        return Opened(**answer.json())

    def open_here(self, **wanted: Any) -> Opened:
        """A table that is played by this process, even if others share the store."""
        opened = self.open(**wanted)
        self.inside(self.server.registry.table(opened.table))
        return opened

    def open_calm(self, **wanted: Any) -> Opened:
        """A table whose first cave has no disaster among its first cards."""
        new = msgspec.convert(wanted, NewTable, dec_hook=from_written)
        registry = self.server.registry
        return Opened(
            *self.inside(registry.open(new.rules, new.time_control, new.listed, deal=calm(new.rules), bots=new.bots))
        )

    # Sockets

    def player(self, table: str, *tokens: str, **hello: Any) -> AbstractAsyncContextManager[Player]:
        """A connection that has said hello and been greeted."""
        return greeted(self.port, table, *tokens, **hello)

    async def deaf(self, table: str, *tokens: str, **more: Any) -> socket.socket:
        """A connection that has said hello, reads nothing, and so never answers a ping."""
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(deaf, ("127.0.0.1", self.port))
        await loop.sock_sendall(deaf, handshake(self.port))
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += await loop.sock_recv(deaf, 1)
        assert b" 101 " in answer
        hello = {"type": "hello", "table": table, "tokens": tokens, **more}
        await loop.sock_sendall(deaf, text_frame(msgspec.json.encode(hello)))
        return deaf

    def connection(self, **options: Any) -> AbstractAsyncContextManager[Player]:
        """A connection that has not said a word."""
        return connected(self.port, **options)


@contextlib.asynccontextmanager
async def greeted(port: int, table: str, *tokens: str, **hello: Any) -> AsyncIterator[Player]:
    """A connection to a server at this port that has said hello and been greeted."""
    async with connected(port) as player:
        await player.send("hello", table=table, tokens=tokens, **hello)
        await player.hear("now")
        yield player


@contextlib.asynccontextmanager
async def connected(port: int, **options: Any) -> AsyncIterator[Player]:
    """A connection to a server at this port that has not said a word."""
    options = {"compression": None, "max_size": None, "proxy": None, **options}
    async with connect(f"ws://127.0.0.1:{port}/ws", **options) as socket:
        player = Player(socket)
        listening = asyncio.create_task(player.listen())
        try:
            yield player
        finally:
            await socket.close()
            await listening


def handshake(port: int, path: str = "/ws", *lines: str) -> bytes:
    """What a WebSocket begins with."""
    head = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *lines,
    ]
    return "\r\n".join(head).encode() + b"\r\n\r\n"


def text_frame(data: bytes) -> bytes:
    """A text as a client has to send it, with a mask that changes nothing."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data


@contextlib.asynccontextmanager
async def raw(serving: Serving) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection byte by byte, which has not said a word."""
    reader, writer = await asyncio.open_connection("127.0.0.1", serving.port)
    try:
        writer.write(handshake(serving.port))
        await reader.readuntil(b"\r\n\r\n")
        yield reader, writer
    finally:
        writer.transport.abort()


def hello(table: str) -> bytes:
    """A greeting, byte by byte."""
    return text_frame(f'{{"type":"hello","table":"{table}"}}'.encode())


@functools.cache
def calm(rules: Rules) -> str:
    """A seed that deals no hazard among the first seven cards."""
    for number in range(10**6):
        seed = number.to_bytes(32, "big")
        play = rules.deal(["x"] * rules.seats, seed)
        for _ in range(6):
            play.apply(dict.fromkeys(play.pending, "C"))
        if not any(isinstance(event, HazardMet | Disaster) for event in play.history):
            return seed.hex()
    raise AssertionError("no such seed")


class _Listener(logging.Handler):
    def __init__(self, log: list[str]) -> None:
        super().__init__(logging.INFO)
        self.log = log
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.log.append(self.format(record))


@dataclass(frozen=True)
class Opened:
    """A new table."""

    table: str
    host: str


@dataclass
class Player:
    """One connection, and every frame that came over it."""

    socket: ClientConnection
    frames: list[Told] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    unread: int = 0
    """Which frame `hear` looks at next."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Take down all frames; each of them has to be one of the protocol."""
        with contextlib.suppress(ConnectionClosed):
            async for text in self.socket:
                assert isinstance(text, str)
                protocol.read_news(text)
                self.texts.append(text)
                self.frames.append(msgspec.json.decode(text))
                self._more.set()
        self.ended.set()
        self._more.set()

    async def send(self, kind: str, **fields: Any) -> None:
        await self.say(msgspec.json.encode({"type": kind, **fields}).decode())

    async def say(self, text: str | bytes) -> None:
        await self.socket.send(text)

    async def hear(self, *kinds: str, **fields: Any) -> Told:
        """The next frame of one of these kinds with these fields; those before it are passed over."""
        async with asyncio.timeout(HELD):
            while True:
                while self.unread < len(self.frames):
                    frame = self.frames[self.unread]
                    self.unread += 1
                    if frame["type"] in kinds and all(frame.get(name) == value for name, value in fields.items()):
                        return frame
                assert not self.ended.is_set(), f"no {kinds} {fields} among {self.frames[-5:]}"
                self._more.clear()
                await self._more.wait()

    async def until(self, true: Callable[[Told], bool], kind: str = "table") -> Told:
        """The next frame of this kind of which something is true."""
        while True:
            frame = await self.hear(kind)
            if true(frame):
                return frame

    async def ask(self, kind: str, **fields: Any) -> Told:
        """Send a wish that is refused, and get the refusal."""
        await self.send(kind, id=f"q{len(self.frames)}", **fields)
        return await self.hear("error")

    async def settled(self) -> None:
        """Wait until everything sent so far was answered."""
        name = f"p{len(self.frames)}"
        await self.send("ping", id=name)
        await self.hear("pong", id=name)

    async def sit(self, name: str, **fields: Any) -> Told:
        await self.send("sit", name=name, **fields)
        return await self.hear("seated")

    async def decide(self, step: Told, seat: int, action: str | None = None) -> None:
        action = action or step["legal"][str(seat)][0]
        await self.send("decide", seat=seat, decision=step["decision"], action=action)

    async def code(self) -> int | None:
        """Why the server closed the connection, once it has."""
        await asyncio.wait_for(self.ended.wait(), HELD)
        await self.socket.wait_closed()
        return self.socket.close_code

    def of(self, *kinds: str) -> list[Told]:
        """Every frame of these kinds so far."""
        return [frame for frame in self.frames if frame["type"] in kinds]


async def play_on(*players: tuple[Player, int], choose: Callable[[Told, int], str] | None = None) -> Told:
    """Decide for these seats until the game is over, beginning with what is asked now; how it came out."""
    results = await asyncio.gather(*(_play_on(player, seat, choose) for player, seat in players))
    return results[0]


async def _play_on(player: Player, seat: int, choose: Callable[[Told, int], str] | None) -> Told:
    asked = [at for at, frame in enumerate(player.frames) if frame["type"] in ("step", "over")]
    if asked and player.frames[asked[-1]]["type"] == "step":
        player.unread = asked[-1]
    while True:
        frame = await player.hear("step", "over")
        if frame["type"] == "over":
            return frame
        if str(seat) in frame.get("legal", {}):
            await player.decide(frame, seat, choose(frame, seat) if choose else frame["legal"][str(seat)][-1])
