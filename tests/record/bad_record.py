"""What it takes to tell of a record with one thing wrong."""

from __future__ import annotations

from typing import NamedTuple

from tests.record.records import Json, changed

JSON_TYPES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a fraction",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
    "null": "nothing",
    "object | array": "an object or a list",
}
"""The types of JSON, and how a refusal names them."""


class Bad(NamedTuple):
    """A record with one thing wrong, and how it is refused."""

    what: str
    record: Json
    code: str
    facts: dict[str, object]
    line: str


def options(**chosen: Json) -> Json:
    return changed(options=chosen)
