"""The registry of this server's tables."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec

from tacora.game import Refused
from tacora.narration.catalogue import Language
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.names import new_code, plain_code
from tacora.server.domain.room import Room, open_room
from tacora.server.domain.rules import Rules
from tacora.server.live.attendance import Timeouts
from tacora.server.live.bots import bot_name
from tacora.server.live.limits import Limits, Quotas
from tacora.server.live.table import LiveTable
from tacora.server.live.turns import Turns
from tacora.server.storage.folding import read_room
from tacora.server.storage.store import AppendConflict, Store, StoreFailed
from tacora.server.transport.line import RESTARTING, TRY_LATER
from tacora.server.transport.refusals import Refusals

LOGGER = logging.getLogger("tacora.server")

RECENT = 7_200.0
"""Seconds: listed tables touched within this time return to the lobby after a restart."""
_MOST_LOOKED_AT, _MOST_RECALLED = 2_000, 500
_LOAD_PAUSE = 0.005
"""Seconds between loading two tables, for other tasks to run."""


class Registry:
    """The tables of this server: keeps those in use in memory, and loads others from their logs."""

    def __init__(
        self,
        store: Store,
        timeouts: Timeouts | None = None,
        limits: Limits | None = None,
        refused: Refusals | None = None,
    ) -> None:
        self.store = store
        self.limits = limits or Limits()
        self.quotas = Quotas(self.limits)
        self.refused = refused or Refusals()
        self.turns = Turns()
        self.timeouts = timeouts or Timeouts()
        self.tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._unfinished: dict[str, asyncio.Future[None]] = {}
        """Appends in flight of tables that were dropped; loading such a table waits for them."""
        self._recalling: asyncio.Task[None] | None = None
        self.closed = False
        self.steps = self.games = self.wishes = self.refusals = 0

    async def open(
        self,
        rules: Rules,
        time_control: TimeControl,
        listed: bool,
        deal: str | None = None,
        bots: Sequence[str] = (),
        language: Language = "en",
    ) -> tuple[LiveTable, str]:
        """Open a table with bots on its last seats: the table, and the host's token."""
        while True:
            name = new_code()
            entry, host = open_room(name, rules, time_control, listed, deal)
            now = time.time()
            entries: list[AnyEntry] = [msgspec.structs.replace(entry, at=now)]
            room = Room(name)
            room.enter(entries[0])
            if len(bots) > rules.seats:
                raise Refused("table-full")
            for seat, bot in enumerate(bots, start=rules.seats - len(bots)):
                sat = msgspec.structs.replace(room.sit_bot(bot, seat, bot_name(language, bot)), at=now)
                room.enter(sat)
                entries.append(sat)
            try:
                await self.store.append(name, 0, list(map(log.written, entries)), now)
            except (AppendConflict, StoreFailed) as error:
                self.store.mend(name)
                if isinstance(error, AppendConflict):
                    continue
                raise
            self.tables[name] = LiveTable(room, self.store, self, self.timeouts)
            return self.tables[name], host

    async def table(self, name: str) -> LiveTable:
        """A table by its name, from memory or from its log."""
        name = plain_code(name)
        table = self.tables.get(name)
        if table is None:
            loading = self._loading.get(name)
            if loading is None:
                loading = self._loading[name] = asyncio.get_running_loop().create_task(self._load(name))
                loading.add_done_callback(partial(self._loaded, name))
            table = await asyncio.shield(loading)
        table.idle_since = time.monotonic()
        return table

    async def _load(self, name: str) -> LiveTable:
        if (unfinished := self._unfinished.pop(name, None)) is not None:
            await asyncio.wait([unfinished])
        table = LiveTable(await self.read(name), self.store, self, self.timeouts)
        self.tables[name] = table
        table.wake()
        return table

    def _loaded(self, name: str, loading: asyncio.Task[LiveTable]) -> None:
        del self._loading[name]
        if not loading.cancelled():
            loading.exception()  # Retrieved, so not logged: waiting callers get it themselves.

    async def read(self, name: str) -> Room:
        """A table as its log tells it."""
        return await read_room(self.store, name)

    def recall(self) -> None:
        """Start loading recently touched listed tables in the background, so that the lobby has them again."""
        self._recalling = asyncio.get_running_loop().create_task(self._recall())

    async def _recall(self) -> None:
        try:
            marks = await self.store.tables()
        except StoreFailed as error:
            LOGGER.warning("the lobby begins empty: %s", error)
            return
        since = time.time() - RECENT
        recent = [mark.table for mark in marks if mark.touched > since][:_MOST_LOOKED_AT]
        listed = [name for name in recent if await self._recalled(name, self._is_listed)]
        for name in reversed(listed[:_MOST_RECALLED]):  # The lobby shows the last one loaded first.
            if await self._recalled(name, self.table):
                await asyncio.sleep(_LOAD_PAUSE)

    async def _recalled(self, name: str, how: Callable[[str], Awaitable[object]]) -> bool:
        """Whether `how` gave a true result. Errors are only logged; False once the server stops."""
        try:
            return not self.closed and bool(await how(name))
        except Exception as error:
            LOGGER.warning("table %s is left out of the lobby: %s", name, error)
            return False

    async def _is_listed(self, name: str) -> bool:
        first = log.read((await self.store.read(name, 0, 1))[0])
        return isinstance(first, log.Opened) and first.listed

    def sweep(self) -> None:
        """Drop idle tables from memory."""
        self.quotas.forget()
        before = time.monotonic() - self.timeouts.idle
        for table in list(self.tables.values()):
            if not table.sessions and not table.busy and table.idle_since < before:
                del self.tables[table.room.name]

    def keeps(self, table: LiveTable) -> bool:
        """Whether this is still the registered table of its name."""
        return not self.closed and self.tables.get(table.room.name) is table

    def forget(self, table: LiveTable) -> None:
        """Drop a table that cannot go on, with its sessions. A client that reconnects has it loaded from the store."""
        if self.tables.get(table.room.name) is table:
            del self.tables[table.room.name]
            if table.outbox.in_flight is not None:
                self._unfinished[table.room.name] = table.outbox.in_flight
        for session in list(table.sessions):
            session.end(TRY_LATER)

    async def close(self) -> None:
        """End all sessions, and close the store when everything is written."""
        self.closed = True
        for table in self.tables.values():
            for session in list(table.sessions):
                session.end(RESTARTING)
        await asyncio.sleep(0)
        if self._recalling is not None:
            await self._recalling
        await self.store.close()
