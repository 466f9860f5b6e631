"""Start the server and keep it running."""

from __future__ import annotations

import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tacora.game import Refused
from tacora.server.http.app import end_reviews, give_notice, make_app
from tacora.server.live.limits import Limits
from tacora.server.storage.opening import StorePlace, served
from tacora.server.transport.gate import RESERVE, Gate, Network
from tacora.server.transport.refusals import Refusals
from tacora.server.transport.uvicorn_server import GuardedServer

SWITCH_INTERVAL = 0.001
"""The interpreter's switch interval in seconds: how long the writer thread waits for the GIL of a busy event loop."""
SOCKETS = 8
"""Sockets for each connection to a table: a browser opens six for a page and its parts, and one for the table."""
NOTICE = 2.0
"""Seconds for which one of several processes goes on after SIGTERM, no longer healthy: a proxy that looks once a second
sends what is new to the others. A request over a connection that just closes would be lost."""
LEAST_SOCKETS = 64
"""Of an address, however few connections it may have: a page has to load to say that there are too many."""


@dataclass(frozen=True)
class Exposure:
    """What a server has to know that is open to the public."""

    trusted: tuple[Network, ...] = ()
    """Proxies whose word about the client's address is taken."""
    hosts: tuple[str, ...] = ()
    """The names by which the server may be asked; empty: by any."""
    expire_after: float | None = None
    """Seconds after which a table that nobody touched is removed; `None`: never."""
    node: str = ""
    """By which name a proxy finds this process among those that share the store."""


AT_HOME = Exposure()


def serve(
    store: StorePlace,
    host: str,
    port: int,
    limits: Limits,
    ready: Callable[[], None] = lambda: None,
    *,
    plain: bool = False,
    exposure: Exposure = AT_HOME,
) -> None:
    """Serve until SIGINT or SIGTERM. Refuses a store or an address that cannot be used.

    `ready` is called once both are known to be usable. `plain`: use uvicorn's own WebSockets, not `FastWebSocket`.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # It logs every connection otherwise.
    with _listening(host, port) as door, served(store):
        ready()
        configure_gc()
        sys.setswitchinterval(SWITCH_INTERVAL)
        refused = Refusals()
        app = inner = make_app(
            store,
            limits,
            hosts=exposure.hosts,
            refused=refused,
            expire_after=exposure.expire_after,
            node=exposure.node,
        )
        if exposure.trusted:
            app = ProxyHeadersMiddleware(app, [str(network) for network in exposure.trusted])  # type: ignore[assignment, arg-type]
        most = min(_descriptors() - RESERVE, SOCKETS * limits.connections)
        gate = Gate(most, max(SOCKETS * limits.connections_per_address, LEAST_SOCKETS), exposure.trusted, refused)
        try:
            server = _Server(
                app,
                plain=plain,
                gate=gate,
                on_shutdown=partial(end_reviews, inner),
                notice=NOTICE if exposure.node else 0.0,
                on_notice=partial(give_notice, inner),
            )
            server.run(sockets=[door])
        except SystemExit:  # From uvicorn when the application fails to start; the cause is logged.
            raise Refused("not-started") from None


def _descriptors() -> int:
    """How many files and sockets this process may have open: as many as the system lets it."""
    try:
        import resource
    except ImportError:  # Not on Windows.
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


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
