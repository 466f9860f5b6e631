"""What the server bears: tables of five clients each, at a human pace and flat out, from a process of their own.

python benchmarks/load.py                                      1,000 and 2,000 tables at a human pace, 100 flat out
python benchmarks/load.py --tables 1000 --seconds 30           a decision every two seconds
python benchmarks/load.py --tables 100 --seconds 20 --flat-out as fast as they can
python benchmarks/load.py --server plain                       with uvicorn's own WebSockets; see servers.py for others
python benchmarks/load.py --tables 500 --reviews               without reviews, and with one running all the while
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import gc
import http.client
import itertools
import json
import os
import random
import resource
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvloop

from machine import machine
from servers import SERVERS
from tacora.games.records import encode

SEATS = 5
PACE = 2.0
"""Seconds for a decision, on average."""
AT_THE_DOOR = 50
"""Tables whose clients come at the same time."""
SPARE = 200
"""Files that a process has open besides its sockets."""
NAMES = ["".join(parts).capitalize() for parts in itertools.product("bdklmnrt", "aeiou", ("la", "no", "ris", "ven"))]


@dataclass(frozen=True)
class Run:
    """One load: how many tables, for how long, and how fast they play."""

    tables: int
    seconds: float
    warm_up: float
    flat_out: bool
    reviews: bool = False
    """Whether finished games are weighed all the while."""


class Client(asyncio.Protocol):
    """One seat: a WebSocket spoken by hand, so that the generator costs little."""

    def __init__(self, table: LoadTable, hello: dict[str, object]) -> None:
        self.table = table
        self.hello = hello
        self.buffer = b""
        self.shaken = False
        self.seat = -1
        self.sitting = False
        """Whether a seat was asked for."""
        self.joined = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = transport  # type: ignore[assignment]
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, data: bytes) -> None:
        """A text, with a mask of zeros."""
        size = len(data)
        head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + data)

    def data_received(self, data: bytes) -> None:
        """Take the frames apart."""
        data = self.buffer + data
        if not self.shaken:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                self.buffer = data
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.shaken, data = True, rest
            self.send(json.dumps(self.hello).encode())
        begin, length = 0, len(data)
        while length - begin >= 2:
            size, at = data[begin + 1] & 127, begin + 2
            if size == 126:
                size, at = int.from_bytes(data[at : at + 2], "big"), at + 2
            elif size == 127:
                size, at = int.from_bytes(data[at : at + 8], "big"), at + 8
            if length < at + size:
                break
            kind, payload = data[begin] & 15, data[at : at + size]
            begin = at + size
            if kind == 1:
                self.table.heard(self, payload)
            elif kind == 9:
                self.transport.write(bytes([0x8A, 0x80 | size]) + bytes(4) + payload)
        self.buffer = data[begin:]

    def connection_lost(self, error: Exception | None) -> None:
        """Nobody should go while the load lasts."""
        self.table.load.dropped += not self.table.load.stopping


class LoadTable:
    """Five clients at a table."""

    def __init__(self, load: Load, name: str, host: str, port: int) -> None:
        self.load, self.name, self.host, self.port = load, name, host, port
        self.names = random.sample(NAMES, SEATS)
        self.clients: list[Client] = []
        self.sealed_at = 0.0
        """When the last decision was sent."""
        self.sealed = 0
        """How many were sent."""
        self.opened = 0
        """How many of these were opened, as far as anybody heard."""
        self.heard_last = 0
        """The number of the last step that anybody heard."""
        self.last_seals: dict[int, float] = {}
        """When the last decision before each of the latest steps was sent."""

    async def gather(self) -> None:
        """Five people come and sit down, one after the other."""
        loop = asyncio.get_running_loop()
        for seat in range(SEATS):
            hello: dict[str, object] = {"type": "hello", "table": self.name, "tokens": [self.host] if not seat else []}
            client = Client(self, hello)
            self.clients.append(client)
            await loop.create_connection(lambda client=client: client, "127.0.0.1", self.port)  # type: ignore[misc]
            await client.joined

    def heard(self, client: Client, payload: bytes) -> None:
        """A frame for one of the five."""
        self.load.frames += 1
        kind = payload[9:13]
        if kind == b"thin":
            return
        if kind == b"step":
            number = _number(payload, b'"seq":', 14) if payload.startswith(b'"seq"', 15) else None
            if number is not None:
                self._reveal(number)
            at = payload.find(b'"legal":{"')
            if at >= 0:
                self.load.decide_later(client, _number(payload, b'"decision":', at))
        elif kind == b"over":
            self._reveal(_number(payload, b'"seq":', 14))
            if client is self.clients[0]:
                self.load.games += 1
                if not self.load.stopping:
                    client.send(b'{"type":"start"}')
        elif kind == b"tabl" and not client.sitting:
            client.sitting = True
            client.send(json.dumps({"type": "sit", "name": self.names[len(self.clients) - 1]}).encode())
        elif kind == b"seat":
            client.seat = int(json.loads(payload)["seat"])
            client.joined.set_result(None)
        elif kind == b"erro":
            self.load.errors.append(payload)

    def _reveal(self, number: int) -> None:
        """Somebody heard a step: how long after the last decision before it?"""
        if number not in self.last_seals:
            if len(self.last_seals) > 8:
                del self.last_seals[min(self.last_seals)]
            self.last_seals[number] = self.sealed_at
            self.heard_last, self.opened = max(number, self.heard_last), self.sealed
        if sealed_at := self.last_seals[number]:
            self.load.delays.append(time.perf_counter() - sealed_at)


def _number(payload: bytes, label: bytes, start: int) -> int:
    begin = payload.index(label, start) + len(label)
    end = begin
    while 48 <= payload[end] <= 57:
        end += 1
    return int(payload[begin:end])


class Load:
    """All tables, and what was measured."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.tables: list[LoadTable] = []
        self.delays: list[float] = []
        self.errors: list[bytes] = []
        self.decisions = self.frames = self.games = self.dropped = 0
        self.stopping = False

    def decide_later(self, client: Client, decision: int) -> None:
        """Somebody is asked."""
        if self.stopping:
            return
        if self.pace:
            delay = random.uniform(0.5, 1.5) * self.pace
            asyncio.get_running_loop().call_later(delay, self.decide, client, decision)
        else:
            self.decide(client, decision)

    def decide(self, client: Client, decision: int) -> None:
        """Somebody decides."""
        self.decisions += 1
        client.table.sealed += 1
        client.table.sealed_at = time.perf_counter()
        action = b"L" if random.random() < 0.25 else b"C"
        client.send(b'{"type":"decide","seat":%d,"decision":%d,"action":"%b"}' % (client.seat, decision, action))


