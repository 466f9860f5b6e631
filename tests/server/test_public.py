"""A server that is open to the public: behind a proxy, by its own name, and with clients that mean no good."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tacora.game import Refused
from tacora.server.http.app import expire
from tacora.server.http.limits import limits_from, plain_host, plain_network, plain_node
from tacora.server.live.limits import UNLIMITED, Limits
from tacora.server.transport.gate import Gate
from tacora.server.transport.guard import Guard
from tacora.server.transport.networks import SITE_FACTOR
from tests import loop
from tests.server.crashing import free_port
from tests.server.serving import HELD, Serving, over_sockets, until

TINY = {"edition": "tiny", "seats": 3}


@contextlib.contextmanager
def served(file: Path, *options: str, before: str = "") -> Iterator[tuple[str, int]]:
    """`tacora serve` in a process of its own: its address, and its number."""
    port = free_port()
    command = f"{before} exec {sys.executable} -m tacora serve --file {file} --port {port} {' '.join(options)}"
    with subprocess.Popen(["sh", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        address = f"http://127.0.0.1:{port}"
        end = time.monotonic() + HELD
        while True:
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(f"{address}/healthz", trust_env=False, timeout=HELD)
                break
            assert process.poll() is None, process.stderr.read() if process.stderr else ""
            assert time.monotonic() < end
            time.sleep(0.05)
        try:
            yield address, process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=HELD)


def get(address: str, **headers: str) -> httpx.Response:
    return httpx.get(address, headers=headers, trust_env=False, timeout=HELD)


# Behind a proxy


def test_clients_behind_a_trusted_proxy_have_addresses_of_their_own(tmp_path: Path) -> None:
    with served(tmp_path / "t.db", "--trust-proxy", "127.0.0.0/8", "--limit", "tables-per-hour=2") as (address, _):

        def open_from(client: str) -> int:
            headers = {"x-forwarded-for": client, "x-forwarded-proto": "https"}
            answer = httpx.post(f"{address}/api/tables", headers=headers, trust_env=False, timeout=HELD)
            return answer.status_code

        assert [open_from("192.0.2.1") for _ in range(3)] == [201, 201, 429]
        assert open_from("192.0.2.2") == 201
        assert [open_from(f"2001:db8:1:2::{end}") for end in range(3)] == [201, 201, 429]
        assert open_from("2001:db8:1:3::1") == 201


@pytest.mark.thorough
def test_nobody_else_is_believed(tmp_path: Path) -> None:
    for trusted in ([], ["--trust-proxy", "192.0.2.0/24"]):
        with served(tmp_path / "t.db", "--limit", "tables-per-hour=1", *trusted) as (address, _):
            codes = [
                httpx.post(
                    f"{address}/api/tables", headers={"x-forwarded-for": ip}, trust_env=False, timeout=HELD
                ).status_code
                for ip in ("192.0.2.1", "192.0.2.2")
            ]
            assert codes == [201, 429]


@pytest.mark.long
def test_the_cookie_of_the_language_is_for_https_only_where_a_trusted_proxy_says_so(tmp_path: Path) -> None:
    with served(tmp_path / "t.db", "--trust-proxy", "127.0.0.1") as (address, _):

        def cookie(**headers: str) -> str:
            return get(f"{address}/?lang=fr", **headers).headers["set-cookie"]

        told = cookie(**{"x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https"})
        assert told.startswith("lang=fr;")
        assert "Secure" in told
        assert "Secure" not in cookie()
    with served(tmp_path / "t.db") as (address, _):
        assert "Secure" not in get(f"{address}/?lang=fr", **{"x-forwarded-proto": "https"}).headers["set-cookie"]


@over_sockets
async def test_a_socket_behind_a_proxy_has_the_address_of_its_client(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db") as serving:
        trusting: Any = ProxyHeadersMiddleware(serving.app, "127.0.0.1")
        serving._uvicorn.config.loaded_app = trusting
        table = serving.open(rules=TINY)
        async with serving.connection(additional_headers={"x-forwarded-for": "2001:db8:1:2::9"}) as guest:
            await guest.send("hello", table=table.table)
            await guest.hear("now")
            (session,) = serving.live(table.table).sessions
            assert session.address == "2001:db8:1:2::/64"


# By its own name


@pytest.mark.long
def test_a_server_with_a_name_answers_to_no_other(tmp_path: Path) -> None:
    with served(tmp_path / "t.db", "--host-name", "tacora.example", "--host-name", "play.example") as (address, _):
        for name in ("tacora.example", "TACORA.example:8443", "play.example"):
            assert get(f"{address}/", host=name).status_code == 200
        for name in ("evil.example", "127.0.0.1:80", "tacora.example.evil.example"):
            answer = get(f"{address}/api/tables", host=name)
            assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")
            assert get(f"{address}/", host=name, accept="text/html").status_code == 421
            assert get(f"{address}/healthz", host=name).status_code == 200
        upgrade = {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-version": "13"}
        key = {"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}
        assert get(f"{address}/ws", host="evil.example", **upgrade, **key).status_code == 421
        assert 'tacora_limited_total{code="wrong-host"}' in get(f"{address}/metrics").text


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: limits_from(["tables-per-day=3"], []), "unknown-limit"),
        (lambda: limits_from(["burst"], []), "bad-whole-limit"),
        (lambda: limits_from(["burst=1.5"], []), "bad-whole-limit"),
        (lambda: limits_from(["burst=0"], []), "bad-whole-limit"),
        (lambda: limits_from(["hello-within=soon"], []), "bad-limit"),
        (lambda: limits_from(["hello-within=inf"], []), "bad-limit"),
        (lambda: limits_from(["hello-within=nan"], []), "bad-limit"),
        (lambda: plain_network("10.0.0.1/8"), "bad-network"),
        (lambda: plain_host("http://tacora.example"), "bad-host-name"),
        (lambda: plain_host("tacora.example:80"), "bad-host-name"),
        (lambda: plain_host("tacora.example:"), "bad-host-name"),
        (lambda: plain_host("a:b"), "bad-host-name"),
        (lambda: plain_node(""), "bad-node"),
        (lambda: plain_node("one two"), "bad-node"),
        (lambda: plain_node("n" * 64), "bad-node"),
        (lambda: plain_host(""), "bad-host-name"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_name(make: Any, code: str) -> None:
    with pytest.raises(Refused) as caught:
        make()
    assert caught.value.code == code


def test_a_server_is_named_by_a_name_or_an_address() -> None:
    named = [plain_host(text) for text in ("Tacora.Example", "192.0.2.1", "::1", "[::1]")]
    assert named == ["tacora.example", "192.0.2.1", "::1", "::1"]


def test_every_limit_is_an_option() -> None:
    given = [f"{name.replace('_', '-')}=7" for name in vars(Limits()) if name != "origins"]
    assert set(vars(limits_from(given, [])).values()) == {7, ()}


# Connections


def test_whoever_takes_many_connections_leaves_some_for_the_others() -> None:
    gate = Gate(5, 2, [ipaddress.ip_network("10.0.0.0/8")])
    assert [gate.admit("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [gate.admit("10.0.0.1") for _ in range(4)] == [True, True, True, False]
    gate.leave("192.0.2.1")
    assert gate.admit("192.0.2.1")
    assert gate.refused.counts == {"too-many-sockets": 1, "no-descriptors": 1}
    gate = Gate(1000, 2)
    assert sum(gate.admit(f"2001:db8::{end:x}") for end in range(100)) == 2, "an IPv6 client has a whole /64"
    assert sum(gate.admit(f"2001:db8:0:{end:x}::1") for end in range(100)) == 2 * SITE_FACTOR - 2


@pytest.mark.thorough
def test_a_server_without_descriptors_says_so_and_goes_on(tmp_path: Path) -> None:
    """Far fewer files than connections: those who are there are served, others are told, nobody is reset unheard."""
    enough = "connections-per-address=1000"
    with served(tmp_path / "t.db", "--limit", enough, before="ulimit -n 120;") as (address, pid):
        port = int(address.rpartition(":")[2])
        table = httpx.post(f"{address}/api/tables", trust_env=False, timeout=HELD).json()["table"]
        with contextlib.ExitStack() as stack, httpx.Client(trust_env=False, timeout=HELD) as there:
            assert there.get(f"{address}/healthz").status_code == 200
            before = descriptors(pid)
            many = [
                stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=HELD)) for _ in range(150)
            ]
            for one in many:
                one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            answers = [one.recv(64).split()[1] for one in many]
            assert set(answers) == {b"200", b"503"}
            assert answers.count(b"200") > 30
            assert there.get(f"{address}/api/tables/{table}").status_code == 200
            assert 'code="no-descriptors"' in there.get(f"{address}/metrics").text
        assert loop.run(until(lambda: descriptors(pid) <= before)), "nothing is held of those who have left"
        assert get(f"{address}/healthz").status_code == 200


def descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


@pytest.mark.long
def test_as_many_files_are_opened_as_the_system_allows(tmp_path: Path) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with served(tmp_path / "t.db", before="ulimit -Sn 64;") as (_, pid):
        (line,) = [row for row in Path(f"/proc/{pid}/limits").read_text().splitlines() if row.startswith("Max open")]
        assert int(line.split()[3]) == hard


SLOW = {
    "a body that is promised": b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n",
    "a byte of it after the answer": b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na",
    "half a head": b"GET /healthz HTTP/1.1\r\nHo",
    "nothing": b"",
    "half of a second request": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /he",
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=list(SLOW))
def test_every_phase_of_a_request_has_an_end_and_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(Guard, "TIMEOUT", 1.5)
    monkeypatch.setattr(Guard, "BODY_TIMEOUT", 1.5)
    with Serving(tmp_path / "tables.db") as serving:
        with contextlib.ExitStack() as stack:
            many = [
                stack.enter_context(socket.create_connection(("127.0.0.1", serving.port), timeout=HELD))
                for _ in range(20)
            ]
            for one in many:
                one.sendall(sent)
            for one in many:
                with contextlib.suppress(ConnectionResetError):
                    while one.recv(4096):
                        pass
        assert loop.run(until(lambda: not serving._uvicorn._guards))
        assert serving._uvicorn._gate.refused.counts["slow-request"] == 20


def test_empty_lines_before_a_request_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They keep a server from closing an idle connection."""
    monkeypatch.setattr(Guard, "TIMEOUT", 1.5)
    with Serving(tmp_path / "tables.db") as serving:
        with socket.create_connection(("127.0.0.1", serving.port), timeout=HELD) as one:
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = b""
            while not answer.endswith(b"}"):  # Head and body may come one after the other.
                answer += one.recv(4096)
            assert b" 200 " in answer
            one.sendall(b"\r\n")
            with contextlib.suppress(ConnectionResetError):
                assert one.recv(4096) == b""
        assert serving._uvicorn._gate.refused.counts["slow-request"] == 1


