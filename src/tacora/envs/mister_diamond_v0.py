"""Mister Diamond for PettingZoo: `env`, an AEC environment. Only whoever has drawn a card that asks is asked.

Observations hold what all have seen and a player could remember: which diamonds proved to be fixed, and how long ago.
"""

from __future__ import annotations

from tacora.envs.libraries import required

required("numpy", "pettingzoo")

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tacora.envs.mister_diamond_actions import MisterDiamondActions
from tacora.envs.mister_diamond_observation import Memory, MisterDiamondObservation
from tacora.envs.picture import COLUMNS, drawn
from tacora.envs.rendering import MODES, Rendered, checked, rendered
from tacora.game import Refused, Seat
from tacora.games.mister_diamond.editions import edition_named
from tacora.games.mister_diamond.narration import MisterDiamondNarrator
from tacora.games.mister_diamond.rules import MisterDiamond
from tacora.languages import Language
from tacora.narration.catalogue import catalogue

__all__ = ["env", "raw_env"]

Rewards: TypeAlias = Literal["victory", "dollars"]


def env(**options: Any) -> AECEnv:
    """Mister Diamond, with the library's own check of the order of calls. Takes what `raw_env` takes."""
    return wrappers.OrderEnforcingWrapper(raw_env(**options))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types; the name is its own
    """Mister Diamond. `rewards`: a part of the victory at the end, or dollars as they come and go."""

    metadata = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "tacora_mister_diamond_v0",
        "render_modes": list(MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        edition: str = "ravensburger-1993",
        players: int = 4,
        expert: bool = False,
        notes: bool = False,
        games: int = 1,
        first: Seat | None = None,
        rewards: Rewards = "victory",
        render_mode: str | None = None,
        language: Language = "en",
    ) -> None:
        super().__init__()
        if rewards not in ("victory", "dollars"):
            raise Refused("unknown-value", path="rewards", value=rewards)
        self._rules = MisterDiamond(edition_named(edition), expert=expert, notes=notes, games=games, first=first)
        self._rules.start(players, bytes(32))  # Refuses a number of players that cannot be.
        self._kind: Rewards = rewards
        self._say = catalogue(language)
        self.render_mode = checked(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._actions = MisterDiamondActions(self._rules.edition, players)
        self._layout = layout = MisterDiamondObservation(self._rules, players)
        self._observation_spaces: dict[str, spaces.Space[Any]] = {}
        self._action_spaces: dict[str, spaces.Space[Any]] = {}
        for agent in self.possible_agents:
            self._observation_spaces[agent] = spaces.Dict(
                {
                    "observation": spaces.Box(layout.low, layout.high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (len(self._actions),), np.int8),
                }
            )
            self._action_spaces[agent] = spaces.Discrete(len(self._actions))
        self._generator: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees and could remember, and what it may do."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Lift, steal, decline."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a match; `options={"deal": SEED}` deals that of a record."""
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        given = (options or {}).get("deal")
        chance = self._generator.bytes(32) if given is None else bytes.fromhex(given)
        step = self._rules.start(len(self.possible_agents), chance)
        self._state, self._latest = step.state, step.events
        self._memory = Memory()
        self._memory.hear(step.events)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._state.turn]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What lies on the table, what could be remembered, and what may be done."""
        seat = self.possible_agents.index(agent)
        view = self._rules.observe(self._state, seat)
        mask = np.zeros(len(self._actions), np.int8)
        mask[[self._actions.number(action, seat) for action in self._rules.legal_actions(self._state, seat)]] = 1
        return {"observation": self._layout.of(view, self._memory, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the action of whoever has to decide."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        agent, seat, before = self.agent_selection, self._state.turn, self._state
        step = self._rules.apply(before, {seat: self._actions.action(int(action), seat)})
        self._state, self._latest = step.state, step.events
        self._memory.hear(step.events)
        self._cumulative_rewards[agent] = 0.0
        outcome = self._rules.outcome(self._state)
        if self._kind == "dollars":
            dollars = (self._rules.observe(state, None).standings for state in (before, self._state))
            earned = [float(after - now) for now, after in zip(*dollars, strict=True)]
        else:
            winners = outcome.winners if outcome else ()
            earned = [(seat in winners) / max(len(winners), 1) for seat in range(len(self.possible_agents))]
        self.rewards = dict(zip(self.possible_agents, earned, strict=True))
        if outcome:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._state.turn]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Rendered:
        """The last step in sentences, or a picture."""
        return rendered(self.render_mode, self._told, self._drawn)

    def close(self) -> None:
        """There is nothing to close."""

    def _told(self) -> str:
        view = self._rules.observe(self._state, None)
        narrator = MisterDiamondNarrator(self._say, self.possible_agents)
        return "\n".join((*narrator.tell(self._latest, view), *narrator.situation(view))) + "\n"

    def _drawn(self) -> NDArray[np.uint8]:
        from tacora.games.mister_diamond.terminal.tray import picture

        return drawn(picture(self._rules.observe(self._state, None), tuple(self.possible_agents), COLUMNS))
