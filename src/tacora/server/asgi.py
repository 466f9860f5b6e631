"""The ASGI application for any server, for example `uvicorn --factory tacora.server.asgi:app`.

Environment variables replace the options of `tacora serve`: `TACORA_TABLES` is the file that keeps the tables, or a
PostgreSQL database (`postgresql://…`), `TACORA_ORIGINS` a space-separated list of other origins that may connect, and
`TACORA_LIMITS` one of limits (`tables-per-hour=60`). Run one worker: one process serves the tables.
Rate limits count client addresses, so trust no forwarding header unless your own proxy writes it
(`--no-proxy-headers`). What guards connections before the application sees them (`transport/gate.py`, `guard.py`), and
`--host-name` and `--expire`, belong to `tacora serve`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack

from starlette.types import ASGIApp

from tacora.game import Refused
from tacora.languages import SOURCE
from tacora.narration import refusal
from tacora.narration.catalogue import catalogue
from tacora.server.http.app import make_app
from tacora.server.http.limits import limits_from
from tacora.server.storage.opening import place_of, served

TABLES, ORIGINS, LIMITS = "TACORA_TABLES", "TACORA_ORIGINS", "TACORA_LIMITS"
_HELD = ExitStack()
"""Until the process ends: there is no other end of an application."""


def app() -> ASGIApp:
    """Make the application. Exits with a message if its settings are refused."""
    try:
        return _app(os.environ.get(TABLES), os.environ.get(ORIGINS, "").split())
    except Refused as error:
        raise SystemExit("tacora: " + refusal(catalogue(SOURCE), error)) from None


def _app(tables: str | None, origins: Sequence[str]) -> ASGIApp:
    if not tables:
        raise Refused("no-store-named", variable=TABLES)
    store = place_of(tables)
    _HELD.enter_context(served(store))
    return make_app(store, limits_from(os.environ.get(LIMITS, "").split(), origins))
