"""Which driver plays is chosen once for a machine, after a trial in a long run; the counts do not depend on it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tacora.fast.simulation import run
from tacora.fast.tally import Tally
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.kernel import driver
from tacora.games.diamant.kernel.driver import SORTS, Driver, chosen, remember, remembered, sort_of, usual
from tacora.games.diamant.kernel.simulation import DiamantSimulation


def table(bot: str = "random:0.5") -> DiamantSimulation:
    return DiamantSimulation(Diamant(EDITIONS["schmidt-2005"]), [make_bot(bot, Random(0))] * 3)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache: nothing is known of this machine. What is compiled in this process stays so."""
    monkeypatch.setattr(driver, "cache_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial after a hundred games."""
    monkeypatch.setattr(driver, "WORTH_A_TRIAL", 100)


def counted(there: Driver, *cuts: int) -> Tally:
    tally = table().empty()
    for first, last in pairwise(cuts):
        there.play(np.uint64(5), first, last, tally)
    return tally


def same(one: Tally, other: Tally) -> bool:
    return all((mine == theirs).all() for mine, theirs in zip(one, other, strict=True))


@pytest.mark.usefixtures("cache", "eager")
def test_a_trial_is_part_of_the_run_and_every_game_is_counted_once() -> None:
    there = Driver(table().box, table().party)
    tally = counted(there, 0, 60, 377, 400)
    assert remembered("alike") == there.name
    assert same(tally, run(table(), 400, 5, device="cpu").tally)


@pytest.mark.usefixtures("cache")
def test_a_short_run_tries_nothing() -> None:
    run(table(), 1000, 5, device="cpu")
    assert remembered("alike") is None
    assert chosen("alike") == usual("alike")


@pytest.mark.usefixtures("cache", "eager")
def test_only_one_of_many_threads_tries() -> None:
    tried: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "remember", lambda _, name: tried.append(name))
        run(table(), 500_000, 5, device="cpu", threads=4)
    assert len(tried) == 1


@pytest.mark.usefixtures("cache", "eager")
@pytest.mark.parametrize("name", driver.DRIVERS["alike"])
def test_what_was_remembered_is_not_tried_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    remember("alike", name)
    monkeypatch.setitem(driver.DRIVERS, "alike", {name: driver.DRIVERS["alike"][name]})
    there = Driver(table().box, table().party)
    counted(there, 0, 200, 400)
    assert there.name == remembered("alike") == name


@pytest.mark.usefixtures("cache")
def test_tables_with_solved_strategies_have_a_choice_of_their_own() -> None:
    remember("solved", "branching")
    remember("alike", "lanes")
    assert Driver(table("champion").box, table("champion").party).name == "branching"
    assert Driver(table().box, table().party).name == "lanes"


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("written", [b"", b"abacus", b"\xff\xfe"])
def test_what_cannot_be_read_is_tried_anew(cache: Path, written: bytes) -> None:
    remember("alike", "lanes")
    (file,) = cache.iterdir()
    file.write_bytes(written)
    assert remembered("alike") is None
    counted(Driver(table().box, table().party), 0, 200)
    assert remembered("alike") in driver.DRIVERS["alike"]


@pytest.mark.usefixtures("eager")
def test_where_nothing_can_be_kept_it_still_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(driver, "cache_folder", lambda: tmp_path / "file" / "folder")
    assert same(counted(Driver(table().box, table().party), 0, 200), run(table(), 200, 5, device="cpu").tally)
    assert remembered("alike") is None


@pytest.mark.usefixtures("cache", "eager")
def test_a_damaged_driver_leaves_the_other_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> None:
        raise EOFError

    forgotten: list[bool] = []
    monkeypatch.setattr(driver, "forget", lambda: forgotten.append(True))  # Other tests need what is compiled.
    other = next(name for name in driver.DRIVERS["alike"] if name != usual("alike"))
    monkeypatch.setitem(driver.DRIVERS["alike"], other, damaged)
    there = Driver(table().box, table().party)
    tally = counted(there, 0, 200)
    assert (there.name, remembered("alike"), forgotten) == (usual("alike"), None, [True])
    assert same(tally, run(table(), 200, 5, device="cpu").tally)


@pytest.mark.parametrize(
    ("machine", "names"),
    [
        ("x86_64", ["lanes", "lanes", "branching"]),
        ("AMD64", ["lanes", "lanes", "branching"]),
        ("aarch64", ["alike", "lanes", "branching"]),
    ],
)
def test_the_usual_drivers_of_an_architecture(machine: str, names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert [usual(sort) for sort in SORTS] == names


@pytest.mark.parametrize(
    ("bots", "sort"),
    [
        (["ev"] * 3, "alike"),
        (["random:0.5"] * 8, "alike"),
        (["thumb"] * 3, "mixed"),
        (["gems:8", "gems:8", "gems:9"], "mixed"),
        (["champion"] * 3, "solved"),
        (["ev", "ev", "champion"], "solved"),
    ],
)
def test_tables_of_each_sort(bots: list[str], sort: str) -> None:
    game = Diamant(EDITIONS["schmidt-2005"])
    assert sort_of(DiamantSimulation(game, [make_bot(bot, Random(0)) for bot in bots]).party) == sort


@pytest.mark.usefixtures("cache")
def test_a_delay_is_announced_if_the_driver_in_use_has_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"lanes"}
    monkeypatch.setattr("tacora.games.diamant.kernel.simulation.is_compiled", there.__contains__)
    for sort in SORTS:
        remember(sort, "lanes")
    assert table("champion").is_compiled()
    remember("solved", "branching")
    assert not table("champion").is_compiled()
    assert table().is_compiled()
    there.add("branching")
    assert table("champion").is_compiled()
