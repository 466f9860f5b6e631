"""A cluster for the tests that need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import cluster
from tests.cluster import Cluster


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Cluster]:
    """Three processes of its own, on a PostgreSQL of its own, behind a proxy of its own."""
    with cluster.running(tmp_path) as running:
        yield running
