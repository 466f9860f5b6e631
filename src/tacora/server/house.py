"""All tables of this server, and whoever is connected to them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec
from starlette.websockets import WebSocketDisconnect

from tacora import protocol
from tacora.game import Refused, Seat
from tacora.narration import refusal
from tacora.narration.catalogue import Language, catalogue
from tacora.protocol import AnyWish, Frame, Trouble
from tacora.server import log
from tacora.server.log import AnyEntry, Manners, Rules
from tacora.server.play import KINDS
from tacora.server.room import Room, open_room
from tacora.server.store import Store, StoreFailed, Taken
from tacora.server.telling import Listener, Presence, Teller, catching_up, table_frame

LOGGER = logging.getLogger("tacora.server")

GRACE = 30.0
"""Seconds that somebody may be offline before a table that does not wait goes on."""
HOST_GRACE = 60.0
IDLE = 600.0
"""Seconds after which a table without connections is put out of memory; the log keeps it."""
MOMENT = (0.6, 2.0)
"""How long a bot thinks."""
COUNT_AFTER = 0.1
"""Seconds until others hear that somebody has decided, so that many decisions at once are told as one."""
MOST_WAITING = 256
"""Frames that may wait for a slow reader."""

_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def new_name() -> str:
    """A code for a table that can be read aloud in any language."""
    return "".join(secrets.choice(_SYLLABLES) for _ in range(4))


class Connection:
    """One client: a person, several people at one device, a screen, or a bot from elsewhere."""

    def __init__(
        self, send: Callable[[str], Awaitable[None]], close: Callable[[int], Coroutine[Any, Any, None]]
    ) -> None:
        self._send = send
        self._close = close
        self._waiting: list[str] = []
        self._something = asyncio.Event()
        self.language: Language = "en"
        self.tokens: list[str] = []
        self.listener = Listener("en", ())
        self.away: set[Seat] = set()
        self.closed = False

    def tell(self, *texts: str) -> None:
        """Send frames as soon as the client takes them. Whoever is too slow is let go before it costs memory."""
        if self.closed:
            return
        self._waiting.extend(texts)
        if len(self._waiting) > MOST_WAITING:
            self.drop(1013)
        self._something.set()

    def drop(self, code: int) -> None:
        """Close the connection."""
        self.closed = True
        self._waiting.clear()
        asyncio.get_running_loop().create_task(self._close(code))

    async def write(self) -> None:
        """Pass frames on to the client for as long as it is there."""
        try:
            while not self.closed:
                await self._something.wait()
                self._something.clear()
                waiting, self._waiting = self._waiting, []
                for text in waiting:
                    await self._send(text)
        except (OSError, RuntimeError, WebSocketDisconnect):  # The client is gone; whoever reads from it notices, too.
            self.closed = True


class LiveTable:
    """A table in memory with its connections.

    A wish is carried out at once, in memory, and what everybody is to hear is made ready; it is told when the store
    has it. So nobody hears of anything that could be lost, and the next wish need not wait for the disk. If the store
    fails, the table is read again from what was kept.
    """

    def __init__(self, room: Room, store: Store, house: House) -> None:
        self.room = room
        self._store = store
        self._house = house
        self._in_flight: asyncio.Future[None] | None = None
        """The last thing that is not yet known to be kept."""
        self._reading: asyncio.Task[None] | None = None
        self.connections: list[Connection] = []
        self._bots: dict[Seat, Any] = {}
        self._rng = Random()
        self._asked_at = time.monotonic()
        self._offline_since: dict[Seat, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._outbox: list[tuple[Connection, list[str]]] = []
        self._count_due: asyncio.TimerHandle | None = None
        self.idle_since = time.monotonic()

    # Coming and going

    async def join(self, connection: Connection, hello: protocol.Hello) -> None:
        """Somebody connects, perhaps again: tell what they missed, or the table as it is."""
        connection.language = hello.language
        connection.tokens = list(hello.tokens)
        missed: list[AnyEntry] = []
        while True:
            await self._all_kept()
            if hello.since is None or len(missed) == self.room.seq or hello.since >= self.room.seq - 1:
                break
            missed = [log.read(line) for line in await self._store.read(self.room.name)]
        self._recognise(connection)
        self.connections.append(connection)
        frames: list[Frame] = [self._table_frame(connection)]
        if missed and hello.since is not None:
            frames += catching_up(Room(self.room.name), missed, hello.since, connection.listener)
        elif hello.since is None and self.room.play is not None:
            teller = Teller(self.room, None)
            frames.append(teller.step(connection.listener))
            if not self.room.running:
                frames.append(teller.over(connection.listener))
        if self.room.running:
            frames.append(Teller(self.room, None).thinking(connection.listener))
        connection.tell(*map(protocol.written, frames))
        back = [seat for seat in connection.listener.seats if self.room.chair(seat).sitting_in is not None]
        self._write([log.CameBack(seat=seat) for seat in back])
        self._presence_changed(but=connection)
        self._tick()

    async def _all_kept(self) -> None:
        """Wait until everything that happened is kept; nobody who comes now may hear of it before."""
        while self._in_flight is not None or self._reading is not None:
            waiting = self._in_flight or self._reading
            assert waiting is not None
            await asyncio.wait([waiting])

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._presence_changed()
            self._tick()
        if not self.connections:
            self.idle_since = time.monotonic()

    def _recognise(self, connection: Connection) -> None:
        seats = [
            seat for seat in self.room.people() if True in [self.room.owns(seat, token) for token in connection.tokens]
        ]
        connection.listener = Listener(connection.language, tuple(seats))

    def presence(self) -> Presence:
        """Who is there now."""
        online = {seat for connection in self.connections for seat in connection.listener.seats}
        away = {seat for seat in online if all(seat in c.away for c in self.connections if seat in c.listener.seats)}
        watchers = sum(not connection.listener.seats for connection in self.connections)
        return Presence(frozenset(online), frozenset(away), watchers)

    def _presence_changed(self, but: Connection | None = None) -> None:
        self._count_presence()
        self._tell_table(but)

    def _count_presence(self) -> None:
        for connection in self.connections:
            self._recognise(connection)
        now, online = time.monotonic(), self.presence().online - self.presence().away
        for seat in self.room.people():
            if seat in online:
                self._offline_since.pop(seat, None)
            else:
                self._offline_since.setdefault(seat, now)

    # Wishes

    def wish(self, connection: Connection, wish: AnyWish) -> None:
        """Carry out a wish, or say why not."""
        try:
            if isinstance(wish, protocol.Ping):
                connection.tell(protocol.written(protocol.Pong(id=wish.id)))
            elif isinstance(wish, protocol.Away):
                self._away(connection, wish)
            elif isinstance(wish, protocol.Hello):
                raise Refused("hello-twice")
            elif self._reading is not None:
                raise Refused("not-kept")
            else:
                self._carry_out(connection, wish)
        except Refused as refused:
            connection.tell(trouble(connection.language, refused, wish.id))

    def _carry_out(self, connection: Connection, wish: AnyWish) -> None:
        room = self.room
        match wish:
            case protocol.Decide():
                self._check_seat(connection, wish.seat)
                entries = room.decide({wish.seat: wish.action}, wish.decision)
                if room.chair(wish.seat).sitting_in is not None:
                    entries.insert(0, log.CameBack(seat=wish.seat))
                self._write(entries)
                if not entries:
                    connection.tell(*map(protocol.written, [Teller(room, None).thinking(connection.listener)]))
            case protocol.Withdraw():
                self._check_seat(connection, wish.seat)
                self._write(room.withdraw(wish.seat, wish.decision))
            case protocol.MoreTime():
                self._check_seat(connection, wish.seat)
                self._write([room.more_time(wish.seat, wish.decision)])
            case protocol.Speak():
                self._check_seat(connection, wish.seat)
                self._write([room.speak(wish.seat, wish.phrase)])
            case protocol.Sit():
                sat, token = room.sit(wish.name.strip(), wish.colour, wish.luck, wish.seat)
                if wish.mine:
                    connection.tokens.append(token)
                self._write([sat])
                self._post(connection, protocol.written(protocol.Seated(seat=sat.seat, token=token, id=wish.id)))
            case protocol.Stand():
                if wish.seat not in connection.listener.seats:
                    self._check_host(connection)
                self._write(room.stand(wish.seat))
            case protocol.SitBot():
                self._check_host(connection)
                self._write([room.sit_bot(wish.bot, wish.seat, _bot_name(connection.language, wish.bot))])
            case protocol.Start():
                self._check_host(connection)
                characters = KINDS[room.rules.game].characters
                names = {bot: _bot_name(connection.language, bot) for bot in characters}
                self._write(room.start(wish.fill, names))
            case protocol.Settle():
                self._check_host(connection)
                self._write([room.settle(Manners(clock=wish.clock, absence=wish.absence, thinking=wish.thinking))])
            case protocol.Allow():
                self._check_host(connection)
                self._write([room.allow(wish.seat, wish.multiplier)])
            case protocol.PassHost():
                self._check_host(connection)
                if wish.seat not in room.people():
                    raise Refused("no-such-chair", given=wish.seat)
                self._write([log.HostPassed(seat=wish.seat)])

    def _away(self, connection: Connection, wish: protocol.Away) -> None:
        self._check_seat(connection, wish.seat)
        (connection.away.add if wish.away else connection.away.discard)(wish.seat)
        self._presence_changed()
        self._tick()

    def _check_seat(self, connection: Connection, seat: Seat) -> None:
        if seat not in connection.listener.seats:
            raise Refused("not-your-seat", given=seat)

    def _check_host(self, connection: Connection) -> None:
        if not self.room.is_host(connection.tokens):
            raise Refused("not-host")

    # Writing and telling

    def _write(self, entries: Sequence[AnyEntry]) -> None:
        """Take entries in, have them written down, and tell everybody when they are; instant bots answer at once."""
        while entries:
            now = time.time()
            dated = [msgspec.structs.replace(entry, at=now) for entry in entries]
            seq = self.room.seq
            outbox: list[tuple[Connection, list[str]]] = []
            self._outbox = outbox
            opened = any(isinstance(entry, log.Stepped) for entry in dated)
            for entry in dated:
                self.room.enter(entry)
                if not isinstance(entry, log.Sealed | log.Withdrawn):
                    self._tell(entry)
                elif not opened:  # Otherwise all is opened at once, and nobody thinks any more.
                    self._tell_thinking(entry.seat)
            kept = self._store.append(self.room.name, seq, [log.written(entry) for entry in dated], now)
            kept.add_done_callback(partial(self._on_kept, outbox))
            self._in_flight = kept
            entries = self._instant_bots()
        self._wake_bots()
        self._tick()

    def _on_kept(self, outbox: list[tuple[Connection, list[str]]], kept: asyncio.Future[None]) -> None:
        if self._in_flight is kept:
            self._in_flight = None
        if (error := kept.exception()) is None:
            for connection, texts in outbox:
                connection.tell(*texts)
        elif self._reading is None:
            LOGGER.error("table %s could not be written: %s", self.room.name, error)
            self._reading = asyncio.get_running_loop().create_task(self._read_again(isinstance(error, Taken)))

    async def _read_again(self, overtaken: bool) -> None:
        """Go back to what the store has; what did not reach it has not happened."""
        await asyncio.sleep(0 if overtaken else 1)
        while self._in_flight is not None:
            await asyncio.wait([self._in_flight])
        self._store.mend(self.room.name)
        try:
            self.room = await self._house.read(self.room.name)
        except (Refused, StoreFailed) as error:
            LOGGER.error("table %s could not be read: %s", self.room.name, error)
        self._bots.clear()
        self._reading = None
        for connection in self.connections:
            self._recognise(connection)
            refused = Refused("overtaken" if overtaken else "not-kept")
            connection.tell(
                protocol.written(self._table_frame(connection)), trouble(connection.language, refused, None)
            )
            if self.room.play is not None:
                connection.tell(protocol.written(Teller(self.room, None).step(connection.listener)))

    def _post(self, connection: Connection, *texts: str) -> None:
        """Frames for a connection, to be told when what they tell of is kept."""
        self._outbox.append((connection, list(texts)))

    def _tell(self, entry: AnyEntry) -> None:
        if isinstance(entry, log.Dealt | log.Stepped):
            self._asked_at = time.monotonic()
            self._house.steps += 1
        teller = Teller(self.room, entry)
        table = isinstance(
            entry,
            log.Sat | log.Stood | log.HostPassed | log.Settled | log.Allowed | log.Dealt | log.SatIn | log.CameBack,
        )
        if table:
            self._bots.clear()
            self._count_presence()
            for connection in self.connections:
                self._post(connection, protocol.written(self._table_frame(connection)))
        for connection in self.connections:
            self._post(connection, *teller.texts(connection.listener))

    def _tell_thinking(self, seat: Seat) -> None:
        """Whoever decided hears at once that it is sealed; the others hear in a moment how many still think."""
        teller = Teller(self.room, None)
        for connection in self.connections:
            if seat in connection.listener.seats:
                self._post(connection, protocol.written(teller.thinking(connection.listener)))
        if self._count_due is None:
            self._count_due = asyncio.get_running_loop().call_later(COUNT_AFTER, self._tell_count)

    def _tell_count(self) -> None:
        self._count_due = None
        if self.room.running and self.room.sealed:
            teller = Teller(self.room, None)
            for connection in self.connections:
                connection.tell(protocol.written(teller.thinking(connection.listener)))

    def _table_frame(self, connection: Connection) -> protocol.Table:
        return table_frame(self.room, connection.listener, self.presence(), self.room.is_host(connection.tokens))

    def _tell_table(self, but: Connection | None = None) -> None:
        for connection in self.connections:
            if connection is not but:
                connection.tell(protocol.written(self._table_frame(connection)))

    # Bots

    def _bots_to_move(self) -> list[Seat]:
        return [seat for seat in self.room.thinking() if self.room.chair(seat).played_by_bot]

    def _ask_bot(self, seat: Seat) -> str:
        assert self.room.play is not None
        written = self.room.chair(seat).played_by_bot
        assert written is not None
        if seat not in self._bots:
            self._bots[seat] = KINDS[self.room.rules.game].bot(written, self._rng)
        return self.room.play.ask(self._bots[seat], seat)

    def _instant_bots(self) -> list[AnyEntry]:
        """The decisions of bots that do not take a moment, if it is up to them."""
        seats = self._bots_to_move() if self.room.running and not self.room.manners.thinking else []
        if not seats:
            return []
        return self.room.decide({seat: self._ask_bot(seat) for seat in seats}, self.room.decision)

    def _wake_bots(self) -> None:
        """Let every bot that owes a decision think for a moment."""
        if not self.room.running or not self.room.manners.thinking:
            return
        for seat in self._bots_to_move():
            self._house.later(self._rng.uniform(*MOMENT), self._bot_decides(seat, self.room.decision))

    async def _bot_decides(self, seat: Seat, decision: int) -> None:
        if self.room.running and self.room.decision == decision and seat in self._bots_to_move():
            self._write(self.room.decide({seat: self._ask_bot(seat)}, decision))

    # Time

    def deadlines(self) -> dict[Seat, float]:
        """When each person who still thinks is out of time, or has been away too long, on the monotonic clock."""
        room = self.room
        deadlines: dict[Seat, float] = {}
        if not room.running or not self.connections:
            return deadlines
        for seat in room.thinking():
            chair = room.chair(seat)
            if chair.played_by_bot:
                continue
            ends = []
            if room.manners.clock is not None:
                turns = 1 + room.extra_time.get(seat, 0)
                ends.append(self._asked_at + room.manners.clock * chair.multiplier * turns)
            if room.manners.absence != "wait" and seat in self._offline_since:
                ends.append(max(self._offline_since[seat] + GRACE, self._asked_at))
            if ends:
                deadlines[seat] = min(ends)
        return deadlines

    def _tick(self) -> None:
        """Set the timer to the next moment at which something has to be done."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moments = list(self.deadlines().values()) if self.room.manners.absence != "wait" else []
        if (gone := self._host_gone_since()) is not None:
            moments.append(gone + HOST_GRACE)
        if moments:
            loop = asyncio.get_running_loop()
            delay = max(min(moments) - time.monotonic(), 0)
            self._timer = loop.call_later(delay, lambda: self._house.later(0, self._on_time()))

    def _host_gone_since(self) -> float | None:
        """Since when the host is not there while somebody else with a seat is."""
        present = any(self.room.is_host(connection.tokens) for connection in self.connections)
        if present or not any(connection.listener.seats for connection in self.connections):
            self._host_left = None
        elif self._host_left is None:
            self._host_left = time.monotonic()
        return self._host_left

    _host_left: float | None = None

    async def _on_time(self) -> None:
        now = time.monotonic()
        gone = self._host_gone_since()
        if gone is not None and gone + HOST_GRACE <= now:
            heir = min(seat for connection in self.connections for seat in connection.listener.seats)
            self._write([log.HostPassed(seat=heir)])
        late = [seat for seat, end in self.deadlines().items() if end <= now]
        if late and self.room.manners.absence != "wait":
            self._write(self._for_absent(late))
        self._tick()

    def _for_absent(self, late: list[Seat]) -> list[AnyEntry]:
        """What the table's manners have happen for those who are out of time or away."""
        room = self.room
        assert room.play is not None
        if room.manners.absence == "bot":
            return [log.SatIn(seat=seat, bot=room.stand_in()) for seat in late]
        actions = {}
        for seat in late:
            action = room.play.kind.when_absent(room.play.legal(seat))
            actions[seat] = action if action is not None else self._rng.choice(room.play.legal(seat))
        return room.decide(actions, room.decision)


