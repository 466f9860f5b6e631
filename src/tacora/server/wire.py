"""HTTP and WebSockets as uvicorn speaks them, but for clients that do not end, do not read, or make no sense."""

from __future__ import annotations

import asyncio
import logging

import uvicorn
from starlette.types import ASGIApp
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tacora.server.app import LARGEST_FRAME

LOGGER = logging.getLogger("tacora.server")

PING_AFTER, PONG_WITHIN = 15.0, 10.0
"""Seconds: a dead connection is noticed within 30."""
LARGEST_HEAD = 32 * 1024


def configuration(app: ASGIApp, ping_after: float = PING_AFTER, pong_within: float = PONG_WITHIN) -> uvicorn.Config:
    """How uvicorn is to serve tables."""
    return uvicorn.Config(
        app,
        http=Door,
        ws=Wire,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=ping_after,
        ws_ping_timeout=pong_within,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        proxy_headers=False,
    )


class Door(HttpToolsProtocol):
    """A connection on which a request has to begin soon, and whose head has an end."""

    PATIENCE = 10.0
    """Seconds for the head of a request."""

    _head = 0
    """How much came of a head that is not complete yet."""
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes from the client."""
        if self._late is not None:
            self._head += len(data)
        super().data_received(data)
        if self._late is not None and self._head > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of this request is too large.")

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        """The last byte of a head."""
        self._wait_no_more()
        super().on_headers_complete()

    def _wait(self) -> None:
        self._wait_no_more()
        self._late = self.loop.call_later(self.PATIENCE, self._abort)

    def _wait_no_more(self) -> None:
        self._head = 0
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _abort(self) -> None:
        self.transport.abort()


class Wire(WebSocketsSansIOProtocol):
    """A connection that is cut, not closed politely, if the other side takes nothing any more.

    To close politely means to wait until everything is sent, and such a client would make the server wait for ever.
    """

    PATIENCE = 10.0
    """Seconds for which a client may take nothing while much waits for it."""

    _cut: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """More waits for the client than the network takes."""
        super().pause_writing()
        self._cut = self.loop.call_later(self.PATIENCE, self._abort)

    def resume_writing(self) -> None:
        """The client takes something again."""
        self._keep()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._keep()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """No answer to a ping."""
        super().keepalive_timeout()
        self._abort()

    async def send(self, message: ASGISendEvent) -> None:
        """Something from the application. A refusal in plain HTTP is a whole answer, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def data_received(self, data: bytes) -> None:
        """Bytes from the client, whatever they are."""
        try:
            super().data_received(data)
        except (UnicodeError, ValueError, AssertionError) as error:
            LOGGER.info("cut off a connection: %s", type(error).__name__)
            self._abort()

    def send_receive_event_to_app(self) -> None:
        """A whole message; a text that is no UTF-8 ends the connection, as the standard has it, without more ado."""
        if self.curr_msg_data_type == "text":
            message = b"".join(self.frames)
            if not message.isascii():
                try:
                    message.decode()
                except UnicodeDecodeError:
                    self.frames = []
                    self.conn.send_close(1007)
                    self.handle_parser_exception()
                    return
        super().send_receive_event_to_app()

    def _keep(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None

    def _abort(self) -> None:
        self._keep()
        self.transport.abort()
