"""An asyncio client for a table server, for bots and other programs.

    async with seat_at("http://localhost:8000", table="bakitolu", name="Owl") as seat:
        async for situation in seat.decisions():
            await seat.decide("C" if situation.view["held"] < 8 else "L")

It reconnects by itself after a lost connection or a restart of the server, and receives exactly what it missed.
docs/protocol.md describes the frames.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tacora import protocol
from tacora.game import Seat
from tacora.protocol import AnyNews, AnyWish, Decide, Language, Over, Step, Thinking, Trouble, Withdraw

SHORTEST_PAUSE, LONGEST_PAUSE = 0.05, 5.0
"""Seconds between two attempts to connect (exponential backoff)."""
TAKEOVER = 1.0
"""The longest pause while the process that played the table is gone, and no other has it yet."""
FRAMES_PER_SECOND, BURST = 18.0, 40
"""The rate limit that this client keeps, a little below the server's default."""

_TOO_MANY = 429
"""The HTTP status of a limit that may have passed when the client comes again."""
_MOST_HEARD = 1_000
"""News queued for a slow consumer; beyond it the client stops reading, and the server may disconnect it."""
_MOMENTARY = {
    "not-kept",
    "overtaken",
    "elsewhere",
    "broken",
    "crowded",
    "too-many-catch-ups",
    "too-many-misses",
    "too-many-connections",
}
"""Refusals of a `hello` that are worth a retry."""
_PASSING = {"too-late", "no-game", "owes-nothing", "overtaken", "not-kept", "store-away", "too-many-writes"}
"""Refusals to ignore: the decision was already made, or will be asked for again."""
_ABOUT_NO_WISH = {"store-away"}
"""What is told of the table, and answers nothing."""
_REFUSED_BY_STORE = {"not-kept", "overtaken"}
"""Refusals after which the table is read again, and whatever was wished for is forgotten."""


class Refusal(Exception):
    """The server refused a wish."""

    def __init__(self, code: str, say: str) -> None:
        self.code = code
        super().__init__(say)


async def open_table(
    address: str,
    *,
    rules: Mapping[str, object] | None = None,
    manners: Mapping[str, object] | None = None,
    bots: Sequence[str] = (),
    listed: bool = False,
    again: str | None = None,
) -> tuple[str, str]:
    """Open a table. Returns its code and the host's token."""
    wanted = {"rules": rules or {}, "manners": manners or {}, "bots": bots, "listed": listed, "again": again}
    request = urllib.request.Request(
        f"{address.rstrip('/')}/api/tables", msgspec.json.encode(wanted), {"Content-Type": "application/json"}
    )
    try:
        answer = await asyncio.to_thread(lambda: urllib.request.urlopen(request).read())
    except urllib.error.HTTPError as error:
        raise _refused(error.read(), str(error)) from None
    opened = msgspec.json.decode(answer, type=dict[str, str])
    return opened["table"], opened["host"]


