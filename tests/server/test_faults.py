"""A real server when things go wrong, or come to an end: it says so, loses nothing, and goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.room import Room, open_room
from tacora.server.domain.rules import Rules
from tacora.server.storage.file_lock import lock_beside
from tacora.server.storage.opening import administered
from tacora.server.storage.sqlite import SqliteStore
from tests import loop
from tests.server.crashing import PATIENCE, Client, Frame, RealServer

TINY = {"edition": "tiny", "seats": 3}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], RealServer]]:
    """Starts servers, all on the same file."""
    servers: list[RealServer] = []

    def start() -> RealServer:
        servers.append(RealServer(tmp_path / "tables.db"))
        servers[-1].start()
        return servers[-1]

    yield start
    for server in servers:
        server.give_up()


class Screen(Client):
    """What somebody has before them."""

    def __init__(self, server: RealServer, table: str, tokens: list[str]) -> None:
        super().__init__(server, table, tokens)
        self.latest: dict[str, Frame] = {}

    def heard(self, frame: Frame) -> None:
        self.latest[frame["type"]] = frame
        if frame["type"] == "seated":
            self.tokens.append(frame["token"])

    def sealed(self) -> Frame:
        found: Frame = self.latest.get("thinking", {}).get("sealed", {})
        return found

    def decide(self, seat: int, action: str = "C") -> None:
        self.latest.pop("error", None)
        asked = self.latest["step"]["decision"]
        self.send({"type": "decide", "seat": seat, "decision": asked, "action": action})

    def codes_heard(self) -> list[str]:
        return [frame["code"] for frame in self.frames if frame["type"] == "error"]


@contextlib.asynccontextmanager
async def screen(server: RealServer, table: str, tokens: list[str]) -> AsyncIterator[Screen]:
    client = Screen(server, table, tokens)
    try:
        await client.until(lambda: client.greeted)
        yield client
    finally:
        await client.end()


@contextlib.asynccontextmanager
async def playing(server: RealServer) -> AsyncIterator[Screen]:
    """Three people at one device in the middle of a game."""
    opened = await asyncio.to_thread(server.request, "POST", "/api/tables", {"rules": TINY}, 201)
    async with screen(server, opened["table"], [opened["host"]]) as client:
        for number in range(3):
            client.send({"type": "sit", "name": f"Player {number}"})
            await client.until(lambda number=number: len(client.tokens) == number + 2)  # type: ignore[misc]
        client.send({"type": "start"})
        await client.until(lambda: "step" in client.latest)
        yield client


def entries(file: Path, table: str) -> list[AnyEntry]:
    with contextlib.closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT seq, line FROM log WHERE tbl = ? ORDER BY seq", (table,)).fetchall()
    assert [seq for seq, _ in rows] == list(range(len(rows)))
    return [log.read(line) for _, line in rows]


# A pause


def test_what_was_sent_in_time_counts_after_the_server_was_suspended(start: Callable[[], RealServer]) -> None:
    async def run() -> None:
        server = start()
        async with playing(server) as client:
            client.send({"type": "settle", "clock": 5, "absence": "leave", "thinking": False})
            await client.until(lambda: client.latest.get("clock", {}).get("seconds"))
            asked = client.latest["step"]["decision"]
            os.kill(server.process, signal.SIGSTOP)
            for seat in range(3):
                client.decide(seat, "C")
            await asyncio.sleep(7)
            os.kill(server.process, signal.SIGCONT)
            await client.until(lambda: client.latest["step"]["decision"] != asked)
            (opened,) = [e for e in client.latest["step"]["events"] if e["type"] == "revealed"]
            assert (opened["continuing"], opened["leaving"]) == ([0, 1, 2], [])
        assert server.stop() == 0

    loop.run(run())


# The end


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_ends_well_with_connections_open(
    start: Callable[[], RealServer], number: int
) -> None:
    async def run() -> None:
        server = start()
        async with playing(server) as client, screen(server, client.table, []) as watcher:
            client.decide(1, "L")
            await client.until(lambda: client.sealed() == {"1": "L"})
            client.decide(2)  # Perhaps heard in time, perhaps not: whatever is acknowledged is kept.
            assert await asyncio.to_thread(server.stop, number) == 0
            acknowledged = dict(client.sealed())
            await client.until(lambda: client.codes and watcher.codes)
            assert client.codes == watcher.codes == [1012]  # The server restarts: come again.
            server.start()
            await client.until(lambda: client.greeted)
            assert acknowledged.items() <= client.sealed().items() <= {"1": "L", "2": "C"}.items()
            asked = client.latest["step"]["decision"]
            client.decide(0)
            client.decide(2)
            await client.until(lambda: client.latest["step"]["decision"] != asked)
        assert server.stop() == 0
        assert "Traceback" not in server.messages.read_text()

    loop.run(run())


@pytest.mark.thorough
def test_a_client_that_does_not_let_go_cannot_keep_the_server_from_stopping(start: Callable[[], RealServer]) -> None:
    server = start()
    server.request("GET", "/healthz")
    with (
        socket.create_connection(("127.0.0.1", server.port)) as half_asked,
        socket.create_connection(("127.0.0.1", server.port)) as deaf,
    ):
        half_asked.sendall(b"GET /healthz HTTP/1.1\r\nHost: ")
        deaf.sendall(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert b" 101 " in deaf.recv(4096)
        assert server.stop() == 0


# A crash


def test_bots_go_on_where_the_server_died_before_they_could_decide(
    start: Callable[[], RealServer], tmp_path: Path
) -> None:
    """A person's decision and those of bots that take no time are two appends: the server may die in between."""
    rules = Rules(game="mister-diamond", seats=3)
    opened, host = open_room("bakitolu", rules, TimeControl(thinking=False), listed=False)
    room = Room("bakitolu")
    written: list[AnyEntry] = []

    def write(*more: AnyEntry) -> None:
        for entry in more:
            written.append(entry)
            room.enter(entry)

    write(opened)
    sat, token = room.sit("Ann", None, "", None)
    write(sat)
    for bot in ("elephant", "squirrel"):
        write(room.sit_bot(bot, None, bot))
    write(*room.start(False, {}))
    while room.undecided() == (0,):
        assert room.play is not None
        write(*room.decide({0: room.play.legal(0)[0]}, room.decision))
    assert room.undecided()[0] in (1, 2)

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.append("bakitolu", 0, list(map(log.written, written)), time.time())
        await store.close()
        server = start()
        async with screen(server, "bakitolu", [token, host]) as client:
            await client.until(lambda: client.latest["step"].get("legal", {}).get("0"))
        assert len(entries(tmp_path / "tables.db", "bakitolu")) > len(written)

    loop.run(run())


