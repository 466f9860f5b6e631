"""A room together with its log, to write entries and to read them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import msgspec
import pytest

from tacora.game import Refused
from tacora.server.domain import log, snapshot
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.room import Room, open_room
from tacora.server.domain.rules import Rules

TINY = Rules(edition="tiny", seats=3)
MISTER = Rules(game="mister-diamond", seats=2)
SECRET = "00" * 32
NAMES = {
    "tortoise": "Tortoise",
    "magpie": "Magpie",
    "badger": "Badger",
    "elephant": "Elephant",
    "squirrel": "Squirrel",
    "goldfish": "Goldfish",
}


class LoggedRoom:
    """A room and its log: entries are written first and taken in afterwards."""

    def __init__(self, rules: Rules = TINY, deal: str | None = None, secret: str | None = None) -> None:
        opened, self.host = open_room("bakitolu", rules, TimeControl(), listed=False, deal=deal)
        if secret is not None:
            opened = msgspec.structs.replace(opened, secret=secret)
        self.lines: list[bytes] = []
        self.snapshots: list[tuple[int, bytes]] = []
        self.room = Room("bakitolu")
        self.write(opened)

    def write(self, *entries: AnyEntry) -> None:
        for entry in entries:
            if isinstance(entry, log.Dealt):
                self.snapshots.append((self.room.seq, snapshot.encoded(self.room)))
            self.lines.append(log.written(entry))
            self.room.enter(entry)

    def again(self) -> Room:
        """The room folded from what was written."""
        room = Room("bakitolu")
        for line in self.lines:
            room.enter(log.read(line))
        return room

    def from_snapshots(self) -> Iterator[Room]:
        """The room folded from each of its snapshots."""
        for seq, state in self.snapshots:
            room = snapshot.decoded("bakitolu", seq, state)
            assert room is not None
            for line in self.lines[seq:]:
                room.enter(log.read(line))
            yield room

    def sit(self, name: str, luck: str = "") -> str:
        entry, token = self.room.sit(name, None, luck, None)
        self.write(entry)
        return token

    def decide(self, *seats: int, action: str | None = None) -> None:
        """These seats decide as told, or do the first thing they may."""
        assert self.room.play is not None
        for seat in seats:
            what = action or self.room.play.legal(seat)[0]
            self.write(*self.room.decide({seat: what}, self.room.decision))

    def play_out(self, action: str | None = None) -> None:
        while self.room.running:
            self.decide(*self.room.undecided(), action=action)


def seated(rules: Rules = TINY) -> LoggedRoom:
    """A table whose first deal is always the same: in the tiny box, no hazard in the first three cards."""
    table = LoggedRoom(rules, secret=SECRET)
    for name in ("Ann", "Ben", "Cleo")[: rules.seats]:
        table.sit(name, luck=f"luck of {name}")
    return table


def playing(rules: Rules = TINY) -> LoggedRoom:
    table = seated(rules)
    table.write(*table.room.start(fill=False, names=NAMES))
    return table


def picture(room: Room) -> dict[str, Any]:
    """Everything that can be said of a room, to compare two."""
    seen = {one.name: getattr(room, one.name) for one in fields(room)}
    seen["chairs"] = [None if chair is None else {**vars(chair)} for chair in room.chairs]
    for name in ("sealed", "extra_time"):
        seen[name] = dict(seen[name])
    seen["totals"] = list(seen["totals"])
    if room.play is not None:
        play = room.play
        seen["play"] = (play.names, play.seed, play.state, play.latest, tuple(play.history), play.pending, play.outcome)
    return seen


def refusal_of(wish: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        wish()
    return caught.value.code
