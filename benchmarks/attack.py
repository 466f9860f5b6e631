"""What one client can do to the others: attacks from one address, and an undisturbed game from another.

PYTHONPATH=. python benchmarks/attack.py                 all of them, against servers of its own with the usual limits
python benchmarks/attack.py greetings crowd              these
python benchmarks/attack.py greetings --seconds 20       for longer
PYTHONPATH=. python benchmarks/attack.py elsewhere       on PostgreSQL, for tables that a second process plays

The server has one core; the attackers share the other with whoever measures, at a lower priority, and for `elsewhere`
with the second process. All ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from machine import machine
from tacora.server.domain import log
from tacora.server.domain.log import TimeControl
from tacora.server.domain.room import Room, open_room
from tacora.server.domain.rules import Rules
from tacora.server.live.bots import Bots, bots_to_move
from tacora.server.storage.folding import snapshot_of
from tacora.server.storage.sqlite import SqliteStore
from tacora.server.storage.store import Snapshot

HOST = "127.0.0.1"
ATTACKER, PLAYER = "127.0.0.1", "127.0.0.2"
LONG = 27_000
"""Entries of the table that is attacked."""
BOTS = {"rules": {"seats": 5}, "manners": {"thinking": False}, "bots": ["badger"] * 5}
ELSEWHERE = 50
"""Tables that another process plays."""
GAMES = 4
"""Undisturbed games at a time."""
BETWEEN = 0.05
"""Seconds between two decisions of an undisturbed game."""
AFTER = 2.0
"""Seconds for which the game is watched when the attack is over."""


# The server and its long table


async def long_table(file: Path) -> tuple[str, str]:
    """A table that was played at for a long time: its name, and its host's token."""
    rules = Rules(seats=5)
    opened, host = open_room("longlong", rules, TimeControl(thinking=False), listed=False)
    room, bots = Room("longlong"), Bots((0, 0))
    lines: list[bytes] = []
    snapshots: list[Snapshot] = []

    def write(*entries: log.AnyEntry) -> None:
        for entry in entries:
            if isinstance(entry, log.Dealt):
                snapshots.append(snapshot_of(room))
                bots.new_game()
            room.enter(entry)
            lines.append(log.written(entry))

    write(opened)
    for seat in range(5):
        write(room.sit_bot("badger", seat, f"Bot {seat}"))
    while len(lines) < LONG:
        write(*room.start(fill=True, names={}))
        while room.running:
            for seat in bots_to_move(room):
                write(*bots.decide(room, [seat]))
    store = SqliteStore(file)
    await store.append("longlong", 0, lines, time.time(), snapshots)
    await store.close()
    return "longlong", host


@contextlib.contextmanager
def server(*store: str, core: int = 0) -> Iterator[int]:
    """`tacora serve` on one core: its port."""
    with socket.create_server((HOST, 0)) as door:
        port = door.getsockname()[1]
    # On all addresses of this machine, so that there is one for each side.
    command = [sys.executable, "-m", "tacora", "serve", *store, "--host", HOST, "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        with contextlib.suppress(AttributeError, OSError):
            os.sched_setaffinity(process.pid, {core})
        try:
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


async def get(port: int, path: str, source: str, method: str = "GET", body: bytes = b"") -> bytes:
    """The body of an answer over a connection of its own."""
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(source, 0))
    try:
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        return (await reader.read()).partition(b"\r\n\r\n")[2]
    finally:
        writer.close()


async def there(port: int) -> None:
    """Wait for the server."""
    while True:
        try:
            await get(port, "/healthz", PLAYER)
            return
        except OSError:
            await asyncio.sleep(0.05)


@contextlib.contextmanager
def two_servers() -> Iterator[tuple[int, str]]:
    """Two processes on one PostgreSQL: the port of the first, and tables that the second plays."""
    from tests.postgres import running

    with running(fsync=True) as postgres:
        store = "--store", postgres.new_database()
        with server(*store, "--node", "1") as port, server(*store, "--node", "2", core=1) as other:
            yield port, uvloop.run(played_at(other))


