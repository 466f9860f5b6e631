"""Replays what a client missed while it was not connected."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from tacora.game import Refused
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room
from tacora.server.frames.builder import FrameBuilder
from tacora.server.frames.recipient import Recipient
from tacora.server.live.audience import seats_of
from tacora.server.live.session import Session
from tacora.server.storage.folding import entries, room_before
from tacora.server.storage.store import Store

_TOGETHER = 20
"""Entries replayed before yielding to the event loop and to back-pressure."""
_LOOK_AGAIN = 0.1
"""Seconds between two looks for a place."""
_NEWS = {log.Dealt, log.Stepped, log.Spoke}
"""Entries that are replayed; the effect of all others is in the current `table` frame."""


def is_news(entry: AnyEntry) -> bool:
    """Whether this entry is replayed to clients that missed it."""
    return type(entry) in _NEWS


class CatchUp:
    """Tells the sessions of one table what they missed. Watchers take turns; owners of seats wait for nobody."""

    __slots__ = "_most", "_store", "_timeout", "places"

    def __init__(self, store: Store, most: int, timeout: float) -> None:
        self._store = store
        self._most = most
        self._timeout = timeout
        self.places = asyncio.Semaphore(most)

    async def tell(
        self, session: Session, since: int, room: Callable[[], Room], all_kept: Callable[[], Awaitable[None]]
    ) -> None:
        """Tell a session what happened after so many news. Refuses a watcher who takes too long."""
        telling = partial(catch_up, session, since, self._store, room, all_kept)
        if session.recipient.seats or session.hosting:
            await telling()
            return
        try:
            async with asyncio.timeout(self._timeout):
                while self.places.locked():
                    if session.gone:  # Nothing else looks at it meanwhile.
                        return
                    await asyncio.sleep(_LOOK_AGAIN)
                async with self.places:
                    await telling()
        except TimeoutError:
            raise Refused("crowded", most=self._most) from None


async def catch_up(
    session: Session, since: int, store: Store, room: Callable[[], Room], all_kept: Callable[[], Awaitable[None]]
) -> None:
    """Send all news after number `since` as they were first sent, with back-pressure from the client.

    Transient state is not replayed. The game goes on meanwhile: `room` returns the current state, and `all_kept` waits
    until all of it is in the store.
    """
    name = room().name
    if since >= room().news:
        return
    replay = await room_before(store, name, news=since)
    recipient = Recipient(session.language, seats_of(replay, session), session.wording)
    while replay.news < room().news:
        read = replay.seq
        async for entry in entries(store, name, read):
            replay.enter(entry)
            if isinstance(entry, log.Sat | log.Stood):
                recipient = Recipient(session.language, seats_of(replay, session), session.wording)
            if replay.news > since and is_news(entry):
                stale = replay.decision != room().decision
                session.tell(*FrameBuilder(replay, entry, stale).texts(recipient))
            if replay.seq % _TOGETHER == 0:
                await session.drained()
                await asyncio.sleep(0)
                if session.gone:
                    return
        await session.drained()
        if replay.seq == read:
            raise Refused("no-such-table", table=name)
        await all_kept()
