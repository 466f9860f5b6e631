"""Turns the errors of msgspec and JSON into refusals."""

from __future__ import annotations

import json
import re

from tacora.game import Refused

_OPEN_STRING = re.compile(r'"(?:[^"\\]|\\.)*\\?', re.DOTALL)
"""An unterminated string."""
_PLACE = re.compile(r" - at `(?P<path>[^`]+)`$")
_COMPLAINTS = (
    ("unknown-field", re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)),
    ("missing-field", re.compile(r"Object missing required field `(?P<field>.*)`")),
    ("wrong-type", re.compile(r"Expected `(?P<expected>.*)`, got `(?P<given>.*)`")),
    ("unknown-value", re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)),
)


def shape_error(complaint: str) -> Refused:
    """A validation error of msgspec as a code with facts, which can be told in any language."""
    place = _PLACE.search(complaint)
    path = place["path"] if place else "$"
    complaint = complaint[: place.start()] if place else complaint
    for code, pattern in _COMPLAINTS:
        if found := pattern.fullmatch(complaint):
            facts = {name: fact.replace(" | ", "-or-") for name, fact in found.groupdict().items()}
            return Refused(code, path=path, **facts)
    return Refused("bad-shape", path=path, detail=complaint)


def not_json(text: str) -> Refused:
    """Why and where a text is not JSON, as a refusal.

    >>> not_json('{"seats": [').code
    'json-cut'
    >>> not_json('{"seats": 3} 4').facts
    {'line': 1, 'column': 14}
    """
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or _OPEN_STRING.fullmatch(text, error.pos):
            return Refused("json-cut")
        return Refused("not-json", line=error.lineno, column=error.colno)
    except RecursionError:
        return Refused("json-deep")
    return Refused("json-value")  # Python's parser accepts some invalid JSON, such as NaN.
