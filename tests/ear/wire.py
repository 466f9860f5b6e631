"""The network between a browser and a server: it can be cut, and mended."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType


class Wire:
    """A port that leads to another one, as long as the wire is whole."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._carriers: list[threading.Thread] = []
        self._whole = True
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Wire:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._thread.join(5)
        self.cut()
        for carrier in self._carriers:
            carrier.join(5)
        for end in self._ends:
            end.close()

    def cut(self) -> None:
        """Nothing goes through any more."""
        self._whole = False
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._whole = True

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._door.accept()
                if not self._whole:
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [here, there]
                for one, other in ((here, there), (there, here)):
                    self._carriers.append(threading.Thread(target=_carry, args=(one, other), daemon=True))
                    self._carriers[-1].start()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for end in (one, other):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
