"""Drops clients that do not finish a request, do not read, or do not disconnect.

Servers wait for the rest of a request, and before they close until everything is sent; a client that never reads would
keep them waiting for ever. This layer uses only asyncio's own interfaces, so it fits any protocol.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httptools

LARGEST_HEAD = 32 * 1024
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Guard(asyncio.Protocol):
    """Wraps a connection: limits a request's head in time and size, and how long a client may go without reading."""

    __slots__ = (
        "_close_timer",
        "_connections",
        "_guarded",
        "_head",
        "_head_timer",
        "_loop",
        "_parser",
        "_protocol",
        "_transport",
        "_write_timer",
    )

    TIMEOUT = 10.0
    """Seconds for a request's head, for a full send buffer to drain, and for the rest to be sent after a close."""
    SHUTDOWN_TIMEOUT = 3.0
    """Seconds for clients to disconnect when the server stops."""

    def __init__(self, protocol: asyncio.Protocol, connections: set[Guard]) -> None:
        self._protocol = protocol
        """The wrapped protocol: HTTP first, and perhaps a WebSocket later."""
        self._connections = connections
        """All open connections of this server."""
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._parser: httptools.HttpRequestParser | None = httptools.HttpRequestParser(self)
        """Finds where heads begin and end; `None` once the connection is not HTTP."""
        self._head = 0
        """Bytes received of an incomplete head."""
        self._head_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._close_timer: asyncio.TimerHandle | None = None

    # Called by the socket's transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer for the first head, and connect the wrapped protocol."""
        self._transport = transport  # type: ignore[assignment]
        self._connections.add(self)
        self.on_message_begin()
        self._guarded = GuardedTransport(self._transport, self)
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
        self._write_timer = self._loop.call_later(self.TIMEOUT, self._transport.abort)
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """The send buffer has drained."""
        _cancel(self._write_timer)
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up, and break reference cycles: full garbage collections are rare."""
        self._connections.discard(self)
        self._guarded.guard = None
        for timer in (self._head_timer, self._write_timer, self._close_timer):
            _cancel(timer)
        self._parser = None
        protocol, self._protocol = self._protocol, _NULL_PROTOCOL
        protocol.connection_lost(exc)

    # Called by the wrapped protocol and the server

    def serve_by(self, protocol: asyncio.Protocol) -> None:
        """Switch to another protocol after an upgrade from HTTP."""
        self._protocol = protocol
        self._parser = None
        self.on_headers_complete()

    def closing(self) -> None:
        """The server has closed the connection: abort if the rest is not sent in time."""
        if self._close_timer is None and self in self._connections:
            self._close_timer = self._loop.call_later(self.TIMEOUT, self._transport.abort)

    def shut_down(self) -> None:
        """The server stops: abort at once if already closing, and otherwise after `SHUTDOWN_TIMEOUT`."""
        if self._transport.is_closing():
            self._transport.abort()
        else:
            _cancel(self._close_timer)
            self._close_timer = self._loop.call_later(self.SHUTDOWN_TIMEOUT, self._transport.abort)

    # The head of a request

    def _head_is_fine(self, parser: httptools.HttpRequestParser, data: bytes) -> bool:
        waiting = self._head_timer is not None
        try:
            parser.feed_data(data)
        except httptools.HttpParserUpgrade:  # If it is not supported, the connection stays HTTP.
            pass
        except httptools.HttpParserError:  # The wrapped protocol sees the same.
            self._parser = None
        if waiting and self._head_timer is not None:
            self._head += len(data)
        if self._head <= LARGEST_HEAD:
            return True
        if not self._transport.is_closing():
            self._transport.write(TOO_LARGE)
            self._transport.close()
            self.closing()
        return False

    def on_message_begin(self) -> None:
        """Start the timer for a head, at its first byte or before."""
        _cancel(self._head_timer)
        self._head_timer = self._loop.call_later(self.TIMEOUT, self._transport.abort)

    def on_headers_complete(self) -> None:
        """Stop the timer at the last byte of a head."""
        self._head = 0
        _cancel(self._head_timer)
        self._head_timer = None


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