# The disk


@pytest.mark.skipif(sys.platform != "linux", reason="only there can a running program be limited")
def test_a_full_disk_is_told_to_everybody_and_the_game_goes_on_when_there_is_room(
    start: Callable[[], RealServer],
) -> None:
    import resource

    async def run() -> None:
        server = start()
        async with playing(server) as client:
            client.decide(0)
            await client.until(lambda: client.sealed() == {"0": "C"})
            before = len(entries(server.file, client.table))
            room = resource.prlimit(server.process, resource.RLIMIT_FSIZE)
            full = server.file.with_name("tables.db-wal").stat().st_size
            resource.prlimit(server.process, resource.RLIMIT_FSIZE, (full, room[1]))
            client.decide(1)
            client.decide(2)
            await client.until(lambda: "not-kept" in client.codes_heard())
            assert client.sealed() == {"0": "C"}
            told = await asyncio.to_thread(server.request, "GET", "/healthz", None, 503)
            assert told["code"] == "not-kept"
            told = await asyncio.to_thread(server.request, "POST", "/api/tables", {"rules": TINY}, 503)
            assert told["code"] == "not-kept"
            assert len(entries(server.file, client.table)) == before
            resource.prlimit(server.process, resource.RLIMIT_FSIZE, room)
            await asyncio.to_thread(server.request, "GET", "/healthz")
            asked = client.latest["step"]["decision"]
            for seat in (1, 2):
                client.decide(seat)
            async with asyncio.timeout(PATIENCE):
                while client.latest["step"]["decision"] == asked:  # Refused until the table is read again.
                    await asyncio.sleep(0.05)
                    for seat in (1, 2):
                        client.decide(seat)
            assert sum(isinstance(entry, log.Stepped) for entry in entries(server.file, client.table)) == 1
        assert server.stop() == 0
        messages = server.messages.read_text()
        assert "disk I/O error" in messages
        assert "Traceback" not in messages

    loop.run(run())


