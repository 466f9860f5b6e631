"""Ranges of a parameter as they are typed, and the tables that a sweep sits down at."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacora.arena.summary import seat_summary
from tacora.arena.sweep import MOST_POINTS, Point, best_of, range_in, table_for
from tacora.game import Refused
from tacora.games.diamant.bots import make_bot


def values(text: str) -> list[str]:
    found = range_in(text)
    bots = list(found.bots())
    assert [Decimal(bot.partition(":")[2]) for bot in bots] == list(found.values)
    assert {bot.partition(":")[0] for bot in bots} == {found.strategy}
    return [bot.partition(":")[2] for bot in bots]


def test_whole_numbers_go_by_ones() -> None:
    assert values("gems:1..40") == [str(n) for n in range(1, 41)]
    assert values("cards:7..9") == ["7", "8", "9"]
    assert values("hazards:1..5") == ["1", "2", "3", "4", "5"]


def test_probabilities_go_by_twentieths() -> None:
    assert values("random:0..1") == ["0", *(f"{n / 20:g}" for n in range(1, 20)), "1"]
    assert values("random:0.2..0.3") == ["0.2", "0.25", "0.3"]
    assert values("forgetful:0..0.1") == ["0", "0.05", "0.1"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gems:2..40..2", [str(n) for n in range(2, 41, 2)]),
        ("gems:1..40..13", ["1", "14", "27", "40"]),
        ("gems:1..40..14", ["1", "15", "29"]),
        ("gems:5..6..100", ["5"]),
        ("gems:1..4..1.0", ["1", "2", "3", "4"]),
        ("gems:100..1000..300", ["100", "400", "700", "1000"]),
        ("random:0..1..0.5", ["0", "0.5", "1"]),
        ("random:0..1..0.3", ["0", "0.3", "0.6", "0.9"]),
        ("random:0.10..0.30..0.10", ["0.1", "0.2", "0.3"]),
        ("random:0..0.00000002..0.00000001", ["0", "0.00000001", "0.00000002"]),
    ],
)
def test_a_step_can_be_said(text: str, expected: list[str]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    "text", ["gems:1..1", "gems:7..7", "cards:1..1..1", "random:0..0", "random:1..1", "random:0.5..0.5"]
)
def test_one_value_is_a_range_and_its_bot_can_be_made(text: str) -> None:
    (bot,) = range_in(text).bots()
    make_bot(bot, Random())


def test_steps_add_up_exactly() -> None:
    """A tenth of a float would have been 0.30000000000000004 by now."""
    assert values("random:0..1..0.1")[3] == "0.3"
    assert values("random:0..1..0.01")[57] == "0.57"
    assert len(values("random:0..0.999..0.001")) == MOST_POINTS


@given(st.integers(0, 500), st.integers(0, 300), st.integers(1, 50))
def test_any_range_of_whole_numbers_is_that_of_python(first: int, more: int, step: int) -> None:
    assert values(f"gems:{first}..{first + more}..{step}") == [str(n) for n in range(first, first + more + 1, step)]


@pytest.mark.parametrize(
    "text",
    [
        *("", "gems", "gems:", "gems:5", "gems:1-40", "gems:1..", "gems:..40", "gems:1..40..", "gems:1..40..2..2"),
        *("gems:1...40", "gems 1..40", "gems:1..4o", "gems:-1..4", "gems:1..+4", "gems:1e3..2e3", "gems:.5..1"),
        *("gems:1.. 40", " gems:1..40", "gems:1..40\n", "gems:١..٣", "gems,ev:1..3", "gems:nan..1", ":1..2", "1..40"),
    ],
)  # fmt: skip
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(Refused) as refused:
        range_in(text)
    assert (refused.value.code, refused.value.facts["text"]) == ("not-a-range", text)


@pytest.mark.parametrize(
    "text",
    [
        *("gems:40..1", "random:1..0", "gems:1..40..0", "gems:1..40..0.0", "gems:1..1001", "gems:1..40..0.01"),
        *(f"gems:1..{10**40}", f"gems:1..2..0.{'0' * 40}1", "random:0..1..0.001"),
    ],
)  # fmt: skip
def test_a_range_that_falls_or_stands_or_never_ends(text: str) -> None:
    with pytest.raises(Refused) as refused:
        range_in(text)
    assert refused.value.code == "bad-range"


def test_the_longest_range() -> None:
    assert len(values(f"gems:1..{MOST_POINTS}")) == MOST_POINTS


@pytest.mark.parametrize(
    ("field", "players", "expected"),
    [
        (["ev"], 3, ("x", "ev", "ev")),
        (["ev", "never"], 2, ("x", "ev")),
        (["ev", "never"], 3, ("x", "ev", "never")),
        (["ev", "never"], 6, ("x", "ev", "never", "ev", "never", "ev")),
        (["a", "b", "c", "d"], 3, ("x", "a", "b")),
    ],
)
def test_a_short_field_begins_again(field: list[str], players: int, expected: tuple[str, ...]) -> None:
    assert table_for("x", field, players) == expected


def test_the_best_value_is_the_one_that_wins_most_and_the_least_of_equals() -> None:
    won = (2, 5, 3, 5, 1)
    points = [
        Point(3, float(value), seat_summary(f"gems:{value}", [10], [0, wins], 10))
        for value, wins in enumerate(won, start=1)
    ]
    assert best_of(points).value == 2
