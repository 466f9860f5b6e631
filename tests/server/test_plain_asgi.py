"""The application on servers as they are: nothing of ours stands between it and the network."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tacora.chance import commitment
from tacora.games.records import decode, verify
from tacora.server.live.limits import Limits
from tacora.server.live.session import Session
from tacora.server.transport import asgi_line
from tacora.server.transport.asgi_line import AsgiLine
from tacora.server.transport.guard import Guard
from tacora.server.transport.line import BROKEN, LARGEST_FRAME, MISBEHAVED, MOST_WAITING, RESTARTING, TOO_LARGE
from tests.server.crashing import free_port
from tests.server.serving import (
    HELD,
    Opened,
    Player,
    Serving,
    connected,
    greeted,
    over_sockets,
    play_on,
    text_frame,
    until,
)

FACTORY = "tacora.server.asgi:app"
PROGRAMS: dict[str, Callable[[int], list[str]]] = {
    "uvicorn": lambda port: ["uvicorn", "--factory", FACTORY, "--port", str(port), "--ws", "websockets-sansio"],
    "hypercorn": lambda port: ["hypercorn", f"{FACTORY}()", "--bind", f"127.0.0.1:{port}", "--workers", "0"],
}
RULES: dict[str, dict[str, object]] = {
    "diamant": {"edition": "tacora-2024", "relics": True, "seats": 4},
    "mister diamond": {"game": "mister-diamond", "seats": 3},
}
STOPPED = {"uvicorn": RESTARTING, "hypercorn": BROKEN}
"""Why each of them closes a line when it is told to stop; the second does so before it asks the application."""
REFUSED_IN_WORDS = "ERROR:    ASGI callable returned without completing handshake."
"""What uvicorn says of a WebSocket that was refused by an answer in HTTP."""
TINY = {"edition": "tiny", "seats": 3}


class Program:
    """Somebody else's server in a process of its own."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.messages = folder / "messages"
        self._environment = {**os.environ, "TACORA_TABLES": str(folder / "tables.db"), "PYTHONUNBUFFERED": "1"}
        self.process: subprocess.Popen[bytes]
        self.start()

    def start(self) -> None:
        with self.messages.open("ab") as messages:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *PROGRAMS[self.name](self.port)],
                env=self._environment,
                stdout=messages,
                stderr=messages,
            )
        end = time.monotonic() + HELD
        while True:
            assert self.process.poll() is None, self.messages.read_text()
            assert time.monotonic() < end
            with contextlib.suppress(httpx.TransportError):
                if self.request("GET", "/healthz").status_code == 200:
                    return
            time.sleep(0.05)

    def end(self, number: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(HELD)

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return httpx.request(method, self.address + path, trust_env=False, timeout=HELD, **options)

    def open(self, **wanted: Any) -> Opened:
        answer = self.request("POST", "/api/tables", content=msgspec.json.encode(wanted))
        assert answer.status_code == 201, answer.text
        return Opened(**answer.json())

    def player(self, table: str, *tokens: str, **hello: Any) -> AbstractAsyncContextManager[Player]:
        return greeted(self.port, table, *tokens, **hello)


@pytest.fixture(scope="module", params=["uvicorn", pytest.param("hypercorn", marks=pytest.mark.thorough)])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    running = Program(request.param, tmp_path_factory.mktemp(request.param))
    try:
        yield running
    finally:
        running.end()
    messages = running.messages.read_text().replace(REFUSED_IN_WORDS, "")
    assert "Traceback" not in messages
    assert "ERROR" not in messages, messages


@pytest.mark.sample(2)
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_whole_game_is_played_watched_and_recorded(program: Program, rules: dict[str, object]) -> None:
    @over_sockets
    async def run() -> None:
        table = program.open(rules=rules, manners={"thinking": False})
        async with program.player(table.table, table.host) as ana, program.player(table.table, language="fr") as eve:
            await ana.sit("Ana")
            await eve.sit("Ève")
            await ana.send("start", fill=True)
            over = await play_on((ana, 0), (eve, 1))
            assert over["seed"]
            assert ana.of("step")[0]["commitment"] == commitment(bytes.fromhex(over["seed"]))
            (told,) = eve.of("over")
            assert told["scores"] == over["scores"]
            assert told["say"] != over["say"]
        text = program.request("GET", f"/api/tables/{table.table}/games/1/record").content
        verdict = verify(decode(text))
        assert (verdict.commitment, verdict.cards) == (True, True)

    run()


@over_sockets
async def test_whoever_comes_back_hears_what_was_missed(program: Program) -> None:
    table = program.open(rules=TINY, manners={"thinking": False})
    async with program.player(table.table, table.host) as ana:
        token = (await ana.sit("Ana"))["token"]
        await ana.send("start", fill=True)
        step = await ana.hear("step")
        await ana.decide(step, 0)
        await ana.settled()
    async with program.player(table.table, token, since=step["seq"]) as again:
        await play_on((again, 0))
        whole = [frame["seq"] for frame in again.of("step", "over") if "seq" in frame]
        assert whole == sorted(set(whole))
    async with program.player(table.table, since=0) as late:
        assert late.of("step")[0]["seq"] <= step["seq"]
        assert late.of("over")


@over_sockets
async def test_what_is_wrong_is_refused_in_words_and_the_line_goes_on(program: Program) -> None:
    table = program.open(rules=TINY)
    async with program.player(table.table) as ana:
        for sent, code in ((b"\x00\x01", "not-text"), ("{", "bad-frame"), ('{"type":"start"}', "not-host")):
            await ana.say(sent)
            assert (await ana.hear("error"))["code"] == code
        await ana.settled()
        await ana.say("é" * (LARGEST_FRAME // 2 + 1))
        assert await ana.code() == TOO_LARGE
    async with connected(program.port) as nobody:
        await nobody.say('{"type":"hello","table":"' + "x" * LARGEST_FRAME + '"}')
        assert await nobody.code() == TOO_LARGE


@over_sockets
async def test_a_page_of_another_server_may_not_connect(program: Program) -> None:
    address = f"ws://127.0.0.1:{program.port}/ws"
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, proxy=None, additional_headers={"Origin": "https://elsewhere.example"})
    assert refused.value.response.status_code == 403


@pytest.mark.sample(1)
def test_pages_and_their_files_are_served(program: Program) -> None:
    start = program.request("GET", "/", headers={"accept-language": "fr"})
    assert 'lang="fr"' in start.text
    assert "content-security-policy" in start.headers
    (sheet, *_) = re.findall(r'href="(/static/[^"]+\.css)"', start.text)
    assert "immutable" in program.request("GET", sheet).headers["cache-control"]
    assert program.request("GET", "/nothing").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_game_survives_a_kill_and_a_stop_is_told(name: str, tmp_path: Path) -> None:
    program = Program(name, tmp_path)
    try:

        @over_sockets
        async def run() -> None:
            table = program.open(rules=TINY, manners={"thinking": False})
            async with program.player(table.table, table.host) as ana:
                token = (await ana.sit("Ana"))["token"]
                await ana.send("start", fill=True)
                step = await ana.hear("step")
                program.end(signal.SIGKILL)
            program.start()
            async with program.player(table.table, token) as ana:
                assert ana.of("step")[-1]["view"] == step["view"]
                await play_on((ana, 0))
                program.process.terminate()
                assert await ana.code() == STOPPED[name]

        run()
    finally:
        program.end()


@pytest.mark.thorough
def test_without_a_file_it_says_what_is_missing() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "TACORA_TABLES"}
    command = [sys.executable, "-m", *PROGRAMS["uvicorn"](free_port())]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=HELD, check=False)
    assert ended.returncode
    says = "tacora: TACORA_TABLES has to name the file or the database that keeps the tables"
    assert ended.stderr.splitlines()[-1] == says


