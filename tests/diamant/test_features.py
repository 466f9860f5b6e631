"""What a table strategy looks at: every situation has one place in the table, and every place a situation."""

from __future__ import annotations

from itertools import pairwise
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacora.games.diamant import View, features
from tacora.games.diamant.editions import Hazard
from tests.examples import examples
from tests.strategies import whole_games
from tests.table import TACORA, WITH_RELICS, Table, play

SITUATIONS = list(features.situations())
MOST = {"inside": 8, "deadly": 40, "held": 300, "path": 300, "relics": 10}
LEAST = {"inside": 1, "deadly": 0, "held": 0, "path": 0, "relics": 0}


def test_names_shape_and_size_agree() -> None:
    assert features.NAMES == ("inside", "deadly", "held", "path", "relics")
    assert len(features.SHAPE) == len(features.NAMES)
    assert prod(features.SHAPE) == features.SIZE == 50688


def test_the_page_above_the_source_gives_the_same_classes() -> None:
    """The number of classes of each feature, as its table tells a reader."""
    assert features.__doc__ is not None
    rows = [row.split("|") for row in features.__doc__.splitlines() if row.startswith("| `")]
    told = {row[1].strip(" `"): int(row[3].split(":")[0]) for row in rows}
    assert told == dict(zip(features.NAMES, features.SHAPE, strict=True))


def test_places_and_situations_are_one_to_one() -> None:
    assert [features.index(*situation) for situation in SITUATIONS] == list(range(features.SIZE))
    assert len(set(SITUATIONS)) == features.SIZE


def test_the_place_is_that_of_an_array_of_this_shape() -> None:
    """So a table may be filled and read as `table[inside - 1, deadly, …]` by classes."""
    values = [sorted({situation[at] for situation in SITUATIONS}) for at in range(5)]
    assert tuple(map(len, values)) == features.SHAPE
    classes = np.array([[values[at].index(situation[at]) for at in range(5)] for situation in SITUATIONS])
    assert (np.ravel_multi_index(tuple(classes.T), features.SHAPE) == np.arange(features.SIZE)).all()


@pytest.mark.parametrize("name", features.NAMES)
def test_a_class_never_falls_as_its_feature_grows(name: str) -> None:
    """With the others fixed, the place grows by whole steps of this feature's own size, one class at a time."""
    at = features.NAMES.index(name)
    stride = prod(features.SHAPE[at + 1 :])
    for others in (LEAST, MOST, {"inside": 3, "deadly": 4, "held": 17, "path": 5, "relics": 1}):
        places = [features.index(**{**others, name: value}) for value in range(LEAST[name], MOST[name] + 1)]
        assert all(two - one in (0, stride) for one, two in pairwise(places))
        assert places[-1] - places[0] == stride * (features.SHAPE[at] - 1)


@pytest.mark.parametrize(
    ("name", "classes"),
    [
        ("inside", [range(n, n + 1) for n in range(1, 9)]),
        ("deadly", [*(range(n, n + 1) for n in range(10)), range(10, 41)]),
        ("held", [*(range(n, n + 1) for n in range(16)), *(range(n, n + 4) for n in range(16, 44, 4)), range(44, 301)]),
        ("path", [*(range(n, n + 2) for n in range(0, 14, 2)), range(14, 301)]),
        ("relics", [range(1), range(1, 2), range(2, 11)]),
    ],
)
def test_the_classes_are_those_of_the_page(name: str, classes: list[range]) -> None:
    at = features.NAMES.index(name)
    stride = prod(features.SHAPE[at + 1 :])
    assert len(classes) == features.SHAPE[at]
    for number, members in enumerate(classes):
        for value in members:
            assert features.index(**{**LEAST, name: value}) == number * stride


@given(st.integers(1, 8), st.integers(0, 40), st.integers(0, 700), st.integers(0, 700), st.integers(0, 12))
def test_every_situation_belongs_to_the_class_of_its_least_member(
    inside: int, deadly: int, held: int, path: int, relics: int
) -> None:
    place = features.index(inside, deadly, held, path, relics)
    assert 0 <= place < features.SIZE
    least = SITUATIONS[place]
    assert all(low <= mine for low, mine in zip(least, (inside, deadly, held, path, relics), strict=True))
    assert features.index(*least) == place


def counted(view: View) -> tuple[int, int, int, int, int]:
    """The five numbers by hand."""
    met = [card for card in view.tunnel if isinstance(card, Hazard)]
    deadly = sum(any(card == hazard for hazard in met) for card in view.unseen)
    return len(view.inside), deadly, view.held, sum(view.lying), len(view.relics)


@settings(max_examples=examples(60))
@given(whole_games())
def test_a_view_is_looked_up_by_what_lies_on_the_table(table: Table) -> None:
    for step in table.steps:
        for seat in table.game.pending(step.state):
            view = table.game.observe(step.state, seat)
            assert features.index_of(view) == features.index(*counted(view))


@pytest.mark.parametrize(
    ("row", "situation"),
    [
        ("11", (3, 0, 3, 2, 0)),
        ("lava", (3, 2, 0, 0, 0)),
        ("11 CCC lava CCC snakes CCC 4", (3, 4, 4, 3, 0)),
        ("17 CLL 15 C-- R5", (1, 0, 20, 0, 1)),
        ("17 CCL 14 CC- R5", (2, 0, 12, 0, 1)),
        ("17 CCC 15", (3, 0, 10, 2, 0)),
    ],
)
def test_a_view_by_hand(row: str, situation: tuple[int, int, int, int, int]) -> None:
    view = play(WITH_RELICS, 3, row).view(0)
    assert counted(view) == situation
    assert features.index_of(view) == features.index(*situation)


def test_a_hazard_of_which_no_other_is_left_is_not_deadly() -> None:
    """Two of the three lava pits are out of the game, and the third lies in the tunnel."""
    view = play(TACORA, 3, "lava CCC lava", "lava CCC lava", "lava CCC snakes").view(0)
    assert counted(view) == (3, 2, 0, 0, 0)
    assert features.index_of(view) == features.index(3, 2, 0, 0, 0)


def test_a_table_is_filled_by_asking_for_every_situation() -> None:
    asked: list[tuple[int, ...]] = []

    def leave(*situation: int) -> float:
        asked.append(situation)
        return len(asked) / features.SIZE

    table = features.filled(leave)
    assert asked == SITUATIONS
    assert table == [at / features.SIZE for at in range(1, features.SIZE + 1)]


def test_yes_and_no_fill_a_table_with_numbers() -> None:
    table = features.filled(lambda inside, *_: inside == 1)
    assert set(map(type, table)) == {float}
    assert table.index(0.0) == features.SIZE // 8
    assert sum(table) == features.SIZE // 8
