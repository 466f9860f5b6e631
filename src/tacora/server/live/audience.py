"""The sessions connected to a table, and the frames that each of them gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from tacora import protocol
from tacora.game import Refused, Seat
from tacora.server.domain.room import Room
from tacora.server.domain.tokens import same
from tacora.server.frames.builder import FrameBuilder, Presence, table_frame, thinking
from tacora.server.frames.recipient import Recipient
from tacora.server.live.limits import Limits
from tacora.server.live.outbox import Frames, Outbox
from tacora.server.live.session import NOBODY, Session

_MOST_TOKENS = 16


def seats_of(room: Room, session: Session) -> tuple[Seat, ...]:
    """The seats that the session's tokens own; none for a shared screen."""
    if session.screen:
        return ()
    return tuple(
        seat for seat in room.chairs.people() if True in [room.chairs.owns(seat, token) for token in session.tokens]
    )


class Audience:
    """The sessions of one table."""

    __slots__ = "_limits", "_outbox", "sessions"

    def __init__(self, outbox: Outbox, limits: Limits) -> None:
        self._limits = limits
        self.sessions: list[Session] = []
        self._outbox = outbox

    # Who is connected

    def recognise(self, room: Room, session: Session) -> None:
        """Determine which seats the session owns and whether it hosts. Drops useless tokens if there are many."""
        seats = seats_of(room, session)
        session.recipient = Recipient(session.language, seats, session.wording)
        session.hosting = room.is_host(session.tokens)
        session.away &= frozenset(seats)
        if len(session.tokens) > _MOST_TOKENS:
            assert room.opened is not None
            kept = [room.opened.host, *(room.chairs.at(seat).token for seat in seats)]
            session.tokens = [token for token in session.tokens if True in [same(token, each) for each in kept]]

    def recognise_all(self, room: Room) -> None:
        """The same for all sessions, after seats or roles have changed hands."""
        for session in self.sessions:
            self.recognise(room, session)

    def check_room_for(self, session: Session) -> None:
        """Refuse another watcher, or another connection to a seat or to the role of the host, where there are many."""
        limits, mine = self._limits, set(session.recipient.seats)
        if mine or session.hosting:
            same = [
                other for other in self.sessions if mine & set(other.recipient.seats) or (not mine and other.hosting)
            ]
            counts = [(len(same), limits.connections_per_seat)]
        else:
            watching = [other for other in self.sessions if not other.recipient.seats]
            near = sum(other.address == session.address for other in watching)
            counts = [(len(watching), limits.watchers), (near, limits.watchers_per_address)]
        for count, most in counts:
            if count >= most:
                raise Refused("crowded", most=most)

    def presence(self, late: frozenset[Seat], *others: Session) -> Presence:
        """Who is connected, including `others` that are about to join."""
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

    # Frames

    def show_table(self, room: Room, session: Session, presence: Presence) -> None:
        """Send the `table` frame, unless it equals the last one sent."""
        frame = protocol.encoded(table_frame(room, session.recipient, presence, session.hosting))
        if hash(frame) != session.shown:
            session.shown = hash(frame)
            self._outbox.post(session, frame)

    def table_frames(self, room: Room, presence: Presence) -> Iterator[Frames]:
        """The `table` frames for all sessions; each distinct one is encoded once, from what all of them share."""
        if not self.sessions:
            return
        shared = table_frame(room, NOBODY, presence, hosting=False)
        made: dict[tuple[tuple[Seat, ...], bool], bytes] = {}
        for session in self.sessions:
            who = yours, hosting = session.recipient.seats, session.hosting
            frame = made.get(who)
            if frame is None:
                frame = made[who] = protocol.encoded(replace(shared, yours=yours, hosting=hosting))
            session.shown = hash(frame)
            yield session, [frame]

    def news_frames(self, builder: FrameBuilder) -> list[Frames]:
        """The frames about an entry for all sessions."""
        return [(session, builder.texts(session.recipient)) for session in self.sessions]

    def clock_frames(self, room: Room, left: Mapping[Seat, float]) -> Iterator[Frames]:
        """The `clock` frames for all sessions; none without a clock."""
        if left:
            builder = FrameBuilder(room, None)
            for session in self.sessions:
                yield session, [protocol.encoded(builder.clock(session.recipient, left))]

    def sealed_frames(self, room: Room, seat: Seat) -> Iterator[Frames]:
        """The `thinking` frames that confirm a sealed or withdrawn decision to the seat's owner at once."""
        for session in self.sessions:
            if seat in session.recipient.seats:
                session.counted = protocol.encoded(thinking(room, session.recipient))
                yield session, [session.counted]

    def tell_count(self, room: Room) -> None:
        """Send the `thinking` frames that changed. So nobody notices when another player only changes a decision."""
        for session in self.sessions:
            frame = protocol.encoded(thinking(room, session.recipient))
            if frame != session.counted:
                session.counted = frame
                self._outbox.post(session, frame)

    def tell_game(self, room: Room, session: Session) -> None:
        """Send the current step, and the result if the game is over."""
        if room.play is not None:
            builder = FrameBuilder(room, None)
            session.tell(protocol.encoded(builder.step(session.recipient)))
            if not room.running:
                session.tell(protocol.encoded(builder.over(session.recipient.say)))

    def tell_situation(self, room: Room, session: Session, left: Mapping[Seat, float]) -> None:
        """Send the count of pending decisions and the clock, if a game is running."""
        if room.running:
            session.counted = protocol.encoded(thinking(room, session.recipient))
            self._outbox.post(session, session.counted)
            if left:
                self._outbox.post(session, protocol.encoded(FrameBuilder(room, None).clock(session.recipient, left)))
