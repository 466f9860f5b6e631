"""The shuffles that a seed determines, to verify a deal. docs/record-format.md specifies the algorithm."""

from __future__ import annotations

from msgspec import Struct


class Shuffle(Struct, frozen=True, omit_defaults=True):
    """One shuffle: its input in order, and what is known of its result."""

    label: str
    items: tuple[str, ...]
    kind: str
    """What `came` holds. `cave` and `deck`: the first cards, in order. `fixed`: items among the first `count`, whereas
    those in `not_came` are not. `first`: the first item."""
    number: int
    """Number of the expedition, or of the game."""
    came: tuple[str, ...]
    not_came: tuple[str, ...] = ()
    count: int | None = None
