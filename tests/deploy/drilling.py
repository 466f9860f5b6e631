"""Players who come back to a cluster by themselves, whatever happens to it, and what they must never hear."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

from tests.cluster import PATIENCE, Cluster, Proxy
from tests.server.crashing import Frame, Socket
from tests.server.drill_players import (
    LONGEST,
    Kind,
    Player,
    Records,
    check_results,
    check_story,
    ended,
    records_of,
    wanted,
)
from tests.server.drill_players import seated as everybody_seated

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0
"""Seconds between two attempts to connect."""
SILENCE = 3.0
"""Seconds without a frame after which a player asks whether somebody is there; after twice as many it comes again."""
LATE = {"too-late", "game-running", "no-game", "owes-nothing", "too-soon"}
"""What may be said to a player whose wish was overtaken by events, or who wants the next game at once."""
NOT_NOW = {"elsewhere", "not-kept", "store-away", "overtaken", "broken"}
"""What a server says that has no table, or no database, at the moment."""


class TableSocket(Socket):
    """A WebSocket at a table's own address."""

    def __init__(self, path: str, host: str, *callbacks: Any) -> None:
        super().__init__(*callbacks)
        self._path, self._host = path, host
        self.refused = ""
        """The status, if there was no WebSocket to be had."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if not self._shaken:
            head, end, _ = (self._buffer + data).partition(b"\r\n\r\n")
            status = head.split(b"\r\n")[0].decode()
            if end and " 101 " not in status:
                self.refused = status
                self.close()
                return
        super().data_received(data)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class RoamingPlayer(Player):
    """Plays through the proxy, and goes where the table is played."""

    def __init__(
        self,
        cluster: Cluster,
        trust: ssl.SSLContext,
        table: str,
        tokens: list[str],
        kind: Kind,
        hosting: bool,
        nerves: Random,
    ) -> None:
        self._proxy, self._trust = cluster.proxy, trust
        self._at: str | None = None
        self._unfit = False
        """Whether this connection was told to come again."""
        self._heard_at = time.monotonic()
        self.patient = False
        """Whether to wait for a server that says nothing, for as long as it takes."""
        self.moved_at = 0.0
        """When something happened at the table for the last time."""
        self.greeted_at = 0.0
        """When it was greeted for the last time."""
        self.lost_at = 0.0
        self.refusals: list[str] = []
        """Answers to a handshake other than a WebSocket."""
        self.last_troubles: list[str] = []
        self._over: set[int] = set()
        super().__init__(cast(Any, cluster), table, tokens, kind, hosting, nerves)

    async def _stay(self) -> None:
        loop = asyncio.get_running_loop()
        host = f"{Proxy.HOST}:{self._proxy.port}"
        pause = FIRST_PAUSE
        while not self._ending:
            self._gone.clear()
            at, self._at, self._unfit = self._at, None, False
            path = f"/ws/{self.table}" + (f"?at={at}" if at else "")
            try:
                _, socket = await loop.create_connection(
                    lambda path=path: TableSocket(path, host, self._on_frame, self._greet, self._gone.set),  # type: ignore[misc]
                    "127.0.0.1",
                    self._proxy.port,
                    ssl=self._trust,
                    server_hostname=Proxy.HOST,
                )
            except OSError:
                await asyncio.sleep(pause)
                continue
            self._socket = socket
            self._heard_at = time.monotonic()
            greeted = await self._listen(socket)
            if socket.refused:
                self.refusals.append(socket.refused)
            self.codes.append(socket.close_code)
            if self.greeted:
                self.lost_at = time.monotonic()
            self._socket, self.greeted = None, False
            self.lost()
            if self._told_elsewhere(at):
                continue
            pause = FIRST_PAUSE if greeted else min(2 * pause, LONGEST_PAUSE)
            if not self._ending:
                await asyncio.sleep(pause)

    def _told_elsewhere(self, than: str | None) -> bool:
        return bool(self._at) and self._at != than

    async def _listen(self, socket: TableSocket) -> bool:
        """Until the connection is lost; whether it was any good."""
        greeted = False
        while not self._gone.is_set():
            try:
                async with asyncio.timeout(SILENCE / 3):
                    await self._gone.wait()
            except TimeoutError:
                silent = time.monotonic() - self._heard_at
                if silent > 2 * SILENCE and not self.patient:
                    socket.abort()
                elif silent > SILENCE and self.greeted:
                    self.send({"type": "ping"})
            greeted = greeted or self.greeted
        return greeted

    def heard(self, frame: Frame) -> None:
        self._heard_at = time.monotonic()
        if frame["type"] == "error":
            self.last_troubles.append(frame["code"])
            if frame["code"] in NOT_NOW and not self.greeted:
                self._at = frame.get("at") if frame["code"] == "elsewhere" else None
                assert self._socket is not None
                self._socket.close()
            elif frame["code"] in NOT_NOW | {"too-soon"}:
                asyncio.get_running_loop().call_later(0.3, self._again)
            return
        if frame["type"] == "now":
            self.greeted_at = time.monotonic()
        if frame["type"] in ("step", "over") and self.greeted:
            self.moved_at = time.monotonic()
        if frame["type"] != "over" or frame["game"] not in self._over:  # A result may be told again: see `told_once`.
            super().heard(frame)
        if frame["type"] == "over":
            self._over.add(frame["game"])

    def think(self, *seats: int) -> None:
        """Decide after a while. Nobody takes long here: how soon a table moves again is measured."""
        for seat in seats:
            delay = self.nerves.random() * 2 * self.kind.pause
            asyncio.get_running_loop().call_later(delay, self.decide, seat, self.decision)

    def _again(self) -> None:
        """What was not kept is wished for once more."""
        if not self.greeted:
            return
        self.host()
        for seat in map(int, self.legal):
            sent = self.intentions[seat, self.decision].sent[-1]
            if sent is None:
                self.decide(seat, self.decision)
            else:
                self.send({"type": "decide", "seat": seat, "decision": self.decision, "action": sent})


Table = list[RoamingPlayer]


async def seated(cluster: Cluster, trust: ssl.SSLContext, kind: Kind, nerves: Random) -> Table:
    """A table with everybody at it, and nothing dealt yet."""
    opened = await asyncio.to_thread(cluster.ask, "POST", "/api/tables", wanted(kind), 201)
    return await everybody_seated(
        kind,
        opened["host"],
        lambda tokens, hosting: RoamingPlayer(cluster, trust, opened["table"], tokens, kind, hosting, nerves),
    )


async def begin(cluster: Cluster, kinds: Sequence[Kind], at_once: int = 10) -> list[Table]:
    """Tables that are played, until they are told that this is the last game."""
    trust, nerves = cluster.proxy.trust(), Random(1994)
    gate = asyncio.Semaphore(at_once)

    async def one(kind: Kind) -> Table:
        async with gate:
            return await seated(cluster, trust, kind, nerves)

    tables = list(await asyncio.gather(*map(one, kinds)))
    for table in tables:
        for player in table:
            player.resting = False
            player.host()
    return tables


async def moved(tables: Sequence[Table], since: float, within: float = PATIENCE) -> float:
    """Wait until something has happened at each of these tables; seconds that the last of them took."""
    while True:
        latest = [max(player.moved_at for player in table) for table in tables]
        if all(moment > since for moment in latest):
            return time.monotonic() - since
        still = [table[0].table for table, moment in zip(tables, latest, strict=True) if moment <= since]
        assert time.monotonic() - since < within, (
            f"{still} do not move: {[_state(t) for t in tables if t[0].table in still]}"
        )
        await asyncio.sleep(0.02)


def _state(table: Table) -> list[tuple[Any, ...]]:
    return [
        (
            p.table,
            p.greeted,
            p.running,
            p.games,
            p.decision,
            p.owed,
            p.codes[-3:],
            p.last_troubles[-3:],
            p.refusals[-2:],
        )
        for p in table
    ]


async def everybody(tables: Sequence[Table], true: Callable[[RoamingPlayer], object]) -> None:
    """Wait until this is true of everybody."""
    end = time.monotonic() + PATIENCE
    while not all(true(player) for table in tables for player in table):
        assert time.monotonic() < end, [_state(table) for table in tables if not all(map(true, table))]
        await asyncio.sleep(0.02)


def longest_absence(tables: Sequence[Table], since: float) -> float:
    """Seconds that it took the last of those who lost their connection to be greeted again."""
    lost = [player for table in tables for player in table if player.lost_at > since]
    return max((player.greeted_at - player.lost_at for player in lost), default=0.0)


async def the_end(cluster: Cluster, tables: Sequence[Table]) -> Records:
    """The last games are played out; then all records."""
    for table in tables:
        for player in table:
            player.last = True
        table[0].host()
    end = time.monotonic() + LONGEST
    while not all(map(ended, tables)):
        assert time.monotonic() < end, [_state(table) for table in tables if not ended(table)]
        await asyncio.sleep(0.05)
    records = await records_of(tables, lambda path: cluster.ask("GET", path))
    await asyncio.gather(*(player.end() for table in tables for player in table))
    return records


def told_once(frames: Sequence[Frame]) -> list[Frame]:
    """The frames without repetitions, none of which may differ.

    A table that was read again after a failed write says how things stand, and so its last step once more.
    """
    kept, known = list[Frame](), dict[tuple[str, int], Frame]()
    for frame in frames:
        if frame["type"] in ("step", "over") and frame.get("seq") is not None:
            before = known.setdefault((frame["type"], frame["seq"]), frame)
            if before is not frame:
                for what in before.keys() & frame.keys() - {"legal", "asked", "thinking"}:
                    assert frame[what] == before[what], (before, frame)
                continue
        kept.append(frame)
    return kept


def check_all(cluster: Cluster, tables: Sequence[Table], records: Records) -> dict[str, int]:
    """Everything that anybody was told is in the log, once and as it was told; every record replays and verifies."""
    written = cluster.logs()
    steps = results = 0
    for table in tables:
        for player in table:
            player.frames = told_once(player.frames)
            told, over = check_story(player, written[player.table])
            steps, results = steps + told, results + over
            check_results(player, records)
    return {"tables": len(tables), "games": len(records), "steps heard": steps, "results heard": results}


def troubles(tables: Sequence[Table]) -> set[str]:
    """Every code that anybody was told."""
    return {code for table in tables for player in table for code in player.last_troubles}
