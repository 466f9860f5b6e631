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

    def work() -> None:
        try:
            with asyncio.Runner(loop_factory=loop_factory) as runner:
                results.append(runner.run(coroutine))
        except BaseException as error:  # outcomes of pytest, such as a skip, are no Exceptions
            errors.append(error)

    thread = threading.Thread(target=contextvars.copy_context().run, args=(work,), name="test's loop", daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
