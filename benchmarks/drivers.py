"""One process appends batches of entries to PostgreSQL, with psycopg and, where it is installed, with asyncpg.

PYTHONPATH=. python benchmarks/drivers.py [--seconds 4]

A plain insert of arrays in a transaction, and commits wait for the disk. The store also has the database check numbers
and leases.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.util
import time
from collections.abc import Iterator

import psycopg
from tests.postgres import running

from machine import machine

BATCHES = 10, 60, 500
"""Entries of one commit, each of another table."""
LINE = b'{"type":"sealed","at":1700000000.123456,"seat":3,"decision":17,"action":"C"}'
TABLE = 'CREATE TABLE log (tbl text COLLATE "C", seq bigint, at double precision, line bytea, PRIMARY KEY (tbl, seq))'
INSERT = "INSERT INTO log SELECT * FROM unnest({}::text[], {}::bigint[], {}::double precision[], {}::bytea[])"


def batches(size: int) -> Iterator[tuple[list[str], list[int], list[float], list[bytes]]]:
    """Entry after entry of so many tables."""
    tables, seq = [f"table{number}" for number in range(size)], 0
    while True:
        yield tables, [seq] * size, [time.time()] * size, [LINE] * size
        seq += 1


def with_psycopg(url: str, size: int, seconds: float) -> tuple[float, float]:
    """Entries a second, and a second of this process."""
    with contextlib.closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(TABLE)
        began, used, count = time.perf_counter(), time.process_time(), 0
        for batch in batches(size):
            connection.execute("BEGIN")
            connection.execute(INSERT.format(*["%b"] * 4).encode(), batch)
            connection.execute("COMMIT")
            count += size
            if time.perf_counter() > began + seconds:
                return count / (time.perf_counter() - began), count / (time.process_time() - used)
    raise AssertionError


def with_asyncpg(url: str, size: int, seconds: float) -> tuple[float, float]:
    """The same."""
    import asyncpg  # type: ignore[import-not-found, unused-ignore]

    async def run() -> tuple[float, float]:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(TABLE)
            began, used, count = time.perf_counter(), time.process_time(), 0
            for batch in batches(size):
                async with connection.transaction():
                    await connection.execute(INSERT.format("$1", "$2", "$3", "$4"), *batch)
                count += size
                if time.perf_counter() > began + seconds:
                    return count / (time.perf_counter() - began), count / (time.process_time() - used)
            raise AssertionError
        finally:
            await connection.close()

    return asyncio.run(run())


def main() -> None:
    """Every size of a batch, with every driver, in turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4)
    seconds = parser.parse_args().seconds
    drivers = {"psycopg": with_psycopg}
    if importlib.util.find_spec("asyncpg") is not None:
        drivers["asyncpg"] = with_asyncpg
    print(machine())
    with running(fsync=True) as postgres:
        for size in BATCHES:
            for name, driver in drivers.items():
                rate, of_cpu = driver(postgres.new_database(), size, seconds)
                rates = f"{rate:8,.0f} entries/s, {of_cpu:8,.0f} a CPU second of the process"
                print(f"{size:4} entries a commit, {name}: {rates}")


if __name__ == "__main__":
    main()
