"""What one client, one table and one address may cost a server."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import lru_cache

from tacora.server.transport.line import TokenBucket

WIDER = (48, 16)
"""The prefix of an IPv6 site, which may have many /64 networks, and how many times the limit of one it has."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server. By address means by IPv4 address or by IPv6 /64, and 16 times as much by /48."""

    frames_per_second: float = 20.0
    burst: int = 60
    """Frames that a connection may send at once."""
    connections: int = 20_000
    connections_per_address: int = 300
    connections_per_seat: int = 8
    watchers: int = 200
    """Connections to a table that own no seat."""
    greetings_per_address: int = 32
    """Connections of an address that are told at the same time what they missed."""
    greetings_per_table: int = 8
    tables_per_hour: int = 600
    """Opened from one address."""
    games_per_hour: int = 3_600
    """Started from one address."""
    games_per_table: int = 240
    """Started at one table in an hour."""
    writes_per_second: float = 200.0
    """Wishes from one address that are written down, in the long run."""
    writes_per_table: float = 20.0
    """The same at one table."""
    misses_per_minute: int = 60
    """Requests for unknown tables from one address: codes are short enough to be guessed by brute force."""
    records_per_minute: int = 120
    """Replays worked out for one address."""
    hello_within: float = 10.0
    """Seconds in which a connection has to send its `hello`."""
    origins: tuple[str, ...] = ()
    """Other origins that may connect; the server's own always may."""


UNLIMITED = Limits(
    frames_per_second=1e9,
    burst=10**9,
    connections=10**9,
    connections_per_address=10**9,
    connections_per_seat=10**9,
    greetings_per_address=10**9,
    tables_per_hour=10**9,
    games_per_hour=10**9,
    games_per_table=10**9,
    writes_per_second=1e9,
    writes_per_table=1e9,
    misses_per_minute=10**9,
    records_per_minute=10**9,
)
"""For measurements and tests: only what a slow or endless client may cost is limited."""

LIMIT_CODES = frozenset(
    {
        "crowded",
        "server-full",
        "too-fast",
        "too-many-connections",
        "too-many-games",
        "too-many-greetings",
        "too-many-misses",
        "too-many-replays",
        "too-many-tables",
        "too-many-writes",
        "wrong-host",
        "wrong-origin",
    }
)
"""Refusals that are counted and logged, because an operator may want to change a limit."""

WRITE_BURST = 30.0
"""Seconds' worth of writes that may come at once."""
_HOUR = 3600.0


@lru_cache(maxsize=4096)
def networks(address: str) -> tuple[tuple[str, int], ...]:
    """The networks by which an address is limited, and how many times the limit holds for each.

    >>> networks("192.0.2.1")
    (('192.0.2.1', 1),)
    >>> networks("2001:db8:1:2::/64")
    (('2001:db8:1:2::/64', 1), ('2001:db8:1::/48', 16))
    """
    if "/" not in address:
        return ((address, 1),)
    prefix, factor = WIDER
    return (address, 1), (str(ipaddress.ip_network(address).supernet(new_prefix=prefix)), factor)


class AddressBuckets:
    """A token bucket for every address that lately did something."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, max(int(most), 1)
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str) -> bool:
        """Take a token from each network of this address; false if one of them has none left."""
        buckets = []
        for network, factor in networks(address):
            if network not in self._buckets:
                self._buckets[network] = TokenBucket(self._rate * factor, self._most * factor)
            buckets.append(self._buckets[network])
        taken = [bucket.take() for bucket in buckets]
        return all(taken)

    def forget(self) -> None:
        """Drop the buckets that are full again."""
        self._buckets = {network: bucket for network, bucket in self._buckets.items() if not bucket.full}


class Quotas:
    """What addresses may have written."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.writes = AddressBuckets(limits.writes_per_second, limits.writes_per_second * WRITE_BURST)
        self.games = AddressBuckets(limits.games_per_hour / _HOUR, limits.games_per_hour)

    def forget(self) -> None:
        """Drop what no longer matters."""
        self.writes.forget()
        self.games.forget()


class TableQuota:
    """What may be written at one table."""

    __slots__ = "_quotas", "games", "writes"

    def __init__(self, quotas: Quotas) -> None:
        limits = quotas.limits
        self._quotas = quotas
        self.writes = TokenBucket(limits.writes_per_table, max(int(limits.writes_per_table * WRITE_BURST), 1))
        self.games = TokenBucket(limits.games_per_table / _HOUR, limits.games_per_table)

    def may_write(self, address: str) -> bool:
        """Whether another wish may be written down. Takes it from both quotas."""
        return self._quotas.writes.take(address) and self.writes.take()

    def may_start(self, address: str) -> bool:
        """Whether another game may start. Takes it from both quotas."""
        return self._quotas.games.take(address) and self.games.take()
