"""`tacora simulate` as a process: its cache of compiled code, its progress bar, Ctrl-C and pipes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.program import (
    FRENCH,
    first_line,
    is_one_line,
    run,
    run_into_full_device,
    run_unread,
)
from tests.cli.studies import COMPILED, NARROW, SMALL, TABLE, N, Study, Watched, figures, lines_up, without_timings
from tests.terminal.seat import seen

pytestmark = pytest.mark.usefixtures("compiled", "cpu_only")

# Compiled once


@pytest.mark.long
def test_the_first_run_compiles_and_says_so_and_the_second_starts_at_once(tmp_path: Path) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    arguments = ("simulate", "--seats", "ev,ev,ev", "--games", "10", "--seed", "1", "--device", "cpu")
    first = run(*arguments, home=tmp_path, **cache)
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nb?")}
    assert {file.suffix for file in kept} == {".nbi", ".nbc"}
    second = run(*arguments, home=tmp_path, **cache)
    assert first.err.startswith("Compiling for this machine; this is kept, and can take a minute the first time.\n")
    assert "Compiling" not in second.err
    assert first.out == second.out
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nb?")} == kept


# At a terminal

LONG = ("--seats", TABLE, "--games", str(10**12), "--seed", "7", "--device", "cpu")


def counted(said: str, pattern: str) -> int:
    found = re.search(pattern, said)
    assert found, said
    return int(re.sub(r"\D", "", found[1]))


def test_a_bar_with_the_remaining_time_and_ctrl_c_prints_what_is_done_so_far(tmp_path: Path) -> None:
    with Study(tmp_path, "simulate", *LONG) as terminal:
        terminal.hear("Playing")
        terminal.hear(":")  # The remaining time: games are being played.
        terminal.hear(":")
        terminal.interrupt()
        assert terminal.end() == 130
        said = seen(terminal.said)
    bar, _, told = said.partition("\n")
    drawn = bar.removesuffix("^C").split("\r")[1:]
    assert drawn[0].startswith("Playing  [-----")
    assert re.search(r"\] +0% +(\d+d )?\d\d:\d\d:\d\d", bar)
    assert all(len(line) < 80 for line in drawn)
    games = counted(told, r"^Interrupted: ([\d,]+) of 1,000,000,000,000 games are counted\.\n")
    assert f"schmidt-2005, {games:,} games, seed 7\n" in told
    shares = re.findall(r"^\d +\S+ .* (\d+\.\d\d)%  +\S+% to \S+%$", told, re.MULTILINE)
    assert len(shares) == 5
    assert sum(map(float, shares)) == pytest.approx(100, abs=0.05)
    assert "Traceback" not in told


@pytest.mark.long
def test_what_was_interrupted_is_right_for_its_games(tmp_path: Path) -> None:
    """JSON into a pipe, with somebody at the terminal who presses Ctrl-C."""
    file = tmp_path / "x.csv"
    with Watched(tmp_path, "simulate", *LONG, "--threads", "2", "--json", "--csv", str(file), lang=FRENCH) as program:
        program.hear("Parties")
        program.hear(":")
        program.interrupt()
        shown = json.loads(program.result())
        assert program.end() == 130
        told = program.said
    games = shown["games"]
    assert 0 < games < 10**12
    assert counted(told, rf"Interrompu{N}: ([\d{NARROW}]+) parties sur 1({NARROW}000){{4}} sont comptées") == games
    assert sum(seat["win_share"] for seat in shown["seats"]) == pytest.approx(1)
    again = figures("--seats", TABLE, "--games", str(games), "--seed", "7")
    assert without_timings(again) == without_timings(shown)
    assert file.read_text().count(f",{games},") == 5


@pytest.mark.long
def test_no_bar_where_lines_cannot_be_drawn_again(tmp_path: Path) -> None:
    """A terminal for somebody who listens."""
    arguments = ("--seats", TABLE, "--games", "300000", "--seed", "7", "--threads", "1")
    with Study(tmp_path, "simulate", *arguments, term="dumb") as terminal:
        assert terminal.end() == 0
        said = terminal.said
    assert "Playing" not in said
    assert "\r" not in said
    assert "\x1b" not in said


@pytest.mark.long
def test_no_bar_into_a_pipe(tmp_path: Path) -> None:
    said = run("simulate", "--seats", TABLE, "--games", "300000", "--threads", "1", home=tmp_path, **COMPILED)
    assert is_one_line(said.err)
    assert said.err.endswith("games a second (1 thread)\n")


@pytest.mark.long
def test_a_bar_that_has_run_to_its_end_leaves_the_table_in_peace(tmp_path: Path) -> None:
    arguments = ("--seats", TABLE, "--games", "600000", "--seed", "7", "--threads", "1")
    with Study(tmp_path, "simulate", *arguments) as terminal:
        assert terminal.end() == 0
        said = terminal.said
    assert "100%" in said
    bar, _, table = said.partition("\nschmidt-2005, 600,000 games, seed 7\n")
    assert bar.endswith("\x1b[?25h"), "the cursor is back"
    assert "\r" not in table
    scores, victories, _ = table.strip("\n").split("\n\n")
    assert lines_up(scores.split("\n"), texts=2)
    assert lines_up(victories.split("\n"), texts=2)


# Pipes


@pytest.mark.thorough
def test_a_reader_who_leaves_early_is_no_error(tmp_path: Path) -> None:
    assert run_unread("simulate", *SMALL, home=tmp_path, **COMPILED) == (0, "", "")


@pytest.mark.long
def test_head_gets_its_line(tmp_path: Path) -> None:
    said = first_line(f"simulate {' '.join(SMALL)}", tmp_path, **COMPILED)
    assert said.out == "schmidt-2005, 2,000 games, seed 7\n"
    assert "Traceback" not in said.err


@pytest.mark.long
def test_a_full_device_is_told_in_one_line(tmp_path: Path) -> None:
    said = run_into_full_device("simulate", *SMALL, "--json", home=tmp_path, **COMPILED)
    assert said == (2, "", "tacora: the output cannot be written (No space left on device)\n")
