"""Thefts at a table of Mister Diamond."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tacora.games.mister_diamond import Steal
from tacora.narration.catalogue import catalogue
from tests.cli.program import FRENCH
from tests.terminal.mister_program import (
    N,
    after,
    alone_with_thefts,
    at_pipes,
    resume,
)
from tests.terminal.mister_scripts import (
    STEAL,
    Moment,
    ask_theft,
    greedy,
    honest,
    play,
    save,
    typed,
)
from tests.terminal.seat import only_file

# Thefts


def test_a_theft_is_chosen_by_its_number(tmp_path: Path) -> None:
    moment = alone_with_thefts(tmp_path)
    said = resume(tmp_path, "2")
    menu = [f"{n}: {theft.price} dollars from memory" for n, theft in enumerate(moment.thefts, start=1)]
    at = said.lines.index("You draw a theft card.")
    assert said.lines[at + 1 : at + 1 + len(menu)] == menu
    assert said.lines[at + 1 + len(menu)] == STEAL
    price = moment.thefts[1].price
    assert after(said, STEAL)[0] == f"You steal the diamond of {price} dollars from memory. The victim plays next."
    decisions = json.loads(only_file(tmp_path / "games").read_text("utf-8"))["record"]["decisions"]
    assert decisions[len(moment.table.actions)] == f"steal 1 {price}"


@pytest.mark.parametrize("word", ["decline", "d", "DECLINE", "renoncer"])
def test_a_theft_is_declined_by_a_word(tmp_path: Path, word: str) -> None:
    moment = alone_with_thefts(tmp_path)
    said = resume(tmp_path, word)
    assert after(said, STEAL)[:1] == ["You do not steal. Another card."]
    decisions = json.loads(only_file(tmp_path / "games").read_text("utf-8"))["record"]["decisions"]
    assert decisions[len(moment.table.actions)] == "decline"


def test_a_theft_in_french(tmp_path: Path) -> None:
    moment = alone_with_thefts(tmp_path)
    question = catalogue("fr")("md-ask-theft", decline="renoncer")
    said = resume(tmp_path, "9", "1", lang=FRENCH)
    first = moment.thefts[0].price
    assert f"1{N}: {first} dollars, chez memory" in [line.replace("\u202f", N) for line in said.lines]
    assert after(said, question, 1)[0] == "Il n’y a pas de choix 9."
    assert after(said, question, 2)[0].startswith(f"Vous volez un diamant de {first} dollars, chez memory.")


def test_wrong_answers_to_a_theft(tmp_path: Path) -> None:
    moment = alone_with_thefts(tmp_path)
    most = len(moment.thefts)
    wrong = ["0", str(most + 1), "x", "", "steal 1 3000"]
    said = resume(tmp_path, *wrong, "mine", "left", "1")
    choices = after(said, STEAL, 4)  # Nothing was typed: the list of thefts once more.
    assert len(choices) == most
    assert choices[0].startswith("1: ")
    assert after(said, STEAL, 1) == ["There is no choice 0.", *choices]
    assert after(said, STEAL, 2) == [f"There is no choice {most + 1}.", *choices]
    assert after(said, STEAL, 3) == ['"x" is not a command here; ? lists them.', *choices]
    assert after(said, STEAL, 5) == ['"steal 1 3000" is not a command here; ? lists them.', *choices]
    assert after(said, STEAL, 6)[0].startswith("You have 0 dollars. No diamond. Empty: ")
    assert "diamonds stand" in after(said, STEAL, 7)[0]
    assert after(said, STEAL, 8)[0].startswith("You steal ")


def test_help_at_a_theft_is_about_thefts(tmp_path: Path) -> None:
    moment = alone_with_thefts(tmp_path)
    lines = after(resume(tmp_path, "?", "1"), STEAL, 1)
    assert lines[0] == "a number: commit that theft of the list"
    assert lines[1].startswith("decline (d): ")
    assert len(lines) == 2 + 7 + len(moment.thefts)


def test_two_people_rob_each_other(tmp_path: Path) -> None:
    """Everybody reads the screen, so both are named."""
    table = play(greedy)
    said = at_pipes(tmp_path, *typed(table))
    assert ask_theft("Ana") in said.lines
    assert ask_theft("Bo") in said.lines
    names = {0: "Ana", 1: "Bo"}
    stolen = [
        f"{names[1 - theft.victim]} steals the diamond of {theft.price} dollars from {names[theft.victim]}"
        for theft in table.actions
        if isinstance(theft, Steal)
    ]
    assert len(stolen) > 2
    assert [line.partition(". ")[0].rstrip(".") for line in said.lines if " steals " in line] == stolen


def test_whoever_is_robbed_by_a_bot_hears_it_and_plays_next(tmp_path: Path) -> None:
    """Seat 1 is a bot that holds a theft card and can rob Ana of one thing only."""
    for number in range(50):
        seed = f"{number:064x}"
        whole = play(honest, seed=seed)
        for most in range(len(whole.actions)):
            moment = Moment(play(honest, seed=seed, most=most), seed)
            if moment.table.state.turn == 1 and len(moment.thefts) == 1:
                save(tmp_path, moment, ("Ana", "memory"), (None, "memory"))
                said = resume(tmp_path)
                price = moment.thefts[0].price
                at = said.lines.index(f"memory steals your diamond of {price} dollars. You play next.")
                assert said.lines[at + 1].startswith("You draw a ")
                return
    raise AssertionError("no such game")
