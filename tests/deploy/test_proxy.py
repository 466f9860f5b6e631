"""The shipped Caddyfile sends each request to the right process, with small servers in place of the processes."""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.cluster import DEPLOY, Proxy
from tests.server.crashing import free_port

CODES = [f"table{number}" for number in range(12)]


class Echo:
    """A server that says who it is and what it was asked."""

    def __init__(self, name: str) -> None:
        self.name, self.port = name, free_port()
        self.healthy, self.probes = True, list[str]()
        self._server: ThreadingHTTPServer | None = None

    def start(self) -> None:
        name, echo = self.name, self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                told = {"node": name, "path": self.path, "headers": {k.lower(): v for k, v in self.headers.items()}}
                content = json.dumps(told).encode()
                if self.path == "/healthz":
                    echo.probes.append(self.path)
                self.send_response(503 if self.path == "/healthz" and not echo.healthy else 200)
                self.send_header("Content-Length", str(len(content)))
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(content)

            def do_GET(self) -> None:
                self.answer()

            def do_POST(self) -> None:
                self.answer()

            def log_message(self, *said: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        """From now on connections are refused."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


@pytest.fixture(scope="module")
def echoes() -> Iterator[list[Echo]]:
    made = [Echo(str(number)) for number in (1, 2, 3)]
    for echo in made:
        echo.start()
    yield made
    for echo in made:
        echo.stop()


@pytest.fixture(scope="module")
def proxy(echoes: list[Echo], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    proxy = Proxy(tmp_path_factory.mktemp("proxy"), [f"127.0.0.1:{echo.port}" for echo in echoes])
    proxy.wait()
    yield proxy
    proxy.close()


def asked(proxy: Proxy, path: str, method: str = "GET", **headers: str) -> dict[str, Any]:
    status, content = proxy.request(method, path, {} if method == "POST" else None, headers)
    assert status == 200, content
    told: dict[str, Any] = json.loads(content)
    return told


def node(proxy: Proxy, path: str, method: str = "GET") -> str:
    name: str = asked(proxy, path, method)["node"]
    return name


def test_a_table_always_leads_to_the_same_process_and_tables_to_all_of_them(proxy: Proxy) -> None:
    first = {code: node(proxy, f"/ws/{code}") for code in CODES}
    assert set(first.values()) == {"1", "2", "3"}
    assert {code: node(proxy, f"/ws/{code}") for code in CODES} == first


def test_whoever_asks_for_a_process_by_name_gets_it(proxy: Proxy) -> None:
    for name in ("1", "2", "3"):
        assert {node(proxy, f"/ws/{code}?at={name}") for code in CODES} == {name}
    assert node(proxy, "/ws/table0?at=nobody") in ("1", "2", "3")


def test_a_client_stays_with_one_process_for_everything_else(proxy: Proxy) -> None:
    paths = ["/", "/t/table0", "/static/abc/core/dom.js", "/api/tables", "/sw.js"]
    assert len({node(proxy, path) for path in paths} | {node(proxy, "/api/tables", "POST")}) == 1


@pytest.mark.thorough
def test_what_a_process_that_is_down_would_have_had_goes_to_another(proxy: Proxy, echoes: list[Echo]) -> None:
    first = {code: node(proxy, f"/ws/{code}") for code in CODES}
    mine = node(proxy, "/")
    for echo in echoes:
        echo.stop()
        try:
            moved = {code: node(proxy, f"/ws/{code}") for code in CODES}
            assert all(now != echo.name for now in moved.values())
            assert all(now == first[code] for code, now in moved.items() if first[code] != echo.name)
            assert node(proxy, f"/ws/table0?at={echo.name}") != echo.name
            if mine == echo.name:  # A wish that changes something, too: nobody has heard it yet.
                assert node(proxy, "/api/tables", "POST") != echo.name
                assert node(proxy, "/") != echo.name
        finally:
            echo.start()
        while node(proxy, f"/ws/table0?at={echo.name}") != echo.name:
            pass
        # Each way through the proxy has a health check of its own.
        while {code: node(proxy, f"/ws/{code}") for code in CODES} != first or node(proxy, "/") != mine:
            pass


@pytest.mark.thorough
def test_a_process_that_is_down_does_not_fill_the_log(proxy: Proxy, echoes: list[Echo]) -> None:
    echoes[0].probes.clear()
    echoes[0].healthy = False
    try:
        while len(echoes[0].probes) < 12:  # Five ways through the proxy look once a second each.
            time.sleep(0.05)
        assert node(proxy, "/ws/table0?at=1") != "1"
    finally:
        echoes[0].healthy = True
    while node(proxy, "/ws/table0?at=1") != "1":
        time.sleep(0.05)
    assert "health_checker" not in proxy.messages.read_text()


def test_a_client_cannot_say_that_it_is_another(proxy: Proxy) -> None:
    told = asked(proxy, "/", **{"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "http"})["headers"]
    assert told["x-forwarded-for"] in ("127.0.0.1", "::1")
    assert told["x-forwarded-proto"] == "https"
    assert told["host"] == f"{proxy.HOST}:{proxy.port}"


def test_figures_are_not_for_the_public(proxy: Proxy) -> None:
    assert proxy.request("GET", "/metrics")[0] == 404
    assert proxy.request("GET", "/healthz")[0] == 200


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.one"])
def test_where_nothing_answers_people_are_told_in_both_languages_and_programs_when_to_come_back(
    tmp_path: Path, name: str
) -> None:
    echoes = [Echo(str(number)) for number in ((1, 2, 3) if name == "Caddyfile" else (1,))]
    text = re.sub(r"lb_try_duration \S+", "lb_try_duration 200ms", (DEPLOY / name).read_text())
    hurried = tmp_path / "Caddyfile"
    hurried.write_text(text)
    for echo in echoes:
        echo.start()
    with contextlib.closing(Proxy(tmp_path, [f"127.0.0.1:{echo.port}" for echo in echoes], hurried)) as proxy:
        proxy.wait()
        for echo in echoes:
            echo.stop()
        status, headers, content = proxy.answer("GET", "/")
        assert status in (502, 503)
        assert headers["Content-Type"] == "text/plain; charset=utf-8"
        assert int(headers["Retry-After"]) > 0
        assert "Nothing is lost" in content.decode()
        assert "Rien n’est perdu" in content.decode()
        assert proxy.request("GET", "/metrics")[0] == 404


def test_the_proxy_of_one_process_waits_while_it_starts_again(tmp_path: Path) -> None:
    echo = Echo("1")
    echo.start()
    proxy = Proxy(tmp_path, [f"127.0.0.1:{echo.port}"], DEPLOY / "Caddyfile.one")
    try:
        proxy.wait()
        echo.stop()
        again = threading.Timer(0.5, echo.start)
        again.start()
        assert node(proxy, "/") == "1"
        again.join()
        assert proxy.request("GET", "/metrics")[0] == 404
    finally:
        proxy.close()
        echo.stop()
