"""The ASGI application: one WebSocket for play, HTTP for everything else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tacora import protocol
from tacora.game import Refused
from tacora.languages import nearest
from tacora.server.http import api, pages
from tacora.server.http.assets import assets
from tacora.server.http.limits import address_of, same_origin
from tacora.server.http.state import Server
from tacora.server.live.attendance import Timeouts
from tacora.server.live.limits import LIMIT_CODES, Limits
from tacora.server.live.registry import Registry
from tacora.server.live.session import Session
from tacora.server.live.table import LiveTable
from tacora.server.live.wishes import trouble
from tacora.server.storage.opening import administered, open_store
from tacora.server.storage.store import StoreFailed
from tacora.server.transport.asgi_line import AsgiLine
from tacora.server.transport.line import BROKEN, MISBEHAVED, TOO_LARGE, TRY_LATER, Line, TokenBucket, is_too_large
from tacora.server.transport.refusals import Refusals

LOGGER = logging.getLogger("tacora.server")
_HOUR = 3600.0


def make_app(
    file: Path,
    limits: Limits | None = None,
    timeouts: Timeouts | None = None,
    *,
    hosts: Sequence[str] = (),
    refused: Refusals | None = None,
    expire_after: float | None = None,
) -> ASGIApp:
    """The application on the store in this file.

    `hosts`: the names by which it may be asked, if not by any. `expire_after`: seconds after which a table that nobody
    touched is removed.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        server = app.state.server = Server(Registry(open_store(file), timeouts, limits, refused))
        server.registry.recall()
        tasks = [asyncio.create_task(server.sweep())]
        if expire_after is not None:
            tasks.append(asyncio.create_task(expire(file, expire_after)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await server.registry.close()

    routes = [WebSocketRoute("/ws", _socket), *api.routes(), *pages.routes()]
    kinds = (Refused, StoreFailed, HTTPException, ClientDisconnect, Exception)
    handlers = dict.fromkeys(kinds, api.refused_answer)
    checks = [*([Middleware(HostCheck, hosts=hosts)] if hosts else []), Middleware(RequestLimit)]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers, middleware=checks)
    app.router.redirect_slashes = False
    return SecureHeaders(app)


# The socket


async def _socket(socket: WebSocket) -> None:
    server: Server = socket.app.state.server
    if not same_origin(socket, server.limits):
        server.registry.refused.note("wrong-origin", address_of(socket))
        await _deny(socket, Refused("wrong-origin"))
        return
    address = address_of(socket)
    try:
        server.admit(address)
    except Refused as refused:
        server.registry.refused.note(refused.code, address)
        await _deny(socket, refused)
        return
    try:
        await socket.accept()
    except BaseException:
        server.dismiss(address)
        raise
    line: Line = _extensions(socket.scope).get("tacora.line") or AsgiLine(socket)
    handler = SocketHandler(server, Session(line, assets().version, address))
    try:
        await _introduced(handler, socket)
    except BaseException as error:
        line.abandon()
        handler.gone()
        if not isinstance(error, WebSocketDisconnect):
            raise
    else:
        await line.listen(handler)


async def _deny(socket: WebSocket, refused: Refused) -> None:
    """Reject a handshake: with an HTTP response if the server supports that, else with a close code."""
    if _can_refuse_in_words(socket.scope):
        await socket.send_denial_response(await api.refused_answer(socket, refused))
    else:
        await socket.close(MISBEHAVED)


def _extensions(scope: Scope) -> dict[str, Any]:
    """The ASGI extensions that the server supports."""
    return scope.get("extensions") or {}


def _can_refuse_in_words(scope: Scope) -> bool:
    return "websocket.http.response" in _extensions(scope)


class SocketHandler:
    """Passes the frames of one connection to its table."""

    __slots__ = "_rate", "server", "session", "table"

    def __init__(self, server: Server, session: Session) -> None:
        self.server = server
        self.session = session
        self.table: LiveTable | None = None
        self._rate = TokenBucket(server.limits.frames_per_second, server.limits.burst)
        session.line.limit(self._rate)

    def heard(self, text: str | bytes | None) -> None:
        """Handle a frame."""
        if self.session.closed or self.table is None:
            return
        try:
            if (wish := self.wish(text)) is not None:
                self.table.wish(self.session, wish)
        except Exception:
            LOGGER.exception("a wish could not be carried out")
            self.session.end(BROKEN)

    def wish(self, text: str | bytes | None) -> protocol.AnyWish | None:
        """The wish in a frame; `None` for one that is invalid or over the rate limit, which is answered here."""
        registry = self.server.registry
        registry.wishes += 1
        if not self._rate.take():
            refused = Refused("too-fast", most=round(self.server.limits.frames_per_second))
        elif text is None:
            refused = Refused("not-text")
        else:
            try:
                return protocol.read_wish(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                refused = Refused("bad-frame", detail=str(error))
        registry.refusals += 1
        self.session.tell(trouble(self.session.language, refused, None))
        if refused.code == "too-fast":
            registry.refused.note(refused.code, self.session.address)
            self.session.end(MISBEHAVED)
        return None

    def gone(self) -> None:
        """Clean up after the connection."""
        self.server.dismiss(self.session.address)
        self.server.too_slow += self.session.too_slow
        self.session.closed = True
        if self.table is not None:
            self.table.leave(self.session)
        self.session.on_drop = self.table = None  # Break reference cycles.


async def _introduced(handler: SocketHandler, socket: WebSocket) -> None:
    """Wait for a `hello` that leads to a table, at most `hello_within` seconds."""
    session = handler.session
    end = time.monotonic() + handler.server.limits.hello_within
    while handler.table is None and not session.closed:
        try:
            async with asyncio.timeout(max(end - time.monotonic(), 0)):
                message = await socket.receive()
        except TimeoutError:
            session.tell(trouble(session.language, Refused("hello-first"), None))
            session.end(MISBEHAVED)
            break
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text = message.get("text")
        if text is not None and is_too_large(text):
            session.end(TOO_LARGE)
            break
        wish = handler.wish(text)
        if isinstance(wish, protocol.Hello):
            handler.table = await _greet(handler.server, session, wish)
        elif wish is not None:
            session.tell(trouble(session.language, Refused("hello-first"), wish.id))


async def _greet(server: Server, session: Session, hello: protocol.Hello) -> LiveTable | None:
    session.language = nearest([hello.language])
    try:
        if hello.version != protocol.VERSION:
            raise Refused("other-version", given=hello.version, ours=protocol.VERSION)
        table = await server.table(hello.table, session.address)
        with contextlib.nullcontext() if hello.since is None else server.catching_up(session.address):
            await table.join(session, hello)
    except (Refused, StoreFailed) as error:
        server.registry.refusals += 1
        if isinstance(error, Refused) and error.code in LIMIT_CODES:
            server.registry.refused.note(error.code, session.address)
        error.__traceback__ = None  # It refers to this session, and other callers share the error.
        _turn_away(session, hello, error if isinstance(error, Refused) else Refused("not-kept"))
        return None
    return table


def _turn_away(session: Session, hello: protocol.Hello, refused: Refused) -> None:
    session.tell(trouble(session.language, refused, hello.id))
    if refused.code in ("crowded", "too-many-misses", "too-many-catch-ups"):
        session.end(TRY_LATER)


class HostCheck:
    """Refuses requests by any other name than the server's own, so that no other site's name can lead here."""

    OPEN = ("/healthz", "/metrics")
    """For those who watch the server, who may ask by its address."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan" or scope["path"] in self.OPEN:
            await self.app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        if (asked.url.hostname or "").lower() in self._hosts:
            await self.app(scope, receive, send)
            return
        await _refuse(scope, receive, send, Refused("wrong-host"))


class RequestLimit:
    """Limits requests, and handshakes of WebSockets, by address. Files are cheap, and a page has dozens."""

    FREE = ("/static/", "/healthz", "/sw.js", "/manifest.webmanifest")

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "lifespan" and not scope["path"].startswith(self.FREE):
            asked = HTTPConnection(scope)
            server: Server = asked.app.state.server
            if not server.requests.take(address_of(asked)):
                await _refuse(scope, receive, send, Refused("too-many-requests"))
                return
        await self.app(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
    """Answer a request, or a handshake, with a refusal."""
    asked = HTTPConnection(scope)
    if scope["type"] == "websocket":
        asked.app.state.server.registry.refused.note(refused.code, address_of(asked))
        await _deny(WebSocket(scope, receive, send), refused)
    else:
        await (await api.refused_answer(asked, refused))(scope, receive, send)


async def expire(file: Path, after: float) -> None:
    """Remove tables that nobody touched for so many seconds, once an hour, beside everything else."""

    def remove() -> int:
        with administered(file) as admin:
            return admin.expire(time.time() - after)

    while True:
        try:
            if removed := await asyncio.to_thread(remove):
                LOGGER.info("%d tables expired", removed)
        except Exception as error:  # Whatever it is, it may be over in an hour.
            LOGGER.error("no tables could be expired: %s", error)
        await asyncio.sleep(_HOUR)


class SecureHeaders:
    """Adds security headers: only our own scripts, no framing, no MIME sniffing."""

    HEADERS = (
        (
            b"content-security-policy",
            f"default-src 'self'; script-src 'self' '{assets().policy}'; object-src 'none'; frame-ancestors 'none'; "
            "base-uri 'none'; form-action 'self'".encode(),
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
    """The headers that matter for a script or a style sheet, of which a page has dozens."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to every response, including the rejection of a WebSocket."""
        waiting = scope["type"] == "websocket"
        in_words = _can_refuse_in_words(scope)
        path = scope.get("path", "")
        headers = self.FOR_PARTS if path.startswith("/static/") and path.endswith((".js", ".css")) else self.HEADERS

        async def with_headers(message: Message) -> None:
            nonlocal waiting
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message = {**message, "headers": [*message["headers"], *headers]}
            elif waiting and in_words and message["type"] == "websocket.close":  # Never accepted: no such route.
                await send({"type": "websocket.http.response.start", "status": 404, "headers": list(self.HEADERS)})
                message = {"type": "websocket.http.response.body", "body": b""}
            waiting = False
            await send(message)

        await self.app(scope, receive, with_headers)
