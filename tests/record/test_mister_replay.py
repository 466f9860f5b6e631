"""A record of Mister Diamond played again gives the game in figures: thefts, ends, matches, who begins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import call, run
from tests.record.mister_records import (
    ALL_DRAWN,
    ALL_LIFTED,
    EXAMPLE,
    GOOD,
    GOOD_SUMMARY,
    LIFTS,
    THEFT_AT,
    VECTOR_SEED,
    changed,
    duel,
    one_game,
    rings,
    without,
)
from tests.record.records import Json, summary_of, written


def test_the_example_of_the_documents(tmp_path: Path) -> None:
    assert summary_of(tmp_path, GOOD) == GOOD_SUMMARY
    said = run("replay", "--json", str(EXAMPLE), home=tmp_path)
    assert (said.status, json.loads(said.out), said.err) == (0, GOOD_SUMMARY, "")


def test_the_format_of_the_issue(tmp_path: Path) -> None:
    """Two seats, and the fixed places 1, 4, 9 among sixteen; red lifts 17, blue draws a theft with no ring at all."""
    record = {
        "format": "tacora-record/1",
        "game": "mister-diamond",
        "edition": "ravensburger-1993",
        "options": {"expert": False},
        "seats": ["red", "blue"],
        "first": 0,
        "deal": {
            "fixed": [1, 4, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, 23],
            "deck": ["3000", "theft", "3000", "theft", "theft", "1000"],
        },
        "decisions": ["17", "4", "9"],
    }
    short = {**record, "deal": {**record["deal"], "deck": ["3000", "theft", "1000"]}, "decisions": ["17"]}  # type: ignore[dict-item]
    assert summary_of(tmp_path, short) == {
        "over": False,
        "scores": [3000, 0],
        "winners": [],
        "rings": rings("3000*", ""),
        "next": 1,
        "left_on_board": 41,
    }
    # Blue fails at 4 with a ring of 3000. Red has no empty ring: two thefts are put aside, 9 is fixed.
    assert summary_of(tmp_path, record) == {
        "over": False,
        "scores": [3000, 0],
        "winners": [],
        "rings": rings("3000* 1000", "3000"),
        "next": 1,
        "left_on_board": 41,
    }
    stolen = duel(one_game("3000", "3000", "theft", "theft"), "17", "1")
    assert summary_of(tmp_path, stolen)["next"] == 0  # Red cannot steal from an empty ring, twice.


DUEL = ["3000", "3000", "1000", "theft"]
"""Red lifts 17, blue fails at 1, red fails at 2, and blue may rob red."""


def test_a_theft(tmp_path: Path) -> None:
    """The ring keeps its price, the robbed ring is empty, and whoever was robbed plays next."""
    record = duel(one_game(*DUEL, "5000"), "17", "1", "2", "steal 0 3000")
    assert summary_of(tmp_path, record) == {
        "over": False,
        "scores": [0, 3000],
        "winners": [],
        "rings": rings("3000 1000", "3000*"),
        "next": 0,
        "left_on_board": 41,
    }


def test_a_theft_among_three_skips_whoever_would_be_next(tmp_path: Path) -> None:
    assert summary_of(tmp_path, changed(decisions=GOOD["decisions"][:THEFT_AT]))["next"] == 1
    assert summary_of(tmp_path, changed(decisions=GOOD["decisions"][: THEFT_AT + 1]))["next"] == 0


def test_a_theft_that_is_declined(tmp_path: Path) -> None:
    record = duel(one_game(*DUEL, "5000"), "17", "1", "2", "decline", "18")
    assert summary_of(tmp_path, record) == {
        "over": False,
        "scores": [3000, 5000],
        "winners": [],
        "rings": rings("3000* 1000", "3000 5000*"),
        "next": 0,
        "left_on_board": 40,
    }


def test_a_theft_that_is_not_possible_asks_for_nothing(tmp_path: Path) -> None:
    record = duel(one_game("theft", "3000", "theft", "theft", "2000"), "17", "1")
    assert summary_of(tmp_path, record) == {
        "over": False,
        "scores": [3000, 0],
        "winners": [],
        "rings": rings("3000*", "2000"),
        "next": 0,
        "left_on_board": 41,
    }


def test_experts_lose_the_price_of_empty_rings(tmp_path: Path) -> None:
    expert = summary_of(tmp_path, changed(options={"expert": True}))
    assert expert == {**GOOD_SUMMARY, "scores": [8000 - 3000 - 2000, 3000 - 4000, 5000 - 1000]}


def test_notes_change_no_figure(tmp_path: Path) -> None:
    assert summary_of(tmp_path, changed(options={"notes": True})) == GOOD_SUMMARY


# Ends


def dear(prices: list[int]) -> str:
    return " ".join(f"{price}*" for price in prices)


RED = [1000] * 4 + [2000] * 3 + [3000] * 4 + [4000] * 2
BLUE = [1000] * 3 + [2000] * 4 + [3000] * 3 + [4000] * 3


def test_a_game_ends_when_every_loose_diamond_is_lifted(tmp_path: Path) -> None:
    """26 rings from cheap to dear in turn: red begins and has the cheaper half."""
    whole = duel(ALL_LIFTED, *LIFTS)
    assert summary_of(tmp_path, whole) == {
        "over": True,
        "scores": [30_000, 32_000],
        "winners": [1],
        "rings": rings(dear(RED), dear(BLUE)),
        "next": None,
        "left_on_board": 16,
    }
    before = summary_of(tmp_path, duel(ALL_LIFTED, *LIFTS[:-1]))
    assert (before["over"], before["winners"], before["next"], before["left_on_board"]) == (False, [], 1, 17)


def test_a_game_ends_with_the_last_card(tmp_path: Path) -> None:
    whole = summary_of(tmp_path, duel(ALL_DRAWN, *["1"] * 42))
    assert (whole["over"], whole["scores"], whole["winners"]) == (True, [0, 0], [0, 1])
    assert (whole["next"], whole["left_on_board"]) == (None, 42)
    assert [len(owned) for owned in whole["rings"]] == [21, 21]
    expert = summary_of(tmp_path, {**duel(ALL_DRAWN, *["1"] * 42), "options": {"expert": True}})
    # 21 rings each; red has one of 1000, 3000 and 5000 more, blue one of 2000, 4000 and 6000 more.
    assert (expert["scores"], expert["winners"]) == ([-72_000, -75_000], [0])
    before = summary_of(tmp_path, duel(ALL_DRAWN, *["1"] * 41))
    assert (before["over"], before["next"]) == (False, 1)


def test_thefts_as_the_last_cards_are_drawn_too(tmp_path: Path) -> None:
    """With nothing to steal the game ends at once; a theft that is possible still asks."""
    prices = ALL_DRAWN["deck"][7:]
    idle = summary_of(tmp_path, duel(one_game(*prices, *["theft"] * 7), *["1"] * 42))
    assert (idle["over"], idle["next"]) == (True, None)
    # Red draws them. Red's own diamond is nothing to steal; a diamond of blue's would do for red, seven times.
    own = summary_of(tmp_path, duel(one_game(*prices, *["theft"] * 7), "17", *["1"] * 41))
    assert (own["over"], own["scores"], own["winners"]) == (True, [1000, 0], [0])
    robbed = duel(one_game(*prices, *["theft"] * 7), "1", "17", *["1"] * 40)
    assert (summary_of(tmp_path, robbed)["over"], summary_of(tmp_path, robbed)["next"]) == (False, 0)
    stolen = summary_of(tmp_path, {**robbed, "decisions": [*robbed["decisions"], *["decline"] * 7]})
    assert (stolen["over"], stolen["scores"], stolen["winners"]) == (True, [0, 1000], [1])


def test_a_match_of_two_games(tmp_path: Path) -> None:
    """The second game is begun by the next seat, so blue has the cheaper half; together it is a tie."""
    match = {**duel([ALL_LIFTED, ALL_LIFTED], *LIFTS, *LIFTS), "options": {"games": 2}}
    assert summary_of(tmp_path, match) == {
        "over": True,
        "scores": [62_000, 62_000],
        "winners": [0, 1],
        "rings": rings(dear(BLUE), dear(RED)),
        "next": None,
        "left_on_board": 16,
    }
    in_the_second = summary_of(tmp_path, {**match, "decisions": [*LIFTS, "17", "1"]})
    assert in_the_second == {
        "over": False,
        "scores": [30_000, 33_000],
        "winners": [],
        "rings": rings("1000", "1000*"),
        "next": 1,
        "left_on_board": 41,
    }


@pytest.mark.parametrize("second", [[], [one_game()]])
def test_a_match_may_stop_between_two_games(tmp_path: Path, second: list[Json]) -> None:
    match = {**duel([ALL_LIFTED, *second], *LIFTS), "options": {"games": 3}}
    assert summary_of(tmp_path, match) == {
        "over": False,
        "scores": [30_000, 32_000],
        "winners": [],
        "rings": [[], []],
        "next": 1,
        "left_on_board": 42,
    }


def test_a_list_of_one_game_is_that_game(tmp_path: Path) -> None:
    assert summary_of(tmp_path, changed(deal=[GOOD["deal"]])) == GOOD_SUMMARY


def test_prices_that_a_table_has_changed(tmp_path: Path) -> None:
    """Two prices, so 21 rings of each."""
    deck = ["700"] * 21 + ["50"]
    record = {**duel(one_game(*deck), *LIFTS[:21], "1"), "options": {"prices": [700, 50]}}
    assert summary_of(tmp_path, record) == {
        "over": False,
        "scores": [11 * 700, 10 * 700],
        "winners": [],
        "rings": rings(dear([700] * 11), dear([700] * 10) + " 50"),
        "next": 0,
        "left_on_board": 21,
    }


def test_the_dearest_and_the_cheapest_price_there_can_be(tmp_path: Path) -> None:
    record = {**duel(one_game("1000000", "1"), "17", "18"), "options": {"prices": [1, 1_000_000]}}
    assert summary_of(tmp_path, record)["scores"] == [1_000_000, 1]
    assert "red draws a ring of 1000000 dollars." in call("replay", written(tmp_path, record)).lines


# Who begins


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_first_player_is_chosen(tmp_path: Path, first: int) -> None:
    summary = summary_of(tmp_path, changed(first=first, decisions=["17"]))
    assert [len(owned) for owned in summary["rings"]] == [int(seat == first) for seat in range(3)]
    assert summary["next"] == (first + 1) % 3


def test_without_a_seed_seat_0_begins(tmp_path: Path) -> None:
    assert summary_of(tmp_path, without("first")) == GOOD_SUMMARY


def test_with_a_seed_the_first_player_is_drawn(tmp_path: Path) -> None:
    """The test vector: with six players seat 4 begins."""
    six = {**without("deal", "first"), "seats": list("abcdef"), "seed": VECTOR_SEED, "decisions": []}
    assert summary_of(tmp_path, six)["next"] == 4
    assert summary_of(tmp_path, {**six, "first": 2})["next"] == 2
    firsts = {summary_of(tmp_path, {**six, "seed": f"{n:064x}"})["next"] for n in range(40)}
    assert firsts == set(range(6))
