"""One server for all tests that need nothing special of it, and a database for those that need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import PostgresServer
from tests.server.backends import Backend, PostgresBackend, SqliteBackend
from tests.server.serving import Serving


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that allows much and waits little."""
    with Serving(tmp_path_factory.mktemp("server") / "tables.db") as running:
        yield running
        assert not [line for line in running.log if "Traceback" in line or "ERROR" in line], running.log


@pytest.fixture
def url(postgres_server: PostgresServer) -> str:
    """An empty PostgreSQL database."""
    return postgres_server.new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    """An empty store of each kind."""
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        return PostgresBackend(server.new_database())
    return SqliteBackend(tmp_path / "tables.db")
