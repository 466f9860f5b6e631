"""The way to one client, as the rest of the server sees it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

LARGEST_FRAME = 8 * 1024
"""Bytes that a client may send in one frame."""

MOST_WAITING = 256 * 1024
"""Bytes that may wait for a slow reader."""

TRY_LATER, RESTARTING, BROKEN, TOO_LARGE, MISBEHAVED = 1013, 1012, 1011, 1009, 1008
"""Why a connection is closed: too slow or too full, the server stops or has a fault, or a limit was overstepped."""


GONE = 1006
"""Why a connection is closed that nobody closed properly."""


def is_too_large(text: str) -> bool:
    """Whether a text has more bytes than a client may send in one frame."""
    return len(text) > LARGEST_FRAME or (not text.isascii() and len(text.encode()) > LARGEST_FRAME)


class TokenBucket:
    """How many frames a client may still send."""

    __slots__ = "_at", "_left", "_most", "_rate"

    def __init__(self, rate: float, most: int) -> None:
        self._rate, self._most = rate, float(most)
        self._left, self._at = self._most, time.monotonic()

    def take(self) -> bool:
        """Whether another is allowed, which is then used up."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class FrameHandler(Protocol):
    """Whoever listens at this end of a line."""

    def heard(self, text: str | bytes | None) -> None:
        """A text came; nothing, if what came is none."""
        ...

    def gone(self) -> None:
        """The line is closed, from either side. This is heard once, and nothing after it."""
        ...


class Line(Protocol):
    """The way to a client. Whatever is written goes out by itself, in order, as fast as the client takes it."""

    @property
    def lost(self) -> bool:
        """Whether the client is known to be gone, though nobody listens yet."""
        ...

    def limit(self, bucket: TokenBucket) -> None:
        """Count every frame that no handler hears of, too."""
        ...

    async def listen(self, handler: FrameHandler) -> None:
        """Tell this handler, and nobody else, what comes from now on; a line may go on doing so after this returns."""
        ...

    def write(self, texts: Sequence[bytes]) -> int:
        """Send texts, each in a frame; how many bytes wait to be taken."""
        ...

    async def taken(self) -> None:
        """Wait until little waits for the client, or it is gone."""
        ...

    def end(self, code: int) -> None:
        """Close the line behind what was written."""
        ...

    def abandon(self) -> None:
        """Send no more: the client is gone, or nobody will ever listen."""
        ...
