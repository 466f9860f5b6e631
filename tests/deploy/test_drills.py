"""Processes and the database are killed, suspended and cut off while many tables are played.

Nothing that anybody was told is lost, nothing is told twice differently, and each table goes on in another process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from tests import loop
from tests.cluster import Cluster, ServerProcess
from tests.deploy.drilling import (
    LATE,
    NOT_NOW,
    Table,
    begin,
    check_all,
    everybody,
    longest_absence,
    moved,
    the_end,
    troubles,
)
from tests.server.drill_players import some

Noted = Callable[[str, object], None]

TAKEN_OVER = 40.0
"""Seconds after which a table whose process was killed is stuck for good. How long it takes is a figure of the drill
(below 10 s): 150 players knock at the door every second here, while other tests have the cores."""
NOTICED = 6.0
"""Seconds after which players come again to whom nobody says anything; see `drilling.SILENCE`."""
DATABASE, PROCESS = "database", "process"


@dataclass(frozen=True)
class Drill:
    """How many tables of each kind, and what is killed, in turn: the database, or the process with the most tables."""

    tables: tuple[int, ...]
    kills: tuple[str, ...]
    hurry: float = 0.25


SHORT = Drill((2, 1, 1, 1, 1), (PROCESS,), hurry=2)
LONG = Drill((10, 4, 3, 3, 2), (PROCESS, DATABASE, PROCESS))
SOAK = Drill((24, 10, 6, 5, 5), (PROCESS, DATABASE, PROCESS) * 3)

BOTS = Drill((2, 8, 0, 0, 6), (DATABASE,) * 3, hurry=2)
"""Bots that do not pause write several steps at once, which the database may keep and not answer."""


def played_by(three: Cluster, tables: list[Table], node: str) -> list[Table]:
    held = three.held(node)
    return [table for table in tables if table[0].table in held]


def busiest(three: Cluster) -> ServerProcess:
    """The process with the most tables."""
    return max(three.processes, key=lambda process: len(three.held(process.node)))


async def kill(three: Cluster, tables: list[Table], what: str) -> float:
    """Kill it, and wait until every table goes on; seconds that this took."""
    if what == DATABASE:
        before = time.monotonic()
        await asyncio.to_thread(three.postgres.kill)
        await asyncio.to_thread(three.postgres.start)
        return await moved(tables, before, TAKEN_OVER)
    process = await asyncio.to_thread(busiest, three)
    struck = await asyncio.to_thread(played_by, three, tables, process.node)
    assert struck
    before = time.monotonic()
    await asyncio.to_thread(process.kill)
    taken = await moved(struck, before, TAKEN_OVER)
    await moved(tables, before)
    process.start()
    await asyncio.to_thread(process.wait)
    return taken


@pytest.mark.parametrize(
    "drill",
    [
        pytest.param(SHORT, id="short"),
        pytest.param(LONG, id="long", marks=pytest.mark.long),
        pytest.param(BOTS, id="bots", marks=pytest.mark.long),
        pytest.param(SOAK, id="soak", marks=[pytest.mark.long, pytest.mark.soak]),
    ],
)
def test_whatever_is_killed_nothing_told_is_lost_and_each_table_goes_on(
    three: Cluster, drill: Drill, record_property: Noted
) -> None:
    async def run() -> None:
        moments = Random(1912)
        tables = await begin(three, some(drill.tables, drill.hurry))
        await everybody(tables, lambda player: player.running)
        taken: list[tuple[str, float]] = []
        for what in drill.kills:
            await asyncio.sleep(moments.uniform(0.2, 1.5))  # At any moment, as a crash comes.
            taken.append((what, round(await kill(three, tables, what), 1)))
        await everybody(tables, lambda player: player.greeted)
        figures = check_all(three, tables, await the_end(three, tables))
        assert troubles(tables) <= LATE | NOT_NOW
        for name, value in {**figures, "seconds until all moved": taken}.items():
            record_property(name, value)

    loop.run(run())
    assert "Traceback" not in three.messages()


@pytest.mark.long
def test_a_process_that_is_suspended_for_a_minute_writes_and_tells_nothing_when_it_wakes(
    three: Cluster, record_property: Noted
) -> None:
    async def run() -> None:
        tables = await begin(three, some((4, 2, 2, 2, 1), hurry=0.25))
        await everybody(tables, lambda player: player.running)
        watched = [table for table in tables if len(table) > 1 and not table[-1].seats]
        suspended = await asyncio.to_thread(
            lambda: max(three.processes, key=lambda process: len(played_by(three, watched, process.node)))
        )
        struck = await asyncio.to_thread(played_by, three, tables, suspended.node)
        waiting = await asyncio.to_thread(played_by, three, watched, suspended.node)
        assert waiting
        for table in waiting:  # Whoever watches stays at the suspended process until it is told otherwise.
            table[-1].patient = True
        before = time.monotonic()
        suspended.suspend()
        taken = await moved(struck, before, TAKEN_OVER + NOTICED)
        assert not await asyncio.to_thread(played_by, three, tables, suspended.node)
        while time.monotonic() < before + 60:
            since = time.monotonic()
            await moved(tables, since)
            await asyncio.sleep(1)
        woken = time.monotonic()
        suspended.resume()
        await everybody(tables, lambda player: player.greeted)
        await moved(tables, woken)
        await asyncio.to_thread(suspended.wait)
        figures = check_all(three, tables, await the_end(three, tables))
        assert troubles(tables) <= LATE | NOT_NOW
        for name, value in {**figures, "tables of the suspended": len(struck), "seconds": round(taken, 1)}.items():
            record_property(name, value)

    loop.run(run())
    assert "Traceback" not in three.messages()


@pytest.mark.long
@pytest.mark.parametrize("silent", [False, True], ids=["reset", "in silence"])
def test_a_process_that_is_cut_off_from_the_database_leaves_its_tables_to_the_others(
    three: Cluster, silent: bool, record_property: Noted
) -> None:
    async def run() -> None:
        tables = await begin(three, some((8, 4, 3, 3, 2), hurry=0.25))
        await everybody(tables, lambda player: player.running)
        cut_off = await asyncio.to_thread(busiest, three)
        struck = await asyncio.to_thread(played_by, three, tables, cut_off.node)
        assert struck
        before = time.monotonic()
        cut_off.relay.cut(silent=silent)
        taken = await moved(struck, before, TAKEN_OVER)
        absence = longest_absence(tables, before)
        await moved(tables, time.monotonic())
        cut_off.relay.mend()
        await asyncio.to_thread(cut_off.wait)
        figures = check_all(three, tables, await the_end(three, tables))
        assert troubles(tables) <= LATE | NOT_NOW
        noted = {"tables of the one cut off": len(struck), "seconds": round(taken, 1), "away": round(absence, 1)}
        for name, value in {**figures, **noted}.items():
            record_property(name, value)

    loop.run(run())
