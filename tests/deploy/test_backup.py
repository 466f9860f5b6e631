"""Backups of a store that is written to, and what comes back from them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tacora.server.storage.opening import StorePlace, administered, open_store
from tests import loop
from tests.cluster import DEPLOY
from tests.postgres import PostgresServer
from tests.surroundings import ROOT


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """`tacora` as a file that a script can run."""
    script = tmp_path / "tacora"
    script.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT / "src"} exec {sys.executable} -m tacora "$@"\n')
    script.chmod(0o755)
    return script


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


def run(
    script: str, *arguments: str | Path, server: PostgresServer | None = None, **more: str | Path
) -> subprocess.CompletedProcess[str]:
    path = f"{server.programs}:{os.environ['PATH']}" if server else os.environ["PATH"]
    environment = {**os.environ, "PATH": path, **{name: str(value) for name, value in more.items()}}
    return subprocess.run([DEPLOY / script, *arguments], env=environment, capture_output=True, text=True, check=False)


def fill(place: StorePlace, tables: int) -> None:
    async def write() -> None:
        store = open_store(place)
        for table in range(tables):
            await store.append(f"table{table}", 0, [b"opened", b"seated"], time.time())
        await store.close()

    loop.run(write())


def kept(place: StorePlace) -> dict[str, int]:
    with administered(place) as admin:
        return {mark.table: mark.entries for mark in admin.tables()}


def test_a_backup_made_while_tables_are_played_is_restored_whole(
    postgres_server: PostgresServer, backups: Path, program: Path
) -> None:
    url, other = postgres_server.new_database(), postgres_server.new_database()
    fill(url, 3)

    async def play_on() -> None:
        store = open_store(url)
        seq, making = 2, asyncio.create_task(asyncio.to_thread(back_up))
        while not making.done():  # Pairs: a backup has both entries of an append, or none.
            await store.append("table0", seq, [b"a", b"b"], time.time())
            seq += 2
        await making
        await store.close()

    def back_up() -> None:
        made = run("backup.sh", backups, server=postgres_server, TACORA_STORE=url)
        assert made.returncode == 0, made.stderr

    loop.run(play_on())
    (dump,) = backups.iterdir()
    assert dump.stat().st_mode & 0o077 == 0, "seeds and sealed decisions are in it"
    restored = run("restore.sh", dump, other, server=postgres_server, TACORA_PROGRAM=program)
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout == "3 tables\n"
    found = kept(other)
    assert found["table0"] % 2 == 0
    assert {**found, "table0": 0} == {"table0": 0, "table1": 2, "table2": 2}

    async def go_on() -> None:  # No lease of the past stands in the way.
        store = open_store(other)
        await store.append("table1", 2, [b"again"], time.time())
        await store.close()

    loop.run(go_on())


def test_a_backup_is_not_restored_into_a_database_that_has_tables(
    postgres_server: PostgresServer, backups: Path, program: Path
) -> None:
    url = postgres_server.new_database()
    fill(url, 2)
    assert run("backup.sh", backups, server=postgres_server, TACORA_STORE=url).returncode == 0
    (dump,) = backups.iterdir()
    refused = run("restore.sh", dump, url, server=postgres_server, TACORA_PROGRAM=program)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "not empty" in refused.stderr
    assert kept(url) == {"table0": 2, "table1": 2}


@pytest.mark.thorough
def test_a_backup_of_a_file_is_a_store_itself(tmp_path: Path, backups: Path, program: Path) -> None:
    fill(tmp_path / "tables.db", 2)
    made = run("backup.sh", backups, TACORA_FILE=tmp_path / "tables.db", TACORA_PROGRAM=program)
    assert made.returncode == 0, made.stderr
    (copy,) = backups.iterdir()
    assert made.stdout.splitlines()[-1] == str(copy)
    assert kept(copy) == {"table0": 2, "table1": 2}


@pytest.mark.thorough
def test_only_the_newest_backups_are_kept_and_other_files_are_left_alone(
    tmp_path: Path, backups: Path, program: Path
) -> None:
    fill(tmp_path / "tables.db", 1)
    days = [f"tacora-2024-01-0{day}T041500Z" for day in range(1, 6)]
    for name in (*(f"{day}.db" for day in days), "tacora-2024-01-01T041500Z.dump", "notes.db"):
        (backups / name).touch()
    made = run("backup.sh", backups, "3", TACORA_FILE=tmp_path / "tables.db", TACORA_PROGRAM=program)
    assert made.returncode == 0, made.stderr
    newest = Path(made.stdout.splitlines()[-1]).name
    expected = {f"{days[3]}.db", f"{days[4]}.db", newest, "tacora-2024-01-01T041500Z.dump", "notes.db"}
    assert {file.name for file in backups.iterdir()} == expected


def test_a_backup_that_fails_says_so_and_removes_nothing(postgres_server: PostgresServer, backups: Path) -> None:
    (backups / "tacora-2024-01-01T041500Z.dump").touch()
    nowhere = postgres_server.url("there_is_no_such_database")
    failed = run("backup.sh", backups, "1", server=postgres_server, TACORA_STORE=nowhere)
    assert failed.returncode != 0
    assert [file.name for file in backups.iterdir()] == ["tacora-2024-01-01T041500Z.dump"]
