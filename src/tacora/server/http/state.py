"""The state of the application: tables, rate limits and caches."""

from __future__ import annotations

import asyncio
import time

from tacora.game import Refused
from tacora.narration.catalogue import Language
from tacora.server.domain.names import plain_code
from tacora.server.http.cache import SharedCache
from tacora.server.http.finished import Finished, find_game, origin_of
from tacora.server.http.limits import Limits, RateLimit
from tacora.server.http.replays import Origin, replayed
from tacora.server.live.registry import Registry
from tacora.server.live.table import LiveTable

_HOUR, _MINUTE = 3600.0, 60.0
_FINISHED = 256
"""Size of the cache of finished games."""
_REPLAYS = 32
"""Size of the replay cache; a replay is in one language and for one seat."""


class Server:
    """The state that all requests and connections share."""

    def __init__(self, registry: Registry, limits: Limits) -> None:
        self.registry = registry
        self.limits = limits
        self.connections = 0
        self.too_slow = 0
        self.began = time.time()
        self.open_limit = RateLimit(limits.tables_per_hour, _HOUR)
        self.miss_limit = RateLimit(limits.misses_per_minute, _MINUTE)
        self._finished: SharedCache[tuple[str, int], tuple[Finished, bytes]] = SharedCache(_FINISHED)
        self.replay_limit = RateLimit(limits.records_per_minute, _MINUTE)
        self._replays: SharedCache[tuple[str, int, str, Language], bytes] = SharedCache(_REPLAYS)
        self._health: SharedCache[int, None] = SharedCache(1)
        self._replaying = asyncio.Semaphore(2)

    async def table(self, name: str, address: str) -> LiveTable:
        """A table by its name. Refuses an address that asked for too many unknown ones."""
        self.check_misses(address)
        try:
            return await self.registry.table(name)
        except Refused as refused:
            if refused.code == "no-such-table":
                self.miss_limit.count(address)
            raise

    def check_misses(self, address: str) -> None:
        """Refuse an address that tries out names."""
        if self.miss_limit.full(address):
            raise Refused("too-many-misses", most=self.miss_limit.most)

    async def sweep(self) -> None:
        """Drop idle tables and expired rate counts, once a minute."""
        while True:
            await asyncio.sleep(_MINUTE)
            self.registry.sweep()
            self.open_limit.forget()
            self.miss_limit.forget()
            self.replay_limit.forget()

    async def check_health(self) -> None:
        """Raise `StoreFailed` if the store does not answer. However many ask, it is asked once a second."""
        await self._health.get(int(time.monotonic()), self.registry.store.check())

    def count_replay(self, address: str) -> None:
        """Refuse to work out another replay for somebody who had many."""
        if self.replay_limit.full(address):
            raise Refused("too-many-replays", most=self.replay_limit.most)
        self.replay_limit.count(address)

    async def replayed(self, record: bytes, seat: str, language: Language, origin: Origin | None = None) -> bytes:
        """A record as JSON for the replay page, made in a thread, so that games are not held up."""
        async with self._replaying:
            return await asyncio.to_thread(replayed, record, seat, language, origin)

    async def replay(self, name: str, number: str, seat: str, language: Language, address: str) -> bytes:
        """A finished game as a page shows it; it never changes."""
        game, record = await self.game(name, number, address)
        key = game.table, game.game, seat, language
        if key not in self._replays:
            self.count_replay(address)
        return await self._replays.get(key, self.replayed(record, seat, language, origin_of(game)))

    async def game(self, name: str, number: str, address: str) -> tuple[Finished, bytes]:
        """A finished game and its record. One that is not over is not found, because its seed is secret."""
        self.check_misses(address)
        game = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 0
        key = plain_code(name), game
        try:
            return await self._finished.get(key, find_game(self.registry.store, *key))
        except Refused as refused:
            if refused.code == "no-such-game-here":
                self.miss_limit.count(address)
            raise
