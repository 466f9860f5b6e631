"""The server is killed, again and again, while many tables are played at: nothing that anybody was told is ever lost.

SIGKILL is not a power cut: what the system was given survives it. That SQLite waits for the disk is its own setting,
which test_sqlite.py looks at.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests import loop
from tests.server.crashing import RealServer
from tests.server.drill_players import (
    LONGEST,
    Kind,
    Player,
    Records,
    check_results,
    check_story,
    ended,
    records_of,
    seated,
    some,
    wanted,
)


@dataclass(frozen=True)
class Drill:
    """How often the server is killed, and how many tables of each kind there are."""

    kills: int
    tables: tuple[int, ...]
    hurry: float = 1.0
    """By how much everybody thinks faster."""
    to_the_end: bool = True
    """Whether it goes on until everybody has heard a result; otherwise the first games are played out afterwards."""

    @property
    def kinds(self) -> list[Kind]:
        return some(self.tables, self.hurry)


SHORT = Drill(kills=5, tables=(3, 2, 1, 1, 1), hurry=4, to_the_end=False)
LONG = Drill(kills=7, tables=(10, 4, 3, 3, 2))
SOAK = Drill(kills=16, tables=(24, 10, 6, 5, 5))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealServer]:
    server = RealServer(tmp_path / "tables.db")
    yield server
    server.give_up()


async def opened(server: RealServer, kind: Kind, nerves: Random) -> list[Player]:
    """A table with everybody at it."""
    new = await asyncio.to_thread(server.request, "POST", "/api/tables", wanted(kind), 201)
    return await seated(
        kind, new["host"], lambda tokens, hosting: Player(server, new["table"], tokens, kind, hosting, nerves)
    )


async def play_and_kill(server: RealServer, drill: Drill) -> list[list[Player]]:
    """All tables from the first card to the last kill, and a little more."""
    nerves, moments = Random(1994), Random(1912)
    server.start()
    tables = await asyncio.gather(*(opened(server, kind, nerves) for kind in drill.kinds))
    players = [player for table in tables for player in table]
    muser, *others = tables[0]
    muser.musing = True
    for player in players:
        player.resting = False
        player.host()
    end = time.monotonic() + LONGEST
    while server.kills < drill.kills or (drill.to_the_end and not all(player.games for player in players)):
        assert time.monotonic() < end, f"{sum(not player.games for player in players)} still wait for a result"
        if muser.musing:  # However slow a machine is, some seals are at stake: a table waits for one decision.
            await muser.until(lambda: all(player.has_sealed for player in others))
        elif moments.random() < 0.3:  # In the middle of the greetings.
            await players[0].until(lambda: sum(player.greeted for player in players) > moments.randrange(len(players)))
        else:
            await asyncio.gather(*(player.until(lambda player=player: player.greeted) for player in players))  # type: ignore[misc]
            if drill.to_the_end:
                await asyncio.sleep(moments.uniform(0.0, 0.8))  # At any moment, as a crash comes.
            else:
                await players[0].until(lambda: sum(player.has_sealed for player in players) > 2)
        await asyncio.to_thread(server.kill)
        muser.musing = False
        server.start()
    for player in players:
        player.last = True
    await asyncio.gather(*(player.until(lambda player=player: player.greeted) for player in players))  # type: ignore[misc]
    return list(tables)


async def the_end(server: RealServer, tables: list[list[Player]]) -> Records:
    """The last games are played out; then all records."""
    for table in tables:
        table[0].host()
        for player in table:
            await player.until(lambda table=table: ended(table))  # type: ignore[misc]
    return await records_of(tables, lambda path: server.request("GET", path))


def logs(file: Path) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = defaultdict(list)
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for table, seq, line in database.execute("SELECT tbl, seq, line FROM log ORDER BY tbl, seq"):
            assert seq == len(found[table])  # No gaps.
            found[table].append(line)
    return found


@pytest.mark.parametrize(
    "drill",
    [
        pytest.param(SHORT, id="short"),
        pytest.param(LONG, id="long", marks=pytest.mark.long),
        pytest.param(SOAK, id="soak", marks=[pytest.mark.long, pytest.mark.soak]),
    ],
)
@pytest.mark.repeats
def test_a_server_killed_at_any_moment_loses_nothing_that_anybody_was_told(
    server: RealServer, drill: Drill, record_property: Callable[[str, object], None]
) -> None:
    async def run() -> tuple[list[list[Player]], Records]:
        tables = await play_and_kill(server, drill)
        records = await the_end(server, tables)
        await asyncio.gather(*(player.end() for table in tables for player in table))
        return tables, records

    tables, records = loop.run(run())
    assert server.stop() == 0
    written = logs(server.file)
    assert server.kills >= drill.kills
    assert len(written) == len(tables) == sum(drill.tables)
    steps = results = 0
    for table in tables:
        for player in table:
            told, over = check_story(player, written[player.table])
            assert over >= 1
            steps, results = steps + told, results + over
            check_results(player, records)
    players = [player for table in tables for player in table]
    troubles = {frame["code"] for player in players for frame in player.frames if frame["type"] == "error"}
    assert troubles <= {"too-late", "game-running", "no-game", "owes-nothing"}
    # That something was at stake: connections were cut and came back, and seals outlasted cuts.
    assert sum(player.connections for player in players) > drill.kills * len(players) / 2
    assert sum(player.found_again for player in players) > (drill.kills if drill.to_the_end else 0)
    messages = server.messages.read_text()
    assert "Traceback" not in messages
    assert "ERROR" not in messages
    record_property("kills", server.kills)
    record_property("games", len(records))
    record_property("steps and results heard", (steps, results))
    record_property("seals found again", sum(player.found_again for player in players))
    record_property("entries", sum(map(len, written.values())))