class TableConnection:
    """A connection to a table that reconnects by itself."""

    def __init__(
        self, address: str, table: str, tokens: Sequence[str] | None = None, language: Language = "en"
    ) -> None:
        parts = urlsplit(address)
        scheme, path = "wss" if parts.scheme == "https" else "ws", parts.path.rstrip("/")
        self._address = f"{scheme}://{parts.netloc}{path}/ws/{quote(table, safe='')}"
        self._table = table
        self.tokens = list(tokens or [])
        """Tokens of the seats played here, and perhaps the host's. A seat taken with `sit` adds its own."""
        self._language: Language = language
        self._socket: ClientConnection | None = None
        self._connected = asyncio.Event()
        """Set while the connection is ready (`now` was received), and for good once it has been given up."""
        self._gave_up: Exception | None = None
        self._next_at = 0.0
        """When the next frame would be due if all were evenly spaced."""
        self._since: int | None = None
        self._latest: dict[Seat, Decide | Withdraw] = {}
        """What each seat wished for last; it may have been lost in transit."""

    async def send(self, wish: AnyWish) -> None:
        """Send a wish, waiting for a connection if there is none. `news` must be consumed meanwhile.

        Raises the error that ended `news`, if one did.
        """
        if isinstance(wish, Decide | Withdraw):
            self._latest[wish.seat] = wish
        while True:
            await self._connected.wait()
            if self._gave_up is not None:
                raise self._gave_up
            assert self._socket is not None
            await self._pace()
            try:
                await self._socket.send(protocol.written(wish))
                return
            except ConnectionClosed:
                await asyncio.sleep(SHORTEST_PAUSE)

    async def _pace(self) -> None:
        """Wait until another frame is within the rate limit."""
        loop = asyncio.get_running_loop()
        self._next_at = max(self._next_at, loop.time() - BURST / FRAMES_PER_SECOND)
        self._next_at += 1 / FRAMES_PER_SECOND
        if (wait := self._next_at - loop.time()) > 0:
            await asyncio.sleep(wait)

    async def news(self) -> AsyncGenerator[AnyNews, None]:
        """All frames from the server, without end, across lost connections."""
        heard: asyncio.Queue[AnyNews | Exception] = asyncio.Queue()
        self._gave_up = None
        self._connected.clear()
        listening = asyncio.create_task(self._listen(heard))
        try:
            while True:
                news = await heard.get()
                if isinstance(news, Exception):
                    raise news
                yield news
        finally:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening

    async def _listen(self, heard: asyncio.Queue[AnyNews | Exception]) -> None:
        try:
            await self._come_back(heard)
        except Exception as error:
            self._gave_up = error
            self._connected.set()
            heard.put_nowait(error)

    async def _come_back(self, heard: asyncio.Queue[AnyNews | Exception]) -> None:
        """Connect, again and again. Raises errors that a retry cannot fix."""
        self._pause = SHORTEST_PAUSE
        while True:
            try:
                at, self._at = self._at, None
                address = f"{self._address}?{urlencode({'at': at})}" if at else self._address
                async with connect(address, max_size=None, compression=None) as socket:
                    await self._greet(socket)
                    await self._take_in(socket, heard)
            except InvalidStatus as error:
                if error.response.status_code < 500 and error.response.status_code != _TOO_MANY:
                    raise _refused(error.response.body, str(error)) from None
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                pass
            finally:
                self._connected.clear()
            if self._at and self._at != at:
                continue  # Another process plays the table.
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST_PAUSE if self._at is None else TAKEOVER)

    async def _take_in(self, socket: ClientConnection, heard: asyncio.Queue[AnyNews | Exception]) -> None:
        """Queue incoming frames, until the connection ends or the `hello` is refused for now."""
        async for text in socket:
            news = protocol.read_news(text)
            if self._greeting and isinstance(news, Trouble) and news.code in _MOMENTARY:
                self._at = (news.at or "") if news.code == "elsewhere" else None
                return
            heard.put_nowait(await self._noted(news))
            # Not during the greeting: the consumer may be waiting in `send` for its end.
            while not self._greeting and heard.qsize() >= _MOST_HEARD:
                await asyncio.sleep(SHORTEST_PAUSE)

    async def _greet(self, socket: ClientConnection) -> None:
        hello = protocol.Hello(table=self._table, tokens=tuple(self.tokens), since=self._since, language=self._language)
        self._socket, self._greeting = socket, True
        await socket.send(protocol.written(hello))

    _greeting = True
    _read_again = False
    """Whether the table is read again, or was, and has not told yet what it has."""
    _again: asyncio.Task[None] | None = None
    _pause = SHORTEST_PAUSE
    _at: str | None = None
    """The process that plays the table, as another one said; empty if it has no name; `None`: nobody said so."""

    async def _noted(self, news: AnyNews) -> AnyNews:
        """Note what a reconnect needs, and repeat decisions and withdrawals that were lost in transit."""
        seq = getattr(news, "seq", None)
        self._since = self._since if seq is None else seq
        if isinstance(news, protocol.Seated) and news.token not in self.tokens:
            self.tokens.append(news.token)
        elif isinstance(news, protocol.Now):
            self._greeting = False
            self._pause = SHORTEST_PAUSE
            self._connected.set()
        elif isinstance(news, Trouble) and news.code == "too-many-writes":
            self._again = asyncio.create_task(self._decide_again())
        elif isinstance(news, Trouble) and news.code in _REFUSED_BY_STORE:
            self._read_again = True
        elif isinstance(news, Thinking) and (self._greeting or self._read_again):
            self._read_again = False
            for wish in self._latest.values():
                wanted = wish.action if isinstance(wish, Decide) else None
                if wish.decision == news.decision and news.sealed.get(str(wish.seat)) != wanted:
                    assert self._socket is not None
                    await self._socket.send(protocol.written(wish))
        return news

    async def _decide_again(self) -> None:
        """Repeat the latest decisions, once the quota has recovered a little. Those that were kept change nothing."""
        await asyncio.sleep(LONGEST_PAUSE / 5)
        for wish in list(self._latest.values()):
            await self.send(wish)


