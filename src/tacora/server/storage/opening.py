"""The one place that knows which kinds of stores there are."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tacora.server.storage.sqlite import SqliteStore
from tacora.server.storage.sqlite_admin import SqliteAdmin
from tacora.server.storage.store import Store, StoreAdmin


def open_store(file: Path) -> Store:
    """The store in this file, for a server; it needs a running event loop."""
    return SqliteStore(file)


@contextlib.contextmanager
def administered(file: Path) -> Iterator[StoreAdmin]:
    """The store in this file, for an operator."""
    admin = SqliteAdmin(file)
    try:
        yield admin
    finally:
        admin.close()
