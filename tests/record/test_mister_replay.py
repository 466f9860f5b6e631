"""A record of Mister Diamond played again gives the game, in figures and in sentences."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacora.games.mister_diamond.record import MisterDiamondRecord, MisterOptions, replay
from tacora.games.records import decode, encode
from tests.cli.program import call, run
from tests.examples import examples
from tests.mister_diamond.strategies import first_seat, whole_matches
from tests.mister_diamond.table import Table
from tests.record.mister_records import (
    ALL_DRAWN,
    ALL_LIFTED,
    EXAMPLE,
    GOOD,
    LIFTS,
    THEFT_AT,
    by_deal,
    changed,
    duel,
    of,
    one_game,
    read,
    record_games,
    without,
)
from tests.record.records import Json, written

MATCHES = settings(max_examples=examples(30))
SEED = bytes(range(32)).hex()
"""The seed of the test vectors in docs/record-format.md."""


def summary_of(folder: Path, record: Json) -> Json:
    said = call("replay", "--json", written(folder, record))
    assert (said.status, said.err) == (0, "")
    assert said.out.count("\n") == 1
    return json.loads(said.out)


def rings(*by_seat: str) -> list[list[dict[str, object]]]:
    """`"3000* 2000"`: a ring of 3000 with a diamond and an empty one of 2000."""
    return [
        [{"price": int(text.rstrip("*")), "set": text.endswith("*")} for text in owned.split()] for owned in by_seat
    ]


# By hand

ITS_SUMMARY = {
    "over": False,
    "scores": [6000 + 2000, 3000, 5000],
    "winners": [],
    "rings": rings("3000 2000 6000* 2000*", "3000* 4000", "1000 5000*"),
    "next": 1,
    "left_on_board": 42 - 4,
}
"""Ana lifts 17 and fails at 41, Bo fails at 8 and Cy at 33. Bo robs Ana, so Ana plays: she lifts 25. Bo fails at 30. Cy
has no empty ring of a price that is to be had, so she draws again and lifts 11. Ana could rob Bo back, declines, and
lifts 12 on a second ring of 2000. Bo would draw next, but nothing is written."""


def test_the_example_of_the_documents(tmp_path: Path) -> None:
    assert summary_of(tmp_path, GOOD) == ITS_SUMMARY
    said = run("replay", "--json", str(EXAMPLE), home=tmp_path)
    assert (said.status, json.loads(said.out), said.err) == (0, ITS_SUMMARY, "")


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
    assert expert == {**ITS_SUMMARY, "scores": [8000 - 3000 - 2000, 3000 - 4000, 5000 - 1000]}


def test_notes_change_no_figure(tmp_path: Path) -> None:
    assert summary_of(tmp_path, changed(options={"notes": True})) == ITS_SUMMARY


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
    assert summary_of(tmp_path, changed(deal=[GOOD["deal"]])) == ITS_SUMMARY


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
    assert summary_of(tmp_path, without("first")) == ITS_SUMMARY


def test_with_a_seed_the_first_player_is_drawn(tmp_path: Path) -> None:
    """The test vector: with six players seat 4 begins."""
    six = {**without("deal", "first"), "seats": list("abcdef"), "seed": SEED, "decisions": []}
    assert summary_of(tmp_path, six)["next"] == 4
    assert summary_of(tmp_path, {**six, "first": 2})["next"] == 2
    firsts = {summary_of(tmp_path, {**six, "seed": f"{n:064x}"})["next"] for n in range(40)}
    assert firsts == set(range(6))


# Seeds


def test_a_seed_deals_as_the_test_vectors_say(tmp_path: Path) -> None:
    """Fixed are 4 6 10 …; the deck is 3000 5000 2000 theft 4000 …; seat 4 of six begins."""
    record = {**without("deal", "first"), "seats": list("abcdef"), "seed": SEED, "decisions": ["1", "4", "6", "10"]}
    assert summary_of(tmp_path, record) == {
        "over": False,
        "scores": [0, 0, 0, 0, 3000, 0],
        "winners": [],
        "rings": rings("2000", "4000", "", "", "3000*", "5000"),
        "next": 2,
        "left_on_board": 41,
    }
    assert summary_of(tmp_path, {**record, "seed": SEED.upper()}) == summary_of(tmp_path, record)
    assert summary_of(tmp_path, {**record, "seed": "ab" * 32}) != summary_of(tmp_path, record)


def test_every_game_of_a_match_is_dealt_anew() -> None:
    decks = set()
    for games in (1, 2):
        record = read({**without("deal"), "options": {"games": games}, "seed": SEED, "decisions": []})
        played = replay(record)
        while (pending := played.game.pending(played.state)) and played.state.game < 3:
            legal = played.game.legal_actions(played.state, pending[0])
            tried = set(map(str, played.state.tried))
            action = next(act for act in legal if str(act) not in tried)
            record = record.decided(played.state, {pending[0]: action})
            played = replay(record)
        assert len(played.turned()) == games
        decks |= {(game.fixed, game.deck[:10]) for game in played.turned()}
    assert len(decks) == 2


@MATCHES
@given(whole_matches(record_games()))
def test_a_replayed_match_is_the_engine_s_match(table: Table) -> None:
    played = replay(of(table))
    assert played.steps == table.steps
    outcome, summary = table.game.outcome(table.state), played.summary()
    assert outcome is not None
    assert (summary.over, summary.scores, summary.winners) == (True, outcome.scores, outcome.winners)
    assert (summary.rings, summary.next) == (table.state.rings, None)
    assert summary.left_on_board == len(table.state.board)


@MATCHES
@given(whole_matches(record_games()), st.data())
def test_a_seed_and_the_cards_it_deals_give_the_same_match(table: Table, data: st.DataObject) -> None:
    """At any moment of the match, the last one included."""
    moment = data.draw(st.integers(0, len(table.actions)), label="decisions taken")
    by_seed = of(table, moment)
    as_written = by_deal(by_seed, first_seat(table))
    assert as_written.seed is msgspec.UNSET
    assert replay(as_written).summary() == replay(by_seed).summary()
    assert [step.events for step in replay(as_written).steps] == [step.events for step in replay(by_seed).steps]


@MATCHES
@given(whole_matches(record_games()), st.booleans())
def test_a_record_reads_as_it_was_written(table: Table, cards: bool) -> None:
    record = by_deal(of(table), first_seat(table)) if cards else of(table)
    text = encode(record)
    assert b"\n" not in text
    assert decode(text) == record
    fields = json.loads(text)
    assert (fields["game"], fields["format"]) == ("mister-diamond", "tacora-record/1")
    assert fields["decisions"] == [str(action) for action in table.actions]


@settings(max_examples=examples(8))
@given(whole_matches(record_games()))
def test_a_record_may_stop_anywhere(table: Table) -> None:
    for moment in range(len(table.actions) + 1):
        summary = replay(of(table, moment)).summary()
        state = table.steps[moment].state
        assert summary.over == (moment == len(table.actions))
        assert summary.next == (None if summary.over else state.turn)
        assert bool(summary.winners) == summary.over
        assert summary.left_on_board == 42 - sum(ring.set for owned in state.rings for ring in owned)


def test_a_written_record_may_stop_anywhere(tmp_path: Path) -> None:
    """Before every decision, and with every deck that is just long enough for it."""
    cards_needed = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11]
    for taken in range(len(GOOD["decisions"])):
        deal = {**GOOD["deal"], "deck": GOOD["deal"]["deck"][: cards_needed[taken]]}
        open_ = summary_of(tmp_path, changed(deal=deal, decisions=GOOD["decisions"][:taken]))
        assert open_["next"] == (0, 1, 2, 0, 1, 0, 1, 2, 0, 0)[taken]
        assert open_ == summary_of(tmp_path, changed(decisions=GOOD["decisions"][:taken]))
        file = written(tmp_path, changed(deal=deal, decisions=GOOD["decisions"][:taken]))
        who = GOOD["seats"][open_["next"]]
        assert call("replay", file).lines[-1] == f"The record ends here. To decide: {who}."


@pytest.mark.parametrize(("cards", "taken", "who"), [(0, 0, "Ana"), (1, 1, "Bo"), (5, 5, "Ana"), (7, 7, "Cy")])
def test_a_record_may_stop_before_a_card_is_drawn(tmp_path: Path, cards: int, taken: int, who: str) -> None:
    deal = {**GOOD["deal"], "deck": GOOD["deal"]["deck"][:cards]}
    record = changed(deal=deal, decisions=GOOD["decisions"][:taken])
    assert summary_of(tmp_path, record)["next"] == GOOD["seats"].index(who)
    last = call("replay", written(tmp_path, record)).lines[-1]
    assert last == f"The record ends here, before a card is drawn. Next: {who}."


def test_a_deck_that_ends_with_a_theft_that_is_not_possible(tmp_path: Path) -> None:
    """Cy has put the theft aside and would draw again."""
    deal = {**GOOD["deal"], "deck": GOOD["deal"]["deck"][:8]}
    assert summary_of(tmp_path, changed(deal=deal, decisions=GOOD["decisions"][:7]))["next"] == 2


def test_cards_beyond_those_drawn_change_nothing(tmp_path: Path) -> None:
    longer = {**GOOD["deal"], "deck": [*GOOD["deal"]["deck"], "6000", "theft"]}
    assert summary_of(tmp_path, changed(deal=longer)) == ITS_SUMMARY
    after_the_end = one_game(*ALL_LIFTED["deck"], "6000", "theft")
    assert summary_of(tmp_path, duel(after_the_end, *LIFTS))["over"]


# As sentences, from standard input, and as it is written


def test_the_example_told_in_both_languages(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    english, french = (call("replay", file, lang=lang) for lang in ("en", "fr"))
    assert english.lines == [
        "Mister Diamond.",
        "At the table: Ana, Bo, and Cy.",
        "42 diamonds, 16 of them fixed. Ana begins.",
        "Ana draws a ring of 3000 dollars.",
        "Place 17 is loose. Ana sets the diamond on the ring of 3000 dollars.",
        "Bo draws a ring of 3000 dollars.",
        "Place 8 is fixed. The ring of 3000 dollars stays empty.",
        "Cy draws a ring of 1000 dollars.",
        "Place 33 is fixed. The ring of 1000 dollars stays empty.",
        "Ana draws a ring of 2000 dollars.",
        "Place 41 is fixed. The ring of 2000 dollars stays empty.",
        "Bo draws a theft card.",
        "Bo steals the diamond of 3000 dollars from Ana. The victim plays next.",
        "Ana draws a ring of 6000 dollars.",
        "Place 25 is loose. Ana sets the diamond on the ring of 6000 dollars.",
        "Bo draws a ring of 4000 dollars.",
        "Place 30 is fixed. The ring of 4000 dollars stays empty.",
        "Cy draws a theft card, but there is nothing to steal. Another card.",
        "Cy draws a ring of 5000 dollars.",
        "Place 11 is loose. Cy sets the diamond on the ring of 5000 dollars.",
        "Ana draws a theft card.",
        "Ana does not steal. Another card.",
        "Ana draws a ring of 2000 dollars.",
        "Place 12 is loose. Ana sets the diamond on the ring of 2000 dollars.",
        "The record ends here, before a card is drawn. Next: Bo.",
    ]
    assert (french.status, french.err, len(french.lines)) == (0, "", len(english.lines))
    assert french.lines[2] == "42 diamants, dont 16 fixes. Ana commence."
    assert french.lines[6] == "La place 8 est fixe. La bague de 3000 dollars reste vide."
    assert not set(french.lines[1:]) & set(english.lines)


def test_the_end_of_a_match_is_told(tmp_path: Path) -> None:
    match = {**duel([ALL_LIFTED, ALL_LIFTED], *LIFTS, *LIFTS), "options": {"games": 2, "expert": True, "notes": True}}
    lines = call("replay", written(tmp_path, match)).lines
    assert lines[0] == "Mister Diamond, for experts, with notes, 2 games."
    assert lines[2] == "Game 1 of 2."
    assert "Game 1 is over: red 30000 dollars, blue 32000 dollars." in lines
    assert lines[-5:] == [
        "Game 2 is over: red 32000 dollars, blue 30000 dollars.",
        "The match is over. red and blue share the victory with 62000 dollars.",
        "Final scores:",
        "1. red: 62000 dollars",
        "1. blue: 62000 dollars",
    ]


def test_a_record_comes_from_standard_input_too(tmp_path: Path) -> None:
    said = run("replay", "-", "--json", home=tmp_path, stdin=json.dumps(GOOD))
    assert (said.status, json.loads(said.out), said.err) == (0, ITS_SUMMARY, "")


def test_what_is_as_usual_is_not_written() -> None:
    record = MisterDiamondRecord(
        format="tacora-record/1", edition="ravensburger-1993", options=MisterOptions(), seats=("a", "b"), decisions=()
    )
    fields = json.loads(encode(record))
    assert not fields.pop("options", {})
    assert fields == {
        "game": "mister-diamond",
        "format": "tacora-record/1",
        "edition": "ravensburger-1993",
        "seats": ["a", "b"],
        "decisions": [],
    }


def test_with_turned_adds_what_was_found_and_nothing_else() -> None:
    record = read({**without("deal"), "seed": SEED, "decisions": ["1", "4"]})
    whole = json.loads(encode(record.with_turned(replay(record))))
    turned = whole.pop("turned")
    assert whole == json.loads(encode(record))
    assert turned == {
        "fixed": [4, 6, 10, 13, 16, 19, 20, 24, 25, 31, 32, 35, 37, 40, 41, 42],
        "deck": ["3000", "5000", "2000"],
    }
    match = read({**without("deal"), "options": {"games": 2}, "seed": SEED, "decisions": []})
    assert isinstance(json.loads(encode(match.with_turned(replay(match))))["turned"], dict)


def test_every_record_tells_its_options_and_its_length() -> None:
    record = read({**GOOD, "options": {"expert": True}})
    assert record.chosen() == {"expert": True}
    assert record.length() == len(record.decisions)
