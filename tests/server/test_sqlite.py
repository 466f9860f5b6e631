"""What is particular to a SQLite file: its identity, rights, locks, versions and copies. The rest: `test_store.py`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tacora.game import Refused
from tacora.server.storage import schema
from tacora.server.storage.opening import administered
from tacora.server.storage.schema import APPLICATION, VERSION, connect
from tacora.server.storage.sqlite import SqliteStore
from tacora.server.storage.sqlite_admin import SqliteAdmin
from tacora.server.storage.store import AppendConflict, StoreFailed
from tests import loop
from tests.needs import not_tested

SOON = 0.2
"""Seconds that these tests wait for a file that is locked."""


@contextlib.asynccontextmanager
async def opened(file: Path, timeout: float = 10.0) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(file, timeout)
    try:
        yield store
    finally:
        await store.close()


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program writes, and does not finish."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def rows(file: Path) -> list[tuple[str, int, bytes]]:
    """What a second program finds in the file."""
    with contextlib.closing(sqlite3.connect(file)) as other:
        return other.execute("SELECT tbl, seq, line FROM log ORDER BY tbl, seq").fetchall()


def whole(file: Path) -> bool:
    """Whether SQLite finds nothing wrong with the file."""
    with contextlib.closing(sqlite3.connect(file)) as other:
        return other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def refusal_of(file: Path) -> Refused:
    with pytest.raises(Refused) as caught:
        connect(file, timeout=SOON)
    return caught.value


# Written


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    with contextlib.closing(connect(tmp_path / "tables.db")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_nothing_is_left_beside_the_file_when_it_is_closed(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path / "tables.db") as store:
            await store.append("bakito", 0, [b"a"], 0)
        assert [found.name for found in tmp_path.iterdir()] == ["tables.db"]

    loop.run(run())


def test_a_file_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path / "tables.db") as store:
            await store.append("bakito", 0, [b"a"], 0)
            found = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
            assert found == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm"), 0o600)

    loop.run(run())


# What can go wrong while running


def test_a_file_that_another_program_holds_locked_is_given_up_and_leaves_no_hole(tmp_path: Path) -> None:
    async def run() -> None:
        file = tmp_path / "tables.db"
        async with opened(file, timeout=SOON) as store:
            await store.append("bakito", 0, [b"a"], 0)
            with locked(file):
                began = time.monotonic()
                first = store.append("bakito", 1, [b"b"], 0)
                second = store.append("bakito", 2, [b"c"], 0)
                async with asyncio.timeout(60):
                    outcomes = await asyncio.gather(first, second, return_exceptions=True)
                assert [type(outcome) for outcome in outcomes] == [StoreFailed, StoreFailed]
                assert "locked" in str(outcomes[0])
                assert time.monotonic() - began > SOON / 2
                assert await store.read("bakito") == [b"a"]  # Reading goes on.
            with pytest.raises(StoreFailed):
                await store.append("bakito", 2, [b"c"], 0)
            store.mend("bakito")
            with pytest.raises(AppendConflict):
                await store.append("bakito", 2, [b"c"], 0)
            store.mend("bakito")
            await store.append("bakito", 1, [b"b"], 0)
            assert await store.read("bakito") == [b"a", b"b"]

    loop.run(run())


def test_a_short_lock_is_waited_for(tmp_path: Path) -> None:
    async def run() -> None:
        file = tmp_path / "tables.db"
        async with opened(file) as store:
            with locked(file):
                done = store.append("bakito", 0, [b"a"], 0)
                await asyncio.sleep(0.1)
                assert not done.done()
            await done

    loop.run(run())


def test_a_file_that_was_removed_or_replaced_is_noticed_at_the_next_entry(tmp_path: Path) -> None:
    async def run() -> None:
        file = tmp_path / "tables.db"
        async with opened(file) as store:
            await store.append("bakito", 0, [b"a"], 0)
            file.rename(tmp_path / "elsewhere.db")
            with pytest.raises(StoreFailed):
                await store.append("bakito", 1, [b"b"], 0)
            with pytest.raises(StoreFailed):
                await store.check()
            file.touch()
            with pytest.raises(StoreFailed, match="replaced"):
                await store.check()
            (tmp_path / "elsewhere.db").replace(file)
            store.mend("bakito")
            await store.append("bakito", 1, [b"b"], 0)
            await store.check()

    loop.run(run())


def test_a_file_that_breaks_while_it_is_used_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        file = tmp_path / "tables.db"
        async with opened(file) as store:
            await asyncio.gather(*(store.append(str(n), 0, [bytes(500)] * 20, 0) for n in range(100)))
        damage(file)
        async with opened(file) as store:
            outcomes = await asyncio.gather(*(store.read(str(n)) for n in range(100)), return_exceptions=True)
            failed = [outcome for outcome in outcomes if isinstance(outcome, StoreFailed)]
            assert failed
            assert {str(outcome) for outcome in failed} == {"database disk image is malformed"}
            assert all(outcome in failed or outcome == [bytes(500)] * 20 for outcome in outcomes)
            with pytest.raises(StoreFailed):
                await store.tables()

    loop.run(run())


def damage(file: Path) -> None:
    """Overwrite all but the first two pages."""
    data = bytearray(file.read_bytes())
    data[8192:] = os.urandom(len(data) - 8192)
    file.write_bytes(data)


FILL = """
import asyncio, sys
from pathlib import Path
from tacora.server.storage.sqlite import SqliteStore
from tacora.server.storage.sqlite_admin import SqliteAdmin
from tacora.server.storage.store import StoreFailed

