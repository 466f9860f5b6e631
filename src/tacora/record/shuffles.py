"""What a seed shuffled, for whoever checks a deal. docs/record-format.md specifies how it is done."""

from __future__ import annotations

from msgspec import Struct


class Shuffle(Struct, frozen=True, omit_defaults=True):
    """What was shuffled, as it lay before, and what came of it."""

    label: str
    items: tuple[str, ...]
    kind: str
    """`cave` or `deck`: what came are the first cards, in order. `fixed`: what came is among the first `count`, and
    what did not is not. `first`: what came is the first."""
    number: int
    """Of the expedition, or of the game."""
    came: tuple[str, ...]
    not_came: tuple[str, ...] = ()
    count: int | None = None
