"""A table in memory: its sessions, the way from a wish to the store, and what it does on its own."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from msgspec.structs import replace

from tacora import protocol
from tacora.game import Refused, Seat
from tacora.protocol import AnyWish
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room
from tacora.server.domain.tokens import digest
from tacora.server.frames.builder import FrameBuilder, LobbyEntry, Presence, lobby_entry
from tacora.server.live.attendance import Attendance, Timeouts
from tacora.server.live.audience import Audience
from tacora.server.live.bots import Bots, bots_to_move
from tacora.server.live.catch_up import CatchUp, is_news
from tacora.server.live.clock import TableClock
from tacora.server.live.coach import Coach
from tacora.server.live.debounce import Debounce
from tacora.server.live.limits import LIMIT_CODES, Limits, Quotas, TableQuota
from tacora.server.live.outbox import Outbox
from tacora.server.live.recovery import TakenOver, recovered
from tacora.server.live.session import Session
from tacora.server.live.turns import Turns
from tacora.server.live.wishes import back, carry_out, check_quota, trouble
from tacora.server.storage.folding import snapshot_of
from tacora.server.storage.store import AppendConflict, Snapshot, Store
from tacora.server.transport.refusals import Refusals

LOGGER = logging.getLogger("tacora.server")

_SEALS = (log.Sealed, log.Withdrawn)
"""Entries that change what a seat has decided."""
_AT_ONCE = LIMIT_CODES | {"broken", "not-kept"}
"""Refusals that tell nothing of the game. All others wait for what is written, and go with it if it is lost."""
_MOVES = {log.Sealed, log.Withdrawn, log.Stepped, log.Spoke, log.TimeGiven}
"""Entries that do not change the `table` frame."""
_QUIET = {log.Sealed, log.Withdrawn, log.Spoke, log.Sat, log.Stood, log.HostPassed}
"""Entries that do not change the clock."""


class TableRegistry(Protocol):
    """What a table needs of its registry."""

    steps: int
    games: int
    refusals: int
    lost: int
    limits: Limits
    quotas: Quotas
    refused: Refusals
    turns: Turns

    async def read(self, name: str) -> Room:
        """Fold a table from its log."""
        ...

    def keeps(self, table: LiveTable) -> bool:
        """Whether this is still the registered table of its name."""
        ...

    def forget(self, table: LiveTable) -> None:
        """Drop a table that cannot go on."""
        ...


class LiveTable:
    """A table in memory with its sessions.

    A wish is applied in memory at once, and its frames are built; they are sent when the append is durable. So no
    client hears of an entry that could be lost, and the next wish does not wait for the disk. If the append fails, the
    table is reloaded from the store.
    """

    def __init__(self, room: Room, store: Store, registry: TableRegistry, timeouts: Timeouts) -> None:
        self.room = room
        self._listing = lobby_entry(room)
        """The lobby's entry, as of the last durable append."""
        self._told = room.news
        """How many news there were then."""
        self.outbox = Outbox()
        self.audience = Audience(self.outbox, registry.limits)
        self.attendance = Attendance(timeouts, room)
        self.dealt_at = -math.inf
        self.idle_since = time.monotonic()
        self.clock = TableClock()
        self.quota = TableQuota(registry.quotas)
        self._catch_up = CatchUp(store, registry.limits.catch_ups_per_table, timeouts.catch_up)
        self._bots_due = False
        self.coach = Coach()
        self._bots = Bots(timeouts.moment)
        self._store = store
        self._registry = registry
        self._timeouts = timeouts
        self._reading: asyncio.Task[None] | None = None
        self._count = Debounce(timeouts.count)
        self._presence = Debounce(timeouts.count)

    # Joining and leaving

    @property
    def sessions(self) -> list[Session]:
        """The sessions at this table."""
        return self.audience.sessions

    @property
    def lobby(self) -> LobbyEntry:
        """The lobby's entry: the last that is durable, and who is here now."""
        return replace(self._listing, here=len(self.audience.seated))

    async def join(self, session: Session, hello: protocol.Hello) -> None:
        """Add a session: send what it missed, or the current state."""
        session.wording, session.screen, session.receipts = hello.wording, hello.screen, hello.receipts
        session.tokens = [digest(token) for token in dict.fromkeys(hello.tokens)]
        await self._all_kept()
        self.audience.recognise(self.room, session)
        self.audience.check_room_for(session)
        self.audience.show_table(self.room, session, self.presence(session))
        if hello.since is not None and hello.since <= self.room.news:  # If larger, the store is an older copy.
            await self._catch_up.tell(session, hello.since, lambda: self.room, self._all_kept)
        else:
            self.audience.tell_game(self.room, session)
        if session.gone:
            return
        if self.retired:  # Perhaps during a long catch-up.
            raise Refused("not-kept")
        self.audience.recognise(self.room, session)
        self.audience.check_room_for(session)  # Others may have joined meanwhile.
        self._arrive(session)
        self.audience.show_table(self.room, session, self.presence())
        self.audience.tell_situation(self.room, session, self.time_left())
        session.tell(protocol.encoded(protocol.Now(seq=self.room.news, pages=session.pages)))
        self.write([entry for seat in session.recipient.seats for entry in back(self.room, seat)])

    @property
    def kept(self) -> bool:
        """Whether all that the room tells is durable."""
        return self.outbox.in_flight is None and self._reading is None

    async def _all_kept(self) -> None:
        """Wait until all entries are durable: a joining session must not see them before."""
        end = time.monotonic() + self._timeouts.store
        while (waiting := self.outbox.in_flight or self._reading) is not None:
            await asyncio.wait([waiting], timeout=max(end - time.monotonic(), 0))
            if time.monotonic() >= end:
                raise Refused("not-kept")
        if self.retired:
            raise Refused("not-kept")

    def _arrive(self, session: Session) -> None:
        if not self.sessions:  # No time runs at a table without sessions.
            self.attendance.begin(self.room)
        self.sessions.append(session)
        session.on_drop = partial(self.leave, session)
        self.presence_changed()

    def leave(self, session: Session) -> None:
        """Remove a session."""
        if session in self.sessions:
            self.sessions.remove(session)
            self.presence_changed()
        if not self.sessions:
            self.idle_since = time.monotonic()

    def presence(self, *others: Session) -> Presence:
        """Who is connected, including `others` that are about to join."""
        return self.audience.presence(frozenset(self.attendance.late), *others)

    def presence_changed(self) -> None:
        """Note a change of presence, and send it to all sessions (debounced)."""
        self.attendance.note(self.room, self.presence())
        self._presence.soon(self._tell_presence)
        self.clock.set(self)

    def _tell_presence(self) -> None:
        if self.retired:  # The state may not be durable; all sessions get it again after the reload.
            return
        presence = self.presence()
        for session in self.sessions:
            self.audience.show_table(self.room, session, presence)

    # From a wish to the store

    def wish(self, session: Session, wish: AnyWish) -> None:
        """Carry out a wish, or answer why it is refused."""
        try:
            if isinstance(wish, protocol.Ping):
                session.tell(protocol.encoded(protocol.Pong(id=wish.id)))
            elif isinstance(wish, protocol.Hello):
                raise Refused("hello-twice")
            elif self._reading is not None:  # Answers, too, would come from entries that were not kept.
                raise Refused("not-kept")
            else:
                check_quota(self.quota, session, wish)
                carry_out(self, session, wish, self._timeouts.rematch)
                if session.receipts and wish.id is not None and not isinstance(wish, protocol.Sit | protocol.Ask):
                    self.outbox.post(session, protocol.encoded(protocol.Done(id=wish.id)))
        except Refused as refused:
            self._registry.refusals += 1
            told = trouble(session.language, refused, wish.id)
            if refused.code in LIMIT_CODES:
                self._registry.refused.note(refused.code, session.address)
            if refused.code in _AT_ONCE:
                session.tell(told)
            else:  # Why not may follow from an entry that could still be lost.
                self.outbox.post(session, told)

    def write(self, entries: Sequence[AnyEntry]) -> None:
        """Apply and append entries; frames are sent once they are durable. Bots that do not pause answer at once."""
        kinds = set(map(type, entries))
        try:
            if entries:
                self._take_in(entries, kinds)
        except Exception:
            self._break()
            raise Refused("broken") from None
        if self.room.time_control.absence != "wait" or not entries or not kinds <= _MOVES:
            self.clock.set(self)  # At a table that waits it is set for the host alone, whom no move concerns.
        if self.room.bots and self._bots.ready(self.room, self._bots_ready):
            self._bots.wake(self.room, self._bot_decides)
            self._wake_instant_bots()

    def _take_in(self, entries: Sequence[AnyEntry], kinds: set[type[AnyEntry]]) -> None:
        now = time.time()
        room, outbox, audience = self.room, self.outbox, self.audience
        seq, running = room.seq, room.running
        snapshots: list[Snapshot] = []
        lines: list[bytes] = []
        outbox.begin()
        for undated in entries:
            entry = replace(undated, at=now)
            kind = type(entry)
            if kind is log.Dealt:
                snapshots.append(snapshot_of(room))
            room.enter(entry)
            lines.append(log.written(entry))
            if kind is not log.Sealed:
                self._note(entry)
            if is_news(entry):
                outbox.add(audience.news_frames(FrameBuilder(room, entry)))
            elif isinstance(entry, _SEALS) and log.Stepped not in kinds:  # Otherwise the step reveals it anyway.
                outbox.add(audience.sealed_frames(room, entry.seat))
                self._count.soon(self._tell_count)
        lobby = None
        if running and log.Stepped in kinds and not room.running:
            outbox.add(audience.table_frames(room, self.presence()))
            lobby = lobby_entry(room)
        elif not kinds <= _MOVES:
            outbox.add_before(audience.table_frames(room, self.presence()))
            lobby = lobby_entry(room)
        if not kinds <= _QUIET:
            outbox.add(audience.clock_frames(room, self.time_left()))
        kept = self._store.append(room.name, seq, lines, now, snapshots)
        outbox.send_when(kept, partial(self._on_kept, lobby, room.news))

    def _note(self, entry: AnyEntry) -> None:
        """Update clocks, bots and ownership for an entry."""
        match entry:
            case log.Dealt() | log.Stepped():
                self._registry.steps += 1
                self._registry.games += not self.room.running
                self._count.cancel()
                self.attendance.ask_all(self.room)
                if isinstance(entry, log.Dealt):
                    self.dealt_at = time.monotonic()
                    self._bots.new_game()
            case log.RulesChanged():
                self._bots.rules_changed()
            case log.Settled():
                self.attendance.ask_all(self.room)
                self._count.soon(self._tell_count)  # By name, or their number only.
            case log.SatIn() | log.CameBack():
                self._bots.forget(entry.seat)
                self.attendance.ask(entry.seat)
            case log.Sat() | log.Stood() | log.HostPassed():
                self._bots.forget(entry.seat)
                self.attendance.late.discard(entry.seat)
                self.audience.recognise_all(self.room)
                self.attendance.note(self.room, self.presence())

    def _on_kept(self, lobby: LobbyEntry | None, news: int, error: BaseException | None) -> None:
        if error is None:
            self._listing, self._told = lobby or self._listing, news
        elif not self.retired:
            LOGGER.error("table %s could not be written: %s", self.room.name, error)
            why = Refused("overtaken" if isinstance(error, AppendConflict) else "not-kept")
            self._reading = asyncio.get_running_loop().create_task(self._read_again(why))

    def _tell_count(self) -> None:
        if not self.retired:
            self.audience.tell_count(self.room)

    # Failure and recovery

    @property
    def retired(self) -> bool:
        """Whether the table must no longer act on its own: it is being reloaded, or is no longer the registered one."""
        return self._reading is not None or not self._registry.keeps(self)

    def _break(self) -> None:
        """Drop the table after an unexpected error: its state may differ from its log."""
        LOGGER.exception("table %s: something went wrong", self.room.name)
        asyncio.get_running_loop().call_soon(self._registry.forget, self)

    async def _read_again(self, why: Refused) -> None:
        """Reload the table from the store, and send it to all sessions."""
        name, store, read, at_once = self.room.name, self._store, self._registry.read, why.code == "overtaken"
        try:
            room = await recovered(name, store, self.outbox, read, self._tell_away, at_once=at_once)
        except TakenOver:
            self._registry.lost += self._registry.keeps(self)  # Unless a renewal has found out meanwhile.
            room = None
        # A commit whose answer was lost may be kept: sessions that reconnect hear all of it, and nothing twice.
        if room is None or room.news > self._told:
            self._registry.forget(self)
            self._reading = None
            return
        self.room, self._reading = room, None
        self._listing = lobby_entry(self.room)
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

    def _tell_away(self) -> None:
        """Tell all that this takes a while. What became of their wishes is known once the table was read again."""
        for session in self.sessions:
            session.tell(trouble(session.language, Refused("store-away"), None))

    # What the table does on its own

    def wake(self) -> None:
        """Let bots and the clock go on, after the table was loaded from its log."""
        self.write_unasked(list)

    def _wake_instant_bots(self) -> None:
        """Have bots that do not pause and owe a decision make it, as soon as it is this table's turn."""
        if not self._bots_due and not self.room.time_control.thinking and bots_to_move(self.room):
            self._bots_due = True
            self._registry.turns.add(self._bots_go_on)

    def _bots_ready(self) -> None:
        if not self.retired:
            self.wake()

    def _bots_go_on(self) -> None:
        self._bots_due = False
        if not self.retired:
            self.write_unasked(lambda: self._bots.decide_at_once(self.room))

    @property
    def busy(self) -> bool:
        """Whether something is under way even without sessions."""
        return self.outbox.in_flight is not None or self._reading is not None or bool(bots_to_move(self.room))

    def _bot_decides(self, seat: Seat, decision: int) -> None:
        if not self.retired and self.room.decision == decision and seat in bots_to_move(self.room):
            self.write_unasked(lambda: self._bots.decide(self.room, [seat]))

    def write_unasked(self, what: Callable[[], list[AnyEntry]]) -> None:
        """Write entries that no client asked for. A refusal is logged, as there is nobody to answer."""
        try:
            self.write(what())
        except Refused as refused:
            LOGGER.warning("table %s: left undone: %s", self.room.name, refused)
        except Exception:
            self._break()

    def time_left(self) -> dict[Seat, float]:
        """Seconds left to each person who was asked; empty without a clock."""
        return self.attendance.time_left(self.room)
