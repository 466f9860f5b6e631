"""A database and a cluster for the tests that need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import cluster, postgres
from tests.cluster import Cluster
from tests.postgres import PostgresServer


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server, started by the first test that needs it."""
    with postgres.running() as server:
        yield server


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Cluster]:
    """Three processes of its own, on a PostgreSQL of its own, behind a proxy of its own."""
    with cluster.running(tmp_path) as running:
        yield running
