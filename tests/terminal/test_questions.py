"""The questions before a game: every answer, wrong answers, and the way back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.program import FRENCH, Said
from tests.terminal.program import run
from tests.terminal.seat import ASK, SAVED

N = "\N{NO-BREAK SPACE}"
CHOICE = "Your choice: "
EDITION = "Which edition? Enter for tacora-2024: "
RELICS = "Play with relics? y or n, Enter for "
CHESTS = "Chests open or hidden? o or h, Enter for open: "
ODDS = "May players ask for the odds? y or n, Enter for y: "
PEOPLE = "Names of the people at this keyboard, with commas. Enter for just you: "
BOTS = "How strong are the bots? A number, or bots with commas. Enter for "

QUESTIONS = {
    "choice": CHOICE,
    "edition": EDITION,
    "relics": RELICS,
    "chests": CHESTS,
    "odds": ODDS,
    "people": PEOPLE,
    "bots": BOTS,
}


def answer(home: Path, *typed: str, lang: str = "C.UTF-8") -> Said:
    return run("play", home=home, stdin="".join(f"{line}\n" for line in typed), lang=lang)


def asked(said: Said) -> list[str]:
    """The questions in the order they were asked."""
    found = [(line.find(text), name) for line in said.lines for name, text in QUESTIONS.items() if text in line]
    return [name for _, name in found]


def test_the_menu(tmp_path: Path) -> None:
    assert answer(tmp_path).lines[:7] == [
        "Tacora. Diamant in the terminal.",
        "Enter: play at once, you against 3 bots",
        "1: choose options and players",
        "2: the rules on one page",
        "3: Mister Diamond instead",
        "q: leave",
        CHOICE,
    ]
    french = answer(tmp_path, lang=FRENCH)
    assert french.lines[1] == f"Entrée{N}: jouer tout de suite, vous contre 3 robots"


def test_the_menu_shows_the_rules(tmp_path: Path) -> None:
    for typed in ("2", "rules", "r"):
        said = answer(tmp_path, typed)
        assert "Diamant on one page." in said.lines
        assert said.out.count(CHOICE) == 2


def test_the_menu_offers_an_unfinished_game_only_if_there_is_one(tmp_path: Path) -> None:
    said = answer(tmp_path, "4")
    assert '"4" is not an answer here.' in said.lines
    assert "4: go on with your unfinished game" not in said.lines
    answer(tmp_path, "", "quit")
    said = answer(tmp_path, "4")
    assert "4: go on with your unfinished game" in said.lines
    assert "Your game goes on where it was." in said.lines
    french = answer(tmp_path, "4", lang=FRENCH)
    assert f"4{N}: reprendre votre partie inachevée" in french.lines


def test_the_menu_leads_to_the_other_game_and_back(tmp_path: Path) -> None:
    said = answer(tmp_path, "3", "3", "quit")
    assert (said.status, said.err) == (0, "")
    assert [line for line in said.lines if line.startswith("3: ")] == [
        "3: Mister Diamond instead",
        "3: Diamant instead",
        "3: Mister Diamond instead",
    ]


def test_enter_all_the_way(tmp_path: Path) -> None:
    said = answer(tmp_path, "1", "", "", "", "", "", "")
    assert asked(said) == ["choice", "edition", "relics", "chests", "odds", "people", "bots"]
    assert "Diamant, Tacora 2024, chests open." in said.lines
    assert "At the table: You, Tortoise, Magpie, and Badger." in said.lines
    assert said.lines[-1] == SAVED


def test_every_answer_counts(tmp_path: Path) -> None:
    said = answer(tmp_path, "1", "3", "n", "hidden", "n", "Ana", "ev,gems:9", "odds")
    assert "Incan Gold, 2006, chests hidden." in said.lines
    assert "At the table: Ana, ev, and gems:9." in said.lines
    assert said.out.split(ASK)[1].strip() == "This table plays without odds."


@pytest.mark.parametrize("typed", ["2", "easy", "Easy"])
def test_the_strength_of_all_bots_is_one_answer(tmp_path: Path, typed: str) -> None:
    said = answer(tmp_path, "1", "", "", "", "", "", typed)
    at = said.lines.index("1. mixed: Tortoise, Magpie, and Badger")
    assert said.lines[at + 1 : at + 5] == [
        "2. easy: Tortoise, careful, goes home early",
        "3. medium: Badger, digs on when others leave",
        "4. hard: Magpie, drawn by what lies on the path",
        "5. hardest: Champion, knows every chance, and cannot be read",
    ]
    assert "At the table: You, Tortoise, Tortoise 2, and Tortoise 3." in said.lines


def test_a_table_that_is_full_enough_may_have_one_bot_of_a_strength(tmp_path: Path) -> None:
    said = answer(tmp_path, "1", "", "", "", "", "Ana,Bea,Cleo", "5")
    assert "At the table: Ana, Bea, Cleo, and Champion." in said.lines


def test_an_edition_by_its_name(tmp_path: Path) -> None:
    assert "Tiny, for study, with relics, chests open." in answer(tmp_path, "1", "tiny", *[""] * 5).lines


def test_a_box_without_relics_is_not_asked_for_them(tmp_path: Path) -> None:
    said = answer(tmp_path, "1", "1", "", "", "", "")
    assert asked(said) == ["choice", "edition", "chests", "odds", "people", "bots"]
    assert "Diamant, Schmidt 2005, chests open." in said.lines


@pytest.mark.parametrize(("edition", "usual"), [("2", "no"), ("3", "yes"), ("4", "yes"), ("5", "yes")])
def test_relics_are_offered_as_the_box_has_them(tmp_path: Path, edition: str, usual: str) -> None:
    assert any(line == f"{RELICS}{usual}: " for line in answer(tmp_path, "1", edition).lines)


def test_wrong_answers_are_asked_again(tmp_path: Path) -> None:
    said = answer(
        tmp_path, "7", "1", "0", "7", "chess", "2", "perhaps", "y", "shut", "", "x", "", "", "hal", "gems:0", "none", ""
    )
    assert asked(said) == [
        *["choice"] * 2,
        *["edition"] * 4,
        *["relics"] * 2,
        *["chests"] * 2,
        *["odds"] * 2,
        "people",
        *["bots"] * 4,
    ]  # fmt: skip
    for line in (
        '"7" is not an answer here.',
        '"perhaps" is not an answer here.',
        '"shut" is not an answer here.',
        '"x" is not an answer here.',
        "3 to 8 players are needed, not 1",
        'Bot "gems:0": a whole number from 1 to 999999 is needed behind the colon',
    ):
        assert line in said.lines
    assert sum(line.startswith("There is no edition") for line in said.lines) == 3
    assert "Diamant, Tacora 2024, with relics, chests open." in said.lines


def test_back_returns_to_the_question_before(tmp_path: Path) -> None:
    said = answer(tmp_path, "1", "back", "2", "y", "h", "back", "o", "n", "b", "y", "Ana", "BACK", "Bob", "ev,ev")
    assert asked(said) == [
        "choice", "edition", "edition", "relics", "chests", "odds", "chests", "odds", "people", "odds", "people",
        "bots", "people", "bots",
    ]  # fmt: skip
    assert "At the table: Bob, ev, and ev 2." in said.lines
    assert "Diamant, Tacora 2024, with relics, chests open." in said.lines


def test_back_skips_what_was_not_asked(tmp_path: Path) -> None:
    said = answer(tmp_path, "1", "1", "back", "2", "n", "h")
    assert asked(said) == ["choice", "edition", "chests", "edition", "relics", "chests", "odds"]


def test_quit_at_any_question(tmp_path: Path) -> None:
    for typed in ([], [""], ["", "", ""], [""] * 5):
        said = answer(tmp_path, "1", *typed, "quit")
        assert (said.status, said.err) == (0, "")
        assert SAVED not in said.lines
    assert list(tmp_path.iterdir()) == []


def test_a_bad_name_is_asked_again(tmp_path: Path) -> None:
    """Whoever has answered five questions does not have to begin again for a slip in the sixth."""
    said = answer(tmp_path, "1", "", "", "", "", f"Ana,{'x' * 41}", "Ana", "ev,ev")
    assert (said.status, said.err) == (0, "")
    assert any("a name has 1 to 40 visible characters" in line for line in said.lines)
    assert asked(said).count("people") == 2
    assert "At the table: Ana, ev, and ev 2." in said.lines


def test_a_name_twice_is_asked_again(tmp_path: Path) -> None:
    said = answer(tmp_path, "1", "", "", "", "", "Ana,Ana", "Ana,Bob", "ev")
    assert 'Somebody is called "Ana" already; choose another name' in said.lines
    assert "At the table: Ana, Bob, and ev." in said.lines


def test_in_french(tmp_path: Path) -> None:
    said = answer(tmp_path, "1", "2", "o", "c", "n", "Zoé, Léo", "retour", "Zoé", "pie,ev", "magpie,ev", lang=FRENCH)
    assert (said.status, said.err) == (0, "")
    assert "Diamant, Tacora 2024, avec reliques, coffres cachés." in said.lines
    assert f"À la table{N}: Zoé, Pie et ev." in said.lines
    assert any(line.startswith(f"Il n’y a pas de robot «{N}pie{N}»") for line in said.lines)


def test_a_damaged_game_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "broken.json").write_text("{")
    said = answer(tmp_path, "4")
    assert (said.status, said.err) == (0, "")
    assert '"4" is not an answer here.' in said.lines


# Several unfinished games


def leave_unfinished(home: Path, *names: str) -> None:
    """A game of each of these people, stopped at its first question; the last one named was played last."""
    for played, name in enumerate(names):
        known = {file.name for file in (home / "games").glob("*.json")}
        run("play", "--people", name, "--bots", "ev,ev", home=home)
        (file,) = (file for file in (home / "games").glob("*.json") if file.name not in known)
        os.utime(file, (1_000_000 + played, 1_000_000 + played))


def goes_on(said: Said) -> list[str]:
    return [line for line in said.lines if line.startswith("At the table: ")]


def test_several_unfinished_games_are_listed_the_last_one_first(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, "Ana", "Bea", "Cleo")
    said = answer(tmp_path, "4", "quit")
    assert (said.status, said.err) == (0, "")
    assert "4: go on with one of your 3 unfinished games" in said.lines
    listed = [line.partition(" (")[0] for line in said.lines if line[:2] in ("1.", "2.", "3.")]
    assert listed == [
        f"{n}. Diamant, Tacora 2024: {name}, ev, and ev 2" for n, name in enumerate(("Cleo", "Bea", "Ana"), start=1)
    ]
    assert goes_on(said) == []
    french = answer(tmp_path, "4", "quitter", lang=FRENCH)
    assert f"4{N}: reprendre une de vos 3 parties inachevées" in french.lines


@pytest.mark.parametrize(("typed", "name"), [("", "Cleo"), ("1", "Cleo"), ("2", "Bea"), ("3", "Ana")])
def test_one_of_several_unfinished_games(tmp_path: Path, typed: str, name: str) -> None:
    leave_unfinished(tmp_path, "Ana", "Bea", "Cleo")
    assert goes_on(answer(tmp_path, "4", typed)) == [f"At the table: {name}, ev, and ev 2."]


def test_a_number_that_no_unfinished_game_has(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, "Ana", "Bea")
    said = answer(tmp_path, "4", "0", "3", "x", "²", "2")
    assert (said.status, said.err) == (0, "")
    assert [line for line in said.lines if "is not an answer here." in line] == [
        f'"{typed}" is not an answer here.' for typed in ("0", "3", "x", "²")
    ]
    assert goes_on(said) == ["At the table: Ana, ev, and ev 2."]


def test_back_at_the_list_of_unfinished_games_is_no_traceback(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, "Ana", "Bea")
    said = answer(tmp_path, "4", "back")
    assert (said.status, said.err) == (0, "")


def test_a_game_of_a_box_that_there_is_not_is_no_traceback_in_the_list(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, "Ana", "Bea")
    for file in (tmp_path / "games").glob("*.json"):
        text = file.read_text("utf-8")
        if "Ana" in text:
            file.write_text(text.replace("tacora-2024", "monopoly"), "utf-8")
    said = answer(tmp_path, "4", "quit")
    assert said.status in (0, 2)
    assert "Traceback" not in said.err
