"""How many steps a second the environments take on one core, with random actions."""

from __future__ import annotations

import time
from collections.abc import Callable

import gymnasium
import numba
import numpy as np

import tacora.envs.open_spiel  # registers the games
from machine import machine
from tacora.envs import GYMNASIUM_ID, diamant_v0
from tacora.envs.diamant_vector import DiamantVectorEnv

ROUNDS = 9
STEPS = 200
PLAYERS = 5
EDITION = "schmidt-2005"

assert tacora.envs.open_spiel


def report(name: str, play: Callable[[], tuple[int, int]], rounds: int = ROUNDS) -> None:
    """Steps of agents a second of processor time, in the best of several rounds; and how many of them were decisions.

    Where every agent is asked at every step, those at camp count as steps, as the libraries do, but decide nothing.
    """
    play()
    best = (0.0, 0.0)
    for _ in range(rounds):
        began = time.process_time()
        steps, decisions = play()
        seconds = time.process_time() - began
        best = max(best, (steps / seconds, decisions / seconds))
    print(f"{name:<62} {best[0]:>12,.0f} agent steps/s {best[1]:>12,.0f} decisions/s")


def arrays(games: int, players: int | None) -> Callable[[], tuple[int, int]]:
    """Many games at once: all seats, or one among bots that toss coins. Actions are drawn, too."""
    agents = games * (players or 1)
    if players:
        envs = DiamantVectorEnv(agents, edition=EDITION, players=players)
    else:
        envs = DiamantVectorEnv(agents, edition=EDITION, bots=("random:0.5",) * (PLAYERS - 1))
    rng = np.random.default_rng(1)

    def play() -> tuple[int, int]:
        _, info = envs.reset(seed=1)
        decisions = np.int64(0)
        for _ in range(STEPS):
            decisions += np.count_nonzero(info["action_mask"][:, 0])
            bits = np.frombuffer(rng.bytes(agents), np.uint8) & 1
            info = envs.step(bits)[4]
        return STEPS * agents, int(decisions)

    return play


def one_seat() -> tuple[int, int]:
    """One game at a time among bots that toss coins."""
    env = gymnasium.make(GYMNASIUM_ID, edition=EDITION, bots=("random:0.5",) * (PLAYERS - 1))
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for action in rng.integers(0, 2, 2000):
        if env.step(action)[2]:
            env.reset()
    return 2000, 2000


def parallel() -> tuple[int, int]:
    """PettingZoo's loop, all agents together."""
    env = diamant_v0.parallel_env(edition=EDITION, players=PLAYERS)
    observations, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    steps = decisions = 0
    for actions in rng.integers(0, 2, (1000, PLAYERS)).tolist():
        steps += PLAYERS
        decisions += sum(int(seen["action_mask"][1]) for seen in observations.values())
        observations = env.step(dict(zip(env.agents, actions, strict=True)))[0]
        if not env.agents:
            observations, _ = env.reset()
    return steps, decisions


def in_turn() -> tuple[int, int]:
    """PettingZoo's loop, one agent after the other."""
    env = diamant_v0.env(edition=EDITION, players=PLAYERS)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    decisions = 0
    for action in rng.integers(0, 2, 5000).tolist():
        observation, _, over, _, _ = env.last()
        decisions += int(observation["action_mask"][1]) if not over else 0
        env.step(None if over else action)
        if not env.agents:
            env.reset()
    return 5000, decisions


def open_spiel() -> tuple[int, int]:
    """OpenSpiel's loop, with observations of all who decide."""
    import pyspiel

    game = pyspiel.load_game(f"python_tacora_diamant(players={PLAYERS},edition={EDITION})")
    rng = np.random.default_rng(1)
    decisions = 0
    for _ in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(cards, p=chances)))
                continue
            inside = [player for player in range(PLAYERS) if state.legal_actions(player)]
            for player in inside:
                state.observation_tensor(player)
            decisions += len(inside)
            state.apply_actions(rng.integers(0, 2, PLAYERS).tolist())
    return decisions, decisions


def main() -> None:
    """Print a line for each environment."""
    print(f"Environments, {EDITION}, {PLAYERS} players, best of {ROUNDS} rounds; Numba {numba.__version__}")
    print(f"{machine()}; {time.strftime('%Y-%m-%d')}")
    for games in (256, 1024, 4096):
        report(f"Gymnasium, {games} games over arrays, all seats", arrays(games, PLAYERS))
    report("Gymnasium, 4096 games over arrays, one seat among coin-flip bots", arrays(4096, None))
    report("Gymnasium, one game, one seat among coin-flip bots", one_seat, 3)
    report("PettingZoo, parallel", parallel, 3)
    report("PettingZoo, AEC", in_turn, 3)
    report("OpenSpiel", open_spiel, 3)


if __name__ == "__main__":
    main()
