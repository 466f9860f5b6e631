"""The options of a game, as results name them."""

from __future__ import annotations

from collections.abc import Mapping

from tacora.games.kind import GameKind, Scalar
from tacora.narration import Catalogue


def options_named(say: Catalogue, kind: GameKind, chosen: Mapping[str, Scalar]) -> list[str]:
    """The options that differ from the usual: those switched on, and any but the first of several values."""
    named = []
    for option in kind.options:
        value = chosen.get(option.name)
        if value is True:
            named.append(say(f"study-with-{option.name}"))
        elif isinstance(value, str) and value != option.values[0]:
            named.append(say(f"study-with-{option.name}-{value}"))
    return named
