"""Start the server and keep it running."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tacora.game import Refused
from tacora.server.http.app import make_app
from tacora.server.http.limits import Limits
from tacora.server.storage.opening import administered
from tacora.server.transport.uvicorn_server import GuardedServer

SWITCH = 0.001
"""Seconds after which the thread that writes may go on while the other one is busy."""


def serve(
    file: Path, host: str, port: int, limits: Limits, ready: Callable[[], None] = lambda: None, *, plain: bool = False
) -> None:
    """Serve until told to stop (SIGINT or SIGTERM). Refuses a store or an address that cannot be used.

    `ready` is called when neither is left to be refused. `plain`: without the protocols that reach into uvicorn.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # It tells of every connection otherwise.
    with _listening(host, port) as door:
        with administered(file) as admin:
            admin.verify()
        ready()
        tame_the_collector()
        sys.setswitchinterval(SWITCH)
        try:
            _Server(make_app(file, limits), plain=plain).run(sockets=[door])
        except SystemExit:  # Uvicorn's way out when the application does not start; it has told why.
            raise Refused("not-started") from None


def _listening(host: str, port: int) -> socket.socket:
    """A socket at this address, before anybody is told that it is there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, UnicodeError) as error:
        address, number = f"{host}:{port}", error.errno if isinstance(error, OSError) else None
        if number == errno.EADDRINUSE:
            raise Refused("port-taken", address=address) from None
        detail = os.strerror(number) if number is not None and number > 0 else str(error)
        raise Refused("no-such-address", address=address, detail=detail) from None


class _Server(GuardedServer):
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
