"""The program in a process of its own that has imported it already: real pipes, terminals and signals, only no start.

Most of what a test at the terminal costs is Python importing the program. One process for each worker of the tests does
that once, and forks for every run. With `--real` (as in `make test-all`) one test in four starts the installed program.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import functools
import gc
import importlib
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from tests.surroundings import handed_on


class Forked:
    """A run, as `subprocess.Popen` would show it."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str], streams: Sequence[int]) -> None:
        self._status, told = os.pipe()
        self._told = b""
        self.returncode: int | None = None
        wanted = {"arguments": arguments, "environment": dict(environment), "folder": str(Path.cwd())}
        request = json.dumps(wanted).encode()
        socket.send_fds(_server(), [len(request).to_bytes(4, "big") + request], [*streams, told])
        os.close(told)
        self.pid = self._number(None) or 0

    def poll(self) -> int | None:
        if self.returncode is None:
            self._ended(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._ended(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("tacora", timeout or 0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # It has just ended, and that is told next.
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _ended(self, timeout: float | None) -> None:
        status = self._number(timeout)
        if status is not None:
            os.close(self._status)
            self.returncode = os.waitstatus_to_exitcode(status)

    def _number(self, timeout: float | None) -> int | None:
        """The next number that is told, if it comes in time."""
        while b"\n" not in self._told:
            if not select.select([self._status], [], [], timeout)[0]:
                return None
            read = os.read(self._status, 64)
            assert read, "the process that forks is gone"
            self._told += read
        line, self._told = self._told.split(b"\n", 1)
        return int(line)


@functools.cache
def _server() -> socket.socket:
    """The process that forks, one for each process of the tests; it ends with it."""
    here, there = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.terminal.forked", str(there.fileno())],
        pass_fds=[there.fileno()],
        stdin=subprocess.DEVNULL,
        env={
            **handed_on(),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "PYTHONUTF8": "1",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
    )
    there.close()

    def end() -> None:
        here.shutdown(socket.SHUT_RDWR)  # Also for children that hold it open.
        here.close()
        process.wait()

    atexit.register(end)
    return here


# In the process that forks

_IMPORTED = ("tacora.cli.play", "tacora.narration", "tacora.terminal", "importlib.resources.readers")


def _serve(line: socket.socket) -> None:
    """Fork for every request; comes back in a child that is to be the program, and when nobody asks any more."""
    for module in _IMPORTED:
        importlib.import_module(module)
    from tacora.narration.catalogue import LANGUAGES, catalogue

    for language in LANGUAGES:
        catalogue(language)
    gc.freeze()  # So that children share it.
    while True:
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        head, files, *_ = socket.recv_fds(line, 4, 4)
        if not head:
            return None
        wanted = json.loads(line.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL))
        if os.fork() == 0:
            line.close()
            return _begin(wanted["arguments"], wanted["environment"], wanted["folder"], files)
        for file in files:
            os.close(file)


def _begin(arguments: list[str], environment: dict[str, str], folder: str, files: list[int]) -> None:
    """Watch over a child, or be it: a new session with these streams, and a terminal where they are one."""
    *streams, told = files
    if child := os.fork():
        _watch(child, streams, told)
    os.close(told)
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    for stream in set(streams):
        os.close(stream)
    if os.isatty(0):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["tacora", *arguments]
    sys.stdin = _text(0, "r", "surrogateescape", os.isatty(0))
    sys.stdout = _text(1, "w", "surrogateescape", os.isatty(1))
    sys.stderr = _text(2, "w", "backslashreplace", True)
    from tacora.cli import main

    sys.exit(main())


def _watch(child: int, streams: list[int], told: int) -> NoReturn:
    """Tell who the child is and, in the end, how it ended."""
    for stream in set(streams):
        os.close(stream)
    os.write(told, b"%d\n" % child)
    status = os.waitpid(child, 0)[1]
    with contextlib.suppress(BrokenPipeError):
        os.write(told, b"%d\n" % status)
    os._exit(0)


def _text(number: int, mode: str, errors: str, lines: bool) -> io.TextIOWrapper:
    """A standard stream as Python opens it in UTF-8 mode."""
    raw = open(number, mode + "b", closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(raw, "utf-8", errors, line_buffering=lines)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
