"""Three server processes on one PostgreSQL behind a real Caddy, and ways to break each part of it.

The proxy runs with the Caddyfile of `deploy/`, which has its names and ports from the environment.
"""

from __future__ import annotations

import contextlib
import dataclasses
import http.client
import json
import os
import select
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from email.message import Message
from pathlib import Path
from typing import Any

from tacora.server.live.limits import UNLIMITED, Limits
from tests import postgres
from tests.needs import not_tested
from tests.postgres import USER, PostgresServer
from tests.server.crashing import free_port
from tests.surroundings import ROOT

DEPLOY = ROOT / "deploy"
PATIENCE = 60.0
"""Seconds after which something that should have happened will not."""
PROXY_FOLDER = Path(sys.prefix) / "proxy" / "usr" / "bin"
"""Where `make` unpacks Debian's package if the machine has no Caddy."""


def no_limits() -> list[str]:
    """Options with which all clients may come from one address."""
    usual = dataclasses.asdict(Limits())
    wanted = {name: value for name, value in dataclasses.asdict(UNLIMITED).items() if value != usual[name]}
    return [part for name, value in wanted.items() for part in ("--limit", f"{name.replace('_', '-')}={value:.0f}")]


def caddy() -> Path:
    """The proxy's program."""
    found = shutil.which("caddy", path=f"{os.environ.get('PATH', os.defpath)}:{PROXY_FOLDER}")
    if found is None:
        not_tested("several processes behind a proxy", "no Caddy: apt install caddy")
    return Path(found)


class Relay:
    """The network between a server process and the database."""

    def __init__(self, target: Path) -> None:
        self._target = str(target)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._peers: dict[socket.socket, socket.socket] = {}
        self._wake, self._woken = socket.socketpair()
        self._silent = self._closed = self._ending = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut(self, *, silent: bool) -> None:
        """Cut it: connections are reset and refused, or, in silence, nothing that is sent arrives any more."""
        self._silent, self._closed = silent, not silent
        self._wake.send(b"x")

    def mend(self) -> None:
        """Let everything through again; what was lost in silence stays lost, as its connections do."""
        self._silent = self._closed = False
        self._wake.send(b"m")

    def close(self) -> None:
        self._ending = True
        self._wake.send(b"e")
        self._thread.join(PATIENCE)
        for each in (self._door, self._wake, self._woken):
            each.close()

    def _run(self) -> None:
        while not self._ending:
            watched = [self._woken] if self._silent else [self._woken, self._door, *self._peers]
            for ready in select.select(watched, [], [])[0]:
                if ready is self._woken:
                    if b"m" in self._woken.recv(64) or self._closed:
                        self._drop_all()
                elif ready is self._door:
                    self._accept()
                elif ready in self._peers:
                    self._forward(ready)
        self._drop_all()

    def _accept(self) -> None:
        client, _ = self._door.accept()
        database = socket.socket(socket.AF_UNIX)
        try:
            if self._closed:
                raise ConnectionRefusedError
            database.connect(self._target)
        except OSError:
            client.close()
            database.close()
            return
        self._peers |= {client: database, database: client}

    def _forward(self, source: socket.socket) -> None:
        try:
            data = source.recv(65536)
            if data:
                self._peers[source].sendall(data)
                return
        except OSError:
            pass
        self._drop(source)

    def _drop(self, one: socket.socket) -> None:
        other = self._peers.pop(one)
        del self._peers[other]
        one.close()
        other.close()

    def _drop_all(self) -> None:
        while self._peers:
            self._drop(next(iter(self._peers)))


