"""`tacora arena` as its users meet it: tables, figures, files, Ctrl-C, and one line where something is wrong."""

from __future__ import annotations

import csv
import json
import os
import pty
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.arena.guests import Folder, folder
from tests.cli.program import (
    ENGLISH,
    FRENCH,
    PATIENCE,
    PROGRAM,
    Said,
    assert_refused,
    call,
    environment,
    unmeasured,
)
from tests.needs import not_tested

__all__ = ["folder"]

ENDLESS = "999999999"
"""So many deals that a test would notice if one of them were played."""

SMALL = ("--edition", "tiny", "--deals", "60", "--seed", "5")


def arena(here: Path, *arguments: str, lang: str = ENGLISH, before: Sequence[str] = (), **more: str) -> Said:
    """The real program, in this folder."""
    done = subprocess.run(
        [*before, PROGRAM, "arena", *arguments],
        capture_output=True,
        cwd=here,
        env=environment(here, lang=lang, **more),
        timeout=PATIENCE,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def figures(here: Path, *arguments: str, **more: str) -> Any:
    said = arena(here, *arguments, "--json", **more)
    assert (said.status, said.err) == (0, "")
    return json.loads(said.out)


# What it prints


def test_a_table_in_english(tmp_path: Path) -> None:
    said = arena(tmp_path, "gems:1", "never", "gems:1", *SMALL)
    assert said.status == 0
    what, _, title, heading, *bots = said.lines[:7]
    assert what == "tiny, with relics, 3 at the table, 60 deals, 180 games, seed 5"
    assert title == "From best to worst"
    assert re.split(r"  +", heading) == ["bot", "rating", "margin", "victories", "95% interval", "mean score", "margin"]
    assert [line.split("  ")[0] for line in bots] == ["gems:1", "gems:1 (2)", "never"]
    assert re.fullmatch(r"gems:1 +\d+ +±\d+ +\d+\.\d% +\d+\.\d% to \d+\.\d% +\d+\.\d\d +±\d\.\d\d", bots[0])
    assert said.lines[7:9] == ["", "Who beats whom"]
    assert re.split(r"  +", said.lines[9]) == [
        "bot", "against", "ahead", "95% interval", "clear", "score difference", "margin", "clear",
    ]  # fmt: skip
    pairs = [re.split(r"  +", line) for line in said.lines[10:]]
    assert [pair[:2] for pair in pairs] == [["gems:1", "gems:1 (2)"], ["gems:1", "never"], ["gems:1 (2)", "never"]]
    assert [(pair[4], pair[7]) for pair in pairs] == [("no", "no"), ("yes", "yes"), ("yes", "yes")]
    assert re.fullmatch(r"[\d.]+ s, [\d,]+ games a second \(\d+ process(es)?\)\n", said.err)


def test_a_table_in_french(tmp_path: Path) -> None:
    said = arena(tmp_path, "gems:1", "never", *SMALL, "--chests", "hidden", "--no-relics", lang=FRENCH)
    assert said.status == 0
    assert said.lines[0] == "tiny, coffres cachés, 3 à table, 60 donnes, 180 parties, graine 5"
    assert said.lines[2:4] == [
        "Du meilleur au moins bon",
        "robot   cote  marge  victoires  intervalle à 95\N{NO-BREAK SPACE}%  score moyen  marge",
    ]
    assert re.search(r"^gems:1 +never +\d+,\d\N{NO-BREAK SPACE}% .* à .* oui +\d+,\d\d +±\d,\d\d +oui$", said.out, re.M)
    assert "parties par seconde" in said.err


@pytest.mark.thorough
def test_every_line_of_a_table_ends_in_the_same_column(tmp_path: Path) -> None:
    said = arena(tmp_path, "gems:1", "never", "ev", "random:0.1", "--players", "3", *SMALL)
    first, second = said.lines[3:8], said.lines[10:]
    assert len({len(line) for line in first}) == len({len(line) for line in second}) == 1


def test_mister_diamond(tmp_path: Path) -> None:
    said = arena(
        tmp_path, "memory", "blind", "--edition", "ravensburger-1993", "--deals", "30", "--seed", "1", "--expert",
        "--notes",
    )  # fmt: skip
    assert said.status == 0
    assert said.lines[0] == "ravensburger-1993, for experts, with notes, 2 at the table, 30 deals, 60 games, seed 1"


def test_figures_for_programs(tmp_path: Path) -> None:
    shown = figures(tmp_path, "gems:1", "never", "ev", *SMALL)
    assert list(shown) == [
        "game", "edition", "options", "players", "deals", "games", "seed", "bots", "pairs", "games_per_second",
    ]  # fmt: skip
    options = {"relics": True, "chests": "open"}
    assert [shown[key] for key in list(shown)[:7]] == ["diamant", "tiny", options, 3, 60, 180, 5]
    assert shown["games_per_second"] > 0
    assert {bot["bot"] for bot in shown["bots"]} == {"gems:1", "never", "ev"}
    for bot in shown["bots"]:
        assert list(bot) == ["bot", "mean", "mean_ci95", "win_share", "ci95", "rating", "rating_ci95"]
        for value, interval in (("mean", "mean_ci95"), ("win_share", "ci95"), ("rating", "rating_ci95")):
            assert bot[interval][0] <= bot[value] <= bot[interval][1]
    assert sum(bot["win_share"] for bot in shown["bots"]) == pytest.approx(1)
    assert len(shown["pairs"]) == 3
    for pair in shown["pairs"]:
        assert list(pair) == ["bot", "against", "ahead", "ci95", "difference", "difference_ci95"]
        assert pair["ci95"][0] <= pair["ahead"] <= pair["ci95"][1]


@pytest.mark.thorough
def test_figures_for_a_spreadsheet(tmp_path: Path) -> None:
    shown = figures(tmp_path, "gems:1", "never", "ev", *SMALL, "--csv", "pairs.csv")
    with (tmp_path / "pairs.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["bot"], row["against"]) for row in rows] == [(p["bot"], p["against"]) for p in shown["pairs"]]
    for row, pair in zip(rows, shown["pairs"], strict=True):
        assert [float(row[name]) for name in list(row)[2:]] == [
            pair["ahead"], *pair["ci95"], pair["difference"], *pair["difference_ci95"],
        ]  # fmt: skip
    assert [file.name for file in tmp_path.iterdir()] == ["pairs.csv"]


@pytest.mark.long
def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    bots = ("random:0.2", "magpie", "never", "tortoise")
    alone, together = (arena(tmp_path, *bots, *SMALL, "--players", "3", "--processes", n) for n in ("1", "2"))
    assert alone.status == together.status == 0
    assert alone.out == together.out
    assert "(1 process)" in alone.err
    assert "(2 processes)" in together.err


@pytest.mark.thorough
def test_a_run_can_be_repeated_from_the_seed_that_it_prints(tmp_path: Path) -> None:
    bots = ("random:0.2", "random:0.3", "--edition", "tiny", "--deals", "20", "--processes", "1")
    first, other = arena(tmp_path, *bots), arena(tmp_path, *bots)
    assert first.out != other.out
    seed = first.lines[0].rpartition(" ")[2]
    assert arena(tmp_path, *bots, "--seed", seed).out == first.out


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("bots", "more", "players"),
    [(2, (), 3), (4, (), 4), (9, (), 8), (9, ("--players", "4"), 4), (2, ("--players", "7"), 7)],
)
def test_as_many_players_as_bots_if_the_box_allows_it(bots: int, more: tuple[str, ...], players: int) -> None:
    said = call("arena", *["ev"] * bots, "--edition", "tiny", "--deals", "60", "--json", "--processes", "1", *more)
    assert json.loads(said.out)["players"] == players


# Bots of other people


def test_a_class_in_this_folder_plays_along(folder: Folder) -> None:
    name = folder.module()
    shown = figures(folder.path, f"{name}:Owl", f"{name}:Coin", "ev", *SMALL, "--processes", "2")
    assert {bot["bot"] for bot in shown["bots"]} == {f"{name}:Owl", f"{name}:Coin", "ev"}


@pytest.mark.long
def test_a_bot_of_an_installed_package_plays_along(folder: Folder, tmp_path_factory: pytest.TempPathFactory) -> None:
    name = folder.module()
    package = folder.path / "owls-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: owls\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(f"[tacora.bots]\nbarn-owl = {name}:Owl\n")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shown = figures(elsewhere, "barn-owl", "never", *SMALL, PYTHONPATH=str(folder.path))
    assert shown["bots"][0]["bot"] == "barn-owl"
    said = arena(elsewhere, "barn-owl", "never", *SMALL)
    assert (said.status, said.out) == (2, "")
    said = arena(elsewhere, "eagle", "never", *SMALL, PYTHONPATH=str(folder.path))
    assert "magpie, hunter, mcts:N, barn-owl, module:Class" in said.err


@pytest.mark.thorough
@pytest.mark.parametrize("processes", ["1", "2"])
def test_what_a_bot_prints_does_not_disturb_the_figures(folder: Folder, processes: str) -> None:
    name = folder.module(
        """
        from tacora.games.diamant import CONTINUE
        print("here I am")

        class Chatty:
            def choose(self, view, history):
                print("thinking")
                return CONTINUE
        """
    )
    said = arena(folder.path, f"{name}:Chatty", "ev", *SMALL, "--json", "--processes", processes)
    assert said.status == 0
    assert json.loads(said.out)["deals"] == 60
    assert "here I am" in said.err
    assert "thinking" in said.err


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("lang", [ENGLISH, FRENCH])
def test_a_bot_that_fails_is_named(folder: Folder, processes: str, lang: str) -> None:
    bot = f"{folder.module()}:Clumsy"
    said = arena(folder.path, "never", bot, *SMALL, "--processes", processes, lang=lang)
    assert_refused(said)
    for fact in (bot, "KeyError: 'nothing'", "--seed 5"):
        assert fact in said.err
    assert said.err.startswith("tacora: deal 1: the bot" if lang == ENGLISH else "tacora: donne 1")


def test_a_bot_that_answers_nonsense_is_named(folder: Folder) -> None:
    bot = f"{folder.module()}:Talker"
    wrong = f"deal 1: the bot \"{bot}\" answered 'leave', which is not allowed there; --seed 5 plays it again"
    assert arena(folder.path, "never", bot, *SMALL) == (2, "", f"tacora: {wrong}\n")


# What is wrong

BOXES = "schmidt-2005, tacora-2024, incan-gold-2006, diamant-2016, incan-gold-2020, tiny, ravensburger-1993"
BOTS = (
    "never, random:P, cards:N, gems:N, hazards:N, ev, thumb, table:FILE, strategy:FILE, champion, "
    "tortoise, badger, magpie, hunter, mcts:N, "
    "module:Class"
)

WRONG: dict[tuple[str, ...], str] = {
    (): "an arena needs at least 2 bots, not 0",
    ("ev",): "an arena needs at least 2 bots, not 1",
    ("ev", "hal"): f'there is no bot "hal"; there are {BOTS}',
    ("ev", "\x1b[2J"): f'there is no bot "\\x1b[2J"; there are {BOTS}',
    ("ev", "gems:0"): 'bot "gems:0": a whole number from 1 to 999999 is needed behind the colon',
    ("ev", "ev:1"): 'bot "ev:1": this bot takes no number',
    ("ev", "random:2"): 'bot "random:2": a probability from 0 to 1 is needed behind the colon',
    ("ev", "table:none.npy"): "none.npy: there is no such file",
    ("ev", "nowhere:Owl"): 'bot "nowhere:Owl": there is no module "nowhere"',
    ("ev", "{module}:Eagle"): 'bot "{module}:Eagle": there is no class "Eagle" in the module "{module}"',
    ("ev", "{module}:Mute"): 'bot "{module}:Mute": the class "Mute" has no method "choose"',
    ("ev", "{module}:Demanding"): (
        'bot "{module}:Demanding": cannot be made '
        "(TypeError: Demanding.__init__() missing 1 required positional argument: 'more')"
    ),
    ("ev", "broken:Owl"): (
        'bot "broken:Owl": the module "broken" cannot be imported '
        "(ZeroDivisionError: division by zero, broken.py line 1)"
    ),
    ("ev", "never", "--players", "2"): "3 to 8 players are needed, not 2",
    ("ev", "never", "--players", "9"): "3 to 8 players are needed, not 9",
    ("ev", "never", "--players", "x"): '--players: "x" is not a whole number in 1–99',
    ("memory", "blind", "--edition", "ravensburger-1993", "--players", "1"): "2 to 8 players are needed, not 1",
    ("memory", "ev", "--edition", "ravensburger-1993"): (
        'there is no bot "ev"; there are blind, memory, master, forgetful:P, forgetful:P:THEFT, '
        "elephant, squirrel, goldfish, module:Class"
    ),
    ("memory", "blind", "--edition", "ravensburger-1993", "--relics"): "--relics is not an option of mister-diamond",
    ("memory", "blind", "--edition", "ravensburger-1993", "--chests", "open"): (
        "--chests is not an option of mister-diamond"
    ),
    ("ev", "never", "--expert"): "--expert is not an option of diamant",
    ("ev", "never", "--no-notes"): "--notes is not an option of diamant",
    ("ev", "never", "--relics"): "the box schmidt-2005 has no relics",
    ("ev", "never", "--edition", "monopoly"): f'there is no edition "monopoly"; there are {BOXES}',
    ("ev", "never", "--chests", "shut"): '--chests: "shut" is none of open, hidden',
    ("ev", "never", "--seed", "-1"): '--seed: "-1" is not a whole number in 0–9007199254740991',
    ("ev", "never", "--seed", "0x1"): '--seed: "0x1" is not a whole number in 0–9007199254740991',
    ("ev", "never", "--deals", "1"): '--deals: "1" is not a whole number in 2–1000000000000',
    ("ev", "never", "--processes", "0"): '--processes: "0" is not a whole number in 1–1024',
    ("ev", "never", "--csv", "none/pairs.csv"): "none: there is no such folder",
    ("ev", "never", "--csv", "."): ".: cannot be written (Is a directory)",
    ("ev", "never", "--csv"): "option --csv needs a value",
    ("ev", "never", "--zoom"): "there is no option --zoom",
}


@pytest.mark.parametrize("arguments", WRONG, ids=lambda arguments: " ".join(arguments) or "nobody")
def test_what_is_wrong_is_said_in_one_line_and_at_once(folder: Folder, arguments: tuple[str, ...]) -> None:
    module = folder.module()
    (folder.path / "broken.py").write_text("1 / 0")
    before = set(folder.path.iterdir())
    given = [argument.format(module=module) for argument in arguments]
    if "--deals" not in given:
        given = ["--deals", ENDLESS, *given]
    said = call("arena", *given)
    assert said == (2, "", f"tacora: {WRONG[arguments].format(module=module)}\n")
    french = call("arena", *given, lang="fr")
    assert_refused(french)
    assert french.err != said.err
    assert {file.name for file in folder.path.iterdir()} - {"__pycache__"} == {file.name for file in before}


def test_many_bots_need_many_deals(tmp_path: Path) -> None:
    said = arena(tmp_path, *["ev"] * 9, "--players", "3", "--deals", "20")
    assert (said.status, said.out) == (2, "")
    assert re.fullmatch(r"tacora: 20 deals are too few: it takes \d+ until every two bots have met twice\n", said.err)


# Root may write everywhere, but for this.
BOUND = ["setpriv", "--bounding-set=-dac_override"]


@pytest.mark.skipif(os.name != "posix", reason="rights are told otherwise there")
def test_a_folder_that_takes_no_file_is_told_before_the_work(tmp_path: Path) -> None:
    root = os.geteuid() == 0
    if root and (not shutil.which("setpriv") or subprocess.run([*BOUND, "true"], check=False).returncode):
        not_tested("a folder that takes no file", "run by root, who cannot lay rights down here: setpriv")
    tmp_path.chmod(0o500)
    try:
        arguments = ("ev", "never", "--deals", ENDLESS, "--csv", "pairs.csv")
        said = arena(tmp_path, *arguments, before=BOUND if root else ())
    finally:
        tmp_path.chmod(0o700)
    assert said == (2, "", "tacora: pairs.csv: cannot be written (Permission denied)\n")


# Ctrl-C

SLOW = """
    from tacora.games.diamant import CONTINUE, LEAVE
    made = 0

    class Herald:
        def __init__(self):
            global made
            made += 1
            if made == {when}:
                print("under way", flush=True)
        def choose(self, view, history):
            while made >= {stuck}:
                pass
            return LEAVE if view.held >= 3 else CONTINUE
"""


@contextmanager
def under_way(folder: Folder, *arguments: str, when: int, stuck: int = 10**9) -> Iterator[subprocess.Popen[bytes]]:
    """An endless arena that has begun to play, as the only foreground job of a terminal."""
    bot = f"{folder.module(SLOW.format(when=when, stuck=stuck))}:Herald"
    with subprocess.Popen(
        [PROGRAM, "arena", bot, "never", "--edition", "tiny", "--deals", ENDLESS, "--seed", "1", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder.path,
        env=unmeasured(environment(folder.path)),
        start_new_session=True,
    ) as program:
        assert program.stderr is not None
        assert program.stderr.readline() == b"under way\n"
        try:
            yield program
        finally:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL)


def stopped(program: subprocess.Popen[bytes]) -> tuple[list[str], list[str]]:
    """What is said after Ctrl-C, which a terminal sends to all processes. The pipes end when the last of them has."""
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=PATIENCE)
    return out.decode().splitlines(), [line for line in err.decode().splitlines() if line != "under way"]


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_prints_what_is_done_so_far(folder: Folder, processes: str) -> None:
    with under_way(folder, "--processes", processes, "--csv", "pairs.csv", when=200) as program:
        out, err = stopped(program)
        assert program.returncode == 130
    deals = re.fullmatch(r"tiny, with relics, 3 at the table, ([\d,]+) deals, ([\d,]+) games, seed 1", out[0])
    assert deals is not None
    assert int(deals[1].replace(",", "")) >= 10
    assert len(out) == 10
    assert err[0] == f"Interrupted: {deals[1]} of 999,999,999 deals are counted."
    assert len(err) == 2
    assert (folder.path / "pairs.csv").read_text().count("\n") == 2


