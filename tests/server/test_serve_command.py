"""`tacora serve`: what it says when it begins and ends, and that it does not begin with what cannot work."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any, NoReturn

import pytest
import segno
from starlette.applications import Starlette

from tacora import __version__
from tacora.cli.serve import EVERYWHERE, _where, default_store, own_address
from tacora.game import Refused
from tacora.narration.catalogue import catalogue
from tacora.server.http.limits import plain_origin
from tacora.server.storage.file_lock import lock_beside, sole_server
from tacora.server.storage.schema import connect
from tacora.server.transport.uvicorn_server import GuardedServer
from tests.cli.program import Said, assert_refused, call, is_one_line
from tests.server.crashing import PATIENCE, free_port

MAIN = "import sys; from tacora.cli import main; sys.exit(main())"


def serve(*arguments: str, home: Path, lang: str = "en", before: str = "") -> subprocess.Popen[str]:
    """The real program."""
    return subprocess.Popen(
        [sys.executable, "-c", before + MAIN, "--lang", lang, "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "TACORA_HOME": str(home), "PYTHONUTF8": "1"},
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize(("lang", "number"), [("en", signal.SIGTERM), ("fr", signal.SIGINT)])
def test_it_says_where_it_is_serves_and_ends_well(tmp_path: Path, lang: str, number: int) -> None:
    port = free_port()
    with serve("--port", str(port), home=tmp_path, lang=lang) as process:
        assert process.stdout is not None
        first = [process.stdout.readline() for _ in range(3)]
        assert str(tmp_path / "tables.db") in first[0]
        assert f"http://127.0.0.1:{port}/" in first[1]
        assert "Ctrl-C" in first[2]
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
            f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE
        ) as answer:
            assert __version__.encode() in answer.read()
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert out == {"en": "The server has stopped.\n", "fr": "Le serveur est arrêté.\n"}[lang]
    assert err == ""
    assert not (tmp_path / "tables.db-wal").exists()  # All is in the file itself.


def asked(port: int, path: str) -> tuple[int, dict[str, Any]]:
    """Status and JSON of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, json.load(answer)


def told_of_health(port: int) -> tuple[int, str | None]:
    """Status, and why it is not 200."""
    status, told = asked(port, "/healthz")
    return status, told.get("code")


def test_one_of_several_says_that_it_leaves_and_serves_on_for_a_moment(tmp_path: Path) -> None:
    """So that a proxy sends what is new to the others before connections end."""
    port = free_port()
    moment = f"from tacora.server import run; run.NOTICE = {PATIENCE}; "  # The second signal ends it.
    with serve("--port", str(port), "--node", "1", home=tmp_path, before=moment) as process:
        assert process.stdout is not None
        while "Ctrl-C" not in process.stdout.readline():
            pass
        assert told_of_health(port) == (200, None)
        process.send_signal(signal.SIGTERM)
        while (told := told_of_health(port)) == (200, None):
            pass
        assert told == (503, "leaving")
        assert asked(port, "/api/tables")[0] == 200
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


def test_who_cannot_wait_for_the_end_of_a_notice_asks_twice() -> None:
    told: list[str] = []
    server = GuardedServer(Starlette(), notice=3600, on_notice=lambda: told.append("leaves"))
    server.handle_exit(signal.SIGTERM, None)
    assert (told, server.should_exit) == (["leaves"], False)
    server.handle_exit(signal.SIGTERM, None)
    assert (told, server.should_exit) == (["leaves"], True)


def test_nobody_else_can_read_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACORA_HOME", str(tmp_path / "new"))
    connect(default_store()).close()
    assert (tmp_path / "new" / "tables.db").stat().st_mode & 0o077 == 0
    monkeypatch.setenv("TACORA_HOME", str(tmp_path / "new" / "tables.db"))
    with pytest.raises(Refused):
        default_store()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_store_that_cannot_be_used_is_refused_in_one_line_before_anything_else_is_said(
    tmp_path: Path, lang: str
) -> None:
    garbage, foreign, newer = tmp_path / "garbage.db", tmp_path / "foreign.db", tmp_path / "newer.db"
    garbage.write_bytes(b"garbage" * 999)
    connect(newer).close()
    for file, statement in ((foreign, "CREATE TABLE bookmarks (x)"), (newer, "PRAGMA user_version = 99")):
        with contextlib.closing(sqlite3.connect(file)) as other, other:
            other.execute(statement)
    said = [
        call("serve", "--port", str(free_port()), "--file", str(file), lang=lang)
        for file in (garbage, foreign, newer, tmp_path, tmp_path / "nowhere" / "tables.db")
    ]
    for answer in said:
        assert_refused(answer)
    assert len({answer.err for answer in said}) == len(said)


@pytest.mark.sample(1)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_file_that_another_server_serves_is_refused_and_operators_go_on(tmp_path: Path, lang: str) -> None:
    file, link = tmp_path / "tables.db", tmp_path / "link.db"
    link.symlink_to(file)
    with (
        serve("--file", str(file), "--port", str(free_port()), home=tmp_path) as first,
        contextlib.ExitStack() as whatever_happens,
    ):
        whatever_happens.callback(first.terminate)
        assert first.stdout is not None
        assert str(file) in first.stdout.readline()
        for name in (file, link):
            with serve("--file", str(name), "--port", str(free_port()), home=tmp_path, lang=lang) as second:
                out, err = second.communicate(timeout=PATIENCE)
            assert_refused(Said(second.returncode, out, err))
            assert str(name) in err
            assert "--file" in err
        assert call("tables", "--file", str(file), "--backup", str(tmp_path / "copy.db"), lang=lang).status == 0
    assert first.returncode == 0
    assert not lock_beside(file).exists()


