"""The session of one client: its line, its tokens, and what it was last sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tacora.game import Seat
from tacora.narration.catalogue import Language, Wording
from tacora.server.domain.tokens import Digest
from tacora.server.frames.recipient import Recipient
from tacora.server.transport.line import MOST_WAITING, TRY_LATER, Line

NOBODY = Recipient("en", ())


class Session:
    """One client: a person, several people at one device, a shared screen, or a remote bot."""

    __slots__ = (
        "address",
        "away",
        "closed",
        "counted",
        "hosting",
        "language",
        "line",
        "on_drop",
        "pages",
        "receipts",
        "recipient",
        "screen",
        "shown",
        "tokens",
        "too_slow",
        "wording",
    )

    def __init__(self, line: Line, pages: str = "", address: str = "") -> None:
        self.line = line
        self.address = address
        """By which limits are counted."""
        self.pages = pages
        """The version of the web pages, as reported to this client."""
        self.closed = False
        self.too_slow = False
        self.on_drop: Callable[[], None] | None = None
        """Called when the server ends the session."""
        self.language: Language = "en"
        self.wording: Wording = "normal"
        self.screen = False
        self.receipts = False
        self.tokens: list[Digest] = []
        self.recipient = NOBODY
        self.hosting = False
        self.away: frozenset[Seat] = frozenset()
        """Seats that this client marked as away."""
        self.shown = 0
        """Hash of the last `table` frame sent."""
        self.counted = b""
        """The last `thinking` frame sent."""

    @property
    def gone(self) -> bool:
        """Whether whatever is told reaches nobody any more."""
        return self.closed or self.line.lost

    def tell(self, *texts: bytes) -> None:
        """Send frames. Ends the session if too much waits for a slow reader."""
        if not self.closed and self.line.write(texts) > MOST_WAITING:
            self.too_slow = True
            self.end(TRY_LATER)

    def add_token(self, token: Digest) -> None:
        """Add a token of this client; idempotent."""
        if token not in self.tokens:
            self.tokens.append(token)

    async def drained(self) -> None:
        """Wait until the send buffer is nearly empty, or the client is gone."""
        if not self.closed:
            await self.line.taken()

    def end(self, code: int) -> None:
        """Close the session after everything buffered is sent."""
        if self.closed:
            return
        self.closed = True
        self.line.end(code)
        if self.on_drop is not None:
            asyncio.get_running_loop().call_soon(self.on_drop)