async def fill(file, make_room):
    store = SqliteStore(Path(file))
    kept = 0
    try:
        while kept < 10_000:
            await store.append("bakito", kept, [bytes(20)], 0)
            kept += 1
    except StoreFailed as error:
        print("failed:", error)
    assert 10 < kept < 10_000, kept
    assert len(await store.read("bakito")) == kept
    try:
        await store.append("bakito", kept + 1, [b"x"], 0)
    except StoreFailed as error:
        print("and then:", error)
    store.mend("bakito")
    # More than one commit takes: the last has nothing to write, and shows nothing about the disk.
    many = [store.append("bakito", kept + more, [b"x"], 0) for more in range(600)]
    assert all(isinstance(each, StoreFailed) for each in await asyncio.gather(*many, return_exceptions=True))
    try:
        await store.check()
    except StoreFailed as error:
        print("on asking:", error)
    make_room()
    await store.check()
    store.mend("bakito")
    await store.append("bakito", kept, [b"last"], 0)
    await store.close()
    store = SqliteStore(Path(file))
    lines = await store.read("bakito")
    assert (len(lines), lines[-1]) == (kept + 1, b"last")
    await store.close()
"""
LIMITED = (
    FILL
    + """
import resource
most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, most[1]))
asyncio.run(fill(sys.argv[1], lambda: resource.setrlimit(resource.RLIMIT_FSIZE, most)))
"""
)
SMALL_DISK = (
    FILL
    + """
