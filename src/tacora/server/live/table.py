"""A table in memory: whoever is connected to it, what happens there, and when it goes on by itself."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import msgspec

from tacora import protocol
from tacora.game import Refused, Seat
from tacora.protocol import AnyWish
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room
from tacora.server.frames.builder import FrameBuilder, LobbyEntry, Presence, lobby_entry
from tacora.server.live.attendance import Attendance, Timeouts
from tacora.server.live.audience import Audience
from tacora.server.live.bots import Bots, bots_to_move
from tacora.server.live.catch_up import catch_up, is_news
from tacora.server.live.clock import TableClock
from tacora.server.live.outbox import Outbox
from tacora.server.live.recovery import recovered
from tacora.server.live.session import Session
from tacora.server.live.wishes import back, carry_out, trouble
from tacora.server.storage.folding import snapshot_of
from tacora.server.storage.store import AppendConflict, Store

LOGGER = logging.getLogger("tacora.server")

_MOVES = {log.Sealed, log.Withdrawn, log.Stepped, log.Spoke, log.TimeGiven}
"""Entries that leave the table itself as it was."""
_QUIET = {log.Sealed, log.Withdrawn, log.Spoke, log.Sat, log.Stood, log.HostPassed}
"""Entries that leave the clock as it was."""


class Keeper(Protocol):
    """Whoever keeps the tables in memory."""

    steps: int
    games: int
    refusals: int

    async def read(self, name: str) -> Room:
        """A table as its log tells it."""
        ...

    def keeps(self, table: LiveTable) -> bool:
        """Whether this is still the one with its name."""
        ...

    def forget(self, table: LiveTable) -> None:
        """Let go of a table that cannot go on."""
        ...


class LiveTable:
    """A table in memory with its sessions.

    A wish is carried out at once, in memory, and what everybody is to hear is made ready; it is told when the store
    has it. So nobody hears of anything that could be lost, and the next wish need not wait for the disk. If the store
    fails, the table is read again from what was kept.
    """

    def __init__(self, room: Room, store: Store, keeper: Keeper, timeouts: Timeouts) -> None:
        self.room = room
        self.lobby = lobby_entry(room)
        """The table as it is kept, for whoever is not at it."""
        self.outbox = Outbox()
        self.audience = Audience(self.outbox)
        self.attendance = Attendance(timeouts, room)
        self.dealt_at = -math.inf
        self.idle_since = time.monotonic()
        self.clock = TableClock()
        self._bots = Bots(timeouts.moment)
        self._store = store
        self._keeper = keeper
        self._timeouts = timeouts
        self._reading: asyncio.Task[None] | None = None
        self._count_due: asyncio.TimerHandle | None = None
        self._presence_due: asyncio.TimerHandle | None = None

    # Coming and going

    @property
    def sessions(self) -> list[Session]:
        """Who is connected."""
        return self.audience.sessions

    async def join(self, session: Session, hello: protocol.Hello) -> None:
        """Somebody connects, perhaps again: tell what they missed, or the table as it is."""
        session.wording, session.screen, session.receipts = hello.wording, hello.screen, hello.receipts
        session.tokens = list(hello.tokens)
        await self._all_kept()
        self.audience.recognise(self.room, session)
        self.audience.check_crowd(session)
        self.audience.show_table(self.room, session, self.presence(session))
        if hello.since is not None and hello.since <= self.room.news:  # Otherwise the store is an older one.
            await catch_up(session, hello.since, self._store, lambda: self.room, self._all_kept)
        else:
            self.audience.tell_game(self.room, session)
        if session.closed:
            return
        if self.retired:  # Perhaps while somebody was told much.
            raise Refused("not-kept")
        self.audience.recognise(self.room, session)
        self.audience.check_crowd(session)  # Perhaps others came meanwhile.
        self._arrive(session)
        self.audience.show_table(self.room, session, self.presence())
        self.audience.tell_situation(self.room, session, self.time_left())
        session.tell(protocol.encoded(protocol.Now(seq=self.room.news, pages=session.pages)))
        self.write([entry for seat in session.recipient.seats for entry in back(self.room, seat)])

    async def _all_kept(self) -> None:
        """Wait until everything that happened is kept; nobody who comes now may hear of it before."""
        end = time.monotonic() + self._timeouts.store
        while (waiting := self.outbox.in_flight or self._reading) is not None:
            await asyncio.wait([waiting], timeout=max(end - time.monotonic(), 0))
            if time.monotonic() >= end:
                raise Refused("not-kept")
        if self.retired:
            raise Refused("not-kept")

    def _arrive(self, session: Session) -> None:
        if not self.sessions:  # Nobody's time runs while nobody is there.
            self.attendance.begin(self.room)
        self.sessions.append(session)
        session.on_drop = partial(self.leave, session)
        self.presence_changed()

    def leave(self, session: Session) -> None:
        """A session is gone."""
        if session in self.sessions:
            self.sessions.remove(session)
            self.presence_changed()
        if not self.sessions:
            self.idle_since = time.monotonic()

    def presence(self, *others: Session) -> Presence:
        """Who is there now, these others included."""
        return self.audience.presence(frozenset(self.attendance.late), *others)

    def presence_changed(self) -> None:
        """Note who is there, and tell everybody in a moment."""
        self.attendance.note(self.room, self.presence())
        if self._presence_due is None:
            loop = asyncio.get_running_loop()
            self._presence_due = loop.call_later(self._timeouts.count, self._tell_presence)
        self.clock.set(self)

    def _tell_presence(self) -> None:
        self._presence_due = None
        if self.retired:  # What is in memory is perhaps not kept; everybody is told again when it is read.
            return
        presence = self.presence()
        for session in self.sessions:
            self.audience.show_table(self.room, session, presence)

    # From a wish to the store

    def wish(self, session: Session, wish: AnyWish) -> None:
        """Carry out a wish, or say why not."""
        try:
            if isinstance(wish, protocol.Ping):
                session.tell(protocol.encoded(protocol.Pong(id=wish.id)))
            elif isinstance(wish, protocol.Hello):
                raise Refused("hello-twice")
            elif self._reading is not None and not isinstance(wish, protocol.Ask):
                raise Refused("not-kept")
            else:
                carry_out(self, session, wish, self._timeouts.rematch)
                if session.receipts and wish.id is not None and not isinstance(wish, protocol.Sit | protocol.Ask):
                    self.outbox.post(session, protocol.encoded(protocol.Done(id=wish.id)))
        except Refused as refused:
            self._keeper.refusals += 1
            session.tell(trouble(session.language, refused, wish.id))

    def write(self, entries: Sequence[AnyEntry]) -> None:
        """Take entries in, have them written down, and tell everybody when they are; instant bots answer at once."""
        try:
            while entries:
                self._take_in(entries)
                entries = self._bots.decide_at_once(self.room)
        except Exception:
            self._break()
            raise Refused("broken") from None
        self._bots.wake(self.room, self._bot_decides)
        self.clock.set(self)

    def _take_in(self, entries: Sequence[AnyEntry]) -> None:
        now = time.time()
        dated = [msgspec.structs.replace(entry, at=now) for entry in entries]
        seq, running = self.room.seq, self.room.running
        kinds = {type(entry) for entry in dated}
        opened = log.Stepped in kinds
        outbox, audience = self.outbox, self.audience
        snapshots = []
        outbox.begin()
        for entry in dated:
            if isinstance(entry, log.Dealt):
                snapshots.append(snapshot_of(self.room))
            self.room.enter(entry)
            self._note(entry)
            if is_news(entry):
                outbox.add(audience.news_frames(FrameBuilder(self.room, entry)))
            elif isinstance(entry, log.Sealed | log.Withdrawn) and not opened:  # Otherwise all is opened at once.
                outbox.add(audience.sealed_frames(self.room, entry.seat))
                self._count_soon()
        lobby = None
        if running and not self.room.running:
            outbox.add(audience.table_frames(self.room, self.presence()))
            lobby = lobby_entry(self.room)
        elif not kinds <= _MOVES:
            outbox.add_before(audience.table_frames(self.room, self.presence()))
            lobby = lobby_entry(self.room)
        if not kinds <= _QUIET:
            outbox.add(audience.clock_frames(self.room, self.time_left()))
        kept = self._store.append(self.room.name, seq, [log.written(entry) for entry in dated], now, snapshots)
        outbox.send_when(kept, partial(self._on_kept, lobby))

    def _note(self, entry: AnyEntry) -> None:
        """What an entry means for time, for bots and for who is who."""
        match entry:
            case log.Sealed():
                pass
            case log.Dealt() | log.Stepped():
                self._keeper.steps += 1
                self._keeper.games += not self.room.running
                self._forget_count()
                self.attendance.ask_all(self.room)
                if isinstance(entry, log.Dealt):
                    self.dealt_at = time.monotonic()
                    self._bots.new_game()
            case log.Settled():
                self.attendance.ask_all(self.room)
            case log.SatIn() | log.CameBack():
                self._bots.forget(entry.seat)
                self.attendance.ask(entry.seat)
            case log.Sat() | log.Stood() | log.HostPassed():
                self._bots.forget(entry.seat)
                self.attendance.late.discard(entry.seat)
                self.audience.recognise_all(self.room)
                self.attendance.note(self.room, self.presence())

    def _on_kept(self, lobby: LobbyEntry | None, error: BaseException | None) -> None:
        if error is None:
            self.lobby = lobby or self.lobby
        elif not self.retired:
            LOGGER.error("table %s could not be written: %s", self.room.name, error)
            why = Refused("overtaken" if isinstance(error, AppendConflict) else "not-kept")
            self._reading = asyncio.get_running_loop().create_task(self._read_again(why))

    def _count_soon(self) -> None:
        """All hear in a moment how many still think."""
        if self._count_due is None:
            self._count_due = asyncio.get_running_loop().call_later(self._timeouts.count, self._tell_count)

    def _forget_count(self) -> None:
        if self._count_due is not None:
            self._count_due.cancel()
            self._count_due = None

    def _tell_count(self) -> None:
        self._count_due = None
        if not self.retired:
            self.audience.tell_count(self.room)

    # When something is wrong

    @property
    def retired(self) -> bool:
        """Whether nothing is to happen here of itself: the table is read again, or by somebody else."""
        return self._reading is not None or not self._keeper.keeps(self)

    def _break(self) -> None:
        """Something is wrong here: nothing may go on from a table that is perhaps not as its log has it."""
        LOGGER.exception("table %s: something went wrong", self.room.name)
        asyncio.get_running_loop().call_soon(self._keeper.forget, self)

    async def _read_again(self, why: Refused) -> None:
        """Go back to what the store has, and tell everybody."""
        read = self._keeper.read
        room = await recovered(self.room.name, self._store, self.outbox, read, at_once=why.code == "overtaken")
        if room is None:
            self._keeper.forget(self)
            self._reading = None
            return
        self.room, self._reading = room, None
        self.lobby = lobby_entry(self.room)
        self._bots.reset()
        self.attendance = Attendance(self._timeouts, self.room)
        for session in self.sessions:
            self.audience.recognise(self.room, session)
            session.shown = 0
            self.audience.show_table(self.room, session, self.presence())
            session.tell(trouble(session.language, why, None))
            self.audience.tell_game(self.room, session)
            self.audience.tell_situation(self.room, session, self.time_left())
        self.attendance.note(self.room, self.presence())
        self.wake()

    # What happens without anybody's wish

    def wake(self) -> None:
        """Have bots go on that owe a decision, after the table was read from its log."""
        self.write_unasked(lambda: self._bots.decide_at_once(self.room))

    @property
    def busy(self) -> bool:
        """Whether something goes on here even if nobody is there."""
        return self.outbox.in_flight is not None or self._reading is not None or bool(bots_to_move(self.room))

    def _bot_decides(self, seat: Seat, decision: int) -> None:
        if not self.retired and self.room.decision == decision and seat in bots_to_move(self.room):
            self.write_unasked(lambda: self._bots.decide(self.room, [seat]))

    def write_unasked(self, what: Callable[[], list[AnyEntry]]) -> None:
        """Write what happens without anybody's wish; if it cannot, nobody is to blame."""
        try:
            self.write(what())
        except Refused as refused:
            LOGGER.warning("table %s: left undone: %s", self.room.name, refused)
        except Exception:
            self._break()

    def time_left(self) -> dict[Seat, float]:
        """How many seconds everybody has who was asked, if there is a clock."""
        return self.attendance.time_left(self.room)
