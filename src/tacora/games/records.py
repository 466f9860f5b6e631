"""Records of any game: read, write, play again, verify. The format is specified in docs/record-format.md."""

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
from tacora.record.shape import not_json, shape_error
from tacora.table import AnySave, SavedGame

__all__ = ["decode", "encode", "kind_of_record", "record_types", "retell", "verify"]


def record_types() -> tuple[type[BaseRecord], ...]:
    """The records of all games."""
    return tuple(kind.record_type for kind in GAMES.values())


@lru_cache(maxsize=2)
def _decoder(types: tuple[type[BaseRecord], ...]) -> msgspec.json.Decoder[BaseRecord]:
    """Reads any of these, told apart by their tags."""
    return msgspec.json.Decoder(Union[types])  # noqa: UP007 (made of a list)


def decode(text: bytes) -> BaseRecord:
    """Read a record from JSON in UTF-8. Raises `Refused`; says nothing yet about its cards and decisions."""
    text = text.removeprefix(codecs.BOM_UTF8)
    if not text.strip():
        raise Refused("empty")
    try:
        text.decode()
        record = _decoder(record_types()).decode(text)
        json.loads(text, object_pairs_hook=_once)
        return record
    except msgspec.ValidationError as complaint:
        raise shape_error(str(complaint)) from None
    except UnicodeDecodeError as complaint:
        raise Refused("not-utf8", byte=complaint.start) from None
    except (msgspec.DecodeError, RecursionError):
        raise not_json(text.decode()) from None


def decode_save(text: bytes) -> AnySave:
    """Read an unfinished game of any kind. Raises `msgspec.DecodeError`."""
    return _save_decoder(record_types()).decode(text)


@lru_cache(maxsize=2)
def _save_decoder(types: tuple[type[BaseRecord], ...]) -> msgspec.json.Decoder[AnySave]:
    return msgspec.json.Decoder(SavedGame[Union[types]])  # type: ignore[valid-type]  # noqa: UP007


def _once(pairs: list[tuple[str, object]]) -> None:
    """Refuse an object that says something twice: nobody could tell which of them is meant."""
    names = [name for name, _ in pairs]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise Refused("field-twice", field=name)


def encode(record: BaseRecord) -> bytes:
    """Write a record as one line of JSON."""
    return msgspec.json.encode(record)


def kind_of_record(record: BaseRecord) -> GameKind:
    """The game that was recorded."""
    return next(kind for kind in GAMES.values() if isinstance(record, kind.record_type))


def retell(record: BaseRecord) -> Retelling:
    """Play a record from its first card to where it stops. Raises `Refused` with the place of anything wrong."""
    return kind_of_record(record).retell(record)


def verify(record: BaseRecord, promised: str | None = None) -> Verdict:
    """Check a seed against the commitment (the record's, or one noted at the start) and against the cards seen."""
    return kind_of_record(record).verify(record, promised)