def _refused(answer: bytes | bytearray | None, otherwise: str) -> Refusal:
    """The refusal in an HTTP response."""
    try:
        told = msgspec.json.decode(bytes(answer or b""), type=dict[str, str])
        return Refusal(told["code"], told["say"])
    except (msgspec.DecodeError, KeyError):
        return Refusal("bad-request", otherwise)


class Situation(msgspec.Struct, frozen=True):
    """A decision that a seat is asked for, with its view of the table."""

    seat: Seat
    decision: int
    view: dict[str, Any]
    legal: tuple[str, ...]
    events: list[dict[str, Any]]
    say: str


class SeatAt:
    """One seat at a table."""

    def __init__(self, table: TableConnection, seat: Seat, token: str, news: AsyncIterator[AnyNews]) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        """Owns the seat: `seat_at(..., token=...)` resumes it."""
        self.result: Over | None = None
        """The result of the last game."""
        self._news = news
        self._asked: int | None = None

    async def decisions(self) -> AsyncIterator[Situation]:
        """Every decision that this seat is asked for, until the game is over. For a rematch, call it again."""
        async for news in self._news:
            if isinstance(news, Trouble) and news.code not in _PASSING:
                raise Refusal(news.code, news.say)
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
        """Answer the last question, or change the answer while it is sealed."""
        assert self._asked is not None, "nothing was asked yet"
        await self.table.send(Decide(seat=self.seat, decision=self._asked, action=action))


@contextlib.asynccontextmanager
async def seat_at(
    address: str,
    table: str,
    name: str = "",
    token: str | None = None,
    language: Language = "en",
    luck: str = "",
) -> AsyncIterator[SeatAt]:
    """Take a seat at a table under this name, or resume one by its token."""
    mine = token or secrets.token_urlsafe(24)
    connection = TableConnection(address, table, [mine], language)
    news = connection.news()
    try:
        if token is None:
            seat = await _sit(connection, news, protocol.Sit(name=name, luck=luck, token=mine))
        else:
            seat = await _recognised(news)
        yield SeatAt(connection, seat, mine, news)
    finally:
        await news.aclose()


async def _sit(connection: TableConnection, news: AsyncIterator[AnyNews], wish: protocol.Sit) -> Seat:
    async for heard in news:
        if isinstance(heard, protocol.Now):  # Also after a reconnect: the token makes it idempotent.
            await connection.send(wish)
        elif isinstance(heard, protocol.Seated):
            return heard.seat
        elif isinstance(heard, Trouble) and heard.code not in _ABOUT_NO_WISH:
            raise Refusal(heard.code, heard.say)
    raise AssertionError("news never end")


async def _recognised(news: AsyncIterator[AnyNews]) -> Seat:
    async for heard in news:
        if isinstance(heard, Trouble) and heard.code not in _ABOUT_NO_WISH:
            raise Refusal(heard.code, heard.say)
        if isinstance(heard, protocol.Table):
            if not heard.yours:
                raise Refusal("not-your-seat", "no seat at this table belongs to the token")
            return heard.yours[0]
    raise AssertionError("news never end")
