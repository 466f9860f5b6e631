"""A second device of the same seat: it is told the same frames as the page, and so knows what has to be heard."""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.ear.orca_log import seconds_of_the_day
from tests.server.serving import HELD, Serving

Told = dict[str, Any]


class Witness:
    """Every frame that came, in order."""

    def __init__(self, socket: ClientConnection) -> None:
        self.frames: list[Told] = []
        self.times: list[float] = []
        """When each of them came: seconds of the day."""
        self._socket = socket

    def send(self, kind: str, **fields: Any) -> None:
        self._socket.send(json.dumps({"type": kind, **fields}))

    def decide(self, action: str) -> None:
        """Answer what this seat was asked last."""
        step = self.step
        assert step is not None
        (seat,) = step["legal"]
        self.send("decide", seat=int(seat), decision=step["decision"], action=action)

    def of(self, *kinds: str) -> list[Told]:
        return [frame for frame in list(self.frames) if frame["type"] in kinds]

    def sentences(self) -> list[str]:
        """What has to be said of the game, in order: what happened and, in the same breath, what is asked."""
        return [" ".join(filter(None, (step["say"], step.get("asked")))) for step in self.of("step", "over")]

    def told(self) -> list[tuple[float, str]]:
        """When each sentence was told, and the sentence."""
        kinds = [frame["type"] in ("step", "over") for frame in list(self.frames)]
        times = [at for at, kind in zip(self.times, kinds, strict=False) if kind]
        return list(zip(times, self.sentences(), strict=False))

    def sit(self, name: str) -> int:
        """Take the first free seat."""
        self.send("sit", name=name)
        until = time.monotonic() + HELD
        while not self.of("seated"):
            assert time.monotonic() < until
            time.sleep(0.01)
        seat: int = self.of("seated")[-1]["seat"]
        return seat

    @property
    def step(self) -> Told | None:
        steps = self.of("step")
        return steps[-1] if steps else None


@contextlib.contextmanager
def witness(serving: Serving, table: str, language: str, *tokens: str) -> Iterator[Witness]:
    """Somebody who hears what the owner of these tokens hears."""
    with connect(f"ws://127.0.0.1:{serving.port}/ws", proxy=None, max_size=None) as socket:
        seen = Witness(socket)
        socket.send(json.dumps({"type": "hello", "table": table, "tokens": tokens, "language": language}))

        def listen() -> None:
            with contextlib.suppress(ConnectionClosed):
                for text in socket:
                    seen.times.append(seconds_of_the_day())
                    seen.frames.append(json.loads(text))

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        try:
            yield seen
        finally:
            socket.close()
            thread.join(5)


def plain(text: str) -> str:
    """A text without what a screen reader may change: kinds of spaces and of quotes, capitals, signs between words."""
    return " ".join(re.findall(r"\w+", text)).casefold()


def lost(announced: Sequence[str], sentences: Sequence[str]) -> list[str]:
    """The first of these sentences that was not spoken after the one before it; empty: all were."""
    stream = _stream(announced)
    at = 0
    for sentence in sentences:
        found = stream.find(_apart(sentence), at)
        if found < 0:
            return [sentence]
        at = found + len(_apart(sentence))
    return []


def twice(announced: Sequence[str], sentences: Sequence[str]) -> list[str]:
    """The sentences that were spoken more often than they were told."""
    said, told = _stream(announced), _stream(sentences)
    return [each for each in dict.fromkeys(sentences) if said.count(_apart(each)) > told.count(_apart(each))]


def _stream(texts: Sequence[str]) -> str:
    return "".join(map(_apart, texts))


def _apart(text: str) -> str:
    """Words with a space on either side of each, so that they are found as words."""
    return "".join(f" {word} " for word in plain(text).split())
