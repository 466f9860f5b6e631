"""`tacora solve` and `tacora exploit`: strategies that are kept, resumed and refused, and answers to bots."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from tacora.games.diamant.strategy import read_file
from tests.cli.program import PATIENCE, PROGRAM, assert_refused, call, environment, unmeasured
from tests.cli.studies import without
from tests.terminal.program import run as play

pytestmark = pytest.mark.usefixtures("learner_compiled", "cpu_only")
UNSEEDED = ("--edition", "tiny", "--no-relics", "--players", "3", "--threads", "1")
SMALL = (*UNSEEDED, "--seed", "5")


def test_a_strategy_is_kept_and_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.strategy"
    done = call("solve", str(file), *SMALL, "--walks", "2000", "--json")
    assert done.status == 0
    shown = json.loads(done.out)
    assert (shown["edition"], shown["options"], shown["players"], shown["seed"]) == ("tiny", {"relics": False}, 3, 5)
    assert shown["walks"] == 2000
    assert set(shown["against"]) == set(shown["by"]) == {"gems:8", "ev"}
    assert read_file(str(file)).made.walks == 2000
    played = call("simulate", "--seats", f"strategy:{file},ev,ev", "--edition", "tiny", "--no-relics", "--games", "500")
    assert played.status == 0
    for others, edition in (("ev,ev,ev", ("--no-relics",)), ("ev,ev", ("--relics",))):
        refused = call(
            "simulate", "--seats", f"strategy:{file},{others}", "--edition", "tiny", *edition, "--games", "9"
        )
        assert_refused(refused)
        assert "this strategy is for tiny with 3 players" in refused.err
    more = call("solve", str(file), *SMALL, "--walks", "3000", "--resume", f"{file}.progress", "--json")
    assert json.loads(more.out)["walks"] == 3000


@pytest.mark.thorough
def test_a_strategy_is_resumed_with_its_seed_and_with_no_other(tmp_path: Path) -> None:
    file, again = tmp_path / "mine.strategy", tmp_path / "again.strategy"
    assert call("solve", str(file), *SMALL, "--walks", "500", "--json").status == 0
    going_on = ("solve", str(again), *UNSEEDED, "--resume", f"{file}.progress")
    refused = call(*going_on, "--seed", "6")
    assert_refused(refused)
    assert "was learnt with --seed 5" in refused.err
    enough = call(*going_on, "--walks", "400")
    assert "It has made 500 walks already" in enough.err
    assert read_file(str(again)).made == read_file(str(file)).made
    again.unlink()
    refused = call("solve", str(again), *SMALL)
    assert_refused(refused)
    assert f"{again}.progress is there already: go on with --resume" in refused.err


@pytest.mark.thorough
def test_a_strategy_for_another_table_is_refused_before_the_first_card(tmp_path: Path) -> None:
    file = tmp_path / "mine.strategy"
    assert call("solve", str(file), *SMALL, "--walks", "500", "--json").status == 0
    bot = f"strategy:{file}"
    arena = ("arena", bot, "ev", "never", "--edition", "tiny", "--deals", "2", "--processes", "1")
    assert call(*arena, "--no-relics").status == 0
    for command in (
        (*arena, "--relics"),
        (*arena, "gems:4", "--no-relics"),
        ("play", "--bots", f"{bot},ev", "--people", "Ana"),
        ("play", "--bots", f"{bot},ev,ev", "--people", "Ana", "--edition", "tiny", "--no-relics"),
    ):
        refused = call(*command)
        assert_refused(refused)
        assert refused.err.startswith("tacora: this strategy is for tiny with 3 players, not for "), refused.err
    played = play(
        "play", "--bots", f"{bot},{bot}", "--people", "Ana", "--edition", "tiny", "--no-relics", home=tmp_path
    )
    assert "At the table: Ana, strategy:mine.strategy, and strategy:mine.strategy 2." in played.out


def test_bots_read_strategies_without_numpy(tmp_path: Path) -> None:
    file = files("tacora.games.diamant") / "champions" / "tiny-3.strategy"
    bots = (f"strategy:{file}", "champion", "thumb")
    arena = ("arena", *bots, "--edition", "tiny", "--no-relics", "--deals", "2", "--processes", "1")
    played = without("numpy", *arena, home=tmp_path)
    assert played.status == 0, played.err
    assert all(bot in played.out for bot in bots)


@pytest.mark.long
def test_the_lines_of_both_languages(tmp_path: Path) -> None:
    expected = {
        "en": ("walks", "Kept in", "it against 2 ev"),
        "fr": ("parcours", "Gardé dans", "elle contre 2 ev"),
    }
    for language, words in expected.items():
        done = call("solve", str(tmp_path / f"{language}.strategy"), *SMALL, "--walks", "500", lang=language)
        assert done.status == 0
        assert all(word in done.out for word in words), done.out


def test_an_answer_to_a_bot_is_told_with_its_gain() -> None:
    shown = json.loads(call("exploit", "never", *SMALL, "--walks", "4000", "--json").out)
    assert shown["fair"] == pytest.approx(1 / 3)
    assert shown["gain"]["share"] == pytest.approx(shown["share"]["share"] - 1 / 3)
    assert shown["gain"]["ci95"][0] > 0.3, "whoever never leaves has nothing"
    assert [look["walks"] for look in shown["path"]][-1] == 4000
    said = call("exploit", "never", *SMALL, "--walks", "500").out
    assert "Against a table full of never, whoever knows it wins" in said


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("exploit", "nobody"), "nobody"),
        (("exploit", "badger"), 'the simulator knows no bot "badger"'),
        (("exploit", "strategy:"), "the name of a file is needed behind the colon"),
        (("exploit", "ev", "--players", "2"), "3"),
        (("exploit", "ev", "--edition", "ravensburger-1993"), "only Diamant"),
        (("solve", "no/folder/x.strategy"), "no/folder"),
        (("solve", "{tmp}/x.strategy", "--resume", "{tmp}/none"), "none"),
        (("solve", "{tmp}/broken"), "is there already"),
        (("solve", "{tmp}/x.strategy", "--resume", "{tmp}/broken"), "is not a .progress file"),
        (("simulate", "--seats", "strategy:{tmp}/none,ev,ev"), "none"),
        (("simulate", "--seats", "strategy:{tmp}/broken,ev,ev"), "broken"),
    ],
)
def test_what_cannot_be_is_refused_before_any_work(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    (tmp_path / "broken").write_bytes(b"not a strategy")
    refused = call(*(argument.format(tmp=tmp_path) for argument in arguments))
    assert_refused(refused)
    assert told in refused.err


@pytest.mark.thorough
def test_ctrl_c_keeps_what_was_learnt(tmp_path: Path) -> None:
    file = tmp_path / "mine.strategy"
    with subprocess.Popen(
        [PROGRAM, "solve", str(file), *SMALL, "--walks", "1000000000"],
        env={**unmeasured(environment(tmp_path)), "NUMBA_CACHE_DIR": os.environ["NUMBA_CACHE_DIR"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        lines = iter(running.stdout)
        while not next(lines).strip()[:1].isdigit():  # The first look at what was learnt.
            pass
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, err
    assert f"--resume {file}.progress" in err
    assert "Kept in" in out
    assert read_file(str(file)).seats == 3
