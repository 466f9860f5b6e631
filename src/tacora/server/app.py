"""The server's face to the network: one WebSocket for play, plain HTTP for tables, records and health."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tacora import __version__, protocol
from tacora.game import Refused
from tacora.narration import refusal
from tacora.narration.catalogue import catalogue
from tacora.record import encode
from tacora.server import log
from tacora.server.house import Connection, House, LiveTable, trouble
from tacora.server.log import Manners, Rules
from tacora.server.room import Room
from tacora.server.sqlite import SqliteStore
from tacora.server.store import StoreFailed

LARGEST_FRAME = 8 * 1024
LARGEST_BODY = 8 * 1024


@dataclass(frozen=True)
class Limits:
    """What one client may ask of the server."""

    frames_per_second: float = 20.0
    burst: int = 60
    tables_per_hour: int = 60
    """From one address."""
    connections: int = 20_000
    origins: tuple[str, ...] = ()
    """Other pages that may connect; a page of this server always may."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for a new table."""

    rules: Rules = Rules()
    manners: Manners = Manners()
    listed: bool = False
    again: str | None = None
    """TABLE/GAME of a finished game whose cards are to be played again."""


class Lobby(msgspec.Struct, frozen=True):
    """A listed table that somebody may join."""

    table: str
    game: str
    edition: str
    seats: int
    free: int
    players: tuple[str, ...]
    running: bool


@dataclass
class Server:
    """The house with what the network needs around it."""

    house: House
    limits: Limits = Limits()
    connections: int = 0
    began: float = field(default_factory=time.time)
    opened_from: dict[str, deque[float]] = field(default_factory=dict)

    def count_table(self, address: str) -> None:
        """Refuse too many new tables from one address."""
        now = time.monotonic()
        recent = self.opened_from.setdefault(address, deque())
        while recent and recent[0] < now - 3600:
            recent.popleft()
        if len(recent) >= self.limits.tables_per_hour:
            raise Refused("too-many-tables", most=self.limits.tables_per_hour)
        recent.append(now)


def make_app(file: Path, limits: Limits | None = None) -> ASGIApp:
    """The application on a store in this file."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.server = Server(House(SqliteStore(file)), limits or Limits())
        sweeper = asyncio.create_task(_sweep(app.state.server.house))
        yield
        sweeper.cancel()
        await app.state.server.house.close()

    routes = [
        WebSocketRoute("/ws", _socket),
        Route("/healthz", _health),
        Route("/metrics", _metrics),
        Route("/api/tables", _lobby, methods=["GET"]),
        Route("/api/tables", _open, methods=["POST"]),
        Route("/api/tables/{table}", _table),
        Route("/api/tables/{table}/games/{game:int}", _replay),
        Route("/api/tables/{table}/games/{game:int}/record", _record),
        Route("/api/protocol.schema.json", _schema),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={Refused: _refused, StoreFailed: _failed})
    return SecureHeaders(app)


async def _sweep(house: House) -> None:
    while True:
        await asyncio.sleep(60)
        house.sweep()


# The socket


async def _socket(socket: WebSocket) -> None:
    server: Server = socket.app.state.server
    if not _may_connect(socket, server.limits) or server.connections >= server.limits.connections:
        await socket.close(1008)
        return
    await socket.accept()
    connection = Connection(socket.send_text, socket.close)
    server.connections += 1
    writer = asyncio.create_task(connection.write())
    table: LiveTable | None = None
    allowance = _Allowance(server.limits)
    try:
        while True:
            text = await socket.receive_text()
            if not allowance.one_more():
                connection.drop(1008)
                break
            server.house.wishes += 1
            try:
                wish = protocol.read_wish(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                connection.tell(trouble(connection.language, Refused("bad-frame", detail=str(error)), None))
                continue
            if table is not None:
                table.wish(connection, wish)
            elif isinstance(wish, protocol.Hello):
                table = await _greet(server.house, connection, wish)
            else:
                connection.tell(trouble(connection.language, Refused("hello-first"), wish.id))
    except (WebSocketDisconnect, KeyError):  # KeyError: a frame that is not text
        pass
    finally:
        server.connections -= 1
        connection.closed = True
        writer.cancel()
        if table is not None:
            table.leave(connection)


async def _greet(house: House, connection: Connection, hello: protocol.Hello) -> LiveTable | None:
    connection.language = hello.language
    try:
        if hello.version != protocol.VERSION:
            raise Refused("other-version", given=hello.version, ours=protocol.VERSION)
        table = await house.table(hello.table)
        await table.join(connection, hello)
    except Refused as refused:
        connection.tell(trouble(hello.language, refused, hello.id))
        return None
    except StoreFailed:
        connection.tell(trouble(hello.language, Refused("not-kept"), hello.id))
        return None
    return table


def _may_connect(socket: WebSocket, limits: Limits) -> bool:
    """A browser says which page opens a connection; other programs say nothing, and could say anything."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host") or origin in limits.origins


