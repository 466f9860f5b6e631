"""Whoever is connected to a table, and the frames that each of them gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacora import protocol
from tacora.game import Refused, Seat
from tacora.server.domain.room import Room
from tacora.server.domain.tokens import is_token
from tacora.server.frames.builder import FrameBuilder, Presence, Recipient, table_frame, thinking
from tacora.server.live.outbox import Frames, Outbox
from tacora.server.live.session import Session

MOST_WATCHERS = 200
"""Connections to a table that own no seat."""
_MOST_TOKENS = 16


def seats_of(room: Room, session: Session) -> tuple[Seat, ...]:
    """The seats that belong to the tokens of a session."""
    if session.screen:
        return ()
    return tuple(
        seat for seat in room.chairs.people() if True in [room.chairs.owns(seat, token) for token in session.tokens]
    )


class Audience:
    """The sessions of one table."""

    __slots__ = "_outbox", "sessions"

    def __init__(self, outbox: Outbox) -> None:
        self.sessions: list[Session] = []
        self._outbox = outbox

    # Who is there

    def recognise(self, room: Room, session: Session) -> None:
        """Find out which seats are this session's, and whether the role of the host is."""
        seats = seats_of(room, session)
        session.recipient = Recipient(session.language, seats, session.wording)
        session.hosting = room.is_host(session.tokens)
        session.away &= frozenset(seats)
        if len(session.tokens) > _MOST_TOKENS:
            assert room.opened is not None
            kept = [room.opened.host, *(room.chairs.at(seat).token for seat in seats)]
            session.tokens = [t for t in session.tokens if True in [is_token(t, digest) for digest in kept]]

    def recognise_all(self, room: Room) -> None:
        """Likewise for all, because seats or roles have changed hands."""
        for session in self.sessions:
            self.recognise(room, session)

    def check_crowd(self, session: Session) -> None:
        """Refuse one more who only watches, where there are enough."""
        watchers = sum(not other.recipient.seats for other in self.sessions)
        if not session.recipient.seats and not session.hosting and watchers >= MOST_WATCHERS:
            raise Refused("crowded", most=MOST_WATCHERS)

    def presence(self, late: frozenset[Seat], *others: Session) -> Presence:
        """Who is there now, these others included."""
        online: set[Seat] = set()
        present: set[Seat] = set()
        watchers = 0
        for session in (*self.sessions, *others):
            online.update(session.recipient.seats)
            present.update(set(session.recipient.seats) - session.away)
            watchers += not session.recipient.seats
        return Presence(frozenset(online), frozenset(online - present), late, watchers)

    @property
    def seated(self) -> set[Seat]:
        """The seats whose owners are connected."""
        return {seat for session in self.sessions for seat in session.recipient.seats}

    @property
    def hosted(self) -> bool:
        """Whether the host is connected."""
        return any(session.hosting for session in self.sessions)

    # What they are told

    def show_table(self, room: Room, session: Session, presence: Presence) -> None:
        """Tell somebody how the table is, unless that was told last."""
        frame = protocol.encoded(table_frame(room, session.recipient, presence, session.hosting))
        if hash(frame) != session.shown:
            session.shown = hash(frame)
            self._outbox.post(session, frame)

    def table_frames(self, room: Room, presence: Presence) -> Iterator[Frames]:
        """How the table is, for every session; what several share is made once."""
        made: dict[tuple[tuple[Seat, ...], bool], bytes] = {}
        for session in self.sessions:
            who = session.recipient.seats, session.hosting
            if who not in made:
                made[who] = protocol.encoded(table_frame(room, session.recipient, presence, session.hosting))
            session.shown = hash(made[who])
            yield session, [made[who]]

    def news_frames(self, builder: FrameBuilder) -> Iterator[Frames]:
        """What everybody hears of an entry."""
        for session in self.sessions:
            yield session, builder.texts(session.recipient)

    def clock_frames(self, room: Room, left: Mapping[Seat, float]) -> Iterator[Frames]:
        """How long everybody has, if there is a clock."""
        if left:
            builder = FrameBuilder(room, None)
            for session in self.sessions:
                yield session, [protocol.encoded(builder.clock(session.recipient, left))]

    def sealed_frames(self, room: Room, seat: Seat) -> Iterator[Frames]:
        """Whoever decided hears at once that it is sealed."""
        for session in self.sessions:
            if seat in session.recipient.seats:
                session.counted = protocol.encoded(thinking(room, session.recipient))
                yield session, [session.counted]

    def tell_count(self, room: Room) -> None:
        """How many still think. Nobody is to notice that somebody only changed a decision."""
        for session in self.sessions:
            frame = protocol.encoded(thinking(room, session.recipient))
            if frame != session.counted:
                session.counted = frame
                self._outbox.post(session, frame)

    def tell_game(self, room: Room, session: Session) -> None:
        """The game as it stands."""
        if room.play is not None:
            builder = FrameBuilder(room, None)
            session.tell(protocol.encoded(builder.step(session.recipient)))
            if not room.running:
                session.tell(protocol.encoded(builder.over(session.recipient)))

    def tell_situation(self, room: Room, session: Session, left: Mapping[Seat, float]) -> None:
        """How many think, and how long they may, for somebody who comes into the middle of it."""
        if room.running:
            builder = FrameBuilder(room, None)
            session.counted = protocol.encoded(builder.thinking(session.recipient))
            self._outbox.post(session, session.counted)
            if left:
                self._outbox.post(session, protocol.encoded(builder.clock(session.recipient, left)))
