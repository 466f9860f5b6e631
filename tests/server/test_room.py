"""A table as its log tells it: what may be wished, what is refused, and that the log is all there is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacora.chance import commitment
from tacora.game import Refused
from tacora.games.mister_diamond.rules import GameBegan
from tacora.games.records import encode, retell, verify
from tacora.server.domain import log
from tacora.server.domain.chairs import COLOURS
from tacora.server.domain.fair_deal import deal_seed
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.room import PHRASES, Room, commitment_of, open_room
from tacora.server.domain.rules import Rules
from tacora.server.domain.tokens import digest, is_token

TINY = Rules(edition="tiny", seats=3)
MISTER = Rules(game="mister-diamond", seats=2)
SECRET = "00" * 32
NAMES = {
    "tortoise": "Tortoise",
    "magpie": "Magpie",
    "badger": "Badger",
    "elephant": "Elephant",
    "squirrel": "Squirrel",
    "goldfish": "Goldfish",
}


class Desk:
    """A room and its log: entries are written first and taken in afterwards."""

    def __init__(self, rules: Rules = TINY, deal: str | None = None, secret: str | None = None) -> None:
        opened, self.host = open_room("bakitolu", rules, TimeControl(), listed=False, deal=deal)
        if secret is not None:
            opened = msgspec.structs.replace(opened, secret=secret)
        self.lines: list[bytes] = []
        self.room = Room("bakitolu")
        self.write(opened)

    def write(self, *entries: AnyEntry) -> None:
        for entry in entries:
            self.lines.append(log.written(entry))
            self.room.enter(entry)

    def again(self) -> Room:
        """The room folded from what was written."""
        room = Room("bakitolu")
        for line in self.lines:
            room.enter(log.read(line))
        return room

    def sit(self, name: str, luck: str = "") -> str:
        entry, token = self.room.sit(name, None, luck, None)
        self.write(entry)
        return token

    def decide(self, *seats: int, action: str | None = None) -> None:
        """These seats decide as told, or do the first thing they may."""
        assert self.room.play is not None
        for seat in seats:
            what = action or self.room.play.legal(seat)[0]
            self.write(*self.room.decide({seat: what}, self.room.decision))

    def play_out(self, action: str | None = None) -> None:
        while self.room.running:
            self.decide(*self.room.thinking(), action=action)


def seated(rules: Rules = TINY) -> Desk:
    """A table whose first deal is always the same: in the tiny box, no hazard in the first three cards."""
    desk = Desk(rules, secret=SECRET)
    for name in ("Ann", "Ben", "Cleo")[: rules.seats]:
        desk.sit(name, luck=f"luck of {name}")
    return desk


def playing(rules: Rules = TINY) -> Desk:
    desk = seated(rules)
    desk.write(*desk.room.start(fill=False, names=NAMES))
    return desk


def picture(room: Room) -> dict[str, Any]:
    """Everything that can be said of a room, to compare two."""
    seen = {one.name: getattr(room, one.name) for one in fields(room)}
    seen["chairs"] = [None if chair is None else {**vars(chair)} for chair in room.chairs]
    for name in ("sealed", "extra_time"):
        seen[name] = dict(seen[name])
    seen["totals"] = list(seen["totals"])
    if room.play is not None:
        play = room.play
        seen["play"] = (play.names, play.seed, play.state, play.latest, tuple(play.history), play.pending, play.outcome)
    return seen


def refusal_of(wish: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        wish()
    return caught.value.code


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
    desk = playing()
    wanted = TimeControl(clock=30, absence="bot", thinking=False)
    desk.write(desk.room.settle(wanted))
    assert desk.room.time_control == desk.again().time_control == wanted


# Sitting down


def test_a_seat_belongs_to_its_token_and_the_log_does_not_hold_it() -> None:
    desk = Desk()
    tokens = [desk.sit(name) for name in ("Ann", "Ben")]
    assert [desk.room.chairs.owns(seat, tokens[seat]) for seat in (0, 1)] == [True, True]
    assert [desk.room.chairs.owns(seat, tokens[1 - seat]) for seat in (0, 1)] == [False, False]
    assert not desk.room.chairs.owns(2, tokens[0])
    assert not desk.room.chairs.owns(0, "")
    written = b"".join(desk.lines).decode()
    assert not any(secret in written for secret in (*tokens, desk.host))
    assert digest(tokens[0]) in written
    assert all(len(token) >= 32 for token in (*tokens, desk.host))
    assert len({*tokens, desk.host}) == 3


def test_a_seat_can_belong_to_a_token_that_its_owner_chose() -> None:
    desk = Desk()
    entry, token = desk.room.sit("Ann", None, "", 1, "of-my-own-choice-and-long")
    desk.write(entry)
    assert token == "of-my-own-choice-and-long"
    assert token.encode() not in b"".join(desk.lines)
    assert [desk.room.chairs.seat_of(text) for text in (token, digest(token), "")] == [1, None, None]


def test_a_digest_is_not_a_token() -> None:
    desk = Desk()
    kept = digest(desk.sit("Ann"))
    assert not desk.room.chairs.owns(0, kept)
    assert not is_token("", None)


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
        (lambda room: room.allow(0, 0.4), "bad-multiplier"),
        (lambda room: room.allow(0, 10.5), "bad-multiplier"),
        (lambda room: room.allow(0, float("nan")), "bad-multiplier"),
        (lambda room: room.allow(2, 2.0), "no-such-chair"),
    ],
)
def test_refusals_before_a_game_change_nothing(wish: Callable[[Room], object], code: str) -> None:
    desk = Desk()
    desk.sit("Ann")
    desk.sit("Ben")
    before = picture(desk.room)
    assert refusal_of(lambda: wish(desk.room)) == code
    assert picture(desk.room) == before


def test_a_full_table_takes_nobody() -> None:
    desk = seated()
    assert refusal_of(lambda: desk.room.sit("Dora", None, "", None)) == "table-full"
    assert refusal_of(lambda: desk.room.sit_bot("badger", None, "Badger")) == "table-full"


@pytest.mark.parametrize("bot", ["table:/etc/passwd", "table:", "table", "table:strategy.json"])
@pytest.mark.parametrize("rules", [TINY, MISTER])
def test_no_table_has_a_file_of_the_server_read(bot: str, rules: Rules) -> None:
    assert refusal_of(lambda: Desk(rules).room.sit_bot(bot, None, "Bot")) == "unknown-bot"


def test_everybody_has_a_name_and_a_colour_of_their_own_whoever_comes() -> None:
    desk = Desk(Rules(seats=8))
    entry, _ = desk.room.sit("Badger", 5, "", 2)
    desk.write(entry)
    desk.write(desk.room.sit_bot("badger", None, "Badger"))
    desk.write(desk.room.sit_bot("badger", 5, "Badger"))
    desk.write(*desk.room.start(fill=True, names=NAMES))
    chairs = [chair for chair in desk.room.chairs if chair is not None]
    assert len(chairs) == len({chair.name for chair in chairs}) == len({chair.colour for chair in chairs}) == 8
    assert desk.room.chairs[5] is not None
    assert desk.room.chairs[5].name == "Badger 3"


def test_a_seat_that_was_given_up_is_no_longer_its_owners() -> None:
    desk = Desk()
    token = desk.sit("Ann")
    desk.write(*desk.room.stand(0))
    desk.sit("Ben")
    assert not desk.room.chairs.owns(0, token)
    assert desk.room.chairs.people() == [0]


# The host


def test_whoever_opens_the_table_hosts_it_until_the_role_is_passed_on() -> None:
    desk = Desk()
    ann, ben = desk.sit("Ann"), desk.sit("Ben")
    assert desk.room.is_host([desk.host])
    assert desk.room.is_host([ann, desk.host])
    assert not desk.room.is_host([ann, ben])
    assert not desk.room.is_host([])
    desk.write(desk.room.pass_host(1))
    assert desk.room.is_host([ben])
    assert not desk.room.is_host([desk.host, ann])


def test_a_host_who_gets_up_leaves_the_role_to_whoever_sits_or_to_whoever_opened() -> None:
    desk = Desk()
    ann, ben = desk.sit("Ann"), desk.sit("Ben")
    desk.write(desk.room.sit_bot("badger", None, "Badger"), desk.room.pass_host(0))
    desk.write(*desk.room.stand(0))
    assert desk.room.is_host([ben])
    assert not desk.room.is_host([ann])
    desk.write(*desk.room.stand(1))
    assert not desk.room.is_host([ben])
    assert desk.room.is_host([desk.host])
    assert desk.again().is_host([desk.host])


def test_a_bot_cannot_host() -> None:
    desk = Desk()
    desk.write(desk.room.sit_bot("badger", None, "Badger"))
    assert refusal_of(lambda: desk.room.pass_host(0)) == "no-such-chair"


# Deciding


def test_decisions_of_different_seats_never_make_each_other_late() -> None:
    desk = playing()
    asked = desk.room.decision
    for seat in (2, 0):
        (sealed,) = desk.room.decide({seat: "C"}, asked)
        desk.write(sealed)
        assert desk.room.decision == asked
    assert desk.room.thinking() == (1,)
    (stepped,) = desk.room.decide({1: "L"}, asked)
    assert isinstance(stepped, log.Stepped)
    assert stepped.actions == {"1": "L"}, "each decision is written once"
    desk.write(stepped)
    assert desk.room.play is not None
    assert b'"CLC"' in encode(desk.room.play.record())
    assert desk.room.decision == asked + 1
    assert desk.room.sealed == {}


def test_several_seats_at_one_device_decide_together() -> None:
    desk = playing()
    desk.write(*desk.room.decide({0: "C", 1: "C", 2: "L"}, desk.room.decision))
    assert desk.room.thinking() == (0, 1)


def test_a_decision_for_another_moment_is_refused_and_a_repeated_one_harmless() -> None:
    desk = playing()
    asked = desk.room.decision
    assert refusal_of(lambda: desk.room.decide({0: "C"}, asked - 1)) == "too-late"
    assert refusal_of(lambda: desk.room.decide({0: "C"}, asked + 1)) == "too-early"
    desk.decide(0, action="C")
    assert desk.room.decide({0: "C"}, asked) == []
    desk.decide(1, 2, action="C")
    assert refusal_of(lambda: desk.room.decide({0: "C"}, asked)) == "too-late"
    assert refusal_of(lambda: desk.room.withdraw(0, asked)) == "too-late"
    assert refusal_of(lambda: desk.room.more_time(0, asked)) == "too-late"


def test_a_sealed_decision_can_be_changed_and_withdrawn_until_the_last_is_in() -> None:
    desk = playing()
    desk.decide(0, action="C")
    desk.decide(0, action="L")
    desk.decide(1, action="C")
    assert desk.room.sealed == {0: "L", 1: "C"}
    desk.write(*desk.room.withdraw(1, desk.room.decision))
    assert desk.room.withdraw(1, desk.room.decision) == []
    assert desk.room.thinking() == (1, 2)
    desk.decide(2, action="C")
    assert desk.room.thinking() == (1,)
    desk.decide(1, action="L")
    assert desk.room.play is not None
    assert b'"LLC"' in encode(desk.room.play.record())


def test_who_is_not_asked_or_asks_for_the_impossible_is_refused() -> None:
    desk = playing()
    desk.decide(0, action="L")
    desk.decide(1, 2, action="C")
    asked = desk.room.decision
    assert refusal_of(lambda: desk.room.decide({0: "C"}, asked)) == "owes-nothing"
    assert refusal_of(lambda: desk.room.decide({77: "C"}, asked)) == "owes-nothing"
    assert refusal_of(lambda: desk.room.more_time(0, asked)) == "owes-nothing"
    for action in ("X", "", "c", "continue"):
        assert refusal_of(lambda action=action: desk.room.decide({1: action}, asked)) == "not-legal"  # type: ignore[misc]


def test_more_time_adds_up_and_ends_with_the_decision() -> None:
    desk = playing()
    for _ in range(2):
        desk.write(desk.room.more_time(1, desk.room.decision))
    assert desk.room.extra_time == {1: 2}
    desk.write(desk.room.allow(1, 2.5))
    desk.decide(0, 1, 2, action="C")
    assert desk.room.extra_time == {}
    assert desk.room.chairs.at(1).multiplier == 2.5


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_can_be_said(phrase: str) -> None:
    desk = seated()
    desk.write(desk.room.speak(1, phrase))
    assert desk.room.seq == desk.again().seq == 5


# In the middle of a game


def test_nobody_comes_or_goes_in_the_middle_of_a_game() -> None:
    desk = playing()
    assert refusal_of(lambda: desk.room.sit("Dora", None, "", None)) == "game-running"
    assert refusal_of(lambda: desk.room.sit_bot("badger", None, "Badger")) == "game-running"
    assert refusal_of(lambda: desk.room.start(True, NAMES)) == "game-running"


@pytest.mark.parametrize("rules", [TINY, MISTER])
def test_a_bot_sits_in_for_whoever_gets_up_in_the_middle_and_coming_back_ends_that(rules: Rules) -> None:
    desk = playing(rules)
    token = desk.room.chairs.at(1).token
    desk.write(*desk.room.stand(1))
    chair = desk.room.chairs.at(1)
    assert (chair.token, chair.played_by_bot) == (token, desk.room.rules.kind.stand_in)
    assert chair.bot is None
    assert refusal_of(lambda: desk.room.stand(1)) == "game-running"
    desk.write(log.CameBack(seat=1))
    assert desk.room.chairs.at(1).played_by_bot is None
    desk.write(*desk.room.stand(1))
    assert desk.room.chairs.at(1).played_by_bot == desk.room.rules.kind.stand_in


def test_a_bot_cannot_be_taken_away_in_the_middle() -> None:
    desk = Desk()
    desk.sit("Ann")
    desk.write(*desk.room.start(fill=True, names=NAMES))
    assert refusal_of(lambda: desk.room.stand(2)) == "game-running"
    desk.play_out(action="L")
    desk.write(*desk.room.stand(2))
    assert desk.room.chairs[2] is None


# Game after game


@pytest.mark.parametrize("rules", [TINY, MISTER])
def test_a_rematch_keeps_the_table_and_totals_add_up(rules: Rules) -> None:
    desk = playing(rules)
    expected = [0] * rules.seats
    numbers = [desk.room.decision]
    for game in (1, 2, 3):
        desk.play_out()
        assert desk.room.games == game
        assert desk.room.play is not None
        assert desk.room.play.outcome is not None
        expected = [total + score for total, score in zip(expected, desk.room.play.outcome.scores, strict=True)]
        assert desk.room.totals == expected
        assert refusal_of(lambda: desk.room.decide({0: "C"}, desk.room.decision)) == "no-game"
        chairs = [dict(vars(chair)) for chair in desk.room.chairs if chair is not None]
        desk.write(*desk.room.start(fill=False, names=NAMES))
        assert [dict(vars(chair)) for chair in desk.room.chairs if chair is not None] == chairs
        numbers.append(desk.room.decision)
    assert numbers == sorted(set(numbers))
    assert picture(desk.again()) == picture(desk.room)


@pytest.mark.parametrize("rules", [{"game": "chess"}, {"relicz": True}, {"edition": "monopoly"}, {"seats": 99}])
def test_a_table_whose_rules_cannot_be_played_here_cannot_be_read(rules: dict[str, object]) -> None:
    """Of a game that is not registered, or of a newer program: it is left as it is, and not listed."""
    desk = Desk()
    line = json.loads(desk.lines[0])
    line["rules"] = rules
    with pytest.raises(log.Unreadable):
        Room("gone").enter(log.read(json.dumps(line).encode()))


def test_M4_the_next_seat_begins_the_next_game() -> None:
    desk = playing(Rules(game="mister-diamond", seats=3))
    began = []
    for _ in range(4):
        assert desk.room.play is not None
        begun = desk.room.play.history[0]
        assert isinstance(begun, GameBegan)
        began.append(begun.first)
        desk.play_out()
        record = desk.room.play.record()
        assert retell(record).summary().scores == desk.room.play.outcome.scores  # type: ignore[union-attr]
        assert verify(record, commitment_of(desk.room)).wrong is False
        desk.write(*desk.room.start(fill=False, names=NAMES))
    assert began == [(began[0] + game) % 3 for game in range(4)]
    assert picture(desk.again()) == picture(desk.room)


@pytest.mark.parametrize("rules", [TINY, MISTER, Rules(seats=3, chests="hidden"), Rules(seats=3, relics=False)])
def test_the_record_of_a_table_replays_to_its_result(rules: Rules) -> None:
    desk = playing(rules)
    assert desk.room.play is not None
    promised = commitment_of(desk.room)
    desk.play_out()
    record = desk.room.play.record()
    played = retell(record)
    assert played.summary().scores == desk.room.play.outcome.scores  # type: ignore[union-attr]
    assert played.summary().over
    verdict = verify(record, promised)
    assert (verdict.commitment, verdict.cards) == (True, True)


# The deal


def test_anybody_can_work_out_the_seed_from_what_is_shown_afterwards() -> None:
    desk = seated()
    for game in (1, 2):
        promise = desk.room.promise()
        desk.write(*desk.room.start(fill=False, names=NAMES))
        assert desk.room.play is not None
        desk.play_out()
        secret, luck = desk.room.secret(game), desk.room.dealt_luck
        assert luck == ("luck of Ann", "luck of Ben", "luck of Cleo")
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == promise
        by_hand = b"tacora deal\0" + bytes.fromhex(secret)
        by_hand += b"".join(hashlib.sha256(part.encode()).digest() for part in luck)
        seed = hashlib.sha256(by_hand).digest()
        assert seed == deal_seed(secret, luck) == desk.room.play.seed
        assert commitment(seed) == commitment_of(desk.room)


def test_the_luck_of_a_deal_is_kept_when_seats_change_hands_afterwards() -> None:
    desk = playing()
    desk.play_out()
    assert desk.room.play is not None
    desk.write(*desk.room.stand(0))
    desk.sit("Dora", luck="another")
    assert deal_seed(desk.room.secret(1), desk.room.dealt_luck) == desk.room.play.seed
    assert desk.room.chairs.luck()[0] == "another"


def test_every_part_of_everybodys_luck_changes_the_deal() -> None:
    secret = "ab" * 32
    deals = {deal_seed(secret, luck) for luck in [("a", "b"), ("b", "a"), ("ab", ""), ("", "ab"), ("a", "b", ""), ()]}
    assert len(deals) == 6
    assert deal_seed("cd" * 32, ("a", "b")) not in deals


def test_a_shown_secret_says_nothing_about_the_next_game() -> None:
    desk = playing()
    desk.play_out()
    shown, master = desk.room.secret(1), desk.room.opened.secret  # type: ignore[union-attr]
    following = desk.room.secret(2)
    # The only ways that need no preimage of SHA-256: the secret itself, or a hash of it with a number.
    guesses = [shown, *(hashlib.sha256(bytes.fromhex(shown) + n.to_bytes(4, "big")).hexdigest() for n in range(4))]
    assert following not in guesses
    assert master not in (shown, following)
    assert following == hashlib.sha256(bytes.fromhex(master) + (2).to_bytes(4, "big")).hexdigest()


def test_two_tables_share_no_secret() -> None:
    rooms = [Desk().room for _ in range(3)]
    assert len({room.promise() for room in rooms}) == 3


def test_the_cards_of_another_table_can_be_played_again_once() -> None:
    first = playing()
    first.play_out()
    assert first.room.play is not None
    seed = first.room.play.seed
    second = Desk(deal=seed.hex())
    second.sit("Dora", luck="does not matter here")
    second.write(*second.room.start(fill=True, names=NAMES))
    assert second.room.play is not None
    assert second.room.play.seed == seed
    second.play_out()
    second.write(*second.room.start(fill=True, names=NAMES))
    assert second.room.play.seed == deal_seed(second.room.secret(2), second.room.dealt_luck) != seed


# The log


def test_a_damaged_or_newer_entry_is_refused_as_unreadable() -> None:
    for line in (b"", b"{", b"[]", b'{"type":"danced"}', b'{"type":"stood","seat":1,"why":"x"}', b"\xff\xfe", b"{}"):
        with pytest.raises(log.Unreadable):
            log.read(line)


def test_a_game_by_newer_rules_is_unreadable_too_and_an_old_one_says_nothing_of_them() -> None:
    desk = seated()
    (dealt,) = desk.room.start(fill=False, names=NAMES)
    assert isinstance(dealt, log.Dealt)
    assert b"rules_version" not in log.written(dealt)
    with pytest.raises(log.Unreadable, match="newer rules"):
        desk.room.enter(msgspec.structs.replace(dealt, rules_version=2))


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
    '{"type":"dealt","seed":"' + "00" * 32 + '"}',
    '{"type":"sealed","seat":0,"decision":9,"action":"C"}',
    '{"type":"withdrawn","seat":0,"decision":9}',
    '{"type":"time-given","seat":0,"decision":9}',
    '{"type":"sat-in","seat":0,"bot":"badger"}',
    '{"type":"came-back","seat":0}',
    '{"type":"spoke","seat":1,"phrase":"wait"}',
    '{"type":"stepped","decision":9,"actions":{"0":"L","1":"C","2":"C"}}',
)
"""Stores out there have such lines: whatever changes, these have to be read like this for ever."""


def test_a_log_written_by_the_first_version_is_read_for_ever() -> None:
    room = Room("bakitolu")
    for line in WRITTEN:
        entry = log.read(line.encode())
        assert log.written(entry).decode() == line
        room.enter(entry)
    assert {type(log.read(line.encode())) for line in WRITTEN} == set(get_args(log.AnyEntry))
    assert room.rules == TINY
    assert room.time_control == TimeControl(absence="bot", thinking=False)
    assert [chair.name for chair in room.chairs if chair is not None] == ["Ann", "Cleo", "Badger"]
    assert (room.host_seat, room.games, room.decision, room.news, room.seq) == (1, 1, 3, 3, 17)
    assert room.play is not None
    assert room.play.pending == (1, 2)
    assert list(map(str, (event.card for event in room.play.history if hasattr(event, "card")))) == ["R3", "snakes"]


MANNERS = st.builds(
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
        if kind is not log.Opened and kind is not log.Settled
    ),
    st.builds(log.Settled, manners=MANNERS),
    st.builds(log.Opened, rules=st.sampled_from([TINY, MISTER]), manners=MANNERS),
)


@given(ENTRIES)
def test_an_entry_is_read_as_it_was_written(entry: AnyEntry) -> None:
    assert log.read(log.written(entry)) == entry
    assert msgspec.json.decode(log.written(entry))["type"] == type(entry).__struct_config__.tag


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
    st.tuples(st.just("settle"), MANNERS),
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
        case "settle", manners:
            return [room.settle(manners)]
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
    desk = Desk(rules)
    for wish in wishes:
        before = picture(desk.room)
        try:
            entries = entries_for(desk.room, wish)
        except Refused:
            entries = []
        assert picture(desk.room) == before  # Looking at a wish changes nothing, whether it is granted or not.
        over = desk.room.games - desk.room.running
        desk.write(*entries)
        desk.room.is_host([desk.host])
        if desk.room.games - desk.room.running > over:
            assert desk.room.play is not None
            summary = retell(desk.room.play.record()).summary()
            assert summary.over
            assert summary.scores == desk.room.play.outcome.scores  # type: ignore[union-attr]
    again = desk.again()
    assert picture(again) == picture(desk.room)
    assert again.seq == len(desk.lines)
    assert set(again.thinking()) | set(again.sealed) == set(again.play.pending if again.play else ())
