"""Tables as their logs tell them, folded from the latest snapshot that serves."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator

from tacora.game import Refused
from tacora.server.domain import log, snapshot
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room
from tacora.server.storage.store import Snapshot, Store, StoreFailed

SLICE = 500
"""Entries that are read at a time: folding them takes a few milliseconds, and others are served in between."""
_ANY = sys.maxsize


def snapshot_of(room: Room) -> Snapshot:
    """What is kept of a room that is about to deal."""
    return Snapshot(game=room.games + 1, seq=room.seq, news=room.news, state=snapshot.encoded(room))


async def read_room(store: Store, name: str, *, add_snapshots: bool = True) -> Room:
    """A table as its log tells it. Snapshots that are missing, in a store of an older version, are added."""
    room = await room_before(store, name)
    missing: list[Snapshot] = []
    begun = room.seq
    async for entry in entries(store, name, room.seq):
        if isinstance(entry, log.Dealt) and room.seq != begun:
            missing.append(snapshot_of(room))
        room.enter(entry)
    if not room.seq:
        raise Refused("no-such-table", table=name)
    if room.seq == begun:
        raise StoreFailed(f"entry {begun} of table {name} is missing")
    if missing and add_snapshots:
        added = store.append(name, room.seq, [], time.time(), missing)
        added.add_done_callback(asyncio.Future.exception)  # If it fails, the next reader folds as much again.
    return room


async def room_before(store: Store, name: str, *, game: int = _ANY, news: int = _ANY) -> Room:
    """The table just before a deal: the latest not after that of this game, nor after so many news; or an empty one."""
    found = await store.snapshot(name, game, news)
    room = snapshot.decoded(name, found.seq, found.state) if found else None
    return room or Room(name)


async def entries(store: Store, name: str, since: int) -> AsyncIterator[AnyEntry]:
    """The entries from a number on, read slice by slice."""
    lines = await store.read(name, since, SLICE)
    while lines:
        for line in lines:
            yield log.read(line)
        since += len(lines)
        lines = await store.read(name, since, SLICE) if len(lines) == SLICE else []