class _Allowance:
    """How many frames a client may still send."""

    def __init__(self, limits: Limits) -> None:
        self._rate, self._most = limits.frames_per_second, float(limits.burst)
        self._left, self._at = self._most, time.monotonic()

    def one_more(self) -> bool:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


# Plain HTTP


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def _health(request: Request) -> Response:
    await _server(request).house.store.check()
    return _json({"status": "ok", "version": __version__})


async def _metrics(request: Request) -> Response:
    server = _server(request)
    figures = {
        "tacora_tables_in_memory": len(server.house.tables),
        "tacora_connections": server.connections,
        "tacora_wishes_total": server.house.wishes,
        "tacora_steps_total": server.house.steps,
        "tacora_uptime_seconds": time.time() - server.began,
    }
    kinds = {True: "counter", False: "gauge"}
    lines = [
        line
        for name, value in figures.items()
        for line in (f"# TYPE {name} {kinds[name.endswith('_total')]}", f"{name} {value}")
    ]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


async def _lobby(request: Request) -> Response:
    tables = [table.room for table in _server(request).house.tables.values()]
    return _json([_listed(room) for room in tables if room.opened is not None and room.opened.listed])


def _listed(room: Room) -> Lobby:
    players = tuple(chair.name for chair in room.chairs if chair is not None)
    free = sum(chair is None for chair in room.chairs)
    return Lobby(room.name, room.rules.game, room.edition, len(room.chairs), free, players, room.running)


async def _open(request: Request) -> Response:
    server = _server(request)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise Refused("body-too-large", most=LARGEST_BODY)
    try:
        wanted = msgspec.json.decode(body or b"{}", type=NewTable)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("bad-frame", detail=str(error)) from None
    rules, deal = wanted.rules, None
    if wanted.again is not None:
        rules, deal = await _same_cards(server.house, wanted.again)
    server.count_table(request.client.host if request.client else "")
    table, host = await server.house.open(rules, wanted.manners, wanted.listed, deal)
    return _json({"table": table.room.name, "host": host}, 201)


async def _same_cards(house: House, again: str) -> tuple[Rules, str]:
    name, _, game = again.partition("/")
    room = await _room_after(house, name, int(game) if game.isdecimal() and len(game) < 6 else 0)
    assert room.play is not None
    return room.rules, room.play.seed.hex()


async def _table(request: Request) -> Response:
    table = await _server(request).house.table(request.path_params["table"])
    return _json(_listed(table.room))


async def _record(request: Request) -> Response:
    room = await _room_after(_server(request).house, request.path_params["table"], request.path_params["game"])
    assert room.play is not None
    name = f"tacora-{room.name}-{room.games}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(encode(room.play.record()) + b"\n", media_type="application/json", headers=headers)


async def _replay(request: Request) -> Response:
    """A finished game: its result and its record's address; what a permanent link leads to."""
    room = await _room_after(_server(request).house, request.path_params["table"], request.path_params["game"])
    assert room.play is not None
    outcome = room.play.outcome
    assert outcome is not None
    return _json(
        {
            "table": room.name,
            "game": room.games,
            "rules": room.rules,
            "seats": room.play.names,
            "scores": outcome.scores,
            "winners": outcome.winners,
            "seed": room.play.seed.hex(),
            "secret": room.secret(room.games),
            "luck": room.luck(),
            "record": f"/api/tables/{room.name}/games/{room.games}/record",
        }
    )


async def _room_after(house: House, name: str, game: int) -> Room:
    """The table at the end of one of its games. A game that is not over is nobody's business: its seed is a secret."""
    lines = await house.store.read(name)
    room = Room(name)
    for line in lines:
        room.enter(log.read(line))
        if room.games == game and room.play is not None and not room.running:
            return room
    raise Refused("no-such-game-here", table=name, number=game)


async def _schema(_: Request) -> Response:
    return _json(protocol.schema())


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    language = "fr" if request.headers.get("accept-language", "").lower().startswith("fr") else "en"
    status = {"no-such-table": 404, "no-such-game-here": 404, "too-many-tables": 429, "body-too-large": 413}
    say = refusal(catalogue("fr" if language == "fr" else "en"), error)
    return _json({"code": error.code, "say": say}, status.get(error.code, 400))


async def _failed(_: Request, __: Exception) -> Response:
    return _json({"code": "not-kept", "say": refusal(catalogue("en"), Refused("not-kept"))}, 503)


def _server(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


class SecureHeaders:
    """Headers that keep a page to itself: no script but ours, no frame around it, no guessing of types."""

    HEADERS = (
        (
            b"content-security-policy",
            b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
    )

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to every answer."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *self.HEADERS]}
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
