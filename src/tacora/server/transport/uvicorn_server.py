"""uvicorn with a `Guard` around every connection, and with our WebSockets or its own."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from websockets.exceptions import InvalidState

from tacora.server.transport.fast_websocket import FastWebSocket
from tacora.server.transport.gate import Gate
from tacora.server.transport.guard import Guard
from tacora.server.transport.line import LARGEST_FRAME

PING_AFTER, PONG_WITHIN = 15.0, 10.0
"""Seconds: a dead connection is noticed within 30."""
AGAIN = 0.05
"""Seconds before the shutdown is retried, if a connection was just closing."""


class GuardedServer(uvicorn.Server):
    """A server that waits for no client indefinitely.

    `plain`: with uvicorn's own WebSockets. `on_shutdown` is called first: the application itself is told only when all
    requests are answered. `notice`: seconds between SIGTERM, when `on_notice` is called, and the shutdown, in which all
    is served as before; a second signal ends them.
    """

    def __init__(
        self,
        app: ASGIApp,
        ping_after: float = PING_AFTER,
        pong_within: float = PONG_WITHIN,
        *,
        plain: bool = False,
        gate: Gate | None = None,
        on_shutdown: Callable[[], None] = lambda: None,
        notice: float = 0.0,
        on_notice: Callable[[], None] = lambda: None,
    ) -> None:
        config = uvicorn.Config(
            app,
            http="httptools",
            ws="websockets-sansio" if plain else FastWebSocket,
            ws_max_size=LARGEST_FRAME,
            ws_ping_interval=ping_after,
            ws_ping_timeout=pong_within,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
            proxy_headers=False,
        )
        config.load()
        self._on_shutdown = on_shutdown
        self._notice, self._on_notice = notice, on_notice
        self._ends: float | None = None
        self._guards: set[Guard] = set()
        self._gate = gate or Gate(sys.maxsize, sys.maxsize)
        self._http: Any = config.http_protocol_class
        config.http_protocol_class = self._guarded  # type: ignore[assignment]
        super().__init__(config)

    def _guarded(self, **given: Any) -> asyncio.Protocol:
        return Guard(self._http(**given), self._guards, self._gate)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Give notice first, where that was wished for."""
        if sig == signal.SIGTERM and self._notice and self._ends is None:
            self._ends = time.monotonic() + self._notice
            self._on_notice()
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether to end."""
        if self._ends is not None and time.monotonic() >= self._ends:
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in bounded time, whatever clients do."""
        self._on_shutdown()
        for guard in list(self._guards):
            guard.shut_down()
        while True:
            try:
                await super().shutdown(sockets)
            except InvalidState:  # From uvicorn's WebSocket, for a connection that is just closing.
                await asyncio.sleep(AGAIN)
            else:
                return
