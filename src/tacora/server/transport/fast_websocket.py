"""uvicorn's WebSocket protocol with a fast path for texts, and limits on clients that do not read or send garbage."""

from __future__ import annotations

import logging
import struct
from collections.abc import Sequence

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from tacora.server.transport.line import LARGEST_FRAME, MISBEHAVED, MOST_WAITING, FrameHandler, TokenBucket

try:
    from websockets.speedups import apply_mask
except ImportError:  # There is no wheel of `websockets` for this platform.
    from websockets.utils import apply_mask

LOGGER = logging.getLogger("tacora.server")

MOST_AFTER_CLOSE = 256 * 1024
"""Bytes accepted from a client after our close frame."""
LATE = 0.5
"""Seconds: a timer that is later than this did not have its event loop."""
MOST_PIECES = 64
"""Fragments that a message may consist of."""


class FastWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is also the `Line` to its client.

    Once a handler listens, the application is done: ASCII texts go straight to the handler, and frames are written
    directly. Everything rare, such as pings, closing, fragments, other texts and violations of the standard, is left to
    `websockets`, one whole frame at a time.
    """

    lost = False
    """Whether the connection is gone."""
    _handler: FrameHandler | None = None
    _bucket: TokenBucket | None = None
    _partial = b""
    """An incomplete frame."""
    _invalid = False
    """Whether an invalid frame came. From there on `websockets` gets the raw data, and fails the connection."""
    _bytes_after_close = 0
    """Bytes received after our close frame."""

    def handle_connect(self, event: Request) -> None:
        """Handle the opening handshake; the application finds this line in the scope."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"] = {"websocket.http.response": {}, "tacora.line": self}  # type: ignore[dict-item]

    async def run_asgi(self) -> None:
        """Run the application. If a handler listens, the connection outlives it."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application")
            self.send_500_response()
        del self.scope, self.request, self.response
        if self._handler is None and self.close_timer is None:
            self.transport.close()

    # Line

    def limit(self, bucket: TokenBucket) -> None:
        """Count also the frames that never reach the handler, such as pings."""
        self._bucket = bucket

    async def listen(self, handler: FrameHandler) -> None:
        """Pass incoming messages to this handler, those already queued first."""
        waiting, self._handler = self.queue, handler
        self.queue = _DirectQueue(handler)  # type: ignore[assignment]
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())
        self._read_on()
        if self.lost:
            self._forget()

    def write(self, texts: Sequence[bytes]) -> int:
        """Send texts, each in a frame, and return how many bytes are buffered."""
        if self.close_sent or self.transport.is_closing():
            return 0
        if len(texts) == 1:  # The usual case.
            self.transport.write(_head(len(texts[0])) + texts[0])
        else:
            self.transport.write(b"".join([_head(len(text)) + text for text in texts]))
        return self.transport.get_write_buffer_size()

    async def taken(self) -> None:
        """Wait until the send buffer is nearly empty, or the client is gone."""
        await self.writable.wait()

    def end(self, code: int) -> None:
        """Close the line after what was written, with a timeout for the client to confirm."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
            self.loop.call_soon(self._over, code)  # Not at once: the caller may be iterating over sessions.
            self._read_on()

    def abandon(self) -> None:
        """Nothing to drop: only the transport buffers."""

    def _over(self, code: int) -> None:
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})

    def _read_on(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Handle raw bytes from the client."""
        if self.close_sent:
            self._bytes_after_close += len(data)
            if self._bytes_after_close > MOST_AFTER_CLOSE:
                self.transport.abort()
                return
        try:
            if self._invalid or not self.handshake_initiated:
                super().data_received(data)
            else:
                self._split_frames(self._partial + data)
        except (UnicodeError, ValueError, AssertionError) as error:
            LOGGER.info("cut off a connection: %s", type(error).__name__)
            self.transport.abort()

    def _split_frames(self, data: bytes) -> None:
        """Pass plain texts to the handler, and any other whole frame to `websockets`."""
        handler = self._handler
        begin, end = 0, len(data)
        while end - begin >= 4:
            size, text = data[begin + 1] - _MASKED, begin + 6
            if size >= _TWO_BYTES:
                if size == _TWO_BYTES:
                    size, text = data[begin + 2] << 8 | data[begin + 3], begin + 8
                elif end - begin < 10:
                    break
                else:
                    size, text = int.from_bytes(data[begin + 2 : begin + 10], "big"), begin + 14
            if not 0 <= size <= LARGEST_FRAME:
                self._invalid = True
                super().data_received(data[begin:])
                return
            if end < text + size:
                break
            if data[begin] == _WHOLE_TEXT and handler is not None and not self.frames and not self.close_sent:
                message = apply_mask(data[text : text + size], data[text - 4 : text])
                if message.isascii():
                    handler.heard(message)
                else:
                    super().data_received(data[begin : text + size])
            elif not self.close_sent or data[begin] & _KIND == _CLOSE:  # After our close frame, only the client's.
                super().data_received(data[begin : text + size])
                if self.transport.is_closing():  # Ignore what follows the close.
                    return
            begin = text + size
        self._partial = data[begin:]

    # Rare frames, each counted by the rate limit, too

    def handle_text(self, event: Frame) -> None:
        """A text, or its first fragment."""
        if event.fin or self._within_rate():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Binary data, or its first fragment."""
        if event.fin or self._within_rate():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A further fragment."""
        if len(self.frames) >= MOST_PIECES:
            self.end(MISBEHAVED)
        elif event.fin or self._within_rate():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping. Pongs are buffered for a client that does not read, so they need a limit."""
        answer = b"".join(self.conn.data_to_send())
        if self._within_rate() and not self.close_sent:
            self.transport.write(answer)
            if self.transport.get_write_buffer_size() > MOST_WAITING:
                self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """A pong, solicited or not."""
        if self._within_rate():
            super().handle_pong(event)

    def _within_rate(self) -> bool:
        if self._bucket is None or self._bucket.take():
            return True
        self.end(MISBEHAVED)
        return False

    def send_receive_event_to_app(self) -> None:
        """Handle a whole message. A text that is not UTF-8 fails the connection at once, as RFC 6455 requires."""
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
        if self._handler is not None:
            self._read_on()

    # Sending and closing

    async def send(self, message: ASGISendEvent) -> None:
        """Send an event of the application. An HTTP rejection completes the handshake, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def keepalive_timeout(self) -> None:
        """Drop a connection that did not answer a ping. After a suspension the answer may still be unread."""
        now = self.loop.time()
        if self.ping_timeout is not None and now - self.ping_sent_at - self.ping_timeout > LATE:
            self.ping_sent_at = now - self.ping_timeout
            self.pong_timer = self.loop.call_later(LATE / 2, self.keepalive_timeout)
            return
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """Close the connection because the server stops, unless it is closing already."""
        if not self.transport.is_closing():
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, and so is what it knows: nothing is left that only a collector would find."""
        self.lost = True
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None
        self._forget()

    def _forget(self) -> None:
        if self._handler is not None:
            self._handler = None
            self.queue = _NullQueue()  # type: ignore[assignment]


class _DirectQueue:
    """Replaces uvicorn's receive queue: passes events to a handler at once."""

    __slots__ = "_gone", "_handler"

    def __init__(self, handler: FrameHandler) -> None:
        self._handler = handler
        self._gone = False

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        if self._gone:
            return
        if message["type"] == "websocket.receive":
            self._handler.heard(message.get("text"))
        else:
            self._gone = True
            self._handler.gone()


class _NullQueue:
    """Replaces it when the connection is gone: discards events."""

    __slots__ = ()

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        pass


_WHOLE_TEXT, _MASKED, _TWO_BYTES = 0x81, 0x80, 126
_KIND, _CLOSE = 0x0F, 0x08
_LONG_HEAD, _LONGEST_HEAD = struct.Struct(">BBH"), struct.Struct(">BBQ")


def _head(size: int) -> bytes:
    """The header of a text frame with a payload of this size, from server to client."""
    if size < _TWO_BYTES:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return _LONG_HEAD.pack(_WHOLE_TEXT, _TWO_BYTES, size)
    return _LONGEST_HEAD.pack(_WHOLE_TEXT, 127, size)
