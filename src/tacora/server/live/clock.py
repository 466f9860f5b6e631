"""What happens at a table when somebody's time is over, or the host is gone."""

from __future__ import annotations

import asyncio
import time

from tacora.game import Seat
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry
from tacora.server.live.bots import RNG
from tacora.server.live.interface import Table


class TableClock:
    """The timer of one table: set to the next moment at which something has to be done."""

    __slots__ = "_table", "_timer"

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Set the timer anew, because something has changed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moments = [end for end, _ in self._deadlines().values()]
        if (passes := self._host_passes()) is not None:
            moments.append(passes)
        if moments:
            delay = max(min(moments) - time.monotonic(), 0)
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_time)

    def _deadlines(self) -> dict[Seat, tuple[float, bool]]:
        """Nobody's time runs while nobody is there."""
        table = self._table
        return table.attendance.deadlines(table.room) if table.audience.sessions else {}

    def _host_passes(self) -> float | None:
        audience = self._table.audience
        return self._table.attendance.host_passes(not audience.hosted and bool(audience.seated))

    def _on_time(self) -> None:
        self._timer = None
        table = self._table
        if table.retired:
            return
        now = time.monotonic()
        passes = self._host_passes()
        if passes is not None and passes <= now:
            heir = min(table.audience.seated)
            table.of_itself(lambda: [log.HostPassed(seat=heir)])
        late = {seat: out_of_time for seat, (end, out_of_time) in self._deadlines().items() if end <= now}
        if late:
            table.attendance.late |= {seat for seat, out_of_time in late.items() if out_of_time}
            table.of_itself(lambda: self._for_absent(list(late)))
            table.presence_changed()
        self.set()

    def _for_absent(self, late: list[Seat]) -> list[AnyEntry]:
        """What the table's time control has happen for those who are out of time or not there."""
        room = self._table.room
        assert room.play is not None
        if room.time_control.absence == "bot":
            return [log.SatIn(seat=seat, bot=room.stand_in()) for seat in late]
        actions = {}
        for seat in late:
            action = room.play.kind.when_absent(room.play.legal(seat))
            actions[seat] = action if action is not None else RNG.choice(room.play.legal(seat))
        return room.decide(actions, room.decision)
