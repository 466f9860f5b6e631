"""What `tacora simulate` refuses, in one line and before any game is played."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tacora.games.diamant import features
from tests.cli.program import assert_refused, call, run
from tests.cli.studies import unknown_bot, without

pytestmark = pytest.mark.usefixtures("compiled", "cpu_only")

BOXES = "schmidt-2005, tacora-2024, incan-gold-2006, diamant-2016, incan-gold-2020, tiny, ravensburger-1993"
MISTER_BOX = ("--edition", "ravensburger-1993")

WRONG: dict[tuple[str, ...], str] = {
    (): "--seats is missing",
    ("--seats",): "option --seats needs a value",
    ("--seats", ""): unknown_bot(""),
    ("--seats", "ev,,ev"): unknown_bot(""),
    ("--seats", "ev,hal,ev"): unknown_bot("hal"),
    ("--seats", "ev,memory,ev"): unknown_bot("memory"),
    ("--seats", "ev,gems:0,ev"): 'bot "gems:0": a whole number from 1 to 999999 is needed behind the colon',
    ("--seats", "ev,gems,ev"): 'bot "gems": a whole number from 1 to 999999 is needed behind the colon',
    ("--seats", "ev,random:1.5,ev"): 'bot "random:1.5": a probability from 0 to 1 is needed behind the colon',
    ("--seats", "ev,ev:3,ev"): 'bot "ev:3": this bot takes no number',
    ("--seats", "ev,ev,table:/nowhere.npy"): "/nowhere.npy: there is no such file",
    ("--seats", "ev,tortoise,ev"): (
        'seat 2: the simulator does not know the bot "tortoise"; tacora arena plays any bot'
    ),
    ("--seats", "ev,ev"): "3 to 8 players are needed, not 2",
    ("--seats", ",".join(["ev"] * 9)): "3 to 8 players are needed, not 9",
    ("--seats", "ev,ev,ev", "now"): "too much: now",
    ("--seats", "ev,ev,ev", "--edition", "monopoly"): f'there is no edition "monopoly"; there are {BOXES}',
    ("--seats", "ev,ev,ev", "--relics"): "the box schmidt-2005 has no relics",
    ("--seats", "ev,ev,ev", "--expert"): "--expert is not an option of diamant",
    ("--seats", "ev,ev,ev", "--no-notes"): "--notes is not an option of diamant",
    ("--seats", "memory,blind", *MISTER_BOX, "--relics"): "--relics is not an option of mister-diamond",
    ("--seats", "ev,ev,ev", *MISTER_BOX): (
        'there is no bot "ev"; there are blind, memory, master, forgetful:P, forgetful:P:THEFT, '
        'elephant, squirrel, goldfish'
    ),
    ("--seats", "memory", *MISTER_BOX): "2 to 8 players are needed, not 1",
    ("--seats", "memory,forgetful:2", *MISTER_BOX): (
        'bot "forgetful:2": a probability from 0 to 1 is needed behind the colon'
    ),
    ("--seats", "ev,ev,ev", "--games", "0"): '--games: "0" is not a whole number in 1–1000000000000',
    ("--seats", "ev,ev,ev", "--games", "1e6"): '--games: "1e6" is not a whole number in 1–1000000000000',
    ("--seats", "ev,ev,ev", "--games", "1000000000001"): (
        '--games: "1000000000001" is not a whole number in 1–1000000000000'
    ),
    ("--seats", "ev,ev,ev", "--seed", "-1"): '--seed: "-1" is not a whole number in 0–9007199254740991',
    ("--seats", "ev,ev,ev", "--seed", str(2**53)): (
        '--seed: "9007199254740992" is not a whole number in 0–9007199254740991'
    ),
    ("--seats", "ev,ev,ev", "--seed", "ff"): '--seed: "ff" is not a whole number in 0–9007199254740991',
    ("--seats", "ev,ev,ev", "--threads", "0"): '--threads: "0" is not a whole number in 1–1024',
    ("--seats", "ev,ev,ev", "--device", "tpu"): '--device: "tpu" is none of cpu, gpu, auto',
    ("--seats", "ev,ev,ev", "--device", "gpu"): "there is no NVIDIA GPU that can be used here",
    ("--seats", "ev,ev,ev", "--csv", "/nowhere/x.csv"): "/nowhere: there is no such folder",
    ("--seats", "ev,ev,ev", "--plot", "/nowhere/x.png"): "/nowhere: there is no such folder",
    ("--seats", "ev,ev,ev", "--csv", "/"): "/: cannot be written (Is a directory)",
    ("--seats", "ev,ev,ev", "--csv", "/proc/x.csv"): "/proc/x.csv: cannot be written (No such file or directory)",
    ("--seats", "ev,ev,ev", "--plot", "/proc/x.svg"): "/proc/x.svg: cannot be written (No such file or directory)",
    ("--seats", "ev,ev,ev", "--plot", "/x.gif"): "/x.gif: the name of a picture ends in one of .png, .svg, .pdf",
    ("--seats", "ev,ev,ev", "--plot", "/x"): "/x: the name of a picture ends in one of .png, .svg, .pdf",
}  # fmt: skip


@pytest.mark.usefixtures("no_games")
@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_is_wrong_is_said_in_one_line_before_any_game(arguments: tuple[str, ...]) -> None:
    assert call("simulate", *arguments) == (2, "", f"tacora: {WRONG[arguments]}\n")


@pytest.mark.usefixtures("no_games")
@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_is_wrong_is_said_in_french(arguments: tuple[str, ...]) -> None:
    said = call("simulate", *arguments, lang="fr")
    assert_refused(said)
    assert said.err != f"tacora: {WRONG[arguments]}\n"


@pytest.mark.usefixtures("no_games")
def test_nothing_wrong_leaves_a_file_behind(tmp_path: Path) -> None:
    files = ("--csv", str(tmp_path / "x.csv"), "--plot", str(tmp_path / "x.png"))
    for wrong in (("--seats", "ev,ev"), ("--seats", "ev,ev,hal"), ("--seats", "ev,ev,ev", "--device", "gpu")):
        assert call("simulate", *wrong, *files).status == 2
    assert call("simulate", "--seats", "ev,ev,ev", *files, "--plot", "/nowhere/x.png").status == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_the_real_program_refuses_without_compiling_anything(tmp_path: Path) -> None:
    """From a home where nothing was compiled yet."""
    said = run("simulate", "--seats", "ev,ev,tortoise", "--games", str(10**12), home=tmp_path)
    assert_refused(said)
    assert list(tmp_path.rglob("*.nb?")) == []


def test_a_table_that_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "bad.npy").write_bytes(b"not a table")
    np.save(tmp_path / "short.npy", np.zeros(3))
    np.save(tmp_path / "odd.npy", np.full(features.SIZE, 1.5))
    for name in ("bad", "short", "odd"):
        for lang in ("en", "fr"):
            said = call("simulate", "--seats", f"ev,ev,table:{tmp_path / name}.npy", lang=lang)
            assert_refused(said)
            assert f"{name}.npy" in said.err


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", [("simulate", "--seats", "ev,ev,ev"), ("sweep", "gems:1..3")], ids=lambda c: c[0])
@pytest.mark.parametrize("module", ["numpy", "numba", "matplotlib"])
def test_what_was_not_installed_is_named(tmp_path: Path, module: str, command: tuple[str, ...]) -> None:
    picture = ("--plot", str(tmp_path / "x.png")) if module == "matplotlib" else ()
    said = without(module, *command, "--games", "10", *picture, home=tmp_path)
    assert said == (
        2,
        "",
        "tacora: this needs NumPy, Numba and matplotlib: pip install 'tacora[study]'"
        ", or in a clone .venv/bin/pip install -e '.[study]'\n",
    )
    assert not (tmp_path / "x.png").exists()


@pytest.mark.long
def test_no_picture_needs_no_matplotlib(tmp_path: Path) -> None:
    said = without("matplotlib", "simulate", "--seats", "ev,ev,ev", "--games", "10", "--json", home=tmp_path)
    assert (said.status, said.err) == (0, "")
    assert json.loads(said.out)["games"] == 10


@pytest.mark.sample(1)
@pytest.mark.parametrize("module", ["numpy", "numba"])
def test_a_bot_that_searches_names_what_it_needs(tmp_path: Path, module: str) -> None:
    said = without(module, "arena", "mcts:10", "ev", "ev", "--deals", "2", home=tmp_path)
    assert said == (
        2,
        "",
        "tacora: this needs NumPy, Numba and matplotlib: pip install 'tacora[study]'"
        ", or in a clone .venv/bin/pip install -e '.[study]'\n",
    )
    assert without(module, "arena", "gems:8", "ev", "ev", "--deals", "3", home=tmp_path).status == 0
