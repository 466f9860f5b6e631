"""Plain HTTP beside the socket: tables, records, health, figures, and the headers on every answer."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import sqlite3
from collections import Counter
from pathlib import Path

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus

from tacora import __version__, protocol
from tacora.server.http import api, state
from tacora.server.http.assets import assets
from tacora.server.http.limits import address_of
from tacora.server.live.limits import UNLIMITED, Limits
from tacora.server.storage.sqlite import SqliteStore
from tacora.server.transport.guard import Guard
from tests import loop
from tests.server.serving import HELD, Serving, handshake, over_sockets, play_on

TINY = {"edition": "tiny", "seats": 3}
SECURE = {
    "content-security-policy": f"default-src 'self'; script-src 'self' '{assets().policy}'; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def is_secure(answer: httpx.Response) -> bool:
    return all(answer.headers.get_list(name) == [value] for name, value in SECURE.items())


# Health and figures


def test_health_is_told(serving: Serving) -> None:
    answer = serving.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "version": __version__})


def test_a_store_that_is_gone_is_ill_health(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Serving(file) as serving:
        table = serving.open(rules=TINY)
        file.rename(tmp_path / "elsewhere.db")
        answer = serving.get("/healthz")
        assert (answer.status_code, answer.json()["code"]) == (503, "not-kept")
        assert serving.post({}).status_code == 503
        assert serving.get(f"/api/tables/{table.table}/games/1").status_code == 503
        assert serving.get("/metrics").status_code == 200


METRIC = re.compile(
    r"# HELP (?P<name>[a-z_]+) [^\n]+\n# TYPE (?P=name) (?P<kind>counter|gauge)\n(?P=name) (?P<value>[0-9.]+)\n"
)
LIMITED = re.compile(
    r"# HELP tacora_limited_total [^\n]+\n# TYPE tacora_limited_total counter\n"
    r"(tacora_limited_total\{code=\"[a-z-]+\"\} [0-9]+\n)*"
)


def figures(serving: Serving) -> dict[str, float]:
    answer = serving.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert LIMITED.sub("", METRIC.sub("", answer.text)) == ""
    for match in METRIC.finditer(answer.text):
        assert (match["kind"] == "counter") == match["name"].endswith("_total")
    return {match["name"]: float(match["value"]) for match in METRIC.finditer(answer.text)}


@over_sockets
async def test_figures_are_told_in_the_format_of_prometheus(serving: Serving) -> None:
    before = figures(serving)
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana")
        await ana.ask("decide", seat=5, decision=1, action="C")
        await ana.send("start", fill=True)
        await play_on((ana, 0))
        during = figures(serving)
        assert during["tacora_connections"] == before["tacora_connections"] + 1
    after = figures(serving)
    assert after["tacora_tables"] == before["tacora_tables"] + 1
    assert after["tacora_games_total"] == before["tacora_games_total"] + 1
    assert after["tacora_steps_total"] > before["tacora_steps_total"] + 2
    assert after["tacora_wishes_total"] >= before["tacora_wishes_total"] + 5
    assert after["tacora_refusals_total"] >= before["tacora_refusals_total"] + 1
    assert set(after) == {
        "tacora_connections",
        "tacora_elsewhere_total",
        "tacora_games_total",
        "tacora_lost_tables_total",
        "tacora_refusals_total",
        "tacora_slow_readers_total",
        "tacora_steps_total",
        "tacora_store_up",
        "tacora_tables",
        "tacora_uptime_seconds",
        "tacora_wishes_total",
    }


# Answers


def test_the_schema_is_published(serving: Serving) -> None:
    assert serving.get("/api/protocol.schema.json").content == protocol.schema_text()


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not-found"),
        ("GET", "/api", 404, "not-found"),
        ("GET", "/api/tables/", 404, "not-found"),
        ("GET", "/api/tables/bakitolu", 404, "no-such-table"),
        ("GET", "/api/tables/%00", 404, "no-such-table"),
        ("GET", "/api/tables/%ff%fe", 404, "no-such-table"),
        ("GET", "/api/tables/bakitolu/games/1", 404, "no-such-game-here"),
        ("GET", "/api/tables/bakitolu/games/" + "9" * 6000, 404, "no-such-game-here"),
        ("GET", "/api/tables/bakitolu/games/1/record", 404, "no-such-game-here"),
        ("GET", "/api/tables/bakitolu/games/1/replay", 404, "no-such-game-here"),
        ("GET", "/api/tables/bakitolu/games/1/review", 404, "no-such-game-here"),
        ("GET", "/api/tables/../games/1/record", 404, "not-found"),
        ("DELETE", "/api/tables", 405, "wrong-method"),
        ("PUT", "/api/tables/bakitolu", 405, "wrong-method"),
        ("POST", "/healthz", 405, "wrong-method"),
        ("GET", "/ws", 404, "not-found"),
    ],
)
def test_a_wrong_request_gets_a_code_and_a_sentence(
    serving: Serving, method: str, path: str, status: int, code: str
) -> None:
    answer = serving.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["say"]
    assert is_secure(answer)


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b"null", b"\xff", b'{"rules":' * 500, b"[" * 8000, b'{"listed":1}', b'{"rules":{"seats":1e999}}'],
)
def test_a_body_that_is_no_table_is_refused(serving: Serving, body: bytes) -> None:
    answer = serving.request("POST", "/api/tables", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-frame")
    assert is_secure(answer)


def test_a_body_that_is_too_large_is_refused(serving: Serving) -> None:
    for content in (b" " * 9000, (b" " * 1000 for _ in range(20))):
        answer = serving.request("POST", "/api/tables", content=content)
        assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")


def test_somebody_who_hangs_up_in_the_middle_of_a_request_leaves_no_trace(serving: Serving) -> None:
    with socket.create_connection(("127.0.0.1", serving.port)) as half:
        half.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    assert serving.get("/healthz").status_code == 200
    assert not [line for line in serving.log if "Traceback" in line]


def test_a_request_without_end_is_cut_off(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_connection(("127.0.0.1", serving.port)) as endless:
        endless.settimeout(HELD)
        endless.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: ")
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 10**7:
                endless.sendall(b"x" * 10_000)
                sent += 10_000
            assert endless.recv(100) == b""
        assert sent < 10**7
    monkeypatch.setattr(Guard, "TIMEOUT", 1.5)
    for beginning in (b"", b"GET /healthz HTTP/1.1\r\nHo"):
        with socket.create_connection(("127.0.0.1", serving.port)) as slow, contextlib.suppress(ConnectionResetError):
            slow.settimeout(HELD)
            slow.sendall(beginning)
            assert slow.recv(100) == b""
    monkeypatch.setattr(api, "LONGEST_BODY", 1.5)
    with socket.create_connection(("127.0.0.1", serving.port)) as slow:
        slow.settimeout(HELD)
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert b" 400 " in slow.recv(4096)
    assert serving.get("/healthz").status_code == 200


def test_refusals_are_in_the_language_of_the_browser(serving: Serving) -> None:
    answer = serving.get("/api/tables/bakitolu", headers={"Accept-Language": "fr-CH, en"})
    assert answer.json()["say"].startswith("Il n’y a pas de table")


def test_the_token_of_the_host_is_not_kept_by_anybody_on_the_way(serving: Serving) -> None:
    assert serving.post({}).headers["cache-control"] == "no-store"


# Headers and origins


@over_sockets
async def test_security_headers_are_on_every_answer(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False}, bots=["ev"] * 3)
    async with serving.player(table.table, table.host) as host:
        await host.send("start")
        over = await host.hear("over")
    paths = ["/healthz", "/metrics", "/api/tables", f"/api/tables/{table.table}", over["link"], over["record"]]
    for path in (*paths, "/api/protocol.schema.json", "/nowhere"):
        answer = serving.get(path)
        assert is_secure(answer), path
        assert "server" not in answer.headers
        assert is_secure(serving.request("HEAD", path))
    assert "unsafe" not in SECURE["content-security-policy"]
    for path in ("/ws", "/elsewhere"):
        with socket.create_connection(("127.0.0.1", serving.port)) as plain:
            plain.sendall(handshake(serving.port, path, "Origin: http://evil.example"))
            told = b"".join(iter(lambda: plain.recv(4096), b"")).decode().lower()
        assert told.startswith("http/1.1 403" if path == "/ws" else "http/1.1 404")
        for name, value in SECURE.items():
            assert f"{name}: {value.lower()}" in told


def test_a_page_of_another_server_can_neither_connect_nor_open_tables(tmp_path: Path) -> None:
    limits = Limits(origins=("https://friend.example",))

    @over_sockets
    async def run() -> None:
        with Serving(tmp_path / "tables.db", limits) as serving:
            own = serving.address
            for origin in ("http://evil.example", "null", "http://[", f"{own}.evil.example", "http://127.0.0.1:1", ""):
                with pytest.raises(InvalidStatus) as refused:
                    async with serving.connection(additional_headers={"Origin": origin}):
                        pass
                assert refused.value.response.status_code == 403
                assert b'"wrong-origin"' in (refused.value.response.body or b"")
                answer = serving.post({}, headers={"Origin": origin})
                assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
            for origin in (own, "https://friend.example"):
                async with serving.connection(additional_headers={"Origin": origin}) as page:
                    assert (await page.ask("ping"))["code"] == "hello-first"
                assert serving.post({}, headers={"Origin": origin}).status_code == 201
            assert "access-control-allow-origin" not in serving.get("/api/tables").headers

    run()


# Limits


def test_tables_are_limited_for_each_address(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits(tables_per_hour=3)) as serving:
        assert serving.post({"rules": {"seats": 99}}).status_code == 400  # Costs nothing.
        assert [serving.post({}).status_code for _ in range(5)] == [201, 201, 201, 429, 429]
        answer = serving.post({})
        assert answer.json() == {"code": "too-many-tables", "say": answer.json()["say"]}


def test_codes_cannot_be_tried_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = 10
    monkeypatch.setattr(state, "LOOKUPS", (0.0, at_once))  # None comes back, however long the test takes.

    @over_sockets
    async def run() -> None:
        with Serving(tmp_path / "tables.db", Limits(misses_per_minute=5)) as serving:
            table = serving.open(rules=TINY)
            async with serving.connection() as guest:
                for _ in range(3):
                    assert (await guest.ask("hello", table="bakitolu"))["code"] == "no-such-table"
                assert serving.get("/api/tables/bakitolu").status_code == 404
                assert serving.get("/api/tables/bakitolu/games/1").status_code == 404
                assert serving.get("/api/tables/bakitolu").status_code == 429
                assert serving.get(f"/api/tables/{table.table}/games/1").status_code == 429
                assert (await guest.ask("hello", table="bakitolu"))["code"] == "too-many-misses"
                assert await guest.code() == 1013
            # What is in memory is found by everybody; what is not, at a pace at which nothing can be guessed.
            assert {serving.get(f"/api/tables/{table.table}").status_code for _ in range(100)} == {200}
            async with serving.player(table.table) as newcomer:
                await newcomer.settled()
            answers = Counter[int]()
            for _ in range(2 * at_once):
                serving.inside(_put_away(serving))
                answers[serving.get(f"/api/tables/{table.table}").status_code] += 1
            assert answers[200] <= at_once
            assert answers == {200: answers[200], 429: 2 * at_once - answers[200]}
            assert answers[200] > 0
            # Somebody plays there again, and none of the lookups is left.
            serving.inside(serving.server.registry.table(table.table))
            async with serving.player(table.table) as newcomer:
                await newcomer.settled()

    run()


async def _put_away(serving: Serving) -> None:
    """Have no table in memory."""
    serving.server.registry.tables.clear()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_whoever_has_many_addresses_has_one(host: str, address: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []})) == address


def test_what_is_counted_is_forgotten_in_time(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", UNLIMITED) as serving:
        serving.post({})
        serving.get("/api/tables/bakitolu")
        server = serving.server

        async def later() -> None:
            for window in (server.open_limit, server.miss_limit):
                assert window._times
                window._seconds = 0.0
                assert not window.full("127.0.0.1")
                window.forget()
                assert not window._times

        serving.inside(later())


@over_sockets
async def test_a_table_that_nobody_looks_at_is_put_out_of_memory_and_comes_back(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY, listed=True)
        registry = serving.server.registry

        async def sweep(idle: float) -> None:
            registry.tables[table.table].idle_since -= idle
            registry.sweep()

        serving.inside(sweep(0))
        assert table.table in registry.tables
        serving.inside(sweep(601))
        assert table.table not in registry.tables
        assert serving.get("/api/tables").json() == []
        assert serving.get(f"/api/tables/{table.table}").json()["free"] == 3
        async with serving.player(table.table):
            assert [entry["table"] for entry in serving.get("/api/tables").json()] == [table.table]


def test_tables_that_are_opened_at_the_same_moment_are_counted_too(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits(tables_per_hour=2)) as serving:

        async def open_one(http: httpx.AsyncClient) -> int:
            return (await http.post(f"{serving.address}/api/tables", content=b"{}")).status_code

        async def run() -> list[int]:
            async with httpx.AsyncClient(trust_env=False, timeout=HELD) as http:
                return await asyncio.gather(*(open_one(http) for _ in range(8)))

        assert sorted(loop.run(run())) == [201] * 2 + [429] * 6


def test_a_table_that_could_not_be_opened_leaves_nothing_behind(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db") as serving:
        store = serving.server.registry.store
        assert isinstance(store, SqliteStore)
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other:
            other.execute("ALTER TABLE log RENAME TO gone")
            assert serving.post({}).json()["code"] == "not-kept"
            other.execute("ALTER TABLE gone RENAME TO log")
        assert not store._writer.broken
        serving.open()


# Refusals as pages

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "fr"}


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/nowhere", 404, "Il n’y a rien à cette adresse."),
        ("/t/no%21table", 404, "Il n’y a pas de table « no!table »."),
        ("/t/%3Cb%3E", 404, "Il n’y a pas de table « &lt;b&gt; »."),
        ("/g/no%21table/1", 404, "Il n’y a pas de table « no!table »."),
        ("/g/bakitoxu/99", 404, "La table « bakitoxu » n’a pas de partie 99 terminée."),
        ("/rules/chess", 404, "Il n’y a rien à cette adresse."),
    ],
)
def test_a_browser_is_refused_with_a_page(serving: Serving, path: str, status: int, sentence: str) -> None:
    answer = serving.get(path, headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    text = answer.text.replace("\u00a0", " ").replace("\u202f", " ")
    assert '<html lang="fr">' in text
    assert f"<p>{sentence}</p>" in text
    assert '<a class="button primary" href="/">Retour à l’accueil</a>' in text
    assert is_secure(answer)


def test_a_game_that_is_not_over_has_no_page_yet(serving: Serving) -> None:
    table = serving.open(rules={"edition": "tiny", "seats": 3}).table
    answer = serving.get(f"/g/{table}/1", headers={**BROWSER, "accept-language": "en"})
    assert answer.status_code == 404
    assert f"<p>Table &#34;{table}&#34; has no finished game 1.</p>" in answer.text


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/tables/no!table", "/static/nowhere.js"])
def test_the_api_answers_a_browser_as_it_answers_a_program(serving: Serving, path: str) -> None:
    answer = serving.get(path, headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")


def test_a_program_is_refused_with_a_code_wherever_it_asks(serving: Serving) -> None:
    answer = serving.get("/t/no%21table")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")
