"""Nobody learns a sealed choice, an undealt card, a seed or a token before its time: every byte of many games.

Players, second devices and watchers are connected in this process, so that many games take seconds; what they
are sent is what goes over a socket. Two questions are asked of it. Does anything that is secret stand in it anywhere?
And is there anything in a step that does not follow from the cards turned and the decisions opened in that step and
those before? For the second, the game is played again by somebody who knows nothing but what a watcher was told.
"""

from __future__ import annotations

import asyncio
import base64
import random
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvloop

from tacora import protocol
from tacora.games.diamant.rules import Began
from tacora.games.mister_diamond.rules import GameBegan
from tacora.protocol import Over, Seated, Step
from tacora.server.domain import log
from tacora.server.domain.room import Room
from tacora.server.domain.rules import Rules, from_written
from tacora.server.domain.tokens import digest
from tacora.server.http.app import make_app
from tacora.server.live.attendance import Timeouts
from tacora.server.live.limits import UNLIMITED
from tests import loop
from tests.server.recording_client import RecordingClient, all_set
from tests.server.serving import Player, Serving, over_sockets
from tests.server.watcher_replay import WatcherReplay

KINDS_OF_TABLES: dict[str, tuple[dict[str, object], int]] = {
    "open chests": ({"edition": "schmidt-2005", "seats": 3}, 120),
    "hidden chests": ({"edition": "schmidt-2005", "chests": "hidden", "seats": 4}, 130),
    "relics and hidden chests": ({"relics": True, "chests": "hidden", "seats": 3}, 150),
    "a tiny box": ({"edition": "tiny", "chests": "hidden", "seats": 3}, 450),
    "mister diamond": ({"game": "mister-diamond", "seats": 2}, 100),
    "mister diamond with notes": ({"game": "mister-diamond", "expert": True, "notes": True, "seats": 3}, 50),
}
LONG, SHORT = 10, 2
"""Tables at which the games of a kind are played, at the same time; in the short form, a fifth of the games each."""
VISITORS = 4
"""At every table, in any of its games."""
LATEST = 12
"""Steps of a game before which they come and go; of a shorter game, they do at its end."""


def test_a_thousand_games_are_looked_at() -> None:
    assert sum(games for _, games in KINDS_OF_TABLES.values()) == 1000


# What is secret


def secrets_of(lines: list[bytes]) -> tuple[set[str], dict[int, set[str]]]:
    """From a table's log: what nobody may ever be told, and what only after each game."""
    room = Room("x")
    never: set[str] = set()
    after: dict[int, set[str]] = {}
    for line in lines:
        entry = log.read(line)
        room.enter(entry)
        if isinstance(entry, log.Opened):
            never |= {entry.secret, entry.host}
        elif isinstance(entry, log.Sat) and entry.token is not None:
            never.add(entry.token)
        elif isinstance(entry, log.Dealt):
            after[room.games] = {entry.seed, room.secret(room.games)}
    after[room.games + 1] = {room.secret(room.games + 1)}
    return spelt(never), {game: spelt(secrets) for game, secrets in after.items()}


def spelt(secrets: set[str]) -> set[str]:
    """In every way in which such bytes are usually written, whole or in part."""
    ways = set()
    for secret in secrets:
        data = bytes.fromhex(secret)
        ways |= {secret[:24], secret[-24:], secret.upper()[:24], str(int(secret, 16))[:24]}
        ways |= {
            base64.b64encode(data).decode()[:24],
            base64.urlsafe_b64encode(data).decode()[:24],
            str(list(data))[:24],
        }
    return ways


def search(client: RecordingClient, never: set[str], after: dict[int, set[str]], foreign: set[str]) -> None:
    """Look for secrets in everything that was sent, in the order in which it was."""
    over = next((news.game for news in client.of(Over)), 1) - 1
    together = "\n".join(client.texts)
    for secret in never | foreign:
        assert secret not in together, secret
    waiting = "\n".join(text for text in client.texts if not text.startswith('{"type":"over"'))
    for secrets in after.values():
        for secret in secrets:
            assert secret not in waiting, secret
    for news, text in zip(client.news, client.texts, strict=True):
        if isinstance(news, Over):
            over += 1
            assert news.game == over
            for game, secrets in after.items():
                assert game <= over or not any(secret in text for secret in secrets)
            assert any(secret in text for secret in after[over])


