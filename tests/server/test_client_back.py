"""The client for programs of other people comes back by itself, and repeats what was lost on the way."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TypeVar

import pytest

from tacora import client, protocol
from tacora.client import SHORTEST_PAUSE, TableConnection, open_table, seat_at
from tacora.game import Refused
from tacora.server.live.session import Session
from tacora.server.live.table import LiveTable
from tacora.server.transport.line import TokenBucket
from tests.server.full_disk import full_disk
from tests.server.programs import HURRY, TINY, play
from tests.server.serving import Serving, over_sockets, until

T = TypeVar("T")


class Line:
    """A way to the server that can be cut, and may lose what is on it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open: set[asyncio.StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self.cuts = 0
        self._lost = False
        self._deaf: asyncio.Event | None = None
        """Whether what the client sends is lost from now on, and whether anything was."""
        self.loses_answer_to: bytes | None = None
        """What the client says last before the line is cut, as soon as the server has an answer to it."""

    @contextlib.asynccontextmanager
    async def laid(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            self.cut()
            server.close()
            for carrying in self._carrying:  # Whoever came after the last cut.
                carrying.cancel()
            await asyncio.gather(*self._carrying, return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
            self._open |= {writer, back}
            try:
                await asyncio.gather(self._pump(reader, back, True), self._pump(there, writer, False))
            finally:
                back.transport.abort()
        except asyncio.CancelledError:  # At the end; asyncio's own callback knows no cancelled handlers.
            pass
        finally:
            writer.transport.abort()
            self._carrying.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, up: bool) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(4096):
                if not up and self._lost:
                    self._lost = False
                    self.cut()
                elif up and self._deaf is not None:
                    self._deaf.set()
                else:
                    writer.write(data)
                    await writer.drain()
                if up and self.loses_answer_to is not None and self.loses_answer_to in unmasked(data):
                    self.loses_answer_to, self._lost = None, True
        writer.close()

    def lose(self) -> asyncio.Event:
        """Lose what the client sends, until the line is cut; set once something is lost."""
        self._deaf = asyncio.Event()
        return self._deaf

    def cut(self) -> None:
        self.cuts += 1
        self._deaf = None
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()


@pytest.mark.parametrize("rules", [TINY | {"edition": "schmidt-2005"}, {"game": "mister-diamond", "seats": 3}])
def test_a_client_comes_back_by_itself_and_misses_nothing(serving: Serving, rules: dict[str, object]) -> None:
    @over_sockets
    async def run() -> None:
        line = Line(serving.port)
        table, host = await open_table(serving.address, rules=rules, manners=HURRY)
        async with (
            line.laid() as address,
            serving.player(table, host) as steady,
            seat_at(address, table, "Owl") as seat,
        ):
            await steady.send("start", fill=True)
            asked = []
            turn = itertools.count()
            async for situation in seat.decisions():
                asked.append(situation.decision)
                match next(turn) % 3:
                    case 0:
                        line.cut()
                        await seat.decide(situation.legal[-1])
                    case 1:
                        lost = line.lose()
                        await seat.decide(situation.legal[-1])
                        await lost.wait()
                        line.cut()
                    case 2:
                        await seat.decide(situation.legal[-1])
            assert line.cuts > 2
            over = await steady.hear("over")
            assert seat.result is not None
            assert (list(seat.result.scores), seat.result.seed) == (over["scores"], over["seed"])
            assert asked == [step["decision"] for step in steady.of("step") if 0 in asked_in(step)]

    run()


@pytest.mark.parametrize("last", ["changed", "withdrawn"])
def test_a_change_of_mind_that_was_lost_on_the_way_is_repeated_and_nothing_else(serving: Serving, last: str) -> None:
    @over_sockets
    async def run() -> None:
        line = Line(serving.port)
        table, host = await open_table(serving.address, rules=TINY, manners=HURRY, bots=["ev"])
        async with (
            line.laid() as address,
            serving.player(table, host) as other,
            seat_at(address, table, "Owl") as seat,
        ):
            await other.sit("Ana")
            await other.send("start")
            situation = await anext(seat.decisions())
            for action in ("L", "C", "L"):
                await seat.decide(action)
            live = serving.live(table)
            assert await until(lambda: live.room.sealed.get(0) == "L")
            lost = line.lose()
            if last == "changed":
                await seat.decide("C")
            else:
                await seat.table.send(protocol.Withdraw(seat=0, decision=situation.decision))
            await lost.wait()
            line.cut()

            async def listen() -> None:
                async for _ in seat.decisions():
                    pass

            listening = asyncio.create_task(listen())
            assert await until(lambda: live.room.sealed.get(0) == ("C" if last == "changed" else None))
            line.cut()  # It is not repeated once it has arrived, and what it replaced is not either.
            await other.send("speak", seat=1, phrase="hello")
            assert await until(lambda: len(live.sessions) == 2)
            assert live.room.sealed.get(0) == ("C" if last == "changed" else None)
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening

    run()


def unmasked(data: bytes) -> bytes:
    """The words of a frame, if these bytes are a short one of a client."""
    begin = 4 if data[1:2] == b"\xfe" else 2
    mask, words = data[begin : begin + 4], data[begin + 4 :]
    return bytes(byte ^ mask[at % 4] for at, byte in enumerate(words)) if len(mask) == 4 else b""


@over_sockets
async def test_a_client_that_never_heard_which_seat_it_has_sits_on_that_seat(serving: Serving) -> None:
    line = Line(serving.port)
    table, host = await open_table(serving.address, rules=TINY, manners=HURRY, bots=["ev", "ev"])
    async with line.laid() as address, serving.player(table, host) as screen:
        line.loses_answer_to = b'"sit"'
        async with seat_at(address, table, "Owl") as seat:
            assert line.cuts == 1
            shown = screen.of("table")[-1]["seats"]
            assert [chair["name"] for chair in shown] == ["Owl", "ev", "ev 2"]
            await screen.send("start")
            assert (await play(seat)).game == 1
        async with seat_at(serving.address, table, token=seat.token) as again:
            assert again.seat == seat.seat == 0


def asked_in(step: dict[str, object]) -> list[int]:
    """Who is asked, as a spectator sees it."""
    view = step["view"]
    assert isinstance(view, dict)
    if "inside" in view:
        return list(view["inside"])
    return [] if view["turn"] is None else [view["turn"]]


@over_sockets
async def test_a_client_waits_for_a_server_that_starts_again(tmp_path: Path) -> None:
    line = Line(0)
    async with line.laid() as address:
        with Serving(tmp_path / "tables.db") as serving:
            line._to = serving.port
            table, host = await open_table(address, rules=TINY, manners=HURRY, bots=["ev", "ev"])
            owl = TableConnection(address, table, [host])
            news = owl.news()
            async for heard in news:
                if isinstance(heard, protocol.Now):
                    await owl.send(protocol.Sit(name="Owl"))
                elif isinstance(heard, protocol.Seated):
                    break
            assert len(owl.tokens) == 2
            await owl.send(protocol.Start())
            asked = (await next_step(news)).decision
            assert asked is not None
        with Serving(tmp_path / "tables.db") as serving:
            line._to = serving.port
            await owl.send(protocol.Decide(seat=0, decision=asked, action="C"))
            await next_step(news)
            await news.aclose()


async def next_step(news: AsyncIterator[protocol.AnyNews]) -> protocol.Step:
    async for heard in news:
        if isinstance(heard, protocol.Step):
            return heard
    raise AssertionError


def turned_away(monkeypatch: pytest.MonkeyPatch, code: str, times: int) -> list[float]:
    """Refuse so many greetings; the moments of all greetings."""
    join, hellos = LiveTable.join, list[float]()

    async def refusing(table: LiveTable, session: Session, hello: protocol.Hello) -> None:
        hellos.append(time.monotonic())
        if len(hellos) <= times:
            raise Refused(code, most=0)
        await join(table, session, hello)

    monkeypatch.setattr(LiveTable, "join", refusing)
    return hellos


@over_sockets
async def test_a_client_that_is_turned_away_for_a_moment_comes_back(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line(serving.port)
    table, host = await open_table(serving.address, rules=TINY, manners=HURRY, bots=["ev", "ev"])
    async with line.laid() as address, serving.player(table, host) as screen, seat_at(address, table, "Owl") as seat:
        await screen.send("start")
        decisions = seat.decisions()
        situation = await anext(decisions)
        hellos = turned_away(monkeypatch, "not-kept", 2)
        line.cut()
        assert await until(lambda: bool(hellos))
        await seat.decide(situation.legal[-1])  # Only when it is greeted: before, nobody would hear it.
        assert len(hellos) == 3
        async for situation in decisions:
            await seat.decide(situation.legal[-1])
        assert seat.result is not None


@over_sockets
async def test_a_client_that_is_turned_away_again_and_again_waits_longer_and_longer(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await open_table(serving.address, rules=TINY)
    hellos = turned_away(monkeypatch, "crowded", 1000)

    async def hear() -> None:
        async for news in TableConnection(serving.address, table).news():
            assert isinstance(news, protocol.Trouble)

    hearing = asyncio.create_task(hear())
    assert await until(lambda: len(hellos) > 4)
    pauses = [after - before for before, after in itertools.pairwise(hellos[:5])]
    for number, pause in enumerate(pauses):
        assert pause > SHORTEST_PAUSE * 2**number * 0.9
    assert not hearing.done()
    hearing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await hearing


@over_sockets
async def test_a_client_that_used_up_its_quota_waits_and_decides_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "LONGEST_PAUSE", 0.5)
    with Serving(tmp_path / "tables.db") as serving:
        table, host = await open_table(serving.address, rules=TINY, manners=HURRY, bots=["ev", "ev"])
        async with serving.player(table, host) as screen, seat_at(serving.address, table, "Owl") as seat:
            quota = serving.live(table).quota
            await screen.send("start")
            asked = 0
            async for situation in seat.decisions():
                asked += 1
                if asked == 1:
                    quota._writes._buckets[0] = TokenBucket(2.0, 1)
                    quota._writes._buckets[0].take()
                await seat.decide(situation.legal[-1])
            assert seat.result is not None
        assert serving.server.registry.refused.counts["too-many-writes"] > 0


@over_sockets
async def test_a_decision_that_the_store_refused_is_sent_again(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db") as serving:
        table, host = await open_table(serving.address, rules=TINY, manners=HURRY)
        async with serving.player(table, host) as screen:
            for name in ("Ana", "Ben", "Cleo"):
                await screen.sit(name)
            tokens = [frame["token"] for frame in screen.of("seated")]
            connection = TableConnection(serving.address, table, tokens[:1])
            async with contextlib.aclosing(connection.news()) as news:
                await hear_of(news, protocol.Now)
                await screen.send("start")
                step = await hear_of(news, protocol.Step)
                assert step.decision is not None
                with full_disk(serving):
                    await connection.send(protocol.Decide(seat=0, decision=step.decision, action="C"))
                    trouble = await hear_of(news, protocol.Trouble)
                    assert trouble.code == "not-kept"
                while (await hear_of(news, protocol.Thinking)).sealed != {"0": "C"}:
                    pass
            assert serving.live(table).room.sealed == {0: "C"}


async def hear_of(news: AsyncIterator[protocol.AnyNews], kind: type[T]) -> T:
    """The next frame of a kind."""
    async for frame in news:
        if isinstance(frame, kind):
            return frame
    raise AssertionError("news never end")
