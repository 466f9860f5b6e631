"""What the parts of a live table may ask of the whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from tacora.game import Seat
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room
from tacora.server.frames.builder import Presence
from tacora.server.live.attendance import Attendance
from tacora.server.live.audience import Audience
from tacora.server.live.outbox import Outbox


class TableInterface(Protocol):
    """A table in memory."""

    room: Room
    attendance: Attendance
    audience: Audience
    outbox: Outbox
    dealt_at: float

    def write(self, entries: Sequence[AnyEntry]) -> None:
        """Have entries written, and told."""
        ...

    def presence(self) -> Presence:
        """Who is there."""
        ...

    def presence_changed(self) -> None:
        """Tell everybody in a moment who is there."""
        ...

    def time_left(self) -> Mapping[Seat, float]:
        """How many seconds everybody has."""
        ...

    def write_unasked(self, what: Callable[[], list[AnyEntry]]) -> None:
        """Write what happens without anybody's wish."""
        ...

    @property
    def retired(self) -> bool:
        """Whether nothing is to happen here of itself."""
        ...
