"""A real screen reader for each test, where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tacora.server.attendance import Patience
from tests.ear.orca import missing
from tests.needs import not_tested
from tests.server.serving import GENEROUS, Serving


@pytest.fixture(scope="session")
def screen_reader() -> None:
    """Everything it takes; where it is wanted for sure, it must not be missing."""
    if lacks := missing():
        not_tested("the pages with a screen reader", lacks)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "tables.db", GENEROUS, Patience(moment=(0.01, 0.05), count=0.05)) as serving:
        yield serving
    assert [line for line in serving.log if line.startswith("ERROR")] == []
