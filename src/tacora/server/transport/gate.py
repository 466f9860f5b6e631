"""Admits connections before anything is read from them, so that no peer takes all of the server's descriptors."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import TypeAlias

from tacora.server.transport.networks import NetworkCounter, client_network
from tacora.server.transport.refusals import Refusals

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

RESERVE = 64
"""Descriptors that are left for the store, for logs and for the event loop."""


class Gate:
    """Counts open connections, in total and by network. A trusted proxy stands for many, and has no limit itself."""

    def __init__(
        self, most: int, per_address: int, trusted: Iterable[Network] = (), refused: Refusals | None = None
    ) -> None:
        self._most = most
        self._trusted = tuple(trusted)
        self._open = 0
        self._by_network = NetworkCounter(per_address)
        self.refused = refused or Refusals()

    def admit(self, peer: str) -> bool:
        """Whether another connection from this peer is served, which is then counted."""
        if self._open >= self._most:
            self.refused.note("no-descriptors", peer)
            return False
        if not self._is_trusted(peer) and not self._by_network.enter(client_network(peer)):
            self.refused.note("too-many-sockets", peer)
            return False
        self._open += 1
        return True

    def leave(self, peer: str) -> None:
        """A connection that was admitted is gone."""
        self._open -= 1
        if not self._is_trusted(peer):
            self._by_network.leave(client_network(peer))

    def _is_trusted(self, peer: str) -> bool:
        if not self._trusted:
            return False
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self._trusted)
