"""A game that the house has never seen is played, told, kept and checked wherever its own two are."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tacora.client import SeatAt, TableConnection, open_table, seat_at
from tacora.protocol import AnyNews, Ask, Now, Over, Start, Step
from tests.cli.program import PATIENCE, Said, environment
from tests.loop import run
from tests.server.crashing import free_port
from tests.surroundings import ROOT
from tests.third_game.rules import EDITIONS, ROW, TOKENS, Quarry

PROGRAM = (sys.executable, "-m", "tests.third_game")
QUARRY = {"game": "quarry", "seats": 3}
FAST = {"thinking": False}


def tacora(home: Path, *arguments: str, stdin: str = "", lang: str = "en") -> Said:
    done = subprocess.run(
        [*PROGRAM, *arguments, "--lang", lang],
        input=stdin.encode(),
        capture_output=True,
        env=environment(home),
        cwd=ROOT,
        timeout=PATIENCE,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


class Server:
    """The real server, with a game more, on one file."""

    def __init__(self, home: Path) -> None:
        self._home, self._port = home, free_port()
        self.address = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            [*PROGRAM, "serve", "--port", str(self._port), "--file", str(self._home / "tables.db")],
            stdout=subprocess.PIPE,
            env=environment(self._home),
            cwd=ROOT,
        )
        assert self._process.stdout is not None
        while b"Ctrl-C" not in (line := self._process.stdout.readline()):
            assert line, "the server ended"

    def end(self, number: int = signal.SIGKILL) -> None:
        if self._process is not None:
            os.kill(self._process.pid, number)
            self._process.communicate(timeout=PATIENCE)
            self._process = None

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.address}{path}", timeout=PATIENCE) as answer:
            return json.loads(answer.read())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.end()


async def heard(news: Any, kind: type[AnyNews]) -> Any:
    """The next news of this kind."""
    async for told in news:
        if isinstance(told, kind):
            return told
    raise AssertionError("news never end")


async def bids(seat: SeatAt, stones: int | None = None) -> None:
    """Bid for so many stones, or to the end."""
    async for situation in seat.decisions():
        await seat.decide(situation.legal[(situation.seat + situation.view["at"]) % len(situation.legal)])
        if situation.view["at"] + 1 == stones:
            return


@pytest.mark.thorough
def test_people_a_bot_and_a_latecomer_play_over_sockets_through_a_kill(server: Server, tmp_path: Path) -> None:
    async def play() -> None:
        table, host = await open_table(server.address, rules=QUARRY, manners=FAST, bots=["mule"])
        async with AsyncExitStack() as stack:
            ana = await stack.enter_async_context(seat_at(server.address, table, "Ana"))
            ben = await stack.enter_async_context(seat_at(server.address, table, "Ben", language="fr"))
            hosting = TableConnection(server.address, table, [host])
            told = hosting.news()
            await heard(told, Now)
            await hosting.send(Start())
            first = await heard(told, Step)
            assert first.say.startswith("The row: ")
            await asyncio.gather(bids(ana, 2), bids(ben, 2))
            while json.loads(bytes((await heard(told, Step)).view))["at"] < 2:
                pass
            await told.aclose()
        server.end(signal.SIGKILL)
        server.start()
        late = TableConnection(server.address, table, [])
        news = late.news()
        step = await heard(news, Step)
        assert json.loads(bytes(step.view))["at"] == 2, "What was told before the kill is there after it."
        async with (
            seat_at(server.address, table, token=ana.token) as again,
            seat_at(server.address, table, token=ben.token, language="fr") as other,
        ):
            await again.table.send(Ask(about="players"))
            await asyncio.gather(bids(again), bids(other))
            assert other.result is not None
            over = await heard(news, Over)
            assert over.scores == other.result.scores
            assert other.result.say.startswith("Scores finaux\u00a0: 1. ")
        await news.aclose()
        finished = server.get(f"{over.link}")
        assert finished["rules"]["game"] == "quarry"
        replayed = server.get(f"{over.link}/replay?lang=fr")
        assert replayed["game"] == "quarry"
        assert len(replayed["steps"]) == ROW + 1
        assert replayed["steps"][0]["say"].startswith("La rangée")
        with urllib.request.urlopen(f"{server.address}{over.record}", timeout=PATIENCE) as answer:
            (tmp_path / "game.json").write_bytes(answer.read())

    run(play())
    checked = tacora(tmp_path, "verify", str(tmp_path / "game.json"))
    assert (checked.status, checked.err) == (0, "")
    for lang, beginning in (("en", "Quarry, 3 players."), ("fr", "Carrière, 3 joueurs.")):
        story = tacora(tmp_path, "replay", str(tmp_path / "game.json"), lang=lang)
        assert (story.status, story.lines[0]) == (0, beginning)
        assert len([line for line in story.lines if line.startswith(("Stone", "La pierre"))]) == ROW
    summary = json.loads(tacora(tmp_path, "replay", str(tmp_path / "game.json"), "--json").out)
    assert summary["over"] is True


@pytest.mark.thorough
def test_a_record_that_was_changed_is_found_out(server: Server, tmp_path: Path) -> None:
    del server
    said = tacora(tmp_path, "play", "quarry", "--seed", "ab" * 32, stdin="1\n" * ROW)
    assert said.status == 0
    (kept,) = (tmp_path / "records").iterdir()
    record = json.loads(kept.read_bytes())
    record["turned"][2] = str(10 - int(record["turned"][2]))
    kept.write_text(json.dumps(record))
    wrong = tacora(tmp_path, "verify", str(kept))
    assert wrong.status == 1
    assert "Stone 3 is not the one that the seed lays." in wrong.out


@pytest.mark.parametrize(
    ("lang", "asked"),
    [pytest.param("en", "What do you bid for stone", marks=pytest.mark.long), ("fr", "Que misez-vous sur la pierre")],
)
def test_it_is_played_in_a_terminal_line_by_line(tmp_path: Path, lang: str, asked: str) -> None:
    stopped = tacora(tmp_path, "play", "quarry", "--plain", stdin="\n?\nrules\nbid 2\nnonsense\n", lang=lang)
    assert stopped.status == 0
    assert stopped.out.count(asked) >= 2
    resumed = tacora(tmp_path, "play", "--resume", stdin="1\n" * (ROW - 1), lang=lang)
    assert resumed.status == 0
    assert resumed.out.count(asked) == ROW - 1
    (kept,) = (tmp_path / "records").iterdir()
    assert json.loads(kept.read_bytes())["game"] == "quarry"
    assert tacora(tmp_path, "verify", str(kept)).status == 0


def test_the_menu_of_the_terminal_offers_it(tmp_path: Path) -> None:
    said = tacora(tmp_path, "play", "--plain", stdin="4\n\n" + "1\n" * ROW)
    assert "4: Quarry instead" in said.out
    assert said.out.count("What do you bid") == ROW


def test_its_bots_meet_in_the_arena(tmp_path: Path) -> None:
    said = tacora(tmp_path, "arena", "mule", "miser", "--edition", "pocket", "--deals", "200", "--seed", "1", "--json")
    assert (said.status, said.err) == (0, "")
    told = json.loads(said.out)
    assert (told["game"], told["games"]) == ("quarry", 400)
    assert [bot["bot"] for bot in told["bots"]] == ["mule", "miser"]


def test_the_help_names_it(tmp_path: Path) -> None:
    assert "[diamant|mister-diamond|quarry]" in tacora(tmp_path, "play", "--help").out


def test_nothing_of_a_hidden_stone_is_told_to_others() -> None:
    """The game itself: views differ by seat, and only in what was looked at."""
    game = Quarry(EDITIONS["pocket"])
    for number in range(50):
        state = game.start(4, number.to_bytes(32, "big")).state
        for seat in range(4):
            hidden = [at for at, stone in enumerate(game.observe(state, seat).row) if stone is None]
            assert len(hidden) == 1
            assert game.observe(state, seat).row[state.peeks[seat]] == state.row[state.peeks[seat]]
    assert len(TOKENS) == ROW
