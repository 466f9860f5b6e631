"""Mister Diamond line by line: a whole game over pipes, what can be asked on the way, and how it ends."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from tacora.mister_diamond import Lift, MisterDiamond, Steal
from tacora.narration.catalogue import catalogue
from tests.cli.program import ENGLISH, FRENCH, Said, call, is_one_line, run
from tests.mister_diamond.table import BOX, PLAIN, Table
from tests.mister_diamond.table import replay as played_again
from tests.terminal.mister_scripts import (
    ASK,
    SAVED,
    SEED,
    STEAL,
    Moment,
    ask,
    ask_theft,
    greedy,
    honest,
    play,
    save,
    theft_for,
    typed,
)
from tests.terminal.seat import ESCAPE, Pipes, Terminal, only_file

N = "\N{NO-BREAK SPACE}"
SPACES = {ord(space): " " for space in "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"}
PROMISE = sha256(bytes.fromhex(SEED)).hexdigest()
TWO = ("play", "mister-diamond", "--people", "Ana,Bo", "--seed", SEED, "--first", "0")
"""Nobody but people: the whole game is what they type."""

DEMANDE = catalogue("fr")("md-ask-place", price="3000 dollars")
ASKED = re.compile(r"^(\w+), (?:for \d+ dollars, which diamond|steal which)\?.*$", re.MULTILINE)


def at_pipes(home: Path, *lines: str, flags: tuple[str, ...] = TWO, lang: str = ENGLISH, **more: str) -> Said:
    """A game at pipes; afterwards nobody types any more."""
    return run(*flags, home=home, stdin="".join(f"{line}\n" for line in lines), lang=lang, **more)


def resume(home: Path, *lines: str, lang: str = ENGLISH) -> Said:
    return at_pipes(home, *lines, flags=("play", "--resume"), lang=lang)


def after(said: Said, question: str, number: int = 1) -> list[str]:
    """What was said between a question, counted from 1, and the next of its kind."""
    return said.out.split(question)[number].strip("\n").splitlines()


def record_of(said: Said) -> str:
    return next(line.partition(": ")[2] for line in said.lines if line.startswith(("Record", "Enregistrement")))


# A whole game


def test_a_whole_game_to_the_podium(tmp_path: Path) -> None:
    table = play(greedy)
    scores = table.state.totals
    assert (scores[0], len(table.actions)) != (scores[1], 0)
    said = at_pipes(tmp_path, *typed(table))
    assert (said.status, said.err) == (0, "")
    assert said.lines[:5] == [
        "Mister Diamond.",
        "At the table: Ana and Bo.",
        f"The deal is fixed. Its commitment: {PROMISE}.",
        "42 diamonds, 16 of them fixed. Ana begins.",
        "Ana draws a ring of 3000 dollars.",
    ]
    at = said.lines.index("Final scores:")
    record = record_of(said)
    podium = sorted(zip(scores, ("Ana", "Bo"), strict=True), reverse=True)
    assert said.lines[at + 1 :] == [
        *(f"{rank}. {name}: {score} dollars" for rank, (score, name) in enumerate(podium, start=1)),
        f"The seed was {SEED}.",
        f"Record: {record}",
        "tacora replay tells it again, tacora verify checks the deal.",
    ]
    assert Path(record) == only_file(tmp_path / "records")
    assert list((tmp_path / "games").iterdir()) == []

    summary = json.loads(run("replay", "--json", record, home=tmp_path).out)
    assert (summary["over"], summary["next"]) == (True, None)
    assert tuple(summary["scores"]) == scores
    told = run("replay", record, home=tmp_path)
    assert [line for line in told.lines if line.startswith("Place")] == [
        line for line in said.lines if line.startswith("Place")
    ]
    checked = run("verify", record, "--commitment", PROMISE, home=tmp_path)
    assert checked == (
        0,
        "The record is sound: every decision fits the cards.\n"
        "The seed matches the commitment.\n"
        "The seed deals the cards that were seen.\n",
        "",
    )


def test_the_record_says_what_was_decided_and_what_was_found(tmp_path: Path) -> None:
    table = play(greedy)
    record = json.loads(Path(record_of(at_pipes(tmp_path, *typed(table)))).read_text("utf-8"))
    assert record["decisions"] == [str(action) for action in table.actions]
    assert (record["game"], record["seats"], record["first"]) == ("mister-diamond", ["Ana", "Bo"], 0)
    assert (record["seed"], record["commitment"]) == (SEED, PROMISE)
    state = table.state
    assert record["turned"]["fixed"] == sorted(state.setting.fixed)
    assert record["turned"]["deck"] == [str(card) for card in state.setting.deck[: state.drawn]]


def test_a_whole_game_in_french(tmp_path: Path) -> None:
    lines = [line.replace("decline", "renoncer") for line in typed(play(honest))]
    said = at_pipes(tmp_path, *lines, lang=FRENCH)
    assert (said.status, said.err) == (0, "")
    assert "42 diamants, dont 16 fixes. Ana commence." in said.lines
    assert f"Scores finaux{N}:" in said.lines
    assert any(line.endswith(" renonce au vol. Une autre carte.") for line in said.lines)
    assert run("verify", record_of(said), home=tmp_path).status == 0


def anything(*, first: int = 1) -> list[str]:
    """Enough to finish a game against any bots: every place again and again, and no theft wherever one is offered."""
    return [line for _ in range(12) for place in range(first, 43) for line in ("decline", str(place))]


def test_one_keystroke_starts_a_game_against_bots(tmp_path: Path) -> None:
    """The bots have dice of their own; whatever they do, somebody who tries everything gets to the end."""
    said = at_pipes(tmp_path, "", *anything(), flags=("play", "mister-diamond"))
    assert (said.status, said.err) == (0, "")
    assert "At the table: You, Elephant, Squirrel, and Goldfish." in said.lines
    assert "Final scores:" in said.lines
    checked = run("verify", record_of(said), home=tmp_path)
    assert (checked.status, len(checked.lines)) == (0, 3)
    assert json.loads(run("replay", "--json", record_of(said), home=tmp_path).out)["over"]


def test_a_match_of_two_games(tmp_path: Path) -> None:
    table = play(greedy, game=MisterDiamond(BOX, games=2, expert=True))
    said = at_pipes(tmp_path, *typed(table), flags=(*TWO, "--games", "2", "--expert"))
    assert said.lines[0] == "Mister Diamond, for experts, 2 games."
    assert said.lines[3:5] == ["Game 1 of 2.", "42 diamonds, 16 of them fixed. Ana begins."]
    second = said.lines.index("Game 2 of 2.")
    assert said.lines[second - 1].startswith("Game 1 is over: Ana ")
    assert said.lines[second + 1] == "42 diamonds, 16 of them fixed. Bo begins."
    at = said.lines.index("Final scores:")
    podium = sorted(zip(table.state.totals, ("Ana", "Bo"), strict=True), reverse=True)
    assert said.lines[at + 1 : at + 3] == [f"{n}. {who}: {score} dollars" for n, (score, who) in enumerate(podium, 1)]
    record = record_of(said)
    assert tuple(json.loads(run("replay", "--json", record, home=tmp_path).out)["scores"]) == table.state.totals
    assert len(json.loads(Path(record).read_text("utf-8"))["turned"]) == 2
    assert run("verify", record, home=tmp_path).status == 0


def test_flags_say_who_sits_where_and_how_it_is_played(tmp_path: Path) -> None:
    flags = ("play", "mister-diamond", "--people", "Zoé, Léo", "--bots", "memory,memory,elephant,forgetful:0.2")
    said = at_pipes(tmp_path, flags=(*flags, "--notes", "--expert", "--games", "3", "--first", "1"))
    assert said.lines[0] == "Mister Diamond, for experts, with notes, 3 games."
    assert said.lines[1] == "At the table: Zoé, Léo, memory, memory 2, Elephant, and forgetful:0.2."
    assert "42 diamonds, 16 of them fixed. Léo begins." in said.lines
    assert said.lines[-1] == SAVED


def test_a_table_may_change_the_prices(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "1", "4", "left", flags=(*TWO, "--prices", "700, 50,1"))
    drawn = re.findall(r"draws a ring of (\d+) dollars?\.", said.out)
    assert len(drawn) == 3
    assert set(drawn) <= {"700", "50", "1"}
    saved = json.loads(only_file(tmp_path / "games").read_text("utf-8"))
    assert saved["record"]["options"]["prices"] == [700, 50, 1]
    assert resume(tmp_path).status == 0


def test_two_people_need_no_bots_and_one_gets_three(tmp_path: Path) -> None:
    assert at_pipes(tmp_path).lines[1] == "At the table: Ana and Bo."
    alone = at_pipes(tmp_path, flags=("play", "mister-diamond", "--people", "Ana"))
    assert alone.lines[1] == "At the table: Ana, Elephant, Squirrel, and Goldfish."


def test_without_first_the_beginner_is_drawn(tmp_path: Path) -> None:
    """The test vector of the format: with six players seat 4 begins."""
    flags = ("play", "mister-diamond", "--people", "a,b,c,d,e,f", "--seed", SEED)
    assert "42 diamonds, 16 of them fixed. e begins." in at_pipes(tmp_path, flags=flags).lines


def test_two_games_are_not_dealt_alike(tmp_path: Path) -> None:
    games = [at_pipes(tmp_path, "", flags=("play", "mister-diamond")) for _ in range(2)]
    promises = {line for said in games for line in said.lines if line.startswith("The deal is fixed")}
    assert len(promises) == 2


# Several people in turn


def test_people_are_asked_in_turn_by_name(tmp_path: Path) -> None:
    table = play(greedy, seats=3, game=PLAIN)
    names = ("Ana", "Bo", "Cy")
    flags = ("play", "mister-diamond", "--people", ",".join(names), "--seed", SEED, "--first", "0")
    said = at_pipes(tmp_path, *typed(table), flags=flags)
    asked = ASKED.findall(said.out)
    assert asked == [names[step.state.turn] for step in table.steps[:-1]]
    assert len(set(asked)) == 3
    assert "You" not in said.out


def test_each_of_several_people_asks_for_their_own_rings(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "1", "4", "mine", "3", "mine")
    assert after(said, ask("Ana", 2000), 1) == [
        "A, Ana: 3000 dollars. With a diamond: 3000 dollars. No empty ring.",
        "The card drawn: a ring of 2000 dollars.",
    ]
    assert after(said, ask("Bo", 4000), 1)[:2] == [
        "B, Bo: 0 dollars. No diamond. Empty: 5000 dollars.",
        "The card drawn: a ring of 4000 dollars.",
    ]


# Asking

TABLE_OF_THREE = ("Ana", "Elephant", "Squirrel")
SIX = ("1", "4", "2", "6", "3", "10")
"""By the test vectors: Ana lifts 1 (3000), Elephant fails at 4 (5000), Squirrel lifts 2 (2000). Ana puts a theft aside
and fails at 6 (4000), Elephant lifts 3 (2000), Squirrel fails at 10 (6000). Ana has drawn 3000."""


def under_way(home: Path, *, notes: bool = False, games: int = 1) -> None:
    """One person against two bots, after these six decisions."""
    game = MisterDiamond(BOX, notes=notes, games=games, first=0)
    table = played_again(game, 3, bytes.fromhex(SEED), [Lift(int(text)) for text in SIX])
    save(home, Moment(table, SEED), TABLE_OF_THREE, (None, "elephant", "squirrel"))


LAST_ROUND = [
    "Place 6 is fixed. Your ring of 4000 dollars stays empty.",
    "Elephant draws a ring of 2000 dollars.",
    "Place 3 is loose. Elephant sets the diamond on the ring of 2000 dollars.",
    "Squirrel draws a ring of 6000 dollars.",
    "Place 10 is fixed. The ring of 6000 dollars stays empty.",
    "You draw a ring of 3000 dollars.",
]
DERNIER_TOUR = [
    "La place 6 est fixe. Votre bague de 4000 dollars reste vide.",
    "Elephant tire une bague de 2000 dollars.",
    "La place 3 est mobile. Elephant pose le diamant sur la bague de 2000 dollars.",
    "Squirrel tire une bague de 6000 dollars.",
    "La place 10 est fixe. La bague de 6000 dollars reste vide.",
    "Vous tirez une bague de 3000 dollars.",
]
RINGS = [
    "You have 3000 dollars. With a diamond: 3000 dollars. Empty: 4000 dollars.",
    "B, Elephant: 2000 dollars. With a diamond: 2000 dollars. Empty: 5000 dollars.",
    "C, Squirrel: 2000 dollars. With a diamond: 2000 dollars. Empty: 6000 dollars.",
]
BAGUES = [
    "Vous avez 3000 dollars. Avec un diamant : 3000 dollars. Vides : 4000 dollars.",
    "B, Elephant : 2000 dollars. Avec un diamant : 2000 dollars. Vides : 5000 dollars.",
    "C, Squirrel : 2000 dollars. Avec un diamant : 2000 dollars. Vides : 6000 dollars.",
]
DRAWN, TIRÉE = "The card drawn: a ring of 3000 dollars.", "La carte tirée : une bague de 3000 dollars."
ANSWERS = {
    "left": ["39 diamonds stand, at the places 4–42.", "41 cards are left, 6 of them theft.", DRAWN],
    "mine": [RINGS[0], DRAWN],
    "rings": RINGS,
    "history": LAST_ROUND,
    "5 ?": ["Place 5: a diamond stands there."],
    "1?": ["Place 1: empty."],
    "6 ?": ["Place 6: a diamond stands there."],
}
RÉPONSES = {
    "reste": ["Il reste 39 diamants, aux places 4–42.", "Il reste 41 cartes, dont 6 de vol.", TIRÉE],
    "moi": [BAGUES[0], TIRÉE],
    "bagues": BAGUES,
    "histoire": DERNIER_TOUR,
    "5 ?": ["Place 5 : un diamant s’y trouve."],
    "1?": ["Place 1 : vide."],
    "6 ?": ["Place 6 : un diamant s’y trouve."],
}
KEYS = {"left": ["w", "LEFT"], "mine": ["m"], "rings": ["p"], "history": ["h", "History", "history 40", "h x"]}
TOUCHES = {
    "reste": ["w", "left"],
    "moi": ["m", "mine"],
    "bagues": ["j", "rings", "BAGUES"],
    "histoire": ["h", "history", "histoire 40"],
}


@pytest.mark.parametrize(
    ("lang", "question", "answers", "keys"), [(ENGLISH, ASK, ANSWERS, KEYS), (FRENCH, DEMANDE, RÉPONSES, TOUCHES)]
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
        lines = [line.translate(SPACES) for line in after(said, question, number)]
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
        assert [line.translate(SPACES) for line in after(said, question, number)] == [expected]
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


# Thefts


def alone_with_thefts(home: Path, least: int = 2) -> Moment:
    """Ana, alone with a bot, has drawn a theft card and can choose."""
    moment = theft_for(0, least=least)
    save(home, moment, ("Ana", "memory"), (None, "memory"))
    return moment


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
    assert after(said, question, 1) == ["Il n’y a pas de choix 9."]
    assert after(said, question, 2)[0].startswith(f"Vous volez un diamant de {first} dollars, chez memory.")


def test_wrong_answers_to_a_theft(tmp_path: Path) -> None:
    moment = alone_with_thefts(tmp_path)
    most = len(moment.thefts)
    wrong = ["0", str(most + 1), "x", "", "steal 1 3000"]
    said = resume(tmp_path, *wrong, "mine", "left", "1")
    assert after(said, STEAL, 1) == ["There is no choice 0."]
    assert after(said, STEAL, 2) == [f"There is no choice {most + 1}."]
    choices = after(said, STEAL, 4)  # Nothing was typed: the list of thefts once more.
    assert len(choices) == most
    assert choices[0].startswith("1: ")
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
    assert (said.status, said.out) == (2, "")
    assert is_one_line(said.err)


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
            'there is no bot "tortoise"; there are blind, memory, forgetful:P, elephant, squirrel, goldfish',
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
        (("play", "mister-diamond", "--people", "Ana,Ana"), 'two players are called "Ana"'),
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
    assert (french.status, french.out) == (2, "")
    assert is_one_line(french.err)
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
    "bots": "Bots for the other seats, with commas. Enter for ",
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
    assert said.lines[1] == "Enter: play at once, you against three bots"
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
        "Bots: blind, memory, forgetful:P, elephant (Elephant, forgets nothing), "
        "squirrel (Squirrel, forgets where it looked, after a while), goldfish (Goldfish, forgets almost at once)."
    ) in said.lines
    assert any(line == QUESTIONS["bots"] + 'elephant,squirrel,goldfish; "none" for none: ' for line in said.lines)


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
        'Two players are called "Ana"',
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
