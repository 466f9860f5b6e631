"""Records of any game: read, write, replay, verify. The format is specified in docs/record-format.md."""

from __future__ import annotations

import codecs
import json
from functools import lru_cache
from typing import Union

import msgspec

from tacora.game import Refused
from tacora.games.kind import GameKind, Retelling
from tacora.games.registry import GAMES
from tacora.record.base import BaseRecord, Verdict
from tacora.record.shape import unreadable
from tacora.table import AnySave, SavedGame

__all__ = ["decode", "encode", "kind_of_record", "record_types", "retell", "verify"]


def record_types() -> tuple[type[BaseRecord], ...]:
    """The record types of all games."""
    return tuple(kind.record_type for kind in GAMES.values())


@lru_cache(maxsize=2)
def _decoder(types: tuple[type[BaseRecord], ...]) -> msgspec.json.Decoder[BaseRecord]:
    """A decoder of all these types, which differ by their tags."""
    return msgspec.json.Decoder(Union[types])  # noqa: UP007 (made of a list)


def decode(text: bytes) -> BaseRecord:
    """Decode a record from JSON in UTF-8. Raises `Refused`; cards and decisions are not checked yet."""
    text = text.removeprefix(codecs.BOM_UTF8)
    if not text.strip():
        raise Refused("empty")
    try:
        text.decode()
        record = _decoder(record_types()).decode(text)
        json.loads(text, object_pairs_hook=_once)
        return record
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as complaint:
        raise unreadable(complaint, text) from None


def decode_save(text: bytes) -> AnySave:
    """Decode a saved game of any kind. Raises `msgspec.DecodeError`."""
    return _save_decoder(record_types()).decode(text)


@lru_cache(maxsize=2)
def _save_decoder(types: tuple[type[BaseRecord], ...]) -> msgspec.json.Decoder[AnySave]:
    return msgspec.json.Decoder(SavedGame[Union[types]])  # type: ignore[valid-type]  # noqa: UP007


def _once(pairs: list[tuple[str, object]]) -> None:
    """Refuse duplicate fields in an object, which are ambiguous."""
    names = [name for name, _ in pairs]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise Refused("field-twice", field=name)


def encode(record: BaseRecord) -> bytes:
    """Encode a record as one line of JSON."""
    return msgspec.json.encode(record)


def kind_of_record(record: BaseRecord) -> GameKind:
    """The game that was recorded."""
    return next(kind for kind in GAMES.values() if isinstance(record, kind.record_type))


def retell(record: BaseRecord) -> Retelling:
    """Replay a record to its end. Raises `Refused` with the place of anything wrong."""
    return kind_of_record(record).retell(record)


def verify(record: BaseRecord, promised: str | None = None) -> Verdict:
    """Verify a seed against the commitments (the record's, and one noted at the start) and the cards seen."""
    return kind_of_record(record).verify(record, promised)
