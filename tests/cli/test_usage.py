"""A command that is typed wrong: status 2 and one line that says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import (
    FRENCH,
    assert_refused,
    call,
    first_line,
    run,
    run_into_full_device,
    run_unread,
)
from tests.record.records import GOOD, SEED, written

BOXES = "schmidt-2005, tacora-2024, incan-gold-2006, diamant-2016, incan-gold-2020, tiny"
BOTS = (
    "never, random:P, cards:N, gems:N, hazards:N, ev, thumb, table:FILE, strategy:FILE, champion, "
    "tortoise, badger, magpie, hunter"
)
COMMANDS = "play, serve, replay, verify, review, odds, simulate, sweep, arena, solve, exploit, tables"

WRONG: dict[tuple[str, ...], str] = {
    ("repaly",): f'there is no command "repaly"; there are {COMMANDS}',
    ("it's",): f'there is no command "it\'s"; there are {COMMANDS}',
    ("",): f'there is no command ""; there are {COMMANDS}',
    ("--colour",): "there is no option --colour",
    ("play", "--colour"): "there is no option --colour",
    ("play", "-x"): "there is no option -x",
    ("verify", "--commitmen"): "there is no option --commitmen; perhaps --commitment",
    ("play", "--bots"): "option --bots needs a value",
    ("odds", "--inside"): "option --inside needs a value",
    ("play", "--relics=yes"): "option --relics takes no value",
    ("play", "--chests", "shut"): '--chests: "shut" is none of open, hidden',
    ("play", "--chests", "it's"): '--chests: "it\'s" is none of open, hidden',
    ("play", "--lang", "de"): '--lang: "de" is none of en, fr',
    ("odds", "--inside", "9"): '--inside: "9" is not a whole number in 1–8',
    ("odds", "--inside", "0"): '--inside: "0" is not a whole number in 1–8',
    ("odds", "--inside", "many"): '--inside: "many" is not a whole number in 1–8',
    ("odds", "--expedition", "6"): '--expedition: "6" is not a whole number in 1–5',
    ("odds", "--taken", "1.5"): '--taken: "1.5" is not a whole number in 0–5',
    ("odds", "--held", "-1"): '--held: "-1" is not a whole number in 0–9999',
    ("replay",): "FILE is missing",
    ("verify", "--json"): "FILE is missing",
    ("replay", "a.json", "b.json"): "too much: b.json",
    ("play", "diamant", "now"): "too much: now",
    ("play", "chess"): 'there is no game "chess"; there are diamant, mister-diamond',
    ("play", "--games", "3"): "--games is not an option of diamant",
    ("play", "diamant", "--expert"): "--expert is not an option of diamant",
    ("play", "mister-diamond", "--relics"): "--relics is not an option of mister-diamond",
    ("play", "mister-diamond", "--no-odds"): "--odds is not an option of mister-diamond",
    ("play", "mister-diamond", "--resume"): "there is no unfinished game to go on with",
    ("odds", "11", "--chests", "shut"): '--chests: "shut" is none of open, hidden',
    ("play", "--edition", "monopoly"): f'there is no edition "monopoly"; there are {BOXES}, ravensburger-1993',
    ("play", "diamant", "--edition", "ravensburger-1993"): (
        f'there is no edition "ravensburger-1993"; there are {BOXES}'
    ),
    ("play", "--edition", "ravensburger-1993", "--relics"): "--relics is not an option of mister-diamond",
    ("play", "--edition", "schmidt-2005", "--relics"): "the box schmidt-2005 has no relics",
    ("play", "--bots", "hal"): f'there is no bot "hal"; there are {BOTS}',
    ("play", "--bots", "gems:0,ev"): 'bot "gems:0": a whole number from 1 to 999999 is needed behind the colon',
    ("play", "--bots", "ev:1,ev"): 'bot "ev:1": this bot takes no number',
    ("play", "--bots", "random:2,ev"): 'bot "random:2": a probability from 0 to 1 is needed behind the colon',
    ("play", "--bots", ""): "3 to 8 players are needed, not 1",
    ("play", "--bots", ",".join(["ev"] * 8)): "3 to 8 players are needed, not 9",
    ("play", "--people", "Ana,Bob", "--bots", ""): "3 to 8 players are needed, not 2",
    ("play", "--people", "Ana,Bob,Ana"): 'somebody is called "Ana" already; choose another name',
    ("play", "--people", "Ana,\x1b[2J,Bob"): "seat 1: a name has 1 to 40 visible characters",
    ("play", "--people", f"Ana,Bob,{'x' * 41}"): "seat 2: a name has 1 to 40 visible characters",
    ("play", "--seed", "12"): 'the seed should be 64 hexadecimal digits, not "12"',
    ("play", "--resume", "--edition", "tiny"): (
        "--resume goes on with a saved game as it was; leave out --edition"
    ),
    ("play", "--resume", "--no-odds"): "--resume goes on with a saved game as it was; leave out --odds",
    ("play", "--resume"): "there is no unfinished game to go on with",
    ("odds", "snakes", "4", "snakes"): "this tunnel cannot be: the expedition ended at card 3",
    ("odds", "6"): (
        'card 1: there is no card "6" in tacora-2024, where the hazards are spiders, snakes, lava, boulders, rams'
    ),
    ("odds", "11", "R5"): '"R5" is a relic, and this game has none: add --relics',
    ("odds", "11", "R7", "--relics", "--expedition", "1"):
        'expedition 1, card 2: "R7" is not in the deck at this moment',
}  # fmt: skip


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACORA_HOME", str(tmp_path))


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_is_wrong_is_said_in_one_line(arguments: tuple[str, ...]) -> None:
    assert call(*arguments) == (2, "", f"tacora: {WRONG[arguments]}\n")


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_is_wrong_is_said_in_french(arguments: tuple[str, ...]) -> None:
    said = call(*arguments, lang="fr")
    assert_refused(said)
    assert said.err != f"tacora: {WRONG[arguments]}\n"


def test_the_same_from_the_real_program(tmp_path: Path) -> None:
    assert run("repaly", home=tmp_path) == (2, "", f"tacora: {WRONG['repaly',]}\n")
    french = run("play", "--bots", "hal", home=tmp_path, lang=FRENCH)
    assert (french.status, french.out) == (2, "")
    assert french.err.startswith("tacora: il n’y a pas de robot «\N{NO-BREAK SPACE}hal\N{NO-BREAK SPACE}»")


def test_nothing_wrong_leaves_anything_behind(tmp_path: Path) -> None:
    for arguments in WRONG:
        call(*arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [("replay", "{file}"), ("replay", "--json", "{file}"), ("odds", "11"), ("--help",), ("play", "--help")]
)
def test_a_reader_who_leaves_early_is_no_error(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    file = written(tmp_path, GOOD)
    assert run_unread(*(argument.format(file=file) for argument in arguments), home=tmp_path) == (0, "", "")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "arguments",
    [("replay", "{file}"), ("replay", "--json", "{file}"), ("odds", "11"), ("--help",), ("play", "--seed", SEED)],
)
def test_a_full_device_is_told_in_one_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    file = written(tmp_path, GOOD)
    said = run_into_full_device(*(argument.format(file=file) for argument in arguments), home=tmp_path)
    assert said == (2, "", "tacora: the output cannot be written (No space left on device)\n")


def test_head_gets_its_line(tmp_path: Path) -> None:
    said = first_line(f"replay '{written(tmp_path, GOOD)}'", tmp_path)
    assert said == (0, "Diamant, Tacora 2024, with relics, chests open.\n", "")


def test_a_terminal_that_cannot_write_french_gets_question_marks_and_no_traceback(tmp_path: Path) -> None:
    poor = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    said = run("play", "--seed", SEED, home=tmp_path, lang=FRENCH, **poor)
    assert (said.status, said.err) == (0, "")
    assert "Exp?dition 1 sur 5." in said.out
    for arguments in (("--help",), ("replay", "é.json")):
        said = run(*arguments, home=tmp_path, lang=FRENCH, **poor)
        assert "Traceback" not in said.err


def test_a_seed_is_taken_in_any_case(tmp_path: Path) -> None:
    said = run("play", "--seed", SEED.upper().replace("7", "A"), home=tmp_path)
    assert said.status == 0
    assert "Expedition 1 of 5" in said.out
