"""Between a socket and whatever serves it: clients that do not end a request, do not read, or do not go.

Servers wait politely: for the rest of a request, until everything is sent before they close. Whoever never takes
anything would keep them waiting for ever. This layer stands on asyncio's own interfaces, so that it fits any protocol.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httptools

LARGEST_HEAD = 32 * 1024
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Guard(asyncio.Protocol):
    """A connection on which a request has to begin soon, whose head has an end, and whose answers are taken."""

    __slots__ = "_crowd", "_cut", "_end", "_guarded", "_head", "_late", "_loop", "_parser", "_protocol", "_transport"

    TIMEOUT = 10.0
    """Seconds for a head; for which a client may take next to nothing while much waits; and for the rest at the end."""
    SHUTDOWN_TIMEOUT = 3.0
    """Seconds that everybody has when the server stops."""

    def __init__(self, protocol: asyncio.Protocol, crowd: set[Guard]) -> None:
        self._protocol = protocol
        """Whoever is served: HTTP first, and perhaps a WebSocket later."""
        self._crowd = crowd
        """All connections of this server."""
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._parser: httptools.HttpRequestParser | None = httptools.HttpRequestParser(self)
        """It tells where heads begin and end, as long as it is HTTP."""
        self._head = 0
        """How much came of a head that is not complete yet."""
        self._late: asyncio.TimerHandle | None = None
        self._cut: asyncio.TimerHandle | None = None
        self._end: asyncio.TimerHandle | None = None

    # From the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody connects."""
        self._transport = transport  # type: ignore[assignment]
        self._crowd.add(self)
        self.on_message_begin()
        self._guarded = GuardedTransport(self._transport, self)
        self._protocol.connection_made(self._guarded)  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        """Bytes from the client."""
        if self._parser is None or self._head_is_fine(self._parser, data):
            self._protocol.data_received(data)

    def eof_received(self) -> bool | None:
        """The client will send no more."""
        stay = self._protocol.eof_received()
        if not stay:  # The socket is closed now, when everything is sent.
            self.closing()
        return stay

    def pause_writing(self) -> None:
        """More waits for the client than the network takes."""
        self._cut = self._loop.call_later(self.TIMEOUT, self._transport.abort)
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """The client has taken nearly everything."""
        _cancel(self._cut)
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, and nothing knows this any more: it need not be left to a collector."""
        self._crowd.discard(self)
        self._guarded.guard = None
        for timer in (self._late, self._cut, self._end):
            _cancel(timer)
        self._parser = None
        protocol, self._protocol = self._protocol, _NOBODY
        protocol.connection_lost(exc)

    # From whoever serves it, and from the server

    def serve_by(self, protocol: asyncio.Protocol) -> None:
        """It is no HTTP any more; somebody else goes on."""
        self._protocol = protocol
        self._parser = None
        self.on_headers_complete()

    def closing(self) -> None:
        """Wait, once the connection is closed from this side, until the rest is taken; not for ever."""
        if self._end is None and self in self._crowd:
            self._end = self._loop.call_later(self.TIMEOUT, self._transport.abort)

    def hurry(self) -> None:
        """The server stops: whoever was told that the connection ends is not waited for, and nobody for long."""
        if self._transport.is_closing():
            self._transport.abort()
        else:
            _cancel(self._end)
            self._end = self._loop.call_later(self.SHUTDOWN_TIMEOUT, self._transport.abort)

    # The head of a request

    def _head_is_fine(self, parser: httptools.HttpRequestParser, data: bytes) -> bool:
        waiting = self._late is not None
        try:
            parser.feed_data(data)
        except httptools.HttpParserUpgrade:  # Perhaps to something that nobody here speaks; then it is still HTTP.
            pass
        except httptools.HttpParserError:  # Whoever serves it sees the same.
            self._parser = None
        if waiting and self._late is not None:
            self._head += len(data)
        if self._head <= LARGEST_HEAD:
            return True
        if not self._transport.is_closing():
            self._transport.write(TOO_LARGE)
            self._transport.close()
            self.closing()
        return False

    def on_message_begin(self) -> None:
        """The first byte of a request, or before it."""
        _cancel(self._late)
        self._late = self._loop.call_later(self.TIMEOUT, self._transport.abort)

    def on_headers_complete(self) -> None:
        """The last byte of a head."""
        self._head = 0
        _cancel(self._late)
        self._late = None


class GuardedTransport:
    """A transport as its protocol sees it: the socket's own, but that a guard hears when it is closed or handed on."""

    __slots__ = "_transport", "get_write_buffer_size", "guard", "is_closing", "write"

    def __init__(self, transport: asyncio.Transport, guard: Guard) -> None:
        self._transport = transport
        self.guard: Guard | None = guard
        self.write: Callable[[bytes], None] = transport.write
        self.is_closing: Callable[[], bool] = transport.is_closing
        self.get_write_buffer_size: Callable[[], int] = transport.get_write_buffer_size

    def close(self) -> None:
        """Close the connection when everything is sent."""
        self._transport.close()
        if self.guard is not None:
            self.guard.closing()

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Have somebody else go on."""
        if self.guard is not None:
            self.guard.serve_by(protocol)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


_NOBODY = asyncio.Protocol()
