"""A record played again gives the game, in figures and in sentences."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from tacora.games.diamant.record import DiamantRecord, Options, replay
from tacora.games.diamant.rules import Revealed
from tacora.games.records import decode, decode_save, encode
from tacora.record.base import BaseRecord
from tacora.table import SavedGame
from tests.cli.program import call, run
from tests.examples import examples
from tests.record.records import GOOD, SEED, Json, changed, of, read, summary_of, without, written
from tests.strategies import whole_games
from tests.table import Table

GAMES = settings(max_examples=examples(60))


WHOLE_GAME = changed(
    deal=[
        ["11", "snakes", "R5", "4"],
        ["7", "lava", "lava", "13"],
        ["R7", "17", "R8", "2"],
        ["1", "snakes"],
        ["13", "5", "snakes", "9", "snakes"],
    ],
    decisions=[
        ["CCC", "CLC", "L-L"],
        ["CCC", "CCC"],
        ["CCC", "CCC", "LCC", "-LL"],
        ["CCL", "LL-"],
        ["LCC", "-LC", "--C", "--C"],
    ],
)
"""Figured out by hand.

1. 11 among 3: 3 each, 2 stay. Blue leaves alone with 3 + 2. The relic comes; red and green leave together with 3, it is
   lost.
2. Lava twice, all three inside.
3. The relic added before cave 2 was not turned there, so it comes now. 17 among 3: 5 each, 2 stay. Red leaves alone
   with 5 + 2 and both relics. 2 among 2: the others leave with 6 each.
