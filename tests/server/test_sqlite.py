"""What is particular to a SQLite file: its identity, rights, locks, versions and copies. The rest: `test_store.py`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tacora.game import Refused
from tacora.server.storage.opening import administered
from tacora.server.storage.schema import connect
from tacora.server.storage.sqlite_admin import SqliteAdmin
from tacora.server.storage.store import AppendConflict, StoreFailed
from tests import loop
from tests.needs import not_tested
from tests.server.sqlite_file import SOON, locked, opened, run_script, whole

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


def test_a_file_may_be_a_link_to_one_elsewhere(tmp_path: Path) -> None:
    async def run() -> None:
        (folder := tmp_path / "elsewhere").mkdir()
        (file := tmp_path / "tables.db").symlink_to(folder / "real.db")
        async with opened(file) as store:
            await store.append("bakito", 0, [b"a"], 0)
            await store.check()
            assert await store.read("bakito") == [b"a"]
            (folder / "real.db-wal").unlink()
            with pytest.raises(StoreFailed, match="wal was removed or replaced"):
                await store.check()

    loop.run(run())


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("written", [False, True])
def test_a_write_ahead_log_that_was_removed_or_replaced_is_noticed_at_the_next_entry(
    tmp_path: Path, written: bool, replaced: bool
) -> None:
    async def run() -> None:
        file = tmp_path / "tables.db"
        async with opened(file) as store:
            if written:
                await store.append("another", 0, [b"a"], 0)
            log = file.with_name("tables.db-wal")
            log.rename(tmp_path / "elsewhere")
            if replaced:
                log.touch()
            with pytest.raises(StoreFailed):
                await store.append("bakito", 0, [b"a"], 0)
            with pytest.raises(StoreFailed, match="wal was removed or replaced"):
                await store.check()
            (tmp_path / "elsewhere").replace(log)
            store.mend("bakito")
            await store.append("bakito", 0, [b"a"], 0)

    loop.run(run())


def test_a_file_is_found_wherever_the_process_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with opened(Path("tables.db")) as store:
            monkeypatch.chdir("/")
            await store.append("bakito", 0, [b"a"], 0)
            await store.check()

    monkeypatch.chdir(tmp_path)
    loop.run(run())


def test_a_failure_that_lasts_is_logged_now_and_then(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(tmp_path / "tables.db") as store:
            (tmp_path / "tables.db-wal").unlink()
            for lines in (1, 1, 2):
                if lines == 2:
                    monkeypatch.setattr("tacora.server.storage.sqlite._LOG_AGAIN", 0.0)
                for _ in range(50 if lines == 1 else 1):
                    with pytest.raises(StoreFailed):
                        await store.check()
                assert len(caplog.records) == lines

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
