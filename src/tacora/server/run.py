"""Start the server and keep it running."""

from __future__ import annotations

import gc
import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from tacora.server.app import LARGEST_FRAME, Limits, make_app

PING_AFTER, PONG_WITHIN = 15.0, 10.0
"""Seconds: a dead connection is noticed within 30."""


def serve(file: Path, host: str, port: int, limits: Limits) -> None:
    """Serve until told to stop (SIGINT or SIGTERM)."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # It tells of every connection otherwise.
    config = uvicorn.Config(
        make_app(file, limits),
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING_AFTER,
        ws_ping_timeout=PONG_WITHIN,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        proxy_headers=False,
    )
    tame_the_collector()
    _Server(config).run()


class _Server(uvicorn.Server):
    """A server that ends well when it is told to stop, instead of dying of the signal afterwards."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let SIGINT and SIGTERM stop the server."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def tame_the_collector() -> None:
    """Keep Python's full garbage collections rare: with thousands of connections each of them stops the server."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1_000)
