"""Kernels are compiled once for all processes."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def _compiled(compiled: None) -> None:
    """So that no process compiles what another is just compiling."""
