"""Turns the errors of msgspec and JSON into refusals."""

from __future__ import annotations

import json
import re

import msgspec

from tacora.game import Refused

_OPEN_STRING = re.compile(r'"(?:[^"\\]|\\.)*\\?', re.DOTALL)
"""An unterminated string."""
_PLACE = re.compile(r" - at `(?P<path>[^`]+)`$")
_OPTION = re.compile(r"(?P<complaint>.+) for `(?P<field>[^`]+)`")
_BOUNDS = {"": "exactly", "<=": "most", "<": "below", ">=": "least", ">": "above"}
_COMPLAINTS = (
    ("unknown-field", re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)),
    ("missing-field", re.compile(r"Object missing required field `(?P<field>.*)`")),
    ("wrong-type", re.compile(r"Expected `(?P<expected>.*)`, got `(?P<given>.*)`")),
    ("wrong-length", re.compile(r"Expected `\w+` of length (?P<bound>[<>]?=?) ?(?P<n>\d+)(?:, got \d+)?")),
    ("out-of-range", re.compile(r"Expected `\w+` (?P<bound>[<>]=?) (?P<n>-?\d+)")),
    ("wrong-signs", re.compile(r"Expected `str` matching regex .*", re.DOTALL)),
    ("number-too-large", re.compile(r"(?:Integer value|Number) out of range")),
    ("not-an-option", re.compile(r"`(?P<field>.*)` is not an option", re.DOTALL)),
    ("unknown-value", re.compile(r"Invalid (?:enum )?value '?(?P<value>.*?)'?\Z", re.DOTALL)),
)


def shape_error(complaint: str) -> Refused:
    """A validation error of msgspec as a code with facts, which can be told in any language."""
    place = _PLACE.search(complaint)
    path = place["path"] if place else "$"
    complaint = complaint[: place.start()] if place else complaint
    if inner := _OPTION.fullmatch(complaint):
        path, complaint = f"{path}.{inner['field']}", inner["complaint"]
    for code, pattern in _COMPLAINTS:
        if found := pattern.fullmatch(complaint):
            facts: dict[str, str | int]
            facts = {name: fact.replace(" | ", "-or-") for name, fact in found.groupdict().items()}
            if "expected" in facts:  # That something may be left out is no help to whoever gave it.
                facts["expected"] = str(facts["expected"]).removesuffix("-or-null")
            if "bound" in facts:
                facts |= {"bound": _BOUNDS[found["bound"]], "n": int(found["n"])}
            return Refused(code, path=path, **facts)
    return Refused("bad-shape", path=path, detail=complaint)


def unreadable(error: Exception, content: bytes | str) -> Refused:
    """Why something could not be decoded: what msgspec raised, as a refusal.

    >>> unreadable(msgspec.ValidationError("Expected `int` <= 63 - at `$.seat`"), "").facts
    {'path': '$.seat', 'bound': 'most', 'n': 63}
    """
    match error:
        case msgspec.ValidationError():
            return shape_error(str(error))
        case UnicodeDecodeError() | UnicodeEncodeError():
            return Refused("not-utf8", byte=error.start)
        case _:
            return not_json(content if isinstance(content, str) else content.decode(errors="replace"))


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
    except ValueError:  # A number of thousands of digits.
        return Refused("json-value")
    return Refused("json-value")  # Python's parser accepts some invalid JSON, such as NaN.