# The line itself, where the server can be looked into


def waiting(session: Session) -> int:
    """How many bytes wait for a client; it is only looked at, since this is not the server's thread."""
    assert isinstance(session.line, AsgiLine)
    return session.line._size


@over_sockets
async def test_a_slow_reader_is_dropped_before_it_costs_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi_line, "CLOSE_TIMEOUT", 0.5)
    with Serving(tmp_path / "tables.db", send_buffer=4096, plain=True) as serving:
        table = serving.open(rules={"seats": 8}, manners={"thinking": False}, bots=["random:0.2"] * 8)
        async with serving.player(table.table, table.host) as host:
            deaf = await serving.deaf(table.table)
            await host.until(lambda frame: frame.get("watchers", 0) == 2)
            (slow,) = (each for each in serving.live(table.table).sessions if not each.hosting)
            for _ in range(100):
                await host.send("start")
                await host.hear("over")
                if slow.closed:
                    break
                assert waiting(slow) <= MOST_WAITING
            assert slow.too_slow
            assert await until(lambda: serving.server.too_slow > 0)
            assert (serving.server.too_slow, serving.server.connections) == (1, 1)
            assert waiting(slow) == 0
            await host.until(lambda frame: frame.get("watchers", 0) == 1)
            deaf.close()


@over_sockets
async def test_whoever_does_not_say_hello_has_to_go(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits(hello_within=1.5), plain=True) as serving:
        async with serving.connection() as silent:
            assert (await silent.hear("error"))["code"] == "hello-first"
            assert await silent.code() == MISBEHAVED


