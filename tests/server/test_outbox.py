"""Frames wait until what they report is durable, and leave together if it became so together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from tacora.server.live.outbox import Outbox
from tacora.server.live.session import Session
from tacora.server.storage.store import StoreFailed
from tests.loop import run


class Writes:
    """A line that keeps what it is given to write, call by call."""

    lost = False

    def __init__(self) -> None:
        self.calls: list[list[bytes]] = []

    def write(self, texts: Sequence[bytes]) -> int:
        self.calls.append(list(texts))
        return 0

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


class Sending:
    """An outbox with two sessions, and appends that become durable when the test says so."""

    def __init__(self) -> None:
        self.lines = Writes(), Writes()
        self.first, self.second = map(Session, self.lines)
        self.outbox = Outbox()
        self.errors: list[BaseException | None] = []

    def append(self, *frames: tuple[Session, list[bytes]]) -> asyncio.Future[None]:
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.outbox.begin()
        self.outbox.add(frames)
        self.outbox.send_when(kept, self.errors.append)
        return kept


def test_appends_that_become_durable_together_are_told_in_one_write_each() -> None:
    async def play() -> None:
        to = Sending()
        sealed = to.append((to.first, [b"thinking"]))
        stepped = to.append((to.first, [b"step"]), (to.second, [b"step"]), (to.first, [b"clock"]))
        to.outbox.post(to.first, b"done")
        sealed.set_result(None)
        stepped.set_result(None)
        await asyncio.sleep(0)
        assert [line.calls for line in to.lines] == [[[b"thinking", b"step", b"clock", b"done"]], [[b"step"]]]
        assert to.errors == [None, None]
        assert to.outbox.in_flight is None
        to.outbox.post(to.second, b"at once")
        assert to.lines[1].calls[1:] == [[b"at once"]]

    run(play())


def test_nothing_waits_for_an_append_that_is_not_durable_yet() -> None:
    async def play() -> None:
        to = Sending()
        sealed, stepped = to.append((to.first, [b"thinking"])), to.append((to.first, [b"step"]))
        sealed.set_result(None)
        await asyncio.sleep(0)
        assert to.lines[0].calls == [[b"thinking"]]
        assert to.outbox.in_flight is stepped
        stepped.set_result(None)
        await asyncio.sleep(0)
        assert to.lines[0].calls == [[b"thinking"], [b"step"]]

    run(play())


def test_what_is_durable_is_told_and_what_failed_in_the_same_moment_is_not() -> None:
    async def play() -> None:
        to = Sending()
        sealed, stepped = to.append((to.first, [b"thinking"])), to.append((to.first, [b"step"]))
        sealed.set_result(None)
        stepped.set_exception(failed := StoreFailed("full"))
        await asyncio.sleep(0)
        assert to.lines[0].calls == [[b"thinking"]]
        assert to.errors == [None, failed]

    run(play())


def test_an_append_that_fails_before_an_earlier_one_has_ended_is_heard_of_after_it() -> None:
    async def play() -> None:
        to = Sending()
        sealed, stepped = to.append((to.first, [b"thinking"])), to.append((to.first, [b"step"]))
        stepped.set_exception(failure := StoreFailed("full"))
        await asyncio.sleep(0)
        assert to.errors == []
        assert to.outbox.in_flight is sealed
        sealed.set_result(None)
        await asyncio.sleep(0)
        assert to.errors == [None, failure]
        assert to.lines[0].calls == [[b"thinking"]]
        assert to.outbox.in_flight is None

    run(play())
