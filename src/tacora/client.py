"""A table from afar: a client for bots and programs of other people, in a few lines of asyncio.

    async with seat_at("http://localhost:8000", table="bakitolu", name="Owl") as seat:
        async for step in seat.decisions():
            await seat.decide("C" if step.view["held"] < 8 else "L")

It connects again by itself after a lost connection or a restart of the server, and hears exactly what it missed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tacora import protocol
from tacora.game import Seat
from tacora.protocol import AnyNews, AnyWish, Over, Step, Trouble

LONGEST_PAUSE = 5.0
"""Seconds between two attempts to connect."""


class Refusal(Exception):
    """The server refused a wish."""

    def __init__(self, trouble: Trouble) -> None:
        self.code = trouble.code
        super().__init__(trouble.say)


class Table:
    """A connection to a table that comes back by itself."""

    def __init__(self, address: str, table: str, tokens: list[str] | None = None, language: protocol.Language = "en"):
        parts = urlsplit(address)
        self._address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws"
        self._table = table
        self.tokens = list(tokens or [])
        self._language: protocol.Language = language
        self._socket: ClientConnection | None = None
        self._since: int | None = None

    async def send(self, wish: AnyWish) -> None:
        """Send a wish; while there is no connection, wait for one."""
        while True:
            socket = self._socket
            if socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    await socket.send(protocol.written(wish))
                    return
            await asyncio.sleep(0.05)

    async def news(self) -> AsyncIterator[AnyNews]:
        """Everything that this client hears, without end; also across lost connections."""
        pause = 0.05
        while True:
            try:
                async with connect(self._address, max_size=None, compression=None) as socket:
                    await self._greet(socket)
                    self._socket, pause = socket, 0.05
                    async for text in socket:
                        news = protocol.read_news(text)
                        self._since = max(self._since or 0, getattr(news, "seq", 0)) or self._since
                        yield news
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                pass
            finally:
                self._socket = None
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _greet(self, socket: ClientConnection) -> None:
        hello = protocol.Hello(table=self._table, tokens=tuple(self.tokens), since=self._since, language=self._language)
        await socket.send(protocol.written(hello))


class Situation(msgspec.Struct, frozen=True):
    """What a seat is asked, with what lies on the table."""

    seat: Seat
    decision: int
    view: dict[str, Any]
    legal: tuple[str, ...]
    events: list[dict[str, Any]]
    say: str


class SeatAt:
    """One seat at a table."""

    def __init__(self, table: Table, seat: Seat, token: str, news: AsyncIterator[AnyNews]) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        """Whoever has it owns the seat: `seat_at(..., token=...)` takes it up again."""
        self.result: Over | None = None
        self._news = news
        self._asked: int | None = None

    async def decisions(self) -> AsyncIterator[Situation]:
        """Every decision that this seat is asked for, until the game is over."""
        async for news in self._news:
            if isinstance(news, Trouble) and news.code not in ("too-late", "overtaken"):
                raise Refusal(news)
            if isinstance(news, Over):
                self.result = news
                return
            if isinstance(news, Step) and news.decision is not None and str(self.seat) in news.legal:
                self._asked = news.decision
                yield Situation(
                    self.seat,
                    news.decision,
                    msgspec.json.decode(news.view),
                    news.legal[str(self.seat)],
                    msgspec.json.decode(news.events),
                    news.say,
                )

    async def decide(self, action: str) -> None:
        """Seal a decision for what was asked last."""
        assert self._asked is not None, "nothing was asked yet"
        await self.table.send(protocol.Decide(seat=self.seat, decision=self._asked, action=action))


@contextlib.asynccontextmanager
async def seat_at(
    address: str, table: str, name: str, token: str | None = None, language: protocol.Language = "en"
) -> AsyncIterator[SeatAt]:
    """Sit down at a table, or take up a seat again by its token."""
    connection = Table(address, table, [token] if token else [], language)
    news = connection.news()
    try:
        if token is None:
            seat, token = await _sit(connection, news, name)
        else:
            seat = await _recognised(news)
        yield SeatAt(connection, seat, token, news)
    finally:
        await news.aclose()  # type: ignore[attr-defined]


async def _sit(connection: Table, news: AsyncIterator[AnyNews], name: str) -> tuple[Seat, str]:
    asked = False
    async for heard in news:
        if isinstance(heard, protocol.Table) and not asked:
            asked = True
            await connection.send(protocol.Sit(name=name))
        elif isinstance(heard, protocol.Seated):
            connection.tokens.append(heard.token)
            return heard.seat, heard.token
        elif isinstance(heard, Trouble):
            raise Refusal(heard)
    raise AssertionError("news never end")


async def _recognised(news: AsyncIterator[AnyNews]) -> Seat:
    async for heard in news:
        if isinstance(heard, protocol.Table) and heard.yours:
            return heard.yours[0]
        if isinstance(heard, protocol.Table | Trouble):
            raise Refusal(heard if isinstance(heard, Trouble) else Trouble(code="not-your-seat", say="unknown token"))
    raise AssertionError("news never end")
