"""Records of any game: read, write, replay, verify. The format is specified in docs/record-format.md."""

from __future__ import annotations

import codecs
import json
import re
from typing import TypeAlias, overload

import msgspec

from tacora.game import Refused
from tacora.games.diamant import record as diamant
from tacora.games.diamant.record import DiamantRecord, Replay
from tacora.games.mister_diamond import record as mister_diamond
from tacora.games.mister_diamond.record import MisterDiamondRecord, MisterReplay
from tacora.record.base import Verdict

__all__ = ["Record", "decode", "encode", "replay", "verify"]

Record: TypeAlias = DiamantRecord | MisterDiamondRecord
"""The record of either game; its field `game` tells which."""


@overload
def replay(record: DiamantRecord) -> Replay: ...
@overload
def replay(record: MisterDiamondRecord) -> MisterReplay: ...
def replay(record: Record) -> Replay | MisterReplay:
    """Play a record from its first card to where it stops. Raises `Refused` with the place of anything wrong."""
    return diamant.replay(record) if isinstance(record, DiamantRecord) else mister_diamond.replay(record)


def verify(record: Record, promised: str | None = None) -> Verdict:
    """Check a seed against the commitment (the record's, or one noted at the start) and against the cards seen."""
    if isinstance(record, DiamantRecord):
        return diamant.verify(record, promised)
    return mister_diamond.verify(record, promised)


_DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)
_PLACE = re.compile(r" - at `(?P<path>[^`]+)`$")
_COMPLAINTS = (
    ("unknown-field", re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)),
    ("missing-field", re.compile(r"Object missing required field `(?P<field>.*)`")),
    ("wrong-type", re.compile(r"Expected `(?P<expected>.*)`, got `(?P<given>.*)`")),
    ("unknown-value", re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)),
)


def decode(text: bytes) -> Record:
    """Read a record from JSON in UTF-8. Raises `Refused`; says nothing yet about its cards and decisions."""
    text = text.removeprefix(codecs.BOM_UTF8)
    if not text.strip():
        raise Refused("empty")
    try:
        text.decode()
        record = _DECODER.decode(text)
        json.loads(text, object_pairs_hook=_once)
        return record
    except msgspec.ValidationError as complaint:
        raise _shape_error(str(complaint)) from None
    except UnicodeDecodeError as complaint:
        raise Refused("not-utf8", byte=complaint.start) from None
    except (msgspec.DecodeError, RecursionError) as complaint:
        raise Refused("not-json", detail=str(complaint)) from None


def _once(pairs: list[tuple[str, object]]) -> None:
    """Refuse an object that says something twice: nobody could tell which of them is meant."""
    names = [name for name, _ in pairs]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise Refused("field-twice", field=name)


def encode(record: Record) -> bytes:
    """Write a record as one line of JSON."""
    return msgspec.json.encode(record)


def _shape_error(complaint: str) -> Refused:
    """What msgspec found wrong, as a code with facts, so that it can be told in any language."""
    place = _PLACE.search(complaint)
    path = place["path"] if place else "$"
    complaint = complaint[: place.start()] if place else complaint
    for code, pattern in _COMPLAINTS:
        if found := pattern.fullmatch(complaint):
            facts = {name: fact.replace(" | ", "-or-") for name, fact in found.groupdict().items()}
            return Refused(code, path=path, **facts)
    return Refused("bad-shape", path=path, detail=complaint)
