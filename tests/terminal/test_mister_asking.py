"""What can be asked at a table of Mister Diamond, and what memory and notes tell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tacora.games.mister_diamond import Lift
from tests.cli.program import ENGLISH, FRENCH, PLAIN_SPACES
from tests.mister_diamond.table import Table
from tests.terminal.mister_program import (
    ANSWERS,
    ASKED,
    DEMANDE,
    LAST_ROUND,
    REPONSES,
    SIX,
    after,
    at_pipes,
    resume,
    under_way,
)
from tests.terminal.mister_scripts import (
    ASK,
    SEED,
    greedy,
    play,
    typed,
)
from tests.terminal.seat import ESCAPE

# Asking

KEYS = {"left": ["w", "LEFT"], "mine": ["m"], "rings": ["p"], "history": ["h", "History", "history 40", "h x"]}
TOUCHES = {
    "reste": ["w", "left"],
    "moi": ["m", "mine"],
    "bagues": ["j", "rings", "BAGUES"],
    "histoire": ["h", "history", "histoire 40"],
}


@pytest.mark.parametrize(
    ("lang", "question", "answers", "keys"), [(ENGLISH, ASK, ANSWERS, KEYS), (FRENCH, DEMANDE, REPONSES, TOUCHES)]
)
def test_everything_can_be_asked(
    tmp_path: Path, lang: str, question: str, answers: dict[str, list[str]], keys: dict[str, list[str]]
) -> None:
    """By every word and key, in the language of the table and by the full English word; asking changes nothing."""
    under_way(tmp_path)
    words = [(word, expected) for name, expected in answers.items() for word in (name, *keys.get(name, ()))]
    said = resume(tmp_path, *(word for word, _ in words), lang=lang)
    assert (said.status, said.err) == (0, "")
    for number, (word, expected) in enumerate(words, start=1):
        lines = [line.translate(PLAIN_SPACES) for line in after(said, question, number)]
        assert lines[: len(expected)] == expected, word
        if number < len(words):
            assert len(lines) == len(expected), word


@pytest.mark.parametrize(
    ("lang", "question", "words", "first", "last"),
    [
        (ENGLISH, ASK, ("rules", "r"), "Mister Diamond on one page.", "Most dollars wins. A table with notes marks"),
        (FRENCH, DEMANDE, ("règles", "regles", "r"), "Mister Diamond en une page.", "Le plus de dollars l’emporte."),
    ],
)
def test_the_rules_on_one_page(
    tmp_path: Path, lang: str, question: str, words: tuple[str, ...], first: str, last: str
) -> None:
    under_way(tmp_path)
    said = resume(tmp_path, *words, "mine", lang=lang)
    for number in range(1, len(words) + 1):
        lines = after(said, question, number)
        assert (len(lines), lines[0]) == (9, first)
        assert lines[-1].startswith(last)


def test_help_lists_every_command(tmp_path: Path) -> None:
    under_way(tmp_path)
    said = resume(tmp_path, "?", "help", "mine")
    lines = after(said, ASK, 1)
    assert lines == after(said, ASK, 2)
    assert lines[0].startswith("a number: ")
    words = ["left", "mine", "rings", "history", "rules", "help", "quit"]
    assert [line.split(" ")[0] for line in lines[1:]] == words
    assert [re.findall(r"\((.)\)", line)[0] for line in lines[1:]] == list("wmphr?q")
    under_way(tmp_path)
    french = after(resume(tmp_path, "?", "aide", "moi", lang=FRENCH), DEMANDE, 1)
    mots = ["reste", "moi", "bagues", "histoire", "règles", "aide", "quitter"]
    assert [line.split(" ")[0] for line in french[1:]] == mots
    assert [re.findall(r"\((.)\)", line)[0] for line in french[1:]] == list("wmjhr?q")


WRONG = {
    "0": "There is no place 0; they go from 1 to 42.",
    "43": "There is no place 43; they go from 1 to 42.",
    "999999999": "There is no place 999999999; they go from 1 to 42.",
    "43 ?": "There is no place 43; they go from 1 to 42.",
    "1": "No diamond stands at place 1.",
    "xyz": '"xyz" is not a command here; ? lists them.',
    "-5": '"-5" is not a command here; ? lists them.',
    "1.5": '"1.5" is not a command here; ? lists them.',
    "٧": '"٧" is not a command here; ? lists them.',
    "lift 5": '"lift 5" is not a command here; ? lists them.',
    "steal 1 3000": '"steal 1 3000" is not a command here; ? lists them.',
    "9999999999": '"9999999999" is not a command here; ? lists them.',
}
FAUX = {
    "43": "Il n’y a pas de place 43 ; elles vont de 1 à 42.",
    "1": "Il n’y a pas de diamant à la place 1.",
    "xyz": "« xyz » n’est pas une commande ici ; ? en donne la liste.",
}


@pytest.mark.parametrize(("lang", "question", "wrong"), [(ENGLISH, ASK, WRONG), (FRENCH, DEMANDE, FAUX)])
def test_a_wrong_answer_is_said_so_and_asked_again(
    tmp_path: Path, lang: str, question: str, wrong: dict[str, str]
) -> None:
    under_way(tmp_path)
    said = resume(tmp_path, *wrong, "", "   ", "5", lang=lang)
    for number, expected in enumerate(wrong.values(), start=1):
        assert [line.translate(PLAIN_SPACES) for line in after(said, question, number)] == [expected]
    assert after(said, question, len(wrong) + 1) == after(said, question, len(wrong) + 2) == []
    assert after(said, question, len(wrong) + 3)[0].startswith(("Place 5 is loose.", "La place 5 est mobile."))


def test_what_is_typed_cannot_become_an_escape(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "\x1b[2J")
    assert ESCAPE not in said.out
    assert "is not a command here" in said.out


# Memory and notes


def test_without_notes_nothing_but_the_last_round_is_told(tmp_path: Path) -> None:
    """Place 4 failed in the first round: whoever forgot that finds it nowhere, whatever they ask."""
    under_way(tmp_path)
    questions = ["left", "mine", "rings", "history", "history 99", "h 12", "4 ?", "rules", "?"]
    said = resume(tmp_path, *questions)
    assert "Place 4 is fixed" not in said.out
    assert "notes:" not in said.out
    assert "by the notes" not in said.out
    assert "Place 4: a diamond stands there." in said.lines
    assert after(said, ASK, 5) == after(said, ASK, 6) == after(said, ASK, 4) == LAST_ROUND


def test_with_notes_the_failed_places_are_marked_for_everybody(tmp_path: Path) -> None:
    under_way(tmp_path, notes=True)
    said = resume(tmp_path, "left", "4 ?", "6?", "5?", "1?", "mine")
    assert said.lines[0] == "Mister Diamond, with notes."
    assert after(said, ASK, 1)[-1] == "Fixed, by the notes: 4, 6, 10."
    assert after(said, ASK, 2) == ["Place 4: a fixed diamond, by the notes."]
    assert after(said, ASK, 3) == ["Place 6: a fixed diamond, by the notes."]
    assert after(said, ASK, 4) == ["Place 5: a diamond stands there."]
    assert after(said, ASK, 5) == ["Place 1: empty."]


def test_with_notes_history_goes_back_as_far_as_is_asked(tmp_path: Path) -> None:
    under_way(tmp_path, notes=True)
    said = resume(tmp_path, "history", "history 99", "h 1", "mine")
    assert after(said, ASK, 1) == LAST_ROUND
    everything = after(said, ASK, 2)
    assert everything[0] == "Place 1 is loose. The diamond is yours, on the ring of 3000 dollars."
    assert sum(line.startswith("Place ") for line in everything) == len(SIX)
    assert "Place 4 is fixed. The ring of 5000 dollars stays empty." in everything
    assert everything[-len(LAST_ROUND) :] == LAST_ROUND
    assert after(said, ASK, 3) == LAST_ROUND[-2:]


NAMES = ("Ana", "Bo", "Cy", "Di", "Ed")


def histories(home: Path, table: Table, command: str) -> list[list[int]]:
    """The tries that each player hears of who asks so before every decision of this game."""
    flags = ("play", "mister-diamond", "--people", ",".join(NAMES[: table.seats]), "--seed", SEED, "--first", "0")
    said = at_pipes(home, *(line for answer in typed(table) for line in (command, answer)), flags=flags)
    assert "Final scores:" in said.lines
    told = ASKED.split(said.out)[2::4]
    assert len(told) == len(table.actions)
    assert all(" draws a " in history for history in told)
    return [[int(place) for place in re.findall(r"^Place (\d+)", history, re.MULTILINE)] for history in told]


def tries(table: Table, begin: int, end: int) -> list[int]:
    """The places tried by these decisions, from one number to before another."""
    return [action.place for action in table.actions[begin:end] if isinstance(action, Lift)]


def last_own(table: Table, decision: int) -> int:
    """The decision before this one that the same player took."""
    mine = [at for at in range(decision) if table.steps[at].state.turn == table.steps[decision].state.turn]
    return mine[-1] if mine else -1


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_history_never_tells_more_than_a_round(tmp_path: Path, seats: int) -> None:
    """One's own last decision and all since, neither more nor less, whatever number is asked for.

    Thefts that are put aside, or that change the order of play, make a round longer or shorter.
    """
    table = play(greedy, seats=seats)
    for decision, heard in enumerate(histories(tmp_path, table, "history 99")):
        since = tries(table, max(0, last_own(table, decision)), decision)
        assert heard == since, f"before decision {decision + 1}"
