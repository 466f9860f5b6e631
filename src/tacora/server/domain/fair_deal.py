"""The seed of a deal: nobody alone decides it, and everybody can work it out afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def game_secret(table_secret: str, game: int) -> str:
    """A table's part of the seed of one of its games; all in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(table_secret) + game.to_bytes(4, "big")).hexdigest()


def promise_of(secret: str) -> str:
    """What is shown of such a part before anybody adds to it."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def deal_seed(secret: str, luck: Sequence[str]) -> bytes:
    """SHA-256 of a label, the table's secret, and the SHA-256 of what every seat put in, in the order of the seats."""
    parts = [bytes.fromhex(secret), *(hashlib.sha256(part.encode()).digest() for part in luck)]
    return hashlib.sha256(b"tacora deal\0" + b"".join(parts)).digest()
