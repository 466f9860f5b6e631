"""What `tacora simulate` prints and writes: tables in both languages, CSV and pictures."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tacora.narration.figures import number, percent
from tests.cli.program import Said, call
from tests.cli.studies import MISTER, NARROW, SMALL, TABLE, N, figures, lines_up

pytestmark = pytest.mark.usefixtures("compiled", "cpu_only")

# In words


def parts(said: Said) -> list[list[str]]:
    """What stands between blank lines."""
    return [block.split("\n") for block in said.out.removesuffix("\n").split("\n\n")]


def test_two_tables_in_english() -> None:
    """Scores, then victories; what a line of either is about stands at its beginning."""
    said = call("simulate", *SMALL)
    assert said.status == 0
    (what,), scores, victories, course = parts(said)
    assert what == "schmidt-2005, 2,000 games, seed 7"
    assert scores[0].split() == ["seat", "bot", "mean", "margin", "sd", "5%", "25%", "median", "75%", "95%"]
    assert victories[0].split() == ["seat", "bot", "victories", "95%", "interval"]
    assert lines_up(scores, texts=2)
    assert lines_up(victories, texts=2)
    shown = figures(*SMALL)
    rows = zip(scores[1:], victories[1:], shown["seats"], strict=True)
    for at, (score, victory, seat) in enumerate(rows, start=1):
        margin = seat["mean_ci95"][1] - seat["mean"]
        low, high = (percent("en", end, 2) for end in seat["ci95"])
        assert score.split() == [
            *(str(at), seat["bot"], number("en", seat["mean"], 2), f"±{number('en', margin, 3)}"),
            *(number("en", seat["sd"], 2), *map(str, seat["quantiles"])),
        ]
        assert victory.split() == [str(at), seat["bot"], percent("en", seat["win_share"], 2), low, "to", high]
    assert lines_up(course, texts=1)
    assert [re.split(r"  +", line) for line in course] == [
        ["expedition", "1", "2", "3", "4", "5"],
        ["cards turned", *(number("en", mean, 2) for mean in shown["cards_per_expedition"])],
        ["disasters", *(percent("en", share) for share in shown["disaster_share"])],
    ]


def test_how_fast_it_was_goes_where_it_can_be_thrown_away() -> None:
    said = call("simulate", *SMALL, "--threads", "1")
    assert re.fullmatch(r"\d+\.\d\d s, [\d,]+ games a second \(1 thread\)\n", said.err)
    said = call("simulate", *SMALL, "--threads", "2", lang="fr")
    assert re.fullmatch(rf"\d+,\d\d s, [\d{NARROW}]+ parties par seconde \(2 fils\)\n", said.err)


def test_two_tables_in_french() -> None:
    said = call("simulate", *SMALL, "--edition", "tacora-2024", "--relics", lang="fr")
    (what,), scores, victories, course = parts(said)
    assert what == f"tacora-2024, avec reliques, 2{NARROW}000 parties, graine 7"
    assert re.split(r"  +", scores[0]) == (
        ["place", "robot", "moyenne", "marge", "écart type", f"5{N}%", f"25{N}%", "médiane", f"75{N}%", f"95{N}%"]
    )
    assert re.split(r"  +", victories[0]) == ["place", "robot", "victoires", f"intervalle à 95{N}%"]
    for table, texts in ((scores, 2), (victories, 2), (course, 1)):
        assert lines_up(table, texts)
    assert len(scores) == len(victories) == 6
    for line in scores[1:]:
        assert re.fullmatch(r"\d  +\S+  +\d+,\d\d  +±\d,\d{3}  +\d+,\d\d(  +\d+){5}", line)
    for line in victories[1:]:
        assert re.fullmatch(rf"\d  +\S+  +\d+,\d\d{N}%  +\d+,\d\d{N}% à \d+,\d\d{N}%", line)
    assert not re.search(r"\d\.\d", re.sub(r"\w+:\S+", "", said.out)), "only what is typed has a point"
    assert "." not in "".join(course)


@pytest.mark.parametrize(
    ("arguments", "english", "french", "options"),
    [
        (("--edition", "tacora-2024"), "tacora-2024", "tacora-2024", {"relics": False}),
        (
            ("--edition", "tacora-2024", "--relics"),
            "tacora-2024, with relics",
            "tacora-2024, avec reliques",
            {"relics": True},
        ),
        (("--edition", "diamant-2016"), "diamant-2016, with relics", "diamant-2016, avec reliques", {"relics": True}),
        (("--edition", "diamant-2016", "--no-relics"), "diamant-2016", "diamant-2016", {"relics": False}),
        (MISTER, "ravensburger-1993", "ravensburger-1993", {"expert": False, "notes": False}),
        (
            (*MISTER, "--notes"),
            "ravensburger-1993, with notes",
            "ravensburger-1993, avec notes",
            {"expert": False, "notes": True},
        ),
        (
            (*MISTER, "--expert", "--notes"),
            "ravensburger-1993, for experts, with notes",
            "ravensburger-1993, pour experts, avec notes",
            {"expert": True, "notes": True},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_options_are_told(arguments: tuple[str, ...], english: str, french: str, options: dict[str, bool]) -> None:
    """In the first line as in JSON, whether somebody chose them or the box has them."""
    arguments = (*SMALL, *arguments)
    assert figures(*arguments)["options"] == options
    assert call("simulate", *arguments).lines[0] == f"{english}, 2,000 games, seed 7"
    assert call("simulate", *arguments, lang="fr").lines[0] == f"{french}, 2{NARROW}000 parties, graine 7"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_mister_diamond_in_words(lang: str) -> None:
    said = call("simulate", *MISTER, "--games", "500", "--seed", "7", "--expert", lang=lang)
    assert said.status == 0
    _, scores, victories, course = parts(said)
    assert lines_up(scores, texts=2)
    assert lines_up(victories, texts=2)
    assert [len(scores), len(victories), len(course)] == [5, 5, 5]
    point = r"\." if lang == "en" else ","
    assert all(re.search(rf": \d+{point}\d\d$", line) for line in course)
    sign = "," if lang == "en" else NARROW
    assert re.search(rf"-\d+{sign}000 ", scores[2]), "dollars by thousands, below zero for an expert"


def test_a_tie_of_all_is_a_share_for_each() -> None:
    said = call("simulate", "--seats", "never,never,never", "--games", "100", "--seed", "1")
    assert said.out.count("33.33%") == 3
    assert "100.0%  100.0%  100.0%  100.0%  100.0%" in said.out


# In files


def test_csv_holds_what_json_does(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    shown = figures(*SMALL, "--csv", str(file))
    with file.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert len(rows) == 5
    for at, (row, seat) in enumerate(zip(rows, shown["seats"], strict=True), start=1):
        assert (row["seat"], row["bot"], row["games"]) == (str(at), seat["bot"], "2000")
        assert [float(row[name]) for name in ("mean", "mean_low", "mean_high", "sd")] == [
            seat["mean"], *seat["mean_ci95"], seat["sd"]
        ]  # fmt: skip
        assert [int(row[name]) for name in ("q05", "q25", "q50", "q75", "q95")] == seat["quantiles"]
        assert [float(row[name]) for name in ("win_share", "win_share_low", "win_share_high")] == [
            seat["win_share"], *seat["ci95"]
        ]  # fmt: skip


def test_csv_is_the_same_in_both_languages(tmp_path: Path) -> None:
    for lang in ("en", "fr"):
        call("simulate", *SMALL, "--csv", str(tmp_path / f"{lang}.csv"), lang=lang)
    assert (tmp_path / "en.csv").read_bytes() == (tmp_path / "fr.csv").read_bytes()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "magic"), [("x.png", b"\x89PNG"), ("x.svg", b"<?xml"), ("X.PDF", b"%PDF")])
def test_pictures(tmp_path: Path, name: str, magic: bytes) -> None:
    said = call("simulate", *SMALL, "--plot", str(tmp_path / name))
    assert said.status == 0
    assert (tmp_path / name).read_bytes().startswith(magic)
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "arguments", [SMALL, (*MISTER, "--games", "500", "--seed", "7")], ids=["diamant", "mister diamond"]
)
def test_a_picture_shows_the_figures(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    for file in (first, second):
        shown = figures(*arguments, "--plot", str(file))
    assert first.read_bytes() == second.read_bytes()
    root = ElementTree.parse(first).getroot()
    written = {"".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Scores and victories", "score", "share of victories", "games with at least this score"} <= written
    assert call("simulate", *arguments).lines[0] in written
    for at, seat in enumerate(shown["seats"], start=1):
        assert f"{at} {seat['bot']}" in written
        assert percent("en", seat["win_share"]) in written


@pytest.mark.long
def test_eight_seats_have_a_picture_and_so_do_two(tmp_path: Path) -> None:
    for seats, edition in ((TABLE + ",never,cards:5,gems:20", "schmidt-2005"), ("memory,blind", "ravensburger-1993")):
        file = tmp_path / f"{edition}.png"
        assert (
            call("simulate", "--seats", seats, "--edition", edition, "--games", "100", "--plot", str(file)).status == 0
        )
        assert file.stat().st_size > 20_000