@over_sockets
async def test_too_many_frames_end_the_connection(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits(frames_per_second=20, burst=20), plain=True) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table) as hasty:
            with contextlib.suppress(ConnectionClosed):
                while not hasty.of("error"):
                    await hasty.send("ping")
                    await asyncio.sleep(0.001)
            await hasty.hear("error", code="too-fast")
            assert await hasty.code() == MISBEHAVED


@pytest.mark.parametrize("extensions", [{}, None])
@over_sockets
async def test_a_server_that_cannot_refuse_in_words_closes_the_door(tmp_path: Path, extensions: object) -> None:
    with Serving(tmp_path / "tables.db", plain=True) as serving:
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"host", b"here.example"), (b"origin", b"https://elsewhere.example")]
        scope = {"type": "websocket", "path": "/ws", "query_string": b"", "headers": headers, "subprotocols": []}
        serving.inside(serving.app({**scope, "extensions": extensions}, receive, send))
        assert [message["type"] for message in sent] == ["websocket.close"]


# The guard needs nothing of uvicorn, either


@pytest.mark.parametrize("beginning", [b"", b"GET /healthz HTTP/1.1\r\nHo"])
def test_a_head_without_an_end_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beginning: bytes
) -> None:
    monkeypatch.setattr(Guard, "TIMEOUT", 1.5)
    with Serving(tmp_path / "tables.db", plain=True) as serving:
        with socket.create_connection(("127.0.0.1", serving.port)) as slow, contextlib.suppress(ConnectionResetError):
            slow.settimeout(HELD)
            slow.sendall(beginning)
            assert slow.recv(100) == b""
        assert serving.get("/healthz").status_code == 200


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(
    "before", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"]
)
def test_a_head_that_is_too_large_is_refused(tmp_path: Path, plain: bool, before: bytes) -> None:
    with Serving(tmp_path / "tables.db", plain=plain) as serving:
        with socket.create_connection(("127.0.0.1", serving.port)) as endless:
            endless.settimeout(HELD)
            if before:
                endless.sendall(before)
                assert b" 200 " in endless.recv(4096)
            sent = 0
            with contextlib.suppress(ConnectionResetError, BrokenPipeError):  # It may be cut before the answer is read.
                endless.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
                while not select.select([endless], [], [], 0)[0] and sent < 10**7:
                    sent += endless.send(b"A: b\r\n" * 100)
                assert b" 431 " in endless.recv(4096)
            assert sent < 10**7
        assert serving.get("/healthz").status_code == 200


@pytest.mark.parametrize("closed", [False, True])
@over_sockets
async def test_a_server_stops_well_while_somebody_does_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: bool
) -> None:
    monkeypatch.setattr(Guard, "TIMEOUT", 1000)  # Nothing of it is left when the server stops.
    monkeypatch.setattr(Guard, "SHUTDOWN_TIMEOUT", 0.3)
    with Serving(tmp_path / "tables.db", send_buffer=4096, plain=True) as serving:
        table = serving.open(rules={"seats": 8}, manners={"thinking": False}, bots=["random:0.2"] * 8)
        deaf = await serving.deaf(table.table, table.host)
        loop = asyncio.get_running_loop()
        for games in range(3):
            await loop.sock_sendall(deaf, text_frame(b'{"type":"start"}'))
            assert await until(lambda games=games: serving.server.registry.games > games)  # type: ignore[misc]
        if closed:
            await loop.sock_sendall(deaf, b"\x88\x82" + bytes(4) + b"\x03\xe8")
        serving._uvicorn.should_exit = True
        await asyncio.to_thread(serving._thread.join, HELD)
        assert not serving._thread.is_alive()
        assert serving.server.registry.closed
        assert not [line for line in serving.log if "ERROR" in line]
        deaf.close()
