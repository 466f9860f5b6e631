"""Records to start from, and how to change them in one place."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

from tacora.games.diamant import Diamant
from tacora.games.diamant.record import DiamantRecord, Options
from tacora.games.records import decode
from tests.cli.program import call
from tests.table import Table

Json: TypeAlias = Any

SEED = "00" * 31 + "07"
NAMES = ("red", "blue", "green", "black", "white", "pink", "grey", "gold")

GOOD: dict[str, Json] = {
    "format": "tacora-record/1",
    "game": "diamant",
    "edition": "tacora-2024",
    "options": {"relics": True, "chests": "open"},
    "seats": ["red", "blue", "green"],
    "deal": [["11", "snakes", "R5", "4"], ["7", "lava", "5"]],
    "decisions": [["CCC", "CLC", "L-L"], ["LCC"]],
}
"""The record of the format page, a little further: a game in progress, in its second cave."""


def changed(**fields: Json) -> dict[str, Json]:
    """The good record with these fields changed."""
    return {**deepcopy(GOOD), **fields}


def without(*fields: str) -> dict[str, Json]:
    """The good record less these fields."""
    return {name: value for name, value in deepcopy(GOOD).items() if name not in fields}


def as_bytes(content: Json) -> bytes:
    """JSON, unless it is bytes already."""
    return content if isinstance(content, bytes) else json.dumps(content).encode()


def read(content: Json) -> DiamantRecord:
    """This content as a record of Diamant."""
    record = decode(as_bytes(content))
    assert isinstance(record, DiamantRecord)
    return record


def written(folder: Path, content: Json) -> str:
    """The path of a file with this record in it."""
    file = folder / "record.json"
    file.write_bytes(as_bytes(content))
    return str(file)


def summary_of(folder: Path, record: Json) -> Json:
    """What `tacora replay --json` prints of this record."""
    said = call("replay", "--json", written(folder, record))
    assert (said.status, said.err) == (0, ""), said
    assert said.out.count("\n") == 1, said
    return json.loads(said.out)


def blank(game: Diamant, seats: int, seed: bytes) -> DiamantRecord:
    """A game before its first decision."""
    return DiamantRecord(
        format="tacora-record/1",
        edition=game.edition.name,
        options=Options(relics=game.with_relics, chests=game.chests),
        seats=NAMES[:seats],
        seed=seed.hex(),
        decisions=(),
    )


def of(table: Table) -> DiamantRecord:
    """A game played from a seed, written down decision by decision."""
    source = table.steps[0].state.source
    assert isinstance(source, bytes)
    record = blank(table.game, table.seats, source)
    for step, actions in zip(table.steps, table.actions, strict=False):
        record = record.decided(step.state, actions)
    return record
