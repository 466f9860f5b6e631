"""The server of another working tree and this one, flat out in turns: one is suspended while the other is loaded.

git worktree add /tmp/before COMMIT
python benchmarks/turns.py /tmp/before     decisions a CPU second before and after, whatever else the machine does
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import uvloop

from load import Load, ServerProcess, allow_files, cpu_seconds, opened, serving
from machine import machine

TABLES = 100
WARM_UP = 4.0
HERE = Path(__file__).resolve()


class Pair:
    """A server of one tree and its clients, suspended but for its turns."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.slices: list[tuple[int, float, float]] = []
        """Decisions, CPU seconds of the server and seconds of each turn."""
        self._clients = subprocess.Popen(
            [sys.executable, HERE, "--load", tree],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(tree / "src")},
        )
        self._server = int(self._told())
        self._signal(signal.SIGSTOP)

    def turn(self, seconds: float) -> None:
        """Run for so long."""
        self._signal(signal.SIGCONT)
        time.sleep(0.1)
        decisions, cpu, began = self._count()
        time.sleep(seconds)
        more, used, ended = self._count()
        self._signal(signal.SIGSTOP)
        self.slices.append((more - decisions, used - cpu, ended - began))

    def end(self) -> None:
        """Stop the clients, which stop their server."""
        self._signal(signal.SIGCONT)
        self._clients.communicate()

    def line(self) -> str:
        """What came of it."""
        rates = sorted(decisions / cpu for decisions, cpu, _ in self.slices)
        total = sum(decisions for decisions, *_ in self.slices) / sum(cpu for _, cpu, _ in self.slices)
        wall = max(decisions / seconds for decisions, _, seconds in self.slices)
        return (
            f"{self.tree}: {total:,.0f} decisions a CPU second (median turn {statistics.median(rates):,.0f}, "
            f"best {rates[-1]:,.0f}); best turn {wall:,.0f} decisions/s"
        )

    def _signal(self, number: signal.Signals) -> None:
        for process in (self._server, self._clients.pid):
            os.kill(process, number)

    def _count(self) -> tuple[int, float, float]:
        assert self._clients.stdin is not None
        self._clients.stdin.write("\n")
        self._clients.stdin.flush()
        return int(self._told()), cpu_seconds(self._server), time.perf_counter()

    def _told(self) -> str:
        assert self._clients.stdout is not None
        return self._clients.stdout.readline()


async def play(server: ServerProcess) -> None:
    """Load a server, and print how many decisions were made whenever a line comes, until no more do."""
    load = Load(0)
    await opened(load, TABLES, [server])
    for table in load.tables:
        table.clients[0].send(b'{"type":"start"}')
    await asyncio.sleep(WARM_UP)
    print(server.pid, flush=True)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while await lines.readline():
        print(load.decisions, flush=True)
    load.stopping = True


@contextlib.contextmanager
def pairs(trees: list[Path]) -> Iterator[list[Pair]]:
    """A pair for each tree, ended whatever happens."""
    with contextlib.ExitStack() as running:
        made = []
        for tree in trees:
            made.append(Pair(tree))
            running.callback(made[-1].end)
        yield made


def main() -> None:
    """Load both in turns, and print what came of it."""
    parser = argparse.ArgumentParser(description="How much faster a server is than that of another tree.")
    parser.add_argument("other", type=Path, help="a working tree of the other version")
    parser.add_argument("--turns", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=1.5, help="of each turn")
    parser.add_argument("--load", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.load:
        allow_files(TABLES * 5)
        with (
            tempfile.TemporaryDirectory() as folder,
            serving("ours", Path(folder, "tables.db")) as server,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            runner.run(play(server))
        return
    print(f"{TABLES} tables flat out, {options.turns} turns of {options.seconds:g} s each; {machine()}", flush=True)
    with pairs([options.other, HERE.parents[1]]) as both:
        for _ in range(options.turns):
            for pair in both:
                pair.turn(options.seconds)
    for pair in both:
        print(pair.line())


if __name__ == "__main__":
    main()
