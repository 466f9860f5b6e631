"""Nobody learns a sealed choice, an undealt card, a seed or a token before its time: every byte of many games.

Players, second devices and watchers are connected in this process, so that many games take seconds; what they
are sent is what goes over a socket. Two questions are asked of it. Does anything that is secret stand in it anywhere?
And is there anything in a step that does not follow from the cards turned and the decisions opened in that step and
those before? For the second, the game is played again by somebody who knows nothing but what a watcher was told.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import copy
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import pytest
import uvloop

from tacora import protocol
from tacora.game import Seat
from tacora.games import diamant, mister_diamond
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.rules import Began, Disaster, HazardMet, RelicFound, Revealed, TreasureFound
from tacora.games.mister_diamond.editions import RingCard, TheftCard
from tacora.games.mister_diamond.narration import MisterDiamondNarrator
from tacora.games.mister_diamond.rules import (
    Declined,
    GameBegan,
    Lifted,
    RingDrawn,
    Setting,
    Stolen,
    Stuck,
    TheftDrawn,
)
from tacora.games.typed import TypedKind
from tacora.narration.catalogue import Language, catalogue
from tacora.protocol import AnyNews, Over, Seated, Step
from tacora.server.domain import log
from tacora.server.domain.room import Room
from tacora.server.domain.rules import Rules, from_written
from tacora.server.domain.tokens import digest
from tacora.server.http.app import make_app
from tacora.server.live.attendance import Timeouts
from tacora.server.transport.line import FrameHandler, TokenBucket
from tests import loop
from tests.server.serving import GENEROUS, Player, Serving, over_sockets

N = TypeVar("N")

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


# Who listens


class Ear:
    """A line within this process, and every byte that was sent over it."""

    lost = False

    def __init__(self, app: Any, language: Language = "en") -> None:
        self._app = app
        self.language = language
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.texts: list[str] = []
        self.news: list[AnyNews] = []
        self._heard: Counter[type[AnyNews]] = Counter()
        self._told = asyncio.Event()
        self._moment = 0, 0
        """How many games are over, and how many steps were heard of the next."""
        self._moved = asyncio.Event()
        self.on_step: Callable[[Step], None] = lambda _: None
        self._handler: FrameHandler | None = None
        self.seat: Seat | None = None
        self.token: str | None = None

    @contextlib.asynccontextmanager
    async def at(self, table: str, *tokens: str, since: int | None = None) -> AsyncIterator[Ear]:
        scope = {
            "type": "websocket",
            "path": "/ws",
            "query_string": b"",
            "headers": [],
            "client": ("127.0.0.1", 1),
            "subprotocols": [],
            "extensions": {"tacora.line": self},
        }
        self._to_server.put_nowait({"type": "websocket.connect"})
        running = asyncio.create_task(self._app(scope, self._to_server.get, self._accepted))
        self.send("hello", table=table, tokens=tokens, language=self.language, since=since)
        await self.hears(protocol.Now)
        await running
        yield self
        assert self._handler is not None
        self._handler.gone()

    def send(self, kind: str, **fields: Any) -> None:
        text = msgspec.json.encode({"type": kind, **fields})
        if self._handler is None:
            self._to_server.put_nowait({"type": "websocket.receive", "text": text.decode()})
        else:
            asyncio.get_running_loop().call_soon(self._handler.heard, text)

    async def _accepted(self, message: dict[str, Any]) -> None:
        assert message["type"] == "websocket.accept"

    # The line

    def limit(self, bucket: TokenBucket) -> None:
        pass

    async def listen(self, handler: FrameHandler) -> None:
        self._handler = handler

    def write(self, texts: Sequence[bytes]) -> int:
        for text in texts:
            self._hear(text)
        return 0

    async def taken(self) -> None:
        pass

    def end(self, code: int) -> None:
        pass

    def abandon(self) -> None:
        pass

    def _hear(self, text: bytes) -> None:
        news = protocol.read_news(text)
        self.texts.append(text.decode())
        self.news.append(news)
        self._heard[type(news)] += 1
        if isinstance(news, Step):
            self._moment = self._moment[0], self._moment[1] + 1
            self._moved.set()
            self.on_step(news)
            return
        if isinstance(news, Over):
            self._moment = self._moment[0] + 1, 0
            self._moved.set()
        self._told.set()

    async def reaches(self, games: int, steps: int) -> None:
        """Wait until so many games are over, and so many steps were heard of the next, or that is over, too."""
        while self._moment < (games, steps):
            self._moved.clear()
            await self._moved.wait()

    async def hears(self, kind: type[AnyNews], count: int = 1) -> None:
        async with asyncio.timeout(60):
            while self._heard[kind] < count:
                self._told.clear()
                await self._told.wait()

    async def sits(self, name: str) -> None:
        self.send("sit", name=name, luck=f"luck of {name}")
        await self.hears(Seated)
        (seated,) = self.of(Seated)
        self.seat, self.token = seated.seat, seated.token

    def of(self, kind: type[N]) -> list[N]:
        return [news for news in self.news if isinstance(news, kind)]

    def waits_for(self, events: list[asyncio.Event]) -> None:
        """Decide when all of these are set: whoever comes is told when a table has a moment, and these play fast."""
        decide, waiting = self.on_step, set[asyncio.Task[None]]()

        async def later(step: Step) -> None:
            await all_set(events)
            decide(step)

        def wait(step: Step) -> None:
            if all(event.is_set() for event in events):
                decide(step)
            else:
                waiting.add(asyncio.create_task(later(step)))

        self.on_step = wait

    def plays(self, rng: random.Random, second: Ear) -> None:
        """Decide whatever is asked, now and then on the other device, and now and then after a change of mind."""

        def decide(step: Step) -> None:
            if not (legal := step.legal.get(str(self.seat))):
                return
            about = {"seat": self.seat, "decision": step.decision}
            if rng.random() < 0.2:
                self.send("decide", **about, action=rng.choice(legal))
                if rng.random() < 0.5:
                    self.send("withdraw", **about)
            action = rng.choices(legal, [3, 1])[0] if len(legal) == 2 else rng.choice(legal)
            (second if rng.random() < 0.2 else self).send("decide", **about, action=action)

        self.on_step = decide


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


def search(ear: Ear, never: set[str], after: dict[int, set[str]], foreign: set[str]) -> None:
    """Look for secrets in everything that was sent, in the order in which it was."""
    over = next((news.game for news in ear.of(Over)), 1) - 1
    together = "\n".join(ear.texts)
    for secret in never | foreign:
        assert secret not in together, secret
    waiting = "\n".join(text for text in ear.texts if not text.startswith('{"type":"over"'))
    for secrets in after.values():
        for secret in secrets:
            assert secret not in waiting, secret
    for news, text in zip(ear.news, ear.texts, strict=True):
        if isinstance(news, Over):
            over += 1
            assert news.game == over
            for game, secrets in after.items():
                assert game <= over or not any(secret in text for secret in secrets)
            assert any(secret in text for secret in after[over])


def check_shapes(ear: Ear, seats: set[str]) -> None:
    """Between two steps there is nothing but how many think, one's own decisions, and the table."""
    for news in ear.news:
        match news:
            case protocol.Thinking():
                assert set(news.sealed) <= seats
            case Step():
                assert set(news.legal) <= seats
            case protocol.Trouble():
                assert news.code in ("too-late", "no-game", "owes-nothing")
            case _:
                assert isinstance(news, protocol.Table | protocol.Now | Over | Seated)


