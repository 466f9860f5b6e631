"""Event loops for tests. Playwright's synchronous interface leaves a loop running in the main thread."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T], loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None) -> T:
    """`asyncio.run` in a fresh thread, so that it works whether or not a loop runs in this one."""
    results: list[T] = []
    errors: list[BaseException] = []
    loops: list[asyncio.AbstractEventLoop] = []

    def work() -> None:
        try:
            with asyncio.Runner(loop_factory=loop_factory) as runner:
                loops.append(runner.get_loop())
                results.append(runner.run(coroutine))
        except BaseException as error:  # outcomes of pytest, such as a skip, are no Exceptions
            errors.append(error)

    thread = threading.Thread(target=contextvars.copy_context().run, args=(work,), name="test's loop", daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException as limit:  # Of time, or Ctrl-C. What is cancelled tells where it was.
        for loop in loops:
            loop.call_soon_threadsafe(_cancel_all, loop)
        thread.join(10)
        raise limit from next(iter(errors), None)
    if errors:
        raise errors[0]
    return results[0]


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
