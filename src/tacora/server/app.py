"""The server's face to the network: one WebSocket for play, plain HTTP for tables, records and health."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tacora import __version__, protocol
from tacora.chance import commitment
from tacora.game import Refused, Seat
from tacora.narration import refusal
from tacora.narration.catalogue import Language, catalogue
from tacora.record import encode
from tacora.server import log
from tacora.server.attendance import Patience
from tacora.server.connection import BROKEN, MISBEHAVED, TRY_LATER, Allowance, Connection, Line
from tacora.server.house import House, plain_name
from tacora.server.live import LiveTable, trouble
from tacora.server.log import Manners, Rules
from tacora.server.pages import language_of, refusal_page, wants_page
from tacora.server.pages import routes as pages
from tacora.server.replays import LARGEST_RECORD, Origin, replayed
from tacora.server.room import Room
from tacora.server.sqlite import SqliteStore
from tacora.server.store import StoreFailed
from tacora.server.telling import link_to

LOGGER = logging.getLogger("tacora.server")

LARGEST_FRAME = 8 * 1024
LARGEST_BODY = 8 * 1024
LONGEST_BODY = 10.0
"""Seconds in which a request's body has to come."""
LONGEST_LOBBY = 200

_HOUR, _MINUTE = 3600.0, 60.0
_FINISHED = 256
"""Finished games that are kept ready to be looked up."""
_REPLAYS = 32
"""Replays that are kept ready, in one language and for one seat each."""


@dataclass(frozen=True)
class Limits:
    """What one client may ask of the server."""

    frames_per_second: float = 20.0
    burst: int = 60
    tables_per_hour: int = 60
    """From one address."""
    misses_per_minute: int = 60
    """Tables that there are not, asked for from one address: codes are short, and are not to be tried out."""
    records_per_minute: int = 60
    """Records of other games read for one address, to be replayed."""
    connections: int = 20_000
    hello_within: float = 10.0
    """Seconds in which a connection has to say which table it is for."""
    origins: tuple[str, ...] = ()
    """Other pages that may connect; a page of this server always may."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for a new table."""

    rules: Rules = Rules()
    manners: Manners = Manners()
    bots: Annotated[tuple[Annotated[str, Meta(max_length=32)], ...], Meta(max_length=8)] = ()
    """For the last seats."""
    listed: bool = False
    again: Annotated[str, Meta(max_length=64)] | None = None
    """TABLE/GAME of a finished game whose cards are to be played again."""


class Finished(msgspec.Struct, frozen=True):
    """A finished game: what a permanent link leads to."""

    table: str
    game: int
    rules: Rules
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    commitment: str
    """As shown before the first card."""
    seed: str
    promise: str
    """As shown before anybody sat down."""
    secret: str
    luck: tuple[str, ...]
    again: bool
    """Whether the cards are those of a game that was played elsewhere."""
    record: str
    colours: tuple[int, ...]


