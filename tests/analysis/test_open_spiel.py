"""OpenSpiel, which knows nothing of us, finds the same gain of the best answers as we do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tacora.games.diamant import EDITIONS, Diamant, View
from tests.analysis.exact import Policy, best_answer, share
from tests.analysis.spiel import nash_conv
from tests.analysis.test_solving import PLAIN, bot_of, followed, solved

SEATS = 3
ONE_EXPEDITION = replace(EDITIONS["tiny"], expeditions=1)


def bolder_when_poor(view: View) -> float:
    """Some strategy that mixes everywhere."""
    return 0.1 + 0.05 * view.held


@pytest.mark.sample(1)
@pytest.mark.parametrize("relics", [False, True])
@pytest.mark.parametrize("leaving", [bolder_when_poor, bot_of("ev")], ids=["mixed", "ev"])
def test_an_expedition_has_the_nash_conv_of_three_best_answers(relics: bool, leaving: Policy) -> None:
    game = Diamant(ONE_EXPEDITION, relics=relics)
    gain = best_answer(game, SEATS, leaving) - share(game, SEATS, leaving, leaving)
    assert gain > 0.01
    assert nash_conv(game, SEATS, leaving) == pytest.approx(SEATS * gain, abs=1e-9)


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.usefixtures("learner_compiled")
def test_a_solved_strategy_has_the_nash_conv_of_three_best_answers() -> None:
    leaving = followed(solved(PLAIN, SEATS))
    gain = best_answer(PLAIN, SEATS, leaving) - 1 / SEATS
    assert nash_conv(PLAIN, SEATS, leaving) == pytest.approx(SEATS * gain, abs=1e-9)
