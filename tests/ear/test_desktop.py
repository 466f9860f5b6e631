"""The screen that nobody sees, on which a screen reader listens."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.ear.orca import PATIENCE
from tests.surroundings import ROOT

pytestmark = pytest.mark.usefixtures("screen_reader")

SHOWS = """
import os, sys, time
from pathlib import Path
from tests.ear.orca import session_bus, x_server
home = Path(sys.argv[1])
(home / "run").mkdir()
for started, _ in x_server(os.environ, home), session_bus(os.environ, home):
    print(started.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.thorough
def test_it_ends_with_whoever_started_it_also_by_kill_9(tmp_path: Path) -> None:
    """A run of tests that is broken off leaves no desktop behind, which would go on for days."""
    command = [sys.executable, "-c", SHOWS, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        started = {name: int(player.stdout.readline()) for name in ("Xvfb", "dbus-daemon")}
        try:
            assert all(_runs(pid, name) for name, pid in started.items())
            player.kill()
            until = time.monotonic() + PATIENCE
            while left := [name for name, pid in started.items() if _runs(pid, name)]:
                assert time.monotonic() < until, f"still there: {left}"
                time.sleep(0.05)
        finally:
            player.kill()
            for name, pid in started.items():
                if _runs(pid, name):
                    os.kill(pid, signal.SIGKILL)


def _runs(pid: int, name: str) -> bool:
    """Whether this process is there and runs this program; one that has ended has no command line."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path("/proc", str(pid), "cmdline").read_bytes().startswith(name.encode())
    return False
