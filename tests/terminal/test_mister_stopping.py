"""Stopping a game of Mister Diamond and going on with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tacora.games.mister_diamond import MisterDiamond
from tests.cli.program import FRENCH, assert_refused
from tests.mister_diamond.table import BOX
from tests.terminal.mister_program import (
    ANSWERS,
    ASKED,
    LAST_ROUND,
    RINGS,
    TWO,
    after,
    alone_with_thefts,
    at_pipes,
    record_of,
    resume,
    under_way,
)
from tests.terminal.mister_scripts import (
    ASK,
    SAVED,
    STEAL,
    ask,
    greedy,
    play,
    typed,
)
from tests.terminal.program import run
from tests.terminal.seat import ESCAPE, Pipes, Terminal, only_file

# Stopping and going on


@pytest.mark.parametrize("lines", [(), ("q",), ("1", "4", "quit"), ("1", "2", "3")])
def test_stopping_keeps_the_game(tmp_path: Path, lines: tuple[str, ...]) -> None:
    said = at_pipes(tmp_path, *lines)
    assert (said.status, said.err, said.lines[-1]) == (0, "", SAVED)
    saved = json.loads(only_file(tmp_path / "games").read_text("utf-8"))
    assert saved["record"]["decisions"] == [line for line in lines if line.isdecimal()]


def test_stopping_in_french(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "1", "quitter", lang=FRENCH)
    assert said.lines[-1] == "La partie est sauvegardée. tacora play --resume la reprend."


def test_a_resumed_game_says_where_it_stands(tmp_path: Path) -> None:
    under_way(tmp_path)
    said = resume(tmp_path)
    at = said.lines.index("Your game goes on where it was.")
    expected = [*ANSWERS["left"], *RINGS, *LAST_ROUND, ASK]
    assert said.lines[at + 1 : at + 1 + len(expected)] == expected
    under_way(tmp_path, games=2)
    assert "Before game 1 of 2: Ana 0 dollars, Elephant 0 dollars, Squirrel 0 dollars." in resume(tmp_path).lines


def test_stopping_after_every_single_decision_changes_nothing(tmp_path: Path) -> None:
    answers = typed(play(greedy))[:6]
    at_once = at_pipes(tmp_path / "one", *answers)
    said = at_pipes(tmp_path / "two", answers[0])
    for answer in answers[1:]:
        assert said.lines[-1] == SAVED
        said = resume(tmp_path / "two", answer)
    saves = [json.loads(only_file(tmp_path / home / "games").read_text("utf-8")) for home in ("one", "two")]
    assert saves[0] == saves[1]
    assert after(said, "? for help: ", 1) == after(at_once, "? for help: ", len(answers))


def test_a_match_goes_on_in_its_second_game(tmp_path: Path) -> None:
    table = play(greedy, game=MisterDiamond(BOX, games=2))
    turn = next(at for at, step in enumerate(table.steps) if step.state.game == 2)
    answers = typed(table)
    flags = (*TWO, "--games", "2")
    assert at_pipes(tmp_path, *answers[: turn + 2], flags=flags).lines[-1] == SAVED
    first = table.steps[turn].state.totals
    said = resume(tmp_path, *answers[turn + 2 :])
    assert f"Before game 2 of 2: Ana {first[0]} dollars, Bo {first[1]} dollars." in said.lines
    assert "Final scores:" in said.lines
    assert (
        tuple(json.loads(run("replay", "--json", record_of(said), home=tmp_path).out)["scores"]) == table.state.totals
    )


@pytest.mark.parametrize("kind", [Pipes, Terminal])
def test_a_sudden_death_loses_nothing(tmp_path: Path, kind: type[Pipes] | type[Terminal]) -> None:
    answers = typed(play(greedy))
    with kind(tmp_path, *TWO, "--plain") as seat:
        seat.answer(ask("Ana", 3000), answers[0])
        seat.answer(ask("Bo", 5000), answers[1])
        seat.answer(ask("Ana", 2000), answers[2])
        seat.hear(ask("Bo", 4000))
        seat.kill()
    said = resume(tmp_path, *answers[3:])
    assert (said.status, said.err) == (0, "")
    assert "Your game goes on where it was." in said.lines
    asked = ASKED.findall(said.out)
    assert asked[0] == "Bo"
    record = json.loads(Path(record_of(said)).read_text("utf-8"))
    assert record["decisions"] == [str(action) for action in play(greedy).actions]


@pytest.mark.parametrize("kind", [Pipes, Terminal])
def test_an_interrupt_says_that_the_game_is_saved(tmp_path: Path, kind: type[Pipes] | type[Terminal]) -> None:
    with kind(tmp_path, *TWO, "--plain") as seat:
        seat.answer(ask("Ana", 3000), "1")
        seat.hear(ask("Bo", 5000))
        seat.interrupt()
        heard = seat.hear(SAVED)
        assert seat.end() == 0
        assert "Traceback" not in seat.said
    assert heard in {f"\n{SAVED}", f"^C\n{SAVED}"}
    assert ask("Bo", 5000) in resume(tmp_path).lines


def test_an_interrupt_at_a_theft(tmp_path: Path) -> None:
    alone_with_thefts(tmp_path)
    with Pipes(tmp_path, "play", "--resume") as seat:
        seat.hear(STEAL)
        seat.interrupt()
        seat.hear(SAVED)
        assert seat.end() == 0
    assert STEAL in resume(tmp_path).lines


def test_the_end_of_input_at_a_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO, "--plain") as seat:
        seat.hear(ask("Ana", 3000))
        seat.send("\x04")
        seat.hear(SAVED)
        assert seat.end() == 0


def test_the_game_to_go_on_with_can_be_named(tmp_path: Path) -> None:
    at_pipes(tmp_path, "1")
    mister = only_file(tmp_path / "games")
    run("play", "--people", "Zoé", home=tmp_path)
    assert "At the table: Zoé, Tortoise, Magpie, and Badger." in resume(tmp_path).lines
    assert ask("Bo", 5000) in at_pipes(tmp_path, flags=("play", "mister-diamond", "--resume")).lines
    assert "At the table: Ana and Bo." in resume(tmp_path).lines
    run("play", "diamant", "--resume", home=tmp_path)
    assert ask("Bo", 5000) in at_pipes(tmp_path, flags=("play", "--resume", "--file", str(mister))).lines


def test_a_game_of_the_other_kind_is_not_resumed(tmp_path: Path) -> None:
    run("play", "--people", "Zoé", home=tmp_path)
    said = at_pipes(tmp_path, flags=("play", "mister-diamond", "--resume"))
    assert said == (2, "", "tacora: there is no unfinished game to go on with\n")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bots", [None, "hal", "elephant"]),
        ("bots", [None, "tortoise", "elephant"]),
        ("bots", [None]),
        ("sealed", {"0": "1"}),
        ("sealed", {"0": "steal 1 3000"}),
    ],
)
def test_a_damaged_save_is_refused_in_one_line(tmp_path: Path, field: str, value: object) -> None:
    """A bot of the other game, a place where nothing stands, a theft for a ring."""
    under_way(tmp_path)
    file = only_file(tmp_path / "games")
    saved = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**saved, field: value}))
    said = resume(tmp_path)
    assert_refused(said)


# No escapes


@pytest.mark.parametrize("term", ["xterm-256color", "dumb", ""])
def test_pipes_never_get_an_escape(tmp_path: Path, term: str) -> None:
    said = at_pipes(tmp_path, "left", "?", *typed(play(greedy)), TERM=term)
    assert "Final scores:" in said.lines
    assert ESCAPE not in said.out + said.err


@pytest.mark.parametrize(("term", "plain"), [("dumb", ()), ("unknown", ()), ("xterm-256color", ("--plain",))])
def test_a_plain_terminal_gets_no_escape_and_no_drawing(tmp_path: Path, term: str, plain: tuple[str, ...]) -> None:
    with Terminal(tmp_path, *TWO, *plain, term=term) as seat:
        seat.answer(ask("Ana", 3000), "left", "1")
        seat.answer(ask("Bo", 5000), "quit")
        assert seat.end() == 0
    assert ESCAPE not in seat.said
    assert "◆" not in seat.said
    assert "Place 1 is loose." in seat.said
