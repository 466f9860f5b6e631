"""`tacora simulate`: the figures of the games themselves, in both languages, as JSON, as CSV and as a picture."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tacora.fast import simulation as fast
from tacora.games.diamant import EDITIONS, Diamant, features
from tacora.games.diamant.bots import STRATEGIES as STRATEGY_NAMES
from tacora.narration.figures import number, percent
from tests.cli.program import FRENCH, PATIENCE, PROGRAM, Said, call, environment, is_one_line, run
from tests.cli.studies import (
    COMPILED,
    TABLE,
    Game,
    Study,
    Watched,
    figures,
    games_of,
    lines_up,
    mister_games_of,
    seen_of,
)
from tests.fast.replay import replayed, seated
from tests.terminal.seat import seen

N, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
MISTER = ["--edition", "ravensburger-1993", "--seats", "memory,blind,forgetful:0.3,goldfish"]
SMALL = ("--seats", TABLE, "--games", "2000", "--seed", "7")

SEAT = {"bot", "mean", "mean_ci95", "sd", "quantiles", "win_share", "ci95"}
COMMON = {"edition", "options", "seed", "games", "seats", "device", "threads", "seconds", "games_per_second"}
CLOCK = {"threads", "seconds", "games_per_second"}
"""What depends on the machine."""


@pytest.fixture(autouse=True, scope="module")
def _compiled(compiled: None) -> None:
    """So that no program has to compile, and to say so, but the one that is asked to."""


@pytest.fixture(autouse=True)
def _no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that these tests are the same on every machine."""
    monkeypatch.setattr(fast, "gpu_is_there", lambda: False)


def steady(shown: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in shown.items() if name not in CLOCK}


# What JSON holds


def test_the_promised_fields() -> None:
    shown = figures(*SMALL)
    assert set(shown) == COMMON | {"cards_per_expedition", "disaster_share"}
    assert [set(seat) for seat in shown["seats"]] == [SEAT] * 5
    assert (shown["edition"], shown["games"], shown["seed"], shown["device"]) == ("schmidt-2005", 2000, 7, "cpu")
    assert shown["options"] == {"relics": False}
    assert [seat["bot"] for seat in shown["seats"]] == TABLE.split(",")
    assert len(shown["cards_per_expedition"]) == len(shown["disaster_share"]) == 5
    assert shown["games_per_second"] == pytest.approx(shown["games"] / shown["seconds"])
    assert shown["games_per_second"] > 1000


@pytest.mark.parametrize(
    "arguments",
    [
        SMALL,
        ("--seats", "ev,ev,ev", "--games", "1"),
        ("--seats", ",".join(["random:0.2"] * 8), "--games", "999"),
        MISTER,
    ],
    ids=["usual", "one game", "eight alike", "mister diamond"],
)
def test_the_figures_are_sane(arguments: tuple[str, ...]) -> None:
    shown = figures(*arguments, *(() if "--games" in arguments else ("--games", "1000")))
    assert sum(seat["win_share"] for seat in shown["seats"]) == pytest.approx(1)
    for seat in shown["seats"]:
        assert 0 <= seat["ci95"][0] <= seat["win_share"] <= seat["ci95"][1] <= 1
        assert seat["ci95"][1] - seat["ci95"][0] > 0
        if shown["games"] == 1:
            assert (seat["mean_ci95"], seat["sd"]) == (None, None)
        else:
            assert seat["mean_ci95"][0] <= seat["mean"] <= seat["mean_ci95"][1]
            assert seat["sd"] >= 0
        assert all(before <= after for before, after in pairwise(seat["quantiles"]))
    assert all(0 <= share <= 1 for share in shown.get("disaster_share", ()))
    assert all(cards >= 1 for cards in shown.get("cards_per_expedition", ()))


def agrees(shown: dict[str, Any], games: list[Game]) -> None:
    assert shown["games"] == len(games)
    for at, seat in enumerate(shown["seats"]):
        expected = seen_of(games, at)
        assert seat["mean"] == pytest.approx(expected.mean)
        assert seat["sd"] == pytest.approx(expected.sd)
        assert seat["quantiles"] == expected.quantiles
        assert seat["win_share"] == pytest.approx(expected.win_share)
    sums = [sum(game.sums[at] for game in games) / len(games) for at in range(len(games[0].sums))]
    told = (
        [*shown["cards_per_expedition"], *shown["disaster_share"]] if "disaster_share" in shown else mister_sums(shown)
    )
    assert told == pytest.approx(sums)


