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

SWITCH_INTERVAL = 0.001
"""The interpreter's switch interval in seconds: how long the writer thread waits for the GIL of a busy event loop."""


def serve(
    file: Path, host: str, port: int, limits: Limits, ready: Callable[[], None] = lambda: None, *, plain: bool = False
) -> None:
    """Serve until SIGINT or SIGTERM. Refuses a store or an address that cannot be used.

    `ready` is called once both are known to be usable. `plain`: use uvicorn's own WebSockets, not `FastWebSocket`.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # It logs every connection otherwise.
    with _listening(host, port) as door:
        with administered(file) as admin:
            admin.verify()
        ready()
        configure_gc()
        sys.setswitchinterval(SWITCH_INTERVAL)
        try:
            _Server(make_app(file, limits), plain=plain).run(sockets=[door])
        except SystemExit:  # From uvicorn when the application fails to start; the cause is logged.
            raise Refused("not-started") from None


def _listening(host: str, port: int) -> socket.socket:
    """A listening socket, bound before its address is announced."""
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
    """Exits normally on SIGINT and SIGTERM: uvicorn would raise the captured signal again after the shutdown."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let SIGINT and SIGTERM stop the server, and restore their handlers afterwards."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def configure_gc() -> None:
    """Make full garbage collections rare: with thousands of connections each one pauses the server."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 1_000)
