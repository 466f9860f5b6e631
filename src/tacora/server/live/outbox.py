"""Frames that wait until what they tell of is durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from tacora.server.live.session import Session

Frames: TypeAlias = tuple[Session, Sequence[bytes]]
"""Encoded frames for one session."""


class Outbox:
    """The frames of one table. Nobody is told of anything that could still be lost."""

    __slots__ = "_batch", "in_flight"

    def __init__(self) -> None:
        self.in_flight: asyncio.Future[None] | None = None
        """The last append that is not yet known to be durable."""
        self._batch: list[Frames] = []
        """The frames that are sent when it is."""

    def begin(self) -> None:
        """What is added from now on belongs to the next append."""
        self._batch = []

    def add(self, frames: Iterable[Frames]) -> None:
        """Frames to be sent with this append."""
        self._batch += frames

    def add_before(self, frames: Iterable[Frames]) -> None:
        """Frames to be sent ahead of the others."""
        self._batch[:0] = frames

    def post(self, session: Session, *frames: bytes) -> None:
        """Send frames as soon as everything that happened before is durable."""
        if self.in_flight is None:
            session.tell(*frames)
        else:
            self._batch.append((session, frames))

    def send_when(self, kept: asyncio.Future[None], done: Callable[[BaseException | None], None]) -> None:
        """Send this batch when an append is durable, or drop it when that fails; `done` hears of either."""
        kept.add_done_callback(partial(self._on_kept, self._batch, done))
        self.in_flight = kept

    def _on_kept(
        self, batch: list[Frames], done: Callable[[BaseException | None], None], kept: asyncio.Future[None]
    ) -> None:
        if self.in_flight is kept:
            self.in_flight = None
        error = kept.exception()
        done(error)
        if error is None:
            for session, frames in batch:
                session.tell(*frames)
        batch.clear()
