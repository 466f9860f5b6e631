"""`tacora simulate --json`: the figures are those of the games themselves, and the same seed gives the same."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tacora.fast import simulation as fast
from tacora.games.diamant import EDITIONS, Diamant, features
from tests.cli.program import call
from tests.cli.studies import MISTER, SMALL, TABLE, Game, figures, games_of, mister_games_of, seen_of, without_timings
from tests.fast.replay import replayed, seated

pytestmark = pytest.mark.usefixtures("compiled", "cpu_only")

SEAT = {"bot", "mean", "mean_ci95", "sd", "quantiles", "win_share", "ci95"}
COMMON = {"edition", "options", "seed", "games", "seats", "device", "threads", "seconds", "games_per_second"}


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


@pytest.mark.parametrize("arguments", [("--seats", TABLE), MISTER], ids=["diamant", "mister diamond"])
def test_the_same_seed_prints_the_same_however_many_threads(arguments: tuple[str, ...]) -> None:
    """Several blocks of games, and the last one shorter."""
    many = (*arguments, "--games", "150001", "--seed", "11")
    one, two, five = (call("simulate", *many, "--threads", threads).out for threads in ("1", "2", "5"))
    assert one == two == five
    assert "150,001 games, seed 11" in one


def test_threads_are_told() -> None:
    shown = [figures(*SMALL, "--threads", threads) for threads in ("1", "3")]
    assert [each["threads"] for each in shown] == [1, 3]
    assert without_timings(shown[0]) == without_timings(shown[1])


def test_another_seed_gives_other_games_and_no_seed_any() -> None:
    seven, eight = (figures("--seats", TABLE, "--games", "500", "--seed", seed) for seed in ("7", "8"))
    assert seven["seats"] != eight["seats"]
    first, second = (figures("--seats", TABLE, "--games", "500") for _ in range(2))
    assert first["seed"] != second["seed"]
    assert without_timings(first) == without_timings(
        figures("--seats", TABLE, "--games", "500", "--seed", str(first["seed"]))
    )


def test_more_games_begin_with_the_same_ones() -> None:
    few, more = games_of(TABLE, 7, 100), games_of(TABLE, 7, 300)
    assert more[:100] == few


def test_json_is_the_same_in_both_languages() -> None:
    assert without_timings(figures(*SMALL)) == without_timings(figures(*SMALL, lang="fr"))


@pytest.mark.parametrize("seed", ["0", str(2**53 - 1)])
def test_the_ends_of_the_seeds(seed: str) -> None:
    assert figures("--seats", "ev,ev,ev", "--games", "10", "--seed", seed)["seed"] == int(seed)


def test_spaces_behind_commas_do_no_harm() -> None:
    assert without_timings(figures("--seats", "ev, gems:10 ,never", "--games", "50", "--seed", "1")) == without_timings(
        figures("--seats", "ev,gems:10,never", "--games", "50", "--seed", "1")
    )


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
