"""Back to what the store has, when it did not take what a table gave it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tacora.server.domain.room import Room
from tacora.server.live.outbox import Outbox
from tacora.server.storage.store import Store, StoreFailed

LOGGER = logging.getLogger("tacora.server")

PAUSE = 1.0
"""Seconds between two attempts at a store that failed."""


async def recovered(
    name: str, store: Store, outbox: Outbox, read: Callable[[str], Awaitable[Room]], *, at_once: bool
) -> Room | None:
    """The table as it was kept, as soon as the store can be read; nothing if it cannot go on.

    What did not reach the store has not happened. `at_once`: nothing is wrong with the store.
    """
    pause = 0.0 if at_once else PAUSE
    while True:
        await asyncio.sleep(pause)
        pause = PAUSE
        while outbox.in_flight is not None:
            await asyncio.wait([outbox.in_flight])
        store.mend(name)
        try:
            return await read(name)
        except Exception as error:
            if not isinstance(error, StoreFailed):
                # It was taken away, its log makes no sense, or a newer program goes on with it.
                LOGGER.error("table %s cannot go on: %s", name, error)
                return None
            LOGGER.error("table %s could not be read: %s", name, error)
