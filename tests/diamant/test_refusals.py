"""What is refused, by which code, and with which facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from tacora.game import IllegalAction, IllegalDeal, Refused, Seat
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Decision, Diamant
from tests.table import SCHMIDT, TACORA, WITH_RELICS, decisions, play


def refused_action(actions: Mapping[Seat, Decision], *expeditions: str) -> IllegalAction:
    table = play(SCHMIDT, 3, *expeditions)
    with pytest.raises(IllegalAction) as refusal:
        SCHMIDT.apply(table.state, actions)
    return refusal.value


def refused_deal(game: Diamant, *expeditions: str) -> IllegalDeal:
    with pytest.raises(IllegalDeal) as refusal:
        play(game, 3, *expeditions)
    return refusal.value


def test_a_missing_decision() -> None:
    refusal = refused_action(decisions("C-L"), "9 CCC 4")
    assert (refusal.code, refusal.facts) == ("no-decision", {"expedition": 1, "seat": 1})


def test_no_decision_at_all() -> None:
    refusal = refused_action({}, "9", "1")
    assert (refusal.code, refusal.facts) == ("no-decision", {"expedition": 1, "seat": 0})


def test_a_decision_of_somebody_who_has_left() -> None:
    refusal = refused_action(decisions("CCL"), "4 LLL", "9 CLC 4")
    assert (refusal.code, refusal.facts) == ("not-inside", {"expedition": 2, "seat": 1})


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_decision_of_nobody(seat: int) -> None:
    refusal = refused_action({**decisions("CCL"), seat: LEAVE}, "9")
    assert (refusal.code, refusal.facts) == ("not-inside", {"expedition": 1, "seat": seat})


@pytest.mark.parametrize("given", ["L", "C", None, 0, True])
def test_something_that_is_no_decision(given: object) -> None:
    actions = cast("dict[Seat, Any]", {0: CONTINUE, 1: given, 2: LEAVE})
    refusal = refused_action(actions, "9")
    assert (refusal.code, refusal.facts) == ("not-a-decision", {"expedition": 1, "seat": 1, "given": given})


@pytest.mark.parametrize("word", ["LLL", "CCC", "---"])
def test_after_the_end(word: str) -> None:
    refusal = refused_action(decisions(word), *["1 LLL"] * 5)
    assert (refusal.code, refusal.facts) == ("nobody-decides", {"expedition": 5})


def test_after_the_last_written_expedition() -> None:
    refusal = refused_action(decisions("LLL"), "1 LLL", "1 LLL")
    assert (refusal.code, refusal.facts) == ("nobody-decides", {"expedition": 2})


def test_the_state_is_untouched_by_a_refusal() -> None:
    table = play(SCHMIDT, 3, "9 CCC 4 CCC 5")
    again = play(SCHMIDT, 3, "9 CCC 4 CCC 5")
    with pytest.raises(IllegalAction):
        SCHMIDT.apply(table.state, decisions("LL-"))
    assert table.state == again.state


def test_a_key_that_is_no_seat_at_all_is_refused_like_any_outsider() -> None:
    state = play(SCHMIDT, 3, "9 CCC 4").state
    with pytest.raises(IllegalAction) as refusal:
        SCHMIDT.apply(state, {**decisions("LLL"), "0": LEAVE})  # type: ignore[dict-item]
    assert refusal.value.code == "not-inside"


def test_a_refusal_reads_as_a_sentence_with_its_facts() -> None:
    assert str(refused_action(decisions("C-L"), "9")) == "no decision (expedition=1, seat=1)"
    assert str(Refused("no-reason")) == "no reason"
    assert isinstance(Refused("no-reason"), ValueError)


def test_too_few_cards() -> None:
    refusal = refused_deal(SCHMIDT, "9 CCC 4 CCC")
    assert (refusal.code, refusal.facts) == ("too-few-cards", {"expedition": 1, "needed": 3})
    refusal = refused_deal(SCHMIDT, "9 LLL", "4 CCC")
    assert (refusal.code, refusal.facts) == ("too-few-cards", {"expedition": 2, "needed": 2})


@pytest.mark.parametrize(
    ("game", "rows", "expedition", "at", "text"),
    [
        pytest.param(SCHMIDT, ("snakes 1 snakes 2 snakes 3 snakes",), 1, 7, "snakes", id="a fourth snake"),
        pytest.param(SCHMIDT, ("1 1",), 1, 2, "1", id="a second 1"),
        pytest.param(SCHMIDT, ("5 5 5",), 1, 3, "5", id="a third 5"),
        pytest.param(SCHMIDT, ("6",), 1, 1, "6", id="a treasure of no box"),
        pytest.param(SCHMIDT, ("lava",), 1, 1, "lava", id="a hazard of another box"),
        pytest.param(
            SCHMIDT, ("gas CCC gas", "gas 1 gas 2 gas"), 2, 5, "gas", id="a hazard that was removed"
        ),
        pytest.param(TACORA, ("R5",), 1, 1, "R5", id="a relic without the variant"),
        pytest.param(WITH_RELICS, ("R7",), 1, 1, "R7", id="a relic not yet added"),
        pytest.param(WITH_RELICS, ("R5 LLL", "4 R7 R5"), 2, 3, "R5", id="a relic that was lost"),
        pytest.param(WITH_RELICS, ("R5 LCC 4 -LL", "R5"), 2, 1, "R5", id="a relic that was taken"),
        pytest.param(Diamant(EDITIONS["incan-gold-2006"]), ("R R",), 1, 2, "R", id="a second relic too early"),
    ],
)  # fmt: skip
def test_a_card_that_is_not_in_the_deck(
    game: Diamant, rows: tuple[str, ...], expedition: int, at: int, text: str
) -> None:
    refusal = refused_deal(game, *rows)
    assert (refusal.code, refusal.facts) == ("not-in-deck", {"expedition": expedition, "card": at, "text": text})


def test_a_wrong_card_is_refused_when_its_cave_is_entered_and_not_before() -> None:
    game = SCHMIDT
    table = play(game, 3, "4", "6")
    with pytest.raises(IllegalDeal):
        game.apply(table.state, decisions("LLL"))


def test_cards_for_no_expedition_leave_everyone_in_the_camp() -> None:
    for rows in ((), ("",)):
        table = play(SCHMIDT, 3, *rows)
        assert table.events == ()
        assert SCHMIDT.pending(table.state) == ()
        assert SCHMIDT.outcome(table.state) is None
        assert table.view().unseen == ()
        assert not table.view().over
