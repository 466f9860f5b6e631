"""`tacora sweep`: a parameter against a field, as a table, as JSON, as CSV and as a picture."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.program import assert_refused, call, run, run_unread
from tests.cli.studies import (
    COMPILED,
    NARROW,
    N,
    Study,
    figures,
    games_of,
    lines_up,
    mister_games_of,
    seen_of,
    unknown_bot,
)
from tests.terminal.seat import seen

pytestmark = pytest.mark.usefixtures("compiled", "cpu_only")
SMALL = ("gems:8..12..2", "--against", "ev,never", "--players", "3,5", "--games", "500", "--seed", "7")
MISTER = (
    "forgetful:0..1..0.5",
    "--edition",
    "ravensburger-1993",
    "--against",
    "memory",
    "--games",
    "500",
    "--seed",
    "7",
)


def swept(*arguments: str, lang: str = "en") -> Any:
    return figures(*arguments, command="sweep", lang=lang)


# What JSON holds


def test_every_value_at_every_table() -> None:
    shown = swept(*SMALL)
    assert set(shown) == {"edition", "options", "strategy", "against", "games", "seed", "points"}
    assert [shown[name] for name in ("edition", "options", "strategy", "against", "games", "seed")] == [
        "schmidt-2005", {"relics": False}, "gems", ["ev", "never"], 500, 7
    ]  # fmt: skip
    assert [(point["players"], point["value"], point["seat"]["bot"]) for point in shown["points"]] == [
        (players, value, f"gems:{value}") for players in (3, 5) for value in (8, 10, 12)
    ]


def agrees(point: dict[str, Any], games: list[Any]) -> None:
    seat, expected = point["seat"], seen_of(games, 0)
    assert seat["mean"] == pytest.approx(expected.mean)
    assert seat["sd"] == pytest.approx(expected.sd)
    assert seat["quantiles"] == expected.quantiles
    assert seat["win_share"] == pytest.approx(expected.win_share)
    assert 0 <= seat["ci95"][0] <= seat["win_share"] <= seat["ci95"][1] <= 1


def test_a_point_is_a_simulation_of_its_table() -> None:
    """The swept bot sits first, and the field fills the other seats, from its beginning again."""
    others = {3: "ev,never", 5: "ev,never,ev,never"}
    for point in swept(*SMALL)["points"]:
        table = f"gems:{point['value']:g},{others[point['players']]}"
        agrees(point, games_of(table, 7, 500))
        assert point["seat"] == figures("--seats", table, "--games", "500", "--seed", "7")["seats"][0]


def test_relics_are_played_if_asked_for() -> None:
    arguments = ("cards:3..4", "--edition", "tacora-2024", "--players", "3", "--games", "500", "--seed", "1")
    for more, relics in (((), False), (("--relics",), True)):
        for point in swept(*arguments, *more)["points"]:
            agrees(point, games_of(f"{point['seat']['bot']},ev,ev", 1, 500, "tacora-2024", relics))


def test_mister_diamond() -> None:
    shown = swept(*MISTER, "--players", "2,4")
    assert [(point["players"], point["seat"]["bot"]) for point in shown["points"]] == [
        (players, f"forgetful:{fade}") for players in (2, 4) for fade in ("0", "0.5", "1")
    ]
    for point in shown["points"]:
        table = ",".join([point["seat"]["bot"], *["memory"] * (point["players"] - 1)])
        agrees(point, mister_games_of(table, 7, 500))
    shares = [point["seat"]["win_share"] for point in shown["points"]]
    assert shares[0] > shares[1] > shares[2], "who forgets more wins less"


def test_experts_of_mister_diamond_lose_money() -> None:
    means = [swept(*MISTER, "--players", "4", *more)["points"][-1]["seat"]["mean"] for more in ((), ("--expert",))]
    assert means[1] < means[0]


def test_without_a_word_five_play_against_ev() -> None:
    shown = swept("gems:10..10", "--games", "200", "--seed", "1")
    assert (shown["against"], [point["players"] for point in shown["points"]]) == (["ev"], [5])


def test_sizes_come_in_order_and_once() -> None:
    shown = swept("gems:10..10", "--players", "8, 3,5,3", "--games", "50", "--seed", "1")
    assert [point["players"] for point in shown["points"]] == [3, 5, 8]


def test_probabilities_go_by_twentieths() -> None:
    shown = swept("random:0..1", "--players", "3", "--games", "50", "--seed", "1")
    assert [point["value"] for point in shown["points"]] == [at / 20 for at in range(21)]
    assert shown["points"][0]["seat"]["mean"] == 0, "who never leaves has nothing"


@pytest.mark.thorough
def test_the_same_seed_prints_the_same_however_many_threads() -> None:
    one, three = (call("sweep", *SMALL, "--games", "70000", "--threads", threads).out for threads in ("1", "3"))
    assert one == three
    assert swept(*SMALL) == swept(*SMALL, lang="fr")


# In words


def test_a_table_for_every_size_in_english() -> None:
    said = call("sweep", *SMALL)
    assert (said.status, said.err) == (0, "")
    what, *tables = said.out.removesuffix("\n").split("\n\n")
    assert what == "gems against ev, never, schmidt-2005, 500 games for each point, seed 7"
    points = swept(*SMALL)["points"]
    for size, table in zip((3, 5), tables, strict=True):
        those = [point["seat"] for point in points if point["players"] == size]
        best = max(those, key=lambda seat: float(seat["win_share"]))
        first, *lines = table.split("\n")
        share = f"{best['win_share']:.2%}"
        assert first == f"{size} players: the largest share of victories is {share}, with {best['bot']}."
        assert lines[0].split() == ["bot", "mean", "victories", "95%", "interval"]
        assert [line.split()[0] for line in lines[1:]] == ["gems:8", "gems:10", "gems:12"]
        assert [line.split()[2] for line in lines[1:]] == [f"{seat['win_share']:.2%}" for seat in those]
        assert lines_up(lines, texts=1)
    assert all(len(line) <= 80 for line in said.lines)


def test_a_table_in_french() -> None:
    said = call("sweep", *SMALL, "--games", "2000", lang="fr")
    what, table, _ = said.out.removesuffix("\n").split("\n\n")
    assert what == f"gems contre ev, never, schmidt-2005, 2{NARROW}000 parties par point, graine 7"
    first, heading, *lines = table.split("\n")
    assert re.fullmatch(
        rf"3 joueurs{N}: la plus grande part de victoires est \d+,\d\d{N}%, avec gems:\d+\.", first
    )  # fmt: skip
    assert re.split(r"  +", heading) == ["robot", "moyenne", "victoires", f"intervalle à 95{N}%"]
    assert lines_up([heading, *lines], texts=1)
    assert all(re.fullmatch(rf"gems:\d+ +\d+,\d\d +\d+,\d\d{N}% +\d+,\d\d{N}% à \d+,\d\d{N}%", line) for line in lines)


# In files


def test_csv_holds_what_json_does(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    shown = swept(*SMALL, "--csv", str(file))
    with file.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert len(rows) == len(shown["points"]) == 6
    for row, point in zip(rows, shown["points"], strict=True):
        seat = point["seat"]
        assert (row["bot"], int(row["players"]), float(row["value"]), int(row["games"])) == (
            seat["bot"], point["players"], point["value"], 500
        )  # fmt: skip
        numbers = [float(row[name]) for name in ("mean", "mean_low", "mean_high", "sd", "win_share", "low", "high")]
        assert numbers == [seat["mean"], *seat["mean_ci95"], seat["sd"], seat["win_share"], *seat["ci95"]]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "magic"), [("x.png", b"\x89PNG"), ("x.svg", b"<?xml"), ("x.pdf", b"%PDF")])
def test_pictures(tmp_path: Path, name: str, magic: bytes) -> None:
    assert call("sweep", *SMALL, "--plot", str(tmp_path / name)).status == 0
    assert (tmp_path / name).read_bytes().startswith(magic)
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("arguments", "title", "below"),
    [
        (SMALL, "Victories of gems, by its parameter", "gems:N"),
        ((*MISTER, "--players", "2,4"), "Victories of forgetful, by its parameter", "forgetful:P"),
    ],
    ids=["diamant", "mister diamond"],
)
def test_a_picture_shows_the_figures(tmp_path: Path, arguments: tuple[str, ...], title: str, below: str) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    for file in (first, second):
        assert call("sweep", *arguments, "--plot", str(file)).status == 0
    assert first.read_bytes() == second.read_bytes()
    root = ElementTree.parse(first).getroot()
    written = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {title, below, "share of victories", call("sweep", *arguments).lines[0]} <= set(written)
    sizes = sorted({point["players"] for point in swept(*arguments)["points"]})
    assert [text.partition(",")[0] for text in written if "best at" in text] == [f"{size} players" for size in sizes]


@pytest.mark.long
def test_every_number_of_players_that_a_box_allows(tmp_path: Path) -> None:
    for arguments in (
        ("gems:1..2", "--players", "3,4,5,6,7,8"),
        ("forgetful:0..0.1", "--edition", "ravensburger-1993", "--against", "memory", "--players", "2,3,4,5,6,7,8"),
    ):
        file = tmp_path / "x.png"
        assert call("sweep", *arguments, "--games", "50", "--plot", str(file)).status == 0
        assert file.stat().st_size > 20_000


# What is refused

BOXES = "schmidt-2005, tacora-2024, incan-gold-2006, diamant-2016, incan-gold-2020, tiny, ravensburger-1993"
MISTER_BOX = ("--edition", "ravensburger-1993")


def no_range(text: str) -> str:
    return f'"{text}" is not a range such as gems:1..40 or random:0..1..0.05'


WRONG: dict[tuple[str, ...], str] = {
    (): "NAME:A..B[..STEP] is missing",
    ("",): no_range(""),
    ("gems",): no_range("gems"),
    ("gems:10",): no_range("gems:10"),
    ("gems:1-40",): no_range("gems:1-40"),
    ("gems:1..",): no_range("gems:1.."),
    ("gems:-1..4",): no_range("gems:-1..4"),
    ("gems:4..1",): '"gems:4..1" is not a rising range of at most 1,000 values',
    ("gems:1..4..0",): '"gems:1..4..0" is not a rising range of at most 1,000 values',
    ("gems:1..1001",): '"gems:1..1001" is not a rising range of at most 1,000 values',
    ("gems:0..5",): 'bot "gems:0": a whole number from 1 to 999999 is needed behind the colon',
    ("gems:1..2..0.5",): 'bot "gems:1.5": a whole number from 1 to 999999 is needed behind the colon',
    ("random:0..2",): 'bot "random:2": a probability from 0 to 1 is needed behind the colon',
    ("ev:1..2",): 'bot "ev:1": this bot takes no number',
    ("hal:1..2",): unknown_bot("hal:1"),
    ("tortoise:1..2",): 'bot "tortoise:1": this bot takes no number',
    ("gems:1..2", "now"): "too much: now",
    ("gems:1..2", "--against", "h"): unknown_bot("h"),
    ("gems:1..2", "--against", ""): unknown_bot(""),
    ("gems:1..2", "--against", "ev,badger"): (
        'seat 3: the simulator does not know the bot "badger"; tacora arena plays any bot'
    ),
    ("gems:1..2", "--players", ""): '--players needs whole numbers with commas, not ""',
    ("gems:1..2", "--players", "3;5"): '--players needs whole numbers with commas, not "3;5"',
    ("gems:1..2", "--players", "3,five"): '--players needs whole numbers with commas, not "3,five"',
    ("gems:1..2", "--players", "3..8"): '--players needs whole numbers with commas, not "3..8"',
    ("gems:1..2", "--players", "-3"): '--players needs whole numbers with commas, not "-3"',
    ("gems:1..2", "--players", "100"): '--players needs whole numbers with commas, not "100"',
    ("gems:1..2", "--players", "0"): "3 to 8 players are needed, not 0",
    ("gems:1..2", "--players", "3,2"): "3 to 8 players are needed, not 2",
    ("gems:1..2", "--players", "3,9"): "3 to 8 players are needed, not 9",
    ("gems:1..2", "--edition", "monopoly"): f'there is no edition "monopoly"; there are {BOXES}',
    ("gems:1..2", "--relics"): "the box schmidt-2005 has no relics",
    ("gems:1..2", "--notes"): "--notes is not an option of diamant",
    ("forgetful:0..1", *MISTER_BOX, "--no-relics", "--against", "blind"): "--relics is not an option of mister-diamond",
    ("forgetful:0..1", *MISTER_BOX): (
        'there is no bot "ev"; there are blind, memory, master, forgetful:P, forgetful:P:THEFT, '
        'elephant, squirrel, goldfish'
    ),
    ("forgetful:0..1", *MISTER_BOX, "--against", "blind", "--players", "1"): "2 to 8 players are needed, not 1",
    ("gems:1..2", "--games", "0"): '--games: "0" is not a whole number in 1–1000000000000',
    ("gems:1..2", "--seed", "-1"): '--seed: "-1" is not a whole number in 0–9007199254740991',
    ("gems:1..2", "--device", "gpu"): "there is no NVIDIA GPU that can be used here",
    ("gems:1..2", "--csv", "/nowhere/x.csv"): "/nowhere: there is no such folder",
    ("gems:1..2", "--plot", "/nowhere/x.png"): "/nowhere: there is no such folder",
    ("gems:1..2", "--csv", "/"): "/: cannot be written (Is a directory)",
    ("gems:1..2", "--csv", "/proc/x.csv"): "/proc/x.csv: cannot be written (No such file or directory)",
    ("gems:1..2", "--plot", "/x.bmp"): "/x.bmp: the name of a picture ends in one of .png, .svg, .pdf",
}  # fmt: skip


@pytest.mark.usefixtures("no_games")
@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_is_wrong_is_said_in_one_line_before_any_game(arguments: tuple[str, ...]) -> None:
    assert call("sweep", *arguments) == (2, "", f"tacora: {WRONG[arguments]}\n")


@pytest.mark.usefixtures("no_games")
@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_is_wrong_is_said_in_french(arguments: tuple[str, ...]) -> None:
    said = call("sweep", *arguments, lang="fr")
    assert_refused(said)
    assert said.err != f"tacora: {WRONG[arguments]}\n"


@pytest.mark.usefixtures("no_games")
def test_nothing_wrong_leaves_a_file_behind(tmp_path: Path) -> None:
    files = ("--csv", str(tmp_path / "x.csv"), "--plot", str(tmp_path / "x.png"))
    for wrong in (("gems:0..5",), ("gems:1..5", "--players", "9"), ("gems:1..5", "--device", "gpu")):
        assert call("sweep", *wrong, *files).status == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_the_real_program_refuses_without_compiling_anything(tmp_path: Path) -> None:
    """The last of a thousand values at the last of six tables is looked at before the first game."""
    arguments = ("hazards:1..1000", "--players", "3,4,5,6,7,8", "--against", "ev,ev,ev,ev,ev,ev,tortoise")
    said = run("sweep", *arguments, home=tmp_path)
    assert_refused(said)
    assert said.err.startswith("tacora: seat 8: ")
    assert list(tmp_path.rglob("*.nb?")) == []


# Ctrl-C


@pytest.mark.thorough
def test_ctrl_c_prints_the_points_that_are_done(tmp_path: Path) -> None:
    """Every point has so few games that all of them are in hand when Ctrl-C comes."""
    arguments = ("gems:1..200", "--players", "3,4,5,6,7,8", "--games", "60000", "--seed", "7", "--device", "cpu")
    files = ("--csv", str(tmp_path / "x.csv"))
    with Study(tmp_path, "sweep", *arguments, *files) as terminal:
        terminal.hear("Playing")
        terminal.hear("1%")
        terminal.hear(":")
        terminal.interrupt()
        assert terminal.end() == 130
        said = seen(terminal.said)
    found = re.search(r"\nInterrupted: ([\d,]+) of 1,200 points are done\.\n(.*)", said, re.DOTALL)
    assert found, said
    points, told = int(found[1].replace(",", "")), found[2]
    assert 0 < points < 1200
    assert len(re.findall(r"^gems:\d+ ", told, re.MULTILINE)) == points
    assert len((tmp_path / "x.csv").read_text().splitlines()) == points + 1
    assert "3 players: the largest share of victories is" in told


def interrupting(after: int) -> Callable[[str, int], Any]:
    """Somebody who presses Ctrl-C when so much was told, between two points."""

    @contextmanager
    def progress(_: str, __: int) -> Iterator[Callable[[int], None]]:
        def tell(done: int) -> None:
            if done >= after:
                raise KeyboardInterrupt

        yield tell

    return progress


def test_ctrl_c_between_two_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacora.cli.sweep.progress", interrupting(1500))
    said = call("sweep", *SMALL, "--json")
    assert (said.status, said.err) == (130, "Interrupted: 2 of 6 points are done.\n")
    monkeypatch.undo()
    assert json.loads(said.out)["points"] == swept(*SMALL)["points"][:2]


def test_ctrl_c_before_the_first_point(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tacora.cli.sweep.progress", interrupting(0))
    said = call("sweep", *SMALL, "--csv", str(tmp_path / "x.csv"))
    assert said == (130, "", "Interrupted: 0 of 6 points are done.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_picture_of_what_was_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tacora.cli.sweep.progress", interrupting(2000))
    said = call("sweep", *SMALL, "--plot", str(tmp_path / "x.svg"), lang="fr")
    assert said.status == 130
    assert said.err == f"Interrompu{N}: 3 points sur 6 sont faits.\n"
    assert "3 joueurs" in (tmp_path / "x.svg").read_text(encoding="utf-8")


@pytest.mark.long
def test_a_reader_who_leaves_early_is_no_error(tmp_path: Path) -> None:
    assert run_unread("sweep", *SMALL, home=tmp_path, **COMPILED) == (0, "", "")
