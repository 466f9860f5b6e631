"""Holds frames back until the entries that they report are durable."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from tacora.server.live.session import Session

Frames: TypeAlias = tuple[Session, Sequence[bytes]]
"""Encoded frames for one session."""
_Append: TypeAlias = tuple[asyncio.Future[None], list[Frames], Callable[[BaseException | None], None]]


class Outbox:
    """The outgoing frames of one table. No client hears of an entry that could still be lost."""

    __slots__ = "_appends", "_batch"

    def __init__(self) -> None:
        self._batch: list[Frames] = []
        """The frames to send when the last append is durable."""
        self._appends: deque[_Append] = deque()
        """The appends in flight, with their frames and whom to tell. They end in their order."""

    @property
    def in_flight(self) -> asyncio.Future[None] | None:
        """The first append that is not yet known to be durable."""
        return self._appends[0][0] if self._appends else None

    async def emptied(self) -> None:
        """Wait until nothing is in flight."""
        while self._appends:
            await asyncio.wait([self._appends[0][0]])

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
        if self._appends:
            self._batch.append((session, frames))
        else:
            session.tell(*frames)

    def send_when(self, kept: asyncio.Future[None], done: Callable[[BaseException | None], None]) -> None:
        """Send the batch when the append is durable, or drop it if it fails. `done` gets the error, or `None`."""
        self._appends.append((kept, self._batch, done))
        if len(self._appends) == 1:
            kept.add_done_callback(self._on_kept)

    def _on_kept(self, _: asyncio.Future[None]) -> None:
        """The first append has ended, and perhaps others with it: one call for all that a commit wrote."""
        appends, ended = self._appends, list[_Append]()
        while appends and appends[0][0].done():
            ended.append(appends.popleft())
        if appends:
            appends[0][0].add_done_callback(self._on_kept)
        ready: list[Frames] = []
        for kept, batch, done in ended:
            error = kept.exception()
            done(error)
            if error is None:
                ready += batch
            batch.clear()
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
