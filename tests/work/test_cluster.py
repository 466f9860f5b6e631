"""A cluster gives what one thread gives, whoever does the work and whoever dies over it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import tacora
from tacora.fast.simulation import Run, run, runs
from tacora.game import Refused
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.kernel.learner import ThreadedLearner
from tacora.games.diamant.kernel.remote_learner import RemoteLearner
from tacora.games.diamant.kernel.simulation import DiamantSimulation
from tacora.games.diamant.sights import usual
from tests.cli.program import PROGRAM, call
from tests.cli.program import run as program
from tests.cli.studies import COMPILED, Study
from tests.fast.test_run import same
from tests.server.crashing import free_port
from tests.work.grid import Grid, grid, kill

pytest.importorskip("distributed")
from tacora.work import cluster as clusters
from tacora.work.cluster import Cluster

pytestmark = pytest.mark.usefixtures("learner_compiled")

GAMES = 700_001
BOTS = ("random:0.3", "ev", "gems:9", "hazards:2", "never")


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Grid]:
    with grid(tmp_path) as there:
        yield there


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grid]:
    """For tests that leave it as it is: its programs take longer to start than what is asked of them."""
    with grid(tmp_path_factory.mktemp("grid")) as there:
        yield there


def table(*bots: str) -> DiamantSimulation:
    return DiamantSimulation(Diamant(EDITIONS["diamant-2016"]), [make_bot(bot, Random(0)) for bot in bots or BOTS])


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a short run has many."""
    monkeypatch.setattr(clusters, "PIECE_SECONDS", 0.001)


# The same everywhere


@pytest.mark.long
@pytest.mark.usefixtures("small_pieces")
def test_counts_are_those_of_one_thread_though_a_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    with grid(tmp_path, workers=1) as there, Cluster(there.address) as cluster:
        victim = there.worker()
        heard: list[int] = []

        def progress(done: int) -> None:
            heard.append(done)
            if done and victim.poll() is None:
                kill(victim)

        got = run(table(), GAMES, 11, cluster=cluster, progress=progress)
        assert victim.poll() is not None
        assert 0 < next(done for done in heard if done) < GAMES  # It died before the end, with work in hand.
    assert (heard[0], heard[-1], heard) == (0, GAMES, sorted(heard))
    assert (got.games, got.interrupted, got.device) == (GAMES, False, "cluster")
    assert same(got.tally, run(table(), GAMES, 11, device="cpu", threads=1).tally)


@pytest.mark.long
def test_with_all_workers_dead_it_says_so_and_waits_for_a_new_one(two: Grid) -> None:
    told: list[str] = []

    def warn(what: Refused) -> None:
        told.append(what.code)
        two.worker()

    with Cluster(two.address, warn) as cluster:
        for process in list(two.workers):
            kill(process)
        got = run(table(), 1000, 3, cluster=cluster)
    assert told == ["cluster-waiting"]
    assert same(got.tally, run(table(), 1000, 3, device="cpu", threads=1).tally)


@pytest.mark.thorough
def test_several_tables_come_in_order(standing: Grid) -> None:
    tables = [table("ev", f"gems:{least}", "never") for least in (3, 9, 15, 21)]
    with Cluster(standing.address) as cluster:
        there = list(runs(tables, 5000, 5, cluster=cluster))
    here = list(runs(tables, 5000, 5, device="cpu", threads=1))
    assert [each.games for each in there] == [5000] * 4
    assert all(same(one.tally, other.tally) for one, other in zip(there, here, strict=True))


@pytest.mark.long
def test_whoever_learns_on_a_cluster_learns_the_same_though_workers_die_and_others_come(two: Grid) -> None:
    game = Diamant(EDITIONS["tiny"])
    here = ThreadedLearner(game, 3, usual(game, 3), threads=1)
    with Cluster(two.address) as cluster:
        there = RemoteLearner(game, 3, usual(game, 3), cluster)
        for batch in range(6):
            if batch == 2:
                kill(two.workers[0])
            if batch == 4:
                two.worker()  # Who has missed four lessons.
                cluster.look()
            for learner in (here, there):
                learner.batch(2000, 1)
            assert (there.walks, there.batches) == (here.walks, here.batches)
            assert (there.now == here.now).all()
    assert there.strategy(1, 2000) == here.strategy(1, 2000)


