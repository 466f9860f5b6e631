"""Where clients come from, as limits count it."""

from __future__ import annotations

import ipaddress
from collections import Counter
from functools import lru_cache

SITE_PREFIX, SITE_FACTOR = 48, 16
"""An IPv6 site may have many /64 networks: together they have so many times the limit of one."""


@lru_cache(maxsize=8192)
def client_network(host: str) -> str:
    """The network that a client controls: an IPv4 address, or an IPv6 /64.

    >>> client_network("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((address.packed, 64), strict=False))


@lru_cache(maxsize=8192)
def networks(address: str) -> tuple[tuple[str, int], ...]:
    """The networks by which a `client_network` is limited, and how many times the limit holds for each.

    >>> networks("192.0.2.1")
    (('192.0.2.1', 1),)
    >>> networks("2001:db8:1:2::/64")
    (('2001:db8:1:2::/64', 1), ('2001:db8:1::/48', 16))
    """
    if "/" not in address:
        return ((address, 1),)
    site = ipaddress.ip_network(address).supernet(new_prefix=SITE_PREFIX)
    return (address, 1), (str(site), SITE_FACTOR)


class NetworkCounter:
    """How many of something each network has at the same time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more, if none of the networks of this address has too many."""
        if any(self._counts[network] >= self.most * factor for network, factor in networks(address)):
            return False
        self._counts.update(network for network, _ in networks(address))
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        for network, _ in networks(address):
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]

    def __len__(self) -> int:
        """How many networks have any."""
        return len(self._counts)
