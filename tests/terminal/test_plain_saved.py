"""A game line by line whose file is missing, damaged, or of another kind."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.cli.program import FRENCH, assert_refused
from tests.terminal.pipes import play
from tests.terminal.seat import only_file


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    said = play(tmp_path, "l", TACORA_HOME=str(tmp_path / "file"))
    assert_refused(said)
    assert said.err.startswith(f"tacora: {tmp_path}/file/games/")
    assert "cannot be written" in said.err
    french = play(tmp_path, "l", TACORA_HOME=str(tmp_path / "file"), lang=FRENCH)
    assert "écriture impossible" in french.err


def test_a_podium_is_told_even_if_the_record_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("in the way")
    said = play(tmp_path, *"lllll")
    assert "Final scores:" in said.lines
    assert "Traceback" not in said.err


DAMAGES = {
    "nothing": b"",
    "half": b'{"format":"tacora-save/1","rec',
    "another format": b'{"format":"tacora-save/9"}',
    "not a game": b"[]",
    "bytes": b"\xff\x00\xff",
    "depth": b"[" * 100_000,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_game_is_refused_in_one_line(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "games" / "broken.json"
    file.parent.mkdir()
    file.write_bytes(DAMAGES[damage])
    said = play(tmp_path, flags=("play", "--resume", "--file", str(file)))
    assert_refused(said)
    assert said.err.startswith(f"tacora: {file}: this is not a saved game")
    assert file.read_bytes() == DAMAGES[damage]


@pytest.mark.sample(3)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_game_is_passed_over(tmp_path: Path, damage: str) -> None:
    """The newest of them is damaged: the one before goes on."""
    file = tmp_path / "games" / "broken.json"
    file.parent.mkdir()
    file.write_bytes(DAMAGES[damage])
    alone = play(tmp_path, flags=("play", "--resume"))
    assert alone == (2, "", "tacora: there is no unfinished game to go on with\n")
    play(tmp_path, "c")
    newest = time.time() + 3600
    os.utime(file, (newest, newest))
    said = play(tmp_path, flags=("play", "--resume"))
    assert (said.status, said.err) == (0, "")
    assert "At the table: Ana, cards:2, and cards:3." in said.lines
    assert file.read_bytes() == DAMAGES[damage]


def saved_game(home: Path) -> tuple[Path, dict[str, object]]:
    play(home, "c")
    file = only_file(home / "games")
    return file, json.loads(file.read_text("utf-8"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bots", [None]),
        ("bots", [None, "hal", "ev"]),
        ("bots", [None, "ev", 5]),
        ("odds", "yes"),
        ("sealed", {"0": "X"}),
        ("sealed", []),
        ("colour", "red"),
        ("record", {}),
    ],
)
def test_a_game_with_one_thing_wrong_is_refused_in_one_line(tmp_path: Path, field: str, value: object) -> None:
    file, saved = saved_game(tmp_path)
    file.write_text(json.dumps({**saved, field: value}))
    said = play(tmp_path, flags=("play", "--resume", "--file", str(file)))
    assert_refused(said)


@pytest.mark.parametrize(
    ("field", "value", "cause"),
    [
        ("decisions", [["LLLL"]], "letter"),
        ("seed", "12", "seed"),
        ("edition", "monopoly", "edition"),
        ("seats", ["Ana", "Bob"], "players"),
    ],
)
def test_a_game_with_a_bad_record_is_refused_in_one_line(tmp_path: Path, field: str, value: object, cause: str) -> None:
    file, saved = saved_game(tmp_path)
    record = saved["record"]
    assert isinstance(record, dict)
    file.write_text(json.dumps({**saved, "record": {**record, field: value}}))
    said = play(tmp_path, flags=("play", "--resume"))
    assert_refused(said)
    assert cause in said.err


def test_a_game_whose_cards_are_written_is_refused_for_what_it_is(tmp_path: Path) -> None:
    """Its cards would be known beforehand; but it is not true that it has neither seed nor deal."""
    file, saved = saved_game(tmp_path)
    record = saved["record"]
    assert isinstance(record, dict)
    del record["seed"]
    file.write_text(json.dumps({**saved, "record": {**record, "deal": [["11", "4"]], "decisions": []}}))
    said = play(tmp_path, flags=("play", "--resume"))
    assert_refused(said)
    assert "neither a seed nor a deal" not in said.err
