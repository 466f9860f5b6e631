"""Tokens that seats belong to. A table keeps their digests, never the tokens themselves."""

from __future__ import annotations

import hashlib
import hmac


def digest(token: str) -> str:
    """What is kept of a token: enough to know it again, too little to find it out."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(token: str, kept: str | None) -> bool:
    """Whether this is the token of that digest, in a time that does not tell how much of it is right."""
    return kept is not None and hmac.compare_digest(digest(token), kept)
