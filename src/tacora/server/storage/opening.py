"""Opens stores: the only module that knows their implementations."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from tacora.game import Refused
from tacora.server.storage.file_lock import sole_server
from tacora.server.storage.sqlite import SqliteStore
from tacora.server.storage.sqlite_admin import SqliteAdmin
from tacora.server.storage.store import Store, StoreAdmin

StorePlace: TypeAlias = Path | str
"""Where a store is: a file, or the URL of a PostgreSQL database, which may contain a password."""


def place_of(text: str) -> StorePlace:
    """The place that somebody wrote down. Refuses the address of anything but PostgreSQL.

    >>> place_of("postgresql://db.example/tables")
    'postgresql://db.example/tables'
    """
    if text.startswith(("postgresql://", "postgres://")):
        return text
    if "://" in text:
        raise Refused("bad-store-address")
    return Path(text)


def open_store(place: StorePlace, node: str = "") -> Store:
    """Open a store for a server, which a proxy knows by the name `node`. Needs a running event loop."""
    if isinstance(place, Path):
        return SqliteStore(place)
    with _driver():
        from tacora.server.storage.postgres import PostgresStore
        from tacora.server.storage.postgres_schema import refusing
    with refusing(place):  # Whoever may not write, for one.
        return PostgresStore(place, node=node)


@contextlib.contextmanager
def served(place: StorePlace) -> Iterator[None]:
    """Hold a store while a server uses it. Refuses a corrupt one, and a file that another server serves."""
    with administered(place) as admin:
        admin.verify()
    with sole_server(place) if isinstance(place, Path) else contextlib.nullcontext():
        yield


@contextlib.contextmanager
def administered(place: StorePlace) -> Iterator[StoreAdmin]:
    """Open a store for administration."""
    admin = _admin(place)
    try:
        yield admin
    finally:
        admin.close()


def shown(place: StorePlace) -> str:
    """The place of a store, without user and password."""
    if isinstance(place, Path):
        return str(place)
    with _driver():
        from tacora.server.storage import postgres_schema
    return postgres_schema.shown(place)


def _admin(place: StorePlace) -> StoreAdmin:
    if isinstance(place, Path):
        return SqliteAdmin(place)
    with _driver():
        from tacora.server.storage.postgres_admin import PostgresAdmin
    return PostgresAdmin(place)


@contextlib.contextmanager
def _driver() -> Iterator[None]:
    try:
        yield
    except ImportError:
        raise Refused("needs-postgres") from None
