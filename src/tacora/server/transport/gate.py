"""Admits connections before anything is read from them, so that no peer takes all of the server's descriptors."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from tacora.server.transport.refusals import Refusals

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

RESERVE = 64
"""Descriptors that are left for the store, for logs and for the event loop."""


class Gate:
    """Counts open connections, in total and by peer. A trusted proxy stands for many, so it has no limit of its own."""

    def __init__(
        self, most: int, per_peer: int, trusted: Iterable[Network] = (), refused: Refusals | None = None
    ) -> None:
        self._most, self._per_peer = most, per_peer
        self._trusted = tuple(trusted)
        self._open: Counter[str] = Counter()
        self._total = 0
        self.refused = refused or Refusals()

    def admit(self, peer: str) -> bool:
        """Whether another connection from this peer is served, which is then counted."""
        if self._total >= self._most:
            self.refused.note("no-descriptors", peer)
        elif self._open[peer] >= self._per_peer and not self._is_trusted(peer):
            self.refused.note("too-many-sockets", peer)
        else:
            self._total += 1
            self._open[peer] += 1
            return True
        return False

    def leave(self, peer: str) -> None:
        """A connection that was admitted is gone."""
        self._total -= 1
        self._open[peer] -= 1
        if not self._open[peer]:
            del self._open[peer]

    def _is_trusted(self, peer: str) -> bool:
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self._trusted)