class _Window:
    """How often something was done from each address within a time."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self._seconds = most, seconds
        self._times: dict[str, deque[float]] = {}

    def full(self, address: str) -> bool:
        """Whether it was done as often as it may be."""
        times, now = self._times.get(address, ()), time.monotonic()
        return sum(at > now - self._seconds for at in times) >= self.most

    def count(self, address: str) -> None:
        """It was done once more."""
        self._times.setdefault(address, deque(maxlen=self.most)).append(time.monotonic())

    def take_back(self, address: str) -> None:
        """It was not done after all."""
        self._times[address].pop()
        if not self._times[address]:
            del self._times[address]

    def forget(self) -> None:
        """Let go of addresses that did nothing for as long."""
        before = time.monotonic() - self._seconds
        self._times = {address: times for address, times in self._times.items() if times[-1] > before}


class Server:
    """The house with what the network needs around it."""

    def __init__(self, house: House, limits: Limits) -> None:
        self.house = house
        self.limits = limits
        self.connections = 0
        self.too_slow = 0
        self.began = time.time()
        self.opened = _Window(limits.tables_per_hour, _HOUR)
        self.missed = _Window(limits.misses_per_minute, _MINUTE)
        self.finished: OrderedDict[tuple[str, int], tuple[Finished, bytes]] = OrderedDict()
        self.read = _Window(limits.records_per_minute, _MINUTE)
        self.replays: OrderedDict[tuple[str, int, str, Language], bytes] = OrderedDict()
        self._replaying = asyncio.Semaphore(2)

    async def table(self, name: str, address: str) -> LiveTable:
        """A table, unless too many that there are not were asked for from this address."""
        self.check_misses(address)
        try:
            return await self.house.table(name)
        except Refused:
            self.missed.count(address)
            raise

    def check_misses(self, address: str) -> None:
        """Refuse to look for tables for somebody who tries out names."""
        if self.missed.full(address):
            raise Refused("too-many-misses", most=self.missed.most)

    async def sweep(self) -> None:
        """Tidy up from time to time."""
        while True:
            await asyncio.sleep(_MINUTE)
            self.house.sweep()
            self.opened.forget()
            self.missed.forget()
            self.read.forget()

    async def replayed(self, record: bytes, seat: str, language: Language, origin: Origin | None = None) -> bytes:
        """A record as a page shows it, worked out beside the play of others."""
        async with self._replaying:
            return await asyncio.to_thread(replayed, record, seat, language, origin)

    async def game(self, name: str, number: str, address: str) -> tuple[Finished, bytes]:
        """A finished game and its record. One that is not over is nobody's business: its seed is a secret."""
        self.check_misses(address)
        game = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 0
        key = plain_name(name), game
        if key not in self.finished:
            lines = await self.house.store.read(key[0]) if game else []
            found = await asyncio.to_thread(_played, *key, lines)
            if found is None:
                self.missed.count(address)
                raise Refused("no-such-game-here", table=name, number=number)
            self.finished[key] = found
            if len(self.finished) > _FINISHED:
                self.finished.popitem(last=False)
        self.finished.move_to_end(key)
        return self.finished[key]


def _played(name: str, game: int, lines: list[bytes]) -> tuple[Finished, bytes] | None:
    """One game of a table, from the table's log."""
    room, promise, again = Room(name), "", False
    for line in lines:
        entry = log.read(line)
        if isinstance(entry, log.Dealt) and room.games == game - 1:
            assert room.opened is not None
            promise, again = room.promise(), room.opened.deal is not None and not room.games
        room.enter(entry)
        if room.games == game and room.play is not None and room.play.outcome is not None:
            play, outcome = room.play, room.play.outcome
            found = Finished(
                table=room.name,
                game=game,
                rules=room.rules,
                seats=play.names,
                scores=outcome.scores,
                winners=outcome.winners,
                commitment=commitment(play.seed),
                seed=play.seed.hex(),
                promise=promise,
                secret=room.secret(game),
                luck=room.dealt_luck,
                again=again,
                record=f"{link_to(room.name, game)}/record",
                colours=tuple(chair.colour if chair else seat for seat, chair in enumerate(room.chairs)),
            )
            return found, encode(play.record()) + b"\n"
    return None


