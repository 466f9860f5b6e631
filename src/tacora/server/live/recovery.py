"""Recovery from a failed append: reloads the table from the store."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable

from tacora.server.domain.room import Room
from tacora.server.live.outbox import Outbox
from tacora.server.storage.store import Store, StoreFailed

LOGGER = logging.getLogger("tacora.server")

PAUSE = 1.0
"""Seconds between two attempts to read a store that failed."""
GIVE_UP = 10.0
"""Seconds after which a table is left to other processes, if there may be some that reach the store."""


class TakenOver(Exception):
    """Another process has the table."""


async def recovered(
    name: str,
    store: Store,
    outbox: Outbox,
    read: Callable[[str], Awaitable[Room]],
    unreadable: Callable[[], None],
    *,
    at_once: bool,
) -> Room | None:
    """The table as stored, as soon as the store can be read; `None` if the table cannot go on. Raises `TakenOver`.

    Entries that did not reach the store are lost. `at_once`: the store itself works, so there is no need to wait.
    `unreadable` is called once if it does not work, and this will take a while.
    """
    end = time.monotonic() + (GIVE_UP if store.shared else math.inf)
    pause, told = 0.0 if at_once else PAUSE, None
    while True:
        await asyncio.sleep(pause)
        pause = PAUSE
        await outbox.emptied()
        store.mend(name)
        try:
            if not await store.acquire(name):
                LOGGER.warning("table %s goes on in another process", name)
                raise TakenOver(name)
            return await read(name)
        except TakenOver:
            raise
        except Exception as error:
            if not isinstance(error, StoreFailed):
                # Removed, corrupt, or continued by a newer version.
                LOGGER.error("table %s cannot go on: %s", name, error)
                return None
            if told is None:
                unreadable()
            if str(error) != told:  # Once, and not each second.
                told = str(error)
                LOGGER.error("table %s could not be read: %s", name, error)
            if time.monotonic() > end:
                return None
