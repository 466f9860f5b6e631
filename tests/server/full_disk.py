"""A store whose disk is full."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NoReturn

from tacora.server.storage.sqlite import SqliteStore
from tests.server.serving import Serving


@contextlib.contextmanager
def full_disk(serving: Serving) -> Iterator[None]:
    """Every write fails from here to the end of the block."""
    store = serving.server.registry.store
    assert isinstance(store, SqliteStore)

    def fail(*_: object) -> NoReturn:
        raise OSError("the disk is full")

    store._commit = fail  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        del store._commit
