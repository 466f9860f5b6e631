"""What is refused, by which code, and with which facts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tacora.game import IllegalAction, IllegalDeal, Refused, Seat
from tacora.games.mister_diamond import Action, Decline, Lift, MisterDiamond, Steal
from tacora.games.mister_diamond.rules import Setting
from tests.mister_diamond.table import BOX, FIXED, LOOSE, PLAIN, PRICES, SMALL, Table, play, setting, tries

RING = "3000 1, 1000"
THEFT = "3000 1, 3000 20, 2000 2, 1000 3, theft"
"""Seat 0 may steal 3000 from seat 1, and nothing else."""
OVER = tries(PRICES[:26], LOOSE)


def refused(actions: Mapping[Seat, Action], *games: str) -> tuple[str, dict[str, object]]:
    table = play(PLAIN, 2, *games)
    with pytest.raises(IllegalAction) as refusal:
        PLAIN.apply(table.state, actions)
    return refusal.value.code, refusal.value.facts


def test_no_decision() -> None:
    assert refused({}, RING) == ("no-decision", {"seat": 1})


@pytest.mark.parametrize("seat", [0, 2, -1])
def test_a_decision_of_somebody_else(seat: Seat) -> None:
    assert refused({seat: Lift(20)}, RING) == ("not-your-turn", {"seat": seat, "turn": 1})


def test_a_decision_of_two_names_the_one_who_has_none() -> None:
    assert refused({0: Lift(20), 1: Lift(21)}, RING) == ("not-your-turn", {"seat": 0, "turn": 1})
    assert refused({2: Lift(20), 1: Lift(21), 3: Lift(4)}, RING) == ("not-your-turn", {"seat": 2, "turn": 1})


@pytest.mark.parametrize("actions", [{}, {0: Lift(1)}, {1: Decline()}, {0: Lift(1), 1: Lift(2)}])
@pytest.mark.parametrize("text", [OVER, "3000 1, 3000 20"], ids=["over", "paused"])
def test_nobody_decides_after_the_end_nor_in_a_pause(text: str, actions: dict[Seat, Action]) -> None:
    assert refused(actions, text) == ("nobody-decides", {})


@pytest.mark.parametrize("place", [0, -1, 43, 20])
def test_a_place_without_a_diamond(place: int) -> None:
    expected = ("not-possible", {"seat": 1, "action": str(place), "drawn": "1000"})
    assert refused({1: Lift(place)}, "3000 20, 1000") == expected


@pytest.mark.parametrize(("act", "text"), [(Steal(0, 3000), "steal 0 3000"), (Decline(), "decline")])
def test_an_answer_to_a_theft_when_a_ring_was_drawn(act: Action, text: str) -> None:
    expected = ("not-possible", {"seat": 1, "action": text, "drawn": "1000"})
    assert refused({1: act}, "3000 20, 1000") == expected


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (Lift(20), "20"),
        (Lift(21), "21"),
        (Steal(1, 2000), "steal 1 2000"),
        (Steal(1, 1000), "steal 1 1000"),
        (Steal(0, 3000), "steal 0 3000"),
        (Steal(2, 3000), "steal 2 3000"),
        (Steal(-1, 3000), "steal -1 3000"),
    ],
)
def test_a_theft_that_is_not_possible(act: Action, text: str) -> None:
    assert refused({0: act}, THEFT) == ("not-possible", {"seat": 0, "action": text, "drawn": "theft"})


def test_a_refusal_leaves_the_game_as_it_was() -> None:
    table = play(PLAIN, 2, THEFT)
    with pytest.raises(IllegalAction):
        PLAIN.apply(table.state, {0: Lift(21)})
    assert table == play(PLAIN, 2, THEFT)
    assert table.choices == ("steal 1 3000", "decline")


@pytest.mark.parametrize("games", [0, -1, 100])
def test_a_match_of_no_games_or_of_too_many(games: int) -> None:
    with pytest.raises(Refused) as refusal:
        MisterDiamond(BOX, games=games)
    assert (refusal.value.code, refusal.value.facts) == ("bad-games", {"given": games, "most": 99})
    assert MisterDiamond(BOX, games=99).games == 99


@pytest.mark.parametrize("first", [-1, 4])
def test_a_first_player_who_does_not_sit_there(first: Seat) -> None:
    with pytest.raises(Refused) as refusal:
        MisterDiamond(BOX, first=first).start(4, bytes(32))
    assert (refusal.value.code, refusal.value.facts) == ("no-such-seat", {"given": first, "most": 3})


# Settings


def refused_deal(*settings: Setting) -> tuple[str, dict[str, object]]:
    with pytest.raises(IllegalDeal) as refusal:
        PLAIN.start(2, settings)
    return refusal.value.code, refusal.value.facts


@pytest.mark.parametrize("place", [0, -3, 43])
def test_a_fixed_place_that_is_not_on_the_board(place: int) -> None:
    fixed = FIXED - {16} | {place}
    assert refused_deal(setting(BOX, "1000", fixed)) == ("no-such-place", {"game": 1, "given": place, "most": 42})


@pytest.mark.parametrize("count", [0, 15, 17, 42])
def test_too_few_or_too_many_fixed_places(count: int) -> None:
    fixed = range(1, count + 1)
    assert refused_deal(setting(BOX, "1000", fixed)) == ("fixed-count", {"game": 1, "given": count, "expected": 16})


def test_a_card_of_no_box() -> None:
    expected = ("not-in-deck", {"game": 1, "card": 2, "text": "3500"})
    assert refused_deal(setting(BOX, "1000, 3500, theft")) == expected


def test_a_card_too_many() -> None:
    rings, thefts = ", ".join(["1000"] * 8), ", ".join(["theft"] * 8)
    assert refused_deal(setting(BOX, rings)) == ("not-in-deck", {"game": 1, "card": 8, "text": "1000"})
    assert refused_deal(setting(BOX, f"2000, {thefts}")) == ("not-in-deck", {"game": 1, "card": 9, "text": "theft"})


def test_a_wrong_setting_of_a_later_game_tells_which_game_at_the_latest_when_it_begins() -> None:
    def play_both() -> Table:
        return play(MisterDiamond(SMALL, games=2), 2, "1 5, 1 6, 1 7, 2 8, 2 9", "1, 1, 1, 1", fixed=range(1, 5))

    with pytest.raises(IllegalDeal) as refusal:
        play_both()
    assert (refusal.value.code, refusal.value.facts) == ("not-in-deck", {"game": 2, "card": 4, "text": "1"})
