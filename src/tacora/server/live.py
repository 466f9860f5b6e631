"""A table in memory: whoever is connected to it, what they wish, and what they hear."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from tacora import protocol
from tacora.game import Refused, Seat
from tacora.narration import refusal
from tacora.narration.catalogue import Language, catalogue
from tacora.protocol import AnyWish, Trouble
from tacora.server import log
from tacora.server.attendance import Attendance
from tacora.server.connection import Connection
from tacora.server.log import AnyEntry, Manners
from tacora.server.play import KINDS
from tacora.server.room import Room, is_token
from tacora.server.store import Store, StoreFailed, Taken
from tacora.server.telling import Listener, Lobby, Presence, Teller, from_the_door, table_frame, thinking

if TYPE_CHECKING:
    from tacora.server.house import House

LOGGER = logging.getLogger("tacora.server")

MOST_WATCHERS = 200
"""Connections to a table that own no seat."""

_MOST_TOKENS = 16
SLICE = 500
"""Entries that are read at a time: folding them takes a few milliseconds."""
_TOGETHER = 20
"""Entries that are told at a time to somebody who missed many."""
_INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols without a shape: no name is made of these."""
_UNSEEN = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that change nothing to see, and would make two names out of one."""
_MOST_MARKS = 4
"""Accents and the like on one letter."""
_MOVES = {log.Sealed, log.Withdrawn, log.Stepped, log.Spoke, log.TimeGiven}
"""Entries that leave the table itself as it was."""
_QUIET = {log.Sealed, log.Withdrawn, log.Spoke, log.Sat, log.Stood, log.HostPassed}
"""Entries that leave the clock as it was."""
_NEWS = {log.Dealt, log.Stepped, log.Spoke}
"""Entries of which whoever missed them is told later."""

_RNG = Random()
"""For bots; a generator is too large for every table to have its own."""

_Outbox: TypeAlias = list[tuple[Connection, Sequence[bytes]]]


class LiveTable:
    """A table in memory with its connections.

    A wish is carried out at once, in memory, and what everybody is to hear is made ready; it is told when the store
    has it. So nobody hears of anything that could be lost, and the next wish need not wait for the disk. If the store
    fails, the table is read again from what was kept.
    """

    def __init__(self, room: Room, store: Store, house: House) -> None:
        self.room = room
        self.lobby = from_the_door(room)
        """The table as it is kept, for whoever is not at it."""
        self._store = store
        self._house = house
        self._patience = house.patience
        self._in_flight: asyncio.Future[None] | None = None
        """The last thing that is not yet known to be kept."""
        self._outbox: _Outbox = []
        """What is told when that is kept."""
        self._reading: asyncio.Task[None] | None = None
        self.connections: list[Connection] = []
        self._dealt_at = -math.inf
        self._bots: dict[Seat, Any] = {}
        self._woken: set[tuple[int, Seat]] = set()
        """Bots that are thinking, and about what."""
        self._attendance = Attendance(house.patience, room)
        self._timer: asyncio.TimerHandle | None = None
        self._count_due: asyncio.TimerHandle | None = None
        self._presence_due: asyncio.TimerHandle | None = None
        self.idle_since = time.monotonic()

    # Coming and going

    async def join(self, connection: Connection, hello: protocol.Hello) -> None:
        """Somebody connects, perhaps again: tell what they missed, or the table as it is."""
        connection.language, connection.wording, connection.screen = hello.language, hello.wording, hello.screen
        connection.tokens = list(hello.tokens)
        await self._all_kept()
        self._recognise(connection)
        self._check_crowd(connection)
        self._show_table(connection, self.presence(connection))
        if hello.since is not None and hello.since <= self.room.news:  # Otherwise the store is an older one.
            await self._tell_missed(connection, hello.since)
        else:
            self._tell_game(connection)
        if connection.closed:
            return
        if self._retired:  # Perhaps while somebody was told much.
            raise Refused("not-kept")
        self._recognise(connection)
        self._check_crowd(connection)  # Perhaps others came meanwhile.
        self._arrive(connection)
        self._show_table(connection, self.presence())
        self._tell_situation(connection)
        connection.tell(protocol.encoded(protocol.Now(seq=self.room.news)))
        self._write([entry for seat in connection.listener.seats for entry in self._back(seat)])

    async def _all_kept(self) -> None:
        """Wait until everything that happened is kept; nobody who comes now may hear of it before."""
        end = time.monotonic() + self._patience.store
        while (waiting := self._in_flight or self._reading) is not None:
            await asyncio.wait([waiting], timeout=max(end - time.monotonic(), 0))
            if time.monotonic() >= end:
                raise Refused("not-kept")
        if self._retired:
            raise Refused("not-kept")

    async def _tell_missed(self, connection: Connection, since: int) -> None:
        """What happened after those news, as it was told, at the pace at which the client takes it.

        What is only true at its time is left out: how many were thinking, and how the table was.
        """
        replay = Room(self.room.name)
        listener = connection.listener
        while max(since, replay.news) < self.room.news and not connection.closed:
            lines = await self._store.read(self.room.name, replay.seq, SLICE)
            if not lines:
                raise Refused("no-such-table", table=self.room.name)
            for at, entry in enumerate(map(log.read, lines)):
                replay.enter(entry)
                if isinstance(entry, log.Sat | log.Stood):
                    listener = Listener(connection.language, _seats_of(replay, connection), connection.wording)
                if replay.news > since and is_news(entry):
                    stale = replay.decision != self.room.decision
                    connection.tell(*Teller(replay, entry, stale).texts(listener))
                if at % _TOGETHER == _TOGETHER - 1:
                    await connection.drained()
                    await asyncio.sleep(0)
            await connection.drained()
            if len(lines) < SLICE or replay.news >= self.room.news:
                await self._all_kept()

    def _check_crowd(self, connection: Connection) -> None:
        watchers = sum(not other.listener.seats for other in self.connections)
        if not connection.listener.seats and not connection.hosting and watchers >= MOST_WATCHERS:
            raise Refused("crowded", most=MOST_WATCHERS)

    def _arrive(self, connection: Connection) -> None:
        if not self.connections:  # Nobody's time runs while nobody is there.
            self._attendance.begin(self.room)
        self.connections.append(connection)
        connection.on_drop = partial(self.leave, connection)
        self._presence_changed()

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._presence_changed()
        if not self.connections:
            self.idle_since = time.monotonic()

    def _recognise(self, connection: Connection) -> None:
        """Find out which seats are this connection's, and whether the role of the host is."""
        seats = _seats_of(self.room, connection)
        connection.listener = Listener(connection.language, seats, connection.wording)
        connection.hosting = self.room.is_host(connection.tokens)
        connection.away &= frozenset(seats)
        if len(connection.tokens) > _MOST_TOKENS:
            assert self.room.opened is not None
            kept = [self.room.opened.host, *(self.room.chair(seat).token for seat in seats)]
            connection.tokens = [t for t in connection.tokens if True in [is_token(t, digest) for digest in kept]]

    def presence(self, *others: Connection) -> Presence:
        """Who is there now, these others included."""
        online: set[Seat] = set()
        present: set[Seat] = set()
        watchers = 0
        for connection in (*self.connections, *others):
            online.update(connection.listener.seats)
            present.update(set(connection.listener.seats) - connection.away)
            watchers += not connection.listener.seats
        return Presence(frozenset(online), frozenset(online - present), frozenset(self._attendance.late), watchers)

    def _presence_changed(self) -> None:
        """Note who is there, and tell everybody in a moment."""
        self._attendance.note(self.room, self.presence())
        if self._presence_due is None:
            loop = asyncio.get_running_loop()
            self._presence_due = loop.call_later(self._patience.count, self._tell_presence)
        self._tick()

    def _tell_presence(self) -> None:
        self._presence_due = None
        if self._retired:  # What is in memory is perhaps not kept; everybody is told again when it is read.
            return
        presence = self.presence()
        for connection in self.connections:
            self._show_table(connection, presence)

    # Wishes

    def wish(self, connection: Connection, wish: AnyWish) -> None:
        """Carry out a wish, or say why not."""
        try:
            if isinstance(wish, protocol.Ping):
                connection.tell(protocol.encoded(protocol.Pong(id=wish.id)))
            elif isinstance(wish, protocol.Hello):
                raise Refused("hello-twice")
            elif isinstance(wish, protocol.Ask):
                self._answer(connection, wish)
            elif self._reading is not None:
                raise Refused("not-kept")
            else:
                self._carry_out(connection, wish)
        except Refused as refused:
            self._house.refusals += 1
            connection.tell(trouble(connection.language, refused, wish.id))

    def _answer(self, connection: Connection, ask: protocol.Ask) -> None:
        """Tell somebody what lies on the table, once all of it is kept."""
        if self.room.play is None:
            raise Refused("no-game")
        text = Teller(self.room, None).answer(connection.listener, ask)
        self._post(connection, protocol.encoded(text))

    def _carry_out(self, connection: Connection, wish: AnyWish) -> None:
        match wish:
            case protocol.Decide() | protocol.Withdraw() | protocol.MoreTime() | protocol.Speak() | protocol.Away():
                self._check_seat(connection, wish.seat)
                self._play(connection, wish)
            case protocol.Sit():
                self._sit(connection, wish)
            case protocol.Stand():
                if wish.seat not in connection.listener.seats:
                    self._check_host(connection)
                    if self.room.running:  # Nobody plays for somebody who is there; `settle` says what else is done.
                        raise Refused("game-running")
                self._write(self.room.stand(wish.seat))
            case _:
                self._check_host(connection)
                self._host(connection, wish)

    def _play(
        self,
        connection: Connection,
        wish: protocol.Decide | protocol.Withdraw | protocol.MoreTime | protocol.Speak | protocol.Away,
    ) -> None:
        """What the owner of a seat may do; whoever decides, or asks for time, is back."""
        room, seat = self.room, wish.seat
        back = self._back(seat)
        match wish:
            case protocol.Decide():
                self._heard_of(connection, seat, [*back, *room.decide({seat: wish.action}, wish.decision)])
            case protocol.Withdraw():
                self._heard_of(connection, seat, [*back, *room.withdraw(seat, wish.decision)])
            case protocol.MoreTime():
                if room.manners.clock is None:
                    raise Refused("no-clock")
                self._heard_of(connection, seat, [*back, room.more_time(seat, wish.decision)])
            case protocol.Speak():
                self._write([room.speak(seat, wish.phrase)])
            case protocol.Away() if wish.away:
                connection.away |= {seat}
                self._presence_changed()
            case protocol.Away():
                for other in self.connections:
                    other.away -= {seat}
                self._presence_changed()
                self._heard_of(connection, seat, back)

    def _heard_of(self, connection: Connection, seat: Seat, entries: list[AnyEntry]) -> None:
        if seat in self._attendance.late:
            self._attendance.late.discard(seat)
            self._presence_changed()
        self._write(entries)
        if not entries:  # A frame that changed nothing, such as one sent twice.
            self._tell_situation(connection)

    def _back(self, seat: Seat) -> list[AnyEntry]:
        """Whoever is back has the seat back."""
        return [log.CameBack(seat=seat)] if self.room.chair(seat).sitting_in is not None else []

    def _sit(self, connection: Connection, wish: protocol.Sit) -> None:
        room = self.room
        if wish.token is not None and (seat := room.seat_of(wish.token)) is not None:
            self._sit_again(connection, wish, seat)
            return
        sat, token = room.sit(self._free_name(wish.name), wish.colour, wish.luck, wish.seat, wish.token)
        entries: list[AnyEntry] = [sat]
        if wish.mine:
            if connection.hosting and room.host_seat is None:  # So that the personal link carries the role, too.
                entries.append(log.HostPassed(seat=sat.seat))
            connection.add_token(token)
        self._write(entries)
        self._post(connection, protocol.encoded(protocol.Seated(seat=sat.seat, token=token, id=wish.id)))

    def _sit_again(self, connection: Connection, wish: protocol.Sit, seat: Seat) -> None:
        """A wish that was granted already, but whose answer was perhaps lost: the seat is there, and is told again."""
        assert wish.token is not None
        if wish.mine and seat not in connection.listener.seats:
            connection.add_token(wish.token)
            self._recognise(connection)
            self._presence_changed()
            self._write(self._back(seat))
            self._show_table(connection, self.presence())
            if self.room.running:
                self._post(connection, protocol.encoded(Teller(self.room, None).step(connection.listener)))
                self._tell_situation(connection)
        self._post(connection, protocol.encoded(protocol.Seated(seat=seat, token=wish.token, id=wish.id)))

    def _free_name(self, text: str) -> str:
        """The name as it is shown; refuses one that would look like another's, or like none."""
        seen = _UNSEEN.sub("", text)
        spaced = "".join(" " if unicodedata.category(c) == "Zs" else c for c in seen)
        name = unicodedata.normalize("NFC", re.sub(" +", " ", spaced).strip(" "))
        if not name.strip(_INVISIBLE + " ") or _heaped(name):
            raise Refused("bad-name", seat=0, most=40)
        if any(chair is not None and _look(chair.name) == _look(name) for chair in self.room.chairs):
            raise Refused("name-taken", name=name)
        return name

    def _host(self, connection: Connection, wish: AnyWish) -> None:
        """What the host may do."""
        room = self.room
        match wish:
            case protocol.SitBot():
                self._write([room.sit_bot(wish.bot, wish.seat, bot_name(connection.language, wish.bot))])
            case protocol.Start():
                characters = KINDS[room.rules.game].characters
                entries = room.start(wish.fill, {bot: bot_name(connection.language, bot) for bot in characters})
                self._check_pace()
                self._write(entries)
            case protocol.Settle():
                self._write([room.settle(Manners(clock=wish.clock, absence=wish.absence, thinking=wish.thinking))])
            case protocol.Allow():
                self._write([room.allow(wish.seat, wish.multiplier)])
            case protocol.PassHost():
                self._write([room.pass_host(wish.seat)])

    def _check_seat(self, connection: Connection, seat: Seat) -> None:
        if seat not in connection.listener.seats:
            raise Refused("not-your-seat", given=seat)

    def _check_host(self, connection: Connection) -> None:
        if not connection.hosting:
            raise Refused("not-host")

    def _check_pace(self) -> None:
        """Where bots play, one game does not follow upon another without a pause."""
        people = sum(chair is not None and chair.played_by_bot is None for chair in self.room.chairs)
        if people < len(self.room.chairs) and time.monotonic() < self._dealt_at + self._patience.rematch:
            raise Refused("too-soon", seconds=self._patience.rematch)

    # Writing and telling

    def _write(self, entries: Sequence[AnyEntry]) -> None:
        """Take entries in, have them written down, and tell everybody when they are; instant bots answer at once."""
        try:
            while entries:
                self._take_in(entries)
                entries = self._instant_bots()
        except Exception:
            self._break()
            raise Refused("broken") from None
        self._wake_bots()
        self._tick()

    def _break(self) -> None:
        """Something is wrong here: nothing may go on from a table that is perhaps not as its log has it."""
        LOGGER.exception("table %s: something went wrong", self.room.name)
        asyncio.get_running_loop().call_soon(self._house.forget, self)

    def _take_in(self, entries: Sequence[AnyEntry]) -> None:
        now = time.time()
        dated = [msgspec.structs.replace(entry, at=now) for entry in entries]
        seq, running = self.room.seq, self.room.running
        outbox: _Outbox = []
        lobby = None
        self._outbox = outbox
        kinds = {type(entry) for entry in dated}
        opened = log.Stepped in kinds
        for entry in dated:
            self.room.enter(entry)
            self._note(entry)
            if is_news(entry):
                teller = Teller(self.room, entry)
                outbox += [(connection, teller.texts(connection.listener)) for connection in self.connections]
            elif isinstance(entry, log.Sealed | log.Withdrawn) and not opened:  # Otherwise all is opened at once.
                self._tell_sealed(entry.seat)
        if running and not self.room.running:
            outbox += self._table_texts()
            lobby = from_the_door(self.room)
        elif not kinds <= _MOVES:
            outbox[:0] = self._table_texts()
            lobby = from_the_door(self.room)
        if not kinds <= _QUIET:
            outbox += self._clock_texts()
        kept = self._store.append(self.room.name, seq, [log.written(entry) for entry in dated], now)
        kept.add_done_callback(partial(self._on_kept, outbox, lobby))
        self._in_flight = kept

    def _note(self, entry: AnyEntry) -> None:
        """What an entry means for time, for bots and for who is who."""
        match entry:
            case log.Sealed():
                pass
            case log.Dealt() | log.Stepped():
                self._house.steps += 1
                self._house.games += not self.room.running
                self._forget_count()
                self._attendance.ask_all(self.room)
                if isinstance(entry, log.Dealt):
                    self._dealt_at = time.monotonic()
                    self._bots.clear()
            case log.Settled():
                self._attendance.ask_all(self.room)
            case log.SatIn() | log.CameBack():
                self._bots.pop(entry.seat, None)
                self._attendance.ask(entry.seat)
            case log.Sat() | log.Stood() | log.HostPassed():
                self._bots.pop(entry.seat, None)
                self._attendance.late.discard(entry.seat)
                for connection in self.connections:
                    self._recognise(connection)
                self._attendance.note(self.room, self.presence())

    def _on_kept(self, outbox: _Outbox, lobby: Lobby | None, kept: asyncio.Future[None]) -> None:
        if self._in_flight is kept:
            self._in_flight = None
        if (error := kept.exception()) is None:
            self.lobby = lobby or self.lobby
            for connection, texts in outbox:
                connection.tell(*texts)
            outbox.clear()
            return
        outbox.clear()
        if not self._retired:
            LOGGER.error("table %s could not be written: %s", self.room.name, error)
            why = Refused("overtaken" if isinstance(error, Taken) else "not-kept")
            self._reading = asyncio.get_running_loop().create_task(self._read_again(why))

    async def _read_again(self, why: Refused) -> None:
        """Go back to what the store has; what did not reach it has not happened."""
        while True:
            await asyncio.sleep(0 if why.code == "overtaken" else 1)
            while self._in_flight is not None:
                await asyncio.wait([self._in_flight])
            self._store.mend(self.room.name)
            try:
                self.room = await self._house.read(self.room.name)
                break
            except StoreFailed as error:
                LOGGER.error("table %s could not be read: %s", self.room.name, error)
            except Exception as error:  # It was taken away, or its log makes no sense.
                LOGGER.error("table %s cannot go on: %s", self.room.name, error)
                self._house.forget(self)
                self._reading = None
                return
        self._reading = None
        self.lobby = from_the_door(self.room)
        self._bots.clear()
        self._woken.clear()
        self._attendance = Attendance(self._patience, self.room)
        for connection in self.connections:
            self._recognise(connection)
            connection.shown = 0
            self._show_table(connection, self.presence())
            connection.tell(trouble(connection.language, why, None))
            self._tell_game(connection)
            self._tell_situation(connection)
        self._attendance.note(self.room, self.presence())
        self.wake()

    def _post(self, connection: Connection, *texts: bytes) -> None:
        """Frames for a connection, to be told when what they tell of is kept."""
        if self._in_flight is None:
            connection.tell(*texts)
        else:
            self._outbox.append((connection, texts))

    def _tell_sealed(self, seat: Seat) -> None:
        """Whoever decided hears at once that it is sealed; the others hear in a moment how many still think."""
        for connection in self.connections:
            if seat in connection.listener.seats:
                connection.counted = protocol.encoded(thinking(self.room, connection.listener))
                self._outbox.append((connection, [connection.counted]))
        if self._count_due is None:
            self._count_due = asyncio.get_running_loop().call_later(self._patience.count, self._tell_count)

    def _forget_count(self) -> None:
        if self._count_due is not None:
            self._count_due.cancel()
            self._count_due = None

    def _tell_count(self) -> None:
        self._count_due = None
        if self._retired:
            return
        for connection in self.connections:
            text = protocol.encoded(thinking(self.room, connection.listener))
            if text != connection.counted:  # Nobody is to notice that somebody only changed a decision.
                connection.counted = text
                self._post(connection, text)

    def _tell_game(self, connection: Connection) -> None:
        """The game as it stands."""
        if self.room.play is not None:
            teller = Teller(self.room, None)
            connection.tell(protocol.encoded(teller.step(connection.listener)))
            if not self.room.running:
                connection.tell(protocol.encoded(teller.over(connection.listener)))

    def _tell_situation(self, connection: Connection) -> None:
        """How many think, and how long they may, for somebody who comes into the middle of it."""
        if self.room.running:
            teller = Teller(self.room, None)
            connection.counted = protocol.encoded(teller.thinking(connection.listener))
            self._post(connection, connection.counted)
            if left := self._attendance.time_left(self.room):
                self._post(connection, protocol.encoded(teller.clock(connection.listener, left)))

    def _clock_texts(self) -> _Outbox:
        """How long everybody has, if there is a clock."""
        if not (left := self._attendance.time_left(self.room)):
            return []
        teller = Teller(self.room, None)
        return [(c, [protocol.encoded(teller.clock(c.listener, left))]) for c in self.connections]

    def _table_texts(self) -> _Outbox:
        """How the table is, for every connection; what several share is made once."""
        made: dict[tuple[tuple[Seat, ...], bool], bytes] = {}
        presence = self.presence()
        outbox: _Outbox = []
        for connection in self.connections:
            who = connection.listener.seats, connection.hosting
            if who not in made:
                made[who] = protocol.encoded(table_frame(self.room, connection.listener, presence, connection.hosting))
            connection.shown = hash(made[who])
            outbox.append((connection, [made[who]]))
        return outbox

    def _show_table(self, connection: Connection, presence: Presence) -> None:
        """Tell somebody how the table is, unless that was told last."""
        text = protocol.encoded(table_frame(self.room, connection.listener, presence, connection.hosting))
        if hash(text) != connection.shown:
            connection.shown = hash(text)
            self._post(connection, text)

    # Bots

    def wake(self) -> None:
        """Have bots go on that owe a decision, after the table was read from its log."""
        self._of_itself(self._instant_bots)

    @property
    def busy(self) -> bool:
        """Whether something goes on here even if nobody is there."""
        return self._in_flight is not None or self._reading is not None or bool(self._bots_to_move())

    def _bots_to_move(self) -> list[Seat]:
        if not self.room.bots or not self.room.running:
            return []
        return [seat for seat in self.room.thinking() if self.room.chair(seat).played_by_bot]

    def _ask_bot(self, seat: Seat) -> str:
        assert self.room.play is not None
        written = self.room.chair(seat).played_by_bot
        assert written is not None
        if seat not in self._bots:
            self._bots[seat] = KINDS[self.room.rules.game].bot(written, _RNG)
        return self.room.play.ask(self._bots[seat], seat)

    def _instant_bots(self) -> list[AnyEntry]:
        """The decisions of bots that do not take a moment, if it is up to them."""
        seats = [] if self.room.manners.thinking else self._bots_to_move()
        if not seats:
            return []
        return self.room.decide({seat: self._ask_bot(seat) for seat in seats}, self.room.decision)

    def _wake_bots(self) -> None:
        """Let every bot that owes a decision think for a moment."""
        if not self.room.manners.thinking:
            return
        for seat in self._bots_to_move():
            if (self.room.decision, seat) not in self._woken:
                self._woken.add((self.room.decision, seat))
                moment = _RNG.uniform(*self._patience.moment)
                asyncio.get_running_loop().call_later(moment, self._bot_decides, seat, self.room.decision)

    def _bot_decides(self, seat: Seat, decision: int) -> None:
        self._woken.discard((decision, seat))
        if self._retired:
            return
        if self.room.decision == decision and seat in self._bots_to_move():
            self._of_itself(lambda: self.room.decide({seat: self._ask_bot(seat)}, decision))

    @property
    def _retired(self) -> bool:
        """Whether nothing is to happen here of itself: the table is read again, or by somebody else."""
        return self._reading is not None or self._house.closed or self._house.tables.get(self.room.name) is not self

    def _of_itself(self, what: Callable[[], list[AnyEntry]]) -> None:
        """Write what happens without anybody's wish."""
        try:
            self._write(what())
        except Refused as refused:
            LOGGER.warning("table %s: left undone: %s", self.room.name, refused)
        except Exception:
            self._break()

    # Time

    def _tick(self) -> None:
        """Set the timer to the next moment at which something has to be done."""
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
        return self._attendance.deadlines(self.room) if self.connections else {}

    def _host_passes(self) -> float | None:
        hosted = any(connection.hosting for connection in self.connections)
        return self._attendance.host_passes(not hosted and any(c.listener.seats for c in self.connections))

    def _on_time(self) -> None:
        self._timer = None
        if self._retired:
            return
        now = time.monotonic()
        passes = self._host_passes()
        if passes is not None and passes <= now:
            heir = min(seat for connection in self.connections for seat in connection.listener.seats)
            self._of_itself(lambda: [log.HostPassed(seat=heir)])
        late = {seat: out_of_time for seat, (end, out_of_time) in self._deadlines().items() if end <= now}
        if late:
            self._attendance.late |= {seat for seat, out_of_time in late.items() if out_of_time}
            self._of_itself(lambda: self._for_absent(list(late)))
            self._presence_changed()
        self._tick()

    def _for_absent(self, late: list[Seat]) -> list[AnyEntry]:
        """What the table's manners have happen for those who are out of time or not there."""
        room = self.room
        assert room.play is not None
        if room.manners.absence == "bot":
            return [log.SatIn(seat=seat, bot=room.stand_in()) for seat in late]
        actions = {}
        for seat in late:
            action = room.play.kind.when_absent(room.play.legal(seat))
            actions[seat] = action if action is not None else _RNG.choice(room.play.legal(seat))
        return room.decide(actions, room.decision)


