"""Diamant for PettingZoo: `parallel_env`, and `env` as an AEC environment.

All decide at the same time. Actions: 0 goes on, 1 leaves. Whoever is at camp does nothing: the mask leaves 0, and
whatever is given is ignored. The library asks every agent at every step, and one that was removed may not come back.
"""

from __future__ import annotations

from tacora.envs.libraries import required

required("numpy", "pettingzoo")

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from tacora.envs.diamant_table import DiamantTable, Rewards
from tacora.envs.rendering import MODES, Rendered, checked, rendered
from tacora.games.diamant.rules import Chests
from tacora.languages import Language

__all__ = ["env", "parallel_env", "raw_env"]

Seen: TypeAlias = dict[str, NDArray[Any]]
"""`observation` and `action_mask`."""

_INSIDE, _AT_CAMP = np.array([1, 1], np.int8), np.array([1, 0], np.int8)


def env(**options: Any) -> AECEnv:
    """Diamant with players who are asked one after the other; nobody sees a decision before all have made theirs.

    Takes what `parallel_env` takes.
    """
    return parallel_to_aec(parallel_env(**options))


raw_env = env


class parallel_env(ParallelEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types; the name is its own
    """Diamant with players who decide together."""

    metadata = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "tacora_diamant_v0",
        "render_modes": list(MODES),
        "render_fps": 1,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        *,
        edition: str = "tacora-2024",
        players: int = 4,
        relics: bool | None = None,
        chests: Chests = "open",
        rewards: Rewards = "victory",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        language: Language = "en",
    ) -> None:
        self._table = DiamantTable(edition, players, relics, chests, rewards, language)
        self.max_cycles = max_cycles
        self.render_mode = checked(render_mode)
        self.possible_agents = list(self._table.names)
        self.agents: list[str] = []
        layout = self._table.layout
        self._observation_spaces: dict[str, spaces.Space[Any]] = {}
        self._action_spaces: dict[str, spaces.Space[Any]] = {}
        for agent in self.possible_agents:
            self._observation_spaces[agent] = spaces.Dict(
                {
                    "observation": spaces.Box(layout.low, layout.high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (2,), np.int8),
                }
            )
            self._action_spaces[agent] = spaces.Discrete(2)
        self._generator: np.random.Generator | None = None
        self._cycles = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees, and what it may do."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Go on, or leave."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal a game; `options={"deal": SEED}` deals that of a record."""
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        self._table.deal(self._generator, options)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Open the decisions of all inside, and turn a card if anybody goes on."""
        table, agents = self._table, self.agents
        table.latest.clear()
        chosen = {seat: int(actions[self.possible_agents[seat]]) for seat in table.pending}
        rewards = dict(zip(self.possible_agents, table.step(chosen), strict=True))
        self._cycles += 1
        over = table.over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        seen = self._seen()
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), {agent: {} for agent in agents}

    def render(self) -> Rendered:
        """The last step in sentences, or a picture."""
        return rendered(self.render_mode, self._table.told, self._table.drawn)

    def close(self) -> None:
        """There is nothing to close."""

    def _seen(self) -> dict[str, Seen]:
        inside = self._table.pending
        return {
            agent: {
                "observation": self._table.observed(seat),
                "action_mask": (_INSIDE if seat in inside else _AT_CAMP).copy(),
            }
            for seat, agent in enumerate(self.possible_agents)
        }
