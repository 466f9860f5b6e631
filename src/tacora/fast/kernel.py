"""What a game brings to the simulator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from tacora.fast.simulation import Run, Simulation
from tacora.narration import Catalogue


class Kernel(ABC):
    """A game with its options, as it is simulated."""

    @abstractmethod
    def simulation(self, bots: Sequence[str]) -> Simulation:
        """A table with these bots. Refuses those that the simulator does not know."""

    @abstractmethod
    def is_compiled(self) -> bool:
        """Whether a run begins at once."""

    @abstractmethod
    def figures(self, played: Run) -> Mapping[str, float | list[float]]:
        """What games add up beside the scores, on average."""

    @abstractmethod
    def course(self, say: Catalogue, played: Run) -> list[str]:
        """Likewise in lines of text."""