def trouble(language: Language, refused: Refused, about: str | None) -> str:
    """A refusal as a frame."""
    return protocol.written(Trouble(code=refused.code, say=refusal(catalogue(language), refused), id=about))


def _bot_name(language: Language, bot: str) -> str:
    characters = {character for kind in KINDS.values() for character in kind.characters}
    return catalogue(language)(f"bot-{bot}") if bot in characters else bot


class House:
    """Every table of this server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.steps = 0
        self.wishes = 0

    async def open(
        self, rules: Rules, manners: Manners, listed: bool, deal: str | None = None
    ) -> tuple[LiveTable, str]:
        """A new table, and its host's token."""
        while True:
            name = new_name()
            entry, host = open_room(name, rules, manners, listed, deal)
            entry = msgspec.structs.replace(entry, at=time.time())
            try:
                await self.store.append(name, 0, [log.written(entry)], entry.at)
            except Taken:
                continue
            room = Room(name)
            room.enter(entry)
            self.tables[name] = LiveTable(room, self.store, self)
            return self.tables[name], host

    async def table(self, name: str) -> LiveTable:
        """A table by its name, from memory or from its log."""
        if name in self.tables:
            return self.tables[name]
        async with self._loading.setdefault(name, asyncio.Lock()):
            if name not in self.tables:
                room = await self.read(name)
                self.tables[name] = LiveTable(room, self.store, self)
                self.tables[name]._wake_bots()
        self._loading.pop(name, None)
        return self.tables[name]

    async def read(self, name: str, entries: int | None = None) -> Room:
        """A table as its log tells it, or as its first entries do."""
        lines = await self.store.read(name)
        if not lines:
            raise Refused("no-such-table", table=name)
        room = Room(name)
        for line in lines[:entries]:
            room.enter(log.read(line))
        return room

    def later(self, seconds: float, work: Any) -> None:
        """Do something after a while, unless the server stops before."""

        async def do() -> None:
            if seconds:
                await asyncio.sleep(seconds)
            try:
                await work
            except (Refused, StoreFailed) as error:
                LOGGER.warning("left undone: %s", error)

        task = asyncio.get_running_loop().create_task(do())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def sweep(self) -> None:
        """Put tables out of memory that nobody has looked at for a while."""
        now = time.monotonic()
        for name in [n for n, t in self.tables.items() if not t.connections and now - t.idle_since > IDLE]:
            del self.tables[name]

    async def close(self) -> None:
        """Let go of everybody and finish writing."""
        for table in self.tables.values():
            for connection in table.connections:
                connection.drop(1012)
        for task in self._tasks:
            task.cancel()
        await asyncio.sleep(0)
        await self.store.close()
