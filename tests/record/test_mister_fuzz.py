"""Whatever becomes of a record of Mister Diamond, replaying it is right or is refused in one line."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tacora.games.mister_diamond.record import replay
from tacora.games.records import encode
from tests.cli.program import call
from tests.examples import examples
from tests.mister_diamond.strategies import first_seat, whole_matches
from tests.mister_diamond.table import Table
from tests.record.fuzzing import damaged, replay_any
from tests.record.mister_records import GOOD, by_deal, changed, of, record_games
from tests.record.records import Json, as_bytes

FUZZ = settings(
    max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)

TEXTS = [
    "",
    "17",
    "0",
    "43",
    "theft",
    "decline",
    "steal 0 3000",
    "steal 1 1000",
    "3000",
    "7000",
    "\x00",
    "\x1b[2J",
    "\n",
]
NUMBERS = [0, 1, -1, 2, 7, 16, 42, 43, 99, 100, 10**9, 10**40, -(10**40), 1.5, 1e300]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from([*TEXTS, *NUMBERS, "x" * 50_000]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["fixed", "deck", "expert", "games", "prices", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
FIGURES = {"over", "scores", "winners", "rings", "next", "left_on_board"}


def replayed(folder: Path, content: bytes) -> int:
    """Replay this content, and check its deal where there is one to check; gives the status."""
    file = folder / "fuzz.json"
    status = replay_any(file, content, FIGURES)
    checked = call("verify", str(file))
    if status == 0:
        assert checked.status in {0, 1}
    else:
        assert (checked.status, checked.out) == (2, "")
    return status


FIELDS = [*GOOD, "seed", "commitment", "turned"]


@FUZZ
@given(fields=st.dictionaries(st.sampled_from(FIELDS), VALUES, min_size=1, max_size=3))
@example({"options": {"games": 10**40}})
@example({"first": 10**40})
def test_any_value_in_any_field(tmp_path: Path, fields: dict[str, Json]) -> None:
    replayed(tmp_path, as_bytes({**GOOD, **fields}))


@FUZZ
@given(options=st.dictionaries(st.sampled_from(["expert", "notes", "games", "prices", "relics"]), VALUES, max_size=2))
def test_any_value_in_any_option(tmp_path: Path, options: dict[str, Json]) -> None:
    replayed(tmp_path, as_bytes(changed(options=options)))


@FUZZ
@given(texts=st.lists(st.sampled_from(TEXTS) | st.integers(-5, 50).map(str) | st.text(max_size=6), max_size=12))
def test_any_decisions(tmp_path: Path, texts: list[str]) -> None:
    replayed(tmp_path, as_bytes(changed(decisions=texts)))


@FUZZ
@given(
    fixed=st.lists(st.integers(-1, 44) | st.sampled_from(NUMBERS), max_size=18),
    deck=st.lists(st.sampled_from(TEXTS), max_size=12),
)
def test_any_deal(tmp_path: Path, fixed: list[Json], deck: list[str]) -> None:
    replayed(tmp_path, as_bytes(changed(deal={"fixed": fixed, "deck": deck})))


def places(value: Json) -> list[tuple[Json, str | int]]:
    """Every container in a JSON value with the key or index of something in it."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    found = [(value, key) for key in keys]
    return found + [place for key in keys for place in places(value[key])]


def mutate(record: Json, rng: random.Random) -> None:
    """Change one place of a record."""
    container, key = rng.choice(places(record))
    value = container[key]
    match rng.randrange(8):
        case 0:
            del container[key]
        case 1:
            container[key] = rng.choice([None, True, "", [], {}, [[]], {"a": 1}, *NUMBERS])
        case 2:
            container[key] = [value]
        case 3 if isinstance(container, list):
            container.insert(rng.randrange(len(container) + 1), deepcopy(value))
        case 4 if isinstance(container, list):
            rng.shuffle(container)
        case 5 if isinstance(container, dict):
            container[rng.choice(["seed", "deal", "turned", "first", "fixed", "deck", "games", "\ud800", "\x1b"])] = (
                value
            )
        case 6:
            other, where = rng.choice(places(record))
            container[key] = deepcopy(other[where])
        case _:
            container[key] = rng.choice([*TEXTS, "\udfff", "x" * 5_000])


def valid(table: Table, *, cards: bool) -> Json:
    """The record of a match as plain JSON values, with its seed or with its cards."""
    record = of(table)
    whole = by_deal(record, first_seat(table)) if cards else record.with_turned(replay(record))
    return json.loads(encode(whole))


@FUZZ
@given(table=whole_matches(record_games()), cards=st.booleans(), seed=st.integers(0, 2**32), times=st.integers(1, 3))
def test_a_good_record_gone_wrong_somewhere(tmp_path: Path, table: Table, cards: bool, seed: int, times: int) -> None:
    rng = random.Random(seed)
    record = valid(table, cards=cards)
    for _ in range(times):
        mutate(record, rng)
    replayed(tmp_path, as_bytes(record))


@settings(FUZZ, max_examples=examples(60))
@given(table=whole_matches(record_games()), cards=st.booleans(), seed=st.integers(0, 2**32))
def test_a_good_record_with_bytes_gone_wrong(tmp_path: Path, table: Table, cards: bool, seed: int) -> None:
    content = as_bytes(valid(table, cards=cards))
    replayed(tmp_path, damaged(content, random.Random(seed), b"9"))


@settings(FUZZ, max_examples=examples(20))
@given(table=whole_matches(record_games()), cards=st.booleans())
def test_the_good_record_itself(tmp_path: Path, table: Table, cards: bool) -> None:
    assert replayed(tmp_path, as_bytes(valid(table, cards=cards))) == 0


@pytest.mark.parametrize("field", sorted(GOOD))
def test_a_field_that_is_a_number_written_twice(tmp_path: Path, field: str) -> None:
    """JSON leaves open what it means; the promise holds whatever it is."""
    twice = as_bytes(GOOD)[:-1] + f', "{field}": 7}}'.encode()
    assert replayed(tmp_path, twice) == 2
