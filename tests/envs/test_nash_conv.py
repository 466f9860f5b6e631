"""OpenSpiel finds the same gain of the best answers in our game, turned into one of turns, as we do."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest
from msgspec.structs import replace
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from tacora.envs.open_spiel_diamant import DiamantGame
from tacora.games.diamant import EDITIONS, Diamant, View
from tests.analysis.exact import Policy, best_answer, share
from tests.analysis.test_open_spiel import bolder_when_poor
from tests.analysis.test_solving import bot_of
from tests.surroundings import ROOT

SEATS = 3
TINY = Diamant(EDITIONS["tiny"])
ONE_EXPEDITION = replace(EDITIONS["tiny"], expeditions=1)
STAY, LEAVE = 0, 1
ENVIRONMENTS = ROOT / "docs" / "environments.md"


class AsPolicy(policy.Policy):  # type: ignore[misc]
    """Leaves out what is never done: the library then does not walk there."""

    def __init__(self, game: pyspiel.Game, leaving: Policy) -> None:
        super().__init__(game, list(range(SEATS)))
        self._leaving = leaving

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player() if player_id is None else player_id
        chance = self._leaving(state.simultaneous_game_state().view(seat))
        return {action: part for action, part in ((STAY, 1 - chance), (LEAVE, chance)) if part}


def nash_conv(game: DiamantGame, leaving: Policy) -> float:
    in_turn = pyspiel.convert_to_turn_based(game)
    return float(exploitability.nash_conv(in_turn, AsPolicy(in_turn, leaving)))


def of_three_best_answers(rules: Diamant, leaving: Policy) -> float:
    gain = best_answer(rules, SEATS, leaving) - share(rules, SEATS, leaving, leaving)
    assert gain > 0.01
    return SEATS * gain


AVERAGE = bot_of("ev")


def hesitant(view: View) -> float:
    """Tosses a coin at the relic that opens the second cave, and at its first treasure."""
    tosses = view.expedition == 2 and len(view.tunnel) == 1 and (view.held or view.relics)
    return 0.4 if tosses else AVERAGE(view)


@pytest.mark.long
@pytest.mark.parametrize(
    "leaving",
    [
        pytest.param(AVERAGE, id="ev"),
        pytest.param(bot_of("gems:1"), id="gems:1", marks=pytest.mark.soak),
        pytest.param(hesitant, id="hesitant", marks=pytest.mark.soak),
    ],
)
def test_the_whole_box_has_the_nash_conv_of_three_best_answers(leaving: Policy) -> None:
    """Both expeditions of `tiny` and its relic.

    A strategy that mixes everywhere leads to 7.9 million histories, each of which the library visits seven times, in
    Python: it is judged in one expedition, below.
    """
    game = DiamantGame({"players": SEATS, "edition": "tiny"})
    found = nash_conv(game, leaving)
    assert found == pytest.approx(of_three_best_answers(TINY, leaving), abs=1e-9)
    if leaving is AVERAGE:
        assert f"{found:.4f} for three times `ev`" in " ".join(ENVIRONMENTS.read_text(encoding="utf-8").split())


@pytest.mark.thorough
@pytest.mark.parametrize("relics", [False, pytest.param(True, marks=pytest.mark.long)])
def test_an_expedition_has_the_nash_conv_of_three_best_answers(relics: bool) -> None:
    """By a strategy that mixes everywhere."""
    rules = Diamant(ONE_EXPEDITION, relics=relics)
    game = DiamantGame({"players": SEATS}, rules=rules)
    assert nash_conv(game, bolder_when_poor) == pytest.approx(of_three_best_answers(rules, bolder_when_poor), abs=1e-9)