# Somebody who knows only what was told


_EVENTS = msgspec.json.Decoder(tuple[diamant.Event, ...])
_MISTER_EVENTS = msgspec.json.Decoder(tuple[mister_diamond.Event, ...])


def _rules(rules: Rules) -> Any:
    kind = rules.kind
    assert isinstance(kind, TypedKind)
    return kind.rules(rules.edition, dict(rules.options))


class Witness:
    """Plays a game again from nothing but the steps that a watcher was told, and says what each step has to be."""

    def __init__(self, rules: Rules, names: list[str]) -> None:
        self.rules, self.names = rules, names
        self.game: Any = copy.copy(_rules(rules))
        self.state: Any = None
        self.rows: list[list[Any]] = []
        self.stuck: frozenset[int] = frozenset()

    def step(self, told: msgspec.Raw) -> tuple[Any, ...]:
        """Take in the events of a step, and give those that follow from the cards and decisions among them."""
        if self.rules.game == "diamant":
            return self._diamant(_EVENTS.decode(told))
        return self._mister(_MISTER_EVENTS.decode(told))

    def _diamant(self, events: tuple[diamant.Event, ...]) -> tuple[Any, ...]:
        actions = {}
        for event in events:
            match event:
                case Began():
                    self.rows.append([])
                case TreasureFound() | HazardMet() | RelicFound() | Disaster():
                    self.rows[-1].append(event.card)
                case Revealed():
                    actions = dict.fromkeys(event.leaving, diamant.LEAVE)
                    actions |= dict.fromkeys(event.continuing, diamant.CONTINUE)
        deal = tuple(map(tuple, self.rows))
        if self.state is None:
            step = self.game.start(len(self.names), deal)
        else:
            deck = deal[self.state.expedition - 1]
            step = self.game.apply(msgspec.structs.replace(self.state, source=deal, deck=deck), actions)
        self.state = step.state
        return tuple(step.events)

    def _mister(self, events: tuple[mister_diamond.Event, ...]) -> tuple[Any, ...]:
        actions: dict[Seat, Any] = {}
        for event in events:
            match event:
                case GameBegan():
                    self.rows.append([])
                    self.game.first = event.first
                case RingDrawn():
                    self.rows[-1].append(RingCard(event.price))
                case TheftDrawn():
                    self.rows[-1].append(TheftCard())
                case Lifted() | Stuck():
                    actions = {event.seat: mister_diamond.Lift(event.place)}
                    if isinstance(event, Stuck):
                        self.stuck |= {event.place}
                case Stolen():
                    actions = {event.thief: mister_diamond.Steal(event.victim, event.price)}
                case Declined():
                    actions = {event.seat: mister_diamond.Decline()}
        deck = tuple(self.rows[-1])
        if self.state is None:
            step = self.game.start(len(self.names), (Setting(frozenset(range(1, 17)), deck),))
        else:
            setting = Setting(self.stuck, deck)
            step = self.game.apply(msgspec.structs.replace(self.state, source=(), setting=setting), actions)
        self.state = step.state
        return tuple(step.events)

    def view(self, seat: Seat | None) -> Any:
        return self.game.observe(self.state, seat)

    def shown(self, seat: Seat | None) -> dict[str, object]:
        """A view, and what everybody could work out of it."""
        kind = self.rules.kind
        assert isinstance(kind, TypedKind)
        return kind.shown(self.view(seat))

    def legal(self, seat: Seat) -> tuple[str, ...]:
        return tuple(map(str, self.game.legal_actions(self.state, seat)))

    def say(self, language: Language, events: tuple[Any, ...], seat: Seat | None) -> str:
        kind = DiamantNarrator if self.rules.game == "diamant" else MisterDiamondNarrator
        return " ".join(kind(catalogue(language), self.names, seat).tell(events, self.view(seat)))


