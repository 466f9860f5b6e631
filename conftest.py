"""Examples in docstrings are run where there are any."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """By itself, pytest imports every file to look for examples, in each of its processes, before any test begins."""
    found = yield
    return [each for each in found if not isinstance(each, DoctestModule) or b">>> " in file_path.read_bytes()]
