"""Limits on clients: rates, origins, and the addresses that rates are counted by."""

from __future__ import annotations

import dataclasses
import difflib
import ipaddress
import math
import re
import time
from collections import deque
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tacora.game import Refused
from tacora.server.live.limits import Limits
from tacora.server.transport.gate import Network
from tacora.server.transport.networks import client_network, networks


class RateLimit:
    """Counts events per address in a sliding window."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self._seconds = most, seconds
        self._times: dict[str, deque[float]] = {}

    def full(self, address: str, pending: int = 0) -> bool:
        """Whether the limit of one of the networks of this address is reached, with events that are not counted yet."""
        since = time.monotonic() - self._seconds
        for network, factor in networks(address):
            times, left = self._times.get(network, ()), self.most * factor - pending
            if left <= 0 or (len(times) >= left and times[-left] > since):
                return True
        return False

    def count(self, address: str) -> None:
        """Count an event."""
        for network, factor in networks(address):
            self._times.setdefault(network, deque(maxlen=self.most * factor)).append(time.monotonic())

    def take_back(self, address: str) -> None:
        """Uncount the last event."""
        for network, _ in networks(address):
            self._times[network].pop()
            if not self._times[network]:
                del self._times[network]

    def forget(self) -> None:
        """Drop addresses without events in the window."""
        before = time.monotonic() - self._seconds
        self._times = {network: times for network, times in self._times.items() if times[-1] > before}


def limits_from(given: Sequence[str], origins: Sequence[str]) -> Limits:
    """Limits as an operator writes them.

    >>> limits_from(["tables-per-hour=5"], []).tables_per_hour
    5
    """
    usual = dataclasses.asdict(Limits())
    kinds: dict[str, type[float]] = {name: type(value) for name, value in usual.items() if name != "origins"}
    wanted: dict[str, float] = {}
    for text in given:
        name, _, value = text.partition("=")
        known = name.replace("-", "_")
        if known not in kinds:
            near = difflib.get_close_matches(known, kinds, n=3, cutoff=0.0)
            raise Refused("unknown-limit", given=name, near=", ".join(each.replace("_", "-") for each in near))
        try:
            wanted[known] = kinds[known](value)
        except ValueError:
            wanted[known] = math.nan
        if not 0 < wanted[known] < math.inf:
            raise Refused("bad-whole-limit" if kinds[known] is int else "bad-limit", limit=name, given=value)
    return Limits(origins=tuple(map(plain_origin, origins)), **wanted)  # type: ignore[arg-type]


def plain_network(text: str) -> Network:
    """An address, or a network of addresses, such as 10.0.0.0/8."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise Refused("bad-network", given=text) from None


def plain_host(text: str) -> str:
    """The name or the address of a server, without scheme, port or path."""
    written = f"[{text}]" if ":" in text and not text.startswith("[") else text
    try:
        parts = urlsplit(f"//{written}")
        sound = parts.netloc == written and parts.port is None and not written.endswith(":") and "@" not in written
    except ValueError:
        sound = False
    if not sound or not parts.hostname or not re.fullmatch(r"[A-Za-z0-9.:-]{1,253}", parts.hostname):
        raise Refused("bad-host-name", given=text)
    return parts.hostname


def plain_node(text: str) -> str:
    """The name of a process, as an address can carry it."""
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,63}", text):
        raise Refused("bad-node", given=text)
    return text


def plain_origin(text: str) -> str:
    """Normalise an origin to what browsers send: scheme and host, in lower case."""
    try:
        parts = urlsplit(text.lower())
        sound = parts.scheme in ("http", "https") and parts.netloc and parts.path in ("", "/") and not parts.query
    except ValueError:
        sound = False
    if not sound:
        raise Refused("bad-origin", origin=text)
    return f"{parts.scheme}://{parts.netloc}"


def same_origin(connection: HTTPConnection, limits: Limits) -> bool:
    """Whether a request comes from an allowed origin. Only browsers can be relied on to send one."""
    origin = connection.headers.get("origin")
    if origin is None or origin in limits.origins:
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and host == connection.headers.get("host")


def address_of(connection: HTTPConnection) -> str:
    """The network that a client is counted by."""
    return client_network(connection.client.host if connection.client else "")
