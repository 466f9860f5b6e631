"""How a record of Mister Diamond is told in sentences, read from standard input, and written."""

from __future__ import annotations

import json
from pathlib import Path

from tacora.games.mister_diamond.record import MisterDiamondRecord, MisterOptions, replay
from tacora.games.records import encode
from tests.cli.program import call, run
from tests.record.mister_records import ALL_LIFTED, GOOD, GOOD_SUMMARY, LIFTS, VECTOR_SEED, duel, read, without
from tests.record.records import written


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
    assert (said.status, json.loads(said.out), said.err) == (0, GOOD_SUMMARY, "")


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
    record = read({**without("deal"), "seed": VECTOR_SEED, "decisions": ["1", "4"]})
    whole = json.loads(encode(record.with_turned(replay(record))))
    turned = whole.pop("turned")
    assert whole == json.loads(encode(record))
    assert turned == {
        "fixed": [4, 6, 10, 13, 16, 19, 20, 24, 25, 31, 32, 35, 37, 40, 41, 42],
        "deck": ["3000", "5000", "2000"],
    }
    match = read({**without("deal"), "options": {"games": 2}, "seed": VECTOR_SEED, "decisions": []})
    assert isinstance(json.loads(encode(match.with_turned(replay(match))))["turned"], dict)


def test_every_record_tells_its_options_and_its_length() -> None:
    record = read({**GOOD, "options": {"expert": True}})
    assert record.chosen() == {"expert": True}
    assert record.length() == len(record.decisions)