def trouble(language: Language, refused: Refused, about: str | None) -> bytes:
    """A refusal as a frame. Which seat or decision it is about, whoever asked knows better than any number tells."""
    facts = {name: fact for name, fact in refused.facts.items() if name not in ("seat", "decision")}
    say = refusal(catalogue(language), Refused(refused.code, **facts))
    return protocol.encoded(Trouble(code=refused.code, say=say, id=about))


def bot_name(language: Language, bot: str) -> str:
    """What a bot is called at a table: a character has a name, any other is called what it is."""
    characters = {character for kind in KINDS.values() for character in kind.characters}
    return catalogue(language)(f"bot-{bot}") if bot in characters else bot


def _seats_of(room: Room, connection: Connection) -> tuple[Seat, ...]:
    """The seats that belong to the tokens of a connection."""
    if connection.screen:
        return ()
    return tuple(seat for seat in room.people() if True in [room.owns(seat, token) for token in connection.tokens])


def is_news(entry: AnyEntry) -> bool:
    """Whether whoever missed this entry is told of it later; everything else shows in how the table is now."""
    return type(entry) in _NEWS


def _heaped(name: str) -> bool:
    """Whether there is an accent without a letter, or a heap of them that would cover what stands around."""
    marks = _MOST_MARKS  # At the beginning there is no letter yet.
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return True
    return False


def _look(name: str) -> str:
    """Names with the same look cannot be told apart well enough."""
    return unicodedata.normalize("NFKC", name).casefold()
