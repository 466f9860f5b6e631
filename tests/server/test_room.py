"""A table before a game: opening it, sitting down, its host."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tacora.game import Refused
from tacora.server.domain.chairs import COLOURS
from tacora.server.domain.log import TimeControl
from tacora.server.domain.room import Room, open_room
from tacora.server.domain.rules import Rules
from tacora.server.domain.tokens import digest, same
from tests.server.logged_room import MISTER, NAMES, TINY, LoggedRoom, picture, playing, refusal_of, seated

# Opening


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (Rules(edition="monopoly"), "unknown-edition"),
        (Rules(seats=2), "seat-count"),
        (Rules(seats=9), "seat-count"),
        (Rules(seats=-1), "seat-count"),
        (Rules(seats=10**12), "seat-count"),
        (Rules(game="mister-diamond", seats=1), "seat-count"),
        (Rules(expert=True), "wrong-game"),
        (Rules(notes=False), "wrong-game"),
        (Rules(game="mister-diamond", relics=False), "wrong-game"),
        (Rules(game="mister-diamond", chests="hidden"), "wrong-game"),
        (Rules(game="mister-diamond", edition="tacora-2024"), "unknown-edition"),
    ],
)
def test_a_table_cannot_be_opened_for_what_cannot_be_played(rules: Rules, code: str) -> None:
    assert refusal_of(lambda: open_room("bakitolu", rules, TimeControl(), listed=True)) == code


@pytest.mark.parametrize("clock", [0, -5, 3601, 10**9])
def test_a_clock_that_makes_no_sense_is_refused_from_the_beginning_and_later(clock: int) -> None:
    manners = TimeControl(clock=clock)
    assert refusal_of(lambda: open_room("bakitolu", TINY, manners, listed=True)) == "bad-clock"
    assert refusal_of(lambda: seated().room.settle(manners)) == "bad-clock"


def test_settled_manners_hold_in_the_middle_of_a_game_too() -> None:
    table = playing()
    wanted = TimeControl(clock=30, absence="bot", thinking=False)
    table.write(table.room.settle(wanted))
    assert table.room.time_control == table.again().time_control == wanted


# Changing the rules before the first game


def test_rules_change_until_the_first_deal_and_those_who_sit_stay() -> None:
    table = seated()
    wanted = Rules(edition="schmidt-2005", seats=5, chests="hidden")
    table.write(*table.room.change_rules(wanted))
    assert table.room.rules == table.again().rules == wanted
    assert [chair is not None for chair in table.room.chairs] == [True, True, True, False, False]
    assert table.room.change_rules(wanted) == []
    table.write(*table.room.start(fill=True, names=NAMES))
    assert refusal_of(lambda: table.room.change_rules(TINY)) == "game-running"
    assert table.room.play is not None
    while table.room.running:
        table.write(*table.room.decide(dict.fromkeys(table.room.play.pending, "L"), table.room.decision))
    assert refusal_of(lambda: table.room.change_rules(TINY)) == "rules-settled"


def test_bots_on_seats_that_are_gone_stand_up_and_people_do_not() -> None:
    table = LoggedRoom(Rules(seats=5))
    table.write(table.room.sit("Ann", None, "", 0)[0], table.room.sit_bot("badger", 4, "Badger"))
    table.write(*table.room.change_rules(Rules(seats=4)))
    assert len(table.room.chairs) == len(table.room.totals) == 4
    assert table.room.bots == 0
    table.write(table.room.sit("Ben", None, "", 3)[0])
    assert refusal_of(lambda: table.room.change_rules(Rules(seats=3))) == "seat-taken-beyond"


@pytest.mark.parametrize("rules", [Rules(seats=2), Rules(edition="monopoly", seats=3), Rules(expert=True)])
def test_rules_that_cannot_be_played_are_not_changed_to(rules: Rules) -> None:
    assert refusal_of(lambda: seated().room.change_rules(rules)) is not None
    assert refusal_of(lambda: seated().room.change_rules(MISTER)) == "rules-settled", "another game is another table"


def test_a_repeated_deal_keeps_its_rules() -> None:
    entry, _ = open_room("bakitolu", TINY, TimeControl(), listed=False, deal="00" * 32)
    room = Room("bakitolu")
    room.enter(entry)
    assert refusal_of(lambda: room.change_rules(Rules(seats=4))) == "rules-settled"


# Sitting down


def test_a_seat_belongs_to_its_token_and_the_log_does_not_hold_it() -> None:
    table = LoggedRoom()
    tokens = [table.sit(name) for name in ("Ann", "Ben")]
    assert [table.room.chairs.owns(seat, digest(tokens[seat])) for seat in (0, 1)] == [True, True]
    assert [table.room.chairs.owns(seat, digest(tokens[1 - seat])) for seat in (0, 1)] == [False, False]
    assert not table.room.chairs.owns(2, digest(tokens[0]))
    assert not table.room.chairs.owns(0, digest(""))
    written = b"".join(table.lines).decode()
    assert not any(secret in written for secret in (*tokens, table.host))
    assert digest(tokens[0]) in written
    assert all(len(token) >= 32 for token in (*tokens, table.host))
    assert len({*tokens, table.host}) == 3


def test_a_seat_can_belong_to_a_token_that_its_owner_chose() -> None:
    table = LoggedRoom()
    entry, token = table.room.sit("Ann", None, "", 1, "of-my-own-choice-and-long")
    table.write(entry)
    assert token == "of-my-own-choice-and-long"
    assert token.encode() not in b"".join(table.lines)
    assert [table.room.chairs.seat_of(digest(text)) for text in (token, digest(token), "")] == [1, None, None]


def test_a_digest_is_not_a_token() -> None:
    table = LoggedRoom()
    kept = digest(table.sit("Ann"))
    assert not table.room.chairs.owns(0, digest(kept))
    assert not same(digest(""), None)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (lambda room: room.sit("Ann", None, "", None), "name-taken"),
        (lambda room: room.sit("", None, "", None), "bad-name"),
        (lambda room: room.sit("   ", None, "", None), "bad-name"),
        (lambda room: room.sit("x" * 41, None, "", None), "bad-name"),
        (lambda room: room.sit("two\nlines", None, "", None), "bad-name"),
        (lambda room: room.sit("\u202egnirts", None, "", None), "bad-name"),
        (lambda room: room.sit("Dora", None, "", 0), "seat-taken"),
        (lambda room: room.sit("Dora", None, "", 3), "seat-taken"),
        (lambda room: room.sit("Dora", None, "", -1), "seat-taken"),
        (lambda room: room.sit("Dora", 0, "", None), "colour-taken"),
        (lambda room: room.sit("Dora", COLOURS, "", None), "colour-taken"),
        (lambda room: room.sit("Dora", -1, "", None), "colour-taken"),
        (lambda room: room.sit("Dora", None, "x" * 65, None), "luck-too-long"),
        (lambda room: room.sit_bot("wizard", None, "Wizard"), "unknown-bot"),
        (lambda room: room.sit_bot("gems:0", None, "Gems"), "bot-parameter"),
        (lambda room: room.sit_bot("badger", 0, "Badger"), "seat-taken"),
        (lambda room: room.stand(2), "no-such-chair"),
        (lambda room: room.stand(-1), "no-such-chair"),
        (lambda room: room.stand(99), "no-such-chair"),
        (lambda room: room.pass_host(2), "no-such-chair"),
        (lambda room: room.pass_host(99), "no-such-chair"),
        (lambda room: room.start(False, NAMES), "seats-free"),
        (lambda room: room.decide({0: "C"}, 0), "no-game"),
        (lambda room: room.withdraw(0, 0), "no-game"),
        (lambda room: room.more_time(0, 0), "no-game"),
        (lambda room: room.speak(0, "you cheat"), "unknown-phrase"),
        (lambda room: room.speak(2, "hello"), "no-such-chair"),
        (lambda room: room.speak(0, words="well done"), "phrases-only"),
        (lambda room: room.allow(0, 0.4), "bad-multiplier"),
        (lambda room: room.allow(0, 10.5), "bad-multiplier"),
        (lambda room: room.allow(0, float("nan")), "bad-multiplier"),
        (lambda room: room.allow(2, 2.0), "no-such-chair"),
    ],
)
def test_refusals_before_a_game_change_nothing(wish: Callable[[Room], object], code: str) -> None:
    table = LoggedRoom()
    table.sit("Ann")
    table.sit("Ben")
    before = picture(table.room)
    assert refusal_of(lambda: wish(table.room)) == code
    assert picture(table.room) == before


def test_a_full_table_takes_nobody() -> None:
    table = seated()
    assert refusal_of(lambda: table.room.sit("Dora", None, "", None)) == "table-full"
    assert refusal_of(lambda: table.room.sit_bot("badger", None, "Badger")) == "table-full"


@pytest.mark.parametrize(
    "bot", ["table:/etc/passwd", "table:", "table", "table:strategy.json", "strategy:x", "strategy:", "strategy"]
)
@pytest.mark.parametrize("rules", [TINY, MISTER])
def test_no_table_has_a_file_of_the_server_read(bot: str, rules: Rules) -> None:
    assert refusal_of(lambda: LoggedRoom(rules).room.sit_bot(bot, None, "Bot")) == "unknown-bot"


@pytest.mark.parametrize("rules", [TINY, MISTER])
@pytest.mark.parametrize("bot", ["no-such-bot", "hunter", "master"])
def test_whoever_names_no_bot_is_told_of_those_that_may_sit_there_and_no_others(bot: str, rules: Rules) -> None:
    with pytest.raises(Refused) as refused:
        LoggedRoom(rules).room.sit_bot(bot, None, "Bot")
    assert refused.value.code == "unknown-bot"
    known = str(refused.value.facts["known"]).split(", ")
    assert set(rules.kind.characters) <= set(known)
    assert not {"hunter", "table:FILE", "strategy:FILE", "master"} & set(known)


def test_everybody_has_a_name_and_a_colour_of_their_own_whoever_comes() -> None:
    table = LoggedRoom(Rules(seats=8))
    entry, _ = table.room.sit("Badger", 5, "", 2)
    table.write(entry)
    table.write(table.room.sit_bot("badger", None, "Badger"))
    table.write(table.room.sit_bot("badger", 5, "Badger"))
    table.write(*table.room.start(fill=True, names=NAMES))
    chairs = [chair for chair in table.room.chairs if chair is not None]
    assert len(chairs) == len({chair.name for chair in chairs}) == len({chair.colour for chair in chairs}) == 8
    assert table.room.chairs[5] is not None
    assert table.room.chairs[5].name == "Badger 3"


def test_a_seat_that_was_given_up_is_no_longer_its_owners() -> None:
    table = LoggedRoom()
    token = table.sit("Ann")
    table.write(*table.room.stand(0))
    table.sit("Ben")
    assert not table.room.chairs.owns(0, digest(token))
    assert table.room.chairs.people() == [0]


# The host


def test_whoever_opens_the_table_hosts_it_until_the_role_is_passed_on() -> None:
    table = LoggedRoom()
    ann, ben = table.sit("Ann"), table.sit("Ben")
    assert table.room.is_host([digest(table.host)])
    assert table.room.is_host([digest(ann), digest(table.host)])
    assert not table.room.is_host([digest(ann), digest(ben)])
    assert not table.room.is_host([])
    table.write(table.room.pass_host(1))
    assert table.room.is_host([digest(ben)])
    assert not table.room.is_host([digest(table.host), digest(ann)])


def test_a_host_who_gets_up_leaves_the_role_to_whoever_sits_or_to_whoever_opened() -> None:
    table = LoggedRoom()
    ann, ben = table.sit("Ann"), table.sit("Ben")
    table.write(table.room.sit_bot("badger", None, "Badger"), table.room.pass_host(0))
    table.write(*table.room.stand(0))
    assert table.room.is_host([digest(ben)])
    assert not table.room.is_host([digest(ann)])
    table.write(*table.room.stand(1))
    assert not table.room.is_host([digest(ben)])
    assert table.room.is_host([digest(table.host)])
    assert table.again().is_host([digest(table.host)])


def test_a_bot_cannot_host() -> None:
    table = LoggedRoom()
    table.write(table.room.sit_bot("badger", None, "Badger"))
    assert refusal_of(lambda: table.room.pass_host(0)) == "no-such-chair"
