"""The preparation of a table's coach: its strategy is read from a file, outside the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from tacora.server.domain.room import Room

LOGGER = logging.getLogger("tacora.server")


class Coach:
    """Whether the coach of one table is prepared, and who waits for it."""

    __slots__ = "_preparing", "_ready", "_waiting"

    def __init__(self) -> None:
        self._ready = False
        self._preparing: asyncio.Task[None] | None = None
        self._waiting: list[Callable[[], None]] = []

    def is_ready(self, room: Room) -> bool:
        """Whether the coach can answer at once. One that is not allowed need not be prepared to say so."""
        return self._ready or not room.coached

    def prepare(self, room: Room, when_ready: Callable[[], None]) -> None:
        """Prepare the coach in a thread, once, and call `when_ready` afterwards."""
        self._waiting.append(when_ready)
        if self._preparing is None:
            self._preparing = asyncio.get_running_loop().create_task(self._prepare(room))

    async def _prepare(self, room: Room) -> None:
        rules = room.rules
        assert rules.kind.coach is not None
        try:
            work = rules.kind.preparation(rules.kind.coach, rules.seats, rules.edition, dict(rules.options))
            if work is not None:
                await asyncio.to_thread(work)
        except Exception:  # The advice itself will fail, too, and whoever asked is told why.
            LOGGER.exception("a coach could not be prepared")
        self._ready, waiting = True, self._waiting
        self._waiting = []
        for answer in waiting:
            try:
                answer()
            except Exception:  # The others are answered all the same.
                LOGGER.exception("a coach could not answer")
