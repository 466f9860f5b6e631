"""The tokens that own seats. A table stores their digests, never the tokens themselves."""

from __future__ import annotations

import hashlib
import hmac


def digest(token: str) -> str:
    """The digest that is stored in place of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(token: str, kept: str | None) -> bool:
    """Whether the token has this digest. Compares in constant time."""
    return kept is not None and hmac.compare_digest(digest(token), kept)
