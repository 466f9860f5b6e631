"""The tokens that own seats. A table stores their digests, never the tokens themselves.

A session hashes each of its tokens once, when it arrives, and is known by the digests from then on.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import NewType

Digest = NewType("Digest", str)


def digest(token: str) -> Digest:
    """The digest that is stored in place of a token."""
    return Digest(hashlib.sha256(token.encode()).hexdigest())


def same(given: Digest, kept: str | None) -> bool:
    """Whether this is the stored digest. Compares in constant time."""
    return kept is not None and hmac.compare_digest(given, kept)
