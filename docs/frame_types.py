"""Prints the frames of the protocol as TypeScript declarations, for the types that the pages' scripts are checked with.

`make types` writes them where the scripts find them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tacora.protocol import schema

Schema = dict[str, Any]

_HEAD = """// The frames of the table protocol, written by `make types` from its schema. A field that the server
// leaves out has its default.
"""
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def declarations() -> str:
    """The whole file."""
    parts: dict[str, Schema] = schema()["$defs"]
    heard = {reference["$ref"] for reference in parts["news"]["anyOf"]} | {"#/$defs/Chair"}
    written = [
        _declaration(name, part, f"#/$defs/{name}" in heard)
        for name, part in parts.items()
        if "$ref" not in part  # Another name of the same.
    ]
    return "\n".join([_HEAD, *written])


def _declaration(name: str, part: Schema, heard: bool) -> str:
    about = f"/** {part['description']} */\n" if "description" in part else ""
    if "properties" not in part:
        return f"{about}export type {_name(name)} = {_type(part)};\n"
    fields = "".join(f"  {line}\n" for line in _fields(part, heard))
    return f"{about}export interface {_name(name)} {{\n{fields}}}\n"


def _fields(part: Schema, heard: bool) -> Iterator[str]:
    for field, kind in part["properties"].items():
        if field in part["required"]:
            yield f"{field}: {_type(kind)};"
        else:
            default = kind["default"]
            # What the server would send as null, it leaves out; a client may write it either way.
            shown = _without_null(kind) if heard and default is None else kind
            note = "" if default is None else f" // {json.dumps(default)}"
            yield f"{field}?: {_type(shown)};{note}"


def _without_null(kind: Schema) -> Schema:
    return {"anyOf": [choice for choice in kind["anyOf"] if choice != {"type": "null"}]}


def _type(kind: Schema) -> str:
    """A JSON schema as a type.

    >>> _type({"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Chair"}, {"type": "null"}]}})
    '(Chair | null)[]'
    """
    if "$ref" in kind:
        return _name(kind["$ref"].removeprefix("#/$defs/"))
    if "anyOf" in kind:
        return " | ".join(map(_type, kind["anyOf"]))
    if "enum" in kind:
        return " | ".join(map(json.dumps, kind["enum"]))
    match kind.get("type"):
        case "array":
            return _array(kind)
        case "object":
            within = kind.get("additionalProperties", {})
            return f"Record<string, {_type(within)}>"
        case None:
            return "any"
        case plain:
            return _PLAIN[plain]


def _array(kind: Schema) -> str:
    if "prefixItems" in kind:
        return f"[{', '.join(map(_type, kind['prefixItems']))}]"
    items = _type(kind["items"])
    return f"({items})[]" if " " in items else f"{items}[]"


def _name(name: str) -> str:
    """The name of a type; where two games have one of the same name, it begins with the game.

    >>> _name("tacora.games.diamant.rules.View"), _name("mister-diamond-event"), _name("PassHost")
    ('DiamantView', 'MisterDiamondEvent', 'PassHost')
    """
    *_, game, _module, own = ["", "", *name.split(".")] if "." not in name else name.split(".")
    words = re.split("[-_]", f"{game}-{own}" if game else own)
    return "".join(word[:1].upper() + word[1:] for word in words)


if __name__ == "__main__":
    print(declarations(), end="")
