"""A table during its games: deciding, coming and going, game after game."""

from __future__ import annotations

from functools import partial

import pytest

from tacora.games.mister_diamond.rules import GameBegan
from tacora.games.records import encode, retell, verify
from tacora.server.domain import log
from tacora.server.domain.log import TimeControl
from tacora.server.domain.room import PHRASES, commitment_of
from tacora.server.domain.rules import Rules
from tests.server.logged_room import MISTER, NAMES, TINY, LoggedRoom, picture, playing, refusal_of, seated

# Deciding


def test_decisions_of_different_seats_never_make_each_other_late() -> None:
    table = playing()
    asked = table.room.decision
    for seat in (2, 0):
        (sealed,) = table.room.decide({seat: "C"}, asked)
        table.write(sealed)
        assert table.room.decision == asked
    assert table.room.undecided() == (1,)
    (stepped,) = table.room.decide({1: "L"}, asked)
    assert isinstance(stepped, log.Stepped)
    assert stepped.actions == {"1": "L"}, "each decision is written once"
    table.write(stepped)
    assert table.room.play is not None
    assert b'"CLC"' in encode(table.room.play.record())
    assert table.room.decision == asked + 1
    assert table.room.sealed == {}


def test_several_seats_at_one_device_decide_together() -> None:
    table = playing()
    table.write(*table.room.decide({0: "C", 1: "C", 2: "L"}, table.room.decision))
    assert table.room.undecided() == (0, 1)


def test_a_decision_for_another_moment_is_refused_and_a_repeated_one_harmless() -> None:
    table = playing()
    asked = table.room.decision
    assert refusal_of(lambda: table.room.decide({0: "C"}, asked - 1)) == "too-late"
    assert refusal_of(lambda: table.room.decide({0: "C"}, asked + 1)) == "too-early"
    table.decide(0, action="C")
    assert table.room.decide({0: "C"}, asked) == []
    table.decide(1, 2, action="C")
    assert refusal_of(lambda: table.room.decide({0: "C"}, asked)) == "too-late"
    assert refusal_of(lambda: table.room.withdraw(0, asked)) == "too-late"
    assert refusal_of(lambda: table.room.more_time(0, asked)) == "too-late"


def test_a_sealed_decision_can_be_changed_and_withdrawn_until_the_last_is_in() -> None:
    table = playing()
    table.decide(0, action="C")
    table.decide(0, action="L")
    table.decide(1, action="C")
    assert table.room.sealed == {0: "L", 1: "C"}
    table.write(*table.room.withdraw(1, table.room.decision))
    assert table.room.withdraw(1, table.room.decision) == []
    assert table.room.undecided() == (1, 2)
    table.decide(2, action="C")
    assert table.room.undecided() == (1,)
    table.decide(1, action="L")
    assert table.room.play is not None
    assert b'"LLC"' in encode(table.room.play.record())


def test_who_is_not_asked_or_asks_for_the_impossible_is_refused() -> None:
    table = playing()
    table.decide(0, action="L")
    table.decide(1, 2, action="C")
    asked = table.room.decision
    assert refusal_of(lambda: table.room.decide({0: "C"}, asked)) == "owes-nothing"
    assert refusal_of(lambda: table.room.decide({77: "C"}, asked)) == "owes-nothing"
    assert refusal_of(lambda: table.room.more_time(0, asked)) == "owes-nothing"
    for action in ("X", "", "c", "continue"):
        assert refusal_of(lambda action=action: table.room.decide({1: action}, asked)) == "not-legal"  # type: ignore[misc]


def test_more_time_adds_up_and_ends_with_the_decision() -> None:
    table = playing()
    for _ in range(2):
        table.write(table.room.more_time(1, table.room.decision))
    assert table.room.extra_time == {1: 2}
    table.write(table.room.allow(1, 2.5))
    table.decide(0, 1, 2, action="C")
    assert table.room.extra_time == {}
    assert table.room.chairs.at(1).multiplier == 2.5


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_can_be_said(phrase: str) -> None:
    table = seated()
    table.write(table.room.speak(1, phrase))
    assert table.room.seq == table.again().seq == 5


