"""Fair shuffles out of a secret seed, and the commitment to that seed.

The whole scheme is SHA-256 and small integers, so that it gives the same cards in any language and in ten years.
`docs/record-format.md` specifies it and carries test vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Seed: TypeAlias = bytes
"""32 secret bytes, fixed before the first card and shown after the last."""

SEED_BYTES = 32
MOST_ITEMS = 256

# For n items left, bytes from _LIMITS[n] on are thrown away: below it every remainder of n is equally frequent.
_LIMITS = (0, *(256 - 256 % n for n in range(1, MOST_ITEMS + 1)))


def commitment(seed: Seed) -> str:
    """The promise shown before the first card: SHA-256 of the seed, in hexadecimal.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return sha256(seed).hexdigest()


def shuffle(items: Sequence[T], seed: Seed, label: str, count: int = MOST_ITEMS) -> tuple[T, ...]:
    """The items in an order that only seed and label decide; with `count`, the first so many of that order.

    Fisher–Yates from the front, place i swapped with a place drawn from i on, so the top of a deck can be had without
    working out the rest, and asking again for more gives the same top.

    The random bytes of a label are blocks of SHA-256(label, a zero byte, seed, block number in four bytes). The label
    stands first so that nothing follows from the published commitment, whose message begins with the seed.

    >>> shuffle("ABCDE", bytes(32), "example")
    ('D', 'B', 'A', 'E', 'C')
    >>> shuffle("ABCDE", bytes(32), "example", count=2)
    ('D', 'B')
    """
    n = len(items)
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    if n > MOST_ITEMS:
        raise ValueError(f"at most {MOST_ITEMS} items can be shuffled, not {n}")
    order = list(items)
    prefix = label.encode() + b"\0" + seed
    at, wanted, number = 0, min(count, n - 1), 0
    while at < wanted:
        for byte in sha256(prefix + number.to_bytes(4, "big")).digest():
            left = n - at
            if byte < _LIMITS[left]:
                drawn = at + byte % left
                order[at], order[drawn] = order[drawn], order[at]
                at += 1
                if at == wanted:
                    break
        number += 1
    return tuple(order[:count])