# The server's process


def memory(process: int) -> int:
    """Resident kilobytes of a process."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def cpu_seconds(process: int) -> float:
    """What a process has used of the processor, its own work and the kernel's for it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class ServerProcess:
    """A server that runs."""

    pid: int
    port: int
    sockets: int
    """The port of its WebSockets."""


@contextlib.contextmanager
def serving(name: str, store: Path | str, *, own_core: bool = True) -> Iterator[ServerProcess]:
    """A server, on a core of its own if that is wanted. It is told to stop, and waited for, at the end."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[0]} if own_core else cores)
    server = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("servers.py"), name, store, str(port)], stderr=subprocess.DEVNULL
    )
    os.sched_setaffinity(0, {cores[-1]} if own_core else cores)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.05)
        yield ServerProcess(server.pid, port, port + (name == "picows"))
    finally:
        os.sched_setaffinity(0, cores)
        server.send_signal(signal.SIGTERM)
        if server.wait(60):
            progress(f"the server ended with {server.returncode}")


# Reviews


class Reviews:
    """Games that are weighed one after the other, by a server that plays at the same time."""

    AT_ONCE = 2
    """Asked for at the same time, so that one is always under way."""

    def __init__(self, port: int) -> None:
        from reviews import game_of  # This needs the extra `study`.

        self._port = port
        self._record = encode(game_of(["ev", "gems:8", "cards:5", "hazards:2", "random:0.3"], 1, "schmidt-2005"))
        self._numbers = itertools.count()
        self._stopping = threading.Event()
        self.done = 0
        self.failed = 0

    def ask(self) -> None:
        """Have a game weighed that nobody asked for before: it has another name in it."""
        door = http.client.HTTPConnection("127.0.0.1", self._port, timeout=300)
        record = self._record.replace(b"ev 0", b"ev %d" % next(self._numbers))
        try:
            door.request("POST", "/api/review", record)
            answer = door.getresponse()
            answer.read()
            well = answer.status == 200
        except OSError:
            well = False
        finally:
            door.close()
        if not self._stopping.is_set():  # Those that the server ends with do not count.
            self.done += well
            self.failed += not well

    def _ask_on(self) -> None:
        while not self._stopping.is_set() and not self.failed:
            self.ask()

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Once one of them is done: the first may have to compile the kernel."""
        self.ask()
        self.done = 0
        for _ in range(self.AT_ONCE):
            threading.Thread(target=self._ask_on, daemon=True).start()
        try:
            yield
        finally:
            self._stopping.set()


