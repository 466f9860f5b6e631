"""Tests depend on nothing that their process inherits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import PATIENCE
from tests.surroundings import handed_on

ROOT = Path(__file__).parents[1]
SENSITIVE = (
    "tests/test_surroundings.py::test_signals_umask_and_settings_are_the_usual_ones",
    "tests/terminal/test_resume.py::test_a_closed_window_loses_nothing",
    "tests/cli/test_arena.py::test_ctrl_c_prints_what_is_done_so_far",
    "tests/cli/test_arena.py::test_ctrl_c_before_anything_is_done_says_so",
    "tests/cli/test_results.py",
    "tests/server/test_serve_command.py",
)

HOSTILE = """
import os, signal, sys
for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT, signal.SIGTSTP, signal.SIGCHLD):
    signal.signal(number, signal.SIG_IGN)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
os.umask(0o077)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""How a job in the background may be started, and worse."""

SETTINGS = {
    "LC_ALL": "fr_FR.UTF-8",
    "LANGUAGE": "fr",
    "TERM": "dumb",
    "COLUMNS": "7",
    "FORCE_COLOR": "1",
    "TACORA_HOME": "/nowhere",
    "XDG_DATA_HOME": "/nowhere",
    "XDG_CACHE_HOME": "/nowhere",
    "http_proxy": "http://127.0.0.1:9",
    "PYTHONUNBUFFERED": "1",
}


def test_signals_umask_and_settings_are_the_usual_ones() -> None:
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT, signal.SIGTSTP, signal.SIGCHLD):
        assert signal.getsignal(number) is signal.SIG_DFL, number
    before = os.umask(0o022)
    os.umask(before)
    assert before == 0o022
    assert not [
        name for name in os.environ if name.startswith(("LC_", "XDG_", "PYTHON")) or name in SETTINGS.keys() - {"TERM"}
    ]
    assert os.environ["LANG"] == "C.UTF-8"
    assert os.access(Path.home(), os.W_OK)


@pytest.mark.long
def test_sensitive_tests_pass_wherever_they_are_started() -> None:
    """Signals ignored and blocked, files for nobody else, a French dumb terminal, and no home."""
    arguments = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--real", *SENSITIVE]
    done = subprocess.run(
        [sys.executable, "-c", HOSTILE, *arguments],
        cwd=ROOT,
        env={**handed_on(), "PATH": os.environ["PATH"], **SETTINGS},
        capture_output=True,
        text=True,
        check=False,
        timeout=5 * PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
