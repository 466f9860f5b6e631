"""The interface of a game to the simulator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from tacora.fast.learner import Learner
from tacora.fast.simulation import Run, Simulation
from tacora.game import Refused
from tacora.narration import Catalogue
from tacora.work.numbered import Spread


class Kernel(ABC):
    """A game with its options, for simulation."""

    yardsticks: tuple[str, ...] = ()
    """Well-known bots to measure others with."""

    @abstractmethod
    def simulation(self, bots: Sequence[str]) -> Simulation:
        """A table with these bots. Refuses bots that the simulator does not know."""

    def learner(
        self,
        seats: int,
        against: str | None = None,
        *,
        gpu: bool = False,
        threads: int = 1,
        cluster: Spread | None = None,
    ) -> Learner:
        """Somebody who learns this game: to play it against equals, or to beat a table full of one bot."""
        raise Refused("not-solvable")

    def knows_how_to_learn(self) -> bool:
        """Whether the code of learners is in the cache."""
        return True

    @abstractmethod
    def figures(self, played: Run) -> Mapping[str, float | list[float]]:
        """The game's own statistics besides the scores, on average."""

    @abstractmethod
    def course(self, say: Catalogue, played: Run) -> list[str]:
        """The same in lines of text."""
