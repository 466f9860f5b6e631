"""The state that every test process starts from, whatever it inherited from a shell, a desktop or a job runner."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]

KEPT = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "CI", "UPDATE", "TACORA_EAR_LOG", "TACORA_TRANSCRIBE")
"""Variables that are handed on: where programs and temporary files are, and the switches of the tests themselves."""
KEPT_BEGINNINGS = ("PYTEST_", "COVERAGE_", "HYPOTHESIS_", "CUDA_", "PIP_")
FIXED = {"LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC"}

_IGNORED_BY_PYTHON = {signal.SIGPIPE, signal.SIGXFSZ}
_BY_DEFAULT = {
    signal.SIGHUP,
    signal.SIGQUIT,
    signal.SIGTERM,
    signal.SIGALRM,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGCHLD,
    signal.SIGCONT,
    signal.SIGTSTP,
    signal.SIGTTIN,
    signal.SIGTTOU,
    signal.SIGWINCH,
}


def settle() -> None:
    """Signals, umask, environment and home as tests expect them; processes that tests start inherit all of it."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in _IGNORED_BY_PYTHON:
        signal.signal(number, signal.SIG_IGN)
    for number in _BY_DEFAULT:
        signal.signal(number, signal.SIG_DFL)
    os.umask(0o022)
    for name in list(os.environ):
        if name not in KEPT and not name.startswith(KEPT_BEGINNINGS):
            del os.environ[name]
    home = tempfile.mkdtemp(prefix="tacora-home-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ.update(FIXED, HOME=home)
    os.environ.update(NUMBA_CACHE_DIR=_cache("numba") or home, MPLCONFIGDIR=_cache("matplotlib") or home)
    time.tzset()


def handed_on() -> dict[str, str]:
    """For a program with settings of its own: where Python finds its libraries, and what measures coverage."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in ("LD_LIBRARY_PATH", "TMPDIR") or name.startswith("COVERAGE_")
    }


def _cache(name: str) -> str | None:
    """A folder that outlives the session: kernels are compiled, and fonts listed, once for all processes."""
    folder = ROOT / ".pytest_cache" / "d" / name
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return str(folder) if os.access(folder, os.W_OK) else None
