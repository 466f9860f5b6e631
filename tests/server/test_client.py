"""The client for programs of other people: a few lines that play, and come back by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import itertools
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from websockets.asyncio.server import ServerConnection, serve

import tacora
from tacora import client, protocol
from tacora.client import SHORTEST_PAUSE, Refusal, SeatAt, TableConnection, open_table, seat_at
from tacora.game import Refused
from tacora.server.live.limits import Limits
from tacora.server.live.session import Session
from tacora.server.live.table import LiveTable
from tacora.server.transport.line import TokenBucket
from tests.server.full_disk import full_disk
from tests.server.serving import HELD, QUICK, Serving, over_sockets, play_on, until

ROOT = Path(__file__).parent.parent.parent
TINY: dict[str, object] = {"edition": "tiny", "seats": 3}
HURRY: dict[str, object] = {"thinking": False}
T = TypeVar("T")


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server at which a host may come after those who sit down, however busy the machine is."""
    patient = dataclasses.replace(QUICK, host=HELD)
    with Serving(tmp_path_factory.mktemp("server") / "tables.db", timeouts=patient) as running:
        yield running
        assert not [line for line in running.log if "Traceback" in line or "ERROR" in line], running.log


async def play(seat: SeatAt) -> protocol.Over:
    async for situation in seat.decisions():
        assert situation.seat == seat.seat
        assert situation.say
        await seat.decide(situation.legal[-1])
    assert seat.result is not None
    return seat.result


@over_sockets
async def test_the_example_bot_plays_a_game(serving: Serving) -> None:
    table = serving.open(manners=HURRY)
    async with serving.player(table.table, table.host) as host:
        await host.sit("Ana")
        program = [sys.executable, str(ROOT / "docs/examples/bot.py"), serving.address, table.table]
        environment = {**os.environ, "PYTHONPATH": str(Path(tacora.__file__).parent.parent)}
        bot = await asyncio.create_subprocess_exec(*program, env=environment, stdout=subprocess.PIPE)
        await host.until(lambda frame: frame["seats"][1] is not None)
        await host.send("start", fill=True)
        over = await play_on((host, 0))
        printed, _ = await bot.communicate()
        assert bot.returncode == 0
        assert "Eight" in printed.decode() or "You" in printed.decode()
        assert over["scores"]


@pytest.mark.parametrize("rules", [TINY, {"game": "mister-diamond", "seats": 3}])
def test_a_few_lines_play_whole_games(serving: Serving, rules: dict[str, object]) -> None:
    @over_sockets
    async def run() -> None:
        table, host = await open_table(serving.address, rules=rules, manners=HURRY, listed=True)
        async with contextlib.AsyncExitStack() as stack:
            screen = await stack.enter_async_context(serving.player(table, host))
            seats = [
                await stack.enter_async_context(seat_at(serving.address, table, name, language="fr", luck=name))
                for name in ("Owl", "Fox", "Elk")
            ]
            for game in (1, 2):
                await screen.send("start")
                results = await asyncio.gather(*map(play, seats))
                assert {result.game for result in results} == {game}
                assert len({result.scores for result in results}) == 1
                assert results[0].luck == ("Owl", "Fox", "Elk")

    run()


@over_sockets
async def test_a_seat_is_taken_up_again_by_its_token(serving: Serving) -> None:
    table, host = await open_table(serving.address, rules=TINY, manners=HURRY, bots=["ev", "ev"])
    async with seat_at(serving.address, table, "Owl") as seat:
        token = seat.token
    async with seat_at(serving.address, table, token=token) as seat, serving.player(table, host) as screen:
        assert (seat.seat, seat.token) == (0, token)
        await screen.send("start")
        assert (await play(seat)).game == 1


