"""Steps over arrays are compiled once for all processes."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from tests.kernels import of_envs


@pytest.fixture(scope="session")
def envs_compiled() -> None:
    """By the first process that needs them; the others wait for it."""
    with (Path(os.environ["NUMBA_CACHE_DIR"]) / "lock-envs").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        of_envs()