# Tables


def test_tables_that_nobody_touches_expire_with_their_snapshots(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    @over_sockets
    async def run() -> None:
        with Serving(file, UNLIMITED) as serving:
            tables = [serving.open(rules=TINY, bots=["never"] * 3, manners={"thinking": False}) for _ in range(2)]
            for table in tables:
                async with serving.player(table.table, table.host) as host:
                    await host.send("start")
                    await host.hear("over")
        with contextlib.closing(sqlite3.connect(file)) as database, database:
            database.execute("UPDATE log SET at = at - 7200 WHERE tbl = ?", (tables[0].table,))
        expiring = asyncio.create_task(expire(file, 3600.0))

        def left(of: str) -> set[str]:
            with contextlib.closing(sqlite3.connect(file)) as database:
                return {name for (name,) in database.execute(f"SELECT DISTINCT tbl FROM {of}")}

        assert await until(lambda: left("log") == {tables[1].table})
        assert left("snapshots") == {tables[1].table}
        expiring.cancel()

    run()


def test_a_write_ahead_log_that_was_removed_is_noticed_at_the_next_entry(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    @over_sockets
    async def run() -> None:
        with Serving(file) as serving:
            table = serving.open(rules=TINY)
            async with serving.player(table.table, table.host) as ana:
                await ana.sit("Ana")
                file.with_name("tables.db-wal").unlink()
                await ana.send("speak", seat=0, phrase="hello")
                live = serving.live(table.table)
                assert await until(lambda: live._reading is not None)
                await ana.settled()
                assert not ana.of("spoken")
                assert serving.get("/healthz").status_code == 503
            assert any("tables.db-wal was removed or replaced" in line for line in serving.log)

    run()