async def played_at(port: int) -> str:
    """Tables that this process plays, because they were asked for there first."""
    await there(port)
    tables = []
    for _ in range(ELSEWHERE):
        opened = json.loads(await get(port, "/api/tables", PLAYER, "POST", b"{}"))
        async with connect(f"ws://{HOST}:{port}/ws", proxy=None, local_addr=(PLAYER, 0)) as line:
            await line.send(json.dumps({"type": "hello", "table": opened["table"]}))
            while json.loads(await line.recv())["type"] != "now":
                pass
        tables.append(opened["table"])
    return ",".join(tables)


# Who is to notice nothing


class Game:
    """Games of one person against bots, decision by decision, and how long each took to be answered."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.times: list[float] = []
        self.health: list[float] = []
        self.ended = False

    async def run(self) -> None:
        """Play, game after game."""
        opened = json.loads(
            await get(self.port, "/api/tables", PLAYER, "POST", json.dumps({**BOTS, "bots": ["badger"] * 4}).encode())
        )
        address = f"ws://{HOST}:{self.port}/ws"
        async with connect(address, proxy=None, max_size=None, local_addr=(PLAYER, 0)) as line:
            await line.send(json.dumps({"type": "hello", "table": opened["table"], "tokens": [opened["host"]]}))
            await self._until(line, "now")
            await line.send(json.dumps({"type": "sit", "name": "Ana"}))
            await self._until(line, "seated")
            while not self.ended:
                await asyncio.sleep(2.1)  # Where bots play, two deals are two seconds apart.
                await line.send(json.dumps({"type": "start"}))
                step = await self._until(line, "step")
                while not self.ended and step["type"] == "step" and "legal" in step:
                    (seat,) = step["legal"]
                    await asyncio.sleep(BETWEEN)
                    action = "L" if random.random() < 0.1 else "C"
                    decide = {"type": "decide", "seat": int(seat), "decision": step["decision"], "action": action}
                    began = time.perf_counter()
                    await line.send(json.dumps(decide))
                    step = await self._asked(line)
                    self.times.append(time.perf_counter() - began)

    async def watch(self) -> None:
        """Ask for the server's health."""
        while not self.ended:
            began = time.perf_counter()
            await get(self.port, "/healthz", PLAYER)
            self.health.append(time.perf_counter() - began)
            await asyncio.sleep(0.2)

    async def _until(self, line: ClientConnection, *kinds: str) -> dict[str, Any]:
        while True:
            frame = json.loads(await line.recv())
            if frame["type"] == "error":
                raise AssertionError(frame)
            if frame["type"] in kinds:
                return frame  # type: ignore[no-any-return]

    async def _asked(self, line: ClientConnection) -> dict[str, Any]:
        """The next step that asks, or the end of the game; bots that go on alone are waited for."""
        while True:
            frame = await self._until(line, "step", "over")
            if frame["type"] == "over" or "legal" in frame:
                return frame


# What is done to the server


async def quietly(work: Awaitable[object]) -> None:
    """Whatever the server does to an attacker is fine."""
    with contextlib.suppress(OSError, WebSocketException, EOFError, TimeoutError):
        await work


async def many(times: int, work: Callable[[], Awaitable[object]], until: float) -> None:
    """So many at a time, again and again."""

    async def again() -> None:
        while time.monotonic() < until:
            await quietly(work())
            await asyncio.sleep(0)

    await asyncio.gather(*(again() for _ in range(times)))


