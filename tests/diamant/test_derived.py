"""What follows from a view by the rules, for pages that know none."""

from __future__ import annotations

import operator
import random
from typing import Any

import pytest

from tacora.games.registry import GAMES

KIND = GAMES["diamant"]


@pytest.mark.parametrize("chests", ["open", "hidden"])
def test_at_the_end_relics_count_as_much_as_the_score_has_beyond_the_chest(chests: str) -> None:
    counted = 0
    for seed in range(20):
        rng = random.Random(seed)
        play = KIND.begin(
            ["Ana", "Ben", "Cleo"], rng.randbytes(32), edition="tacora-2024", options={"relics": True, "chests": chests}
        )
        while play.pending:
            assert play.scene().shown(None)["relic_worths"] == ()
            play.apply({seat: rng.choice(play.legal(seat)) for seat in play.pending})
        assert play.outcome is not None
        for seen_by in (None, 1):
            view: dict[str, Any] = play.scene().shown(seen_by)
            worths: tuple[int, ...] = view["relic_worths"]
            assert tuple(map(operator.add, view["chests"], worths)) == play.outcome.scores
        counted += sum(worths)
    assert counted