# A run


async def opened(load: Load, tables: int, servers: Sequence[ServerProcess]) -> None:
    """Open tables, as many at each server, and have people sit down."""
    for at, server in enumerate(servers):
        door = http.client.HTTPConnection("127.0.0.1", server.port)
        for _ in range(at, tables, len(servers)):
            door.request("POST", "/api/tables", json.dumps({"rules": {"edition": "schmidt-2005", "seats": SEATS}}))
            answer = json.load(door.getresponse())
            load.tables.append(LoadTable(load, answer["table"], answer["host"], server.sockets))
        door.close()
    random.shuffle(load.tables)
    for at in range(0, tables, AT_THE_DOOR):
        await asyncio.gather(*(table.gather() for table in load.tables[at : at + AT_THE_DOOR]))


async def drive(run: Run, servers: Sequence[ServerProcess]) -> tuple[Load, str]:
    """Load the servers, and say what came of it."""
    load = Load(0 if run.flat_out else PACE)
    before = sum(memory(server.pid) for server in servers)
    progress(f"{run.tables} tables: opening, and {run.tables * SEATS} people sit down")
    await opened(load, run.tables, servers)
    progress(f"{run.tables} tables: playing for {run.warm_up:g} + {run.seconds:g} s")
    for table in load.tables:
        table.clients[0].send(b'{"type":"start"}')
        if not run.flat_out:
            await asyncio.sleep(PACE / run.tables)
    gc.collect()
    gc.freeze()
    await asyncio.sleep(run.warm_up)
    load.delays.clear()
    decisions, games, frames = load.decisions, load.games, load.frames
    cpu, own, began = sum(cpu_seconds(server.pid) for server in servers), time.process_time(), time.perf_counter()
    await asyncio.sleep(run.seconds)
    seconds = time.perf_counter() - began
    cpu, own = sum(cpu_seconds(server.pid) for server in servers) - cpu, time.process_time() - own
    made, delays = load.decisions - decisions, sorted(load.delays)
    used = sum(memory(server.pid) for server in servers) - before
    load.stopping = True
    return load, (
        f"{run.tables:,} tables, {run.tables * SEATS:,} sockets, {'flat out' if run.flat_out else 'human pace'}: "
        f"{made / seconds:,.0f} decisions/s, {(load.frames - frames) / seconds:,.0f} frames/s, "
        f"{load.games - games:,} games; last seal to reveal p50 {statistics.median(delays) * 1000:.1f} ms, "
        f"p99 {delays[int(len(delays) * 0.99)] * 1000:.1f} ms, max {delays[-1] * 1000:.0f} ms; "
        f"{used / run.tables:.0f} kB a table; {made / cpu:,.0f} decisions a CPU second of the server "
        f"(busy {cpu / seconds:.0%}, clients {own / seconds:.0%})"
    )