def check_steps(rules: Rules, watcher: Ear, ears: tuple[Ear, ...]) -> int:
    """Hold every step that anybody was told against what follows from what a watcher was told."""
    names = [chair.name for chair in watcher.of(protocol.Table)[-1].seats if chair is not None]
    told = [ear.of(Step) for ear in ears]
    seen = watcher.of(Step)
    assert {len(steps) for steps in told} == {len(seen)}
    witness = Witness(rules, names)
    before = 0
    for at, public in enumerate(seen):
        if at and public.game != seen[at - 1].game:
            witness = Witness(rules, names)
        events = witness.step(public.events)
        written = msgspec.json.encode(events)
        for ear, steps in zip(ears, told, strict=True):
            step = steps[at]
            assert bytes(step.events) == written
            assert bytes(step.view) == msgspec.json.encode(witness.shown(ear.seat))
            assert step.say == witness.say(ear.language, events, ear.seat)
            legal = witness.legal(ear.seat) if ear.seat is not None else ()
            assert step.legal == ({str(ear.seat): legal} if legal else {})
            assert (step.commitment is not None) == isinstance(events[0], Began | GameBegan) == (step.game != before)
        before = public.game
    return len(seen)


# The games


async def all_set(events: Sequence[asyncio.Event]) -> None:
    for event in events:
        await event.wait()


