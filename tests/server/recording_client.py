"""A client within this process that keeps every frame it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, TypeVar

import msgspec

from tacora import protocol
from tacora.game import Seat
from tacora.narration.catalogue import Language
from tacora.protocol import AnyNews, Over, Seated, Step
from tacora.server.transport.line import FrameHandler, TokenBucket
from tests.server.serving import HELD

N = TypeVar("N")


async def all_set(events: Sequence[asyncio.Event]) -> None:
    for event in events:
        await event.wait()


class RecordingClient:
    """A client that is a `Line` itself, and every frame that it was sent."""

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
    async def at(self, table: str, *tokens: str, since: int | None = None) -> AsyncIterator[RecordingClient]:
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

    # As a `Line`

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
        async with asyncio.timeout(5 * HELD):
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

    def plays(self, rng: random.Random, second: RecordingClient) -> None:
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
