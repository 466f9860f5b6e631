"""One client: what it hears, and who it is at its table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from tacora.game import Seat
from tacora.narration.catalogue import Language, Wording
from tacora.server.telling import Listener

MOST_WAITING = 256 * 1024
"""Bytes that may wait for a slow reader."""

TRY_LATER, RESTARTING, BROKEN, MISBEHAVED = 1013, 1012, 1011, 1008
"""Why a connection is closed: too slow or too full, the server stops or has a fault, or a limit was overstepped."""

NOBODY = Listener("en", ())


class Allowance:
    """How many frames a client may still send."""

    __slots__ = "_at", "_left", "_most", "_rate"

    def __init__(self, rate: float, most: int) -> None:
        self._rate, self._most = rate, float(most)
        self._left, self._at = self._most, time.monotonic()

    def one_more(self) -> bool:
        """Whether another is allowed, which is then used up."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guest(Protocol):
    """Whoever listens at this end of a line."""

    def heard(self, text: str | bytes | None) -> None:
        """A text came; nothing, if what came is none."""
        ...

    def gone(self) -> None:
        """The line is closed, from either side. This is heard once, and nothing after it."""
        ...


class Line(Protocol):
    """The way to a client. Whatever is written goes out by itself, in order, as fast as the client takes it."""

    def limit(self, allowance: Allowance) -> None:
        """Count every frame that no guest hears of, too."""
        ...

    def listen(self, guest: Guest) -> None:
        """Tell this guest, and nobody else, what comes from now on."""
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


class Connection:
    """One client: a person, several people at one device, a screen, or a bot from elsewhere."""

    __slots__ = (
        "away",
        "closed",
        "counted",
        "hosting",
        "language",
        "line",
        "listener",
        "on_drop",
        "screen",
        "shown",
        "tokens",
        "too_slow",
        "wording",
    )

    def __init__(self, line: Line) -> None:
        self.line = line
        self.closed = False
        self.too_slow = False
        self.on_drop: Callable[[], None] | None = None
        """What to do when this side ends the connection."""
        self.language: Language = "en"
        self.wording: Wording = "normal"
        self.screen = False
        self.tokens: list[str] = []
        self.listener = NOBODY
        self.hosting = False
        self.away: frozenset[Seat] = frozenset()
        """Seats whose owner said here to be away."""
        self.shown = 0
        """A hash of what was told last of how the table is."""
        self.counted = b""
        """What was told last of how many think."""

    def tell(self, *texts: bytes) -> None:
        """Send frames. Whoever is too slow is let go before it costs memory."""
        if not self.closed and self.line.write(texts) > MOST_WAITING:
            self.too_slow = True
            self.end(TRY_LATER)

    def add_token(self, token: str) -> None:
        """Take in a token of this client, once however often it comes."""
        if token not in self.tokens:
            self.tokens.append(token)

    async def drained(self) -> None:
        """Wait until the client has taken nearly everything, or is gone."""
        if not self.closed:
            await self.line.taken()

    def end(self, code: int) -> None:
        """Close the connection once what waits is sent."""
        if self.closed:
            return
        self.closed = True
        self.line.end(code)
        if self.on_drop is not None:
            asyncio.get_running_loop().call_soon(self.on_drop)
