"""What Diamant brings to the simulator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from tacora.fast.compiled import is_compiled
from tacora.fast.kernel import Kernel
from tacora.fast.learner import Learner
from tacora.fast.simulation import Run
from tacora.game import Refused
from tacora.games.diamant.bots import STRATEGIES, DiamantBot, make_bot
from tacora.games.diamant.kernel.learner import GpuLearner, ThreadedLearner
from tacora.games.diamant.kernel.remote_learner import RemoteLearner
from tacora.games.diamant.kernel.simulation import DiamantSimulation
from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sights import near, nearest, usual
from tacora.narration import Catalogue
from tacora.narration.columns import columns
from tacora.narration.figures import number, percent
from tacora.work.numbered import Spread


class DiamantKernel(Kernel):
    """Diamant as it is simulated."""

    yardsticks = ("gems:8", "ev")

    def __init__(self, game: Diamant) -> None:
        self._game = game

    def simulation(self, bots: Sequence[str]) -> DiamantSimulation:
        """A table with these bots."""
        return DiamantSimulation(self._game, [_bot(bot) for bot in bots])

    def learner(
        self,
        seats: int,
        against: str | None = None,
        *,
        gpu: bool = False,
        threads: int = 1,
        cluster: Spread | None = None,
    ) -> Learner:
        """Somebody who learns this box; to beat a bot, it looks more closely than the champions do."""
        edition = self._game.edition
        if not edition.least_seats <= seats <= edition.most_seats:
            raise Refused("seat-count", given=seats, least=edition.least_seats, most=edition.most_seats)
        if against is None:
            sight, others = usual(self._game, seats), list[DiamantBot]()
        else:
            sight = nearest(self._game, seats) if gpu else near(self._game, seats)
            others = [_bot(against)] * (seats - 1)
        try:
            if cluster is not None:
                return RemoteLearner(self._game, seats, sight, cluster, others)
            if gpu:
                return GpuLearner(self._game, seats, sight, others)
            return ThreadedLearner(self._game, seats, sight, others, threads=threads)
        except Refused as refused:
            if refused.code == "not-simulated" and against is not None:  # Whoever named one bot knows of no seats.
                raise _unknown(against) from None
            raise

    def knows_how_to_learn(self) -> bool:
        """Whether walks are compiled."""
        return is_compiled("regret")

    def figures(self, played: Run) -> Mapping[str, list[float]]:
        """Cards and disasters by expedition."""
        means, expeditions = (played.tally.sums / played.games).tolist(), self._game.edition.expeditions
        return {"cards_per_expedition": means[:expeditions], "disaster_share": means[expeditions:]}

    def course(self, say: Catalogue, played: Run) -> list[str]:
        """Likewise as a table."""
        language, means = say.language, self.figures(played)
        return columns(
            [say("study-expedition"), *(str(at) for at in range(1, self._game.edition.expeditions + 1))],
            [
                [say("study-cards"), *(number(language, mean, 2) for mean in means["cards_per_expedition"])],
                [say("study-disasters"), *(percent(language, share) for share in means["disaster_share"])],
            ],
        )


@cache
def _bot(text: str) -> DiamantBot:
    """A bot, made once: it may have a table to read. The kernel has its own chance, so the bot is never asked."""
    try:
        return make_bot(text, Random())
    except Refused as refused:
        if refused.code == "unknown-bot":
            raise _unknown(text) from None
        raise


def _unknown(bot: str) -> Refused:
    return Refused("not-a-strategy", bot=bot, known=", ".join(STRATEGIES))
