"""What msgspec finds wrong with a text, as refusals."""

from __future__ import annotations

import re

from tacora.game import Refused

_PLACE = re.compile(r" - at `(?P<path>[^`]+)`$")
_COMPLAINTS = (
    ("unknown-field", re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)),
    ("missing-field", re.compile(r"Object missing required field `(?P<field>.*)`")),
    ("wrong-type", re.compile(r"Expected `(?P<expected>.*)`, got `(?P<given>.*)`")),
    ("unknown-value", re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)),
)


def shape_error(complaint: str) -> Refused:
    """What msgspec found wrong, as a code with facts, so that it can be told in any language."""
    place = _PLACE.search(complaint)
    path = place["path"] if place else "$"
    complaint = complaint[: place.start()] if place else complaint
    for code, pattern in _COMPLAINTS:
        if found := pattern.fullmatch(complaint):
            facts = {name: fact.replace(" | ", "-or-") for name, fact in found.groupdict().items()}
            return Refused(code, path=path, **facts)
    return Refused("bad-shape", path=path, detail=complaint)
