"""A store whose disk is full."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from tacora.server.storage.sqlite import SqliteStore
from tacora.server.storage.store import StoreFailed
from tests.server.serving import Serving


@contextlib.contextmanager
def full_disk(serving: Serving) -> Iterator[None]:
    """Every write fails from here to the end of the block."""
    store = serving.server.registry.store
    assert isinstance(store, SqliteStore)

    def fail(_: object, batch: list[Any]) -> list[Any]:
        store._broken.update(table for table, *_ in batch)
        return [(done, StoreFailed("the disk is full")) for *_, done in batch]

    store._commit = fail  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        del store._commit