def check_shapes(client: RecordingClient, seats: set[str]) -> None:
    """Between two steps there is nothing but how many think, one's own decisions, and the table."""
    for news in client.news:
        match news:
            case protocol.Thinking():
                assert set(news.sealed) <= seats
            case Step():
                assert set(news.legal) <= seats
            case protocol.Trouble():
                assert news.code in ("too-late", "no-game", "owes-nothing")
            case _:
                assert isinstance(news, protocol.Table | protocol.Now | Over | Seated)


def check_steps(rules: Rules, watcher: RecordingClient, clients: tuple[RecordingClient, ...]) -> int:
    """Hold every step that anybody was told against what follows from what a watcher was told."""
    names = [chair.name for chair in watcher.of(protocol.Table)[-1].seats if chair is not None]
    told = [client.of(Step) for client in clients]
    seen = watcher.of(Step)
    assert {len(steps) for steps in told} == {len(seen)}
    replay = WatcherReplay(rules, names)
    before = 0
    for at, public in enumerate(seen):
        if at and public.game != seen[at - 1].game:
            replay = WatcherReplay(rules, names)
        events = replay.step(public.events)
        written = msgspec.json.encode(events)
        for client, steps in zip(clients, told, strict=True):
            step = steps[at]
            assert bytes(step.events) == written
            assert bytes(step.view) == msgspec.json.encode(replay.shown(client.seat))
            assert step.say == replay.say(client.language, events, client.seat)
            legal = replay.legal(client.seat) if client.seat is not None else ()
            assert step.legal == ({str(client.seat): legal} if legal else {})
            assert (step.commitment is not None) == isinstance(events[0], Began | GameBegan) == (step.game != before)
        before = public.game
    return len(seen)


# The games


async def visit(
    app: Any, table: str, somebody: RecordingClient, games: int, rng: random.Random, at_the_door: list[asyncio.Event]
) -> RecordingClient:
    """Somebody who drops in, to watch or as a device of a player, and is told the game as it stands or all so far."""
    client, greeted = RecordingClient(app), asyncio.Event()
    comes, goes = sorted((rng.randrange(games), rng.randrange(LATEST)) for _ in range(2))
    if rng.random() < 0.5:
        client.seat = somebody.seat
    tokens = [] if client.seat is None else [str(somebody.token)]
    since = 0 if rng.random() < 0.5 else None
    await somebody.reaches(*comes)
    at_the_door.append(greeted)
    try:
        async with client.at(table, *tokens, since=since):
            greeted.set()
            await somebody.reaches(*goes)
    finally:
        greeted.set()
    return client


