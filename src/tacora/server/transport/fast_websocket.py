"""WebSockets as uvicorn speaks them, but faster, and for clients that do not read, or make no sense."""

from __future__ import annotations

import logging
import struct
from collections.abc import Sequence

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.utils import apply_mask

from tacora.server.transport.line import LARGEST_FRAME, MISBEHAVED, MOST_WAITING, FrameHandler, TokenBucket

LOGGER = logging.getLogger("tacora.server")

MOST_BEHIND = 256 * 1024
"""Bytes that may come from a client which was told that the connection ends."""
MOST_PIECES = 64
"""Frames of which a text may be made."""


class FastWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket, and a `Line`.

    Once somebody listens, the application has done its part, plain texts go to that handler without a detour, and
    frames are written as they are. Whatever is rare, such as heartbeats, closing, texts in pieces and all that is
    against the standard, is left to `websockets`, one whole frame at a time.
    """

    lost = False
    """Whether the connection is gone."""
    _handler: FrameHandler | None = None
    _bucket: TokenBucket | None = None
    _part = b""
    """The beginning of a frame of which the rest has not come yet."""
    _odd = False
    """Whether a frame came that cannot be right; `websockets` says why, and the connection ends."""
    _behind = 0
    """How much came after the connection was closed from this side."""

    def handle_connect(self, event: Request) -> None:
        """A client asks for a WebSocket; the application finds this line in the scope."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"] = {"websocket.http.response": {}, "tacora.line": self}  # type: ignore[dict-item]

    async def run_asgi(self) -> None:
        """Let the application meet the client; it goes on without the application if somebody listens."""
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

    # The line

    def limit(self, bucket: TokenBucket) -> None:
        """Count every frame that no handler hears of, too."""
        self._bucket = bucket

    async def listen(self, handler: FrameHandler) -> None:
        """Tell this handler what comes from now on, and first what has come already."""
        waiting, self._handler = self.queue, handler
        self.queue = _Straight(handler)  # type: ignore[assignment]
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())
        self._read_on()
        if self.lost:
            self._forget()

    def write(self, texts: Sequence[bytes]) -> int:
        """Send texts, each in a frame; how many bytes wait to be taken."""
        if self.close_sent or self.transport.is_closing():
            return 0
        self.transport.write(b"".join([_head(len(text)) + text for text in texts]))
        return self.transport.get_write_buffer_size()

    async def taken(self) -> None:
        """Wait until little waits for the client, or it is gone."""
        await self.writable.wait()

    def end(self, code: int) -> None:
        """Close the line behind what was written, and do not wait for the other side for ever."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
            self.loop.call_soon(
                self._over, code
            )  # Not at once: perhaps all at the table are just being told something.
            self._read_on()

    def abandon(self) -> None:
        """Nothing waits here but what the network has not taken."""

    def _over(self, code: int) -> None:
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})

    def _read_on(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # What comes

    def data_received(self, data: bytes) -> None:
        """Bytes from the client, whatever they are."""
        if self.close_sent:
            self._behind += len(data)
            if self._behind > MOST_BEHIND:
                self.transport.abort()
                return
        try:
            if self._odd or not self.handshake_initiated:
                super().data_received(data)
            else:
                self._take_apart(self._part + data)
        except (UnicodeError, ValueError, AssertionError) as error:
            LOGGER.info("cut off a connection: %s", type(error).__name__)
            self.transport.abort()

    def _take_apart(self, data: bytes) -> None:
        """Plain texts for the handler, and any other frame, whole, for `websockets`."""
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
                self._odd = True
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
            elif (
                not self.close_sent or data[begin] & _KIND == _CLOSE
            ):  # After the end, only that the other side agrees.
                super().data_received(data[begin : text + size])
                if self.transport.is_closing():  # What stands behind the end is not heard.
                    return
            begin = text + size
        self._part = data[begin:]

    # Rare frames: each is counted, like those that a handler hears of

    def handle_text(self, event: Frame) -> None:
        """A text, or the first piece of one."""
        if event.fin or self._one_more():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Bytes, or the first piece of them."""
        if event.fin or self._one_more():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Another piece."""
        if len(self.frames) >= MOST_PIECES:
            self.end(MISBEHAVED)
        elif event.fin or self._one_more():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """The answer has to wait like everything else if the client takes nothing, and costs memory like it."""
        answer = b"".join(self.conn.data_to_send())
        if self._one_more() and not self.close_sent:
            self.transport.write(answer)
            if self.transport.get_write_buffer_size() > MOST_WAITING:
                self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """An answer to a ping, or to none."""
        if self._one_more():
            super().handle_pong(event)

    def _one_more(self) -> bool:
        if self._bucket is None or self._bucket.take():
            return True
        self.end(MISBEHAVED)
        return False

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
        if self._handler is not None:
            self._read_on()

    # What goes out, and how it ends

    async def send(self, message: ASGISendEvent) -> None:
        """Something from the application. A refusal in plain HTTP is a whole answer, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def keepalive_timeout(self) -> None:
        """No answer to a ping."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """The server stops. Whoever is going already is not told."""
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
            self.queue = _Silence()  # type: ignore[assignment]


class _Straight:
    """In the place of the queue between a client and the application: a handler who hears at once."""

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


class _Silence:
    """In the same place when the connection is gone."""

    __slots__ = ()

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        pass


_WHOLE_TEXT, _MASKED, _TWO_BYTES = 0x81, 0x80, 126
_KIND, _CLOSE = 0x0F, 0x08
_LONG_HEAD, _LONGEST_HEAD = struct.Struct(">BBH"), struct.Struct(">BBQ")


def _head(size: int) -> bytes:
    """What a text of so many bytes begins with on its way to a client."""
    if size < _TWO_BYTES:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return _LONG_HEAD.pack(_WHOLE_TEXT, _TWO_BYTES, size)
    return _LONGEST_HEAD.pack(_WHOLE_TEXT, 127, size)