def mister_sums(shown: dict[str, Any]) -> list[float]:
    return [shown[name] for name in ("cards_drawn", "lifted", "stuck", "stolen", "thefts_unused")]


@pytest.mark.parametrize(
    ("arguments", "edition", "relics"),
    [
        ((), "schmidt-2005", None),
        (("--edition", "tacora-2024"), "tacora-2024", None),
        (("--edition", "tacora-2024", "--relics"), "tacora-2024", True),
        (("--edition", "incan-gold-2006"), "incan-gold-2006", None),
        (("--edition", "diamant-2016", "--no-relics"), "diamant-2016", False),
        (("--edition", "tiny"), "tiny", None),
    ],
)
def test_the_figures_are_those_of_the_games_one_by_one(
    arguments: tuple[str, ...], edition: str, relics: bool | None
) -> None:
    agrees(figures(*SMALL, *arguments), games_of(TABLE, 7, 2000, edition, relics))


def test_the_figures_are_those_of_the_engine_and_the_bots() -> None:
    """Nothing of the kernel is used here: rules, bots and records as people play."""
    game, party = Diamant(EDITIONS["schmidt-2005"]), [seated(bot) for bot in TABLE.split(",")]
    games = []
    for at in range(60):
        one = replayed(game, party, 7, at)
        sums = (*(cards for cards, _ in one.course), *(int(disaster) for _, disaster in one.course))
        games.append(Game(one.scores, one.winners, sums))
    agrees(figures("--seats", TABLE, "--games", "60", "--seed", "7"), games)


@pytest.mark.parametrize("expert", [False, True])
def test_the_figures_of_mister_diamond(expert: bool) -> None:
    shown = figures(*MISTER, "--games", "2000", "--seed", "7", *(["--expert"] if expert else []))
    assert set(shown) == COMMON | {"cards_drawn", "lifted", "stuck", "stolen", "thefts_unused"}
    assert shown["options"] == {"expert": expert, "notes": False}
    assert [set(seat) for seat in shown["seats"]] == [SEAT] * 4
    agrees(shown, mister_games_of(MISTER[-1], 7, 2000, expert=expert))
    assert 40 < shown["cards_drawn"] <= 49
    assert shown["stolen"] + shown["thefts_unused"] <= 7
    assert shown["seats"][0]["win_share"] > shown["seats"][1]["win_share"], "memory helps"
    assert (shown["seats"][1]["quantiles"][0] < 0) == expert


def test_notes_make_memory_needless() -> None:
    shares = [
        [seat["win_share"] for seat in figures(*MISTER, "--games", "20000", "--seed", "7", *notes)["seats"]]
        for notes in ((), ("--notes",))
    ]
    assert shares[0][0] - shares[0][1] > 0.1
    assert abs(shares[1][0] - shares[1][1]) < 0.02


def test_a_table_from_a_file_sits_down(tmp_path: Path) -> None:
    np.save(tmp_path / "stay.npy", np.zeros(features.SIZE))
    np.save(tmp_path / "go.npy", np.ones(features.SIZE))
    seats = f"table:{tmp_path / 'stay.npy'},table:{tmp_path / 'go.npy'},ev"
    shown = figures("--seats", seats, "--games", "500", "--seed", "3")
    plain = figures("--seats", "never,random:1,ev", "--games", "500", "--seed", "3")
    assert [seat["mean"] for seat in shown["seats"]] == [seat["mean"] for seat in plain["seats"]]


# The same seed, the same games


@pytest.mark.parametrize("arguments", [("--seats", TABLE), tuple(MISTER)], ids=["diamant", "mister diamond"])
def test_the_same_seed_prints_the_same_however_many_threads(arguments: tuple[str, ...]) -> None:
    """Several blocks of games, and the last one shorter."""
    many = (*arguments, "--games", "150001", "--seed", "11")
    one, two, five = (call("simulate", *many, "--threads", threads).out for threads in ("1", "2", "5"))
    assert one == two == five
    assert "150,001 games, seed 11" in one


def test_threads_are_told() -> None:
    shown = [figures(*SMALL, "--threads", threads) for threads in ("1", "3")]
    assert [each["threads"] for each in shown] == [1, 3]
    assert steady(shown[0]) == steady(shown[1])


