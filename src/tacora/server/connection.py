"""One client: what waits to be sent to it, and who it is at its table."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocketDisconnect

from tacora.game import Seat
from tacora.narration.catalogue import Language
from tacora.server.telling import Listener

MOST_WAITING = 256 * 1024
"""Characters that may wait for a slow reader."""

TRY_LATER, RESTARTING, MISBEHAVED = 1013, 1012, 1008
"""Why a connection is closed: too slow or too full, the server stops, or a limit was overstepped."""


class Connection:
    """One client: a person, several people at one device, a screen, or a bot from elsewhere."""

    def __init__(self, send: Callable[[str], Awaitable[None]], close: Callable[[int], Awaitable[None]]) -> None:
        self._send = send
        self._close = close
        self._waiting: deque[str] = deque()
        self._size = 0
        self._something = asyncio.Event()
        self._nothing = asyncio.Event()
        self._code: int | None = None
        self.closed = False
        self.too_slow = False
        self.on_drop: Callable[[], None] | None = None
        """What to do when this side ends the connection."""
        self.language: Language = "en"
        self.tokens: list[str] = []
        self.listener = Listener("en", ())
        self.hosting = False
        self.away: set[Seat] = set()
        self.shown = ""
        """What was told last of how the table is."""
        self.counted = ""
        """What was told last of how many think."""

    def tell(self, *texts: str) -> None:
        """Send frames as soon as the client takes them. Whoever is too slow is let go before it costs memory."""
        if self.closed:
            return
        self._waiting.extend(texts)
        self._size += sum(map(len, texts))
        if self._size > MOST_WAITING:
            self.too_slow = True
            self._waiting.clear()
            self._size = 0
            self.end(TRY_LATER)
        self._something.set()

    def add_token(self, token: str) -> None:
        """Take in a token of this client, once however often it comes."""
        if token not in self.tokens:
            self.tokens.append(token)

    async def drained(self) -> None:
        """Wait until the client has taken everything, or is gone."""
        while self._waiting and not self.closed:
            self._nothing.clear()
            await self._nothing.wait()

    def end(self, code: int) -> None:
        """Close the connection once what waits is sent."""
        if self.closed:
            return
        self.closed = True
        self._code = code
        self._something.set()
        self._nothing.set()
        if self.on_drop is not None:
            asyncio.get_running_loop().call_soon(self.on_drop)

    async def write(self) -> None:
        """Pass frames on to the client for as long as it is there."""
        try:
            while True:
                await self._something.wait()
                self._something.clear()
                while self._waiting:
                    text = self._waiting.popleft()
                    self._size -= len(text)
                    await self._send(text)
                self._nothing.set()
                if self._code is not None:
                    await self._close(self._code)
                    return
        except (OSError, RuntimeError, WebSocketDisconnect):  # The client is gone; whoever reads from it notices, too.
            self.closed = True
        finally:
            self._nothing.set()
