"""What a SQLite file and a PostgreSQL database bear, with one server process and with two, in one run.

PYTHONPATH=. python benchmarks/stores.py [--seconds 10]

All processes share the cores that there are; with two SQLite processes each has a file, and tables, of its own. The
figures that carry over to other machines are decisions for each second of the processor: of the servers, and of
PostgreSQL, which commits with fsync.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import psycopg
import uvloop
from tests.postgres import PostgresServer, running

from load import DECISIONS, Kept, Run, allow_files, cpu_seconds, drive, kept_in, lost, report, serving
from machine import machine

PROCESSES = 1, 2
LOADS = (100, True), (1000, False)
"""How many tables, and whether they play as fast as they can."""


def kept_at(url: str) -> Kept:
    """What a database has of each table."""
    with contextlib.closing(psycopg.connect(url)) as database:
        statement = """
            SELECT tbl, count(*), max(seq), sum((position(%b::bytea in line) + position(%b::bytea in line) > 0)::int)
            FROM log GROUP BY tbl
        """
        return database.execute(statement.encode(), DECISIONS).fetchall()


def measure(
    run: Run, name: str, stores: list[str], kept: Callable[[], Kept], of_the_store: Callable[[], float]
) -> bool:
    """One run with a server process on each of these stores."""
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(serving("ours", store, own_core=False)) for store in stores]
        runner = stack.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        before = of_the_store()
        load, line = runner.run(drive(run, servers))
        used = of_the_store() - before
    if used:
        line += f"; PostgreSQL {load.decisions / used:,.0f} decisions a CPU second, all phases"
    return report(load, f"{name}, {len(stores)} process{'es' * (len(stores) > 1)}: {line}", lost(load, kept()))


def of_family(process: int) -> float:
    """What a process and its children have used of the processor."""
    total = cpu_seconds(process)
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == process:
                total += cpu_seconds(int(folder.name))
    return total


def on_files(run: Run, processes: int) -> bool:
    """A file for each process."""
    with tempfile.TemporaryDirectory() as folder:
        stores = [Path(folder, f"{number}.db") for number in range(processes)]
        return measure(
            run, "SQLite", list(map(str, stores)), lambda: [row for store in stores for row in kept_in(store)], float
        )


def on_a_database(run: Run, processes: int, postgres: PostgresServer) -> bool:
    """One database for all processes."""
    url = postgres.new_database()
    return measure(run, "PostgreSQL", [url] * processes, lambda: kept_at(url), lambda: of_family(postgres.pid))


def main() -> None:
    """Every load on every store."""
    parser = argparse.ArgumentParser(description="What a file and a database bear, with one and with two processes.")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--warm-up", type=float, default=4)
    options = parser.parse_args()
    allow_files(max(tables for tables, _ in LOADS) * 6)
    print(f"All processes share all cores; {machine()}")
    well = []
    with running(fsync=True) as postgres:
        for tables, flat_out in LOADS:
            run = Run(tables, options.seconds, options.warm_up, flat_out)
            for processes in PROCESSES:
                well.append(on_files(run, processes))
                well.append(on_a_database(run, processes, postgres))
    sys.exit(not all(well))


if __name__ == "__main__":
    main()
