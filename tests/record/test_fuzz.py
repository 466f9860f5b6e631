"""Whatever is in a file, replaying it is right or is refused in one line."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tacora.games.diamant.record import replay
from tests.examples import examples
from tests.record.fuzzing import damaged, replay_any
from tests.record.records import GOOD, Json, as_bytes, of
from tests.strategies import whole_games
from tests.table import Table

Place: TypeAlias = tuple[Json, str | int]
"""A container and the key or index of something in it."""

FUZZ = settings(
    max_examples=examples(250), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)

NASTY = ["", "-", "L", "R", "R5", "snakes", "11", "LLL", "\x00", "\x1b[2J", "\n", "\r", "\N{RIGHT-TO-LEFT OVERRIDE}"]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from([*NASTY, "x" * 50_000, 10**40, -1, 0]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def replayed(folder: Path, content: bytes) -> int:
    return replay_any(folder / "fuzz.json", content, {"over", "scores", "winners", "expeditions"})


@FUZZ
@given(content=st.binary(max_size=60))
@example(b"")
@example(b"\xff")
@example(b"null")
@example(b"[" * 100_000)
@example(b'{"a":' * 100_000)
@example(b'"\\ud800"')
@example(b"1e999")
@example(b"NaN")
@example(b"1" * 10_000)
def test_any_bytes(tmp_path: Path, content: bytes) -> None:
    assert replayed(tmp_path, content) == 2


@FUZZ
@given(value=VALUES)
def test_any_json(tmp_path: Path, value: Json) -> None:
    assert replayed(tmp_path, as_bytes(value)) == 2


@FUZZ
@given(fields=st.dictionaries(st.sampled_from([*GOOD, "seed", "commitment", "turned"]), VALUES, min_size=1, max_size=3))
def test_any_value_in_any_field(tmp_path: Path, fields: dict[str, Json]) -> None:
    replayed(tmp_path, as_bytes({**GOOD, **fields}))


def places(value: Json) -> Iterator[Place]:
    """Every place inside a JSON value."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def mutate(record: Json, rng: random.Random) -> None:
    """Change one place of a record."""
    container, key = rng.choice(list(places(record)))
    value = container[key]
    kind = rng.randrange(9)
    if kind == 0:
        del container[key]
    elif kind == 1:
        container[key] = rng.choice([None, True, 0, -1, 1.5, 10**30, "", [], {}, [[]], {"a": 1}])
    elif kind == 2:
        container[key] = [value]
    elif kind == 3 and isinstance(container, list):
        container.insert(rng.randrange(len(container) + 1), deepcopy(value))
    elif kind == 4 and isinstance(container, list):
        rng.shuffle(container)
    elif kind == 5 and isinstance(container, dict):
        container[rng.choice(["seed", "deal", "x", "", "\ud800", "\x1b", "commitment", "turned"])] = value
    elif kind == 6:
        container[key] = rng.choice([*NASTY, "\udfff", "x" * 5_000])
    elif kind == 7:
        other, where = rng.choice(list(places(record)))
        container[key] = deepcopy(other[where])
    elif isinstance(value, str):
        at = rng.randrange(len(value) + 1)
        container[key] = value[:at] + rng.choice(["C", "L", "-", "1", "R", "\x07", ""]) + value[at + rng.randrange(2) :]


@FUZZ
@given(table=whole_games(), by_deal=st.booleans(), seed=st.integers(0, 2**32), times=st.integers(1, 3))
def test_a_good_record_gone_wrong_somewhere(
    tmp_path: Path, table: Table, *, by_deal: bool, seed: int, times: int
) -> None:
    rng = random.Random(seed)
    record = valid(table, by_deal=by_deal)
    for _ in range(times):
        mutate(record, rng)
    replayed(tmp_path, as_bytes(record))


@settings(FUZZ, max_examples=examples(100))
@given(table=whole_games(), by_deal=st.booleans(), seed=st.integers(0, 2**32))
def test_a_good_record_with_bytes_gone_wrong(tmp_path: Path, table: Table, *, by_deal: bool, seed: int) -> None:
    content = as_bytes(valid(table, by_deal=by_deal))
    replayed(tmp_path, damaged(content, random.Random(seed), b"L"))


@settings(FUZZ, max_examples=examples(30))
@given(table=whole_games(), by_deal=st.booleans())
def test_the_good_record_itself(tmp_path: Path, table: Table, *, by_deal: bool) -> None:
    assert replayed(tmp_path, as_bytes(valid(table, by_deal=by_deal))) == 0


@pytest.mark.parametrize("field", sorted(GOOD))
@pytest.mark.parametrize("value", ["7", "null", "same"])
def test_a_field_written_twice_is_refused(tmp_path: Path, field: str, value: str) -> None:
    """JSON leaves open what it means, even where both say the same."""
    again = json.dumps(GOOD[field]) if value == "same" else value
    twice = as_bytes(GOOD)[:-1] + f', "{field}": {again}}}'.encode()
    assert replayed(tmp_path, twice) == 2


def valid(table: Table, *, by_deal: bool) -> Json:
    """The record of a game as plain JSON values, with its seed or with its cards."""
    record = of(table)
    plain = msgspec.json.decode(msgspec.json.encode(record))
    rows = [[str(card) for card in row] for row in replay(record).turned()]
    if by_deal:
        del plain["seed"]
        plain["deal"] = rows
    else:
        plain["turned"] = rows
    return plain
