"""What clients may wish for, and who may wish it: the way from a frame to the entries that carry it out."""

from __future__ import annotations

import time

from tacora import protocol
from tacora.game import Refused, Seat
from tacora.narration import refusal
from tacora.narration.catalogue import Language, catalogue
from tacora.protocol import AnyWish, Trouble
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.names import visible_name
from tacora.server.domain.room import Room
from tacora.server.frames.builder import FrameBuilder
from tacora.server.live.bots import bot_name
from tacora.server.live.interface import TableInterface
from tacora.server.live.session import Session


def trouble(language: Language, refused: Refused, about: str | None) -> bytes:
    """A refusal as a frame. Which seat or decision it is about, whoever asked knows better than any number tells."""
    facts = {name: fact for name, fact in refused.facts.items() if name not in ("seat", "decision")}
    say = refusal(catalogue(language), Refused(refused.code, **facts))
    return protocol.encoded(Trouble(code=refused.code, say=say, id=about))


def back(room: Room, seat: Seat) -> list[AnyEntry]:
    """Whoever is back has the seat back."""
    return [log.CameBack(seat=seat)] if room.chairs.at(seat).sitting_in is not None else []


def carry_out(table: TableInterface, session: Session, wish: AnyWish, pause: float) -> None:
    """Do what is wished, or refuse it. Where bots play, there is a pause of so many seconds between two deals."""
    match wish:
        case protocol.Ask():
            _answer(table, session, wish)
        case protocol.Decide() | protocol.Withdraw() | protocol.MoreTime() | protocol.Speak() | protocol.Away():
            if wish.seat not in session.recipient.seats:
                raise Refused("not-your-seat", given=wish.seat)
            _play(table, session, wish)
        case protocol.Sit():
            _sit(table, session, wish)
        case protocol.Stand():
            if wish.seat not in session.recipient.seats:
                _check_host(session)
                if table.room.running:  # Nobody plays for somebody who is there; `settle` says what else is done.
                    raise Refused("game-running")
            table.write(table.room.stand(wish.seat))
        case _:
            _check_host(session)
            _host(table, session, wish, pause)


def _answer(table: TableInterface, session: Session, ask: protocol.Ask) -> None:
    """Tell somebody what lies on the table, once all of it is kept."""
    if table.room.play is None:
        raise Refused("no-game")
    frame = FrameBuilder(table.room, None).answer(session.recipient, ask)
    table.outbox.post(session, protocol.encoded(frame))


def _play(
    table: TableInterface,
    session: Session,
    wish: protocol.Decide | protocol.Withdraw | protocol.MoreTime | protocol.Speak | protocol.Away,
) -> None:
    """What the owner of a seat may do; whoever decides, or asks for time, is back."""
    room, seat = table.room, wish.seat
    first = back(room, seat)
    match wish:
        case protocol.Decide():
            _heard_of(table, session, seat, [*first, *room.decide({seat: wish.action}, wish.decision)])
        case protocol.Withdraw():
            _heard_of(table, session, seat, [*first, *room.withdraw(seat, wish.decision)])
        case protocol.MoreTime():
            if room.time_control.clock is None:
                raise Refused("no-clock")
            _heard_of(table, session, seat, [*first, room.more_time(seat, wish.decision)])
        case protocol.Speak():
            table.write([room.speak(seat, wish.phrase)])
        case protocol.Away() if wish.away:
            session.away |= {seat}
            table.presence_changed()
        case protocol.Away():
            for other in table.audience.sessions:
                other.away -= {seat}
            table.presence_changed()
            _heard_of(table, session, seat, first)


def _heard_of(table: TableInterface, session: Session, seat: Seat, entries: list[AnyEntry]) -> None:
    if seat in table.attendance.late:
        table.attendance.late.discard(seat)
        table.presence_changed()
    table.write(entries)
    if not entries:  # A frame that changed nothing, such as one sent twice.
        table.audience.tell_situation(table.room, session, table.time_left())


def _sit(table: TableInterface, session: Session, wish: protocol.Sit) -> None:
    room = table.room
    if wish.token is not None and (seat := room.chairs.seat_of(wish.token)) is not None:
        _sit_again(table, session, wish, wish.token, seat)
        return
    name = visible_name(wish.name, room.chairs.names())
    sat, token = room.sit(name, wish.colour, wish.luck, wish.seat, wish.token)
    entries: list[AnyEntry] = [sat]
    if wish.mine:
        if session.hosting and room.host_seat is None:  # So that the personal link carries the role, too.
            entries.append(log.HostPassed(seat=sat.seat))
        session.add_token(token)
    table.write(entries)
    table.outbox.post(session, protocol.encoded(protocol.Seated(seat=sat.seat, token=token, id=wish.id)))


def _sit_again(table: TableInterface, session: Session, wish: protocol.Sit, token: str, seat: Seat) -> None:
    """A wish that was granted already, but whose answer was perhaps lost: the seat is there, and is told again."""
    if wish.mine and seat not in session.recipient.seats:
        session.add_token(token)
        table.audience.recognise(table.room, session)
        table.presence_changed()
        table.write(back(table.room, seat))
        table.audience.show_table(table.room, session, table.presence())
        if table.room.running:
            step = FrameBuilder(table.room, None).step(session.recipient)
            table.outbox.post(session, protocol.encoded(step))
            table.audience.tell_situation(table.room, session, table.time_left())
    table.outbox.post(session, protocol.encoded(protocol.Seated(seat=seat, token=token, id=wish.id)))


def _check_host(session: Session) -> None:
    if not session.hosting:
        raise Refused("not-host")


def _host(table: TableInterface, session: Session, wish: AnyWish, pause: float) -> None:
    """What the host may do."""
    room = table.room
    match wish:
        case protocol.SitBot():
            table.write([room.sit_bot(wish.bot, wish.seat, bot_name(session.language, wish.bot))])
        case protocol.Start():
            characters = room.rules.kind.characters
            entries = room.start(wish.fill, {bot: bot_name(session.language, bot) for bot in characters})
            _check_pace(table, pause)
            table.write(entries)
        case protocol.Settle():
            table.write([room.settle(TimeControl(clock=wish.clock, absence=wish.absence, thinking=wish.thinking))])
        case protocol.Allow():
            table.write([room.allow(wish.seat, wish.multiplier)])
        case protocol.PassHost():
            table.write([room.pass_host(wish.seat)])


def _check_pace(table: TableInterface, pause: float) -> None:
    """Where bots play, one game does not follow upon another without a pause."""
    people = sum(chair is not None and chair.played_by_bot is None for chair in table.room.chairs)
    if people < len(table.room.chairs) and time.monotonic() < table.dealt_at + pause:
        raise Refused("too-soon", seconds=pause)