class Attacks:
    """Each is a method; `until` says when it ends."""

    def __init__(self, port: int, table: str, host: str) -> None:
        self.port, self.table, self.host = port, table, host

    def line(self) -> connect:
        """A WebSocket from the attackers' address."""
        return connect(
            f"ws://{HOST}:{self.port}/ws", proxy=None, max_size=None, local_addr=(ATTACKER, 0), open_timeout=5
        )

    async def _hello(self, line: ClientConnection, **more: object) -> None:
        await line.send(json.dumps({"type": "hello", "table": self.table, **more}))

    async def greetings(self, until: float) -> None:
        """Greetings that missed everything, each cut at once."""

        async def greet() -> None:
            line = await self.line()
            await self._hello(line, since=0)
            line.transport.abort()

        await many(50, greet, until)

    async def greetings_heard(self, until: float) -> None:
        """The same, but they listen to all of it."""

        async def greet() -> None:
            async with self.line() as line:
                await self._hello(line, since=0)
                while json.loads(await line.recv())["type"] != "now":
                    pass

        await many(30, greet, until)

    async def one_seat(self, until: float) -> None:
        """A thousand connections to one seat, and one that sits and stands."""
        table = json.loads(await get(self.port, "/api/tables", ATTACKER, "POST", b"{}"))
        token = "x" * 32
        lines = []
        for _ in range(1000):
            with contextlib.suppress(OSError, WebSocketException):
                line = await self.line()
                await line.send(json.dumps({"type": "hello", "table": table["table"], "tokens": [token]}))
                lines.append(line)
        while time.monotonic() < until and lines:
            for wish in ({"type": "sit", "name": "Ana", "token": token}, {"type": "stand", "seat": 0}):
                await quietly(lines[0].send(json.dumps(wish)))
                await asyncio.sleep(0.06)
        for line in lines:
            line.transport.abort()

    async def crowd(self, until: float) -> None:
        """A thousand who watch the long table."""

        async def watch() -> None:
            async with self.line() as line:
                await self._hello(line)
                while time.monotonic() < until:
                    await asyncio.wait_for(line.recv(), max(until - time.monotonic(), 0))

        await asyncio.gather(*(quietly(watch()) for _ in range(1000)))

    async def finished_games(self, until: float) -> None:
        """Games, records and replays of the long table."""
        games = 300

        async def look() -> None:
            end = random.choice(["", "/record", "/replay", f"/replay?seat={random.randrange(5)}"])
            await get(self.port, f"/api/tables/{self.table}/games/{random.randrange(1, games)}{end}", ATTACKER)

        await many(40, look, until)

    async def wrong_codes(self, until: float) -> None:
        """Tables that there are not."""

        async def guess() -> None:
            code = "".join(random.choice("bdfgklmnprst") + random.choice("aeiou") for _ in range(4))
            await get(self.port, f"/api/tables/{code}", ATTACKER)

        await many(40, guess, until)

    async def sockets(self, until: float) -> None:
        """Three thousand connections that say nothing."""
        await self._hold(3000, b"", until)

    async def slow_bodies(self, until: float) -> None:
        """Three thousand requests with a body that does not come, and one byte of it after the answer."""
        await self._hold(3000, b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n", until, b"a")

    async def _hold(self, count: int, first: bytes, until: float, later: bytes = b"") -> None:
        held = []
        for _ in range(count):
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(HOST, self.port, local_addr=(ATTACKER, 0))
                writer.write(first)
                held.append((reader, writer))
        await asyncio.sleep(0.5)
        for _, writer in held:
            if later and not writer.is_closing():
                with contextlib.suppress(OSError, RuntimeError):  # The second is uvloop's, where the server has closed.
                    writer.write(later)
        await asyncio.sleep(max(until - time.monotonic(), 0))
        for _, writer in held:
            writer.transport.abort()

    async def instant_bots(self, until: float) -> None:
        """Sixty tables of bots that take no time, started again and again."""

        async def play() -> None:
            table = json.loads(await get(self.port, "/api/tables", ATTACKER, "POST", json.dumps(BOTS).encode()))
            async with self.line() as line:
                await line.send(json.dumps({"type": "hello", "table": table["table"], "tokens": [table["host"]]}))
                while time.monotonic() < until:
                    await line.send(json.dumps({"type": "start"}))
                    while json.loads(await asyncio.wait_for(line.recv(), 5))["type"] not in ("over", "error"):
                        pass
                    await asyncio.sleep(0.06)

        await asyncio.gather(*(quietly(play()) for _ in range(60)))

    async def made_anew(self, until: float) -> None:
        """The schema, and QR codes."""

        async def look() -> None:
            await get(self.port, random.choice(["/api/protocol.schema.json", f"/t/{self.table}/qr.svg"]), ATTACKER)

        await many(60, look, until)

    async def elsewhere(self, until: float) -> None:
        """Greetings for tables that another process plays."""
        tables = self.table.split(",")

        async def greet() -> None:
            async with self.line() as line:
                await line.send(json.dumps({"type": "hello", "table": random.choice(tables)}))
                await line.recv()

        await many(50, greet, until)

    async def nonsense(self, until: float) -> None:
        """Frames that make no sense, as fast as they are taken."""

        async def talk() -> None:
            async with self.line() as line:
                await self._hello(line)
                while time.monotonic() < until:
                    await line.send(random.randbytes(random.randrange(1, 200)).hex())

        await many(50, talk, until)


NAMES = [name for name in vars(Attacks) if not name.startswith("_") and name != "line"]
ON_A_DATABASE = "elsewhere"


def attack(name: str, port: int, table: str, host: str, seconds: float) -> None:
    """One attack, in a process of its own."""
    os.nice(10)
    _raise_files()
    uvloop.run(getattr(Attacks(port, table, host), name)(time.monotonic() + seconds))


def _raise_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def told(times: list[float]) -> str:
    """The middle, the 99th percentile and the worst, in milliseconds."""
    if len(times) < 2:
        return "none"
    found = sorted(times)
    p50, p99, worst = (at * 1e3 for at in (statistics.median(found), found[int(len(found) * 0.99)], found[-1]))
    return f"p50 {p50:6.1f}  p99 {p99:7.1f}  max {worst:7.1f} ms"


async def measured(port: int, attacker: list[str] | None, seconds: float) -> Game:
    """Undisturbed games during an attack and for a moment after it."""
    game = Game(port)
    playing = [asyncio.create_task(game.watch()), *(asyncio.create_task(game.run()) for _ in range(GAMES))]
    process = await asyncio.create_subprocess_exec(*attacker) if attacker else None
    await asyncio.sleep(seconds)
    if process is not None:
        try:
            await asyncio.wait_for(process.wait(), 30)
        except TimeoutError:
            process.kill()
    await asyncio.sleep(AFTER)
    game.ended = True
    _, late = await asyncio.wait(playing, timeout=60)
    for task in late:
        task.cancel()
    for task in playing:
        if task.done() and not task.cancelled():
            task.result()
    return game


def main() -> None:
    """Every attack in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(NAMES))
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--as", dest="itself", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.itself:
        name, port, table, host = given.itself
        attack(name, int(port), table, host, given.seconds)
        return
    if unknown := set(given.attacks) - set(NAMES):
        parser.error(f"no such attack: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    print(f"Attacks from one address, {given.seconds:g} s each; {GAMES} games from another, and the server's health")
    print(machine())
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setaffinity(0, {1} & os.sched_getaffinity(0) or os.sched_getaffinity(0))
    wanted = given.attacks or NAMES
    on_a_file = [name for name in wanted if name != ON_A_DATABASE]
    if on_a_file:
        with tempfile.TemporaryDirectory() as folder:
            table, host = uvloop.run(long_table(Path(folder) / "tables.db"))
            for name in ["", *on_a_file]:
                with server("--file", str(Path(folder) / "tables.db")) as port:
                    report(name, port, table, host, given.seconds)
    if ON_A_DATABASE in wanted:
        print("Two processes on PostgreSQL:")
        for name in ["", ON_A_DATABASE]:
            with two_servers() as (port, tables):
                report(name, port, tables, "", given.seconds)


def report(name: str, port: int, table: str, host: str, seconds: float) -> None:
    """Measure an attack, or none, and print a line."""
    command = [sys.executable, __file__, "--seconds", str(seconds), "--as", name, str(port), table, host]
    uvloop.run(there(port))
    game = uvloop.run(measured(port, command if name else None, seconds))
    decided, healthy = told(game.times), told(game.health)
    print(f"{name or 'no attack':16} {decided}, {len(game.times):4} decisions; health {healthy}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
