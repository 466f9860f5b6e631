"""The figures of a seat: those that anybody would work out from the games, and intervals that keep their promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacora.arena.summary import QUANTILES, SeatSummary, quantile, seat_summary
from tacora.fast.simulation import run
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.kernel.simulation import DiamantSimulation

MOST = 40


def summary_of(games: Sequence[tuple[int, int]], lowest: int = 0, unit: int = 1) -> SeatSummary:
    """From games as a score and the number of winners, of which 0 is a defeat."""
    scores, winners = Counter(score for score, _ in games), Counter(won for _, won in games)
    return seat_summary(
        "x",
        [scores[lowest + unit * at] for at in range(MOST)],
        [0, *(winners[shared] for shared in range(1, 9))],
        len(games),
        lowest,
        unit,
    )


games_of_a_seat = st.lists(st.tuples(st.integers(0, MOST - 1), st.integers(0, 8)), min_size=1, max_size=60)


@given(games_of_a_seat)
def test_the_figures_are_those_of_the_games_one_by_one(games: list[tuple[int, int]]) -> None:
    summary, scores = summary_of(games), sorted(score for score, _ in games)
    assert summary.mean == pytest.approx(fmean(scores))
    assert summary.sd == (pytest.approx(stdev(scores), abs=1e-12) if len(scores) > 1 else None)
    assert summary.win_share == pytest.approx(float(sum(Fraction(1, won) for _, won in games if won) / len(games)))
    for q, found in zip(QUANTILES, summary.quantiles, strict=True):
        part = Fraction(str(q))
        assert sum(score <= found for score in scores) >= part * len(scores)
        assert sum(score < found for score in scores) < part * len(scores)


@given(games_of_a_seat, st.integers(-50, 0), st.sampled_from([1, 500, 1000]))
def test_scores_may_begin_below_zero_and_go_by_thousands(games: list[tuple[int, int]], low: int, unit: int) -> None:
    lowest = low * unit
    plain, moved = summary_of(games), summary_of([(lowest + unit * score, won) for score, won in games], lowest, unit)
    assert moved.mean == pytest.approx(lowest + unit * plain.mean, abs=1e-6)
    assert moved.sd == (None if plain.sd is None else pytest.approx(unit * plain.sd, abs=1e-6))
    assert moved.quantiles == tuple(lowest + unit * score for score in plain.quantiles)
    assert (moved.win_share, moved.ci95) == (plain.win_share, plain.ci95)


@given(games_of_a_seat)
def test_every_interval_holds_its_figure_and_quantiles_rise(games: list[tuple[int, int]]) -> None:
    summary = summary_of(games)
    if len(games) == 1:
        assert (summary.mean_ci95, summary.sd) == (None, None), "one game tells nothing about others"
    else:
        assert summary.mean_ci95 is not None
        assert summary.mean_ci95[0] <= summary.mean <= summary.mean_ci95[1]
    assert 0 <= summary.ci95[0] <= summary.win_share + 1e-12
    assert summary.win_share - 1e-12 <= summary.ci95[1] <= 1
    assert summary.ci95[1] - summary.ci95[0] > 0
    assert list(summary.quantiles) == sorted(summary.quantiles)


def test_a_quantile_is_exact_however_many_games_there_are() -> None:
    """No rounding of 0.05 or 0.95 moves it: every game has a score of its own here."""
    for games in (*range(1, 400), 10**6, 10**6 + 20, 123_456_780):
        for q in QUANTILES:
            needed = -(-Fraction(str(q)) * games // 1)  # Rounded up.
            at = int(needed)
            assert quantile([(1, at - 1), (2, 1), (3, games - at)], games, q) == 2, (games, q)


def test_one_game_has_no_spread() -> None:
    summary = summary_of([(7, 1)])
    assert (summary.mean, summary.sd, summary.mean_ci95) == (7, None, None)
    assert summary.quantiles == (7,) * 5
    assert summary.ci95[0] > 0.2
    assert summary.ci95[1] == 1


def test_a_tie_of_k_counts_one_kth() -> None:
    assert summary_of([(5, k) for k in range(1, 9)]).win_share == pytest.approx(
        float(sum(Fraction(1, k) for k in range(1, 9)) / 8)
    )


# Does an interval of 95 % hold the truth in 95 % of all cases?

LONG = 400_000
TABLES = {
    # Shares from 6 to 37 %.
    "gems:10,gems:15,ev,hazards:2,random:0.5": 100,
    # Cards:1 wins 1.7 %, ev 98.3 %, mostly alone.
    "cards:1,ev,never": 500,
    # One wins nearly always, and the others only when all have nothing: quarters of a victory, in 5 of 1000 games.
    "never,never,never,ev": 1500,
    # Sevenths of a victory, in 3 of 100 games.
    "gems:1,ev,ev,ev,ev,ev,ev,ev": 400,
    # Thirds in nearly every game: this is where the interval is too careful.
    "never,gems:30,gems:30": 300,
    # Few games, and many halves.
    "gems:15,gems:15,ev": 20,
}  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("runs", "least", "most"), [(120, 0.88, 1), pytest.param(600, 0.92, 0.98, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("table", TABLES)
def test_the_interval_of_the_share_of_victories_holds_the_truth_in_95_of_100_runs(
    table: str, runs: int, least: float, most: float
) -> None:
    games = TABLES[table]
    bots = table.split(",")
    simulation = DiamantSimulation(Diamant(EDITIONS["schmidt-2005"]), [make_bot(bot, Random()) for bot in bots])
    long = run(simulation, LONG, 2**52).tally
    truth = [sum(long.victories[seat, k] / k for k in range(1, 9)) / LONG for seat in range(len(bots))]
    play = simulation.cpu()
    held = [0] * len(bots)
    for seed in range(runs):
        tally = simulation.empty()
        play(np.uint64(seed), 0, games, tally)
        for seat, bot in enumerate(bots):
            low, high = seat_summary(bot, tally.scores[seat].tolist(), tally.victories[seat].tolist(), games).ci95
            held[seat] += low <= truth[seat] <= high
    assert min(held) >= least * runs, held
    assert max(held) <= most * runs or table == "never,gems:30,gems:30", held
