"""PettingZoo's own tests, and games held equal to the engine's."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from tacora.envs import diamant_v0, mister_diamond_v0
from tacora.envs.diamant_observation import DiamantObservation
from tacora.envs.mister_diamond_actions import MisterDiamondActions
from tacora.envs.mister_diamond_observation import Memory, MisterDiamondObservation
from tacora.game import IllegalAction, Refused
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Diamant
from tacora.games.mister_diamond import EDITIONS as MISTER_EDITIONS
from tacora.games.mister_diamond import MisterDiamond

OPTIONS: list[dict[str, Any]] = [
    {},
    {"edition": "tacora-2024", "relics": True, "chests": "hidden", "players": 3},
    {"edition": "schmidt-2005", "players": 8, "rewards": "gems"},
    {"edition": "incan-gold-2006", "players": 5},
    {"edition": "tiny", "players": 3},
]

# The library expects observations with a mask from its own environments only, which it has listed by their names.
masked = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably", "ignore:Observation is not a NumPy array"
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_parallel_api(options: Mapping[str, Any]) -> None:
    parallel_api_test(diamant_v0.parallel_env(**options), num_cycles=150)


@masked
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_aec_api(options: Mapping[str, Any]) -> None:
    api_test(diamant_v0.env(**options), num_cycles=150)


def test_seeds() -> None:
    seed_test(diamant_v0.env, num_cycles=60)
    parallel_seed_test(diamant_v0.parallel_env, num_cycles=60)


def test_cycles_can_be_limited() -> None:
    max_cycles_test(diamant_v0)


def test_all_render_modes() -> None:
    render_test(diamant_v0.env)


def test_a_game_is_told_in_sentences() -> None:
    env = diamant_v0.parallel_env(edition="schmidt-2005", players=3, render_mode="ansi", language="fr")
    env.reset(options={"deal": "00" * 32})
    first = env.render()
    assert isinstance(first, str)
    assert first.startswith("Expédition 1 sur 5. Tout le monde entre.\n")
    env.step({"player_0": 0, "player_1": 1, "player_2": 0})
    second = env.render()
    assert isinstance(second, str)
    assert second.startswith("player_1 sort. player_0 et player_2 continuent.\n")


@pytest.mark.sample(6)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("relics", [False, True])
@pytest.mark.parametrize("chests", ["open", "hidden"])
def test_games_are_those_of_the_engine(edition: str, relics: bool, chests: Any) -> None:
    """Decision by decision: what everybody sees, who may decide, what is earned, and who wins."""
    if relics and EDITIONS[edition].relics is None:
        with pytest.raises(Refused, match="no relics"):
            diamant_v0.parallel_env(edition=edition, relics=True)
        return
    rules = Diamant(EDITIONS[edition], relics=relics, chests=chests)
    rng = np.random.default_rng(4)
    for players in (3, 5):
        kinds = {
            rewards: diamant_v0.parallel_env(
                edition=edition, players=players, relics=relics, chests=chests, rewards=rewards
            )
            for rewards in ("victory", "gems")
        }
        layout = DiamantObservation(rules, players)
        for _ in range(2):
            seed = rng.bytes(32)
            state = rules.start(players, seed).state
            seen = {kind: env.reset(options={"deal": seed.hex()})[0] for kind, env in kinds.items()}
            earned = {kind: dict.fromkeys(env.agents, 0.0) for kind, env in kinds.items()}
            while True:
                for kind, env in kinds.items():
                    for seat, agent in enumerate(env.possible_agents):
                        now = seen[kind][agent]
                        assert (now["observation"] == layout.of(rules.observe(state, seat))).all()
                        assert env.observation_space(agent).contains(now)
                        assert now["action_mask"].tolist() == [1, int(seat in rules.pending(state))]
                outcome = rules.outcome(state)
                if outcome:
                    break
                actions = rng.random(players) < 0.3
                chosen = {seat: LEAVE if actions[seat] else CONTINUE for seat in rules.pending(state)}
                state = rules.apply(state, chosen).state
                for kind, env in kinds.items():
                    agents = env.possible_agents
                    seen[kind], rewards, over, cut, _ = env.step(dict(zip(agents, actions.astype(int), strict=True)))
                    for agent in agents:
                        earned[kind][agent] += rewards[agent]
                        assert over[agent] == bool(rules.outcome(state))
                        assert not cut[agent]
            shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]
            assert list(earned["victory"].values()) == shares
            assert list(earned["gems"].values()) == list(outcome.scores)
            assert kinds["gems"].agents == []


MISTER_OPTIONS: list[dict[str, Any]] = [{}, {"players": 2, "games": 2, "expert": True, "rewards": "dollars"}]


@masked
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # of those whose turn it is not
@pytest.mark.parametrize("options", MISTER_OPTIONS, ids=str)
def test_the_aec_api_of_mister_diamond(options: Mapping[str, Any]) -> None:
    api_test(mister_diamond_v0.env(**options), num_cycles=120)


def test_seeds_and_render_modes_of_mister_diamond() -> None:
    seed_test(mister_diamond_v0.env, num_cycles=30)
    render_test(mister_diamond_v0.env)


@pytest.mark.parametrize("options", [{}, {"expert": True, "games": 2}, {"notes": True, "first": 1}], ids=str)
def test_mister_diamond_is_the_game_of_the_engine(options: dict[str, Any]) -> None:
    """Decision by decision: who is asked, what each sees and may do, what is earned, and who wins."""
    rules = MisterDiamond(MISTER_EDITIONS["ravensburger-1993"], **options)
    rng = Random(6)
    for players in (2, 4):
        layout, actions = MisterDiamondObservation(rules, players), MisterDiamondActions(rules.edition, players)
        kinds = {
            kind: mister_diamond_v0.raw_env(players=players, rewards=kind, **options) for kind in ("victory", "dollars")
        }
        seed = rng.randbytes(32)
        step, memory = rules.start(players, seed), Memory()
        for env in kinds.values():
            env.reset(options={"deal": seed.hex()})
        earned = {kind: dict.fromkeys(env.agents, 0.0) for kind, env in kinds.items()}
        while True:
            memory.hear(step.events)
            outcome, turn = rules.outcome(step.state), step.state.turn
            for env in kinds.values():
                for seat, agent in enumerate(env.possible_agents):
                    seen = env.observe(agent)
                    assert env.observation_space(agent).contains(seen)
                    view = rules.observe(step.state, seat)
                    assert (seen["observation"] == layout.of(view, memory, seat)).all()
                    legal = [actions.number(action, seat) for action in rules.legal_actions(step.state, seat)]
                    assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)
                    assert env.terminations[agent] == bool(outcome)
                assert outcome or env.agent_selection == env.possible_agents[turn]
            if outcome:
                break
            action = rng.choice(rules.legal_actions(step.state, turn))
            step = rules.apply(step.state, {turn: action})
            for kind, env in kinds.items():
                env.step(actions.number(action, turn))
                for agent in env.possible_agents:
                    earned[kind][agent] += env.rewards[agent]
        shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]
        assert list(earned["victory"].values()) == shares
        assert list(earned["dollars"].values()) == list(outcome.scores)


def test_what_mister_diamond_cannot_do_is_refused() -> None:
    with pytest.raises(Refused, match="unknown value"):
        mister_diamond_v0.env(rewards="fame")
    env = mister_diamond_v0.env()
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="not possible"):
        env.step(42)
    with pytest.raises(ValueError, match="an action is a number from 0 to 60"):
        env.step(61)