import subprocess
folder = sys.argv[1]
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", folder], check=True)
more = ["mount", "-o", "remount,size=4m", folder]
asyncio.run(fill(folder + "/tables.db", lambda: subprocess.run(more, check=True)))
"""
)


def run_script(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_file_that_cannot_grow_fails_and_goes_on_when_it_can_again(tmp_path: Path) -> None:
    said = run_script(sys.executable, "-c", LIMITED, str(tmp_path / "tables.db"))
    assert said.splitlines() == [
        "failed: disk I/O error",
        "and then: an entry before was not written",
        "on asking: disk I/O error",
    ]


def test_a_full_disk_fails_and_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    alone = [unshare or "", "--user", "--map-root-user", "--mount"]
    if unshare is None or subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        not_tested("a full disk", "no right to mount a file system of its own: unshare --user --mount")
    said = run_script(*alone, sys.executable, "-c", SMALL_DISK, str(tmp_path))
    assert said.splitlines() == [
        "failed: database or disk is full",
        "and then: an entry before was not written",
        "on asking: database or disk is full",
    ]


# Files that are refused at once


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


# Copies


def test_a_copy_made_while_others_write_is_whole_and_of_one_moment(tmp_path: Path) -> None:
    async def run() -> None:
        file = tmp_path / "tables.db"
        async with opened(file) as store:
            stop = asyncio.Event()
            kept = [0] * 20

            async def write(table: int) -> None:
                while not stop.is_set():
                    await store.append(str(table), kept[table], [bytes(200), bytes(200)], kept[table])
                    kept[table] += 2

            writers = [asyncio.create_task(write(table)) for table in range(20)]
            while min(kept) < 20:
                await asyncio.sleep(0.01)
            with administered(file) as admin:
                begun = list(kept)
                for number in range(5):
                    before = list(kept)
                    await asyncio.to_thread(_copy_elsewhere, file, tmp_path / f"copy{number}.db")
                    after = list(kept)
                    async with opened(tmp_path / f"copy{number}.db") as found:
                        for table in range(20):
                            entries = len(await found.read(str(table)))
                            assert entries % 2 == 0
                            assert before[table] <= entries <= after[table] + 2
                    assert whole(tmp_path / f"copy{number}.db")
                with pytest.raises(Refused, match="file there"):
                    admin.backup(tmp_path / "copy0.db")
                with pytest.raises(Refused, match="no folder"):
                    admin.backup(tmp_path / "nowhere" / "copy.db")
            stop.set()
            await asyncio.gather(*writers)
            assert sum(after) > sum(begun)  # They went on meanwhile.
        left = {found.name for found in tmp_path.iterdir()}
        assert left == {"tables.db", *(f"copy{number}.db" for number in range(5))}
        assert stat.S_IMODE((tmp_path / "copy0.db").stat().st_mode) == 0o600

    loop.run(run())


def _copy_elsewhere(file: Path, target: Path) -> None:
    with administered(file) as admin:
        admin.backup(target)


def test_a_copy_that_does_not_succeed_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with contextlib.closing(connect(file)) as database:
        database.execute("INSERT INTO log VALUES ('a', 0, 0, ?)", (bytes(500_000),))
    script = """
import resource, sys
from pathlib import Path
from tacora.game import Refused
from tacora.server.storage.sqlite_admin import SqliteAdmin
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    SqliteAdmin(Path(sys.argv[1])).backup(Path(sys.argv[2]))
except Refused as refused:
    print(refused.code)
"""
    if sys.platform != "win32":
        said = run_script(sys.executable, "-c", script, str(file), str(tmp_path / "copy.db"))
        assert said == "unwritable-file\n"
        assert not [found.name for found in tmp_path.iterdir() if "copy" in found.name]


def test_a_copy_never_takes_the_place_of_a_file_that_was_made_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, target = tmp_path / "tables.db", tmp_path / "copy.db"
    there = Path.exists
    with administered(file) as admin:
        monkeypatch.setattr(Path, "exists", lambda path: path != target and there(path))
        target.write_text("another's")
        with pytest.raises(Refused) as refused:
            admin.backup(target)
        assert refused.value.code == "file-there"
        assert target.read_text() == "another's"
        monkeypatch.undo()
        target.unlink()
        monkeypatch.setattr(os, "link", _no_links)
        admin.backup(target)
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy.db"]


def _no_links(*_: object) -> None:
    raise OSError("files have one name here")


def test_others_write_while_old_tables_are_removed(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    admin = SqliteAdmin(file)
    database = admin._database
    with contextlib.closing(admin), contextlib.closing(connect(file, 0)) as other:
        rows = [(f"t{table}", seq, float(table), b"x") for table in range(20) for seq in range(5)]
        database.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", rows)
        written: list[int] = []

        def meanwhile(statement: str) -> None:
            if statement.startswith("BEGIN"):  # Before each removal nobody else is kept from writing.
                other.execute("INSERT INTO log VALUES ('t9', ?, 100.0, 'x')", (5 + len(written),))
                written.append(1)

        database.set_trace_callback(meanwhile)
        assert admin.expire(before=10.0) == 9  # But for the one that was touched meanwhile.
        database.set_trace_callback(None)
        assert len(written) == 10
        left = {table for (table,) in database.execute("SELECT DISTINCT tbl FROM log")}
        assert left == {"t9", *(f"t{table}" for table in range(10, 20))}
