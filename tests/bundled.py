"""Most pages in tests are those of a wheel: bundles, which a browser loads in three quarters of the time."""

from __future__ import annotations

import fcntl
import sys
import zlib
from functools import cache
from pathlib import Path

import pytest

from tacora.server.http.assets import BUNDLES, STATIC, bundles_in
from tests.surroundings import ROOT
from tools.bundle import bundle

ESBUILD = Path(sys.prefix) / "node" / "node_modules" / ".bin" / "esbuild"


def bundles(test: pytest.Item) -> Path:
    """The bundles for this test; one in four, and any that says so, has the modules of a checkout."""
    wants_modules = test.get_closest_marker("modules") or zlib.crc32(test.nodeid.encode()) % 4 == 1
    return BUNDLES if wants_modules or not ESBUILD.exists() else _made()


@cache
def _made() -> Path:
    """Made once for all processes, and again when a module has changed."""
    made = ROOT / ".pytest_cache" / "d" / "bundles"
    made.parent.mkdir(parents=True, exist_ok=True)
    with made.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if bundles_in(made) is None:
            bundle(str(ESBUILD), STATIC, made)
    return made
