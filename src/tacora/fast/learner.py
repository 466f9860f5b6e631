"""Somebody who learns to play a game by playing it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Protocol

from tacora.fast.simulation import Simulation


class Learner(Protocol):
    """Learns batch by batch: against copies of itself, or to beat given bots."""

    @property
    def walks(self) -> int:
        """Games walked through so far; each is a try of both choices at many decisions."""
        ...

    def batch(self, walks: int, seed: int) -> None:
        """Walk through so many games more, and learn from them."""
        ...

    def beside(self, others: Sequence[str]) -> Simulation:
        """A table at which it sits on the first seat, as it plays now, beside these bots."""
        ...

    def around(self, bot: str) -> Simulation:
        """A table full of it, with this bot on the first seat."""
        ...

    def strategy(self, seed: int, batch: int) -> bytes:
        """What it has learnt, as a file that its game's bots can read."""
        ...

    def save(self, out: BinaryIO, seed: int) -> None:
        """Keep all that is needed to go on learning later, and the seed of the walks so far."""
        ...

    def resume(self, file: Path) -> int | None:
        """Go on where another learner stopped, and give the seed of its walks. Refuses a file of another game.

        Files of earlier versions do not say which seed it was: `None`.
        """
        ...
