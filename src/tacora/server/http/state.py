"""The state of the application: tables, rate limits and caches."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from hashlib import sha256
from typing import TypeVar

from tacora.fast.installed import require_study
from tacora.game import Refused
from tacora.narration.catalogue import Language
from tacora.server.domain.names import plain_code
from tacora.server.frames.builder import LobbyEntry, lobby_entry
from tacora.server.http.cache import SharedCache
from tacora.server.http.club import ClubDesk, EveningShown
from tacora.server.http.daily import DailyDesk
from tacora.server.http.finished import Finished, find_game, origin_of
from tacora.server.http.limits import RateLimit
from tacora.server.http.replays import Origin, replayed
from tacora.server.http.reviews import ReviewDesk, check_record, from_kept, in_words, to_keep
from tacora.server.live.limits import REQUEST_BURST, AddressBuckets
from tacora.server.live.lobby import Lobby
from tacora.server.live.registry import Registry
from tacora.server.live.table import LiveTable
from tacora.server.storage.folding import read_room
from tacora.server.storage.store import StoreFailed
from tacora.server.transport.networks import NetworkCounter

T = TypeVar("T")

_HOUR, _MINUTE = 3600.0, 60.0
LOGGER = logging.getLogger("tacora.server")

LOOKUPS = 2.0, 60
"""Lookups a second, and at once, for an address that asked for many tables that there are not."""
_FINISHED = 256
"""Size of the cache of finished games."""
_SEEN = 256
"""Size of the cache of tables that are not in memory."""
_FEW = 100
"""Tables that are listed anew for everybody who asks."""
_REPLAYS = 32
"""Size of the replay cache; a replay is in one language and for one seat."""
_REVIEWS = 512
"""Size of the cache of reviews, which take seconds to work out and at most some 30 kB to keep."""


class Server:
    """The state that all requests and connections share."""

    def __init__(self, registry: Registry) -> None:
        limits = registry.limits
        self.registry = registry
        self.lobby = Lobby(registry)
        self.daily = DailyDesk(registry)
        self.club = ClubDesk(registry)
        self.limits = limits
        self.connections = 0
        self._connected = NetworkCounter(limits.connections_per_address)
        self._catch_ups = NetworkCounter(limits.catch_ups_per_address)
        self.requests = AddressBuckets(limits.requests_per_second, limits.requests_per_second * REQUEST_BURST)
        self._lookups = AddressBuckets(*LOOKUPS)
        self._looking: Counter[str] = Counter()
        """Lookups under way, by address: many at the same time are misses, too, until they are not."""
        self.too_slow = 0
        self.leaving = False
        """Whether it ends in a moment: a proxy is to send what is new to another process."""
        self.began = time.time()
        self.open_limit = RateLimit(limits.tables_per_hour, _HOUR)
        self.miss_limit = RateLimit(limits.misses_per_minute, _MINUTE)
        self._finished: SharedCache[tuple[str, int], tuple[Finished, bytes]] = SharedCache(_FINISHED)
        self.replay_limit = RateLimit(limits.replays_per_minute, _MINUTE)
        self._replays: SharedCache[tuple[str, int, str, Language], bytes] = SharedCache(_REPLAYS)
        self._health: SharedCache[int, None] = SharedCache(1)
        self._listed: SharedCache[int, list[LobbyEntry]] = SharedCache(1)
        self._seen: SharedCache[tuple[str, int], LobbyEntry] = SharedCache(_SEEN)
        self._replaying = asyncio.Semaphore(2)
        self.review_limit = RateLimit(limits.reviews_per_minute, _MINUTE)
        self._reviews: SharedCache[bytes, bytes] = SharedCache(_REVIEWS)
        self._desk = ReviewDesk()

    # Connections

    def admit(self, address: str) -> None:
        """Count a connection, or refuse it."""
        if self.connections >= self.limits.connections:
            raise Refused("server-full")
        if not self._connected.enter(address):
            raise Refused("too-many-connections", most=self._connected.most)
        self.connections += 1

    def dismiss(self, address: str) -> None:
        """A connection that was counted is gone."""
        self.connections -= 1
        self._connected.leave(address)

    @contextlib.contextmanager
    def catching_up(self, address: str) -> Iterator[None]:
        """While a connection is told what it missed. Refuses one more from an address that has many of them."""
        if not self._catch_ups.enter(address):
            raise Refused("too-many-catch-ups")
        try:
            yield
        finally:
            self._catch_ups.leave(address)

    # Tables

    async def table(self, name: str, address: str) -> LiveTable:
        """A table by its name. One in memory is found by everybody, always: a lookup in the store is what costs."""
        if plain_code(name) in self.registry.tables:
            return await self.registry.table(name)
        return await self._unless_missed(lambda: self.registry.table(name), address)

    async def listed(self) -> list[LobbyEntry]:
        """The lobby. However many ask, a long one, and one of several processes, is made once a second at most."""
        if not self.registry.store.shared and len(self.registry.tables) <= _FEW:
            return await self.lobby.listed()
        return await self._listed.get(int(time.monotonic()), self.lobby.listed)

    async def seen(self, name: str, address: str) -> LobbyEntry:
        """A table as the lobby would list it, whichever process plays it."""
        name = plain_code(name)
        if (table := self.registry.tables.get(name)) is not None:
            return table.lobby

        async def read() -> LobbyEntry:
            return lobby_entry(await read_room(self.registry.store, name, add_snapshots=False))

        key = name, int(time.monotonic())
        return await self._unless_missed(lambda: self._seen.get(key, read), address)

    async def evening(self, club: str, address: str) -> EveningShown:
        """A club evening, whichever processes play its tables."""
        charge = partial(self.count_replay, address)
        return await self._unless_missed(lambda: self.club.shown(club, charge), address)

    async def place_of(self, code: str, address: str) -> str:
        """The path that a code leads to: that of a table or of a club evening. If there is neither, it is one miss."""
        code = plain_code(code)
        if code in self.registry.tables:
            return f"/t/{code}"

        async def look() -> str:
            if await self.registry.store.read(code, 0, 1):
                return f"/t/{code}"
            if await self.club.evenings.exists(code):
                return f"/club/{code}"
            raise Refused("no-such-table", table=code)

        return await self._unless_missed(look, address)

    async def _unless_missed(self, look_up: Callable[[], Awaitable[T]], address: str) -> T:
        """Count a lookup that finds nothing.

        An address with many of them has fewer lookups, but enough for a class that shares it.
        """
        guessing = self.miss_limit.full(address, self._looking[address])
        if guessing and not self._lookups.take(address):
            raise Refused("too-many-misses", most=self.miss_limit.most)
        self._looking[address] += 1
        try:
            return await look_up()
        except Refused as refused:
            if refused.code not in ("no-such-table", "no-such-game-here", "no-such-evening"):
                raise
            self.miss_limit.count(address)
            if guessing:
                raise Refused("too-many-misses", most=self.miss_limit.most) from None
            raise
        finally:
            self._looking[address] -= 1
            if not self._looking[address]:
                del self._looking[address]

    async def sweep(self) -> None:
        """Drop idle tables and expired rate counts, once a minute."""
        while True:
            await asyncio.sleep(_MINUTE)
            try:
                self.registry.sweep()
                for counted in self._counted:
                    counted.forget()
            except Exception:  # One bad table must not end this for good.
                LOGGER.exception("something could not be dropped")

    @property
    def _counted(self) -> tuple[RateLimit | AddressBuckets, ...]:
        limits = self.open_limit, self.miss_limit, self.replay_limit, self.review_limit
        return *limits, self._lookups, self.requests

    async def check_health(self) -> None:
        """Raise `StoreFailed` if the store does not answer. However many ask, it is asked once a second."""
        await self._health.get(int(time.monotonic()), self.registry.store.check)

    def count_replay(self, address: str) -> None:
        """Refuse to work out another replay for somebody who had many."""
        if self.replay_limit.full(address):
            raise Refused("too-many-replays", most=self.replay_limit.most)
        self.replay_limit.count(address)

    async def replayed(self, record: bytes, seat: str, language: Language, origin: Origin | None = None) -> bytes:
        """A record as JSON for the replay page, made in a thread, so that games are not held up."""
        async with self._replaying:
            return await asyncio.to_thread(replayed, record, seat, language, origin)

    async def reviewed(
        self, record: bytes, language: Language, address: str, game: tuple[str, int] | None = None
    ) -> bytes:
        """A finished game, weighed, as JSON in this language. Weighed once, whoever asks for it how often.

        That of a table's game is kept as long as the table.
        """
        key, kept = sha256(record).digest(), None
        if key not in self._reviews and game is not None:
            kept = await self._kept_review(*game)
        if key not in self._reviews and kept is None:
            require_study()
            if self.review_limit.full(address):
                raise Refused("too-many-reviews")
            async with self._replaying:
                await asyncio.to_thread(check_record, record)
            self.review_limit.count(address)

        async def weigh() -> bytes:
            if kept is not None:
                return kept
            weighed = await self._desk.weigh(record, address)
            if game is not None:
                with contextlib.suppress(StoreFailed):  # It is logged, and can be made again.
                    await self.registry.store.keep_review(*game, to_keep(weighed))
            return weighed

        review = await self._reviews.get(key, weigh)
        async with self._replaying:
            return await asyncio.to_thread(in_words, record, review, language)

    async def _kept_review(self, table: str, game: int) -> bytes | None:
        """A review that was kept, unless it was by another judge, or in another form."""
        with contextlib.suppress(StoreFailed):
            kept = await self.registry.store.review(table, game)
            return None if kept is None else await asyncio.to_thread(from_kept, kept)
        return None

    def end_reviews(self) -> None:
        """Before the server ends: nobody waits for a review any longer."""
        self._desk.end()

    async def review(self, name: str, number: str, language: Language, address: str) -> bytes:
        """A finished game of a table, weighed."""
        game, record = await self.game(name, number, address)
        return await self.reviewed(record, language, address, (game.table, game.game))

    async def replay(self, name: str, number: str, seat: str, language: Language, address: str) -> bytes:
        """A finished game as a page shows it; it never changes."""
        game, record = await self.game(name, number, address)
        key = game.table, game.game, seat, language
        if key not in self._replays:
            self.count_replay(address)
        return await self._replays.get(key, lambda: self.replayed(record, seat, language, origin_of(game)))

    async def game(self, name: str, number: str, address: str) -> tuple[Finished, bytes]:
        """A finished game and its record. One that is not over is not found, because its seed is secret."""
        game = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 0
        key = plain_code(name), game
        return await self._unless_missed(
            lambda: self._finished.get(key, lambda: find_game(self.registry.store, *key)), address
        )