def test_another_seed_gives_other_games_and_no_seed_any() -> None:
    seven, eight = (figures("--seats", TABLE, "--games", "500", "--seed", seed) for seed in ("7", "8"))
    assert seven["seats"] != eight["seats"]
    first, second = (figures("--seats", TABLE, "--games", "500") for _ in range(2))
    assert first["seed"] != second["seed"]
    assert steady(first) == steady(figures("--seats", TABLE, "--games", "500", "--seed", str(first["seed"])))


def test_more_games_begin_with_the_same_ones() -> None:
    few, more = games_of(TABLE, 7, 100), games_of(TABLE, 7, 300)
    assert more[:100] == few


def test_json_is_the_same_in_both_languages() -> None:
    assert steady(figures(*SMALL)) == steady(figures(*SMALL, lang="fr"))


@pytest.mark.parametrize("seed", ["0", str(2**53 - 1)])
def test_the_ends_of_the_seeds(seed: str) -> None:
    assert figures("--seats", "ev,ev,ev", "--games", "10", "--seed", seed)["seed"] == int(seed)


def test_spaces_behind_commas_do_no_harm() -> None:
    assert steady(figures("--seats", "ev, gems:10 ,never", "--games", "50", "--seed", "1")) == steady(
        figures("--seats", "ev,gems:10,never", "--games", "50", "--seed", "1")
    )


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


@pytest.mark.parametrize(("name", "magic"), [("x.png", b"\x89PNG"), ("x.svg", b"<?xml"), ("X.PDF", b"%PDF")])
def test_pictures(tmp_path: Path, name: str, magic: bytes) -> None:
    said = call("simulate", *SMALL, "--plot", str(tmp_path / name))
    assert said.status == 0
    assert (tmp_path / name).read_bytes().startswith(magic)
    assert [file.name for file in tmp_path.iterdir()] == [name]


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


def test_eight_seats_have_a_picture_and_so_do_two(tmp_path: Path) -> None:
    for seats, edition in ((TABLE + ",never,cards:5,gems:20", "schmidt-2005"), ("memory,blind", "ravensburger-1993")):
        file = tmp_path / f"{edition}.png"
        assert (
            call("simulate", "--seats", seats, "--edition", edition, "--games", "100", "--plot", str(file)).status == 0
        )
        assert file.stat().st_size > 20_000


# What is refused

STRATEGIES = ", ".join(STRATEGY_NAMES)
BOXES = "schmidt-2005, tacora-2024, incan-gold-2006, diamant-2016, incan-gold-2020, tiny, ravensburger-1993"
MISTER_BOX = ("--edition", "ravensburger-1993")

WRONG: dict[tuple[str, ...], str] = {
    (): "--seats is missing",
    ("--seats",): "option --seats needs a value",
    ("--seats", ""): f'the simulator knows no bot "", only {STRATEGIES}; tacora arena plays any bot',
    ("--seats", "ev,,ev"): f'the simulator knows no bot "", only {STRATEGIES}; tacora arena plays any bot',
    ("--seats", "ev,hal,ev"): f'the simulator knows no bot "hal", only {STRATEGIES}; tacora arena plays any bot',
    ("--seats", "ev,memory,ev"): f'the simulator knows no bot "memory", only {STRATEGIES}; tacora arena plays any bot',
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
        'there is no bot "ev"; there are blind, memory, forgetful:P, elephant, squirrel, goldfish'
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


@pytest.fixture
def _nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*_: object, **__: object) -> None:
        raise AssertionError("a game was played, or something compiled for it")

    monkeypatch.setattr("tacora.cli.simulate.run", play)


@pytest.mark.usefixtures("_nothing_is_played")
@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_is_wrong_is_said_in_one_line_before_any_game(arguments: tuple[str, ...]) -> None:
    assert call("simulate", *arguments) == (2, "", f"tacora: {WRONG[arguments]}\n")


@pytest.mark.usefixtures("_nothing_is_played")
@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_is_wrong_is_said_in_french(arguments: tuple[str, ...]) -> None:
    said = call("simulate", *arguments, lang="fr")
    assert (said.status, said.out) == (2, "")
    assert is_one_line(said.err)
    assert said.err != f"tacora: {WRONG[arguments]}\n"


@pytest.mark.usefixtures("_nothing_is_played")
def test_nothing_wrong_leaves_a_file_behind(tmp_path: Path) -> None:
    files = ("--csv", str(tmp_path / "x.csv"), "--plot", str(tmp_path / "x.png"))
    for wrong in (("--seats", "ev,ev"), ("--seats", "ev,ev,hal"), ("--seats", "ev,ev,ev", "--device", "gpu")):
        assert call("simulate", *wrong, *files).status == 2
    assert call("simulate", "--seats", "ev,ev,ev", *files, "--plot", "/nowhere/x.png").status == 2
    assert list(tmp_path.iterdir()) == []


