"""The ASGI application: one WebSocket for play, HTTP for everything else."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tacora import protocol
from tacora.game import Refused
from tacora.languages import nearest
from tacora.server.http import api, pages
from tacora.server.http.assets import assets
from tacora.server.http.limits import Limits, address_of, same_origin
from tacora.server.http.state import Server
from tacora.server.live.attendance import Timeouts
from tacora.server.live.registry import Registry
from tacora.server.live.session import Session
from tacora.server.live.table import LiveTable
from tacora.server.live.wishes import trouble
from tacora.server.storage.opening import open_store
from tacora.server.storage.store import StoreFailed
from tacora.server.transport.asgi_line import AsgiLine
from tacora.server.transport.line import BROKEN, MISBEHAVED, TOO_LARGE, TRY_LATER, Line, TokenBucket, is_too_large

LOGGER = logging.getLogger("tacora.server")


def make_app(file: Path, limits: Limits | None = None, timeouts: Timeouts | None = None) -> ASGIApp:
    """Make the application on the store in this file."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        server = app.state.server = Server(Registry(open_store(file), timeouts), limits or Limits())
        server.registry.recall()
        sweeper = asyncio.create_task(server.sweep())
        try:
            yield
        finally:
            sweeper.cancel()
            await server.registry.close()

    routes = [WebSocketRoute("/ws", _socket), *api.routes(), *pages.routes()]
    kinds = (Refused, StoreFailed, HTTPException, ClientDisconnect, Exception)
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=dict.fromkeys(kinds, api.refused_answer))
    app.router.redirect_slashes = False
    return SecureHeaders(app)


# The socket


async def _socket(socket: WebSocket) -> None:
    server: Server = socket.app.state.server
    if not same_origin(socket, server.limits):
        await _deny(socket, Refused("wrong-origin"))
        return
    if server.connections >= server.limits.connections:
        await _deny(socket, Refused("server-full"))
        return
    await socket.accept()
    line: Line = _extensions(socket.scope).get("tacora.line") or AsgiLine(socket)
    handler = SocketHandler(server, Session(line, assets().version))
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
        server.connections += 1

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
            self.session.end(MISBEHAVED)
        return None

    def gone(self) -> None:
        """Clean up after the connection."""
        self.server.connections -= 1
        self.server.too_slow += self.session.too_slow
        self.session.closed = True
        if self.table is not None:
            self.table.leave(self.session)
        self.session.on_drop = self.table = None  # Break reference cycles.


async def _introduced(handler: SocketHandler, socket: WebSocket) -> None:
    """Wait for a `hello` that leads to a table, at most `hello_within` seconds."""
    address, session = address_of(socket), handler.session
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
            handler.table = await _greet(handler.server, session, wish, address)
        elif wish is not None:
            session.tell(trouble(session.language, Refused("hello-first"), wish.id))


async def _greet(server: Server, session: Session, hello: protocol.Hello, address: str) -> LiveTable | None:
    session.language = nearest([hello.language])
    try:
        if hello.version != protocol.VERSION:
            raise Refused("other-version", given=hello.version, ours=protocol.VERSION)
        table = await server.table(hello.table, address)
        await table.join(session, hello)
    except (Refused, StoreFailed) as error:
        server.registry.refusals += 1
        error.__traceback__ = None  # It refers to this session, and other callers share the error.
        _turn_away(session, hello, error if isinstance(error, Refused) else Refused("not-kept"))
        return None
    return table


def _turn_away(session: Session, hello: protocol.Hello, refused: Refused) -> None:
    session.tell(trouble(session.language, refused, hello.id))
    if refused.code in ("crowded", "too-many-misses"):
        session.end(TRY_LATER)


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
