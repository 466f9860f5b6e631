"""Solving and answering: exact where a whole tree can be worked out, the same on any number of threads, and resumed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tacora.analysis.solving import share_of
from tacora.fast.learner import Learner
from tacora.game import Refused
from tacora.games.diamant import EDITIONS, LEAVE, Diamant, View
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.solved import place
from tacora.games.diamant.kernel.game import DiamantKernel
from tacora.games.diamant.kernel.learner import ThreadedLearner
from tacora.games.diamant.kernel.regret import GUESTS, WARP_BITS, walked
from tacora.games.diamant.sight import Cuts, Sight
from tacora.games.diamant.sights import usual
from tacora.games.diamant.strategy import CHANCES, COIN_BITS, Strategy, read
from tests.analysis.exact import Policy, best_answer, share

pytestmark = pytest.mark.usefixtures("learner_compiled")
TINY = Diamant(EDITIONS["tiny"])
PLAIN = Diamant(EDITIONS["tiny"], relics=False)
SEED = 20


def save(learner: Learner, file: Path) -> None:
    with file.open("wb") as out:
        learner.save(out, SEED)


def bot_of(text: str) -> Policy:
    bot = make_bot(text, Random(0))
    return lambda view: float(bot.choose(view, ()) is LEAVE)


def followed(strategy: Strategy) -> Policy:
    def leaves(view: View) -> float:
        row, at = place(strategy, view, ())
        return CHANCES[strategy.leaving[strategy.rows[row] + at]] / (1 << COIN_BITS)

    return leaves


def solved(game: Diamant, seats: int, walks: int = 30_000) -> Strategy:
    learner = DiamantKernel(game).learner(seats)
    while learner.walks < walks:
        learner.batch(512, SEED)
    return read(learner.strategy(SEED, 512), "here")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "bot"),
    [
        pytest.param(game, bot, marks=() if (game, bot) == (TINY, "ev") else pytest.mark.long)
        for game in (TINY, PLAIN)
        for bot in ("ev", "gems:1", "hazards:1", "never")
    ],
)
def test_a_learnt_answer_wins_what_the_best_answer_wins(game: Diamant, bot: str) -> None:
    exactly = best_answer(game, 3, bot_of(bot))
    learner = DiamantKernel(game).learner(3, bot)
    for _ in range(20):
        learner.batch(4096, SEED)
    found = share_of(learner.beside([bot] * 2), 200_000, SEED + 1, "cpu", 1)
    assert found.ci95[0] - 0.01 <= exactly <= found.ci95[1] + 0.01
    assert found.ci95[0] <= exactly, "nobody is better than the best"


@pytest.mark.long
@pytest.mark.parametrize("game", [pytest.param(TINY, marks=pytest.mark.soak), PLAIN], ids=["relics", "plain"])
def test_a_solved_strategy_is_worth_a_fair_share_and_its_best_answer_little_more(game: Diamant) -> None:
    """It does not see all there is to see: neither the second rival's score, nor which treasures are left."""
    strategy = followed(solved(game, 3))
    assert share(game, 3, strategy, strategy) == pytest.approx(1 / 3, abs=1e-9)
    gain = best_answer(game, 3, strategy) - 1 / 3
    assert 0 <= gain < 0.05
    assert all(best_answer(game, 3, bot_of(bot)) - 1 / 3 > 2 * gain for bot in ("ev", "gems:1", "hazards:1"))


def test_the_number_of_threads_changes_nothing() -> None:
    small = Sight((Cuts((2, 3), (10, 20), (4, 8), (3, 9), (1, 4), (), (), ()),) * 5)
    game = Diamant(EDITIONS["schmidt-2005"])
    learners = [ThreadedLearner(game, 3, small, threads=threads) for threads in (1, 2, 3)]
    for learner in learners:
        for walks in (600, 257, 1):
            learner.batch(walks, 5)
    first, *others = (learner.strategy(5, 0) for learner in learners)
    assert all(other == first for other in others)