@pytest.mark.thorough
def test_ctrl_c_before_anything_is_done_says_so(folder: Folder) -> None:
    with under_way(folder, "--processes", "2", when=2, stuck=2) as program:
        assert stopped(program) == ([], ["Interrupted: 0 of 999,999,999 deals are counted."])
        assert program.returncode == 130


# Progress


def on_a_terminal(here: Path, term: str) -> str:
    """What a person sees of the progress."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [PROGRAM, "arena", "gems:10", "ev", "--deals", "150", "--seed", "1"],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        cwd=here,
        env=environment(here, TERM=term),
    ) as program:
        os.close(theirs)
        seen = b""
        while True:
            try:
                chunk = os.read(ours, 4096)
            except OSError:  # The other end is closed.
                break
            if not chunk:
                break
            seen += chunk
        assert program.wait(PATIENCE) == 0
    os.close(ours)
    return seen.decode()


@pytest.mark.thorough
def test_a_bar_shows_how_far_it_is(tmp_path: Path) -> None:
    seen = on_a_terminal(tmp_path, "xterm")
    assert "Playing" in seen
    assert "100%" in seen


@pytest.mark.thorough
def test_a_terminal_that_cannot_redraw_gets_no_bar(tmp_path: Path) -> None:
    seen = on_a_terminal(tmp_path, "dumb")
    assert "%" not in seen
    assert re.fullmatch(r"[\d.]+ s, [\d,]+ games a second .*\r\n", seen)


# The page about it

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")


@pytest.mark.sample(1)
@pytest.mark.parametrize("example", re.findall(r"```text\n\$ (.*?)```", PAGE, re.DOTALL))
def test_the_bots_of_the_page_play_and_print_what_it_shows(tmp_path: Path, example: str) -> None:
    """Each file is saved under the name that the page gives it."""
    names = re.findall(r"as `(\w+\.py)`", PAGE)
    for name, source in zip(names, re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL), strict=True):
        (tmp_path / name).write_text(source, encoding="utf-8")
    command, _, printed = example.partition("\n")
    program, name, *arguments = command.split()
    assert (program, name) == ("tacora", "arena")
    said = arena(tmp_path, *arguments)
    assert said.status == 0
    assert said.out == (printed or said.out)


def test_the_page_shows_a_table_and_a_bot_for_each_game() -> None:
    assert len(re.findall(r"```text\n\$ ", PAGE)) == len(re.findall("```python", PAGE)) == 2
    assert "Who beats whom\n" in PAGE


def test_the_entry_points_of_the_page_are_those_that_are_looked_up() -> None:
    import tomllib

    from tacora.games.registry import GAMES

    declared = tomllib.loads("".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)))
    assert set(declared["project"]["entry-points"]) == {kind.bots_group for kind in GAMES.values()}
