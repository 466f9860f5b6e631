"""What follows from a view by the rules, for pages that know none."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tacora.games.registry import GAMES

KIND = GAMES["mister-diamond"]


@pytest.mark.parametrize("seed", range(8))
def test_thefts_are_those_that_are_legal_and_say_what_they_mean(seed: int) -> None:
    rng = random.Random(seed)
    play = KIND.begin(["Ana", "Ben", "Cleo"], rng.randbytes(32), options={"expert": True})
    asked = 0
    while play.pending:
        (seat,) = play.pending
        legal, view = play.legal(seat), shown(play)
        thefts = [theft.action for theft in view["thefts"]]
        assert thefts == [action for action in legal if action.startswith("steal")]
        assert thefts == [f"steal {theft.victim} {theft.price}" for theft in view["thefts"]]
        assert view["standings"] == view["scores"]
        asked += bool(thefts)
        play.apply({seat: rng.choice(legal)})
    assert asked
    assert play.outcome is not None
    assert shown(play)["standings"] == play.outcome.scores


def shown(play: Any) -> dict[str, Any]:
    """The table as it is told to everybody."""
    view: dict[str, Any] = play.scene().shown(None)
    return view


def test_M13_what_may_be_told_again_ends_where_memory_is_the_game() -> None:
    assert KIND.memory(None, {}) == 5
    assert KIND.memory(None, {"notes": True}) is None
    assert GAMES["diamant"].memory(None, {}) is None
