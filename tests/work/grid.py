"""A real Dask scheduler and real worker processes on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.cli.program import unmeasured
from tests.server.crashing import free_port

DASK = Path(sys.executable).with_name("dask")


class Grid:
    """A scheduler and its workers, which end with the test."""

    def __init__(self, folder: Path, ends: ExitStack) -> None:
        self._folder, self._ends, self._started = folder, ends, 0
        self.workers: list[subprocess.Popen[bytes]] = []
        self.address = f"tcp://127.0.0.1:{free_port()}"
        host, port = self.address.removeprefix("tcp://").split(":")
        self.scheduler = self._start("scheduler", "--host", host, "--port", port, heard="Scheduler at:")

    def worker(self, threads: int = 1, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """One more worker process, once the scheduler knows it."""
        arguments = ("worker", self.address, "--no-nanny", "--nthreads", str(threads))
        self.workers.append(self._start(*arguments, heard="Registered to:", environment=environment))
        return self.workers[-1]

    def _start(
        self, *arguments: str, heard: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a program of Dask and wait until its log says something."""
        self._started += 1
        log = self._folder / f"{arguments[0]}-{self._started}.log"
        with log.open("wb") as said:
            process = subprocess.Popen(
                [DASK, *arguments, "--no-dashboard"],
                cwd=self._folder,
                env={**unmeasured(os.environ), **(environment or {})},
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        self._ends.callback(end, process)
        while heard not in log.read_text("utf-8"):
            assert process.poll() is None, log.read_text("utf-8")
            time.sleep(0.05)
        return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process in the middle of whatever it does."""
    process.send_signal(signal.SIGKILL)
    process.wait()


def end(process: subprocess.Popen[bytes]) -> None:
    """Nothing may outlive the test."""
    process.kill()
    process.wait()


@contextmanager
def grid(folder: Path, workers: int = 2) -> Iterator[Grid]:
    """A scheduler with so many workers of one thread."""
    with ExitStack() as ends:
        there = Grid(folder, ends)
        for _ in range(workers):
            there.worker()
        yield there