4. 1 among 3 stays; green takes it. The others go home with nothing.
5. 13 among 3: 4 each, 1 stays: red leaves with 5. 5 among 2: 2 each, 1 stays: blue leaves with 7. Green loses all.
"""

ITS_SUMMARY = {
    "over": True,
    "scores": [15 + 7 + 8, 18, 10],
    "winners": [0],
    "expeditions": [
        {"cards": ["11", "snakes", "R5"], "ended": "left", "chests": [3, 5, 3], "relics": [[], [], []]},
        {"cards": ["7", "lava", "lava"], "ended": "hazard", "chests": [3, 5, 3], "relics": [[], [], []]},
        {"cards": ["R7", "17", "R8", "2"], "ended": "left", "chests": [10, 11, 9], "relics": [["R7", "R8"], [], []]},
        {"cards": ["1", "snakes"], "ended": "left", "chests": [10, 11, 10], "relics": [["R7", "R8"], [], []]},
        {
            "cards": ["13", "5", "snakes", "9", "snakes"],
            "ended": "hazard",
            "chests": [15, 18, 10],
            "relics": [["R7", "R8"], [], []],
        },
    ],
}


def test_the_record_of_the_format_page_is_a_game_in_progress(tmp_path: Path) -> None:
    page = changed(deal=[["11", "snakes", "R5", "4"], ["7"]], decisions=[["CCC", "CLC", "L-L"]])
    assert summary_of(tmp_path, page) == {
        "over": False,
        "scores": [3, 5, 3],
        "winners": [],
        "expeditions": [
            {"cards": ["11", "snakes", "R5"], "ended": "left", "chests": [3, 5, 3], "relics": [[], [], []]},
            {"cards": ["7"], "ended": "open", "chests": [3, 5, 3], "relics": [[], [], []]},
        ],
    }


def test_a_whole_game_with_relics_and_disasters(tmp_path: Path) -> None:
    assert summary_of(tmp_path, WHOLE_GAME) == ITS_SUMMARY


@pytest.mark.parametrize("stop", range(6))
def test_a_record_may_stop_after_any_expedition(tmp_path: Path, stop: int) -> None:
    cut = {**WHOLE_GAME, "deal": WHOLE_GAME["deal"][:stop], "decisions": WHOLE_GAME["decisions"][:stop]}
    summary = summary_of(tmp_path, cut)
    assert summary["expeditions"] == ITS_SUMMARY["expeditions"][:stop]  # type: ignore[index]
    assert summary["over"] == (stop == 5)
    last = call("replay", written(tmp_path, cut)).lines[-1]
    assert last == ("3. green: 10" if stop == 5 else "The record ends here, between two expeditions.")


def test_a_record_may_stop_before_any_decision(tmp_path: Path) -> None:
    words = [(at, number) for at, row in enumerate(WHOLE_GAME["decisions"]) for number in range(len(row))]
    for at, number in words:
        rows = [*WHOLE_GAME["decisions"][:at], WHOLE_GAME["decisions"][at][:number]]
        summary = summary_of(tmp_path, {**WHOLE_GAME, "decisions": rows})
        assert not summary["over"]
        assert summary["winners"] == []
        assert [expedition["ended"] for expedition in summary["expeditions"]][-1] == "open"
        assert summary["expeditions"][-1]["cards"] == WHOLE_GAME["deal"][at][: number + 1]
        before = ITS_SUMMARY["expeditions"][:at]  # type: ignore[index]
        assert summary["expeditions"][:-1] == before


def test_a_lone_leaver_takes_relics_in_the_order_they_count(tmp_path: Path) -> None:
    """Three relics at once count 5 each, the fourth and the fifth to leave 10 each."""
    record = changed(
        edition="diamant-2016",
        options={},
        deal=[["R", "R", "R", "R", "R"]],
        decisions=[["CCC", "CCC", "LCC", "-LC", "--L"]],
    )
    assert summary_of(tmp_path, record) == {
        "over": False,
        "scores": [15, 10, 10],
        "winners": [],
        "expeditions": [
            {
                "cards": ["R", "R", "R", "R", "R"],
                "ended": "left",
                "chests": [0, 0, 0],
                "relics": [["R", "R", "R"], ["R"], ["R"]],
            }
        ],
    }


@pytest.mark.parametrize(
    ("options", "with_relics"),
    [
        (("tacora-2024", {}), False),
        (("tacora-2024", {"relics": True}), True),
        (("incan-gold-2020", {}), True),
        (("incan-gold-2020", {"relics": False}), False),
        (("schmidt-2005", {"relics": False}), False),
        (("schmidt-2005", {"chests": "hidden"}), False),
    ],
)
def test_options_left_out_are_as_the_box_has_them(options: tuple[str, Json], with_relics: bool) -> None:
    edition, chosen = options
    played = replay(read(changed(edition=edition, options=chosen, deal=[["4"]], decisions=[])))
    assert played.game.with_relics is with_relics
    assert played.game.chests == chosen.get("chests", "open")


def test_cards_beyond_those_turned_change_nothing(tmp_path: Path) -> None:
    longer = [[*row, "14", "15"] for row in WHOLE_GAME["deal"]]
    assert summary_of(tmp_path, {**WHOLE_GAME, "deal": longer}) == ITS_SUMMARY


def test_a_game_in_progress_may_know_its_later_caves(tmp_path: Path) -> None:
    summary = summary_of(tmp_path, changed(decisions=[], deal=WHOLE_GAME["deal"]))
    assert [expedition["ended"] for expedition in summary["expeditions"]] == ["open"]


def test_a_record_comes_from_standard_input_too(tmp_path: Path) -> None:
    said = run("replay", "-", "--json", home=tmp_path, stdin=json.dumps(WHOLE_GAME))
    assert (said.status, said.err) == (0, "")
    assert json.loads(said.out) == ITS_SUMMARY


def test_a_replay_is_told_in_both_languages(tmp_path: Path) -> None:
    file = written(tmp_path, WHOLE_GAME)
    english, french = (call("replay", file, lang=lang) for lang in ("en", "fr"))
    assert english.lines[:5] == [
        "Diamant, Tacora 2024, with relics, chests open.",
        "At the table: red, blue, and green.",
        "Expedition 1 of 5. Everyone enters.",
        "A relic worth 5 is shuffled into the deck.",
        "Treasure 11: 3 each, 2 stay on the card.",
    ]
    assert english.lines[-4:] == [
        "Final scores:",
        "1. red: 30 (15 gems, relics worth 7 and 8)",
        "2. blue: 18",
        "3. green: 10",
    ]
    assert french.lines[2] == "Expédition 1 sur 5. Tout le monde entre."
    assert french.lines[-1] == "3. green\N{NO-BREAK SPACE}: 10"
    assert len(english.lines) == len(french.lines)


def test_a_game_that_stops_inside_a_cave_says_so(tmp_path: Path) -> None:
    assert call("replay", written(tmp_path, GOOD)).lines[-1] == "The record ends here, in expedition 2."


def test_a_seed_deals_the_whole_game(tmp_path: Path) -> None:
    """Everybody leaves at the first decision: five cards, as the specified shuffle gives them."""
    record = {**without("deal"), "seed": SEED, "decisions": [["LLL"]] * 5}
    summary = summary_of(tmp_path, record)
    assert summary["over"]
    assert [len(expedition["cards"]) for expedition in summary["expeditions"]] == [1] * 5
    upper = {**record, "seed": "0" * 62 + "0A"}
    assert summary_of(tmp_path, upper) == summary_of(tmp_path, {**record, "seed": "0" * 62 + "0a"})
    assert summary_of(tmp_path, upper) != summary


@GAMES
@given(whole_games())
def test_a_replayed_game_is_the_engine_s_game(table: Table) -> None:
    played = replay(of(table))
    assert played.steps == table.steps
    outcome = table.game.outcome(table.state)
    summary = played.summary()
    assert outcome is not None
    assert (summary.over, summary.scores, summary.winners) == (True, outcome.scores, outcome.winners)
    assert summary.expeditions[-1].chests == table.state.camp.chests
    assert len(summary.expeditions) == table.game.edition.expeditions


@GAMES
@given(whole_games())
def test_decided_writes_a_word_for_each_decision(table: Table) -> None:
    words: list[str] = []
    for event in table.events:
        if isinstance(event, Revealed):
            letters = {**dict.fromkeys(event.leaving, "L"), **dict.fromkeys(event.continuing, "C")}
            words.append("".join(letters.get(seat, "-") for seat in range(table.seats)))
    record = of(table)
    assert [word for row in record.decisions for word in row] == words
    assert [len(row) for row in record.decisions if not row] == []


@GAMES
@given(whole_games(), st.data())
def test_a_seed_and_the_cards_it_deals_give_the_same_game(table: Table, data: st.DataObject) -> None:
    """At any moment of the game, the last one included."""
    moment = data.draw(st.integers(0, len(table.actions)), label="decisions taken")
    by_seed = of(Table(table.game, table.seats, table.steps[: moment + 1], table.actions[:moment]))
    turned = tuple(tuple(map(str, row)) for row in replay(by_seed).turned())
    by_deal = msgspec.structs.replace(by_seed, seed=UNSET, deal=turned)
    assert replay(by_deal).summary() == replay(by_seed).summary()
    assert [step.events for step in replay(by_deal).steps] == [step.events for step in replay(by_seed).steps]


@GAMES
@given(whole_games())
def test_a_record_reads_as_it_was_written(table: Table) -> None:
    record = of(table)
    text = encode(record)
    assert b"\n" not in text
    assert decode(text) == record
    assert json.loads(text)["game"] == "diamant"
    assert json.loads(text)["format"] == "tacora-record/1"


def test_what_is_as_usual_is_not_written() -> None:
    record = DiamantRecord(
        format="tacora-record/1", edition="tacora-2024", options=Options(), seats=("a", "b", "c"), decisions=()
    )
    fields = json.loads(encode(record))
    assert not fields.pop("options", {})
    assert fields == {
        "game": "diamant",
        "format": "tacora-record/1",
        "edition": "tacora-2024",
        "seats": ["a", "b", "c"],
        "decisions": [],
    }


def test_a_record_keeps_every_letter_of_a_name(tmp_path: Path) -> None:
    record = changed(seats=["Zoé", "名前", 'O\'Neil "x" <b>'])
    assert json.loads(encode(read(record)))["seats"] == record["seats"]
    assert 'At the table: Zoé, 名前, and O\'Neil "x" <b>.' in call("replay", written(tmp_path, record)).lines


def test_every_record_tells_its_options_and_its_length() -> None:
    record = read({**GOOD, "options": {"chests": "hidden"}})
    assert record.chosen() == {"chests": "hidden"}
    assert record.length() == sum(map(len, record.decisions))
    bare = BaseRecord(format="tacora-record/1", edition="tiny", seats=("A", "B", "C"))
    for unsaid in (bare.chosen, bare.length):
        with pytest.raises(NotImplementedError):
            unsaid()


def test_an_unfinished_game_is_read_with_its_record() -> None:
    record = read(GOOD)
    saved = SavedGame(record=record, bots=(None, None, "ev"), sealed={"0": "C"})
    assert decode_save(msgspec.json.encode(saved)) == saved