class ServerProcess:
    """`tacora serve` in a process of its own."""

    def __init__(self, node: str, database: str, postgres: PostgresServer, folder: Path, host_name: str) -> None:
        self.node, self.port = node, free_port()
        self.relay = Relay(postgres.folder / ".s.PGSQL.5432")
        self.messages = folder / f"node-{node}.log"
        self.starts = 0
        self.source = ROOT / "src"
        """Which version it runs, from the next start on."""
        self._command = [
            *(sys.executable, "-m", "tacora", "serve", "--port", str(self.port), "--node", node),
            *("--store", f"postgresql://{USER}@127.0.0.1:{self.relay.port}/{database}"),
            *("--trust-proxy", "127.0.0.1", "--host-name", host_name, *no_limits()),
        ]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        return self._process is not None

    def start(self) -> None:
        """Start it, without waiting until it answers."""
        assert self._process is None
        self.starts += 1
        with self.messages.open("ab") as messages:
            environment = {**os.environ, "PYTHONPATH": str(self.source)}
            self._process = subprocess.Popen(self._command, stdout=messages, stderr=messages, env=environment)

    def kill(self) -> None:
        """What a crash does."""
        assert self._end(signal.SIGKILL) == -signal.SIGKILL

    def stop(self) -> int:
        """Ask it to stop, and give its exit status."""
        return self._end(signal.SIGTERM)

    def suspend(self) -> None:
        """What a machine that swaps or migrates does."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def _end(self, number: int) -> int:
        assert self._process is not None
        self._signal(number)
        status = self._process.wait(PATIENCE)
        self._process = None
        return status

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
        self.relay.close()

    def healthy(self) -> bool:
        """Whether it says that it can serve."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        return False

    def wait(self) -> None:
        """Wait until it can serve."""
        end = time.monotonic() + PATIENCE
        while not self.healthy():
            assert self._process is not None
            assert self._process.poll() is None, self.messages.read_text()
            assert time.monotonic() < end, self.messages.read_text()
            time.sleep(0.05)

    def metrics(self) -> dict[str, float]:
        """Its figures, without labels' help."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", "/metrics")
            lines = connection.getresponse().read().decode().splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines) if name[:1] != "#"}


class Proxy:
    """Caddy with the Caddyfile of `deploy/` and a certificate authority of its own."""

    HOST = "localhost"

    def __init__(self, folder: Path, upstreams: Sequence[str], config: Path = DEPLOY / "Caddyfile") -> None:
        self.port = free_port()
        self.address = f"https://{self.HOST}:{self.port}"
        self.messages = folder / "caddy.log"
        data = folder / "caddy"
        self.authority = data / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        # Caddy tidies up as it starts, and may remove this folder, while it is empty, just before it writes its first
        # certificate there; it would try again after a minute.
        certificates = data / "caddy" / "certificates" / "local" / self.HOST
        certificates.mkdir(parents=True, exist_ok=True)
        (certificates / "kept").touch()
        settings = {f"TACORA_{number}": address for number, address in enumerate(upstreams, 1)}
        environment = {
            **os.environ,
            **settings,
            "XDG_DATA_HOME": str(data),
            "XDG_CONFIG_HOME": str(data),
            "TACORA_DOMAIN": self.HOST,
            "TACORA_TLS": "tls internal",
            "TACORA_HTTPS_PORT": str(self.port),
            "TACORA_HTTP_PORT": str(free_port()),
            "TACORA_ADMIN": f"localhost:{free_port()}",
        }
        command = [str(caddy()), "run", "--adapter", "caddyfile", "--config", str(config)]
        with self.messages.open("wb") as messages:
            self._process = subprocess.Popen(command, stdout=messages, stderr=messages, env=environment)

    def wait(self) -> None:
        """Wait until somebody behind it answers."""
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.request("GET", "/healthz")[0] == 200:
                    return
            assert self._process.poll() is None, self.messages.read_text()
            assert time.monotonic() < end, self.messages.read_text()
            time.sleep(0.05)

    def trust(self) -> ssl.SSLContext:
        """What a client has to know to verify the proxy's certificate."""
        return ssl.create_default_context(cafile=self.authority)

    def request(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """Status and body of one request, over a connection of its own."""
        status, _, content = self.answer(method, path, body, headers)
        return status, content

    def answer(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Message, bytes]:
        """Likewise, with the headers of the answer."""
        connection = http.client.HTTPSConnection(self.HOST, self.port, timeout=PATIENCE, context=self.trust())
        with contextlib.closing(connection):
            connection.request(method, path, None if body is None else json.dumps(body), headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)


class Cluster:
    """Everything of `deploy/`, running."""

    def __init__(self, postgres: PostgresServer, processes: Sequence[ServerProcess], proxy: Proxy, store: str) -> None:
        self.postgres, self.processes, self.proxy = postgres, tuple(processes), proxy
        self.store = store
        """The URL of the database, not through any relay."""
        self.address = proxy.address

    def ask(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        """The JSON of an answer."""
        told, content = self.proxy.request(method, path, body)
        assert told == status, (path, told, content)
        return json.loads(content)

    def held(self, node: str) -> set[str]:
        """The tables that a process plays."""
        import psycopg

        with contextlib.closing(psycopg.connect(self.store)) as connection:
            statement = """
                SELECT tbl FROM leases JOIN processes USING (holder) WHERE node = %s AND expires > clock_timestamp()
            """
            return {table for (table,) in connection.execute(statement, (node,))}

    def logs(self) -> dict[str, list[bytes]]:
        """All entries of all tables, none missing."""
        import psycopg

        found: dict[str, list[bytes]] = {}
        with contextlib.closing(psycopg.connect(self.store)) as connection:
            for table, seq, line in connection.execute("SELECT tbl, seq, line FROM log ORDER BY tbl, seq"):
                lines = found.setdefault(table, [])
                assert seq == len(lines), "a gap"
                lines.append(bytes(line))
        return found

    def messages(self) -> str:
        return "".join(process.messages.read_text() for process in self.processes)


@contextlib.contextmanager
def running(folder: Path, processes: int = 3) -> Iterator[Cluster]:
    """Start everything, and leave nothing running."""
    program = caddy()
    assert program
    with contextlib.ExitStack() as stack:
        database_server = stack.enter_context(postgres.running())
        url = database_server.new_database()
        name = url.partition("?")[0].rpartition("/")[2]
        started: list[ServerProcess] = []
        for number in range(1, processes + 1):
            process = ServerProcess(str(number), name, database_server, folder, Proxy.HOST)
            stack.callback(process.close)
            process.start()
            started.append(process)
        for process in started:
            process.wait()
        # Only now: otherwise it leaves one out until it looks again, and all tables go to the others.
        proxy = Proxy(folder, [f"127.0.0.1:{process.port}" for process in started])
        stack.callback(proxy.close)
        proxy.wait()
        yield Cluster(database_server, started, proxy, url)
