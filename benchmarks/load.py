"""What the server bears: tables of five clients each, at a human pace or flat out, server and generator in a process each.

python benchmarks/load.py --tables 1000 --seconds 30          a decision every two seconds
python benchmarks/load.py --tables 200 --seconds 20 --flat-out
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

SERVER = """
import sys
from pathlib import Path
from tacora.server.app import Limits
from tacora.server.run import serve
serve(Path(sys.argv[1]), "127.0.0.1", int(sys.argv[2]),
      Limits(frames_per_second=1e9, burst=10**9, tables_per_hour=10**9, connections=10**6))
"""
SEATS = 5
PORT = 8793


class Client(asyncio.Protocol):
    """One seat: a WebSocket spoken by hand, so that the generator costs little."""

    def __init__(self, table: LoadTable, hello: dict[str, object]) -> None:
        self.table = table
        self.hello = hello
        self.buffer = b""
        self.shaken = False
        self.seat: int | None = None
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, frame: dict[str, object]) -> None:
        data = json.dumps(frame).encode()
        head = (
            bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big")
        )
        self.transport.write(head + bytes(4) + data)  # A mask of zeros.

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.shaken:
            if b"\r\n\r\n" not in self.buffer:
                return
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.shaken = True
            self.send(self.hello)
        while len(self.buffer) >= 2:
            size, at = self.buffer[1] & 127, 2
            if size == 126:
                size, at = int.from_bytes(self.buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < at + size or at > len(self.buffer):
                return
            kind, payload, self.buffer = self.buffer[0] & 15, self.buffer[at : at + size], self.buffer[at + size :]
            if kind == 1:
                self.table.heard(self, payload)
            elif kind == 9:
                self.transport.write(bytes([0x8A, 0x80 | len(payload)]) + bytes(4) + payload)

    def connection_lost(self, error: Exception | None) -> None:
        self.table.load.lost += not self.table.load.stopping


class LoadTable:
    """Five clients at a table."""

    def __init__(self, load: Load, name: str, host: str) -> None:
        self.load, self.name, self.host = load, name, host
        self.clients: list[Client] = []
        self.sealed_at = 0.0
        self.owed = 0

    async def gather(self) -> None:
        loop = asyncio.get_running_loop()
        for seat in range(SEATS):
            hello = {"type": "hello", "table": self.name, "tokens": [self.host] if not seat else []}
            _, client = await loop.create_connection(lambda h=hello: Client(self, h), "127.0.0.1", PORT)  # type: ignore[misc]
            self.clients.append(client)
            client.joined = loop.create_future()  # type: ignore[attr-defined]
            await client.joined  # type: ignore[attr-defined]

    def start(self) -> None:
        self.clients[0].send({"type": "start"})

    def heard(self, client: Client, payload: bytes) -> None:
        self.load.frames += 1
        if payload.startswith(b'{"type":"thinking"'):
            return
        if payload.startswith(b'{"type":"step"'):
            if self.sealed_at:
                self.load.delays.append(time.perf_counter() - self.sealed_at)
            at = payload.find(b'"legal":{"')
            if at < 0:
                return
            decision = int(payload[payload.index(b'"decision":', at) + 11 :].split(b",", 1)[0].split(b"}")[0])
            self.load.decide_later(client, decision)
        elif payload.startswith(b'{"type":"table"') and client.seat is None:
            client.seat = -1
            client.send({"type": "sit", "name": f"P{len(self.clients)}"})
        elif payload.startswith(b'{"type":"seated"'):
            client.seat = int(json.loads(payload)["seat"])
            client.joined.set_result(None)  # type: ignore[attr-defined]
        elif payload.startswith(b'{"type":"over"'):
            self.load.games += client is self.clients[0]
            if client is self.clients[0] and not self.load.stopping:
                client.send({"type": "start"})
        elif payload.startswith(b'{"type":"error"'):
            self.load.errors.append(payload)


class Load:
    """All tables, and what was measured."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.tables: list[LoadTable] = []
        self.delays: list[float] = []
        self.errors: list[bytes] = []
        self.decisions = self.frames = self.games = self.lost = 0
        self.stopping = False

    def decide_later(self, client: Client, decision: int) -> None:
        if self.stopping:
            return
        if not self.pace:
            self.decide(client, decision)
        else:
            asyncio.get_running_loop().call_later(random.uniform(0.5, 1.5) * self.pace, self.decide, client, decision)

    def decide(self, client: Client, decision: int) -> None:
        self.decisions += 1
        client.table.sealed_at = time.perf_counter()
        action = "L" if random.random() < 0.25 else "C"
        client.send({"type": "decide", "seat": client.seat, "decision": decision, "action": action})


def post(path: str, body: dict[str, object]) -> dict[str, str]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        result: dict[str, str] = json.load(answer)
    return result


def memory(process: int) -> int:
    """Resident kilobytes of a process."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


async def drive(options: argparse.Namespace, server: int) -> None:
    load = Load(0 if options.flat_out else 2.0)
    before = memory(server)
    for _ in range(options.tables):
        opened = post("/api/tables", {"rules": {"edition": "schmidt-2005", "seats": SEATS}})
        load.tables.append(LoadTable(load, opened["table"], opened["host"]))
    await asyncio.gather(*(table.gather() for table in load.tables))
    for at, table in enumerate(load.tables):
        table.start()
        if not options.flat_out and at % 20 == 19:
            await asyncio.sleep(0.02)
    gc.collect()
    gc.freeze()
    await asyncio.sleep(options.warm_up)
    load.delays.clear()
    decisions, games, frames, began = load.decisions, load.games, load.frames, time.perf_counter()
    await asyncio.sleep(options.seconds)
    seconds = time.perf_counter() - began
    delays = sorted(load.delays)
    used = memory(server) - before
    load.stopping = True
    print(
        f"{options.tables} tables, {options.tables * SEATS} sockets, {'flat out' if options.flat_out else 'human pace'}: "
        f"{(load.decisions - decisions) / seconds:,.0f} decisions/s, {(load.frames - frames) / seconds:,.0f} frames/s, "
        f"{load.games - games} games over; last seal to reveal p50 {statistics.median(delays) * 1000:.1f} ms, "
        f"p99 {delays[int(len(delays) * 0.99)] * 1000:.1f} ms, max {delays[-1] * 1000:.0f} ms; "
        f"{used / options.tables:.0f} kB a table; {load.lost} connections lost, {len(load.errors)} errors"
    )
    if load.errors:
        print(load.errors[0])


def main() -> None:
    """Start a server, load it, print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--warm-up", type=float, default=5)
    parser.add_argument("--flat-out", action="store_true")
    options = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, f"{folder}/tables.db", str(PORT)]
        server = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        os.sched_setaffinity(server.pid, {cores[0]})
        os.sched_setaffinity(0, {cores[-1]})
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz").read()
                    break
                except OSError:
                    time.sleep(0.05)
            asyncio.run(drive(options, server.pid))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)


if __name__ == "__main__":
    main()
