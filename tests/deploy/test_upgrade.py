"""Upgrades while everybody plays: old and new version side by side on one database, by the script of `deploy/`.

The newer version is this one with something more, as a release has it.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import tacora
from tests import loop
from tests.cluster import DEPLOY, PATIENCE, Cluster, ServerProcess
from tests.deploy.drilling import LATE, begin, check_all, everybody, longest_absence, moved, the_end, troubles
from tests.server.crashing import free_port
from tests.server.database import asked as asked_of
from tests.server.drill_players import some

Noted = Callable[[str, object], None]

STEP = """
_MIGRATIONS = (*_MIGRATIONS, ("CREATE TABLE notes (note text)", "ALTER TABLE log ADD COLUMN note text"))
VERSION += 1
"""
UNREADABLE = "OLDEST = VERSION\n"


def newer_release(folder: Path, *, unreadable: bool = False) -> Path:
    """The same program with another file for the pages, and another step of the schema.

    `unreadable`: with another field in all entries, too, so that older programs may not write any more.
    """
    package = folder / "tacora"
    shutil.copytree(Path(tacora.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    schema = package / "server" / "storage" / "postgres_schema.py"
    added(package / "web" / "static" / "pages" / "table.js", 'document.body.dataset.release = "newer";\n')
    added(schema, STEP)
    if unreadable:
        added(schema, UNREADABLE)
        log = package / "server" / "domain" / "log.py"
        changed(log, "    at: float = 0.0\n", '    at: float = 0.0\n    by: str = ""\n')
        changed(log, "_ENCODER.encode(entry)", '_ENCODER.encode(msgspec.structs.replace(entry, by="next"))')
    return folder


def added(file: Path, text: str) -> None:
    with file.open("a") as opened:
        opened.write(text)


def changed(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert text.count(before) == 1
    file.write_text(text.replace(before, after))


def systemctl(folder: Path) -> tuple[Path, Path]:
    """A program of that name that hands its arguments over in the first pipe, and waits for a word in the second."""
    asked, done = folder / "asked", folder / "done"
    for pipe in (asked, done):
        os.mkfifo(pipe)
    program = folder / "systemctl"
    program.write_text(f'#!/bin/sh\necho "$@" > {asked}\nread -r done < {done}\n')
    program.chmod(0o755)
    return asked, done


def rolling_restart(three: Cluster, folder: Path) -> subprocess.CompletedProcess[str]:
    health = {f"TACORA_HEALTH_{each.node}": f"http://127.0.0.1:{each.port}/healthz" for each in three.processes}
    environment = {**os.environ, **health, "PATH": f"{folder}:{os.environ['PATH']}"}
    script = DEPLOY / "rolling-restart.sh"
    return subprocess.run([script], env=environment, capture_output=True, text=True, check=False)


async def look_on(three: Cluster, answers: Counter[tuple[str, int]]) -> None:
    """Ask for pages and open tables, many times a second, each over a connection of its own."""
    while True:
        for method, path in (("GET", "/"), ("GET", "/api/tables"), ("POST", "/api/tables")):
            status, _ = await asyncio.to_thread(three.proxy.request, method, path, {} if method == "POST" else None)
            answers[f"{method} {path}", status] += 1
        await asyncio.sleep(0.02)  # What takes no longer than that is noticed by nobody.


def versions(three: Cluster) -> tuple[int, int]:
    """The version of the schema, and the oldest whose programs may write."""
    ((version, oldest),) = asked_of(three.store, "SELECT version, oldest FROM tacora")
    return version, oldest


@pytest.mark.long
def test_a_rolling_upgrade_is_noticed_by_nobody_but_for_a_new_connection(
    three: Cluster, tmp_path: Path, record_property: Noted
) -> None:
    """By the script of `deploy/`; old and new version play side by side meanwhile."""
    newer, (asked, done) = newer_release(tmp_path / "newer"), systemctl(tmp_path)
    version, oldest = versions(three)

    async def run() -> None:
        tables = await begin(three, some((8, 4, 3, 3, 2), hurry=0.25))
        await everybody(tables, lambda player: player.running)
        upgrading = asyncio.create_task(asyncio.to_thread(rolling_restart, three, tmp_path))
        answers, absences = Counter[tuple[str, int]](), list[float]()
        looking = asyncio.create_task(look_on(three, answers))
        for process in three.processes:
            assert await asyncio.to_thread(asked.read_text) == f"restart tacora@{process.node}\n"
            before = time.monotonic()
            assert await asyncio.to_thread(process.stop) == 0
            process.source = newer
            process.start()
            await asyncio.to_thread(done.write_text, "done\n")
            await everybody(tables, lambda player: player.greeted)
            await moved(tables, before)
            await asyncio.to_thread(process.wait)
            assert versions(three) == (version + 1, oldest)
            absences.append(round(longest_absence(tables, before), 2))
        upgraded = await upgrading
        looking.cancel()
        assert {status for _, status in answers} == {200, 201}, answers
        assert upgraded.stdout == "".join(f"process {each.node} is healthy\n" for each in three.processes)
        assert upgraded.returncode == 0, upgraded.stderr
        figures = check_all(three, tables, await the_end(three, tables))
        assert troubles(tables) <= LATE | {"elsewhere"}
        codes = {code for table in tables for player in table for code in player.codes}
        # Who is led elsewhere is closed with 1013, or was quicker: None. Why else, `troubles` would tell.
        assert codes <= {1012, 1013, None}
        assert not any(player.refusals for table in tables for player in table)
        for name, value in {**figures, "longest away (s)": absences, "answers": dict(answers)}.items():
            record_property(name, value)

    loop.run(run())
    assert "Traceback" not in three.messages()
    assert {each.starts for each in three.processes} == {2}


@pytest.mark.long
def test_where_older_programs_may_write_no_more_the_newer_ones_have_their_tables_at_once(
    three: Cluster, tmp_path: Path, record_property: Noted
) -> None:
    newer, names = newer_release(tmp_path / "newer", unreadable=True), {each.node for each in three.processes}
    version, _ = versions(three)

    async def upgrade(process: ServerProcess) -> None:
        assert await asyncio.to_thread(process.stop) == 0
        process.source = newer
        process.start()
        await asyncio.to_thread(process.wait)

    async def run() -> None:
        tables = await begin(three, some((8, 4, 3, 3, 2), hurry=0.25))
        await everybody(tables, lambda player: player.running)
        first, *others = three.processes
        before = time.monotonic()
        await upgrade(first)
        assert versions(three) == (version + 1, version + 1)
        while {name for name in names if await asyncio.to_thread(three.held, name)} != {first.node}:
            await asyncio.sleep(0.05)
        assert [process.healthy() for process in three.processes] == [True, False, False]
        await everybody(tables, lambda player: player.greeted)
        await moved(tables, time.monotonic())
        absence = longest_absence(tables, before)
        for process in others:
            await upgrade(process)
        await everybody(tables, lambda player: player.greeted)
        await moved(tables, time.monotonic())
        figures = check_all(three, tables, await the_end(three, tables))
        assert troubles(tables) <= LATE | {"elsewhere"}  # Nobody had to hear that something was not kept.
        for name, value in {**figures, "longest away (s)": absence}.items():
            record_property(name, value)

    logs = three.logs
    three.logs = lambda: {table: list(map(without_more, lines)) for table, lines in logs().items()}  # type: ignore[method-assign]
    loop.run(run())
    assert "Traceback" not in three.messages()
    assert three.messages().count("start this process again") == 2


def without_more(line: bytes) -> bytes:
    """An entry of the newer version as this one would have written it."""
    return json.dumps({name: value for name, value in json.loads(line).items() if name != "by"}).encode()


def test_a_process_that_does_not_come_back_ends_a_rolling_restart(tmp_path: Path) -> None:
    asked, done = systemctl(tmp_path)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "TACORA_PATIENCE": "1"}
    environment |= {f"TACORA_HEALTH_{number}": f"http://127.0.0.1:{free_port()}/" for number in (1, 2, 3)}
    script = DEPLOY / "rolling-restart.sh"
    with subprocess.Popen([script], env=environment, stderr=subprocess.PIPE, text=True) as restarting:
        assert asked.read_text() == "restart tacora@1\n"
        done.write_text("done\n")
        assert restarting.stderr is not None
        assert "process 1 is not healthy" in restarting.stderr.read()
        assert restarting.wait(PATIENCE) == 1
