"""Settings of all tests: where Hypothesis searches, and whose lines count as covered."""

import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# Free to search on a desk, always the same examples where CI is set.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

pytest_plugins = ["tests.browser"]

HERE = Path(__file__).parent
OF_THE_RULES = [HERE / name for name in ("diamant", "mister_diamond", "record", "test_chance.py", "test_protocol.py")]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Rules and records have to be covered by tests of their own. Others only use them, twice as fast if nobody looks.

    The mark `no_cover` would be for this, but in a process of pytest-xdist it has no effect: there two coverages run,
    one around the other, and the mark only stops the inner one.
    """
    counts = any(item.path.is_relative_to(path) for path in OF_THE_RULES)
    if counts or not item.config.pluginmanager.hasplugin("_cov"):
        return (yield)
    here, in_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(here)
        threading.settrace(in_threads)
