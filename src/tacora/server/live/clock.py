"""The timer of a table: acts for players who are absent or out of time, and replaces an absent host."""

from __future__ import annotations

import asyncio
import math
import time

from tacora.game import Seat
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room
from tacora.server.live.bots import RNG
from tacora.server.live.interface import TableInterface

_LATE = 0.5
"""Seconds by which a timer may be late before its event loop is given more time to read."""
_READING = 0.01
"""Seconds in which an event loop reads what came before a deadline: it sees to its timers first."""


class TableClock:
    """The timer of one table, set to the next deadline.

    It keeps no reference to its table: a cycle would outlive the table, because full garbage collections are rare.
    """

    __slots__ = "_due", "_excused", "_timer"

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._due: float | None = None
        """The next deadline."""
        self._excused = -math.inf
        """The deadline that was already postponed."""

    def set(self, table: TableInterface) -> None:
        """Set the timer again after a change."""
        moments = [end for end, _ in _deadlines(table).values()]
        if (passes := _host_passes(table)) is not None:
            moments.append(passes)
        due = min(moments, default=None)
        if self._timer is not None:
            if due == self._due:
                return  # It may be late already, and what came before it is being read.
            self._timer.cancel()
            self._timer = None
        self._due = due
        if due is not None:
            self._call(table, due)

    def _call(self, table: TableInterface, due: float) -> None:
        delay = max(due - time.monotonic(), 0)
        self._timer = asyncio.get_running_loop().call_later(delay, self._on_time, table, due)

    def _on_time(self, table: TableInterface, due: float) -> None:
        self._timer = None
        if table.retired:
            return
        now = time.monotonic()
        if self._excused != due:
            # The process may have been suspended, or busy: what came meanwhile is read first, and counts. Once each.
            self._excused = due
            reading = _LATE / 2 if now - due > _LATE else _READING
            self._timer = asyncio.get_running_loop().call_later(reading, self._on_time, table, due)
            return
        passes = _host_passes(table)
        if passes is not None and passes <= now:
            heir = min(table.audience.seated)
            table.write_unasked(lambda: [log.HostPassed(seat=heir)])
        late = {seat: out_of_time for seat, (end, out_of_time) in _deadlines(table).items() if end <= now}
        if late:
            table.attendance.late |= {seat for seat, out_of_time in late.items() if out_of_time}
            table.write_unasked(lambda: _for_absent(table.room, list(late)))
            table.presence_changed()
        self.set(table)


def _deadlines(table: TableInterface) -> dict[Seat, tuple[float, bool]]:
    """The deadlines; no time runs at a table without sessions, unless others wait for it on a club evening."""
    return table.attendance.deadlines(table.room) if table.audience.sessions or table.room.club else {}


def _host_passes(table: TableInterface) -> float | None:
    audience = table.audience
    return table.attendance.host_passes(not audience.hosted and bool(audience.seated))


def _for_absent(room: Room, late: list[Seat]) -> list[AnyEntry]:
    """The entries for players who are absent or out of time, by the table's time control."""
    assert room.play is not None
    if room.time_control.absence == "bot":
        return [log.SatIn(seat=seat, bot=room.rules.kind.stand_in) for seat in late]
    actions = {}
    for seat in late:
        action = room.play.kind.when_absent(room.play.legal(seat))
        actions[seat] = action if action is not None else RNG.choice(room.play.legal(seat))
    return room.decide(actions, room.decision)