@pytest.mark.thorough
def test_a_server_that_was_killed_leaves_no_lock_behind(tmp_path: Path) -> None:
    port = str(free_port())
    for _ in range(2):
        with serve("--port", port, home=tmp_path) as process:
            assert process.stdout is not None
            begun = process.stdout.readline()
            process.kill()
        assert str(tmp_path / "tables.db") in begun
    assert lock_beside(tmp_path / "tables.db").exists()  # The file, which nobody has locked.
    with sole_server(tmp_path / "tables.db"):
        pass


def test_a_lock_that_is_a_link_to_something_else_is_not_followed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file, elsewhere = tmp_path / "tables.db", tmp_path / "elsewhere"
    lock_beside(file).symlink_to(elsewhere)
    with sole_server(file):
        assert "cannot be locked" in caplog.text
    assert not elsewhere.exists()
    assert lock_beside(file).is_symlink()


def test_a_lock_that_was_removed_while_somebody_asked_for_it_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.db"
    flock = fcntl.flock
    removed: list[int] = []

    def remove_first(descriptor: int, how: int) -> None:
        flock(descriptor, how)
        if not removed:
            removed.append(descriptor)
            lock_beside(file).unlink()

    monkeypatch.setattr(fcntl, "flock", remove_first)
    with sole_server(file):
        with pytest.raises(Refused) as refused, sole_server(file):
            pass
        assert refused.value.code == "file-served"


def test_where_there_are_no_locks_the_operator_is_told_and_nobody_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unknown(*_: int) -> NoReturn:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", unknown)
    with sole_server(tmp_path / "tables.db"), sole_server(tmp_path / "tables.db"):
        pass
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_address_that_cannot_be_used_is_refused_in_one_line(tmp_path: Path, lang: str) -> None:
    file = str(tmp_path / "tables.db")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for arguments in (
            ("--port", port),
            ("--host", "127.0.0.1", "--port", port),
            ("--host", "192.0.2.1"),
            ("--host", "no such host"),
            ("--host", "x" * 80 + ".example"),
            ("--host", "127.0.0.1", "--lan"),
            ("--port", "0"),
            ("--port", "65536"),
            ("--port", "http"),
        ):
            said = call("serve", "--file", file, *arguments, lang=lang)
            assert_refused(said)
        assert "--port" in call("serve", "--file", file, "--port", port, lang=lang).err
    assert not Path(file).exists()  # No store is made for a server that does not start.


def test_whoever_opens_the_server_to_others_is_told() -> None:
    say = catalogue("en")
    warning = say("serve-open-to-all")
    assert _where(say, "127.0.0.1", 8000) == ["Open http://127.0.0.1:8000/"]
    assert _where(say, "::1", 8000) == ["Open http://[::1]:8000/"]
    assert _where(say, "192.0.2.7", 80) == [warning, "Open http://192.0.2.7:80/"]
    told = _where(say, EVERYWHERE, 8000)
    here = f"http://{own_address()}:8000/"
    assert told[:2] == [warning, f"Open {here}"]
    halves = {"█": "00", "▀": "01", "▄": "10", " ": "11"}
    upper = [[halves[block][0] for block in line] for line in told[2:]]
    lower = [[halves[block][1] for block in line] for line in told[2:]]
    drawn = [row for pair in zip(upper, lower, strict=True) for row in pair]
    wanted = [[str(int(cell)) for cell in row] for row in segno.make(here, error="m").matrix_iter(border=2)]
    assert drawn[: len(wanted)] == wanted
    assert all(set(row) == {"0"} for row in drawn[len(wanted) :])


@pytest.mark.parametrize("origin", ["notanorigin", "https://", "https://pages.example/table", "ftp://pages.example"])
def test_another_page_is_named_by_scheme_and_host(tmp_path: Path, origin: str) -> None:
    said = call("serve", "--file", str(tmp_path / "tables.db"), "--origin", origin)
    assert said.status == 2
    assert is_one_line(said.err)
    assert origin in said.err


def test_another_page_may_be_written_as_people_do() -> None:
    assert plain_origin("HTTPS://Pages.example:8443/") == "https://pages.example:8443"


@pytest.mark.thorough
def test_it_does_not_begin_on_a_file_of_which_a_part_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with contextlib.closing(connect(file)) as database:
        for number in range(2000):
            database.execute("INSERT INTO log VALUES ('bakitolu', ?, 0, ?)", (number, os.urandom(100)))
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    written = bytearray(file.read_bytes())
    written[20_000:90_000] = bytes(byte ^ 0x5A for byte in written[20_000:90_000])
    file.write_bytes(written)
    said = call("serve", "--file", str(file), "--port", str(free_port()))
    assert said.status == 2
    assert is_one_line(said.err)
    assert str(file) in said.err
