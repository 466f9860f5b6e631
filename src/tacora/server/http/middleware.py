"""What every request passes: the server's name, the limit of an address, and headers that keep a page to itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tacora.game import Refused
from tacora.server.http import api
from tacora.server.http.assets import assets
from tacora.server.http.limits import address_of
from tacora.server.http.state import Server
from tacora.server.transport.line import MISBEHAVED


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
        await deny(WebSocket(scope, receive, send), refused)
    else:
        await (await api.refused_answer(asked, refused))(scope, receive, send)


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


async def deny(socket: WebSocket, refused: Refused) -> None:
    """Reject a handshake: with an HTTP response if the server supports that, else with a close code."""
    if _can_refuse_in_words(socket.scope):
        await socket.send_denial_response(await api.refused_answer(socket, refused))
    else:
        await socket.close(MISBEHAVED)


def extensions(scope: Scope) -> dict[str, Any]:
    """The ASGI extensions that the server supports."""
    return scope.get("extensions") or {}


def _can_refuse_in_words(scope: Scope) -> bool:
    return "websocket.http.response" in extensions(scope)
