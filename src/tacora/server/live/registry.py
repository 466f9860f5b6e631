"""The registry of this server's tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
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
from tacora.server.live.outbox import Outbox
from tacora.server.live.table import LiveTable
from tacora.server.live.turns import Turns
from tacora.server.storage.folding import read_room
from tacora.server.storage.store import AppendConflict, Store, StoreFailed
from tacora.server.transport.line import RESTARTING, TRY_LATER
from tacora.server.transport.refusals import Refusals

LOGGER = logging.getLogger("tacora.server")


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
        self._lost_early: set[str] = set()
        """Tables that another process took over while they were loaded."""
        self._releasing: dict[str, asyncio.Task[None]] = {}
        """Tables that were dropped, until they are released; loading such a table waits for it."""
        self.closed = False
        self.steps = self.games = self.wishes = self.refusals = self.elsewhere = self.lost = 0
        store.when_lost(self._lost)

    async def open(
        self,
        rules: Rules,
        time_control: TimeControl,
        listed: bool,
        *,
        deal: str | None = None,
        bots: Sequence[str] = (),
        language: Language = "en",
        frozen: bool = False,
        later: Sequence[str] = (),
        club: str = "",
    ) -> tuple[str, str]:
        """Open a table with bots on its last seats: its name, and the host's token."""
        while True:
            name = new_code()
            entry, host = open_room(name, rules, time_control, listed, deal=deal, frozen=frozen, later=later, club=club)
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
            if self.store.shared:  # Whichever process a proxy leads its first visitor to plays it.
                self._release(name)
                await asyncio.wait([self._releasing[name]])  # Before anybody knows its name.
            else:
                self.tables[name] = LiveTable(room, self.store, self, self.timeouts)
            return name, host

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
        if (releasing := self._releasing.get(name)) is not None:
            await asyncio.wait([releasing])
        if (node := await self.store.holder(name)) is not None:  # Usually known without trying to reserve it.
            raise self._is_elsewhere(node)
        if not await self.store.read(name, 0, 1):  # Not reserved, either.
            raise Refused("no-such-table", table=name)
        if not await self.store.acquire(name):
            raise self._is_elsewhere(await self.store.holder(name))
        self.store.mend(name)
        try:
            room = await self.read(name)  # Only now: another process may have written until it was reserved.
        except BaseException:
            self._release(name)
            raise
        if name in self._lost_early:
            raise self._is_elsewhere(None)
        table = LiveTable(room, self.store, self, self.timeouts)
        self.tables[name] = table
        table.wake()
        return table

    def _is_elsewhere(self, node: str | None) -> Refused:
        self.elsewhere += 1
        return Refused("elsewhere", at=node or "")

    def _loaded(self, name: str, loading: asyncio.Task[LiveTable]) -> None:
        del self._loading[name]
        self._lost_early.discard(name)
        if not loading.cancelled():
            loading.exception()  # Retrieved, so not logged: waiting callers get it themselves.

    async def read(self, name: str) -> Room:
        """A table as its log tells it."""
        return await read_room(self.store, name)

    def sweep(self) -> None:
        """Drop idle tables from memory."""
        self.quotas.forget()
        before = time.monotonic() - self.timeouts.idle
        for table in list(self.tables.values()):
            if not table.sessions and not table.busy and table.idle_since < before:
                del self.tables[table.room.name]
                self._release(table.room.name)

    def keeps(self, table: LiveTable) -> bool:
        """Whether this is still the registered table of its name."""
        return not self.closed and self.tables.get(table.room.name) is table

    def forget(self, table: LiveTable) -> None:
        """Drop a table that cannot go on, with its sessions. A client that reconnects has it loaded from the store."""
        if self.tables.get(table.room.name) is table:
            del self.tables[table.room.name]
            self._release(table.room.name, table.outbox)
        for session in list(table.sessions):
            session.end(TRY_LATER)

    def _lost(self, name: str) -> None:
        """Another process has taken the table over."""
        if name in self._loading:
            self._lost_early.add(name)
        if (table := self.tables.get(name)) is not None:
            self.lost += 1
            self.forget(table)

    def _release(self, name: str, outbox: Outbox | None = None) -> None:
        """Let other processes have a table, when what is in flight is written."""

        async def release() -> None:
            if outbox is not None:
                await outbox.emptied()
            with contextlib.suppress(StoreFailed):  # The store does it when it can.
                await self.store.release(name)
            del self._releasing[name]

        self._releasing[name] = asyncio.get_running_loop().create_task(release())

    async def close(self) -> None:
        """End all sessions, and close the store when everything is written."""
        self.closed = True
        for table in self.tables.values():
            for session in list(table.sessions):
                session.end(RESTARTING)
        await asyncio.sleep(0)
        await asyncio.gather(*self._releasing.values())
        await self.store.close()
