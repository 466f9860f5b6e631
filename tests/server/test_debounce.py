"""A burst of changes is told once, a moment after the first of them."""

from __future__ import annotations

import asyncio

from tacora.server.live.debounce import Debounce
from tests.loop import run

MOMENT = 0.03


def test_a_burst_is_told_once() -> None:
    async def burst() -> list[str]:
        told: list[str] = []
        debounce, done = Debounce(MOMENT), asyncio.Event()

        def first() -> None:
            told.append("first")
            done.set()

        debounce.soon(first)
        debounce.soon(lambda: told.append("second"))
        await done.wait()
        return told

    assert run(burst()) == ["first"]


def test_a_timer_that_was_not_needed_tells_a_later_change_no_earlier() -> None:
    async def later() -> float:
        loop = asyncio.get_running_loop()
        debounce = Debounce(MOMENT)
        debounce.soon(lambda: done.set_exception(AssertionError("it was cancelled")))
        debounce.cancel()
        await asyncio.sleep(MOMENT / 2)
        done: asyncio.Future[float] = loop.create_future()
        began = loop.time()
        debounce.soon(lambda: done.set_result(loop.time()))
        assert debounce.due
        return await done - began

    assert run(later()) >= MOMENT - 0.002
