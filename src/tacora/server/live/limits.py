"""What one client, one table and one address may cost a server."""

from __future__ import annotations

from dataclasses import dataclass

from tacora.server.transport.line import TokenBucket
from tacora.server.transport.networks import networks


@dataclass(frozen=True)
class Limits:
    """The limits of a server. By address means by IPv4 address or by IPv6 /64, and 16 times as much by /48."""

    frames_per_second: float = 20.0
    burst: int = 60
    """Frames that a connection may send at once."""
    connections: int = 20_000
    connections_per_address: int = 300
    connections_per_seat: int = 16
    watchers: int = 200
    """Connections to a table that own no seat."""
    watchers_per_address: int = 60
    """The same from one address."""
    catch_ups_per_address: int = 64
    """Connections of an address that are told at the same time what they missed."""
    catch_ups_per_table: int = 8
    """The same at one table, but for those who own a seat: they never wait for others."""
    tables_per_hour: int = 600
    """Opened from one address."""
    games_per_hour: int = 3_600
    """Started from one address."""
    games_per_table: int = 240
    """Started at one table in an hour."""
    writes_per_second: float = 50.0
    """Wishes from one address that are written down, in the long run; a minute's worth of them at once."""
    writes_per_seat: float = 5.0
    """The same for each seat of a table."""
    says_per_minute: int = 20
    """What each seat of a table may say, in the long run: whoever plays by ear has to hear it all."""
    requests_per_second: float = 20.0
    """Requests from one address for anything but files, in the long run; ten seconds' worth of them at once."""
    misses_per_minute: int = 60
    """Requests for unknown tables from one address: codes are short enough to be guessed by brute force."""
    replays_per_minute: int = 120
    """Replays worked out for one address."""
    reviews_per_minute: int = 12
    """Games weighed for one address: some seconds of a processor each."""
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
    watchers_per_address=10**9,
    catch_ups_per_address=10**9,
    tables_per_hour=10**9,
    games_per_hour=10**9,
    games_per_table=10**9,
    writes_per_second=1e9,
    writes_per_seat=1e9,
    says_per_minute=10**9,
    requests_per_second=1e8,
    misses_per_minute=10**9,
    replays_per_minute=10**9,
    reviews_per_minute=10**9,
)
"""For measurements and tests: only what a slow or endless client may cost is limited."""

LIMIT_CODES = frozenset(
    {
        "crowded",
        "server-full",
        "too-fast",
        "too-many-connections",
        "too-many-catch-ups",
        "too-many-games",
        "too-many-misses",
        "too-many-requests",
        "too-many-replays",
        "too-many-reviews",
        "too-many-tables",
        "too-many-words",
        "too-many-writes",
        "wrong-host",
        "wrong-origin",
    }
)
"""Refusals that are counted and logged, because an operator may want to change a limit."""

WRITE_BURST = 60.0
"""Seconds' worth of writes that may come at once."""
SAYS_AT_ONCE = 5
REQUEST_BURST = 10.0
GAMES_AT_ONCE = 60
"""Games that may start at once from an address: a few classes."""
_MOST_WRITERS = 256
_HOUR = 3600.0


class AddressBuckets:
    """A token bucket for every network that lately did something."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, max(int(most), 1)
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str) -> bool:
        """Take a token from each network of this address, or from none if one of them has none left."""
        bucket = self._buckets.get(address)
        if bucket is not None and "/" not in address:  # The usual case, for every decision: one network, and known.
            return bucket.take()
        buckets = []
        for network, factor in networks(address):
            if network not in self._buckets:
                self._buckets[network] = TokenBucket(self._rate * factor, self._most * factor)
            buckets.append(self._buckets[network])
        if not all(bucket.ready for bucket in buckets):
            return False
        for bucket in buckets:
            bucket.take()
        return True

    def forget(self) -> None:
        """Drop the buckets that are full again."""
        self._buckets = {network: bucket for network, bucket in self._buckets.items() if not bucket.full}


class Quotas:
    """What addresses may have written."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.writes = AddressBuckets(limits.writes_per_second, limits.writes_per_second * WRITE_BURST)
        self.games = AddressBuckets(limits.games_per_hour / _HOUR, min(limits.games_per_hour, GAMES_AT_ONCE))

    def forget(self) -> None:
        """Drop what no longer matters."""
        self.writes.forget()
        self.games.forget()


class _Buckets:
    """A token bucket for each seat, for the host, and for each address of guests."""

    __slots__ = "_buckets", "_most", "_rate"

    def __init__(self, rate: float, most: int) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[int | str, TokenBucket] = {}

    def take(self, who: int | str) -> bool:
        bucket = self._buckets.get(who)
        if bucket is None:
            if len(self._buckets) > _MOST_WRITERS:
                self._buckets = {each: bucket for each, bucket in self._buckets.items() if not bucket.full}
            bucket = self._buckets[who] = TokenBucket(self._rate, self._most)
        return bucket.take()


class TableQuota:
    """What may be said and written at one table: by each seat, by the host, and by guests of each address."""

    __slots__ = "_games", "_quotas", "_says", "_writes"

    def __init__(self, quotas: Quotas) -> None:
        self._quotas, limits = quotas, quotas.limits
        self._games = TokenBucket(limits.games_per_table / _HOUR, limits.games_per_table)
        self._says = _Buckets(limits.says_per_minute / 60, min(limits.says_per_minute, SAYS_AT_ONCE))
        self._writes = _Buckets(limits.writes_per_seat, max(int(limits.writes_per_seat * WRITE_BURST), 1))

    def may_speak(self, who: int | str) -> bool:
        """Whether something more may be said."""
        return self._says.take(who)

    def may_write(self, who: int | str, address: str) -> bool:
        """Whether another wish may be written down. One client never uses up what another has."""
        return self._writes.take(who) and self._quotas.writes.take(address)

    def may_start(self, address: str) -> bool:
        """Whether another game may start."""
        return self._games.ready and self._quotas.games.take(address) and self._games.take()
