"""HTTP and WebSockets as uvicorn speaks them, but for clients that do not end, do not read, or make no sense."""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Sequence

import uvicorn
from starlette.types import ASGIApp
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.utils import apply_mask

from tacora.server.transport.line import LARGEST_FRAME, MISBEHAVED, MOST_WAITING, FrameHandler, TokenBucket

LOGGER = logging.getLogger("tacora.server")

PING_AFTER, PONG_WITHIN = 15.0, 10.0
"""Seconds: a dead connection is noticed within 30."""
LARGEST_HEAD = 32 * 1024
MOST_BEHIND = 256 * 1024
"""Bytes that may come from a client which was told that the connection ends."""
MOST_PIECES = 64
"""Frames of which a text may be made."""


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


class _Impatient(asyncio.Protocol):
    """A connection that is cut, not closed politely, if the other side does not take what waits for it.

    To close politely means to wait until everything is sent, and such a client would make the server wait for ever.
    """

    PATIENCE = 10.0
    """Seconds for which a client may take next to nothing while much waits for it, or anything does at the end."""
    LAST_PATIENCE = 3.0
    """Seconds that everybody has when the server stops."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _cut: asyncio.TimerHandle | None = None
    _end: asyncio.TimerHandle | None = None
    _lost = False

    def pause_writing(self) -> None:
        """More waits for the client than the network takes."""
        super().pause_writing()
        self._cut = self.loop.call_later(self.PATIENCE, self._abort)

    def resume_writing(self) -> None:
        """The client has taken nearly everything."""
        self._keep()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._lost = True
        self._keep()
        if self._end is not None:
            self._end.cancel()
            self._end = None
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops."""
        if self.transport.is_closing():
            self._abort()
            return
        super().shutdown()  # type: ignore[misc]
        self._end = self.loop.call_later(self.LAST_PATIENCE, self._abort)

    def _let_go(self) -> None:
        """Wait, once the connection is closed from this side, until the rest is taken; not for ever."""
        if self._end is None and not self._lost and self.transport.is_closing():
            self._end = self.loop.call_later(self.PATIENCE, self._abort)

    def _keep(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None

    def _abort(self) -> None:
        self._keep()
        self.transport.abort()


class Door(_Impatient, HttpToolsProtocol):
    """A connection on which a request has to begin soon, whose head has an end, and whose answers are taken."""

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
        self._wait()

    def on_headers_complete(self) -> None:
        """The last byte of a head."""
        self._wait_no_more()
        super().on_headers_complete()

    # Every way in which it is closed from this side

    def send_400_response(self, msg: str) -> None:
        """What came is no request."""
        super().send_400_response(msg)
        self._let_go()

    def on_response_complete(self) -> None:
        """A whole answer was sent."""
        super().on_response_complete()
        self._let_go()

    def timeout_keep_alive_handler(self) -> None:
        """No other request came for a while."""
        super().timeout_keep_alive_handler()
        self._let_go()

    def _wait(self) -> None:
        self._wait_no_more()
        self._late = self.loop.call_later(self.PATIENCE, self._abort)

    def _wait_no_more(self) -> None:
        self._head = 0
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Wire(_Impatient, WebSocketsSansIOProtocol):
    """A WebSocket, and a `Line`.

    Once somebody listens, the application has done its part, plain texts go to that handler without a detour, and
    frames are written as they are. Whatever is rare, such as heartbeats, closing, texts in pieces and all that is
    against the standard, is left to `websockets`, one whole frame at a time.
    """

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
        self._let_go()
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
            self._let_go()

    # The line

    def limit(self, bucket: TokenBucket) -> None:
        """Count every frame that no handler hears of, too."""
        self._bucket = bucket

    def listen(self, handler: FrameHandler) -> None:
        """Tell this handler what comes from now on, and first what has come already."""
        waiting, self._handler = self.queue, handler
        self.queue = _Straight(handler)  # type: ignore[assignment]
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())
        self._read_on()
        if self._lost:
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
            self.close_timer = self.loop.call_later(self.close_timeout, self._abort)
            self.loop.call_soon(
                self._over, code
            )  # Not at once: perhaps all at the table are just being told something.
            self._read_on()

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
                self._abort()
                return
        try:
            if self._odd or not self.handshake_initiated:
                super().data_received(data)
            else:
                self._take_apart(self._part + data)
        except (UnicodeError, ValueError, AssertionError) as error:
            LOGGER.info("cut off a connection: %s", type(error).__name__)
            self._abort()

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
                self._abort()

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
        self._let_go()

    def handle_close(self, event: Frame) -> None:
        """The client closes the connection, or agrees that it is closed."""
        super().handle_close(event)
        self._let_go()

    def handle_parser_exception(self) -> None:
        """What came is no frame."""
        super().handle_parser_exception()
        self._let_go()

    def keepalive_timeout(self) -> None:
        """No answer to a ping."""
        super().keepalive_timeout()
        self._abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, and so is what it knows: nothing is left that only a collector would find."""
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
