"""The log of a table: it is read for ever, and it is all there is."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacora.game import Refused
from tacora.games.records import retell
from tacora.server.domain import log, snapshot
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.room import Room
from tacora.server.domain.rules import Rules
from tacora.server.domain.tokens import digest
from tests.server.logged_room import MISTER, NAMES, TINY, LoggedRoom, picture, playing, seated


def test_a_damaged_or_newer_entry_is_refused_as_unreadable() -> None:
    for line in (b"", b"{", b"[]", b'{"type":"danced"}', b'{"type":"stood","seat":1,"why":"x"}', b"\xff\xfe", b"{}"):
        with pytest.raises(log.Unreadable):
            log.read(line)


def test_a_game_by_newer_rules_is_unreadable_too_and_an_old_one_says_nothing_of_them() -> None:
    table = seated()
    (dealt,) = table.room.start(fill=False, names=NAMES)
    assert isinstance(dealt, log.Dealt)
    assert b"rules_version" not in log.written(dealt)
    with pytest.raises(log.Unreadable, match="newer rules"):
        table.room.enter(msgspec.structs.replace(dealt, rules_version=2))


@pytest.mark.parametrize("rules", [{"game": "chess"}, {"relicz": True}, {"edition": "monopoly"}, {"seats": 99}])
def test_a_table_whose_rules_cannot_be_played_here_cannot_be_read(rules: dict[str, object]) -> None:
    """Of a game that is not registered, or of a newer program: it is left as it is, and not listed."""
    table = LoggedRoom()
    line = json.loads(table.lines[0])
    line["rules"] = rules
    with pytest.raises(log.Unreadable):
        Room("gone").enter(log.read(json.dumps(line).encode()))


WRITTEN = (
    '{"type":"opened","at":1.5,"rules":{"edition":"tiny","seats":3},"manners":{"clock":30},"host":"HH","secret":"00"}',
    '{"type":"sat","seat":0,"name":"Ann","colour":0,"token":"AA","luck":"x"}',
    '{"type":"sat","seat":1,"name":"Ben","colour":3,"token":"BB"}',
    '{"type":"sat","seat":2,"name":"Badger","colour":2,"bot":"badger"}',
    '{"type":"stood","seat":1}',
    '{"type":"sat","seat":1,"name":"Cleo","colour":1,"token":"CC"}',
    '{"type":"host-passed","seat":1}',
    '{"type":"settled","manners":{"absence":"bot","thinking":false}}',
    '{"type":"allowed","seat":0,"multiplier":2.5}',
    '{"type":"rules-changed","rules":{"edition":"tiny","seats":3,"odds":false}}',
    '{"type":"dealt","seed":"' + "00" * 32 + '"}',
    '{"type":"sealed","seat":0,"decision":9,"action":"C"}',
    '{"type":"withdrawn","seat":0,"decision":9}',
    '{"type":"time-given","seat":0,"decision":9}',
    '{"type":"sat-in","seat":0,"bot":"badger"}',
    '{"type":"came-back","seat":0}',
    '{"type":"spoke","seat":1,"phrase":"wait"}',
    '{"type":"stepped","decision":9,"actions":{"0":"L","1":"C","2":"C"}}',
    '{"type":"attempted","device":"DD","table":"bakitolu","name":"Ann"}',
    '{"type":"gathered","tables":["bakitolu","bakitola"]}',
    '{"type":"counted","tables":[1,2]}',
)
"""Stores out there have such lines: whatever changes, these have to be read like this for ever."""


def test_a_log_written_by_the_first_version_is_read_for_ever() -> None:
    room = Room("bakitolu")
    for line in WRITTEN:
        entry = log.read(line.encode())
        assert log.written(entry).decode() == line
        room.enter(entry)
    assert {type(log.read(line.encode())) for line in WRITTEN} == set(get_args(log.AnyEntry))
    assert room.rules == Rules(edition="tiny", seats=3, odds=False)
    assert room.time_control == TimeControl(absence="bot", thinking=False)
    assert [chair.name for chair in room.chairs if chair is not None] == ["Ann", "Cleo", "Badger"]
    assert (room.host_seat, room.games, room.decision, room.news, room.seq) == (1, 1, 3, 3, 21)
    assert room.play is not None
    assert room.play.pending == (1, 2)
    assert list(map(str, (event.card for event in room.play.history if hasattr(event, "card")))) == ["R3", "snakes"]


TIME_CONTROLS = st.builds(
    TimeControl,
    clock=st.none() | st.integers(-1, 4000),
    absence=st.sampled_from(["wait", "leave", "bot"]),
    thinking=st.booleans(),
)
NUMBERS = {int: st.integers(0, 2**53), float: st.floats(allow_nan=False, allow_infinity=False)}
ENTRIES = st.one_of(
    *(
        st.builds(kind, **{one.name: NUMBERS[one.type] for one in msgspec.structs.fields(kind) if one.type in NUMBERS})
        for kind in get_args(log.AnyEntry)
        if kind not in (log.Opened, log.Settled, log.RulesChanged)
    ),
    st.builds(log.Settled, time_control=TIME_CONTROLS),
    st.builds(log.RulesChanged, rules=st.sampled_from([TINY, MISTER])),
    st.builds(log.Opened, rules=st.sampled_from([TINY, MISTER]), time_control=TIME_CONTROLS),
)


@given(ENTRIES)
def test_an_entry_is_read_as_it_was_written(entry: AnyEntry) -> None:
    assert log.read(log.written(entry)) == entry
    assert msgspec.json.decode(log.written(entry))["type"] == type(entry).__struct_config__.tag


# Snapshots


def test_a_snapshot_has_all_that_outlasts_a_game() -> None:
    table = playing()
    table.write(table.room.allow(1, 2.0), table.room.pass_host(1), table.room.settle(TimeControl(clock=9)))
    table.write(*table.room.stand(2), table.room.speak(0, "hello"))
    table.play_out(action="L")
    table.write(*table.room.start(fill=False, names=NAMES))
    table.decide(0)
    first, second = table.from_snapshots()
    assert picture(first) == picture(second) == picture(table.room)
    assert any(second.totals)
    kept = set(json.loads(table.snapshots[-1][1])) - {"format"}
    known_otherwise = {"name", "seq", "bots", "play", "sealed", "extra_time"}
    assert {one.name for one in fields(Room)} == kept | known_otherwise, "raise the format with what a room knows"


def test_a_snapshot_of_another_format_or_without_sense_is_none() -> None:
    ((seq, state),) = playing().snapshots
    assert snapshot.decoded("bakitolu", seq, state) is not None
    for other in (
        state.replace(b'"format":1', b'"format":2'),
        state[:-1],
        b"",
        b"{}",
        b"\xff",
        state[:-1] + b',"x":1}',
    ):
        assert snapshot.decoded("bakitolu", seq, other) is None


# Any wish whatever

SEATS = st.one_of(st.integers(0, 2), st.integers(-2, 9))
WHEN = st.sampled_from([0, 0, 0, 0, -1, 1, -1000, 10**15])
TEXTS = st.one_of(st.sampled_from(["Ann", "Ben", "Cleo", "Badger", "badger", "hello"]), st.text(max_size=70))
ACTIONS = st.one_of(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["C", "L", "decline", ""]), TEXTS)
BOTS = st.one_of(st.sampled_from(["badger", "memory", "table:x", "gems:3", "random:0.5", "ev", "never"]), TEXTS)
WISHES = st.one_of(
    st.tuples(st.just("decide"), SEATS, ACTIONS, WHEN),
    st.tuples(st.just("all decide"), st.lists(st.integers(0, 9), min_size=1, max_size=9)),
    st.tuples(st.just("all decide"), st.lists(st.integers(0, 9), min_size=1, max_size=9)),
    st.tuples(st.just("withdraw"), SEATS, WHEN),
    st.tuples(st.just("more time"), SEATS, WHEN),
    st.tuples(st.just("sit"), TEXTS, st.none() | st.integers(-1, 9), TEXTS, st.none() | SEATS),
    st.tuples(st.just("sit bot"), BOTS, st.none() | SEATS),
    st.tuples(st.just("stand"), SEATS),
    st.tuples(st.just("start"), st.booleans()),
    st.tuples(st.just("start"), st.just(True)),
    st.tuples(st.just("settle"), TIME_CONTROLS),
    st.tuples(st.just("change rules"), st.integers(2, 8), st.booleans()),
    st.tuples(st.just("allow"), SEATS, st.floats()),
    st.tuples(st.just("speak"), SEATS, TEXTS),
    st.tuples(st.just("pass host"), SEATS),
    st.tuples(st.just("come back"), SEATS),
)


def entries_for(room: Room, wish: tuple[Any, ...]) -> list[AnyEntry]:
    """What a wish would have written."""

    def legal(seat: int, action: int | str) -> str:
        choices = room.play.legal(seat) if room.play is not None else ()
        return choices[action % len(choices)] if isinstance(action, int) and choices else str(action)

    match wish:
        case "decide", seat, action, when:
            return room.decide({seat: legal(seat, action)}, room.decision + when)
        case "all decide", choices:
            pending = room.play.pending if room.play is not None else ()
            return room.decide({s: legal(s, choices[s % len(choices)]) for s in pending}, room.decision)
        case "withdraw", seat, when:
            return room.withdraw(seat, room.decision + when)
        case "more time", seat, when:
            return [room.more_time(seat, room.decision + when)]
        case "sit", name, colour, luck, seat:
            return [room.sit(name, colour, luck, seat)[0]]
        case "sit bot", bot, seat:
            return [room.sit_bot(bot, seat, "Bot")]
        case "stand", seat:
            return room.stand(seat)
        case "start", fill:
            return room.start(fill, NAMES)
        case "settle", time_control:
            return [room.settle(time_control)]
        case "change rules", seats, odds:
            now = room.rules
            return room.change_rules(Rules(game=now.game, edition=now.edition, seats=seats, odds=odds))
        case "allow", seat, multiplier:
            return [room.allow(seat, multiplier)]
        case "speak", seat, phrase:
            return [room.speak(seat, phrase)]
        case "pass host", seat:
            return [room.pass_host(seat)]
        case "come back", seat:
            return [log.CameBack(seat=seat)] if room.chairs.at(seat).sitting_in else []
    raise AssertionError(wish)


@given(rules=st.sampled_from([TINY, TINY, MISTER]), wishes=st.lists(WISHES, max_size=60))
@settings(max_examples=300)
def test_whatever_is_wished_the_log_tells_the_same_room_and_a_refusal_changes_nothing(
    rules: Rules, wishes: list[tuple[Any, ...]]
) -> None:
    table = LoggedRoom(rules)
    for wish in wishes:
        before = picture(table.room)
        try:
            entries = entries_for(table.room, wish)
        except Refused:
            entries = []
        assert picture(table.room) == before  # Looking at a wish changes nothing, whether it is granted or not.
        over = table.room.games - table.room.running
        table.write(*entries)
        table.room.is_host([digest(table.host)])
        if table.room.games - table.room.running > over:
            assert table.room.play is not None
            summary = retell(table.room.play.record()).summary()
            assert summary.over
            assert summary.scores == table.room.play.outcome.scores  # type: ignore[union-attr]
    again = table.again()
    assert picture(again) == picture(table.room)
    assert again.seq == len(table.lines)
    for restored in table.from_snapshots():
        assert picture(restored) == picture(table.room)
    assert set(again.undecided()) | set(again.sealed) == set(again.play.pending if again.play else ())