@pytest.mark.thorough
def test_a_table_that_the_operator_removes_is_gone_for_those_who_play_there_and_others_go_on(
    start: Callable[[], RealServer],
) -> None:
    async def run() -> None:
        server = start()
        async with playing(server) as client:
            with administered(server.file) as admin:
                assert admin.expire(time.time()) == 1
            async with playing(server) as other:
                client.decide(0)
                await client.until(lambda: "no-such-table" in client.codes_heard())
                assert client.sealed() == {}
                assert entries(server.file, client.table) == []
                other.decide(0)
                await other.until(lambda: other.sealed() == {"0": "C"})
        assert server.stop() == 0

    loop.run(run())


@pytest.mark.thorough
def test_players_go_on_from_a_copy_that_the_operator_put_back(start: Callable[[], RealServer]) -> None:
    async def run() -> None:
        server = start()
        backup = server.file.with_name("copy.db")
        async with playing(server) as client:
            asked = client.latest["step"]["decision"]
            client.decide(0)
            await client.until(lambda: client.sealed() == {"0": "C"})
            with administered(server.file) as admin:
                admin.backup(backup)
            for seat in (1, 2):
                client.decide(seat)
            await client.until(lambda: client.latest["step"]["decision"] != asked)
            assert await asyncio.to_thread(server.stop) == 0
            backup.replace(server.file)
            server.start()
            await client.until(lambda: client.greeted)
            assert client.latest["step"]["decision"] == asked
            assert client.sealed() == {"0": "C"}
            for seat in (1, 2):
                client.decide(seat, "L")
            await client.until(lambda: client.latest["step"]["decision"] != asked)
        assert server.stop() == 0

    loop.run(run())


# Two servers


@pytest.mark.long
def test_two_servers_on_one_file_never_write_over_each_other(start: Callable[[], RealServer]) -> None:
    async def run() -> None:
        here = start()
        await asyncio.to_thread(here.request, "GET", "/healthz")
        lock_beside(here.file).unlink()  # As on a file system without locks: the second server is refused otherwise.
        there = start()
        async with playing(here) as client, screen(there, client.table, client.tokens) as other:
            asked = client.latest["step"]["decision"]
            client.decide(0)
            await client.until(lambda: client.sealed() == {"0": "C"})
            other.decide(1, "L")  # This server does not know of the other decision, until it is overtaken.
            await other.until(lambda: "overtaken" in other.codes_heard())
            await other.until(lambda: other.sealed() == {"0": "C"})
            other.decide(1, "L")
            await other.until(lambda: other.sealed() == {"0": "C", "1": "L"})
            client.decide(2)
            await client.until(lambda: client.sealed() == {"0": "C", "1": "L"})
            client.decide(2)
            await client.until(lambda: client.latest["step"]["decision"] != asked)
            written = entries(here.file, client.table)
            sealed = [(entry.seat, entry.action) for entry in written if isinstance(entry, log.Sealed)]
            opened = [entry.actions for entry in written if isinstance(entry, log.Stepped)]
            assert (sealed, opened) == ([(0, "C"), (1, "L")], [{"2": "C"}])
        assert (here.stop(), there.stop()) == (0, 0)

    loop.run(run())
