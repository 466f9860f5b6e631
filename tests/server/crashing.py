"""A real server in a process of its own, and light WebSocket clients that come back by themselves."""

from __future__ import annotations

import asyncio
import base64
import fcntl
import http.client
import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

PROGRAM = """
import os, sys
from pathlib import Path
from tacora.server.live.limits import UNLIMITED
from tacora.server.run import serve
for _ in sys.stdin:
    process = os.fork()
    if not process:
        os.dup2(2, 1)
        serve(Path(sys.argv[1]), "127.0.0.1", int(sys.argv[2]),
              UNLIMITED)
        sys.exit(0)
    print(process, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""
"""Serves in a new process for every line it is given, and tells its number and its exit status."""
PATIENCE = 60.0
"""Seconds after which a server that should have answered is broken."""

Frame = dict[str, Any]


def _not_given_by_themselves() -> Sequence[int]:
    """Ports that no connection is given unless it asks for it; any, on a machine that gives them all."""
    every, first, last = range(20_000, 65_000), 32_000, 65_535
    with suppress(OSError, ValueError):  # Linux alone says which.
        first, last = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
    return [port for port in every if not first <= port <= last] or every


_PORTS = _not_given_by_themselves()


def free_port() -> int:
    """A port that nobody listens at, and that nobody else is given for a long while.

    All tests of a user count them up in one file: what is only looked at may be taken by the time it is used.
    """
    file = Path(tempfile.gettempdir()) / f"tacora-ports-{os.getuid()}"
    with os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600), "r+") as counter:
        fcntl.flock(counter, fcntl.LOCK_EX)
        text = counter.read()
        last = int(text) if text.isdecimal() else secrets.randbelow(len(_PORTS))
        for given in range(last + 1, last + 1 + len(_PORTS)):
            port = _PORTS[given % len(_PORTS)]
            with socket.socket() as probe, suppress(OSError):
                probe.bind(("127.0.0.1", port))
                counter.seek(0)
                counter.truncate()
                counter.write(str(given % len(_PORTS)))
                return port
    raise AssertionError("no port is free")


class RealServer:
    """`serve` on a file and a port, each time in a process of its own, killed and started again at will."""

    def __init__(self, file: Path, port: int | None = None, source: Path | None = None) -> None:
        self.file, self.port = file, port or free_port()
        self.messages = file.with_name(f"{self.port}.log")
        self.kills = 0
        self.process = 0
        """Its number while it runs."""
        with self.messages.open("ab") as messages:
            self._mother = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, str(file), str(self.port)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=messages,
                bufsize=0,
                env={**os.environ, "PYTHONPATH": str(source)} if source else None,
            )

    def start(self) -> None:
        assert not self.process
        assert self._mother.stdin is not None
        self._mother.stdin.write(b"\n")
        self.process = self._told()

    def kill(self) -> None:
        """What a crash does; a power cut would take what the system has not yet given to the disk, too."""
        assert self._end(signal.SIGKILL) == -signal.SIGKILL
        self.kills += 1

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask it to stop, and give its exit status."""
        return self._end(number)

    def _end(self, number: int) -> int:
        os.kill(self.process, number)
        status = self._told()
        self.process = 0
        return status

    def _told(self) -> int:
        assert self._mother.stdout is not None
        ready, _, _ = select.select([self._mother.stdout], [], [], PATIENCE)
        assert ready, "the server does not end"
        return int(self._mother.stdout.readline())

    def give_up(self) -> None:
        """Leave nothing running."""
        if self.process:
            os.kill(self.process, signal.SIGKILL)
        with self._mother:
            self._mother.kill()

    def request(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        """An answer to plain HTTP, as soon as the server is there."""
        end = time.monotonic() + PATIENCE
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                connection.request(method, path, None if body is None else json.dumps(body))
                answer = connection.getresponse()
                told = json.loads(answer.read())
                assert answer.status == status, (path, answer.status, told)
                return told
            except ConnectionError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)
            finally:
                connection.close()


class Socket(asyncio.Protocol):
    """One WebSocket, spoken by hand so that a hundred cost little."""

    def __init__(self, heard: Callable[[Frame], None], opened: Callable[[], None], lost: Callable[[], None]) -> None:
        self._heard, self._opened, self._lost = heard, opened, lost
        self._buffer = b""
        self._shaken = False
        self._transport: asyncio.Transport | None = None
        self.close_code: int | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, frame: Frame) -> None:
        self._write(1, json.dumps(frame).encode())

    def _write(self, kind: int, data: bytes) -> None:
        assert self._transport is not None
        size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2, "big")
        self._transport.write(bytes([0x80 | kind]) + size + bytes(4) + data)  # A mask of zeros.

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._shaken:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self._buffer, self._shaken = rest, True
            self._opened()
        while len(self._buffer) >= 2:
            size, at = self._buffer[1] & 127, 2
            if size >= 126:
                at = 4 if size == 126 else 10
                size = int.from_bytes(self._buffer[2:at], "big")
            if len(self._buffer) < at + size:
                return
            kind, payload = self._buffer[0] & 15, self._buffer[at : at + size]
            self._buffer = self._buffer[at + size :]
            if kind == 1:
                self._heard(json.loads(payload))
            elif kind == 9:
                self._write(10, payload)
            elif kind == 8:
                self.close_code = int.from_bytes(payload[:2], "big")
                self._write(8, payload[:2])
                self.close()

    def connection_lost(self, error: Exception | None) -> None:
        self._lost()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Client:
    """A connection to a table that comes back by itself with `since`, and keeps every frame it heard."""

    def __init__(self, server: RealServer, table: str, tokens: list[str]) -> None:
        self.server, self.table, self.tokens = server, table, tokens
        self.frames: list[Frame] = []
        self.since: int | None = None
        self.greeted = False
        """Whether the greeting of this connection is over."""
        self.connections = 0
        self.codes: list[int | None] = []
        """How each connection was closed."""
        self._socket: Socket | None = None
        self._ending = False
        self._gone = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._stay())

    async def _stay(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._ending:
            self._gone.clear()
            try:
                _, self._socket = await loop.create_connection(
                    lambda: Socket(self._on_frame, self._greet, self._gone.set), "127.0.0.1", self.server.port
                )
            except OSError:
                await asyncio.sleep(0.02)
                continue
            await self._gone.wait()
            self.codes.append(self._socket.close_code)
            self._socket, self.greeted = None, False
            self.lost()

    def _greet(self) -> None:
        self.connections += 1
        hello: Frame = {"type": "hello", "table": self.table, "tokens": self.tokens}
        self.send(hello if self.since is None else {**hello, "since": self.since})

    def send(self, frame: Frame) -> None:
        """Send a frame, if there is a connection."""
        if self._socket is not None:
            self._socket.send(frame)

    def _on_frame(self, frame: Frame) -> None:
        self.frames.append(frame)
        if frame.get("seq") is not None:
            self.since = frame["seq"]
        if frame["type"] == "now":
            self.greeted = True
        self.heard(frame)

    def heard(self, frame: Frame) -> None:
        """What a client does with a frame."""

    def lost(self) -> None:
        """What a client does when the connection is lost."""

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for something that is bound to come."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"in vain: {self.frames[-5:]}"
            await asyncio.sleep(0.005)

    async def end(self) -> None:
        self._ending = True
        if self._socket is not None:
            self._socket.close()
        await self._task
