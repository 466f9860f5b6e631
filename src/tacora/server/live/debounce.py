"""A burst of changes, told once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Debounce:
    """Calls something a moment after the first of several changes.

    It keeps no reference to whoever uses it while nothing is due: a cycle would outlive the table. A timer that is not
    needed after all runs on and serves the next change: at a lively table timers cost more than what they call.
    """

    __slots__ = "_act", "_at", "_delay", "_timer"

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._act: Callable[[], None] | None = None
        self._at = 0.0
        """When it is due, in the time of the event loop."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def due(self) -> bool:
        """Whether a call is on its way."""
        return self._act is not None

    def soon(self, act: Callable[[], None]) -> None:
        """Call this in a moment, unless that is due already."""
        if self._act is None:
            self._act = act
            loop = asyncio.get_running_loop()
            self._at = loop.time() + self._delay
            if self._timer is None:
                self._timer = loop.call_at(self._at, self._on_time)

    def cancel(self) -> None:
        """Do not call it after all."""
        self._act = None

    def _on_time(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        if self._act is None:
            return
        if self._at - loop.time() > _EXACT:
            self._timer = loop.call_at(self._at, self._on_time)
            return
        act, self._act = self._act, None
        act()


_EXACT = 0.001
"""Seconds: timers are no more exact than that."""
