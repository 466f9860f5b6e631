"""Diamant for Gymnasium: one seat, with bots at the others."""

from __future__ import annotations

from tacora.envs.libraries import required

required("numpy", "gymnasium")

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from gymnasium import Env, spaces

from tacora.envs.diamant_observation import Observation
from tacora.envs.diamant_table import DECISIONS, DiamantTable, Rewards
from tacora.envs.rendering import MODES, Rendered, checked, rendered
from tacora.game import Refused, Seat
from tacora.games.diamant.bots import DiamantBot, make_bot
from tacora.games.diamant.rules import Chests
from tacora.languages import Language

BOTS = ("thumb", "thumb", "thumb")
"""Who sits at the other seats unless somebody else is asked."""

if TYPE_CHECKING:
    _Env: TypeAlias = Env[Observation, np.int64]
else:
    _Env = Env


class DiamantEnv(_Env):
    """`tacora/Diamant-v0`: one seat decides, bots play the others.

    Actions: 0 goes on, 1 leaves. A step ends at this seat's next decision, so there is always something to decide: once
    it has left, the others play the expedition to its end, and the next one begins.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        *,
        edition: str = "tacora-2024",
        bots: Sequence[str] = BOTS,
        seat: Seat = 0,
        relics: bool | None = None,
        chests: Chests = "open",
        rewards: Rewards = "victory",
        render_mode: str | None = None,
        language: Language = "en",
    ) -> None:
        players = len(bots) + 1
        self._table = table = DiamantTable(edition, players, relics, chests, rewards, language)
        if not 0 <= seat < players:
            raise Refused("no-such-seat", given=seat, most=players - 1)
        self.seat = seat
        self.render_mode = checked(render_mode)
        self._others = tuple(other for other in range(players) if other != seat)
        self._bots = tuple(bots)
        for bot in bots:
            make_bot(bot, Random(0))
        self.observation_space = spaces.Box(table.layout.low, table.layout.high, dtype=np.int16)
        self.action_space = spaces.Discrete(2)
        self._seated: dict[Seat, DiamantBot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game; `options={"deal": SEED}` deals that of a record."""
        super().reset(seed=seed)
        self._table.deal(self.np_random, options)
        chance = int(self.np_random.integers(1 << 62))
        self._seated = {
            other: make_bot(bot, Random(f"{chance} seat {other}"))
            for other, bot in zip(self._others, self._bots, strict=True)
        }
        return self._table.observed(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Decide, and play on to the next decision of this seat, or to the end of the game."""
        table = self._table
        table.latest.clear()
        reward = table.step({self.seat: int(action), **self._decisions()})[self.seat]
        while not table.over and self.seat not in table.pending:
            reward += table.step(self._decisions())[self.seat]
        return table.observed(self.seat), reward, table.over, False, self._info()

    def render(self) -> Rendered:
        """The last step in sentences, or a picture."""
        return rendered(self.render_mode, self._table.told, self._table.drawn)

    def _decisions(self) -> dict[Seat, int]:
        table = self._table
        return {
            other: DECISIONS.index(self._seated[other].choose(table.rules.observe(table.state, other), table.history))
            for other in table.pending
            if other != self.seat
        }

    def _info(self) -> dict[str, Any]:
        """Both actions are always allowed while the game goes on."""
        return {"action_mask": np.full(2, not self._table.over, np.int8)}