def make_app(file: Path, limits: Limits | None = None, patience: Patience | None = None) -> ASGIApp:
    """The application on a store in this file."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        server = app.state.server = Server(House(SqliteStore(file), patience), limits or Limits())
        server.house.recall()
        sweeper = asyncio.create_task(server.sweep())
        try:
            yield
        finally:
            sweeper.cancel()
            await server.house.close()

    routes = [
        WebSocketRoute("/ws", _socket),
        Route("/healthz", _health),
        Route("/metrics", _metrics),
        Route("/api/tables", _tables, methods=["GET", "POST"]),
        Route("/api/tables/{table}", _table),
        Route("/api/tables/{table}/games/{game}", _game),
        Route("/api/tables/{table}/games/{game}/record", _record),
        Route("/api/tables/{table}/games/{game}/replay", _replay),
        Route("/api/replay", _replay_file, methods=["POST"]),
        Route("/api/protocol.schema.json", _schema),
        *pages(),
    ]
    kinds = (Refused, StoreFailed, HTTPException, ClientDisconnect, Exception)
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=dict.fromkeys(kinds, _refused))
    app.router.redirect_slashes = False
    return SecureHeaders(app)


# The socket


async def _socket(socket: WebSocket) -> None:
    server: Server = socket.app.state.server
    if not _same_origin(socket, server.limits):
        await socket.send_denial_response(await _refused(socket, Refused("wrong-origin")))
        return
    if server.connections >= server.limits.connections:
        await socket.send_denial_response(await _refused(socket, Refused("server-full")))
        return
    await socket.accept()
    line: Line = socket.scope["extensions"]["tacora.line"]
    visit = _Visit(server, Connection(line))
    try:
        await _introduced(visit, socket)
    except BaseException as error:
        visit.gone()
        if not isinstance(error, WebSocketDisconnect):
            raise
    else:
        line.listen(visit)


class _Visit:
    """A client while it is connected: what it says goes to its table."""

    __slots__ = "_allowance", "connection", "server", "table"

    def __init__(self, server: Server, connection: Connection) -> None:
        self.server = server
        self.connection = connection
        self.table: LiveTable | None = None
        self._allowance = Allowance(server.limits.frames_per_second, server.limits.burst)
        connection.line.limit(self._allowance)
        server.connections += 1

    def heard(self, text: str | bytes | None) -> None:
        """A frame came."""
        if self.connection.closed or self.table is None:
            return
        try:
            if (wish := self.wish(text)) is not None:
                self.table.wish(self.connection, wish)
        except Exception:
            LOGGER.exception("a wish could not be carried out")
            self.connection.end(BROKEN)

    def wish(self, text: str | bytes | None) -> protocol.AnyWish | None:
        """The wish in a frame; nothing if it has none, which is answered here."""
        house = self.server.house
        house.wishes += 1
        if not self._allowance.one_more():
            refused = Refused("too-fast", most=round(self.server.limits.frames_per_second))
        elif text is None:
            refused = Refused("not-text")
        else:
            try:
                return protocol.read_wish(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                refused = Refused("bad-frame", detail=str(error))
        house.refusals += 1
        self.connection.tell(trouble(self.connection.language, refused, None))
        if refused.code == "too-fast":
            self.connection.end(MISBEHAVED)
        return None

    def gone(self) -> None:
        """The connection is over."""
        self.server.connections -= 1
        self.server.too_slow += self.connection.too_slow
        self.connection.closed = True
        if self.table is not None:
            self.table.leave(self.connection)
        self.connection.on_drop = self.table = None  # They know this connection, too.


async def _introduced(visit: _Visit, socket: WebSocket) -> None:
    """Wait for a greeting that leads to a table; not for ever."""
    address, connection = _address(socket), visit.connection
    end = time.monotonic() + visit.server.limits.hello_within
    while visit.table is None and not connection.closed:
        try:
            async with asyncio.timeout(max(end - time.monotonic(), 0)):
                message = await socket.receive()
        except TimeoutError:
            connection.tell(trouble(connection.language, Refused("hello-first"), None))
            connection.end(MISBEHAVED)
            break
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        wish = visit.wish(message.get("text"))
        if isinstance(wish, protocol.Hello):
            visit.table = await _greet(visit.server, connection, wish, address)
        elif wish is not None:
            connection.tell(trouble(connection.language, Refused("hello-first"), wish.id))


async def _greet(server: Server, connection: Connection, hello: protocol.Hello, address: str) -> LiveTable | None:
    connection.language = hello.language
    try:
        if hello.version != protocol.VERSION:
            raise Refused("other-version", given=hello.version, ours=protocol.VERSION)
        table = await server.table(hello.table, address)
        await table.join(connection, hello)
    except (Refused, StoreFailed) as error:
        server.house.refusals += 1
        error.__traceback__ = None  # It knows this connection, and whoever else asked for the table has it, too.
        _turn_away(connection, hello, error if isinstance(error, Refused) else Refused("not-kept"))
        return None
    return table


def _turn_away(connection: Connection, hello: protocol.Hello, refused: Refused) -> None:
    connection.tell(trouble(hello.language, refused, hello.id))
    if refused.code in ("crowded", "too-many-misses"):
        connection.end(TRY_LATER)


def _same_origin(connection: HTTPConnection, limits: Limits) -> bool:
    """A browser says which page asks; other programs say nothing, and could say anything."""
    origin = connection.headers.get("origin")
    if origin is None or origin in limits.origins:
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and host == connection.headers.get("host")


def _address(connection: HTTPConnection) -> str:
    """Where somebody asks from; whoever has one address of the newer kind has all that begin alike."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((address.packed, 64), strict=False))