async def visit(
    app: Any, table: str, somebody: Ear, games: int, rng: random.Random, at_the_door: list[asyncio.Event]
) -> Ear:
    """Somebody who drops in, to watch or as a device of a player, and is told the game as it stands or all so far."""
    ear, greeted = Ear(app), asyncio.Event()
    comes, goes = sorted((rng.randrange(games), rng.randrange(LATEST)) for _ in range(2))
    if rng.random() < 0.5:
        ear.seat = somebody.seat
    tokens = [] if ear.seat is None else [str(somebody.token)]
    since = 0 if rng.random() < 0.5 else None
    await somebody.reaches(*comes)
    at_the_door.append(greeted)
    try:
        async with ear.at(table, *tokens, since=since):
            greeted.set()
            await somebody.reaches(*goes)
    finally:
        greeted.set()
    return ear


async def play_games(app: Any, rules: dict[str, object], games: int, rng: random.Random) -> None:
    """Games at one table between two people with two devices each and bots, watched by somebody, and the search."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as http:
        opened = (await http.post("/api/tables", json={"rules": rules, "manners": {"thinking": False}})).json()
        table, host = opened["table"], opened["host"]
        ana, phone, ben, watcher = ears = Ear(app), Ear(app), Ear(app, "fr"), Ear(app)
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
                for ear in ears:
                    await ear.hears(Over, games)
                passing = await asyncio.gather(*visitors)
        never, after = secrets_of(await app.app.state.server.registry.store.read(table))
        tokens = {host, ana.token, ben.token}
        assert {digest(token)[:24] for token in tokens} <= never
        for ear in (*ears, *passing):
            search(ear, never, after, tokens - {ear.token})
            check_shapes(ear, set() if ear.seat is None else {str(ear.seat)})
        for ear in passing:
            shown = {bytes(step.view) for step in (watcher if ear.seat is None else ben).of(Step)}
            assert {bytes(step.view) for step in ear.of(Step)} <= shown
        for answer in plain:
            assert not [s for s in never | tokens | {s for g in after.values() for s in g} if s in answer.text]
        assert check_steps(msgspec.convert(rules, Rules, dec_hook=from_written), watcher, ears) > 2 * games


@pytest.mark.parametrize(
    "tables", [pytest.param(SHORT, id="short"), pytest.param(LONG, id="long", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("kind", KINDS_OF_TABLES)
def test_nothing_is_told_before_its_time(kind: str, tables: int, tmp_path: Path) -> None:
    rules, games = KINDS_OF_TABLES[kind]
    games //= LONG if tables == LONG else 5 * LONG

    async def run() -> None:
        app: Any = make_app(tmp_path / "tables.db", GENEROUS, Timeouts(count=0, rematch=0, store=60))
        async with app.app.router.lifespan_context(app.app), asyncio.TaskGroup() as group:
            for number in range(tables):
                group.create_task(play_games(app, rules, games, random.Random(number)))

    loop.run(run(), uvloop.new_event_loop)


# The search itself finds what there is to find

SHOWN = protocol.Now(seq=0)
OVER = Over(seq=1, game=1, scores=(), winners=(), totals=(), seed="", secret="", luck=(), link="", record="", say="")


def test_the_search_would_find_a_leak() -> None:
    ear = Ear(None)
    ear.texts = ['{"type":"table"}', '{"type":"over","game":1,"seed":"' + "ab" * 32 + '"}']
    ear.news = [SHOWN, OVER]
    search(ear, {"cd" * 12}, {1: spelt({"ab" * 32})}, {"token"})
    for leak in ("ab" * 32, "cd" * 32, "token", base64.b64encode(b"\xab" * 32).decode()):
        leaky = Ear(None)
        leaky.texts = ['{"type":"table","x":"' + leak + '"}', *ear.texts[1:]]
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
