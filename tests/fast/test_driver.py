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
from tacora.games.diamant.kernel.driver import Driver, chosen, remember, remembered, usual
from tacora.games.diamant.kernel.game import DiamantKernel
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
    assert remembered(False) == there.name
    assert same(tally, run(table(), 400, 5, device="cpu").tally)


@pytest.mark.usefixtures("cache")
def test_a_short_run_tries_nothing() -> None:
    run(table(), 1000, 5, device="cpu")
    assert remembered(False) is None
    assert chosen(False) == usual()


@pytest.mark.usefixtures("cache", "eager")
def test_only_one_of_many_threads_tries() -> None:
    tried: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "remember", lambda _, name: tried.append(name))
        run(table(), 500_000, 5, device="cpu", threads=4)
    assert len(tried) == 1


@pytest.mark.usefixtures("cache", "eager")
@pytest.mark.parametrize("name", driver.DRIVERS)
def test_what_was_remembered_is_not_tried_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(False, name)
    monkeypatch.setattr(driver, "DRIVERS", {name: driver.DRIVERS[name]})
    there = Driver(table().box, table().party)
    counted(there, 0, 200, 400)
    assert there.name == remembered(False) == name


@pytest.mark.usefixtures("cache")
def test_tables_with_solved_strategies_have_a_choice_of_their_own() -> None:
    remember(True, "branching")
    remember(False, "lanes")
    assert Driver(table("champion").box, table("champion").party).name == "branching"
    assert Driver(table().box, table().party).name == "lanes"


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("written", [b"", b"abacus", b"\xff\xfe"])
def test_what_cannot_be_read_is_tried_anew(cache: Path, written: bytes) -> None:
    remember(False, "lanes")
    (file,) = cache.iterdir()
    file.write_bytes(written)
    assert remembered(False) is None
    counted(Driver(table().box, table().party), 0, 200)
    assert remembered(False) in driver.DRIVERS


@pytest.mark.usefixtures("eager")
def test_where_nothing_can_be_kept_it_still_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(driver, "cache_folder", lambda: tmp_path / "file" / "folder")
    assert same(counted(Driver(table().box, table().party), 0, 200), run(table(), 200, 5, device="cpu").tally)
    assert remembered(False) is None


@pytest.mark.usefixtures("cache", "eager")
def test_a_damaged_driver_leaves_the_other_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> None:
        raise EOFError

    forgotten: list[bool] = []
    monkeypatch.setattr(driver, "forget", lambda: forgotten.append(True))  # Other tests need what is compiled.
    other = next(name for name in driver.DRIVERS if name != usual())
    monkeypatch.setitem(driver.DRIVERS, other, damaged)
    there = Driver(table().box, table().party)
    tally = counted(there, 0, 200)
    assert (there.name, remembered(False), forgotten) == (usual(), None, [True])
    assert same(tally, run(table(), 200, 5, device="cpu").tally)


@pytest.mark.parametrize(("machine", "name"), [("x86_64", "lanes"), ("AMD64", "lanes"), ("aarch64", "branching")])
def test_the_usual_driver_of_an_architecture(machine: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert usual() == name


@pytest.mark.usefixtures("cache")
def test_a_delay_is_announced_if_the_driver_in_use_has_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"lanes"}
    monkeypatch.setattr("tacora.games.diamant.kernel.game.is_compiled", there.__contains__)
    kernel = DiamantKernel(Diamant(EDITIONS["schmidt-2005"]))
    for solved in (False, True):
        remember(solved, "lanes")
    assert kernel.is_compiled()
    remember(True, "branching")
    assert not kernel.is_compiled()
    there.add("branching")
    assert kernel.is_compiled()
