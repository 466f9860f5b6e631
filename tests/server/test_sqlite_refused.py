"""Files that cannot be a store are refused at once, and left as they are."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tacora.server.storage import schema
from tacora.server.storage.opening import administered
from tacora.server.storage.schema import APPLICATION, VERSION, connect
from tacora.server.storage.store import StoreFailed
from tests import loop
from tests.server.sqlite_file import locked, opened, refusal_of, rows, run_script, whole


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    refused = refusal_of(tmp_path / "nowhere" / "tables.db")
    assert (refused.code, refused.facts["folder"]) == ("no-folder", str(tmp_path / "nowhere"))


def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert refusal_of(tmp_path).code == "bad-store"


@pytest.mark.parametrize("content", [b"not a database" * 1000, b"{}", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "tables.db"
    file.write_bytes(content)
    assert refusal_of(file).code == "bad-store"
    assert file.read_bytes() == content


def test_the_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    for name, statement in {
        "plain": "",
        "id": "PRAGMA application_id = 7",
        "version": "PRAGMA user_version = 1",
    }.items():
        file = tmp_path / f"{name}.db"
        with contextlib.closing(sqlite3.connect(file)) as other, other:
            other.execute("CREATE TABLE log (line TEXT)")
            other.execute(statement)
        before = file.read_bytes()
        assert refusal_of(file).code == "foreign-store"
        assert file.read_bytes() == before
        assert not file.with_name(f"{name}.db-wal").exists()


@pytest.mark.parametrize("version", [0, VERSION + 1, -1])
def test_a_store_of_another_version_is_refused_and_left_as_it_is(tmp_path: Path, version: int) -> None:
    file = tmp_path / "tables.db"
    connect(file).close()
    with contextlib.closing(sqlite3.connect(file)) as other, other:
        other.execute(f"PRAGMA user_version = {version}")
    before = file.read_bytes()
    refused = refusal_of(file)
    assert (refused.code, refused.facts["version"]) == ("newer-store", version)
    assert file.read_bytes() == before


def test_a_store_of_an_older_version_is_brought_up_to_date_and_keeps_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.db"

    async def fill() -> None:
        async with opened(file) as store:
            await store.append("bakito", 0, [b"a", b"b"], 1.0)

    loop.run(fill())
    with monkeypatch.context() as later:
        more = ("CREATE TABLE more (x TEXT)", "ALTER TABLE log ADD COLUMN y TEXT")
        later.setattr(schema, "_MIGRATIONS", (*schema._MIGRATIONS, more))
        later.setattr(schema, "VERSION", VERSION + 1)
        with administered(file) as admin:  # An operator who only looks does not take the file from its server.
            assert len(admin.tables()) == 1
        with contextlib.closing(sqlite3.connect(file)) as other:
            assert other.execute("PRAGMA user_version").fetchone() == (VERSION,)
        with contextlib.closing(connect(file)) as database, contextlib.closing(connect(file)):
            assert database.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
            assert database.execute("SELECT count(*) FROM more").fetchone() == (0,)
        connect(tmp_path / "new.db").close()
        assert rows(file) == [("bakito", 0, b"a"), ("bakito", 1, b"b")]
    assert refusal_of(file).code == refusal_of(tmp_path / "new.db").code == "newer-store"


def test_an_older_server_writes_no_more_once_a_newer_program_has_changed_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def run() -> None:
        async with opened(file) as store:
            await store.append("bakito", 0, [b"a"], 0)
            with contextlib.closing(sqlite3.connect(file)) as newer, newer:
                newer.execute(f"PRAGMA user_version = {VERSION + 1}")
            with pytest.raises(StoreFailed, match="newer program"):
                await store.append("bakito", 1, [b"b"], 0)
            with pytest.raises(StoreFailed, match="newer program"):
                await store.check()
        assert rows(file) == [("bakito", 0, b"a")]

    loop.run(run())


def test_a_locked_file_is_refused_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    connect(file).close()
    with locked(file):
        refused = refusal_of(file)
    assert refused.code == "bad-store"
    assert "locked" in str(refused)


READ_ONLY = """
import os, sys
from pathlib import Path
from tacora.game import Refused
from tacora.server.storage.schema import connect
if os.getuid() == 0:  # Whoever may do everything is refused nothing.
    os.setgid(65534)
    os.setuid(65534)
try:
    connect(Path(sys.argv[1]))
except Refused as refused:
    print(refused.code, refused.facts["detail"])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="rights are told otherwise there")
def test_a_file_or_folder_that_may_not_be_written_is_refused_at_the_start() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "tables.db"
        connect(file).close()
        file.chmod(0o444)
        folder.chmod(0o555)
        said = [run_script(sys.executable, "-c", READ_ONLY, str(store)) for store in (file, folder / "new.db")]
        assert said == ["bad-store attempt to write a readonly database\n", "bad-store Permission denied\n"]
        file.chmod(0o000)
        said = [run_script(sys.executable, "-c", READ_ONLY, str(file))]
        assert said == ["bad-store unable to open database file\n"]
        folder.chmod(0o755)


def test_an_empty_file_becomes_a_store_and_a_store_stays_one(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.touch()
    for _ in range(2):
        with contextlib.closing(connect(file)) as database:
            assert database.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
            assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_names_that_mean_something_to_sqlite_are_plain_names_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "a?mode=ro", "file:x", "a#b%20c"):
        connect(Path(name)).close()
        assert (tmp_path / name).stat().st_size > 0


MANY_STARTS = """
import sys
from pathlib import Path
from tacora.server.storage.schema import connect
sys.stdin.readline()
for number in range(20):
    connect(Path(sys.argv[1], f"{number}.db")).close()
"""


def test_several_programs_may_make_the_file_at_the_same_moment(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MANY_STARTS, str(tmp_path)]
    starting = [subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(4)]
    for process in starting:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.close()
    assert [process.wait(60) for process in starting] == [0] * 4
    assert all(whole(file) for file in tmp_path.glob("*.db"))