@pytest.mark.long
def test_what_was_learnt_here_is_gone_on_with_on_a_cluster(two: Grid, tmp_path: Path) -> None:
    """After one lesson, too, when workers who know of none could think they have missed none."""
    game, kept = Diamant(EDITIONS["tiny"]), tmp_path / "kept"
    here = ThreadedLearner(game, 3, usual(game, 3), threads=1)
    here.batch(2000, 1)
    with kept.open("wb") as out:
        here.save(out, 1)
    with Cluster(two.address) as cluster:
        there = RemoteLearner(game, 3, usual(game, 3), cluster)
        there.resume(kept)
        for learner in (here, there):
            learner.batch(2000, 1)
    assert (there.now == here.now).all()


@pytest.mark.thorough
def test_a_bot_from_a_file_is_the_same_on_all_workers_or_refused(standing: Grid, tmp_path: Path) -> None:
    mine = tmp_path / "mybots.py"
    mine.write_text("class Owl:\n    def choose(self, view, legal):\n        return legal[0]\n")
    said = program(
        "arena", "mybots:Owl", "ev", "ev", "--deals", "3", "--cluster", standing.address, home=tmp_path, **COMPILED
    )
    assert said.status == 2
    assert "mybots" in said.err


COMMANDS = {
    "simulate": ("--seats", "gems:10,ev,random:0.5", "--games", "100000", "--device", "cpu"),
    "sweep": ("gems:5..8", "--players", "3,4", "--games", "3000", "--device", "cpu"),
    "arena": ("ev", "badger", "gems:9", "--deals", "30"),
    "exploit": ("ev", "--edition", "tiny", "--players", "3", "--walks", "40000", "--device", "cpu"),
}


@pytest.mark.long
def test_every_command_prints_on_a_cluster_what_it_prints_here(standing: Grid, tmp_path: Path) -> None:
    for command, arguments in COMMANDS.items():
        given = (command, *arguments, "--seed", "3")
        there = program(*given, "--cluster", standing.address, home=tmp_path, **COMPILED)
        here = program(*given, home=tmp_path, **COMPILED)
        assert (there.status, there.out) == (0, here.out), there.err
        assert here.out.count("\n") > 4


@pytest.mark.long
def test_the_same_seed_solves_to_the_same_file(standing: Grid, tmp_path: Path) -> None:
    for name, more in (("here", ()), ("there", ("--cluster", standing.address))):
        arguments = ("--edition", "tiny", "--players", "3", "--walks", "40000", "--seed", "1", "--device", "cpu")
        said = program("solve", str(tmp_path / name), *arguments, *more, "--json", home=tmp_path, **COMPILED)
        assert said.status == 0, said.err
        assert json.loads(said.out)["walks"] == 40000
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()


# Interrupted


@pytest.mark.long
def test_ctrl_c_prints_what_is_done_so_far(two: Grid, tmp_path: Path) -> None:
    given = ("simulate", "--seats", ",".join(BOTS), "--seed", "7", "--cluster", two.address)
    with Study(tmp_path, *given, "--games", str(10**12)) as terminal:
        terminal.hear("Playing")
        terminal.hear(":")  # The remaining time: games are counted.
        terminal.hear(":")
        terminal.interrupt()
        assert terminal.end() == 130
    counted = re.search(r"Interrupted: ([\d,]+) of 1,000,000,000,000 games are counted", terminal.said)
    assert counted is not None, terminal.said
    assert "Traceback" not in terminal.said
    again = program(*given, "--games", counted[1].replace(",", ""), home=tmp_path, **COMPILED)
    told = terminal.said.replace("\r\n", "\n")
    assert again.out in told


