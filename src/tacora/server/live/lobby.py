"""The lobby: listed tables, of this process and of others that share its store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

import msgspec

from tacora.server.domain import log
from tacora.server.frames.builder import LobbyEntry
from tacora.server.live.registry import Registry
from tacora.server.storage.store import StoreFailed

LOGGER = logging.getLogger("tacora.server")

LONGEST = 200
"""Tables that are listed."""
RECENT = 7_200.0
"""Seconds: listed tables touched within this time return to the lobby after a restart."""
_MOST_LOOKED_AT, _MOST_RECALLED = 2_000, 500
_LOAD_PAUSE = 0.005
"""Seconds between loading two tables, for other tasks to run."""
_INTERVAL = 1.0
"""Seconds until other processes are told of a change."""
_AGAIN = 600.0
"""Seconds until they are told of everything again, since what is old is not listed."""


class Lobby:
    """Lists tables that are in use. One that nobody shares a store with loads recent ones after a restart."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._announced: dict[str, LobbyEntry] = {}
        self._again = time.monotonic() + _AGAIN
        self._closing = asyncio.Event()
        self._work: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start what is done in the background."""
        work = self._announce_changes if self._store.shared else self._recall
        self._work = asyncio.get_running_loop().create_task(work())

    async def close(self) -> None:
        """End what is done in the background."""
        self._closing.set()
        if self._work is not None:
            await self._work

    async def listed(self) -> list[LobbyEntry]:
        """Listed tables: those that can be joined first, where somebody waits before others; the newest of ours."""
        ours = self._ours()
        seen = list(reversed(ours.values()))
        with contextlib.suppress(StoreFailed):  # What others play cannot be joined now, either.
            for name, told in (await self._store.announced(RECENT, LONGEST)).items():
                with contextlib.suppress(msgspec.DecodeError):  # Of another version.
                    entry = msgspec.json.decode(told.entry, type=LobbyEntry)
                    here = entry.here if told.alive else 0  # Whoever was there when a process ended is gone.
                    seen += [] if name in ours else [msgspec.structs.replace(entry, here=here)]
        seen.sort(key=lambda table: (table.running or not table.free, not table.here))
        return seen[:LONGEST]

    def _ours(self) -> dict[str, LobbyEntry]:
        tables = self._registry.tables.items()
        return {name: table.lobby for name, table in tables if table.room.opened and table.room.opened.listed}

    # A store that is shared

    async def _announce_changes(self) -> None:
        while not self._closing.is_set():
            try:
                await self._announce()
            except StoreFailed as error:
                LOGGER.warning("the lobby is not told to other processes: %s", error)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_INTERVAL):
                    await self._closing.wait()

    async def _announce(self) -> None:
        now = self._ours()
        known = self._announced
        if time.monotonic() > self._again:
            self._again, known = time.monotonic() + _AGAIN, {}
        changed = {name: entry for name, entry in now.items() if known.get(name) != entry}
        entries: dict[str, bytes | None] = {name: msgspec.json.encode(entry) for name, entry in changed.items()}
        entries |= dict.fromkeys(self._announced.keys() - now.keys())
        if entries:
            await self._store.announce(entries)
        self._announced = now

    # A store of our own

    async def _recall(self) -> None:
        """Load recently touched listed tables, so that the lobby has them again."""
        try:
            marks = await self._store.tables()
        except StoreFailed as error:
            LOGGER.warning("the lobby begins empty: %s", error)
            return
        since = time.time() - RECENT
        recent = [mark.table for mark in marks if mark.touched > since][:_MOST_LOOKED_AT]
        listed = [name for name in recent if await self._recalled(name, self._is_listed)]
        for name in reversed(listed[:_MOST_RECALLED]):  # The lobby shows the last one loaded first.
            if await self._recalled(name, self._registry.table):
                await asyncio.sleep(_LOAD_PAUSE)

    async def _recalled(self, name: str, how: Callable[[str], Awaitable[object]]) -> bool:
        """Whether `how` gave a true result. Errors are only logged; False once the server stops."""
        try:
            return not self._closing.is_set() and bool(await how(name))
        except Exception as error:
            LOGGER.warning("table %s is left out of the lobby: %s", name, error)
            return False

    async def _is_listed(self, name: str) -> bool:
        first = log.read((await self._store.read(name, 0, 1))[0])
        return isinstance(first, log.Opened) and first.listed
