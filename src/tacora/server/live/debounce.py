"""A burst of changes, told once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Debounce:
    """Calls something a moment after the first of several changes.

    It keeps no reference to whoever uses it while nothing is due: a cycle would outlive the table.
    """

    __slots__ = "_delay", "_timer"

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._timer: asyncio.TimerHandle | None = None

    @property
    def due(self) -> bool:
        """Whether a call is on its way."""
        return self._timer is not None

    def soon(self, act: Callable[[], None]) -> None:
        """Call this in a moment, unless that is due already."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._delay, self._call, act)

    def cancel(self) -> None:
        """Do not call it after all."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _call(self, act: Callable[[], None]) -> None:
        self._timer = None
        act()
