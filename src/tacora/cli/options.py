"""The options of a game, in the words of a result."""

from __future__ import annotations

from collections.abc import Mapping

from tacora.games.kind import GameKind, Scalar
from tacora.narration import Catalogue


def options_named(say: Catalogue, kind: GameKind, chosen: Mapping[str, Scalar]) -> list[str]:
    """What is played otherwise than usual: whatever is switched on, and any but the first of several values."""
    named = []
    for option in kind.options:
        value = chosen.get(option.name)
        if value is True:
            named.append(say(f"study-with-{option.name}"))
        elif isinstance(value, str) and value != option.values[0]:
            named.append(say(f"study-with-{option.name}-{value}"))
    return named
