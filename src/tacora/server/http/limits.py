"""What one client may ask of the server."""

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
    """What one client may ask of the server."""

    frames_per_second: float = 20.0
    burst: int = 60
    tables_per_hour: int = 60
    """From one address."""
    misses_per_minute: int = 60
    """Tables that there are not, asked for from one address: codes are short, and are not to be tried out."""
    records_per_minute: int = 60
    """Records of other games read for one address, to be replayed."""
    connections: int = 20_000
    hello_within: float = 10.0
    """Seconds in which a connection has to say which table it is for."""
    origins: tuple[str, ...] = ()
    """Other pages that may connect; a page of this server always may."""


class RateLimit:
    """How often something was done from each address within a sliding window."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self._seconds = most, seconds
        self._times: dict[str, deque[float]] = {}

    def full(self, address: str) -> bool:
        """Whether it was done as often as it may be."""
        times, now = self._times.get(address, ()), time.monotonic()
        return sum(at > now - self._seconds for at in times) >= self.most

    def count(self, address: str) -> None:
        """It was done once more."""
        self._times.setdefault(address, deque(maxlen=self.most)).append(time.monotonic())

    def take_back(self, address: str) -> None:
        """It was not done after all."""
        self._times[address].pop()
        if not self._times[address]:
            del self._times[address]

    def forget(self) -> None:
        """Let go of addresses that did nothing for as long."""
        before = time.monotonic() - self._seconds
        self._times = {address: times for address, times in self._times.items() if times[-1] > before}


def plain_origin(text: str) -> str:
    """Another server's address as a browser says it: scheme and host, in small letters."""
    try:
        parts = urlsplit(text.lower())
        sound = parts.scheme in ("http", "https") and parts.netloc and parts.path in ("", "/") and not parts.query
    except ValueError:
        sound = False
    if not sound:
        raise Refused("bad-origin", origin=text)
    return f"{parts.scheme}://{parts.netloc}"


def same_origin(connection: HTTPConnection, limits: Limits) -> bool:
    """A browser says which page asks; other programs say nothing, and could say anything."""
    origin = connection.headers.get("origin")
    if origin is None or origin in limits.origins:
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and host == connection.headers.get("host")


def address_of(connection: HTTPConnection) -> str:
    """Where somebody asks from. An IPv6 client controls its whole /64."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((address.packed, 64), strict=False))
