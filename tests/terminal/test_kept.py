"""The file of a game: kept, gone on with, told from a record, and refused with its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.terminal.pipes import PROMISE, TABLE, play, record_of
from tests.terminal.program import run
from tests.terminal.seat import SEED


def test_two_games_never_share_a_file(tmp_path: Path) -> None:
    """Not even when they begin in the same second from the same seed."""
    for _ in range(6):
        play(tmp_path, *"lllll")
    assert len(list((tmp_path / "records").iterdir())) == 6


def test_the_seed_deals_the_cards_and_not_the_coins_of_bots(tmp_path: Path) -> None:
    """Whoever plays a seed again meets the same cards, and champions who decide otherwise."""
    flags = ("play", "--people", "Ana", "--bots", "champion,champion", "--seed", SEED)
    dealt, decided = set(), set()
    for _ in range(60):  # Two games may well be the same, and sixty will not.
        record = json.loads(Path(record_of(play(tmp_path, *"lllll", flags=flags))).read_text("utf-8"))
        dealt.add((record["seed"], record["turned"][0][0]))
        decided.add(str(record["decisions"]))
        if len(decided) > 1:
            break
    assert len(dealt) == 1
    assert len(decided) > 1


def test_a_game_that_was_over_is_only_told_to_its_end(tmp_path: Path) -> None:
    """Killed between the last step and the writing of the record."""
    record = json.loads(Path(record_of(play(tmp_path, *"lllll"))).read_text("utf-8"))
    del record["turned"]
    bots = [None if name == "Ana" else "never" for name in record["seats"]]
    save = {"format": "tacora-save/1", "record": record, "bots": bots, "odds": True, "sealed": {}}
    (tmp_path / "games" / "over.json").write_text(json.dumps(save), "utf-8")
    said = run("play", "--resume", home=tmp_path)
    assert "This game was already over." in said.lines
    assert "Your game goes on where it was." not in said.lines
    assert "Final scores:" in said.lines


def test_the_language_asked_for_is_part_of_the_command_that_goes_on(tmp_path: Path) -> None:
    """A French game on an English system goes on in French."""
    said = play(tmp_path, "quitter", flags=(*TABLE, "--lang", "fr"))
    again = "tacora play --resume --lang fr"
    assert said.lines[-1] == f"La partie est sauvegardée. {again} la reprend."
    assert play(tmp_path, "quitter", flags=(*again.split()[1:],)).lines[-1] == said.lines[-1]


def test_a_game_can_be_kept_in_a_file_of_its_own(tmp_path: Path) -> None:
    """It holds the game while it is played, and its record afterwards."""
    file = tmp_path / "elsewhere" / "my game.json"
    file.parent.mkdir()
    flags = (*TABLE, "--file", str(file))
    saved = f"The game is saved. tacora play --resume --file '{file}' goes on."
    assert play(tmp_path, "c", flags=flags).lines[-1] == saved
    assert json.loads(file.read_text("utf-8"))["format"] == "tacora-save/1"
    said = play(tmp_path, *"lllll", flags=("play", "--resume", "--file", str(file)))
    assert "Final scores:" in said.lines
    assert record_of(said) == str(file)
    checked = run("verify", str(file), "--commitment", PROMISE, home=tmp_path)
    assert (checked.status, len(checked.lines)) == (0, 3)
    assert list(tmp_path.iterdir()) == [file.parent]
    assert list(file.parent.iterdir()) == [file]


def test_a_file_that_there_is_already_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana")
    for content in ("Dear Ana", ""):
        file.write_text(content)
        said = play(tmp_path, "c", flags=(*TABLE, "--file", str(file)))
        assert (said.status, said.out) == (2, "")
        assert said.err == f"tacora: {file}: there is such a file already; --resume goes on with the game in it\n"
        assert file.read_text() == content
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    said = play(tmp_path, "c", flags=(*TABLE, "--file", str(tmp_path / "nowhere" / "game.json")))
    assert said == (2, "", f"tacora: {tmp_path / 'nowhere'}: there is no such folder\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_to_go_on_with_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "game.json"
    said = play(tmp_path, flags=("play", "--resume", "--file", str(file)))
    assert said == (2, "", f"tacora: {file}: there is no such file\n")
    assert list(tmp_path.iterdir()) == []


def test_a_finished_game_in_a_file_does_not_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play(tmp_path, *"lllll", flags=(*TABLE, "--file", str(file)))
    record = file.read_bytes()
    said = play(tmp_path, flags=("play", "--resume", "--file", str(file)))
    assert said == (2, "", f"tacora: {file}: this game is over; tacora replay tells it again\n")
    assert file.read_bytes() == record


def test_a_record_that_stops_in_mid_game_is_told_from_a_saved_game(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    play(tmp_path, *"lllll", flags=(*TABLE, "--file", str(file)))
    record = json.loads(file.read_bytes())
    file.write_text(json.dumps({**record, "decisions": []}))
    said = play(tmp_path, flags=("play", "--resume", "--file", str(file)))
    assert said == (2, "", f"tacora: {file}: this is a record, not a saved game; tacora replay tells it\n")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_saved_game_is_told_from_a_record(tmp_path: Path, command: str) -> None:
    file = tmp_path / "game.json"
    play(tmp_path, flags=(*TABLE, "--file", str(file)))
    line = "this is a saved game, not a record; tacora play --resume --file goes on with it"
    assert run(command, str(file), home=tmp_path) == (2, "", f"tacora: {file}: {line}\n")


def test_what_is_wrong_in_a_saved_game_is_told_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play(tmp_path, flags=(*TABLE, "--file", str(file)))
    file.write_text(json.dumps({**json.loads(file.read_bytes()), "sealed": {"7": "x"}}))
    said = play(tmp_path, flags=("play", "--resume", "--file", str(file)))
    assert said == (2, "", f'tacora: {file}: the sealed decision "x" of seat "7" cannot be\n')
