"""Results that many ask for, worked out once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SharedCache(Generic[K, V]):
    """The latest results, and those on their way: whoever asks for the same meanwhile waits for the same."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._running: dict[K, asyncio.Task[V]] = {}

    def __contains__(self, key: K) -> bool:
        """Whether asking for this costs nothing more."""
        return key in self._kept or key in self._running

    async def get(self, key: K, work: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """The result for a key, by this work if it has to be done. It goes on if whoever asked first goes away."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._running:
            task = self._running[key] = asyncio.get_running_loop().create_task(work())
            task.add_done_callback(lambda done: self._done(key, done))
        return await asyncio.shield(self._running[key])

    def _done(self, key: K, task: asyncio.Task[V]) -> None:
        del self._running[key]
        if task.cancelled() or task.exception() is not None:  # Nothing is kept; the next who asks tries again.
            return
        self._kept[key] = task.result()
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
