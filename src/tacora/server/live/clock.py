"""What happens at a table when somebody's time is over, or the host is gone."""

from __future__ import annotations

import asyncio
import time

from tacora.game import Seat
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room
from tacora.server.live.bots import RNG
from tacora.server.live.interface import TableInterface


class TableClock:
    """The timer of one table: set to the next moment at which something has to be done.

    It does not keep its table: a cycle would outlive the table, because the collector hardly ever runs.
    """

    __slots__ = ("_timer",)

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, table: TableInterface) -> None:
        """Set the timer anew, because something has changed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moments = [end for end, _ in _deadlines(table).values()]
        if (passes := _host_passes(table)) is not None:
            moments.append(passes)
        if moments:
            delay = max(min(moments) - time.monotonic(), 0)
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_time, table)

    def _on_time(self, table: TableInterface) -> None:
        self._timer = None
        if table.retired:
            return
        now = time.monotonic()
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
    """Nobody's time runs while nobody is there."""
    return table.attendance.deadlines(table.room) if table.audience.sessions else {}


def _host_passes(table: TableInterface) -> float | None:
    audience = table.audience
    return table.attendance.host_passes(not audience.hosted and bool(audience.seated))


def _for_absent(room: Room, late: list[Seat]) -> list[AnyEntry]:
    """What the table's time control has happen for those who are out of time or not there."""
    assert room.play is not None
    if room.time_control.absence == "bot":
        return [log.SatIn(seat=seat, bot=room.rules.kind.stand_in) for seat in late]
    actions = {}
    for seat in late:
        action = room.play.kind.when_absent(room.play.legal(seat))
        actions[seat] = action if action is not None else RNG.choice(room.play.legal(seat))
    return room.decide(actions, room.decision)
