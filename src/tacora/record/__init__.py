"""A game as data: read, write, replay, verify. The format is specified in docs/record-format.md."""

from __future__ import annotations

import re
from typing import Literal

import msgspec
from msgspec import Struct

from tacora.game import Refused
from tacora.record.diamant import DiamantRecord, Options, Replay, Summary, Verdict, replay, verify

__all__ = [
    "DiamantRecord",
    "Options",
    "Replay",
    "Summary",
    "Verdict",
    "decode",
    "encode",
    "replay",
    "verify",
]


class _Header(Struct):
    """What must be there before anything else is looked at; the record's own type would forgive a missing game."""

    format: Literal["tacora-record/1"]
    game: Literal["diamant"]


_PLACE = re.compile(r" - at `(?P<path>[^`]+)`$")
_COMPLAINTS = (
    ("unknown-field", re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)),
    ("missing-field", re.compile(r"Object missing required field `(?P<field>.*)`")),
    ("wrong-type", re.compile(r"Expected `(?P<expected>.*)`, got `(?P<given>.*)`")),
    ("unknown-value", re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)),
)


def decode(text: bytes) -> DiamantRecord:
    """Read a record from JSON in UTF-8. Raises `Refused`; says nothing yet about its cards and decisions."""
    try:
        msgspec.json.decode(text, type=_Header)
        return msgspec.json.decode(text, type=DiamantRecord)
    except msgspec.ValidationError as complaint:
        raise _shape_error(str(complaint)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as complaint:
        raise Refused("not-json", detail=str(complaint)) from None


def encode(record: DiamantRecord) -> bytes:
    """Write a record as one line of JSON."""
    return msgspec.json.encode(record)


def _shape_error(complaint: str) -> Refused:
    """What msgspec found wrong, as a code with facts, so that it can be told in any language."""
    place = _PLACE.search(complaint)
    path = place["path"] if place else "$"
    complaint = complaint[: place.start()] if place else complaint
    for code, pattern in _COMPLAINTS:
        if found := pattern.fullmatch(complaint):
            return Refused(code, path=path, **found.groupdict())
    return Refused("bad-shape", path=path, detail=complaint)
