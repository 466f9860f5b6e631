"""What Mister Diamond brings to the simulator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tacora.fast.kernel import Kernel
from tacora.fast.simulation import Run
from tacora.games.mister_diamond.bots import make_mister_bot
from tacora.games.mister_diamond.kernel.simulation import MisterSimulation
from tacora.games.mister_diamond.rules import MisterDiamond
from tacora.narration import Catalogue
from tacora.narration.figures import number

_SUMS = ("cards_drawn", "lifted", "stuck", "stolen", "thefts_unused")


class MisterDiamondKernel(Kernel):
    """Mister Diamond as it is simulated."""

    def __init__(self, game: MisterDiamond) -> None:
        self._game = game

    def simulation(self, bots: Sequence[str]) -> MisterSimulation:
        """A table with these bots."""
        return MisterSimulation(self._game, [make_mister_bot(bot, Random()) for bot in bots])

    def figures(self, played: Run) -> Mapping[str, float]:
        """Cards, tries and thefts of a game."""
        return dict(zip(_SUMS, (played.tally.sums / played.games).tolist(), strict=True))

    def course(self, say: Catalogue, played: Run) -> list[str]:
        """Likewise line by line."""
        figures = self.figures(played).items()
        return [say(f"study-{name.replace('_', '-')}", mean=number(say.language, mean, 2)) for name, mean in figures]
