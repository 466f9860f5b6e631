"""Who is there, whose time runs, and when a table goes on without somebody."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tacora.game import Seat
from tacora.server.domain.room import Room
from tacora.server.frames.builder import Presence

Absent: TypeAlias = Literal["offline", "away"]


@dataclass(frozen=True)
class Timeouts:
    """How long things take and how long a table waits, in seconds."""

    offline: float = 30.0
    """For somebody who lost the connection, before a table that does not wait goes on."""
    away: float = 5.0
    """Likewise for somebody who is connected and said to be away."""
    host: float = 60.0
    """For a host who is gone while others are there."""
    moment: tuple[float, float] = (0.6, 2.0)
    """Within which a bot thinks."""
    rematch: float = 2.0
    """From one deal to the next where bots play: they may take no time for a game, and all of it is written down."""
    count: float = 0.1
    """Until all hear how many still think and who is there, so that many changes at once are told as one."""
    idle: float = 600.0
    """For a table without sessions to be kept in memory; the log keeps it anyway."""
    store: float = 5.0
    """For the store to take what happened before somebody who comes just then is turned away."""


class Attendance:
    """What a table keeps in mind of those who sit there: since when they are absent, and since when they are asked.

    To be offline, to be away and to be out of time are three things. Moments are on the monotonic clock.
    """

    def __init__(self, timeouts: Timeouts, room: Room) -> None:
        self._timeouts = timeouts
        self._absent: dict[Seat, tuple[Absent, float]] = {}
        self._asked_at: dict[Seat, float] = {}
        self._host_left: float | None = None
        self.late: set[Seat] = set()
        """Those for whom the table acted because they were out of time, and of whom nothing was heard since."""
        self.ask_all(room)

    def note(self, room: Room, presence: Presence) -> None:
        """Take in who is there now."""
        for seat in room.chairs.people():
            if seat in presence.online and seat not in presence.away:
                self._absent.pop(seat, None)
                continue
            why: Absent = "away" if seat in presence.online else "offline"
            if seat not in self._absent or self._absent[seat][0] != why:
                self._absent[seat] = why, time.monotonic()

    def begin(self, room: Room) -> None:
        """Somebody comes to a table where nobody was, and where therefore no time ran."""
        self._absent.clear()
        self.ask_all(room)

    def ask_all(self, room: Room) -> None:
        """Everybody's time begins now."""
        self._asked_at = dict.fromkeys(range(len(room.chairs)), time.monotonic())

    def ask(self, seat: Seat) -> None:
        """The time of this seat begins now."""
        self._asked_at[seat] = time.monotonic()

    def time_left(self, room: Room) -> dict[Seat, float]:
        """How many seconds everybody has who was asked, decided or not, if there is a clock."""
        if room.time_control.clock is None or not room.running or room.play is None:
            return {}
        now = time.monotonic()
        asked = [seat for seat in room.play.pending if not room.chairs.at(seat).played_by_bot]
        return {seat: max(self._time_out(room, seat) - now, 0) for seat in asked}

    def deadlines(self, room: Room) -> dict[Seat, tuple[float, bool]]:
        """When a table that does not wait goes on without those who still think, and whether for lack of time."""
        ends: dict[Seat, tuple[float, bool]] = {}
        if not room.running or room.time_control.absence == "wait":
            return ends
        grace = {"offline": self._timeouts.offline, "away": self._timeouts.away}
        for seat in room.thinking():
            if room.chairs.at(seat).played_by_bot:
                continue
            mine = [(self._time_out(room, seat), True)] if room.time_control.clock is not None else []
            if seat in self._absent:
                why, since = self._absent[seat]
                mine.append((max(since + grace[why], self._asked_at[seat]), False))
            if mine:
                ends[seat] = min(mine)
        return ends

    def host_passes(self, gone: bool) -> float | None:
        """When the role of the host passes on, if the host is gone while others are there."""
        if not gone:
            self._host_left = None
        elif self._host_left is None:
            self._host_left = time.monotonic()
        return None if self._host_left is None else self._host_left + self._timeouts.host

    def _time_out(self, room: Room, seat: Seat) -> float:
        assert room.time_control.clock is not None
        turns = 1 + room.extra_time.get(seat, 0)
        return self._asked_at[seat] + room.time_control.clock * room.chairs.at(seat).multiplier * turns
