"""The example that learns: from arrays to the arena and to a table of a server."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tacora.games.contest import TypedContest
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots import make_bot
from tests.server.serving import Serving, over_sockets, play_on
from tests.surroundings import ROOT

pytestmark = pytest.mark.usefixtures("envs_compiled")


@pytest.fixture
def learn(tmp_path: Path) -> ModuleType:
    """The example as a module, which writes elsewhere; nothing is learnt yet."""
    spec = importlib.util.spec_from_file_location("learn", ROOT / "docs" / "examples" / "learn.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.FILE = tmp_path / "learnt.npz"  # type: ignore[attr-defined]
    return module


@pytest.fixture
def beginner(learn: ModuleType) -> ModuleType:
    """After one batch of games."""
    first, second = learn.learn(batches=1).weights
    np.savez(learn.FILE, first=first, second=second)
    return learn


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server at which a host may come after those who sit down, however busy the machine is."""
    with Serving(tmp_path_factory.mktemp("server") / "tables.db") as it:
        yield it


@pytest.mark.parametrize("edition", ["schmidt-2005", "incan-gold-2006", "tiny"])
def test_who_has_learnt_plays_in_any_box(beginner: ModuleType, edition: str) -> None:
    bots: list[Any] = [beginner.Learnt(Random(1)), make_bot("ev", Random()), make_bot("never", Random())]
    outcome = TypedContest(Diamant(EDITIONS[edition])).play(bots, bytes(32))
    assert len(outcome.scores) == 3


def test_who_has_learnt_sits_down_at_a_server(
    beginner: ModuleType, serving: Serving, capsys: pytest.CaptureFixture[str]
) -> None:
    @over_sockets
    async def run() -> None:
        table = serving.open(manners={"thinking": False})
        async with serving.player(table.table, table.host) as host:
            await host.sit("Ana")
            bot = asyncio.create_task(beginner.sit_down(serving.address, table.table))
            await host.until(lambda frame: frame["seats"][1] is not None)
            await host.send("start", fill=True)
            assert (await play_on((host, 0)))["scores"]
            await bot

    run()
    assert capsys.readouterr().out.strip()


@pytest.mark.long
@pytest.mark.soak
def test_who_has_learnt_wins_more_than_ev(learn: ModuleType) -> None:
    """In the table it learnt at, by more than three standard errors of the difference of victories."""
    first, second = learn.learn().weights
    np.savez(learn.FILE, first=first, second=second)
    contest = TypedContest(Diamant(EDITIONS["schmidt-2005"]))
    names = ("learnt", *learn.OPPONENTS)
    gains = []
    for deal in range(120):
        seed, shares = Random(deal).randbytes(32), dict.fromkeys(names, 0.0)
        for turn in range(len(names)):
            seats = names[turn:] + names[:turn]
            chance = Random(1000 * deal + turn)
            bots = [learn.Learnt(chance) if name == "learnt" else make_bot(name, chance) for name in seats]
            winners = contest.play(bots, seed).winners
            for seat in winners:
                shares[seats[seat]] += 1 / len(winners) / len(names)
        gains.append(shares["learnt"] - shares["ev"])
    assert np.mean(gains) > 3 * np.std(gains) / np.sqrt(len(gains))