def test_own_words_are_one_line_that_can_be_seen() -> None:
    table = seated()
    table.write(table.room.settle(TimeControl(words=True)))
    for given, said in (
        ("  one\nline\tof  \u202etext ", "one line of text"),
        ("\N{FAMILY}\u200d\N{GIRL}", "\N{FAMILY}\u200d\N{GIRL}"),
        ("e\u0301", "\xe9"),
    ):
        entry = table.room.speak(1, words=given)
        table.write(entry)
        assert entry.words == said
    for given in (" ", "\u202e", "\u2800\u200d", "\u0301" * 5, "a" + "\u0301" * 9, "\u2800\ufe0f", "x" * 201):
        assert refusal_of(partial(table.room.speak, 1, words=given)) == "bad-words"
    heaped = "a" + ("\u0301" * 4 + "\u200d") * 39
    assert refusal_of(partial(table.room.speak, 1, words=heaped)) == "bad-words"


# In the middle of a game


def test_nobody_comes_or_goes_in_the_middle_of_a_game() -> None:
    table = playing()
    assert refusal_of(lambda: table.room.sit("Dora", None, "", None)) == "game-running"
    assert refusal_of(lambda: table.room.sit_bot("badger", None, "Badger")) == "game-running"
    assert refusal_of(lambda: table.room.start(True, NAMES)) == "game-running"


@pytest.mark.parametrize("rules", [TINY, MISTER])
def test_a_bot_sits_in_for_whoever_gets_up_in_the_middle_and_coming_back_ends_that(rules: Rules) -> None:
    table = playing(rules)
    token = table.room.chairs.at(1).token
    table.write(*table.room.stand(1))
    chair = table.room.chairs.at(1)
    assert (chair.token, chair.played_by_bot) == (token, table.room.rules.kind.stand_in)
    assert chair.bot is None
    assert refusal_of(lambda: table.room.stand(1)) == "game-running"
    table.write(log.CameBack(seat=1))
    assert table.room.chairs.at(1).played_by_bot is None
    table.write(*table.room.stand(1))
    assert table.room.chairs.at(1).played_by_bot == table.room.rules.kind.stand_in


def test_a_bot_cannot_be_taken_away_in_the_middle() -> None:
    table = LoggedRoom()
    table.sit("Ann")
    table.write(*table.room.start(fill=True, names=NAMES))
    assert refusal_of(lambda: table.room.stand(2)) == "game-running"
    table.play_out(action="L")
    table.write(*table.room.stand(2))
    assert table.room.chairs[2] is None


# Game after game


@pytest.mark.parametrize("rules", [TINY, MISTER])
def test_a_rematch_keeps_the_table_and_totals_add_up(rules: Rules) -> None:
    table = playing(rules)
    expected = [0] * rules.seats
    numbers = [table.room.decision]
    for game in (1, 2, 3):
        table.play_out()
        assert table.room.games == game
        assert table.room.play is not None
        assert table.room.play.outcome is not None
        expected = [total + score for total, score in zip(expected, table.room.play.outcome.scores, strict=True)]
        assert table.room.totals == expected
        assert refusal_of(lambda: table.room.decide({0: "C"}, table.room.decision)) == "no-game"
        chairs = [dict(vars(chair)) for chair in table.room.chairs if chair is not None]
        table.write(*table.room.start(fill=False, names=NAMES))
        assert [dict(vars(chair)) for chair in table.room.chairs if chair is not None] == chairs
        numbers.append(table.room.decision)
    assert numbers == sorted(set(numbers))
    assert picture(table.again()) == picture(table.room)


def test_M4_the_next_seat_begins_the_next_game() -> None:
    table = playing(Rules(game="mister-diamond", seats=3))
    began = []
    for _ in range(4):
        assert table.room.play is not None
        begun = table.room.play.history[0]
        assert isinstance(begun, GameBegan)
        began.append(begun.first)
        table.play_out()
        record = table.room.play.record()
        assert retell(record).summary().scores == table.room.play.outcome.scores  # type: ignore[union-attr]
        assert verify(record, commitment_of(table.room)).wrong is False
        table.write(*table.room.start(fill=False, names=NAMES))
    assert began == [(began[0] + game) % 3 for game in range(4)]
    assert picture(table.again()) == picture(table.room)


@pytest.mark.parametrize("rules", [TINY, MISTER, Rules(seats=3, chests="hidden"), Rules(seats=3, relics=False)])
def test_the_record_of_a_table_replays_to_its_result(rules: Rules) -> None:
    table = playing(rules)
    assert table.room.play is not None
    promised = commitment_of(table.room)
    table.play_out()
    record = table.room.play.record()
    played = retell(record)
    assert played.summary().scores == table.room.play.outcome.scores  # type: ignore[union-attr]
    assert played.summary().over
    verdict = verify(record, promised)
    assert (verdict.commitment, verdict.cards) == (True, True)
