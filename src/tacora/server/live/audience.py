"""Whoever is connected to a table, and the frames that each of them gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacora import protocol
from tacora.game import Refused, Seat
from tacora.server.domain.room import Room
from tacora.server.domain.tokens import is_token
from tacora.server.frames.builder import Listener, Presence, Teller, table_frame, thinking
from tacora.server.live.connection import Connection
from tacora.server.live.outbox import Frames, Outbox

MOST_WATCHERS = 200
"""Connections to a table that own no seat."""
_MOST_TOKENS = 16


def seats_of(room: Room, connection: Connection) -> tuple[Seat, ...]:
    """The seats that belong to the tokens of a connection."""
    if connection.screen:
        return ()
    return tuple(seat for seat in room.people() if True in [room.owns(seat, token) for token in connection.tokens])


class Audience:
    """The connections of one table."""

    __slots__ = "_outbox", "connections"

    def __init__(self, outbox: Outbox) -> None:
        self.connections: list[Connection] = []
        self._outbox = outbox

    # Who is there

    def recognise(self, room: Room, connection: Connection) -> None:
        """Find out which seats are this connection's, and whether the role of the host is."""
        seats = seats_of(room, connection)
        connection.listener = Listener(connection.language, seats, connection.wording)
        connection.hosting = room.is_host(connection.tokens)
        connection.away &= frozenset(seats)
        if len(connection.tokens) > _MOST_TOKENS:
            assert room.opened is not None
            kept = [room.opened.host, *(room.chair(seat).token for seat in seats)]
            connection.tokens = [t for t in connection.tokens if True in [is_token(t, digest) for digest in kept]]

    def recognise_all(self, room: Room) -> None:
        """Likewise for all, because seats or roles have changed hands."""
        for connection in self.connections:
            self.recognise(room, connection)

    def check_crowd(self, connection: Connection) -> None:
        """Refuse one more who only watches, where there are enough."""
        watchers = sum(not other.listener.seats for other in self.connections)
        if not connection.listener.seats and not connection.hosting and watchers >= MOST_WATCHERS:
            raise Refused("crowded", most=MOST_WATCHERS)

    def presence(self, late: frozenset[Seat], *others: Connection) -> Presence:
        """Who is there now, these others included."""
        online: set[Seat] = set()
        present: set[Seat] = set()
        watchers = 0
        for connection in (*self.connections, *others):
            online.update(connection.listener.seats)
            present.update(set(connection.listener.seats) - connection.away)
            watchers += not connection.listener.seats
        return Presence(frozenset(online), frozenset(online - present), late, watchers)

    @property
    def seated(self) -> set[Seat]:
        """The seats whose owners are connected."""
        return {seat for connection in self.connections for seat in connection.listener.seats}

    @property
    def hosted(self) -> bool:
        """Whether the host is connected."""
        return any(connection.hosting for connection in self.connections)

    # What they are told

    def show_table(self, room: Room, connection: Connection, presence: Presence) -> None:
        """Tell somebody how the table is, unless that was told last."""
        frame = protocol.encoded(table_frame(room, connection.listener, presence, connection.hosting))
        if hash(frame) != connection.shown:
            connection.shown = hash(frame)
            self._outbox.post(connection, frame)

    def table_frames(self, room: Room, presence: Presence) -> Iterator[Frames]:
        """How the table is, for every connection; what several share is made once."""
        made: dict[tuple[tuple[Seat, ...], bool], bytes] = {}
        for connection in self.connections:
            who = connection.listener.seats, connection.hosting
            if who not in made:
                made[who] = protocol.encoded(table_frame(room, connection.listener, presence, connection.hosting))
            connection.shown = hash(made[who])
            yield connection, [made[who]]

    def news_frames(self, teller: Teller) -> Iterator[Frames]:
        """What everybody hears of an entry."""
        for connection in self.connections:
            yield connection, teller.texts(connection.listener)

    def clock_frames(self, room: Room, left: Mapping[Seat, float]) -> Iterator[Frames]:
        """How long everybody has, if there is a clock."""
        if left:
            teller = Teller(room, None)
            for connection in self.connections:
                yield connection, [protocol.encoded(teller.clock(connection.listener, left))]

    def sealed_frames(self, room: Room, seat: Seat) -> Iterator[Frames]:
        """Whoever decided hears at once that it is sealed."""
        for connection in self.connections:
            if seat in connection.listener.seats:
                connection.counted = protocol.encoded(thinking(room, connection.listener))
                yield connection, [connection.counted]

    def tell_count(self, room: Room) -> None:
        """How many still think. Nobody is to notice that somebody only changed a decision."""
        for connection in self.connections:
            frame = protocol.encoded(thinking(room, connection.listener))
            if frame != connection.counted:
                connection.counted = frame
                self._outbox.post(connection, frame)

    def tell_game(self, room: Room, connection: Connection) -> None:
        """The game as it stands."""
        if room.play is not None:
            teller = Teller(room, None)
            connection.tell(protocol.encoded(teller.step(connection.listener)))
            if not room.running:
                connection.tell(protocol.encoded(teller.over(connection.listener)))

    def tell_situation(self, room: Room, connection: Connection, left: Mapping[Seat, float]) -> None:
        """How many think, and how long they may, for somebody who comes into the middle of it."""
        if room.running:
            teller = Teller(room, None)
            connection.counted = protocol.encoded(teller.thinking(connection.listener))
            self._outbox.post(connection, connection.counted)
            if left:
                self._outbox.post(connection, protocol.encoded(teller.clock(connection.listener, left)))
