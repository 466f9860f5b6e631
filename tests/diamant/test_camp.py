"""The entrances of the camp, as a view shows them (D8)."""

from __future__ import annotations

import pytest

from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.camp import Entrance, entrances
from tests.table import SCHMIDT, play


@pytest.mark.parametrize(
    ("rows", "states"),
    [
        pytest.param((), "waiting waiting waiting waiting waiting", id="nobody has gone in"),
        pytest.param(("4",), "open waiting waiting waiting waiting", id="in the first"),
        pytest.param(("4 LLC 7",), "open waiting waiting waiting waiting", id="one is still in the first"),
        pytest.param(("4 LLL",), "explored waiting waiting waiting waiting", id="between two"),
        pytest.param(("4 LLL", "gas CCC gas", "1"), "explored explored open waiting waiting", id="in the third"),
        pytest.param(("4 LLL",) * 5, "explored explored explored explored explored", id="after the last"),
    ],
)
def test_entrances(rows: tuple[str, ...], states: str) -> None:
    seen = entrances(play(SCHMIDT, 3, *rows).view())
    assert [entrance.number for entrance in seen] == [1, 2, 3, 4, 5]
    assert " ".join(entrance.state for entrance in seen) == states


def test_a_box_with_fewer_caves_has_fewer_entrances() -> None:
    tiny = Diamant(EDITIONS["tiny"])
    assert entrances(play(tiny, 3, "4").view(0)) == (Entrance(1, "open"), Entrance(2, "waiting"))
