"""A real screen reader for each test, where there is one.

`pytest tests/ear --times N` repeats every test, and `--busy` takes its cores away.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tacora.server.http import assets
from tacora.server.live.attendance import Timeouts
from tacora.server.live.limits import UNLIMITED
from tests.bundled import bundles
from tests.ear.counting import Count
from tests.ear.orca import missing
from tests.needs import not_tested
from tests.server.serving import Serving

_BURN = "import os, sys; parent = int(sys.argv[1])\nwhile os.getppid() == parent: sum(range(10_000))"
"""Keeps a core busy as long as whoever started it lives."""
_burning: list[subprocess.Popen[bytes]] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    options = parser.getgroup("by ear")
    options.addoption("--times", type=int, default=1, metavar="N", help="repeat every test of tests/ear so many times")
    options.addoption("--figures", metavar="FILE", help="add what was counted by ear to this file (docs/by_ear.py)")
    options.addoption("--busy", action="store_true", help="keep all cores busy meanwhile")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    times: int = metafunc.config.getoption("--times")
    if times > 1:
        metafunc.fixturenames.append("time")
        metafunc.parametrize("time", range(1, times + 1))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--times") > 1:  # All of them, and all again: whoever stops it has heard each as often.
        items.sort(key=_time)


def _time(item: pytest.Item) -> int:
    given = item.callspec.params.get("time") if isinstance(item, pytest.Function) and hasattr(item, "callspec") else 0
    return given if isinstance(given, int) else 0


def pytest_sessionstart(session: pytest.Session) -> None:
    if session.config.getoption("--busy") and not hasattr(session.config, "workerinput"):
        burner = [sys.executable, "-c", _BURN, str(os.getpid())]
        _burning.extend(subprocess.Popen(burner) for _ in range(os.cpu_count() or 1))


def pytest_sessionfinish() -> None:
    while _burning:
        process = _burning.pop()
        process.kill()
        process.wait()


@pytest.fixture(scope="session")
def screen_reader() -> None:
    """Everything it takes; where it is wanted for sure, it must not be missing."""
    if lacks := missing():
        not_tested("the pages with a screen reader", lacks)


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Iterator[Count]:
    """Counts what a scenario took; kept where the command line names a file."""
    counted = Count()
    yield counted
    file: str | None = request.config.getoption("--figures")
    if file and counted.lines:
        with Path(file).open("a", encoding="utf-8") as kept:
            kept.write("".join(f"{line}\n" for line in counted.lines))


@pytest.fixture
def serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Serving]:
    request.getfixturevalue("noon")
    monkeypatch.setattr(assets, "BUNDLES", bundles(request.node))
    with Serving(tmp_path / "tables.db", UNLIMITED, Timeouts(moment=(0.01, 0.05), count=0.05)) as serving:
        yield serving
    assert [line for line in serving.log if line.startswith("ERROR")] == []
