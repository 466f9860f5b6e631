"""The options and the questions before a game of Mister Diamond."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import FRENCH, Said, assert_refused, call
from tests.terminal.mister_program import (
    N,
    at_pipes,
    under_way,
)
from tests.terminal.mister_scripts import (
    ASK,
    SAVED,
    SEED,
    ask,
)
from tests.terminal.program import run
from tests.terminal.seat import only_file

# Options of the other game


@pytest.mark.parametrize(
    ("flags", "line"),
    [
        (("play", "--expert"), "--expert is not an option of diamant"),
        (("play", "diamant", "--no-expert"), "--expert is not an option of diamant"),
        (("play", "--notes"), "--notes is not an option of diamant"),
        (("play", "--games", "2"), "--games is not an option of diamant"),
        (("play", "--first", "0"), "--first is not an option of diamant"),
        (("play", "mister-diamond", "--relics"), "--relics is not an option of mister-diamond"),
        (("play", "mister-diamond", "--no-relics"), "--relics is not an option of mister-diamond"),
        (("play", "mister-diamond", "--chests", "hidden"), "--chests is not an option of mister-diamond"),
        (("play", "mister-diamond", "--no-odds"), "--odds is not an option of mister-diamond"),
        (
            ("play", "mister-diamond", "--edition", "tiny"),
            'there is no edition "tiny"; there are ravensburger-1993',
        ),
        (
            ("play", "mister-diamond", "--bots", "tortoise"),
            'there is no bot "tortoise"; there are blind, memory, master, forgetful:P, forgetful:P:THEFT, '
            "elephant, squirrel, goldfish",
        ),
        (
            ("play", "mister-diamond", "--bots", "forgetful:2"),
            'bot "forgetful:2": a probability from 0 to 1 is needed behind the colon',
        ),
        (("play", "mister-diamond", "--bots", "blind:1"), 'bot "blind:1": this bot takes no number'),
        (("play", "mister-diamond", "--bots", ""), "2 to 8 players are needed, not 1"),
        (("play", "mister-diamond", "--bots", ",".join(["blind"] * 8)), "2 to 8 players are needed, not 9"),
        (("play", "mister-diamond", "--games", "0"), '--games: "0" is not a whole number in 1–99'),
        (("play", "mister-diamond", "--games", "100"), '--games: "100" is not a whole number in 1–99'),
        (("play", "mister-diamond", "--first", "8"), '--first: "8" is not a whole number in 0–7'),
        (("play", "--prices", "1,2"), "--prices is not an option of diamant"),
        (
            ("play", "mister-diamond", "--prices", "1000,x"),
            '--prices needs whole numbers with commas, not "1000,x"',
        ),
        (
            ("play", "mister-diamond", "--prices", "1,2,3,4"),
            "prices should be different, from 1 to 1000000, and divide 42 rings evenly, not 1, 2, 3, 4",
        ),
        (("play", "mister-diamond", "--first", "4"), "there is no seat 4; they go from 0 to 3"),
        (("play", "mister-diamond", "--people", "Ana,Ana"), 'somebody is called "Ana" already; choose another name'),
        (("play", "mister-diamond", "--seed", "12"), 'the seed should be 64 hexadecimal digits, not "12"'),
        (
            ("play", "mister-diamond", "--resume", "--notes"),
            "--resume goes on with a saved game as it was; leave out --notes",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...], line: str
) -> None:
    monkeypatch.setenv("TACORA_HOME", str(tmp_path))
    assert call(*flags) == (2, "", f"tacora: {line}\n")
    french = call(*flags, lang="fr")
    assert_refused(french)
    assert french.err != f"tacora: {line}\n"
    assert list(tmp_path.iterdir()) == []


def test_the_real_program_refuses_the_options_of_the_other_game(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, flags=("play", "--expert"), lang=FRENCH)
    assert said == (2, "", "tacora: --expert n’est pas une option de diamant\n")
    said = at_pipes(tmp_path, flags=("play", "mister-diamond", "--relics"))
    assert said == (2, "", "tacora: --relics is not an option of mister-diamond\n")


# The questions before a game

CHOICE = "Your choice: "
QUESTIONS = {
    "choice": CHOICE,
    "expert": "For experts, with empty rings counting against you? y or n, Enter for no: ",
    "notes": "With notes that mark the places known to be fixed, for everybody? y or n, Enter for no: ",
    "games": "How many games add up to the match? Enter for 1: ",
    "people": "Names of the people at this keyboard, with commas. Enter for just you: ",
    "bots": "How strong are the bots? A number, or bots with commas. Enter for ",
    "first": "Who begins? The number of a seat from 0, Enter to draw it: ",
}
MISTER = ("play", "mister-diamond")


def asked(said: Said) -> list[str]:
    """The questions in the order they were asked."""
    return [name for line in said.lines for name, text in QUESTIONS.items() if line.startswith(text)]


def test_the_menu(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, flags=MISTER)
    assert (said.status, said.err) == (0, "")
    assert said.lines[0] == "Tacora. Mister Diamond in the terminal."
    assert said.lines[1] == "Enter: play at once, you against 3 bots"
    assert said.lines[2:6] == [
        "1: choose options and players",
        "2: the rules on one page",
        "3: Diamant instead",
        "q: leave",
    ]
    french = at_pipes(tmp_path, flags=MISTER, lang=FRENCH)
    assert french.lines[0] == "Tacora. Mister Diamond dans le terminal."
    assert list(tmp_path.iterdir()) == []


def test_the_menu_shows_the_rules_of_this_game(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "2", "rules", "r", flags=MISTER)
    assert said.lines.count("Mister Diamond on one page.") == 3
    assert said.out.count(CHOICE) == 4


def test_each_menu_leads_to_the_other_game(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "3", "3", "3", "", flags=("play",))
    assert said.lines[0] == "Tacora. Diamant in the terminal."
    assert said.lines.count("3: Mister Diamond instead") == 2
    assert said.lines.count("3: Diamant instead") == 2
    assert "At the table: You, Elephant, Squirrel, and Goldfish." in said.lines
    french = at_pipes(tmp_path / "fr", "3", flags=("play",), lang=FRENCH)
    assert f"3{N}: plutôt Mister Diamond" in french.lines
    assert "Tacora. Mister Diamond dans le terminal." in french.lines


def test_the_menu_offers_an_unfinished_game(tmp_path: Path) -> None:
    assert '"4" is not an answer here.' in at_pipes(tmp_path, "4", flags=MISTER).lines
    under_way(tmp_path)
    said = at_pipes(tmp_path, "4", flags=MISTER)
    assert "4: go on with your unfinished game" in said.lines
    assert "Your game goes on where it was." in said.lines
    assert ASK in said.lines


def test_the_menu_lists_several_unfinished_games(tmp_path: Path) -> None:
    at_pipes(tmp_path, "1")
    mister = only_file(tmp_path / "games")
    run("play", "--people", "Zoé", home=tmp_path)
    said = at_pipes(tmp_path, "4", "3", "x", "2", flags=MISTER)
    assert "4: go on with one of your 2 unfinished games" in said.lines
    assert f"2. Mister Diamond, Ravensburger 1993: Ana and Bo ({mister.name})" in said.lines
    assert said.out.count("Which one? Enter for the last one played: ") == 3
    assert ask("Bo", 5000) in said.lines


def test_enter_all_the_way(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "1", *[""] * 6, flags=MISTER)
    assert asked(said) == ["choice", "expert", "notes", "games", "people", "bots", "first"]
    assert "Mister Diamond." in said.lines
    assert "At the table: You, Elephant, Squirrel, and Goldfish." in said.lines
    assert said.lines[-1] == SAVED


def test_every_answer_counts(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "1", "y", "yes", "3", "Ana,Bo", "memory", "1", flags=MISTER)
    assert "Mister Diamond, for experts, with notes, 3 games." in said.lines
    assert "At the table: Ana, Bo, and memory." in said.lines
    assert "42 diamonds, 16 of them fixed. Bo begins." in said.lines


def test_the_bots_are_introduced(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "1", "", "", "", "", flags=MISTER)
    assert (
        "All bots: blind, memory, master, forgetful:P, forgetful:P:THEFT, elephant, squirrel, goldfish."
    ) in said.lines
    at = said.lines.index("1. mixed: Elephant, Squirrel, and Goldfish")
    assert said.lines[at + 1 : at + 4] == [
        "2. easy: Goldfish, forgets almost at once",
        "3. medium: Squirrel, forgets where it looked, after a while",
        "4. hard: Elephant, forgets nothing",
    ]
    assert any(line == QUESTIONS["bots"] + 'mixed; "none" for none: ' for line in said.lines)


def test_wrong_answers_are_asked_again(tmp_path: Path) -> None:
    lines = ["7", "1", "perhaps", "n", "x", "n", "0", "100", "many", "-1", "2"]
    lines += ["Ana,Ana", "Ana", "hal", "none", "forgetful:2", "memory", "2", "x", "-1", "1"]
    said = at_pipes(tmp_path, *lines, flags=MISTER)
    assert (said.status, said.err) == (0, "")
    assert asked(said) == [
        *["choice"] * 2,
        *["expert"] * 2,
        *["notes"] * 2,
        *["games"] * 5,
        *["people"] * 2,
        *["bots"] * 4,
        *["first"] * 4,
    ]
    for line in (
        '"7" is not an answer here.',
        '"perhaps" is not an answer here.',
        '"x" is not an answer here.',
        "A match has from 1 to 99 games, not 0",
        "A match has from 1 to 99 games, not 100",
        '"many" is not an answer here.',
        '"-1" is not an answer here.',
        'Somebody is called "Ana" already; choose another name',
        "2 to 8 players are needed, not 1",
        'Bot "forgetful:2": a probability from 0 to 1 is needed behind the colon',
        "There is no seat 2; they go from 0 to 1",
        "Mister Diamond, 2 games.",
        "At the table: Ana and memory.",
        "42 diamonds, 16 of them fixed. memory begins.",
    ):
        assert line in said.lines, line


def test_back_returns_to_the_question_before(tmp_path: Path) -> None:
    lines = ["1", "back", "n", "y", "b", "n", "2", "BACK", "3", "Ana", "back", "Bo", "memory", "back", "blind", "back"]
    said = at_pipes(tmp_path, *lines, "elephant", "0", flags=MISTER)
    assert "back goes back one question." in said.lines
    assert asked(said) == [
        "choice", "expert", "expert", "notes", "games", "notes", "games", "people", "games", "people", "bots",
        "people", "bots", "first", "bots", "first", "bots", "first",
    ]  # fmt: skip


def test_back_from_a_question_that_was_misunderstood(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "1", "", "", "many", "back", "y", "1", flags=MISTER)
    assert asked(said) == ["choice", "expert", "notes", "games", "games", "notes", "games", "people"]


def test_quit_at_any_question(tmp_path: Path) -> None:
    for answered in (0, 2, 5):
        said = at_pipes(tmp_path, "1", *[""] * answered, "quit", flags=MISTER)
        assert (said.status, said.err) == (0, "")
        assert SAVED not in said.lines
    assert list(tmp_path.iterdir()) == []


def test_the_questions_in_french(tmp_path: Path) -> None:
    said = at_pipes(
        tmp_path, "1", "o", "n", "2", "Zoé", "retour", "Léo", "aucun", "memory", "0", flags=MISTER, lang=FRENCH
    )
    assert (said.status, said.err) == (0, "")
    assert "Mister Diamond, pour experts, 2 parties." in said.lines
    assert f"À la table{N}: Léo et memory." in said.lines
    assert "Il faut de 2 à 8 joueurs, pas 1" in said.lines
    assert "42 diamants, dont 16 fixes. Vous commencez." in said.lines


def test_a_box_says_which_game_is_played(tmp_path: Path) -> None:
    flags = ("play", "--edition", "ravensburger-1993", "--people", "Ana,Bo", "--seed", SEED, "--first", "0")
    assert at_pipes(tmp_path / "box", flags=flags) == at_pipes(tmp_path / "game")
