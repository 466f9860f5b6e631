"""Numba's simulator of a GPU: a thread of Python for each of the device's."""

from __future__ import annotations

import threading

MOMENT = 0.001
"""Seconds: shorter than any game takes there."""


def wait_for_threads() -> None:
    """Have it wait for its threads: it asks each again and again whether it is alive, which took most of the time."""
    from numba.cuda.simulator.kernel import BlockThread

    def is_alive(thread: threading.Thread) -> bool:
        thread.join(MOMENT)
        return threading.Thread.is_alive(thread)

    BlockThread.is_alive = is_alive
