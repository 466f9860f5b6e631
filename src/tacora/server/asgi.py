"""The application for a server of your own choice: `uvicorn --factory tacora.server.asgi:app`, or another.

The environment says what `tacora serve` takes as options: `TACORA_TABLES`, the file that keeps the tables, and
`TACORA_ORIGINS`, other pages that may connect, with spaces between them. One process serves a file: ask for one worker.
Limits count addresses, so let no header choose them unless a proxy of yours writes it (`--no-proxy-headers`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from starlette.types import ASGIApp

from tacora.game import Refused
from tacora.languages import SOURCE
from tacora.narration import refusal
from tacora.narration.catalogue import catalogue
from tacora.server.http.app import make_app
from tacora.server.http.limits import Limits, plain_origin
from tacora.server.storage.opening import administered

TABLES, ORIGINS = "TACORA_TABLES", "TACORA_ORIGINS"


def app() -> ASGIApp:
    """The application. If it cannot be, the program ends with a sentence that says why."""
    try:
        return _app(os.environ.get(TABLES), os.environ.get(ORIGINS, "").split())
    except Refused as error:
        raise SystemExit("tacora: " + refusal(catalogue(SOURCE), error)) from None


def _app(file: str | None, origins: Sequence[str]) -> ASGIApp:
    if not file:
        raise Refused("no-store-named", variable=TABLES)
    with administered(Path(file)) as admin:
        admin.verify()
    return make_app(Path(file), Limits(origins=tuple(map(plain_origin, origins))))