async def play_games(app: Any, rules: dict[str, object], games: int, rng: random.Random) -> None:
    """Games at one table between two people with two devices each and bots, watched by somebody, and the search."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as http:
        opened = (await http.post("/api/tables", json={"rules": rules, "manners": {"thinking": False}})).json()
        table, host = opened["table"], opened["host"]
        ana, phone, ben, watcher = clients = (
            RecordingClient(app),
            RecordingClient(app),
            RecordingClient(app, "fr"),
            RecordingClient(app),
        )
        async with ana.at(table, host), ben.at(table), watcher.at(table):
            await ana.sits("Ana")
            await ben.sits("Ben")
            assert ana.token is not None
            assert ben.token is not None
            phone.seat = ana.seat
            async with phone.at(table, ana.token):
                ana.plays(rng, phone)
                ben.plays(rng, ben)
                at_the_door: list[asyncio.Event] = []
                ben.waits_for(at_the_door)
                visitors = [
                    asyncio.create_task(visit(app, table, ben, games, rng, at_the_door)) for _ in range(VISITORS)
                ]
                for game in range(1, games + 1):
                    ana.send("start", fill=True)
                    await watcher.hears(Over, game)
                    await all_set(at_the_door)
                    if game == 1:
                        plain = [await http.get(path) for path in ("/metrics", "/api/tables", f"/api/tables/{table}")]
                for client in clients:
                    await client.hears(Over, games)
                passing = await asyncio.gather(*visitors)
        never, after = secrets_of(await app.app.state.server.registry.store.read(table))
        tokens = {host, ana.token, ben.token}
        assert {digest(token)[:24] for token in tokens} <= never
        for client in (*clients, *passing):
            search(client, never, after, tokens - {client.token})
            check_shapes(client, set() if client.seat is None else {str(client.seat)})
        for client in passing:
            shown = {bytes(step.view) for step in (watcher if client.seat is None else ben).of(Step)}
            assert {bytes(step.view) for step in client.of(Step)} <= shown
        for answer in plain:
            assert not [s for s in never | tokens | {s for g in after.values() for s in g} if s in answer.text]
        assert check_steps(msgspec.convert(rules, Rules, dec_hook=from_written), watcher, clients) > 2 * games


@pytest.mark.parametrize(
    "tables", [pytest.param(SHORT, id="short"), pytest.param(LONG, id="long", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("kind", KINDS_OF_TABLES)
@pytest.mark.repeats
def test_nothing_is_told_before_its_time(kind: str, tables: int, tmp_path: Path) -> None:
    rules, games = KINDS_OF_TABLES[kind]
    games //= LONG if tables == LONG else 5 * LONG

    async def run() -> None:
        app: Any = make_app(tmp_path / "tables.db", UNLIMITED, Timeouts(count=0, rematch=0, store=60))
        async with app.app.router.lifespan_context(app.app), asyncio.TaskGroup() as group:
            for number in range(tables):
                group.create_task(play_games(app, rules, games, random.Random(number)))

    loop.run(run(), uvloop.new_event_loop)


# The search itself finds what there is to find

SHOWN = protocol.Now(seq=0)
OVER = Over(seq=1, game=1, scores=(), winners=(), totals=(), seed="", secret="", luck=(), link="", record="", say="")


def test_the_search_would_find_a_leak() -> None:
    client = RecordingClient(None)
    client.texts = ['{"type":"table"}', '{"type":"over","game":1,"seed":"' + "ab" * 32 + '"}']
    client.news = [SHOWN, OVER]
    search(client, {"cd" * 12}, {1: spelt({"ab" * 32})}, {"token"})
    for leak in ("ab" * 32, "cd" * 32, "token", base64.b64encode(b"\xab" * 32).decode()):
        leaky = RecordingClient(None)
        leaky.texts = ['{"type":"table","x":"' + leak + '"}', *client.texts[1:]]
        leaky.news = [SHOWN, OVER]
        with pytest.raises(AssertionError):
            search(leaky, {"cd" * 12}, {1: spelt({"ab" * 32})}, {"token"})


# Worlds that differ only in a sealed decision


@over_sockets
async def test_whatever_somebody_seals_others_are_sent_the_same_bytes(serving: Serving) -> None:
    heard = []
    for actions in ("C", "L", "LC", "CLCL"):
        table = serving.open_calm(rules={"edition": "schmidt-2005", "seats": 3}, bots=["never"])
        async with (
            serving.player(table.table, table.host) as ana,
            serving.player(table.table) as ben,
            serving.player(table.table) as watcher,
        ):
            await ana.sit("Ana")
            await ben.sit("Ben")
            await serving.at_rest(table.table)
            await ana.send("start")
            step = await ana.hear("step")
            for player in (ben, watcher):
                await player.hear("step")
                await player.hear("thinking", left=2)  # The bot has decided.
            for action in actions:
                await ana.decide(step, 0, action)
                assert (await ana.until(lambda frame: "sealed" in frame, "thinking"))["sealed"] == {"0": action}
                await serving.at_rest(table.table)
            async with serving.player(table.table) as late:
                await serving.at_rest(table.table)
                for player in (ben, watcher, late):
                    await player.settled()
                told = [since_the_deal(player, table.table) for player in (ben, watcher, late)]
                heard.append(told)
    assert [len(texts) for texts in heard[0]] == [4, 4, 2]
    for other in heard[1:]:
        assert other == heard[0]


def since_the_deal(player: Player, table: str) -> list[str]:
    """What was sent since the first step, without what is different at every table and in every connection."""
    begin = next(at for at, frame in enumerate(player.frames) if frame["type"] == "step")
    texts = []
    for frame in player.frames[begin:]:
        if frame["type"] not in ("pong", "now"):
            frame = {name: value for name, value in frame.items() if name not in ("promise", "commitment")}
            texts.append(msgspec.json.encode(frame).decode().replace(table, "x"))
    return texts