def test_the_real_program_refuses_without_compiling_anything(tmp_path: Path) -> None:
    """From a home where nothing was compiled yet."""
    said = run("simulate", "--seats", "ev,ev,tortoise", "--games", str(10**12), home=tmp_path)
    assert (said.status, said.out) == (2, "")
    assert is_one_line(said.err)
    assert list(tmp_path.rglob("*.nb?")) == []


def test_a_table_that_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "bad.npy").write_bytes(b"not a table")
    np.save(tmp_path / "short.npy", np.zeros(3))
    np.save(tmp_path / "odd.npy", np.full(features.SIZE, 1.5))
    for name in ("bad", "short", "odd"):
        for lang in ("en", "fr"):
            said = call("simulate", "--seats", f"ev,ev,table:{tmp_path / name}.npy", lang=lang)
            assert (said.status, said.out) == (2, "")
            assert is_one_line(said.err)
            assert f"{name}.npy" in said.err


def without(module: str, *arguments: str, home: Path) -> Said:
    """The program where this was left out of the installation."""
    script = f"import sys; sys.modules[{module!r}] = None; from tacora.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        env=environment(home, **COMPILED),
        timeout=PATIENCE,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("command", [("simulate", "--seats", "ev,ev,ev"), ("sweep", "gems:1..3")], ids=lambda c: c[0])
@pytest.mark.parametrize("module", ["numpy", "numba", "matplotlib"])
def test_what_was_not_installed_is_named(tmp_path: Path, module: str, command: tuple[str, ...]) -> None:
    picture = ("--plot", str(tmp_path / "x.png")) if module == "matplotlib" else ()
    said = without(module, *command, "--games", "10", *picture, home=tmp_path)
    assert said == (2, "", "tacora: this needs NumPy, Numba and matplotlib: pip install 'tacora[study]'\n")
    assert not (tmp_path / "x.png").exists()


@pytest.mark.long
def test_no_picture_needs_no_matplotlib(tmp_path: Path) -> None:
    said = without("matplotlib", "simulate", "--seats", "ev,ev,ev", "--games", "10", "--json", home=tmp_path)
    assert (said.status, said.err) == (0, "")
    assert json.loads(said.out)["games"] == 10


# Compiled once


@pytest.mark.long
def test_the_first_run_compiles_and_says_so_and_the_second_starts_at_once(tmp_path: Path) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    arguments = ("simulate", "--seats", "ev,ev,ev", "--games", "10", "--seed", "1", "--device", "cpu")
    first = run(*arguments, home=tmp_path, **cache)
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nb?")}
    assert {file.suffix for file in kept} == {".nbi", ".nbc"}
    second = run(*arguments, home=tmp_path, **cache)
    assert first.err.startswith("Compiling for this machine; this is kept, and takes a few seconds the first time.\n")
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
    assert steady(again) == steady(shown)
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


def test_a_reader_who_leaves_early_is_no_error(tmp_path: Path) -> None:
    with subprocess.Popen(
        [PROGRAM, "simulate", *SMALL],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, **COMPILED),
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(PATIENCE) == 0


def test_head_gets_its_line(tmp_path: Path) -> None:
    done = subprocess.run(
        f"'{PROGRAM}' simulate {' '.join(SMALL)} | head -n 1",
        shell=True,
        capture_output=True,
        env=environment(tmp_path, **COMPILED),
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout.decode() == "schmidt-2005, 2,000 games, seed 7\n"
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_device_is_told_in_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [PROGRAM, "simulate", *SMALL, "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(tmp_path, **COMPILED),
            timeout=PATIENCE,
            check=False,
        )
    assert (done.returncode, done.stderr.decode()) == (
        2, "tacora: the output cannot be written (No space left on device)\n"
    )  # fmt: skip


# Where to play


def test_few_games_are_played_on_the_processor_and_many_on_a_gpu_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = fast.WORTH_A_GPU
    assert fast.choose_device("cpu", many) == fast.choose_device("auto", many) == "cpu"
    monkeypatch.setattr(fast, "gpu_is_there", lambda: True)
    assert fast.choose_device("cpu", many) == "cpu"
    assert fast.choose_device("auto", many) == "gpu"
    assert fast.choose_device("auto", many - 1) == "cpu"
    assert fast.choose_device("gpu", 1) == "gpu"
