"""Carries out wishes: checks who may wish for what, and turns each into log entries."""

from __future__ import annotations

import time
from functools import partial

from tacora import protocol
from tacora.game import Refused, Seat
from tacora.narration import refused_in_full
from tacora.narration.catalogue import Language, catalogue
from tacora.protocol import AnyWish, Trouble
from tacora.record.shape import shape_error
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.names import visible_name
from tacora.server.domain.room import Room
from tacora.server.domain.rules import Rules, from_written
from tacora.server.domain.tokens import digest
from tacora.server.frames.builder import COACH, FrameBuilder
from tacora.server.live.bots import bot_name
from tacora.server.live.interface import TableInterface
from tacora.server.live.limits import TableQuota
from tacora.server.live.session import Session


def trouble(language: Language, refused: Refused, about: str | None) -> bytes:
    """A refusal as an encoded frame, without seat and decision: the client knows what it asked for."""
    facts = {name: fact for name, fact in refused.facts.items() if name not in ("seat", "decision")}
    say = refused_in_full(catalogue(language), Refused(refused.code, **facts))
    return protocol.encoded(Trouble(code=refused.code, say=say, id=about, at=str(facts.get("at") or "") or None))


def back(room: Room, seat: Seat) -> list[AnyEntry]:
    """The entry that takes the seat back from a bot, if one sits in."""
    return [log.CameBack(seat=seat)] if room.bots and room.chairs.at(seat).sitting_in is not None else []


_FREE = {protocol.Ask, protocol.Away}
"""Wishes that write nothing."""


def check_quota(quota: TableQuota, session: Session, wish: AnyWish) -> None:
    """Refuse what would write, or say, more than this seat, or this address, may."""
    if type(wish) in _FREE:
        return
    seats = session.recipient.seats
    who = seats[0] if seats else "host" if session.hosting else session.address
    if isinstance(wish, protocol.Speak) and not quota.may_speak(who):
        raise Refused("too-many-words")
    if not quota.may_write(who, session.address):
        raise Refused("too-many-writes")


def carry_out(table: TableInterface, session: Session, wish: AnyWish, pause: float) -> None:
    """Carry out a wish, or raise `Refused`. `pause`: least seconds between two deals where bots play."""
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
                if table.room.running:  # During a game, `absence` (see `settle`) decides who is replaced.
                    raise Refused("game-running")
            table.write(table.room.stand(wish.seat))
        case _:
            _check_host(session)
            _host(table, session, wish, pause)


def _answer(table: TableInterface, session: Session, ask: protocol.Ask) -> None:
    """Answer a question about the table, once all entries are durable."""
    if table.room.play is None:
        raise Refused("no-game")
    if ask.about == COACH and not table.coach.is_ready(table.room):
        table.coach.prepare(table.room, partial(_answer_later, table, session, ask))
        return
    frame = FrameBuilder(table.room, None).answer(session.recipient, ask)
    table.outbox.post(session, protocol.encoded(frame))


def _answer_later(table: TableInterface, session: Session, ask: protocol.Ask) -> None:
    """Answer a question once the coach is prepared."""
    if table.retired or session.gone:
        return
    try:
        _answer(table, session, ask)
    except Refused as refused:
        session.tell(trouble(session.language, refused, ask.id))


def _play(
    table: TableInterface,
    session: Session,
    wish: protocol.Decide | protocol.Withdraw | protocol.MoreTime | protocol.Speak | protocol.Away,
) -> None:
    """Wishes of a seat's owner. All but speaking and going away take the seat back from a bot that sits in."""
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
            table.write([room.speak(seat, wish.phrase, wish.words)])
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
    if not entries:  # Nothing changed, as when a frame is sent twice: confirm the state.
        table.audience.tell_situation(table.room, session, table.time_left())


def _sit(table: TableInterface, session: Session, wish: protocol.Sit) -> None:
    room = table.room
    if wish.token is not None and (seat := room.chairs.seat_of(digest(wish.token))) is not None:
        _sit_again(table, session, wish, wish.token, seat)
        return
    name = visible_name(wish.name, room.kept_names())
    sat, token = room.sit(name, wish.colour, wish.luck, wish.seat, wish.token)
    entries: list[AnyEntry] = [*room.give_way(name), sat]
    if wish.mine:
        # So that the personal link carries the role, too. At a table of an evening whoever sits down first has it.
        if (session.hosting or room.club) and room.host_seat is None:
            entries.append(log.HostPassed(seat=sat.seat))
        session.add_token(digest(token))
    table.write(entries)
    table.outbox.post(session, protocol.encoded(protocol.Seated(seat=sat.seat, token=token, id=wish.id)))


def _sit_again(table: TableInterface, session: Session, wish: protocol.Sit, token: str, seat: Seat) -> None:
    """Answer a repeated `sit`, whose first answer may have been lost: the token already owns the seat."""
    if wish.mine and seat not in session.recipient.seats:
        session.add_token(digest(token))
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
    """Wishes of the host."""
    room = table.room
    match wish:
        case protocol.SitBot():
            table.write([room.sit_bot(wish.bot, wish.seat, bot_name(session.language, wish.bot))])
        case protocol.Start():
            company = room.rules.kind.company if wish.fill else ()
            entries = room.start(wish.fill, {bot: bot_name(session.language, bot) for bot in company})
            _check_pace(table, pause)
            if not table.quota.may_start(session.address):
                raise Refused("too-many-games")
            table.write(entries)
        case protocol.Settle():
            wanted = TimeControl(
                clock=wish.clock,
                absence=wish.absence,
                thinking=wish.thinking,
                named=wish.named,
                words=wish.words,
            )
            table.write([room.settle(wanted)])
        case protocol.ChangeRules():
            try:
                rules = from_written(Rules, wish.rules)
            except TypeError as error:
                raise Refused("bad-frame", detail=shape_error(str(error))) from None
            table.write(room.change_rules(rules))
        case protocol.Allow():
            table.write([room.allow(wish.seat, wish.multiplier)])
        case protocol.PassHost():
            table.write([room.pass_host(wish.seat)])


def _check_pace(table: TableInterface, pause: float) -> None:
    """Refuse a deal that follows the last one too soon, where bots play."""
    people = sum(chair is not None and chair.played_by_bot is None for chair in table.room.chairs)
    if people < len(table.room.chairs) and time.monotonic() < table.dealt_at + pause:
        raise Refused("too-soon", seconds=pause)
