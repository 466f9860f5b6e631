"""Renews the leases of a process for as long as it lives and hears from its database."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import psycopg

from tacora.server.storage.postgres_leases import Leases
from tacora.server.storage.postgres_schema import NewerProgram

LEASE, RENEWAL = 5.0, 1.5
"""Seconds until leases expire, and seconds between renewals: two may fail."""
_TICK = 1.0
"""Seconds between two looks of the event loop."""


class Renewal:
    """Renews leases in a thread of its own. Needs a running event loop, and the two watch each other.

    If the event loop hangs, leases are not renewed, so that other processes take the tables over. If the thread waits
    for an answer that never comes, `hangs` is called once leases have expired, in the event loop like the others:
    `lost`, with each table that another process has taken over; `failed`, when the database did not answer, only
    once until it does again; and `superseded`, when a newer program has changed it: then nothing is renewed any more.
    """

    def __init__(
        self,
        leases: Leases,
        writing: threading.Lock,
        every: float,
        lasts: float,
        *,
        lost: Callable[[str], None],
        failed: Callable[[psycopg.Error], None],
        hangs: Callable[[], None],
        superseded: Callable[[NewerProgram], None],
    ) -> None:
        self._leases = leases
        self._writing = writing
        self._every = every
        self._lasts = lasts
        self._lost, self._failed, self._hangs, self._superseded = lost, failed, hangs, superseded
        self._renewals = self._renewals_seen = self._ticks_without = 0
        self._ticked = time.monotonic()
        self._stopping = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._watch = self._loop.call_later(_TICK, self._tick)
        self._thread = threading.Thread(target=self._renew, name="tacora-renewal", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """End the thread."""
        self._stopping.set()
        await asyncio.to_thread(self._thread.join)
        self._watch.cancel()

    def _renew(self) -> None:
        failing = False
        while not self._stopping.wait(self._every):
            if time.monotonic() - self._ticked > max(self._lasts, 2 * _TICK):
                continue
            try:
                with self._writing:
                    lost = self._leases.renew()
            except NewerProgram as error:
                self._loop.call_soon_threadsafe(self._end, error)
                return
            except psycopg.Error as error:
                if not failing:
                    self._loop.call_soon_threadsafe(self._failed, error)
                failing = True
                continue
            failing = False
            self._renewals += 1
            for table in lost:
                self._loop.call_soon_threadsafe(self._lost, table)

    def _end(self, why: NewerProgram) -> None:
        self._watch.cancel()
        self._superseded(why)

    def _tick(self) -> None:
        """Ticks are counted, not time: a process that was suspended has to find out first what it lost."""
        self._watch = self._loop.call_later(_TICK, self._tick)
        self._ticked = time.monotonic()
        if self._renewals != self._renewals_seen:
            self._renewals_seen, self._ticks_without = self._renewals, 0
            return
        self._ticks_without += 1
        if self._ticks_without * _TICK >= self._lasts:
            self._ticks_without = 0
            self._hangs()
