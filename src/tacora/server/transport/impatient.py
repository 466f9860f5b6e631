"""Connections that end although the other side neither reads nor goes."""

from __future__ import annotations

import asyncio


class Impatient(asyncio.Protocol):
    """A connection that is cut, not closed politely, if the other side does not take what waits for it.

    To close politely means to wait until everything is sent, and such a client would make the server wait for ever.
    """

    PATIENCE = 10.0
    """Seconds for which a client may take next to nothing while much waits for it, or anything does at the end."""
    LAST_PATIENCE = 3.0
    """Seconds that everybody has when the server stops."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _cut: asyncio.TimerHandle | None = None
    _end: asyncio.TimerHandle | None = None
    lost = False

    def pause_writing(self) -> None:
        """More waits for the client than the network takes."""
        super().pause_writing()
        self._cut = self.loop.call_later(self.PATIENCE, self.abort)

    def resume_writing(self) -> None:
        """The client has taken nearly everything."""
        self._keep()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.lost = True
        self._keep()
        if self._end is not None:
            self._end.cancel()
            self._end = None
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops."""
        if self.transport.is_closing():
            self.abort()
            return
        super().shutdown()  # type: ignore[misc]
        self._end = self.loop.call_later(self.LAST_PATIENCE, self.abort)

    def let_go(self) -> None:
        """Wait, once the connection is closed from this side, until the rest is taken; not for ever."""
        if self._end is None and not self.lost and self.transport.is_closing():
            self._end = self.loop.call_later(self.PATIENCE, self.abort)

    def _keep(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None

    def abort(self) -> None:
        """Cut the connection, whatever still waits to be sent."""
        self._keep()
        self.transport.abort()
