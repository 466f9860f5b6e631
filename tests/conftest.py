"""Settings of all tests: a known state to start from, where Hypothesis searches, and kernels compiled once."""

from __future__ import annotations

import fcntl
import gc
import os
from collections.abc import Generator
from datetime import UTC, datetime, time, tzinfo
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings

from tests import needs, real, surroundings
from tests.repeating import REPEATING, REPEATING_TESTS
from tests.surroundings import ROOT

# Free to search on a desk, always the same examples where CI is set. `make test` tries few of them.
CI = bool(os.environ.get("CI"))
settings.register_profile("whole", deadline=None, derandomize=CI, max_examples=50)
settings.register_profile("quick", deadline=None, derandomize=CI, max_examples=15)
settings.load_profile("whole")

WAITING = {ROOT / "tests" / "ear", ROOT / "tests" / "web"}
"""Tests that wait for a browser or a screen reader most of the time."""

LONGEST = ("three", "screen_reader")
"""What the longest tests ask for: a cluster, a desktop with a screen reader. A small machine bears one cluster."""
DESKTOPS = 2
"""As many processes begin with desktops, which wait for speech most of the time; others take some over at the end."""

pytest.register_assert_rewrite("tests.ear.player", "tests.deploy.drilling", "tests.server.drill_players")
pytest_plugins = ["tests.browser", "tests.postgres"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--real",
        action="store_true",
        help="the installed program at some terminals, and the whole browser for some pages",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """After pytest looked at its own terminal, before its worker processes are started and test modules imported."""
    surroundings.settle()
    real.WANTED = session.config.getoption("--real")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, None, None]:
    """All that is collected stays until the end: to look for what of it could go would take a fifth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None, None, None]:
    """What mostly waits is spread evenly over what computes, so that the processes never all wait or all compute.

    Random order, where wanted, comes after; the longest tests begin first all the same.
    """
    _sample(items)
    kinds: dict[Path, list[pytest.Item]] = {}
    for item in items:
        folder = item.path.parent
        if folder in WAITING:
            item.add_marker(pytest.mark.browser)
        if item.path in REPEATING or (item.path, getattr(item, "originalname", "")) in REPEATING_TESTS:
            item.add_marker(pytest.mark.repeats)
        if folder == ROOT / "tests" / "terminal" and real.picked(item.nodeid):
            item.add_marker(pytest.mark.installed)
        kinds.setdefault(folder if folder in WAITING else ROOT, []).append(item)
    place = {item: at / len(kind) for kind in kinds.values() for at, item in enumerate(kind)}
    items.sort(key=lambda item: place[item])
    yield
    _begin_with_the_longest(items, getattr(config, "workerinput", {}).get("workercount", 1))


def _sample(items: list[pytest.Item]) -> None:
    """Of the cases of a test that says so, some are as good as all when there is no time: the others are long."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sample"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for found in cases.values():
        marker = found[0].get_closest_marker("sample")
        assert marker is not None
        (number,) = marker.args
        taken = {place * len(found) // number for place in range(number)}
        for place, item in enumerate(found):
            if place not in taken:
                item.add_marker(pytest.mark.long)


def _begin_with_the_longest(items: list[pytest.Item], processes: int) -> None:
    """Each process is given a share of the list: one begins with all drills of a cluster, two with the desktops.

    Begun last, they would leave a process alone with them; begun by all processes, they would take each other's cores.
    """
    found: list[list[pytest.Item]] = [[] for _ in LONGEST]
    others: list[pytest.Item] = []
    for item in items:
        wanted = getattr(item, "fixturenames", ())
        kind = next((at for at, fixture in enumerate(LONGEST) if fixture in wanted), None)
        (others if kind is None else found[kind]).append(item)
    clusters, desktops = found
    if processes == 1:
        items[:] = [*clusters, *desktops, *others]
        return
    at_a_time = min(DESKTOPS, processes - 1)
    kinds = [clusters, *(desktops[at::at_a_time] for at in range(at_a_time))]
    rest = iter(others)
    order: list[pytest.Item] = []
    for number in range(processes):
        share = (len(items) - len(order)) // (processes - number)
        first = kinds[number] if number < len(kinds) else []
        order += [*first, *islice(rest, max(0, share - len(first)))]
    items[:] = [*order, *rest]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tests that lack the same thing share one line of the summary: pytest joins skips of one place and reason."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple) and needs.NOT_TESTED in report.longrepr[2]:
        report.longrepr = (needs.__file__, 1, report.longrepr[2])
    return report


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day of the cave of the day does not end while a test runs."""
    from tacora.server.live import daily

    middle = datetime.combine(datetime.now(UTC).date(), time(12), UTC)

    class Noon(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # not a `Noon`
            return middle.astimezone(tz)

    monkeypatch.setattr(daily, "datetime", Noon)


@pytest.fixture(scope="session")
def compiled() -> None:
    """The kernels of both games, compiled and kept by the first process that needs them; the others wait for it."""
    from tacora.fast import simulation
    from tacora.fast.compiled import is_compiled
    from tests.cli.program import call

    tables = {
        "lanes": ("--seats", "ev,ev,ev"),
        "simulation": ("--edition", "ravensburger-1993", "--seats", "memory,blind"),
    }
    lock = Path(os.environ["NUMBA_CACHE_DIR"]) / "lock"
    with lock.open("w") as held, pytest.MonkeyPatch.context() as patch:
        fcntl.flock(held, fcntl.LOCK_EX)
        patch.setattr(simulation, "gpu_is_there", lambda: False)
        for module, table in tables.items():
            if not is_compiled(module):
                assert call("simulate", *table, "--games", "1").status == 0


@pytest.fixture(scope="session")
def learner_compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whoever learns, likewise."""
    request.getfixturevalue("compiled")
    from tacora.fast.compiled import is_compiled
    from tests.cli.program import call

    lock = Path(os.environ["NUMBA_CACHE_DIR"]) / "lock-learner"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not is_compiled("regret"):
            file = str(tmp_path_factory.mktemp("compiled") / "x.strategy")
            assert call("solve", file, "--edition", "tiny", "--walks", "1", "--device", "cpu").status == 0
