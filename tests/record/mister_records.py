"""Records of Mister Diamond to start from, and how to change them in one place."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import msgspec
from hypothesis import strategies as st
from msgspec import UNSET

from tacora.games.mister_diamond import EDITIONS, MisterDiamond
from tacora.games.mister_diamond.record import MisterDiamondRecord, MisterOptions, replay
from tacora.games.records import decode
from tests.mister_diamond.table import FIXED, PRICES, Table
from tests.record.records import NAMES, Json, as_bytes

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "theft.json"
GOOD: dict[str, Json] = json.loads(EXAMPLE.read_text("utf-8"))
"""The example of the documents: a theft, one that is not possible and one that is declined."""

THEFT_AT = 4
"""Before its fifth decision Bo, in seat 1, holds a theft card."""

BOX = EDITIONS["ravensburger-1993"]
OTHER_PRICES = msgspec.structs.replace(BOX, prices=(250, 10_000, 3000))


def changed(**fields: Json) -> dict[str, Json]:
    """The good record with these fields changed."""
    return {**deepcopy(GOOD), **fields}


def without(*fields: str) -> dict[str, Json]:
    """The good record less these fields."""
    return {name: value for name, value in deepcopy(GOOD).items() if name not in fields}


def one_game(*deck: str) -> dict[str, Json]:
    """A game written down; places 1 to 16 are fixed."""
    return {"fixed": sorted(FIXED), "deck": list(deck)}


def duel(deal: Json, *decisions: str, **fields: Json) -> dict[str, Json]:
    """Two players and these cards."""
    return changed(options={}, seats=["red", "blue"], deal=deal, decisions=list(decisions), **fields)


LIFTS = [str(place) for place in range(17, 43)]
ALL_LIFTED = one_game(*map(str, PRICES[:26]))
"""26 rings from cheap to dear; with `LIFTS` every loose diamond is lifted."""

ALL_DRAWN = one_game(*["theft"] * 7, *map(str, PRICES))
"""Seven thefts that nobody can use, then all rings; trying place 1 each time lifts nothing."""


def read(content: Json) -> MisterDiamondRecord:
    """This content as a record of Mister Diamond."""
    record = decode(as_bytes(content))
    assert isinstance(record, MisterDiamondRecord)
    return record


def record_games() -> st.SearchStrategy[MisterDiamond]:
    """Every choice that a record can hold."""
    return st.builds(
        MisterDiamond,
        st.sampled_from((BOX, OTHER_PRICES)),
        expert=st.booleans(),
        notes=st.booleans(),
        games=st.integers(1, 2),
        first=st.sampled_from((None, 0, 1)),
    )


def blank(game: MisterDiamond, seats: int, seed: bytes) -> MisterDiamondRecord:
    """A match before its first decision."""
    prices = UNSET if game.edition == BOX else game.edition.prices
    return MisterDiamondRecord(
        format="tacora-record/1",
        edition=game.edition.name,
        options=MisterOptions(game.expert, game.notes, game.games, prices),
        seats=NAMES[:seats],
        first=UNSET if game.first is None else game.first,
        seed=seed.hex(),
        decisions=(),
    )


def of(table: Table, decisions: int | None = None) -> MisterDiamondRecord:
    """A match played from a seed, written down decision by decision; all of them or the first so many."""
    source = table.steps[0].state.source
    assert isinstance(source, bytes)
    record = blank(table.game, table.seats, source)
    for step, action in list(zip(table.steps, table.actions, strict=False))[:decisions]:
        record = record.decided(step.state, {step.state.turn: action})
    return record


def by_deal(record: MisterDiamondRecord, first: int) -> MisterDiamondRecord:
    """The same match with the cards it drew in place of its seed; who begins can be drawn from a seed only."""
    turned = replay(record).turned()
    return msgspec.structs.replace(record, seed=UNSET, first=first, deal=turned)


VECTOR_SEED = bytes(range(32)).hex()
"""The seed of the test vectors in docs/record-format.md."""


def rings(*by_seat: str) -> list[list[dict[str, object]]]:
    """`"3000* 2000"`: a ring of 3000 with a diamond and an empty one of 2000."""
    return [
        [{"price": int(text.rstrip("*")), "set": text.endswith("*")} for text in owned.split()] for owned in by_seat
    ]


GOOD_SUMMARY = {
    "over": False,
    "scores": [6000 + 2000, 3000, 5000],
    "winners": [],
    "rings": rings("3000 2000 6000* 2000*", "3000* 4000", "1000 5000*"),
    "next": 1,
    "left_on_board": 42 - 4,
}
"""The summary of `GOOD`.

Ana lifts 17 and fails at 41, Bo fails at 8 and Cy at 33. Bo robs Ana, so Ana plays: she lifts 25. Bo fails at 30. Cy
has no empty ring of a price that is to be had, so she draws again and lifts 11. Ana could rob Bo back, declines, and
lifts 12 on a second ring of 2000. Bo would draw next, but nothing is written.
"""
