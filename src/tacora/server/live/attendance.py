"""Presence and time: who is absent, whose clock runs, and when a table goes on without a player."""

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
    """The delays and timeouts of a table, in seconds."""

    offline: float = 30.0
    """Grace period after a lost connection, at a table that does not wait."""
    away: float = 5.0
    """The same for a player who is connected but marked as away."""
    host: float = 60.0
    """Until the role of an absent host passes on to another player."""
    moment: tuple[float, float] = (0.6, 2.0)
    """Range of a bot's thinking time."""
    rematch: float = 2.0
    """Least time between two deals where bots play: games of instant bots would fill the log."""
    count: float = 0.1
    """Debounce of the count of pending decisions and of presence: a burst of changes is sent as one."""
    idle: float = 600.0
    """Until a table without sessions is dropped from memory; its log remains."""
    catch_up: float = 30.0
    """For a watcher to be told what it missed."""
    store: float = 5.0
    """For appends in flight to become durable, before a joining session is turned away."""


class Attendance:
    """Tracks since when each player has been absent, and since when each has been asked to decide.

    Offline, away and out of time are three different states. All times are on the monotonic clock.
    """

    def __init__(self, timeouts: Timeouts, room: Room) -> None:
        self._timeouts = timeouts
        self._absent: dict[Seat, tuple[Absent, float]] = {}
        self._asked_at: dict[Seat, float] = {}
        self._host_left: float | None = None
        self.late: set[Seat] = set()
        """Seats for which the table acted because they ran out of time, and that have done nothing since."""
        self.ask_all(room)

    def note(self, room: Room, presence: Presence) -> None:
        """Update who is absent, and since when."""
        for seat in room.chairs.people():
            if seat in presence.online and seat not in presence.away:
                self._absent.pop(seat, None)
                continue
            why: Absent = "away" if seat in presence.online else "offline"
            if seat not in self._absent or self._absent[seat][0] != why:
                self._absent[seat] = why, time.monotonic()

    def begin(self, room: Room) -> None:
        """Restart all clocks when the first session joins: no time runs at a table without sessions."""
        self._absent.clear()
        self.ask_all(room)

    def ask_all(self, room: Room) -> None:
        """Restart the clock of every seat."""
        self._asked_at = dict.fromkeys(range(len(room.chairs)), time.monotonic())

    def ask(self, seat: Seat) -> None:
        """Restart the clock of this seat."""
        self._asked_at[seat] = time.monotonic()

    def time_left(self, room: Room) -> dict[Seat, float]:
        """Seconds left to each person who was asked, decided or not; empty without a clock."""
        if room.time_control.clock is None or not room.running or room.play is None:
            return {}
        now = time.monotonic()
        asked = [seat for seat in room.play.pending if not room.chairs.at(seat).played_by_bot]
        return {seat: max(self._time_out(room, seat) - now, 0) for seat in asked}

    def deadlines(self, room: Room) -> dict[Seat, tuple[float, bool]]:
        """When the table acts for each undecided person, and whether for lack of time; empty if it waits."""
        ends: dict[Seat, tuple[float, bool]] = {}
        if not room.running or room.time_control.absence == "wait":
            return ends
        grace = {"offline": self._timeouts.offline, "away": self._timeouts.away}
        for seat in room.undecided():
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
        """When the host role passes on. `gone`: the host is absent while other players are connected."""
        if not gone:
            self._host_left = None
        elif self._host_left is None:
            self._host_left = time.monotonic()
        return None if self._host_left is None else self._host_left + self._timeouts.host

    def _time_out(self, room: Room, seat: Seat) -> float:
        assert room.time_control.clock is not None
        turns = 1 + room.extra_time.get(seat, 0)
        return self._asked_at[seat] + room.time_control.clock * room.chairs.at(seat).multiplier * turns