# Plain HTTP


def _json(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


async def _health(request: Request) -> Response:
    await _server(request).house.store.check()
    return _json({"status": "ok", "version": __version__})


async def _metrics(request: Request) -> Response:
    server = _server(request)
    figures = (
        ("tacora_tables", "gauge", "Tables in memory.", len(server.house.tables)),
        ("tacora_connections", "gauge", "Open WebSockets.", server.connections),
        ("tacora_wishes_total", "counter", "Frames from clients.", server.house.wishes),
        ("tacora_refusals_total", "counter", "Frames that were refused.", server.house.refusals),
        ("tacora_steps_total", "counter", "Deals and reveals.", server.house.steps),
        ("tacora_games_total", "counter", "Games played to their end.", server.house.games),
        ("tacora_slow_readers_total", "counter", "Connections dropped because they read too slowly.", server.too_slow),
        ("tacora_uptime_seconds", "gauge", "Since the start.", round(time.time() - server.began, 1)),
    )
    lines = [
        line
        for name, kind, meaning, value in figures
        for line in (f"# HELP {name} {meaning}", f"# TYPE {name} {kind}", f"{name} {value}")
    ]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


async def _tables(request: Request) -> Response:
    """`GET`: the lobby. `POST`: a new table."""
    return await _open(request) if request.method == "POST" else _lobby(_server(request))


def _lobby(server: Server) -> Response:
    """Listed tables at which somebody was lately: those with free seats first, and of these the newest."""
    tables = [table for table in server.house.tables.values() if table.room.opened and table.room.opened.listed]
    seen = [table.lobby for table in reversed(tables)]
    seen.sort(key=lambda table: table.running or not table.free)
    return _json(seen[:LONGEST_LOBBY])


async def _open(request: Request) -> Response:
    server, address = _server(request), _address(request)
    if not _same_origin(request, server.limits):
        raise Refused("wrong-origin")
    if server.opened.full(address):
        raise Refused("too-many-tables", most=server.opened.most)
    try:
        wanted = msgspec.json.decode(await _body(request) or b"{}", type=NewTable)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("bad-frame", detail=str(error)) from None
    rules, deal = wanted.rules, None
    if wanted.again is not None:
        name, _, number = wanted.again.partition("/")
        game, _ = await server.game(name, number, address)
        rules, deal = game.rules, game.seed
    if server.opened.full(address):  # Others may have been opened meanwhile.
        raise Refused("too-many-tables", most=server.opened.most)
    server.opened.count(address)
    try:
        language = language_of(request)
        table, host = await server.house.open(rules, wanted.manners, wanted.listed, deal, wanted.bots, language)
    except Refused:
        server.opened.take_back(address)
        raise
    return _json({"table": table.room.name, "host": host}, 201, {"Cache-Control": "no-store"})


async def _body(request: Request, most: int = LARGEST_BODY) -> bytes:
    body = b""
    try:
        async with asyncio.timeout(LONGEST_BODY):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refused("body-too-large", most=most)
    except TimeoutError:
        raise Refused("bad-request") from None
    return body


async def _table(request: Request) -> Response:
    table = await _server(request).table(request.path_params["table"], _address(request))
    return _json(table.lobby)


async def _game(request: Request) -> Response:
    game, _ = await _found(request)
    return _json(game)


async def _record(request: Request) -> Response:
    game, record = await _found(request)
    headers = {"Content-Disposition": f'attachment; filename="tacora-{game.table}-{game.game}.json"'}
    return Response(record, media_type="application/json", headers=headers)


async def _replay(request: Request) -> Response:
    """A finished game, step by step; it never changes, so what was worked out once is kept."""
    server, (game, record) = _server(request), await _found(request)
    seat, language = request.query_params.get("seat", ""), language_of(request)
    key = game.table, game.game, seat, language
    if key not in server.replays:
        origin = Origin(
            table=game.table,
            number=game.game,
            record=game.record,
            colours=game.colours,
            promise=game.promise,
            secret=game.secret,
            luck=game.luck,
            again=game.again,
        )
        server.replays[key] = await server.replayed(record, seat, language, origin)
        if len(server.replays) > _REPLAYS:
            server.replays.popitem(last=False)
    return _replay_json(server.replays[key])


async def _replay_file(request: Request) -> Response:
    """A record that somebody brings along; nothing of it is kept."""
    server, address = _server(request), _address(request)
    if not _same_origin(request, server.limits):
        raise Refused("wrong-origin")
    if server.read.full(address):
        raise Refused("too-many-replays", most=server.read.most)
    server.read.count(address)
    record = await _body(request, LARGEST_RECORD)
    return _replay_json(await server.replayed(record, request.query_params.get("seat", ""), language_of(request)))


def _replay_json(text: bytes) -> Response:
    return Response(text, headers={"Vary": "Accept-Language, Cookie"}, media_type="application/json")


async def _found(request: Request) -> tuple[Finished, bytes]:
    return await _server(request).game(request.path_params["table"], request.path_params["game"], _address(request))


async def _schema(_: Request) -> Response:
    return Response(protocol.schema_text(), media_type="application/json")


_STATUS = {
    "no-such-table": 404,
    "no-such-game-here": 404,
    "not-found": 404,
    "wrong-method": 405,
    "wrong-origin": 403,
    "body-too-large": 413,
    "too-many-tables": 429,
    "too-many-misses": 429,
    "too-many-replays": 429,
    "broken": 500,
    "not-kept": 503,
    "server-full": 503,
}


async def _refused(request: HTTPConnection, error: Exception) -> Response:
    """An error as its code and a sentence; as a page, if a browser asked for one."""
    headers = None
    if isinstance(error, HTTPException):
        headers = dict(error.headers or {})
        error = Refused({404: "not-found", 405: "wrong-method"}.get(error.status_code, "bad-request"))
    elif isinstance(error, StoreFailed):
        error = Refused("not-kept")
    elif isinstance(error, ClientDisconnect):
        error = Refused("bad-request")
    elif not isinstance(error, Refused):
        error = Refused("broken")
    say = refusal(catalogue(language_of(request)), error)
    status = _STATUS.get(error.code, 400)
    if wants_page(request):
        answer = refusal_page(request, say, status)
        answer.headers.update(headers or {})
        return answer
    return _json({"code": error.code, "say": say}, status, headers)


def _server(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


class SecureHeaders:
    """Headers that keep a page to itself: no script but ours, no frame around it, no guessing of types."""

    HEADERS = (
        (
            b"content-security-policy",
            b"default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
    )

    FOR_PARTS = tuple(
        header for header in HEADERS if header[0] in (b"x-content-type-options", b"cross-origin-resource-policy")
    )
    """What matters for a script or a style sheet, of which a page has dozens."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to every answer, also to one that refuses a WebSocket."""
        waiting = scope["type"] == "websocket"
        path = scope.get("path", "")
        headers = self.FOR_PARTS if path.startswith("/static/") and path.endswith((".js", ".css")) else self.HEADERS

        async def with_headers(message: Message) -> None:
            nonlocal waiting
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message = {**message, "headers": [*message["headers"], *headers]}
            elif waiting and message["type"] == "websocket.close":  # Before it was accepted: there is no such socket.
                await send({"type": "websocket.http.response.start", "status": 404, "headers": list(self.HEADERS)})
                message = {"type": "websocket.http.response.body", "body": b""}
            waiting = False
            await send(message)

        await self.app(scope, receive, with_headers)
