"""HTTP as uvicorn speaks it, but for clients that do not end a request, or do not read the answer."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tacora.server.transport.impatient import Impatient

LARGEST_HEAD = 32 * 1024


class Door(Impatient, HttpToolsProtocol):
    """A connection on which a request has to begin soon, whose head has an end, and whose answers are taken."""

    _head = 0
    """How much came of a head that is not complete yet."""
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._head_came()
        super().connection_lost(exc)
        self.cycle = None  # type: ignore[assignment]  # It knows this connection, too.

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket, and this is done with."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # It knows this connection, too.

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
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        """The last byte of a head."""
        self._head_came()
        super().on_headers_complete()

    # Every way in which it is closed from this side

    def send_400_response(self, msg: str) -> None:
        """What came is no request."""
        super().send_400_response(msg)
        self.let_go()

    def on_response_complete(self) -> None:
        """A whole answer was sent."""
        super().on_response_complete()
        self.let_go()

    def timeout_keep_alive_handler(self) -> None:
        """No other request came for a while."""
        super().timeout_keep_alive_handler()
        self.let_go()

    def _wait_for_head(self) -> None:
        self._head_came()
        self._late = self.loop.call_later(self.PATIENCE, self.abort)

    def _head_came(self) -> None:
        self._head = 0
        if self._late is not None:
            self._late.cancel()
            self._late = None