@pytest.mark.thorough
def test_whoever_is_resumed_learns_as_if_never_interrupted(tmp_path: Path) -> None:
    """Also of situations that were only walked past, after the walker had left."""
    at_once, before, after = (DiamantKernel(PLAIN).learner(4) for _ in range(3))
    for learner in (at_once, before):
        learner.batch(500, 8)
    save(before, tmp_path / "kept")
    after.resume(tmp_path / "kept")
    assert after.walks == 500
    assert isinstance(before, ThreadedLearner)
    assert isinstance(after, ThreadedLearner)
    assert (after.now == before.now).all()
    assert all((mine == theirs).all() for mine, theirs in zip(after.regrets, before.regrets, strict=True))
    for learner in (at_once, after):
        learner.batch(500, 8)
    assert at_once.strategy(8, 500) == after.strategy(8, 500)


@pytest.mark.thorough
def test_who_learns_with_guests_now_and_then_wins_more_from_them_and_the_file_says_so(tmp_path: Path) -> None:
    alone, host = (ThreadedLearner(TINY, 3, usual(TINY, 3), guest=guest) for guest in ("", "gems:3"))
    for learner in (alone, host):
        for _ in range(4):
            learner.batch(100_000, SEED)
    mine, hers = (share_of(learner.beside(["gems:3"] * 2), 200_000, SEED + 1, "cpu", 1) for learner in (alone, host))
    assert hers.ci95[0] > mine.ci95[1]
    assert [read(learner.strategy(SEED, 1), "here").made.guest for learner in (alone, host)] == ["", "gems:3"]
    save(host, tmp_path / "kept")
    with pytest.raises(Refused, match="other progress"):
        alone.resume(tmp_path / "kept")


def test_guests_come_to_one_of_128_games_and_never_where_strays_were() -> None:
    games = 1 << 20
    comes = [walked(5, game)[1:] for game in range(0, games, 1 << WARP_BITS)]
    assert comes.count((False, True)) * GUESTS == len(comes)
    assert comes.count((True, False)) * 8 == len(comes)
    assert (True, True) not in comes


class Elsewhere(ThreadedLearner):
    """Learns where it cannot be seen, as on a GPU, until what it has learnt is fetched."""

    def batch(self, walks: int, seed: int) -> None:
        seen = self.now.copy()
        super().batch(walks, seed)
        self._there, self.now[:] = self.now.copy(), seen

    def _fetch(self) -> None:
        self.now[:] = self._there


def test_an_answer_that_was_learnt_elsewhere_is_fetched_before_it_plays() -> None:
    learner = Elsewhere(TINY, 3, Sight((Cuts(),) * 2), [make_bot("ev", Random())] * 2)
    before = learner.now.copy()
    learner.batch(1000, SEED)
    played = learner.beside(["ev"] * 2).party.solved
    assert not (played[: len(before)] == before).all()


@pytest.mark.thorough
def test_progress_of_another_game_is_refused(tmp_path: Path) -> None:
    learner = DiamantKernel(PLAIN).learner(4)
    learner.batch(50, 8)
    save(learner, tmp_path / "kept")
    for game, seats in ((TINY, 4), (PLAIN, 5)):
        with pytest.raises(Refused) as refused:
            DiamantKernel(game).learner(seats).resume(tmp_path / "kept")
        assert refused.value.code == "other-progress"
    for wrong in (b"", b"PK\3\4 cut short"):
        (tmp_path / "broken").write_bytes(wrong)
        with pytest.raises(Refused) as refused:
            DiamantKernel(PLAIN).learner(4).resume(tmp_path / "broken")
        assert refused.value.code == "not-progress"


def counts(learner: ThreadedLearner) -> Sequence[float]:
    return [float(np.sum(each)) for each in learner.regrets]


def test_each_walk_asks_for_decisions_and_none_is_counted_twice() -> None:
    """In a box where all know after the first card that the next is fatal or not, visits are what was walked."""
    learner = ThreadedLearner(PLAIN, 3, Sight((Cuts(),) * 2))
    learner.batch(1000, 3)
    _, _, chosen, visits = counts(learner)
    assert 1000 < visits < 1000 * 2 * 5
    assert 0 < chosen < visits
