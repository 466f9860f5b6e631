"""The seed of a deal: no single party can choose it, and anyone can recompute it afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def game_secret(table_secret: str, game: int) -> str:
    """The table's share of one game's seed, derived from the table's secret; both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(table_secret) + game.to_bytes(4, "big")).hexdigest()


def promise_of(secret: str) -> str:
    """The commitment to such a share, published before players add theirs."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def deal_seed(secret: str, luck: Sequence[str]) -> bytes:
    """SHA-256 over a label, the table's share, and the SHA-256 of each seat's contribution, in seat order."""
    parts = [bytes.fromhex(secret), *(hashlib.sha256(part.encode()).digest() for part in luck)]
    return hashlib.sha256(b"tacora deal\0" + b"".join(parts)).digest()
