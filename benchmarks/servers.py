"""The same application on several servers, to be loaded by `load.py --server NAME`.

python benchmarks/servers.py NAME STORE PORT

`ours` is `tacora serve`; `plain` is that with uvicorn's own websockets-sansio; `hypercorn` and `granian` serve ASGI;
`picows` serves the sockets alone, at the next port, beside a plain uvicorn for everything else. The last two are not
among the dependencies: `pip install granian picows`.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import uvloop

from tacora.server.http.app import make_app
from tacora.server.live.limits import UNLIMITED
from tacora.server.run import configure_gc, serve
from tacora.server.storage.opening import StorePlace, place_of
from tacora.server.transport.line import LARGEST_FRAME, FrameHandler, TokenBucket
from tacora.server.transport.uvicorn_server import GuardedServer

HOST = "127.0.0.1"


def ours(store: StorePlace, port: int) -> None:
    """As `tacora serve` does it."""
    serve(store, HOST, port, UNLIMITED)


def plain(store: StorePlace, port: int) -> None:
    """With uvicorn's own WebSockets."""
    serve(store, HOST, port, UNLIMITED, plain=True)


def hypercorn(store: StorePlace, port: int) -> None:
    """Hypercorn, in this process."""
    from hypercorn.asyncio import serve as run
    from hypercorn.config import Config

    async def main() -> None:
        config = Config()
        config.bind = [f"{HOST}:{port}"]
        config.backlog = 2048
        await run(make_app(store, UNLIMITED), config, shutdown_trigger=_stopped().wait)  # type: ignore[arg-type]

    _run(main())


def granian(store: StorePlace, port: int) -> None:
    """Granian, in this process: its network runs in threads of Rust."""
    from granian.constants import Interfaces
    from granian.server.embed import Server

    async def main() -> None:
        app = make_app(store, UNLIMITED)
        server = Server(app, address=HOST, port=port, interface=Interfaces.ASGI, backlog=2048, websockets=True)
        stopped = _stopped()
        serving = asyncio.create_task(server.serve())
        await stopped.wait()
        server.stop()
        await serving

    _run(main())


def picows(store: StorePlace, port: int) -> None:
    """Sockets by picows at the next port, everything else by uvicorn."""
    from picows import ws_create_server

    async def main() -> None:
        app = make_app(store, UNLIMITED)
        server = GuardedServer(app, plain=True)
        server.config.host, server.config.port = HOST, port
        serving = asyncio.create_task(server.serve())
        sockets = await ws_create_server(
            lambda _: picows_line(app), HOST, port + 1, websocket_handshake_timeout=60, max_frame_size=LARGEST_FRAME
        )
        await serving
        sockets.close()

    _run(main())


def picows_line(app: Any) -> Any:
    """A `Line` over picows: texts go straight to their handler, and straight out."""
    from picows import WSListener, WSMsgType

    class PicowsLine(WSListener):  # type: ignore[misc,unused-ignore]
        lost = False

        def __init__(self) -> None:
            super().__init__()
            self._early: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            self._handler: FrameHandler | None = None
            self._writable = asyncio.Event()
            self._writable.set()

        def on_ws_connected(self, transport: Any) -> None:
            self.transport = transport
            headers = [(b"host", b"here")]
            scope = {"type": "websocket", "path": "/ws", "query_string": b"", "headers": headers, "subprotocols": []}
            extended = {**scope, "client": (HOST, 1), "extensions": {"tacora.line": self}}
            self._early.put_nowait({"type": "websocket.connect"})
            self._meeting = asyncio.create_task(app(extended, self._early.get, self._accepted))

        async def _accepted(self, message: dict[str, Any]) -> None:
            pass

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type == WSMsgType.TEXT:
                if self._handler is not None:
                    self._handler.heard(frame.get_payload_as_bytes())
                else:
                    self._early.put_nowait({"type": "websocket.receive", "text": frame.get_payload_as_utf8_text()})
            elif frame.msg_type == WSMsgType.PING:
                transport.send_pong(frame.get_payload_as_bytes())
            elif frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()

        def on_ws_disconnected(self, transport: Any) -> None:
            self._writable.set()
            if self._handler is not None:
                self._handler.gone()
            else:
                self._early.put_nowait({"type": "websocket.disconnect", "code": 1006})

        def pause_writing(self) -> None:
            self._writable.clear()

        def resume_writing(self) -> None:
            self._writable.set()

        def limit(self, bucket: TokenBucket) -> None:
            pass

        async def listen(self, handler: FrameHandler) -> None:
            self._handler = handler

        def write(self, texts: Sequence[bytes]) -> int:
            for text in texts:
                self.transport.send(WSMsgType.TEXT, text)
            size: int = self.transport.underlying_transport.get_write_buffer_size()
            return size

        async def taken(self) -> None:
            await self._writable.wait()

        def abandon(self) -> None:
            pass

        def end(self, code: int) -> None:
            self.transport.send_close(code)
            self.transport.disconnect()

    return PicowsLine()


def _stopped() -> asyncio.Event:
    """An event for SIGTERM."""
    event = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, event.set)
    return event


def _run(main: Coroutine[Any, Any, None]) -> None:
    configure_gc()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main)


SERVERS: dict[str, Callable[[StorePlace, int], None]] = {
    "ours": ours,
    "plain": plain,
    "hypercorn": hypercorn,
    "granian": granian,
    "picows": picows,
}

if __name__ == "__main__":
    SERVERS[sys.argv[1]](place_of(sys.argv[2]), int(sys.argv[3]))
