"""A line over plain ASGI, such as any server for Python applications offers."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect

from tacora.server.transport.line import GONE, TOO_LARGE, FrameHandler, TokenBucket, is_too_large

LOGGER = logging.getLogger("tacora.server")

CLOSE_TIMEOUT = 10.0
"""Seconds that a client has to take the rest, and to agree, once the line is closed from this side."""


class AsgiLine:
    """A `Line` that knows nothing of the server but its `receive` and `send`.

    What the server does by itself is not seen here: it has to answer pings, count them, and cut off a client that
    neither reads nor goes.
    """

    __slots__ = "_code", "_cut_at", "_listening", "_sending", "_size", "_socket", "_taken", "_waiting"

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[bytes] = deque()
        self._size = 0
        """How many bytes wait."""
        self._code: int | None = None
        """Why this side closed the line."""
        self._cut_at: float | None = None
        """When whoever was told that the line is closed has to be gone."""
        self._listening: asyncio.Timeout | None = None
        self._taken = asyncio.Event()
        self._taken.set()
        self._sending: asyncio.Task[None] | None = None

    @property
    def lost(self) -> bool:
        """Whether a frame could not be sent; other than that nothing is known before somebody listens."""
        return self._code == GONE

    def limit(self, bucket: TokenBucket) -> None:
        """Nothing comes here that no handler hears of."""

    async def listen(self, handler: FrameHandler) -> None:
        """Tell this handler what comes, until the line is closed."""
        try:
            async with asyncio.timeout_at(self._cut_at) as self._listening:
                while (message := await self._socket.receive())["type"] != "websocket.disconnect":
                    text = message.get("text")
                    if self._code is not None:  # What stands behind the end is not heard.
                        continue
                    if text is not None and is_too_large(text):
                        self.end(TOO_LARGE)
                    else:
                        handler.heard(text)
        except (TimeoutError, RuntimeError):  # By the second a server tells that it has nothing more to tell.
            pass
        finally:
            self.abandon()
            handler.gone()

    def write(self, texts: Sequence[bytes]) -> int:
        """Send texts, each in a frame; how many bytes wait to be taken."""
        if self._code is None and texts:
            self._waiting.extend(texts)
            self._size += sum(map(len, texts))
            self._send_on()
        return self._size

    async def taken(self) -> None:
        """Wait until little waits for the client, or it is gone."""
        await self._taken.wait()

    def end(self, code: int) -> None:
        """Close the line behind what was written."""
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
        except (WebSocketDisconnect, RuntimeError):  # Gone already; some servers say so by the second.
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
        """Nobody will take what waits."""
        self._code = self._code or GONE
        self._waiting.clear()
        self._size = 0
