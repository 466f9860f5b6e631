"""Opens stores: the only module that knows their implementations."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tacora.server.storage.sqlite import SqliteStore
from tacora.server.storage.sqlite_admin import SqliteAdmin
from tacora.server.storage.store import Store, StoreAdmin


def open_store(file: Path) -> Store:
    """Open the store in this file for a server. Needs a running event loop."""
    return SqliteStore(file)


@contextlib.contextmanager
def administered(file: Path) -> Iterator[StoreAdmin]:
    """Open the store in this file for administration."""
    admin = SqliteAdmin(file)
    try:
        yield admin
    finally:
        admin.close()
