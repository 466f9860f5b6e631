"""The state of the application: all tables, the limits, and what is kept ready to be looked up."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from tacora.game import Refused
from tacora.narration.catalogue import Language
from tacora.server.domain.names import plain_code
from tacora.server.http.finished import Finished, find_game
from tacora.server.http.limits import Limits, RateLimit
from tacora.server.http.replays import Origin, replayed
from tacora.server.live.registry import Registry
from tacora.server.live.table import LiveTable

_HOUR, _MINUTE = 3600.0, 60.0
_FINISHED = 256
"""Finished games that are kept ready to be looked up."""


class Server:
    """All tables of a server, with what the network needs around them."""

    def __init__(self, registry: Registry, limits: Limits) -> None:
        self.registry = registry
        self.limits = limits
        self.connections = 0
        self.too_slow = 0
        self.began = time.time()
        self.opened = RateLimit(limits.tables_per_hour, _HOUR)
        self.missed = RateLimit(limits.misses_per_minute, _MINUTE)
        self.finished: OrderedDict[tuple[str, int], tuple[Finished, bytes]] = OrderedDict()
        self.read = RateLimit(limits.records_per_minute, _MINUTE)
        self.replays: OrderedDict[tuple[str, int, str, Language], bytes] = OrderedDict()
        self._replaying = asyncio.Semaphore(2)

    async def table(self, name: str, address: str) -> LiveTable:
        """A table, unless too many that there are not were asked for from this address."""
        self.check_misses(address)
        try:
            return await self.registry.table(name)
        except Refused as refused:
            if refused.code == "no-such-table":
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
            self.registry.sweep()
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
        key = plain_code(name), game
        if key not in self.finished:
            lines = await self.registry.store.read(key[0]) if game else []
            found = await asyncio.to_thread(find_game, *key, lines)
            if found is None:
                self.missed.count(address)
                raise Refused("no-such-game-here", table=name, number=number)
            self.finished[key] = found
            if len(self.finished) > _FINISHED:
                self.finished.popitem(last=False)
        self.finished.move_to_end(key)
        return self.finished[key]
