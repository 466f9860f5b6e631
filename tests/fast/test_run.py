"""A run is worth the same however it is split, and still worth something when somebody interrupts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tacora.fast import simulation
from tacora.fast.arrays import Ints
from tacora.fast.simulation import Run, choose_device, gpu_is_there, run
from tacora.fast.tally import Tally
from tacora.game import Refused
from tacora.games.diamant import EDITIONS, Diamant, features
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.tables import Tabled
from tacora.games.diamant.kernel import lanes
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.simulation import DiamantSimulation

MIXED = ("random:0.3", "ev", "gems:9", "hazards:2", "never")


def table(edition: str = "diamant-2016", bots: Sequence[str] = MIXED) -> DiamantSimulation:
    return DiamantSimulation(Diamant(EDITIONS[edition]), [make_bot(bot, Random(0)) for bot in bots])


def same(one: Tally, other: Tally) -> bool:
    return all((mine == theirs).all() for mine, theirs in zip(one, other, strict=True))


def lanes_play(first: int, last: int, seed: int = 5) -> tuple[Tally, Ints]:
    """The games of these numbers in one go, with what is kept of them."""
    there = table()
    tally, kept = there.empty(), np.full((last - first, 3), -1, np.int64)
    lanes.play(there.box, there.party, np.uint64(seed), first, last, tally, kept)
    return tally, kept


def assert_counted(tally: Tally, games: int, seats: int) -> None:
    """Every game once for every seat, and one victory in each game, shared or not."""
    assert tally.scores[:seats].sum(axis=1).tolist() == [games] * seats
    assert not tally.scores[seats:].any()
    by_winners = tally.victories.sum(axis=0)
    assert all(by_winners[winners] % winners == 0 for winners in range(1, 9))
    assert sum(by_winners[winners] // winners for winners in range(1, 9)) == games
    assert by_winners[0] == 0


# Splitting


@pytest.mark.sample(8)
@pytest.mark.parametrize("games", [0, 1, 2, 127, 128, 129, 255, 1000])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_counts_depend_on_seed_and_number_of_games_alone(
    games: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, _ = lanes_play(0, games)
    for block in (1, 7, 128, 300, 1 << 16):
        if games // block > 300:
            continue
        monkeypatch.setattr(simulation, "CPU_BLOCK", block)
        got = run(table(), games, 5, device="cpu", threads=threads)
        assert (got.games, got.interrupted, got.device, got.threads) == (games, False, "cpu", threads)
        assert same(got.tally, expected), f"in blocks of {block}"
    assert_counted(expected, games, len(MIXED))


@pytest.mark.thorough
def test_a_large_run_is_the_same_on_one_thread_and_on_three() -> None:
    one, three = (run(table(), 300_001, 11, device="cpu", threads=threads) for threads in (1, 3))
    assert same(one.tally, three.tally)
    assert_counted(one.tally, 300_001, len(MIXED))
    assert one.seconds > 0


def test_another_seed_is_another_run() -> None:
    one, other = (run(table(), 1000, seed, device="cpu") for seed in (1, 2))
    assert not same(one.tally, other.tally)


@pytest.mark.parametrize("first", [0, 1, 1000, (1 << 40) + 3, (1 << 62) + 1])
def test_a_game_is_the_same_in_any_block(first: int) -> None:
    """Whichever lane plays it, after and beside whichever others."""
    games = 300
    whole, kept = lanes_play(first, first + games)
    assert (kept != -1).all()
    rng = Random(first)
    cuts = [0, *sorted(rng.sample(range(1, games), 9)), games]
    parts = [lanes_play(first + start, first + end) for start, end in pairwise(cuts)]
    assert (np.concatenate([rows for _, rows in parts]) == kept).all()
    total = table().empty()
    for tally, _ in parts:
        total += tally
    assert same(total, whole)


def test_game_numbers_beyond_2_to_the_40_are_games_of_their_own() -> None:
    rows = [lanes_play(first, first + 200)[1] for first in (0, 1 << 32, 1 << 40, 1 << 41)]
    for at, one in enumerate(rows):
        for other in rows[at + 1 :]:
            assert (one == other).all(axis=1).sum() < 10


def test_nothing_is_played_where_first_is_last() -> None:
    tally, kept = lanes_play(17, 17)
    assert same(tally, table().empty())
    assert len(kept) == 0


def test_without_rows_to_keep_the_counts_are_the_same() -> None:
    there = table()
    tally = there.empty()
    there.cpu()(np.uint64(5), 3, 400, tally)
    assert same(tally, lanes_play(3, 400)[0])


def test_what_is_counted_is_added_to_what_was_counted_before() -> None:
    there = table()
    tally = there.empty()
    there.cpu()(np.uint64(5), 0, 150, tally)
    there.cpu()(np.uint64(5), 150, 400, tally)
    assert same(tally, lanes_play(0, 400)[0])


def test_seats_that_play_alike_may_sit_anywhere() -> None:
    """Groups are an inner matter: a party in another order is the same party, seat by seat, without coins."""
    bots = ["ev", "gems:9", "ev", "hazards:2", "gems:9", "never"]
    order = [3, 0, 5, 1, 4, 2]
    here = run(table(bots=bots), 5000, 3, device="cpu").tally
    there = run(table(bots=[bots[seat] for seat in order]), 5000, 3, device="cpu").tally
    assert (here.scores[order] == there.scores[:6]).all()
    assert (here.victories[order] == there.victories[:6]).all()
    assert (here.sums == there.sums).all()


@pytest.mark.long
def test_progress_is_told_and_ends_with_all_games() -> None:
    heard: list[int] = []
    run(table(), 1_500_000, 1, device="cpu", threads=1, progress=heard.append)
    assert (heard[0], heard[-1]) == (0, 1_500_000)
    assert heard == sorted(heard)
    assert len(heard) > 1


# Who may sit there


@pytest.mark.parametrize("seats", [0, 1, 2, 9])
def test_D1_a_wrong_number_of_bots_is_refused(seats: int) -> None:
    with pytest.raises(Refused) as refused:
        table(bots=["never"] * seats)
    assert (refused.value.code, refused.value.facts) == ("seat-count", {"given": seats, "least": 3, "most": 8})


@pytest.mark.parametrize("bot", ["tortoise", "magpie", "badger", "hunter"])
def test_a_bot_that_the_kernel_does_not_know_is_refused_with_its_seat(bot: str) -> None:
    with pytest.raises(Refused) as refused:
        table(bots=["never", "ev", bot])
    assert (refused.value.code, refused.value.facts) == ("not-simulated", {"bot": bot, "at": 3})


def test_seats_that_play_alike_are_one_group() -> None:
    party = party_of(
        Diamant(EDITIONS["schmidt-2005"]),
        [make_bot(bot, Random(0)) for bot in ("gems:5", "ev", "gems:5", "gems:6", "ev", "random:0.5")],
    )
    assert party.seats == 6
    assert sorted(party.members.tolist()) == [0b000101, 0b001000, 0b010010, 0b100000]


def test_equal_tables_are_kept_once() -> None:
    one = features.filled(lambda inside, *_: inside / 8)
    other = features.filled(lambda inside, *_: inside / 16)
    party = party_of(
        Diamant(EDITIONS["schmidt-2005"]), [Tabled(values, Random(0)) for values in (one, other, list(one), other, one)]
    )
    assert len(party.tables) == 2 * features.SIZE
    assert sorted(party.members.tolist()) == [0b01010, 0b10101]
    assert sorted(party.limits.tolist()) == [0, features.SIZE]


# Where it runs


def test_the_choice_of_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = simulation.WORTH_A_GPU - 1, simulation.WORTH_A_GPU
    for there in (True, False):
        monkeypatch.setattr(simulation, "gpu_is_there", lambda answer=there: answer)
        assert choose_device("cpu", many) == "cpu"
        assert choose_device("auto", few) == "cpu"
        assert choose_device("auto", many) == ("gpu" if there else "cpu")
        if there:
            assert choose_device("gpu", 1) == "gpu"
        else:
            with pytest.raises(Refused) as refused:
                choose_device("gpu", 1)
            assert refused.value.code == "no-gpu"


@pytest.mark.skipif(gpu_is_there(), reason="there is a GPU here")
def test_a_gpu_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        run(table(), 1, 0, device="gpu")
    assert refused.value.code == "no-gpu"


def test_all_cores_are_used_unless_told_otherwise() -> None:
    assert run(table(), 10, 0, device="cpu").threads == len(os.sched_getaffinity(0))


# Interrupted


def run_and_interrupt(at: Callable[[int, int], bool], threads: int = 1) -> Run:
    """A run without end, interrupted once: where this is so of the games done and of how often that was told."""
    heard: list[int] = []
    raised: list[bool] = []

    def progress(done: int) -> None:
        heard.append(done)
        if not raised and at(done, len(heard)):
            raised.append(True)
            raise KeyboardInterrupt

    try:
        got = run(table(), 1 << 50, 21, device="cpu", threads=threads, progress=progress)
    except KeyboardInterrupt:
        pytest.fail("the interrupt went through")
    assert got.interrupted
    assert heard[-1] == got.games
    return got


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupted_run_returns_what_is_done(threads: int) -> None:
    """The games counted are the first ones, without a gap: as many as were asked for from the start."""
    got = run_and_interrupt(lambda done, _: done > 0, threads)
    assert 0 < got.games < 1 << 40
    assert_counted(got.tally, got.games, len(MIXED))
    assert same(got.tally, run(table(), got.games, 21, device="cpu").tally)


@pytest.mark.long
def test_a_run_may_be_interrupted_before_its_first_block_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes to an end with that block."""
    monkeypatch.setattr(simulation, "CPU_BLOCK", 1 << 20)
    got = run_and_interrupt(lambda done, heard: done == 0 and heard == 2)
    assert got.games == 1 << 20
    assert_counted(got.tally, got.games, len(MIXED))


