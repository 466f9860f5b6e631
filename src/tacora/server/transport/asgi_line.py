"""A `Line` over plain ASGI, for any server."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect

from tacora.server.transport.line import GONE, TOO_LARGE, FrameHandler, TokenBucket, is_too_large

LOGGER = logging.getLogger("tacora.server")

CLOSE_TIMEOUT = 10.0
"""Seconds for a client to read the rest and to confirm, once this side has closed the line."""


class AsgiLine:
    """A `Line` that uses nothing of the server but its `receive` and `send`.

    Control frames do not show up here: it is left to the server to answer and count pings, and to drop a client that
    neither reads nor disconnects.
    """

    __slots__ = "_code", "_cut_at", "_listening", "_sending", "_size", "_socket", "_taken", "_waiting"

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[bytes] = deque()
        self._size = 0
        """Bytes in the queue."""
        self._code: int | None = None
        """The close code, once the line is closed."""
        self._cut_at: float | None = None
        """When to give up on a client that does not confirm the close."""
        self._listening: asyncio.Timeout | None = None
        self._taken = asyncio.Event()
        self._taken.set()
        self._sending: asyncio.Task[None] | None = None

    @property
    def lost(self) -> bool:
        """Whether a frame could not be sent; other than that nothing is known before somebody listens."""
        return self._code == GONE

    def limit(self, bucket: TokenBucket) -> None:
        """Nothing to count: whatever arrives here reaches the handler."""

    async def listen(self, handler: FrameHandler) -> None:
        """Pass incoming messages to the handler until the line is closed."""
        try:
            async with asyncio.timeout_at(self._cut_at) as self._listening:
                while (message := await self._socket.receive())["type"] != "websocket.disconnect":
                    text = message.get("text")
                    if self._code is not None:  # Ignored after the close.
                        continue
                    if text is not None and is_too_large(text):
                        self.end(TOO_LARGE)
                    else:
                        handler.heard(text)
        except (TimeoutError, RuntimeError):  # RuntimeError: some servers' answer to `receive` after the end.
            pass
        finally:
            self.abandon()
            handler.gone()

    def write(self, texts: Sequence[bytes]) -> int:
        """Send texts, each in a frame, and return how many bytes are buffered."""
        if self._code is None and texts:
            self._waiting.extend(texts)
            self._size += sum(map(len, texts))
            self._send_on()
        return self._size

    async def taken(self) -> None:
        """Wait until the send buffer is nearly empty, or the client is gone."""
        await self._taken.wait()

    def end(self, code: int) -> None:
        """Close the line after what was written."""
        if self._code is None:
            self._code = code
            self._cut_at = asyncio.get_running_loop().time() + CLOSE_TIMEOUT
            if self._listening is not None:
                self._listening.reschedule(self._cut_at)
            self._send_on()

    def _send_on(self) -> None:
        self._taken.clear()
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                await self._socket.send({"type": "websocket.send", "text": text.decode()})
                self._size -= len(text)
            if self._code is not None:
                await self._socket.close(self._code)
        except (WebSocketDisconnect, RuntimeError):  # Gone already; some servers raise RuntimeError then.
            self._drop()
        except Exception:
            LOGGER.exception("a frame could not be sent")
            self._drop()
        self._sending = None
        self._taken.set()

    def abandon(self) -> None:
        """Send no more."""
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        self._drop()
        self._taken.set()

    def _drop(self) -> None:
        """Empty the queue: nobody will read it."""
        self._code = self._code or GONE
        self._waiting.clear()
        self._size = 0
