"""What the network needs around the house: limits, who asked how often, and finished games to look up."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict, deque
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection

from tacora.chance import commitment
from tacora.game import Refused, Seat
from tacora.narration.catalogue import Language
from tacora.record import encode
from tacora.server import log
from tacora.server.house import House, plain_name
from tacora.server.live import LiveTable
from tacora.server.log import Rules
from tacora.server.replays import Origin, replayed
from tacora.server.room import Room
from tacora.server.telling import link_to

LARGEST_FRAME = 8 * 1024

_HOUR, _MINUTE = 3600.0, 60.0
_FINISHED = 256
"""Finished games that are kept ready to be looked up."""


@dataclass(frozen=True)
class Limits:
    """What one client may ask of the server."""

    frames_per_second: float = 20.0
    burst: int = 60
    tables_per_hour: int = 60
    """From one address."""
    misses_per_minute: int = 60
    """Tables that there are not, asked for from one address: codes are short, and are not to be tried out."""
    records_per_minute: int = 60
    """Records of other games read for one address, to be replayed."""
    connections: int = 20_000
    hello_within: float = 10.0
    """Seconds in which a connection has to say which table it is for."""
    origins: tuple[str, ...] = ()
    """Other pages that may connect; a page of this server always may."""


class Finished(msgspec.Struct, frozen=True):
    """A finished game: what a permanent link leads to."""

    table: str
    game: int
    rules: Rules
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    commitment: str
    """As shown before the first card."""
    seed: str
    promise: str
    """As shown before anybody sat down."""
    secret: str
    luck: tuple[str, ...]
    again: bool
    """Whether the cards are those of a game that was played elsewhere."""
    record: str
    colours: tuple[int, ...]


class _Window:
    """How often something was done from each address within a time."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self._seconds = most, seconds
        self._times: dict[str, deque[float]] = {}

    def full(self, address: str) -> bool:
        """Whether it was done as often as it may be."""
        times, now = self._times.get(address, ()), time.monotonic()
        return sum(at > now - self._seconds for at in times) >= self.most

    def count(self, address: str) -> None:
        """It was done once more."""
        self._times.setdefault(address, deque(maxlen=self.most)).append(time.monotonic())

    def take_back(self, address: str) -> None:
        """It was not done after all."""
        self._times[address].pop()
        if not self._times[address]:
            del self._times[address]

    def forget(self) -> None:
        """Let go of addresses that did nothing for as long."""
        before = time.monotonic() - self._seconds
        self._times = {address: times for address, times in self._times.items() if times[-1] > before}


class Server:
    """The house with what the network needs around it."""

    def __init__(self, house: House, limits: Limits) -> None:
        self.house = house
        self.limits = limits
        self.connections = 0
        self.too_slow = 0
        self.began = time.time()
        self.opened = _Window(limits.tables_per_hour, _HOUR)
        self.missed = _Window(limits.misses_per_minute, _MINUTE)
        self.finished: OrderedDict[tuple[str, int], tuple[Finished, bytes]] = OrderedDict()
        self.read = _Window(limits.records_per_minute, _MINUTE)
        self.replays: OrderedDict[tuple[str, int, str, Language], bytes] = OrderedDict()
        self._replaying = asyncio.Semaphore(2)

    async def table(self, name: str, address: str) -> LiveTable:
        """A table, unless too many that there are not were asked for from this address."""
        self.check_misses(address)
        try:
            return await self.house.table(name)
        except Refused:
            self.missed.count(address)
            raise

    def check_misses(self, address: str) -> None:
        """Refuse to look for tables for somebody who tries out names."""
        if self.missed.full(address):
            raise Refused("too-many-misses", most=self.missed.most)

    async def sweep(self) -> None:
        """Tidy up from time to time."""
        while True:
            await asyncio.sleep(_MINUTE)
            self.house.sweep()
            self.opened.forget()
            self.missed.forget()
            self.read.forget()

    async def replayed(self, record: bytes, seat: str, language: Language, origin: Origin | None = None) -> bytes:
        """A record as a page shows it, worked out beside the play of others."""
        async with self._replaying:
            return await asyncio.to_thread(replayed, record, seat, language, origin)

    async def game(self, name: str, number: str, address: str) -> tuple[Finished, bytes]:
        """A finished game and its record. One that is not over is nobody's business: its seed is a secret."""
        self.check_misses(address)
        game = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 0
        key = plain_name(name), game
        if key not in self.finished:
            lines = await self.house.store.read(key[0]) if game else []
            found = await asyncio.to_thread(_played, *key, lines)
            if found is None:
                self.missed.count(address)
                raise Refused("no-such-game-here", table=name, number=number)
            self.finished[key] = found
            if len(self.finished) > _FINISHED:
                self.finished.popitem(last=False)
        self.finished.move_to_end(key)
        return self.finished[key]


def _played(name: str, game: int, lines: list[bytes]) -> tuple[Finished, bytes] | None:
    """One game of a table, from the table's log."""
    room, promise, again = Room(name), "", False
    for line in lines:
        entry = log.read(line)
        if isinstance(entry, log.Dealt) and room.games == game - 1:
            assert room.opened is not None
            promise, again = room.promise(), room.opened.deal is not None and not room.games
        room.enter(entry)
        if room.games == game and room.play is not None and room.play.outcome is not None:
            play, outcome = room.play, room.play.outcome
            found = Finished(
                table=room.name,
                game=game,
                rules=room.rules,
                seats=play.names,
                scores=outcome.scores,
                winners=outcome.winners,
                commitment=commitment(play.seed),
                seed=play.seed.hex(),
                promise=promise,
                secret=room.secret(game),
                luck=room.dealt_luck,
                again=again,
                record=f"{link_to(room.name, game)}/record",
                colours=tuple(chair.colour if chair else seat for seat, chair in enumerate(room.chairs)),
            )
            return found, encode(play.record()) + b"\n"
    return None


def same_origin(connection: HTTPConnection, limits: Limits) -> bool:
    """A browser says which page asks; other programs say nothing, and could say anything."""
    origin = connection.headers.get("origin")
    if origin is None or origin in limits.origins:
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and host == connection.headers.get("host")


def address_of(connection: HTTPConnection) -> str:
    """Where somebody asks from; whoever has one address of the newer kind has all that begin alike."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((address.packed, 64), strict=False))
