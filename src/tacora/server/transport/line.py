"""The interface of a connection to one client."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

LARGEST_FRAME = 8 * 1024
"""Bytes that a client may send in one frame."""

MOST_WAITING = 256 * 1024
"""Bytes that may be buffered for a slow reader."""

TRY_LATER, RESTARTING, BROKEN, TOO_LARGE, MISBEHAVED = 1013, 1012, 1011, 1009, 1008
"""WebSocket close codes: reader too slow or server full, restart, internal error, frame too large, limit exceeded."""


GONE = 1006
"""The close code of a connection that was lost without a close frame."""


def is_too_large(text: str) -> bool:
    """Whether a text exceeds `LARGEST_FRAME` in UTF-8."""
    return len(text) > LARGEST_FRAME or (not text.isascii() and len(text.encode()) > LARGEST_FRAME)


class TokenBucket:
    """A rate limit that allows bursts."""

    __slots__ = "_at", "_left", "_most", "_rate"

    def __init__(self, rate: float, most: int) -> None:
        self._rate, self._most = rate, float(most)
        self._left, self._at = self._most, time.monotonic()

    @property
    def full(self) -> bool:
        """Whether nothing was taken lately."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most

    @property
    def ready(self) -> bool:
        """Whether there is a token."""
        return self._left + (time.monotonic() - self._at) * self._rate >= 1

    def take(self) -> bool:
        """Use one token; False if there is none left."""
        now = time.monotonic()
        left = self._left + (now - self._at) * self._rate
        self._at = now
        if left > self._most:
            left = self._most
        if left < 1:
            self._left = left
            return False
        self._left = left - 1
        return True


class FrameHandler(Protocol):
    """Receives the messages of a line."""

    def heard(self, text: str | bytes | None) -> None:
        """A message arrived; `None` if it is not a text."""
        ...

    def gone(self) -> None:
        """The line is closed, by either side. Called once, and nothing is called after it."""
        ...


class Line(Protocol):
    """A connection to a client. Writes are buffered and sent in order, as fast as the client reads."""

    @property
    def lost(self) -> bool:
        """Whether the client is known to be gone, though nobody listens yet."""
        ...

    def limit(self, bucket: TokenBucket) -> None:
        """Count also the frames that never reach the handler, such as pings."""
        ...

    async def listen(self, handler: FrameHandler) -> None:
        """Pass all incoming messages to this handler from now on. It may return before the line is closed."""
        ...

    def write(self, texts: Sequence[bytes]) -> int:
        """Send texts, each in a frame, and return how many bytes are buffered."""
        ...

    async def taken(self) -> None:
        """Wait until the send buffer is nearly empty, or the client is gone."""
        ...

    def end(self, code: int) -> None:
        """Close the line after what was written."""
        ...

    def abandon(self) -> None:
        """Send nothing more: the client is gone, or no handler will ever listen."""
        ...
