"""Limits on clients: rates, origins, and the addresses that rates are counted by."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tacora.game import Refused


@dataclass(frozen=True)
class Limits:
    """The limits of a server."""

    frames_per_second: float = 20.0
    burst: int = 60
    tables_per_hour: int = 60
    """Opened from one address."""
    misses_per_minute: int = 60
    """Requests for unknown tables from one address: codes are short enough to be guessed by brute force."""
    records_per_minute: int = 60
    """Uploaded records replayed for one address."""
    connections: int = 20_000
    hello_within: float = 10.0
    """Seconds in which a connection has to send its `hello`."""
    origins: tuple[str, ...] = ()
    """Other origins that may connect; the server's own always may."""


class RateLimit:
    """A rate limit by address over a sliding window."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self._seconds = most, seconds
        self._times: dict[str, deque[float]] = {}

    def full(self, address: str) -> bool:
        """Whether this address has reached the limit."""
        times, now = self._times.get(address, ()), time.monotonic()
        return sum(at > now - self._seconds for at in times) >= self.most

    def count(self, address: str) -> None:
        """Count one event."""
        self._times.setdefault(address, deque(maxlen=self.most)).append(time.monotonic())

    def take_back(self, address: str) -> None:
        """Uncount the last event."""
        self._times[address].pop()
        if not self._times[address]:
            del self._times[address]

    def forget(self) -> None:
        """Drop addresses without an event in the window."""
        before = time.monotonic() - self._seconds
        self._times = {address: times for address, times in self._times.items() if times[-1] > before}


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
    """The address that limits count a client by. An IPv6 client controls its whole /64."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((address.packed, 64), strict=False))
