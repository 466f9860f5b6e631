"""The ASGI application: one WebSocket for play, HTTP for everything else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from tacora import protocol
from tacora.game import Refused
from tacora.languages import nearest
from tacora.record.shape import unreadable
from tacora.server.http import api, pages
from tacora.server.http.assets import assets
from tacora.server.http.limits import address_of, same_origin
from tacora.server.http.middleware import HostCheck, RequestLimit, SecureHeaders, deny, extensions
from tacora.server.http.state import Server
from tacora.server.live.attendance import Timeouts
from tacora.server.live.limits import LIMIT_CODES, Limits
from tacora.server.live.registry import Registry
from tacora.server.live.session import Session
from tacora.server.live.table import LiveTable
from tacora.server.live.wishes import trouble
from tacora.server.storage.opening import StorePlace, administered, open_store
from tacora.server.storage.store import StoreFailed
from tacora.server.transport.asgi_line import AsgiLine
from tacora.server.transport.line import BROKEN, MISBEHAVED, TOO_LARGE, TRY_LATER, Line, TokenBucket, is_too_large
from tacora.server.transport.refusals import Refusals

LOGGER = logging.getLogger("tacora.server")
_HOUR = 3600.0


def make_app(
    store: StorePlace,
    limits: Limits | None = None,
    timeouts: Timeouts | None = None,
    *,
    hosts: Sequence[str] = (),
    refused: Refusals | None = None,
    expire_after: float | None = None,
    node: str = "",
) -> ASGIApp:
    """The application on this store.

    `hosts`: the names by which it may be asked, if not by any. `expire_after`: seconds after which a table that nobody
    touched is removed. `node`: by which name a proxy finds this process among those that share the store.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        server = app.state.server = Server(Registry(open_store(store, node), timeouts, limits, refused))
        server.lobby.begin()
        tasks = [asyncio.create_task(server.sweep())]
        if expire_after is not None:
            tasks.append(asyncio.create_task(expire(store, expire_after)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            try:
                await server.lobby.close()
            finally:
                await server.registry.close()

    routes = [WebSocketRoute("/ws", _socket), WebSocketRoute("/ws/{table}", _socket), *api.routes(), *pages.routes()]
    kinds = (Refused, StoreFailed, HTTPException, ClientDisconnect, Exception)
    handlers = dict.fromkeys(kinds, api.refused_answer)
    checks = [*([Middleware(HostCheck, hosts=hosts)] if hosts else []), Middleware(RequestLimit)]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers, middleware=checks)
    app.router.redirect_slashes = False
    return SecureHeaders(app)


def end_reviews(app: ASGIApp) -> None:
    """Before a shutdown of an application of `make_app`: whoever waits for a review is answered, not waited for."""
    _server(app).end_reviews()


def give_notice(app: ASGIApp) -> None:
    """Some seconds before a shutdown of an application of `make_app`: it is no longer healthy, and serves as before."""
    _server(app).leaving = True


def _server(app: ASGIApp) -> Server:
    assert isinstance(app, SecureHeaders)
    assert isinstance(app.app, Starlette)
    server: Server = app.app.state.server
    return server


# The socket


async def _socket(socket: WebSocket) -> None:
    server: Server = socket.app.state.server
    if not same_origin(socket, server.limits):
        server.registry.refused.note("wrong-origin", address_of(socket))
        await deny(socket, Refused("wrong-origin"))
        return
    address = address_of(socket)
    try:
        server.admit(address)
    except Refused as refused:
        server.registry.refused.note(refused.code, address)
        await (deny(socket, refused) if refused.code == "server-full" else _turn_away_at_once(socket, refused))
        return
    try:
        await socket.accept()
    except BaseException:
        server.dismiss(address)
        raise
    line: Line = extensions(socket.scope).get("tacora.line") or AsgiLine(socket)
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


async def _turn_away_at_once(socket: WebSocket, refused: Refused) -> None:
    """Refuse a connection in a frame: a page cannot see why a handshake failed, and would say nothing but "lost"."""
    await socket.accept()
    await socket.send_text(trouble(pages.language_of(socket), refused, None).decode())
    await socket.close(TRY_LATER)


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
                refused = Refused("bad-frame", detail=unreadable(error, text))
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
    if refused.code in ("crowded", "too-many-misses", "too-many-catch-ups", "elsewhere"):
        session.end(TRY_LATER)


async def expire(store: StorePlace, after: float) -> None:
    """Remove tables that nobody touched for so many seconds, once an hour, beside everything else."""

    def remove() -> int:
        with administered(store) as admin:
            return admin.expire(time.time() - after)

    while True:
        try:
            if removed := await asyncio.to_thread(remove):
                LOGGER.info("%d tables expired", removed)
        except Exception as error:  # Whatever it is, it may be over in an hour.
            LOGGER.error("no tables could be expired: %s", error)
        await asyncio.sleep(_HOUR)
