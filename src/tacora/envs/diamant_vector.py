"""Diamant for Gymnasium, thousands of games at once: one seat among bots, or all seats."""

from __future__ import annotations

from tacora.envs.libraries import required

required("numpy", "numba", "gymnasium")

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tacora.envs.diamant_observation import DiamantObservation, Observation
from tacora.envs.diamant_seat import BOTS
from tacora.envs.diamant_steps import FIELDS, Out, empty_out, look_at, reset, step_all, step_seat
from tacora.envs.diamant_table import Rewards
from tacora.game import Refused, Seat
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.strategies import Never
from tacora.games.diamant.editions import edition_named
from tacora.games.diamant.kernel.box import box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.rules import Chests, Diamant

if TYPE_CHECKING:
    _VectorEnv: TypeAlias = VectorEnv[Observation, NDArray[Any], NDArray[Any]]
else:
    _VectorEnv = VectorEnv


class DiamantVectorEnv(_VectorEnv):
    """`tacora/Diamant-v0` over arrays.

    With `bots`, each game has one agent, as in `DiamantEnv`; bots are those that the simulator knows. With `players`
    instead, every seat of every game is an agent, one after the other: row `game * players + seat`. Whoever is at camp
    has nothing to decide then: the mask is empty and the action ignored.

    A game that is over begins anew at the next step, whose action is ignored (`AutoresetMode.NEXT_STEP`). Game number
    n of a seed is the one that the simulator would deal by it.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        num_envs: int = 1,
        *,
        edition: str = "tacora-2024",
        bots: Sequence[str] | None = None,
        seat: Seat = 0,
        players: int | None = None,
        relics: bool | None = None,
        chests: Chests = "open",
        rewards: Rewards = "victory",
    ) -> None:
        if rewards not in ("victory", "gems"):
            raise Refused("unknown-value", path="rewards", value=rewards)
        if players is not None and bots is not None:
            raise ValueError("either bots at the other seats, or players: then every seat is an agent")
        others = (bots if bots is not None else BOTS) if players is None else ()
        self.players = len(others) + 1 if players is None else players
        rules = Diamant(edition_named(edition), relics=relics, chests=chests)
        rules.start(self.players, bytes(32))
        if not 0 <= seat < self.players:
            raise Refused("no-such-seat", given=seat, most=self.players - 1)
        agents = 1 if players is None else self.players
        if num_envs < 1 or num_envs % agents:
            raise ValueError(f"num_envs is a multiple of {agents}, the agents of a game, and not {num_envs}")
        self.num_envs = num_envs
        self._seats = np.array([seat] if players is None else range(self.players))
        self._layout = DiamantObservation(rules, self.players)
        self._box = box_of(rules)
        self._look = look_at(rules, self._layout, gems=rewards == "gems")
        self._seat = seat
        seated = [make_bot(bot, Random()) for bot in others]
        seated.insert(seat, Never())  # In place of the agent, and not asked.
        self._party = party_of(rules, seated) if players is None else None
        self._states = np.zeros((num_envs // agents, FIELDS), np.int64)
        self._seed = np.uint64(0)
        self.single_observation_space = spaces.Box(self._layout.low, self._layout.high, dtype=np.int16)
        self.single_action_space = spaces.Discrete(2)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games. A seed deals games 0, 1, 2, … of that seed; without one another seed is drawn."""
        super().reset(seed=seed)
        self._seed = np.uint64(seed if seed is not None else int(self.np_random.integers(1 << 63)))
        out = self._room()
        reset(self._box, self._look, self._seed, 0, self._states, self._seats, out)
        return out.observations, {"action_mask": out.masks}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Decide in all games."""
        out = self._room()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"an action for each of {self.num_envs} agents, not an array of shape {given.shape}")
        if given.min() < 0 or given.max() > 1:
            raise ValueError("an action is 0 or 1")
        given = given.astype(np.int8, copy=False)
        if self._party is None:
            step_all(self._box, self._look, self._seed, self._states, given, out)
        else:
            step_seat(self._box, self._look, self._party, self._seed, self._seat, self._states, given, out)
        info = {"action_mask": out.masks}
        return out.observations, out.rewards, out.over, np.zeros(self.num_envs, np.bool_), info

    def _room(self) -> Out:
        return empty_out(self.num_envs, self._layout.parts.end)