def test_a_run_does_not_outlast_an_error_of_who_listens() -> None:
    """As when somebody closes the pipe that progress is written to; the run would take years."""

    def closed(done: int) -> None:
        if done:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        run(table(), 1 << 50, 1, device="cpu", progress=closed)


SCRIPT = """
import signal

from tests.fast.test_run import MIXED, assert_counted, table
from tacora.fast.simulation import run

signal.signal(signal.SIGINT, signal.default_int_handler)  # A job in the background may be started without it.
got = run(table(), 1 << 50, 3, device="cpu", progress=lambda done: print(done, flush=True))
assert got.interrupted
assert_counted(got.tally, got.games, len(MIXED))
print("counted", got.games, flush=True)
"""


@pytest.mark.thorough
def test_ctrl_c_ends_a_run_well() -> None:
    """A real signal to a real process, which then prints what it counted and exits as if nothing had happened."""
    root = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", SCRIPT], cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) > 0:
                break
        process.send_signal(signal.SIGINT)
        *_, last = process.stdout
        assert process.wait(60) == 0
    word, games = last.split()
    assert word == "counted"
    assert int(games) > 0


def out_of_order(_seed: np.uint64, _first: int, last: int, _tally: Tally) -> None:
    if last:
        raise RuntimeError("out of order")


def test_an_error_of_a_worker_is_not_swallowed() -> None:
    class Broken(DiamantSimulation):
        def cpu(self) -> simulation.RunGames:
            return out_of_order

    broken = Broken(Diamant(EDITIONS["tiny"]), [make_bot("never", Random(0))] * 3)
    with pytest.raises(RuntimeError, match="out of order"):
        run(broken, 10, 0, device="cpu")
