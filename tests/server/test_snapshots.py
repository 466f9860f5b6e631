"""A long table costs what is asked for, not its age: snapshots are kept with its log, and can be made again."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from tacora.server.storage.store import StoreFailed
from tests.server.serving import Opened, Serving, Told, over_sockets, until

BOTS = {"edition": "tiny", "seats": 3}
GAMES = 4


async def played(serving: Serving, games: int = GAMES) -> tuple[Opened, list[Told]]:
    """A table of bots that has finished some games, and all that its host heard."""
    table = serving.open(rules=BOTS, bots=["badger"] * 3, manners={"thinking": False})
    async with serving.player(table.table, table.host) as host:
        for _ in range(games):
            await host.send("start")
            await host.hear("over")
        await serving.at_rest(table.table)
        return table, [frame for frame in host.frames if frame["type"] in ("step", "over")]


def without_the_past(file: Path, table: str, kept: int) -> None:
    """Make everything between the first entry and the deal of a game unreadable."""
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        (seq,) = database.execute("SELECT seq FROM snapshots WHERE tbl = ? AND game = ?", (table, kept)).fetchone()
        assert seq > 4, "there are games before it"
        database.execute("UPDATE log SET line = x'00' WHERE tbl = ? AND seq < ?", (table, seq))


def snapshots(file: Path, table: str) -> list[tuple[int, int, int, bytes]]:
    with contextlib.closing(sqlite3.connect(file)) as database:
        found = database.execute("SELECT game, seq, news, state FROM snapshots WHERE tbl = ? ORDER BY game", (table,))
        return found.fetchall()


@over_sockets
async def test_a_table_is_read_from_its_latest_deal_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Serving(file) as serving:
        table, told = await played(serving)
    without_the_past(file, table.table, GAMES)
    with Serving(file) as serving:
        async with serving.player(table.table, table.host) as back:
            (over,) = [frame for frame in back.frames if frame["type"] == "over"]
            assert over == told[-1]
            await back.send("start")
            assert (await back.hear("step"))["game"] == GAMES + 1


@over_sockets
async def test_a_finished_game_is_found_without_the_games_before_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Serving(file) as serving:
        table, _ = await played(serving)
        before = {path: serving.get(path).content for path in paths(table)}
    without_the_past(file, table.table, GAMES - 1)
    with Serving(file) as serving:
        for path in paths(table):
            answer = serving.get(path)
            assert (answer.status_code, answer.content) == (200, before[path])
        lost = serving.get(f"/api/tables/{table.table}/games/{GAMES - 2}")
        assert (lost.status_code, lost.json()["code"]) == (500, "unreadable-log")
        for number in (0, GAMES + 1, 99_999):
            assert serving.get(f"/api/tables/{table.table}/games/{number}").status_code == 404


def paths(table: Opened) -> list[str]:
    game = f"/api/tables/{table.table}/games/{GAMES - 1}"
    return [game, f"{game}/record", f"{game}/replay", f"{game}/replay?seat=1"]


@over_sockets
async def test_what_was_missed_is_told_without_what_came_before_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Serving(file) as serving:
        table, told = await played(serving)
    since = next(frame["seq"] for frame in told if frame["type"] == "over" and frame["game"] == GAMES - 2)
    without_the_past(file, table.table, GAMES - 1)
    with Serving(file) as serving:
        async with serving.player(table.table, table.host, since=since) as back:
            missed = [frame for frame in back.frames if frame["type"] in ("step", "over")]
    expected = [frame for frame in told if frame["game"] > GAMES - 2]
    assert [frame["say"] for frame in missed] == [frame["say"] for frame in expected]
    assert [frame["game"] for frame in missed] == [frame["game"] for frame in expected]


@over_sockets
async def test_snapshots_that_are_missing_or_of_another_version_are_made_again(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Serving(file) as serving:
        table, _ = await played(serving)
    taken = snapshots(file, table.table)
    assert [game for game, *_ in taken] == [1, 2, 3, 4]
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM snapshots")
    with Serving(file) as serving:
        async with serving.player(table.table):
            pass
    assert snapshots(file, table.table) == taken
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE snapshots SET state = replace(state, '\"format\":1', '\"format\":9')")
    with Serving(file) as serving:
        async with serving.player(table.table, table.host) as back:
            assert await until(lambda: snapshots(file, table.table) == taken)
            await back.send("start")
            assert (await back.hear("step"))["game"] == GAMES + 1


@over_sockets
async def test_a_snapshot_without_its_deal_is_a_fault_of_the_store(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Serving(file) as serving:
        table, _ = await played(serving)
    *_, (_, seq, _, _) = snapshots(file, table.table)
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM log WHERE tbl = ? AND seq >= ?", (table.table, seq))
    with Serving(file) as serving:
        with pytest.raises(StoreFailed, match=f"entry {seq} of table"):
            serving.inside(serving.server.registry.read(table.table))
        assert serving.get(f"/api/tables/{table.table}").status_code == 503
