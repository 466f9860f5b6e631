"""A proxy for several processes, in a thread of its own: it leads `?at=NAME` to the node of that name."""

from __future__ import annotations

import asyncio
import re
import threading
from types import TracebackType

from tests.server.serving import HELD, Serving


class NodeProxy:
    """Leads each connection to a process, by its first request; whatever names no node goes to `otherwise`."""

    def __init__(self, otherwise: Serving, **nodes: Serving) -> None:
        self.asked: list[str] = []
        """For which node each socket asked."""
        self._otherwise = otherwise
        self._nodes = nodes
        self._led: list[asyncio.Task[None]] = []
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))

    def __enter__(self) -> NodeProxy:
        self._thread.start()
        assert self._ready.wait(HELD)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(HELD)

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._lead, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._stop.wait()
        server.close()
        for led in self._led:
            led.cancel()
        await asyncio.gather(*self._led, return_exceptions=True)

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._led.append(task)
        try:
            await self._carry(reader, writer)
        except asyncio.CancelledError:  # At the end; asyncio's own callback knows no cancelled handlers.
            pass
        finally:
            writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:  # A connection that a browser opened in advance.
            return
        found = re.match(rb"GET /ws/\w+(?:\?at=(\w+))? ", head)
        node = (found[1] or b"").decode() if found else ""
        if found:
            self.asked.append(node)
        there, to_there = await asyncio.open_connection("127.0.0.1", self._nodes.get(node, self._otherwise).port)
        try:
            to_there.write(head)
            await asyncio.gather(_carry(reader, to_there), _carry(there, writer))
        finally:
            to_there.close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    writer.close()
