"""The protocol as a JSON Schema, in docs/protocol.schema.json and published by every server."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct

from tacora.games.registry import GAMES
from tacora.protocol.frame import VERSION
from tacora.protocol.news import AnyNews
from tacora.protocol.wishes import AnyWish


def schema() -> dict[str, Any]:
    """The JSON Schema of every frame, and of the events and views within them."""
    kinds = tuple(GAMES.values())
    of_kinds = [(kind.event_type, kind.view_type, kind.derived_type or _Nothing) for kind in kinds]
    types = (AnyWish, AnyNews, *chain.from_iterable(zip(*of_kinds, strict=True)))
    (wishes, news, *others), parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    events, views, derived = (others[at : at + len(kinds)] for at in range(0, len(others), len(kinds)))
    of_games: dict[str, Any] = {}
    for kind, event, view, more in zip(kinds, events, views, derived, strict=True):
        _as_shown(parts[_part(view)], parts[_part(more)])
        of_games |= {f"{kind.name}-event": event, f"{kind.name}-view": view}
    for name in set(map(_part, derived)):
        del parts[name]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tacora table protocol, version {VERSION}",
        "$defs": {"wish": wishes, "news": news, **of_games, **parts},
    }


@cache
def schema_text() -> bytes:
    """The schema as formatted JSON."""
    return msgspec.json.format(msgspec.json.encode(schema()), indent=1) + b"\n"


class _Nothing(Struct, frozen=True):
    """Stands in for the derived type of a game that has none."""


def _part(reference: dict[str, Any]) -> str:
    return str(reference["$ref"].rpartition("/")[2])


def _as_shown(view: dict[str, Any], derived: dict[str, Any]) -> None:
    """Change the schema of a view as `tacora.games.parts.GameParts.shown` changes the view."""
    view["properties"] |= derived["properties"]
    view["required"] += derived["required"]
    if view["properties"].pop("seat", None):
        view["required"].remove("seat")
    if "unseen" in view["properties"]:
        view["properties"]["unseen"] = {"type": "object", "additionalProperties": {"type": "integer"}}
