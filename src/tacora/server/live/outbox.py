"""Holds frames back until the entries that they report are durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from tacora.server.live.session import Session

Frames: TypeAlias = tuple[Session, Sequence[bytes]]
"""Encoded frames for one session."""


class Outbox:
    """The outgoing frames of one table. No client hears of an entry that could still be lost."""

    __slots__ = "_batch", "_ready", "in_flight"

    def __init__(self) -> None:
        self.in_flight: asyncio.Future[None] | None = None
        """The last append that is not yet known to be durable."""
        self._batch: list[Frames] = []
        """The frames to send when it is."""
        self._ready: list[Frames] = []
        """Frames of earlier appends that became durable in the same moment, to be sent with them."""

    def begin(self) -> None:
        """Start a batch for the next append."""
        self._batch = []

    def add(self, frames: Iterable[Frames]) -> None:
        """Add frames to the batch."""
        self._batch += frames

    def add_before(self, frames: Iterable[Frames]) -> None:
        """Add frames at the front of the batch."""
        self._batch[:0] = frames

    def post(self, session: Session, *frames: bytes) -> None:
        """Send frames as soon as all earlier entries are durable."""
        if self.in_flight is None:
            session.tell(*frames)
        else:
            self._batch.append((session, frames))

    def send_when(self, kept: asyncio.Future[None], done: Callable[[BaseException | None], None]) -> None:
        """Send the batch when the append is durable, or drop it if it fails. `done` gets the error, or `None`."""
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
            self._ready += batch
        batch.clear()
        if self.in_flight is None or not self.in_flight.done():  # Otherwise it is this append's turn next.
            ready, self._ready = self._ready, []
            for session, texts in _by_session(ready):
                session.tell(*texts)


def _by_session(frames: list[Frames]) -> Iterable[Frames]:
    """All frames for each session together, in their order: they are sent by one system call."""
    together: dict[Session, list[bytes]] = {}
    for session, texts in frames:
        if session in together:
            together[session] += texts
        else:
            together[session] = [*texts]
    return together.items()
