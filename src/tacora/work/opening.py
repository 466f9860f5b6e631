"""A cluster by its address, for programs that can do without."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tacora.game import Refused

if TYPE_CHECKING:
    from typing import TypeAlias

    from tacora.work.cluster import Cluster

    Joined: TypeAlias = Cluster | nullcontext[None]


def cluster_at(address: str | None, warn: Callable[[Refused], None]) -> Joined:
    """The cluster at an address, to be left at the end of a `with`; none without an address.

    Refuses if the extra `cluster` is not installed.
    """
    if address is None:
        return nullcontext()
    if find_spec("distributed") is None:
        raise Refused("needs-cluster")
    from tacora.work.cluster import Cluster

    return Cluster(address, warn)
