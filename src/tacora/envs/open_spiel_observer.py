"""What players observe in OpenSpiel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import pyspiel
from numpy.typing import NDArray


class Observable(Protocol):
    """A state that can be observed."""

    def numbers(self, player: int) -> NDArray[np.float32]:
        """What a player sees now."""
        ...

    def recalled(self, player: int) -> NDArray[np.float32]:
        """All that a player has seen, in order."""
        ...

    def told(self) -> str:
        """Likewise as text; all have seen the same."""
        ...


class Observer:
    """With perfect recall, all that a player has seen; otherwise what is seen now."""

    def __init__(self, iig_obs_type: Any, seen: Sequence[str], recalled: Sequence[str]) -> None:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self._recalls = kind.perfect_recall
        self._names = recalled if self._recalls else seen
        self.tensor = np.zeros(len(self._names), np.float32)
        self.dict = {"information_state" if self._recalls else "observation": self.tensor}

    def set_from(self, state: Observable, player: int) -> None:
        """Write down what a player sees or has seen."""
        self.tensor[:] = state.recalled(player) if self._recalls else state.numbers(player)

    def string_from(self, state: Observable, player: int) -> str:
        """All that happened; or the numbers that are not 0, by their names."""
        if self._recalls:
            return f"player {player}: {state.told()}"
        seen = zip(self._names, state.numbers(player), strict=True)
        return f"player {player}: " + ", ".join(f"{name} {number:g}" for name, number in seen if number)
