"""The interface of a live table for its own parts, so that they need not import it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from tacora.game import Seat
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room
from tacora.server.frames.builder import Presence
from tacora.server.live.attendance import Attendance
from tacora.server.live.audience import Audience
from tacora.server.live.coach import Coach
from tacora.server.live.limits import TableQuota
from tacora.server.live.outbox import Outbox


class TableInterface(Protocol):
    """The side of `LiveTable` that its parts use."""

    room: Room
    attendance: Attendance
    audience: Audience
    outbox: Outbox
    coach: Coach
    dealt_at: float
    quota: TableQuota

    def write(self, entries: Sequence[AnyEntry]) -> None:
        """Apply and append entries; their frames are sent once they are durable."""
        ...

    def presence(self) -> Presence:
        """Who is connected."""
        ...

    def presence_changed(self) -> None:
        """Note a change of presence, and send it to all sessions (debounced)."""
        ...

    def time_left(self) -> Mapping[Seat, float]:
        """Seconds left to each person who was asked; empty without a clock."""
        ...

    def write_unasked(self, what: Callable[[], list[AnyEntry]]) -> None:
        """Write entries that no client asked for."""
        ...

    @property
    def retired(self) -> bool:
        """Whether the table must no longer act on its own."""
        ...
