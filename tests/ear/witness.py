"""A second device of the same seat: it is told the same frames as the page, and so knows what has to be heard."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.serving import Serving

Told = dict[str, Any]


class Witness:
    """Every frame that came, in order."""

    def __init__(self) -> None:
        self.frames: list[Told] = []

    def of(self, *kinds: str) -> list[Told]:
        return [frame for frame in list(self.frames) if frame["type"] in kinds]

    def sentences(self) -> list[str]:
        """What has to be said of the game, in order: what happened and, in the same breath, what is asked."""
        return [" ".join(filter(None, (step["say"], step.get("asked")))) for step in self.of("step", "over")]

    @property
    def step(self) -> Told | None:
        steps = self.of("step")
        return steps[-1] if steps else None


@contextlib.contextmanager
def witness(serving: Serving, table: str, language: str, *tokens: str) -> Iterator[Witness]:
    """Somebody who hears what the owner of these tokens hears."""
    seen = Witness()
    with connect(f"ws://127.0.0.1:{serving.port}/ws", proxy=None, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "table": table, "tokens": tokens, "language": language}))

        def listen() -> None:
            with contextlib.suppress(ConnectionClosed):
                for text in socket:
                    seen.frames.append(json.loads(text))

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        try:
            yield seen
        finally:
            socket.close()
            thread.join(5)
