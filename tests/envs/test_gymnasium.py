"""Gymnasium's own checks of the environment of one seat, and games held equal to the engine's."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tacora.envs import GYMNASIUM_ID
from tacora.envs.diamant_observation import DiamantObservation
from tacora.envs.diamant_seat import DiamantEnv
from tacora.game import IllegalAction, Refused
from tacora.games.contest import TypedContest
from tacora.games.diamant import CONTINUE, LEAVE, Decision, Diamant, Event, View, edition_named
from tacora.games.diamant.bots import DiamantBot, make_bot


@pytest.mark.parametrize(
    "options",
    [{}, {"edition": "incan-gold-2020", "chests": "hidden", "bots": ("ev",) * 7, "seat": 5, "rewards": "gems"}],
    ids=str,
)
def test_gymnasium_checks_it(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(GYMNASIUM_ID, **options).unwrapped)


def test_gymnasium_imports_it_by_itself() -> None:
    """In a process that has imported nothing of ours."""
    script = f"import gymnasium; print(gymnasium.make('tacora.envs:{GYMNASIUM_ID}').unwrapped)"
    made = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "DiamantEnv" in made.stdout


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(Refused, match="seat count"):
        DiamantEnv(bots=("ev",))
    with pytest.raises(Refused, match="no such seat"):
        DiamantEnv(seat=4)
    with pytest.raises(Refused, match="unknown bot"):
        DiamantEnv(bots=("ev", "owl"))
    with pytest.raises(Refused, match="unknown value"):
        DiamantEnv(rewards="fame")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode is one of human, ansi, rgb_array, not 'svg'"):
        DiamantEnv(render_mode="svg")
    env = DiamantEnv()
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="not a decision"):
        env.step(-1)


class Followed:
    """Decides by a list, and writes down what it sees."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.views: list[View] = []
        self.decisions: list[Decision] = []

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        self.views.append(view)
        self.decisions.append(LEAVE if self.rng.random() < 0.3 else CONTINUE)
        return self.decisions[-1]


@pytest.mark.parametrize("edition", ["schmidt-2005", "incan-gold-2006", "tiny"])
@pytest.mark.parametrize("seat", [0, 2])
def test_a_game_is_that_of_the_engine_and_the_bots(edition: str, seat: int) -> None:
    """The same decisions at the same seat among the same bots lead through the same views to the same end."""
    bots = ("ev", "gems:8", "hazards:2")
    rules = Diamant(edition_named(edition))
    layout = DiamantObservation(rules, 4)
    kinds = [DiamantEnv(edition=edition, bots=bots, seat=seat, rewards=kind) for kind in ("victory", "gems")]
    for number in range(20):
        mine = Followed(Random(number))
        seated: list[DiamantBot] = [make_bot(bot, Random()) for bot in bots]
        seated.insert(seat, mine)
        seed = Random(number).randbytes(32)
        outcome = TypedContest(rules).play(seated, seed)
        for env, expected in zip(
            kinds, ((seat in outcome.winners) / len(outcome.winners), outcome.scores[seat]), strict=True
        ):
            observation, _ = env.reset(options={"deal": seed.hex()})
            earned = 0.0
            for at, (view, decision) in enumerate(zip(mine.views, mine.decisions, strict=True), start=1):
                assert (observation == layout.of(view)).all()
                observation, reward, over, cut, info = env.step(np.int64(decision is LEAVE))
                earned += reward
                assert over == (at == len(mine.views))
                assert not cut
                assert info["action_mask"].tolist() == [int(not over)] * 2
            assert earned == expected


def test_chance_comes_from_the_seed_alone() -> None:
    """Also that of bots who toss coins."""
    told = []
    for _ in range(2):
        env = DiamantEnv(bots=("random:0.3",) * 3, render_mode="ansi")
        env.reset(seed=5)
        text = ""
        for _ in range(3):
            over = False
            while not over:
                over = env.step(0)[2]
                text += str(env.render())
            env.reset()
        told.append(text)
    assert told[0] == told[1]
    games = told[0].split("Expedition 1 is over")
    assert len(set(games)) == len(games) > 3
