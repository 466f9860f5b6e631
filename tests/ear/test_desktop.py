"""The screen that nobody sees, on which a screen reader listens."""

from __future__ import annotations

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
from tests.ear.orca import x_server
screen, _ = x_server(os.environ, Path(sys.argv[1]))
print(screen.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.thorough
def test_it_ends_with_whoever_started_it_also_by_kill_9(tmp_path: Path) -> None:
    """A run of tests that is broken off leaves no desktop behind, which would go on for days."""
    command = [sys.executable, "-c", SHOWS, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        screen = Path("/proc", player.stdout.readline().strip())
        assert (screen / "cmdline").read_bytes().startswith(b"Xvfb")
        player.kill()
    until = time.monotonic() + PATIENCE
    while screen.exists():
        assert time.monotonic() < until, "the screen is still there"
        time.sleep(0.05)