@pytest.mark.long
@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("given_up", [False, True])
def test_a_scheduler_that_dies_ends_a_run_with_what_had_come_back(two: Grid, given_up: bool) -> None:
    """Also if the client has given it up before the next piece is to be sent, as on a busy machine."""
    told: list[str] = []

    def progress(done: int) -> None:
        if done and two.scheduler.poll() is None:
            kill(two.scheduler)
            while given_up and cluster._client.status != "closed":
                time.sleep(0.05)

    with Cluster(two.address, lambda what: told.append(what.code)) as cluster:
        got: Run = run(table(), 1 << 50, 5, cluster=cluster, progress=progress)
        if given_up:
            with pytest.raises(KeyboardInterrupt):  # As solving keeps a lesson there, between two pieces.
                cluster.keep("a lesson")
    assert told[-1] == "cluster-lost"
    assert got.interrupted
    assert 0 < got.games < 1 << 40
    assert same(got.tally, run(table(), got.games, 5, device="cpu", threads=1).tally)


# Refused


def refused(address: str) -> Refused:
    with pytest.raises(Refused) as caught, Cluster(address):
        pass
    return caught.value


@pytest.mark.thorough
def test_a_scheduler_that_is_away_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 1.0)
    address = f"tcp://127.0.0.1:{free_port()}"
    said = call("simulate", "--seats", "ev,ev,ev", "--cluster", address)
    assert said.status == 2
    assert said.err.startswith(f"tacora: no Dask scheduler answers at {address} (")
    assert said.err.count("\n") == 1
    assert refused("nowhere").code == "cluster-away"


@pytest.mark.long
def test_a_scheduler_without_workers_is_refused(tmp_path: Path) -> None:
    with grid(tmp_path, workers=0) as there:
        assert refused(there.address).code == "cluster-empty"


@pytest.mark.thorough
def test_a_worker_with_another_version_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other" / "tacora-0.0.1.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: tacora\nVersion: 0.0.1\n", "utf-8")
    with grid(tmp_path, workers=1) as there:
        there.worker(environment={"PYTHONPATH": str(other.parent)})
        found = refused(there.address)
    assert (found.code, found.facts["theirs"], found.facts["ours"]) == ("cluster-version", "0.0.1", tacora.__version__)


@pytest.mark.long
def test_a_worker_with_other_code_of_the_same_version_is_refused(tmp_path: Path) -> None:
    package, other = Path(tacora.__file__).parent, tmp_path / "other" / "tacora"
    shutil.copytree(package, other, ignore=shutil.ignore_patterns("web", "__pycache__"))
    (other / "added.py").write_text("", "utf-8")
    with grid(tmp_path, workers=0) as there:
        there.worker(environment={"PYTHONPATH": str(other.parent)})
        with Cluster(there.address) as cluster, pytest.raises(Refused) as caught:
            run(table(), 1000, 1, cluster=cluster)
    assert caught.value.code == "cluster-version"
    assert str(caught.value.facts["theirs"]) != str(caught.value.facts["ours"])


@pytest.mark.long
def test_a_bot_that_fails_there_is_named_as_if_it_had_failed_here(two: Grid, tmp_path: Path) -> None:
    source = "class Bad:\n    def choose(self, view, history):\n        raise KeyError('lost')\n"
    (tmp_path / "badbots.py").write_text(source, "utf-8")  # The workers' folder, too.
    given = [str(PROGRAM), "arena", "badbots:Bad", "ev", "--deals", "10"]
    said = [
        subprocess.run([*given, "--seed", "1", *more], cwd=tmp_path, capture_output=True, text=True, check=False)
        for more in ((), ("--cluster", two.address))
    ]
    assert said[0].returncode == said[1].returncode == 2
    assert said[0].stderr == said[1].stderr
    assert "badbots:Bad" in said[1].stderr
