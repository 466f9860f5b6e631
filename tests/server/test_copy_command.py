"""`tacora tables --copy-to`: what an operator is told of a copy, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tacora
from tests import loop
from tests.cli.program import Said, assert_refused, call, is_one_line
from tests.postgres import PostgresServer
from tests.server.backends import Backend, PostgresBackend, SqliteBackend, opened
from tests.server.copies import contents, fill, many
from tests.server.crashing import PATIENCE, free_port

SECRET = "s3same"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "tables.db"
    fill(SqliteBackend(file), many(3, 400))
    return file


@pytest.fixture
def url(postgres_server: PostgresServer) -> str:
    """With a password, which the server of the tests does not ask for."""
    return postgres_server.new_database().replace("tacora@", f"tacora:{SECRET}@")


def tables(*arguments: str, lang: str = "en") -> Said:
    """`tacora tables` in a thread without an event loop, since a copy runs one."""

    async def beside() -> Said:
        return await asyncio.to_thread(call, "tables", *arguments, lang=lang)

    return loop.run(beside())


def environment() -> dict[str, str]:
    """For a program of its own, of the same version."""
    return {**os.environ, "PYTHONPATH": str(Path(tacora.__file__).parents[1])}


def test_a_store_is_not_copied_onto_itself_however_it_is_written(file: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(file)
    for place in (file, tmp_path / "." / "link.db"):
        said = tables("--file", str(file), "--copy-to", str(place))
        assert_refused(said)
        assert "the tables are there already" in said.err


@pytest.mark.long
def test_a_database_is_not_copied_onto_itself(url: str) -> None:
    fill(PostgresBackend(url), many(1, 2))
    said = tables("--store", url, "--copy-to", url.replace(SECRET, "other"), lang="fr")
    assert_refused(said)
    assert "les tables y sont déjà" in said.err


def append(backend: Backend, table: str, seq: int) -> None:
    async def run() -> None:
        async with opened(backend) as store:
            await store.append(table, seq, [b"more"], 9.0)

    loop.run(run())


def test_one_line_says_what_was_copied_and_checked(file: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    said = tables("--file", str(file), "--copy-to", str(there))
    assert said == (
        0,
        f"3 tables with 1,200 entries in {there}, read back and compared: 3 new, 0 continued, 0 there already; "
        "1,200 entries written.\n",
        "",
    )
    append(SqliteBackend(file), "table1", 400)
    append(SqliteBackend(file), "new", 0)
    said = tables("--file", str(file), "--copy-to", str(there), lang="fr")
    assert said == (
        0,
        f"4 tables avec 1\N{NARROW NO-BREAK SPACE}202 entrées dans {there}, relues et comparées\N{NO-BREAK SPACE}: "
        "1 nouvelle, 1 complétée, 2 déjà là\N{NO-BREAK SPACE}; 2 entrées écrites.\n",
        "",
    )
    assert contents(SqliteBackend(there)) == contents(SqliteBackend(file))
    assert there.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_tables_that_are_not_copied_are_named_and_the_status_says_so(file: Path, tmp_path: Path, lang: str) -> None:
    there = tmp_path / "there.db"
    copy = ("--file", str(file), "--copy-to", str(there))
    assert tables(*copy).status == 0
    append(SqliteBackend(there), "table0", 400)
    SqliteBackend(there).execute("UPDATE log SET line = x'00' WHERE tbl = 'table1' AND seq = 7")
    SqliteBackend(file).execute("DELETE FROM log WHERE tbl = 'table2' AND seq = 7")
    before = contents(SqliteBackend(there))
    said = tables(*copy, "--expire", "1", lang=lang)
    assert said.status == 1
    assert is_one_line(said.out)
    lines = [line.removeprefix("tacora: ") for line in said.err.splitlines()]
    colon = ": " if lang == "en" else "\N{NO-BREAK SPACE}: "
    assert [line.partition(colon)[0] for line in lines] == ["table0", "table1", "table2"]
    assert len({line.partition(colon)[2] for line in lines}) == 3
    assert contents(SqliteBackend(there)) == before
    assert call("tables", "--file", str(file)).out.count("table") == 4  # Nothing is removed that was not copied.


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_cannot_be_done_is_said_in_one_line(file: Path, tmp_path: Path, lang: str) -> None:
    garbage, foreign = tmp_path / "garbage.db", tmp_path / "foreign.db"
    garbage.write_bytes(b"garbage" * 999)
    with contextlib.closing(sqlite3.connect(foreign)) as other, other:
        other.execute("CREATE TABLE log (x)")
    nowhere = tmp_path / "nowhere.db"
    said = {
        name: tables("--file", str(source), "--copy-to", target, lang=lang)
        for name, (source, target) in {
            "no source": (nowhere, str(tmp_path / "new.db")),
            "a folder": (file, str(tmp_path)),
            "garbage": (file, str(garbage)),
            "foreign": (file, str(foreign)),
            "no such folder": (file, str(tmp_path / "no" / "there.db")),
            "another database": (file, f"mysql://ann:{SECRET}@db.example/tables"),
        }.items()
    }
    for answer in said.values():
        assert_refused(answer)
        assert SECRET not in answer.err
    assert "--copy-to" in said["another database"].err
    assert len({answer.err for answer in said.values()}) == len(said)
    assert not nowhere.exists()
    assert not (tmp_path / "new.db").exists()
    assert garbage.read_bytes() == b"garbage" * 999


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_option_that_is_no_address_is_named(file: Path, tmp_path: Path, lang: str) -> None:
    for arguments in (("tables",), ("serve", "--port", str(free_port()))):
        for address in (str(file), "mysql://db.example/tables", f"postgresql://ann:{SECRET}@db example/tables"):
            said = call(*arguments, "--store", address, lang=lang)
            assert_refused(said)
            assert said.err.startswith("tacora: --store"), said
            assert SECRET not in said.err
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


# PostgreSQL


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_database_is_named_without_its_password(file: Path, url: str, tmp_path: Path, lang: str) -> None:
    said = tables("--file", str(file), "--copy-to", url, lang=lang)
    assert (said.status, said.err) == (0, "")
    assert is_one_line(said.out)
    assert "postgresql:///test" in said.out
    assert SECRET not in said.out
    back = tmp_path / "back.db"
    assert tables("--store", url, "--copy-to", str(back), lang=lang).status == 0
    assert contents(SqliteBackend(back)) == contents(PostgresBackend(url)) == many(3, 400)


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_database_that_cannot_be_used_is_refused_in_one_line(file: Path, url: str, lang: str) -> None:
    said = {
        name: tables("--file", str(file), "--copy-to", target, lang=lang)
        for name, target in {
            "no such database": url.replace("?", "-not-there?"),
            "nobody there": f"postgresql://ann:{SECRET}@127.0.0.1:1/tables",
            "no address": f"postgresql://ann:{SECRET}@db example/tables",
            "no right to make a store": reader_of(url),
        }.items()
    }
    with PostgresBackend(url).admin():
        PostgresBackend(url).execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    command = [
        sys.executable,
        "-m",
        "tacora",
        "--lang",
        lang,
        "tables",
        "--file",
        str(file),
        "--copy-to",
        reader_of(url),
    ]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=PATIENCE, check=False)
    said["no right to write"] = Said(done.returncode, done.stdout, done.stderr)  # Nor does the log of the store show.
    for answer in said.values():
        assert_refused(answer)
        assert SECRET not in answer.err
    assert len({answer.err for answer in said.values()}) == len(said)
    assert contents(PostgresBackend(url)) == {}


def reader_of(url: str) -> str:
    """The same database for somebody who may not write."""
    PostgresBackend(url).execute(
        "DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
    )
    return url.replace("tacora:", "reader:")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_table_that_is_in_use_there_is_named(
    file: Path, url: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacora.server.storage.copying.PATIENCE", 0.0)

    async def run() -> Said:
        async with opened(PostgresBackend(url)) as server:
            assert await server.acquire("table1")
            return await asyncio.to_thread(call, "tables", "--file", str(file), "--copy-to", url, lang=lang)

    said = loop.run(run())
    assert said.status == 1
    assert is_one_line(said.err)
    assert "table1" in said.err
    assert set(contents(PostgresBackend(url))) == {"table0", "table2"}


@pytest.mark.long
def test_ctrl_c_ends_it_at_once_and_leaves_no_lease(file: Path, url: str) -> None:
    async def run() -> None:
        async with opened(PostgresBackend(url)) as server:
            assert await server.acquire("table1")  # So that the copy waits, with the others written.
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tacora", "tables", "--file", str(file), "--copy-to", url),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(),
            )
            until = time.monotonic() + PATIENCE
            while sum(len(kept.entries) for kept in contents(PostgresBackend(url)).values()) < 800:
                assert time.monotonic() < until
                await asyncio.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = await process.communicate()
            assert (process.returncode, out) == (130, b"")
            assert is_one_line(err.decode())
            # Had it waited for the third, it would have been gone through, too.
            assert "2 of 3 tables were gone through, and 800 entries written to postgresql:///test" in err.decode()
            assert SECRET.encode() not in err
            assert await server.acquire("table0")
            assert await server.acquire("table2")

    loop.run(run())
    assert tables("--file", str(file), "--copy-to", url).status == 0
    assert contents(PostgresBackend(url)) == many(3, 400)
