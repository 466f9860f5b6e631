"""Drops clients that do not finish a request, do not read, or do not disconnect.

Servers wait for the rest of a request, and before they close until everything is sent; a client that never reads would
keep them waiting for ever. This layer uses only asyncio's own interfaces, so it fits any protocol.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httptools

from tacora.server.transport.gate import Gate

LARGEST_HEAD = 32 * 1024
FULL = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Guard(asyncio.Protocol):
    """Wraps a connection: limits a request's head in time and size, and how long a client may go without reading."""

    __slots__ = (
        "_close_timer",
        "_connections",
        "_gate",
        "_guarded",
        "_head",
        "_in_head",
        "_loop",
        "_parser",
        "_peer",
        "_protocol",
        "_request_timer",
        "_transport",
        "_write_timer",
    )

    TIMEOUT = 10.0
    """Seconds for a request's head, for a full send buffer to drain, and for the rest to be sent after a close."""
    BODY_TIMEOUT = 12.0
    """Seconds for a request's body. Longer than an application waits, so that it can say so."""
    SHUTDOWN_TIMEOUT = 3.0
    """Seconds for clients to disconnect when the server stops."""

    def __init__(self, protocol: asyncio.Protocol, connections: set[Guard], gate: Gate) -> None:
        self._protocol = protocol
        """The wrapped protocol: HTTP first, and perhaps a WebSocket later."""
        self._connections = connections
        """All open connections of this server."""
        self._gate = gate
        self._peer: str | None = None
        """Where it comes from, if it was admitted."""
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._parser: httptools.HttpRequestParser | None = httptools.HttpRequestParser(self)
        """Finds where heads begin and end; `None` once the connection is not HTTP."""
        self._head = 0
        """Bytes received of an incomplete head."""
        self._in_head = False
        self._request_timer: asyncio.TimerHandle | None = None
        """Runs from the first byte of a request to its last, also while its answer is under way."""
        self._write_timer: asyncio.TimerHandle | None = None
        self._close_timer: asyncio.TimerHandle | None = None

    # Called by the socket's transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer for the first head, and connect the wrapped protocol; or turn the client away."""
        self._transport = transport  # type: ignore[assignment]
        self._connections.add(self)
        self._guarded = GuardedTransport(self._transport, self)
        peer = (self._transport.get_extra_info("peername") or [""])[0]
        if not self._gate.admit(peer):
            self._protocol, self._parser = _NULL_PROTOCOL, None
            self._guarded.write(FULL)
            self._guarded.close()
            return
        self._peer = peer
        self.on_message_begin()
        self._protocol.connection_made(self._guarded)  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        """Pass bytes on, unless the head is too large."""
        if self._parser is None or self._head_is_fine(self._parser, data):
            self._protocol.data_received(data)

    def eof_received(self) -> bool | None:
        """The client will send nothing more."""
        stay = self._protocol.eof_received()
        if not stay:  # asyncio now closes the socket once everything is sent.
            self.closing()
        return stay

    def pause_writing(self) -> None:
        """The send buffer is full: abort if it does not drain in time."""
        self._write_timer = self._loop.call_later(self.TIMEOUT, self._cut, "slow-reader")
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """The send buffer has drained."""
        _cancel(self._write_timer)
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up, and break reference cycles: full garbage collections are rare."""
        self._connections.discard(self)
        self._guarded.guard = None
        if self._peer is not None:
            self._gate.leave(self._peer)
        for timer in (self._request_timer, self._write_timer, self._close_timer):
            _cancel(timer)
        self._parser = None
        protocol, self._protocol = self._protocol, _NULL_PROTOCOL
        protocol.connection_lost(exc)

    # Called by the wrapped protocol and the server

    def serve_by(self, protocol: asyncio.Protocol) -> None:
        """Switch to another protocol after an upgrade from HTTP."""
        self._protocol = protocol
        self._parser = None
        self.on_message_complete()

    def closing(self) -> None:
        """The server has closed the connection: abort if the rest is not sent in time."""
        if self._close_timer is None and self in self._connections:
            self._close_timer = self._loop.call_later(self.TIMEOUT, self._cut, "slow-close")

    def _cut(self, why: str) -> None:
        """End a connection that had its time."""
        self._gate.refused.note(why, self._peer or "")
        self._transport.abort()

    def shut_down(self) -> None:
        """The server stops: abort at once if already closing, and otherwise after `SHUTDOWN_TIMEOUT`."""
        if self._transport.is_closing():
            self._transport.abort()
        else:
            _cancel(self._close_timer)
            self._close_timer = self._loop.call_later(self.SHUTDOWN_TIMEOUT, self._transport.abort)

    # The head of a request

    def _head_is_fine(self, parser: httptools.HttpRequestParser, data: bytes) -> bool:
        if self._request_timer is None:  # Empty lines before a request are none, and must not be endless.
            self._start_timer(self.TIMEOUT)
        waiting = self._in_head
        try:
            parser.feed_data(data)
        except httptools.HttpParserUpgrade:  # Perhaps to something that nobody here speaks; then it is still HTTP.
            pass
        except httptools.HttpParserError:  # The wrapped protocol sees the same error.
            self._parser = None
        if waiting and self._in_head:
            self._head += len(data)
        if self._head <= LARGEST_HEAD:
            return True
        if not self._transport.is_closing():
            self._transport.write(TOO_LARGE)
            self._transport.close()
            self.closing()
        return False

    def _start_timer(self, seconds: float) -> None:
        _cancel(self._request_timer)
        self._request_timer = self._loop.call_later(seconds, self._cut, "slow-request")

    def on_message_begin(self) -> None:
        """A request begins, or is expected to."""
        self._in_head = True
        self._start_timer(self.TIMEOUT)

    def on_headers_complete(self) -> None:
        """The head is complete; the body has to follow, whether or not anybody wants it."""
        self._in_head = False
        self._head = 0
        self._start_timer(self.BODY_TIMEOUT)

    def on_message_complete(self) -> None:
        """The request is complete, or the connection is not HTTP any more."""
        self._in_head = False
        _cancel(self._request_timer)
        self._request_timer = None


class GuardedTransport:
    """The transport that the wrapped protocol sees: tells the guard of `close` and `set_protocol`."""

    __slots__ = "_transport", "get_write_buffer_size", "guard", "is_closing", "write"

    def __init__(self, transport: asyncio.Transport, guard: Guard) -> None:
        self._transport = transport
        self.guard: Guard | None = guard
        self.write: Callable[[bytes], None] = transport.write
        self.is_closing: Callable[[], bool] = transport.is_closing
        self.get_write_buffer_size: Callable[[], int] = transport.get_write_buffer_size

    def close(self) -> None:
        """Close the connection once everything is sent, with a timeout."""
        self._transport.close()
        if self.guard is not None:
            self.guard.closing()

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Switch to another protocol."""
        if self.guard is not None:
            self.guard.serve_by(protocol)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


_NULL_PROTOCOL = asyncio.Protocol()