Kept = Sequence[tuple[str, int, int, int]]
"""Of each table: its name, how many entries the store has, the number of the last one, and how many decisions."""
DECISIONS = b'"type":"sealed"', b'"type":"stepped"'
"""In an entry: the decision that completes a step is written with the step."""


def kept_in(file: Path) -> Kept:
    """What a file has of each table."""
    with contextlib.closing(sqlite3.connect(file)) as store:
        return store.execute(
            "SELECT tbl, count(*), max(seq), sum(instr(line, ?) > 0 OR instr(line, ?) > 0) FROM log GROUP BY tbl",
            DECISIONS,
        ).fetchall()


def lost(load: Load, rows: Kept) -> int:
    """Tables of which the store has less than somebody was told."""
    kept = {name: (entries == last + 1, last, sealed) for name, entries, last, sealed in rows}
    found = [kept.get(table.name, (False, 0, 0)) for table in load.tables]
    return sum(
        not whole or last < table.heard_last or sealed < table.opened
        for table, (whole, last, sealed) in zip(load.tables, found, strict=True)
    )


def measure(run: Run, name: str) -> bool:
    """One run with a server of its own: print what came of it, and whether all was well."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "tables.db")
        with serving(name, file) as server, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            reviews = Reviews(server.port) if run.reviews else None
            with reviews.running() if reviews else contextlib.nullcontext():
                load, line = runner.run(drive(run, [server]))
        missing = lost(load, kept_in(file))
    if reviews:
        line += f"; {reviews.done} games weighed from the first table on, {reviews.failed} failed"
    return report(load, line, missing) and not (reviews and reviews.failed)


def report(load: Load, line: str, missing: int) -> bool:
    """Print what came of a run, and return whether all was well."""
    gc.unfreeze()
    print(f"{line}; {missing} tables lost anything, {load.dropped} connections dropped, {len(load.errors)} errors")
    for error in load.errors[:3]:
        print(f"  {error.decode()}")
    sys.stdout.flush()
    return not (missing or load.dropped or load.errors)


def progress(text: str) -> None:
    """For whoever watches."""
    print(text, file=sys.stderr, flush=True)


def allow_files(sockets: int) -> None:
    """Raise the limit on open files as far as it goes, or end if that is too little; the server inherits it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if most < sockets + SPARE:
        raise SystemExit(
            f"{sockets} sockets need {sockets + SPARE} open files, and only {most} are allowed: ulimit -Hn"
        )


def main() -> None:
    """Start a server, load it, print what came of it; once for every load."""
    parser = argparse.ArgumentParser(description="How many tables the server bears.")
    parser.add_argument("--tables", type=int, help="by default 1,000 and 2,000 at a human pace, and 100 flat out")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm-up", type=float, default=6)
    parser.add_argument("--flat-out", action="store_true")
    parser.add_argument("--reviews", action="store_true", help="each load twice: without, and with games being weighed")
    parser.add_argument("--server", choices=SERVERS, default="ours", help="what serves the application")
    options = parser.parse_args()
    wanted = [(1000, False), (2000, False), (100, True)]
    if options.tables or options.flat_out:
        wanted = [(options.tables or 100, options.flat_out)]
    allow_files(max(tables for tables, _ in wanted) * SEATS)
    print(f"Server and clients on a core each; {machine()}")
    well = [
        measure(Run(tables, options.seconds, options.warm_up, flat_out, reviews), options.server)
        for tables, flat_out in wanted
        for reviews in ((False, True) if options.reviews else (False,))
    ]
    sys.exit(not all(well))


if __name__ == "__main__":
    main()