@over_sockets
async def test_what_the_server_refuses_is_an_exception_with_a_code(serving: Serving) -> None:
    with pytest.raises(Refusal, match="players are needed") as refused:
        await open_table(serving.address, rules={"seats": 1})
    assert refused.value.code == "seat-count"
    table, _ = await open_table(serving.address, rules=TINY)
    for seat, code in (
        (seat_at(serving.address, "bakitolu", "Owl"), "no-such-table"),
        (seat_at(serving.address, table, "\x00"), "bad-name"),
        (seat_at(serving.address, table, token="x"), "not-your-seat"),
    ):
        with pytest.raises(Refusal) as refused:
            await seat.__aenter__()
        assert refused.value.code == code


@over_sockets
async def test_an_illegal_decision_is_an_exception(serving: Serving) -> None:
    table, host = await open_table(serving.address, rules=TINY, manners=HURRY, bots=["ev", "ev"])
    async with seat_at(serving.address, table, "Owl") as seat, serving.player(table, host) as screen:
        await screen.send("start")
        decisions = seat.decisions()
        await anext(decisions)
        await seat.decide("fly")
        with pytest.raises(Refusal, match="fly") as refused:
            await anext(decisions)
        assert refused.value.code == "not-legal"


@over_sockets
async def test_a_server_that_refuses_to_connect_is_an_exception(serving: Serving) -> None:
    table = TableConnection(f"{serving.address}", "bakitolu")
    table._address = table._address.replace("/ws", "/elsewhere")
    with pytest.raises(Refusal):
        async for _ in table.news():
            pass


class Line:
    """A way to the server that can be cut, and may lose what is on it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open: set[asyncio.StreamWriter] = set()
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

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        self._open |= {writer, back}
        await asyncio.gather(self._pump(reader, back, True), self._pump(there, writer, False))

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
async def test_whoever_wishes_something_of_a_client_that_gave_up_hears_why(serving: Serving) -> None:
    table = TableConnection(f"{serving.address}/elsewhere/", "bakitolu")
    for _ in range(2):
        news = table.news()
        waiting = asyncio.create_task(table.send(protocol.Ping()))
        with pytest.raises(Refusal):
            await anext(news)
        for wish in (waiting, table.send(protocol.Ping())):
            with pytest.raises(Refusal):
                await asyncio.wait_for(wish, HELD)


@over_sockets
async def test_a_server_may_be_behind_a_path() -> None:
    paths: list[str] = []

    async def answer(socket: ServerConnection) -> None:
        assert socket.request is not None
        paths.append(socket.request.path)
        await socket.send(protocol.encoded(protocol.Now(seq=0)).decode())
        await socket.wait_closed()

    async with serve(answer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        for path in ("", "/", "/games", "/games/"):
            await anext(TableConnection(f"http://127.0.0.1:{port}{path}", "bakitolu").news())
    assert paths == ["/ws/bakitolu", "/ws/bakitolu", "/games/ws/bakitolu", "/games/ws/bakitolu"]


@over_sockets
async def test_a_program_may_say_something_while_it_hears_of_much_that_it_missed() -> None:
    spoken = protocol.encoded(protocol.Spoken(seq=1, seat=0, phrase="hello", say="Hello")).decode()
    heard: list[str | bytes] = []

    async def answer(socket: ServerConnection) -> None:
        await socket.recv()
        for _ in range(3000):
            await socket.send(spoken)
        await socket.send(protocol.encoded(protocol.Now(seq=1)).decode())
        heard.append(await socket.recv())

    async with serve(answer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        table = TableConnection(f"http://127.0.0.1:{port}", "bakitolu")
        async for _ in table.news():
            await asyncio.wait_for(table.send(protocol.Ping()), HELD)
            break
        assert await until(lambda: bool(heard))


@pytest.mark.thorough
@over_sockets
async def test_a_program_that_answers_at_once_stays_below_what_a_server_puts_up_with(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits()) as serving:
        table = serving.open(rules={"seats": 3}, bots=["badger", "ev"], manners={"thinking": False})
        async with asyncio.timeout(HELD):
            news = TableConnection(serving.address, table.table, [table.host])
            heard = 0
            async for frame in news.news():
                if isinstance(frame, protocol.Pong):
                    heard += 1
                elif isinstance(frame, protocol.Now):
                    for _ in range(80):
                        await news.send(protocol.Ping())
                if heard == 80:
                    break


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
