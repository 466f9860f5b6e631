"""What of a learnt strategy is kept: what matters, and the rest like what is nearby."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.kernel.learner import ThreadedLearner
from tacora.games.diamant.kernel.solution import FEW_LEVELS, LEVELS, solution
from tacora.games.diamant.sight import LEVEL, Cuts, Sight
from tacora.games.diamant.strategy import ALWAYS, Maker, Strategy, read
from tools.champions import again

TINY = Diamant(EDITIONS["tiny"])
CUTS = Cuts(held=(5,), ahead=(LEVEL,), rivals=(LEVEL,))
SIGHT = Sight((CUTS,) * TINY.edition.expeditions)
ROWS, WIDTH = CUTS.rows(), CUTS.width()


def kept(chances: list[list[float]], visits: list[list[float]], **made: float) -> list[list[int]]:
    """The first expedition of a strategy with these chances in its situations."""
    often = np.zeros(SIGHT.size())
    often[: ROWS * WIDTH] = np.array(visits).reshape(-1)
    chosen = often.copy()
    chosen[: ROWS * WIDTH] *= np.array(chances).reshape(-1)
    rows = solution(TINY, 3, SIGHT, chosen, often, Maker(1, 1, 1, "here", **made)).all_rows()  # type: ignore[arg-type]
    return [list(rows[at * WIDTH : (at + 1) * WIDTH]) for at in range(ROWS)]


OFTEN = [[1000.0] * WIDTH] * ROWS
MIXED = [[0.0, 0.1, 0.2, 1.0], [0.5, 0.5, 0.52, 0.9]]


def test_where_all_matters_all_is_kept_in_levels() -> None:
    rounded = [[min(LEVELS, key=lambda level: abs(level - chance * ALWAYS)) for chance in row] for row in MIXED]
    assert kept(MIXED, OFTEN) == rounded


def test_a_smaller_file_has_fewer_levels_and_still_tells_seldom_from_never() -> None:
    few = [[FEW_LEVELS[LEVELS.index(level)] for level in row] for row in kept(MIXED, OFTEN)]
    assert kept(MIXED, OFTEN, few_levels=True) == few
    assert FEW_LEVELS[:2] == LEVELS[:2]
    assert len(FEW_LEVELS) == len(LEVELS)


def test_a_row_to_which_nobody_comes_is_like_the_one_before() -> None:
    found = kept([[0.2] * WIDTH, [0.9] * WIDTH], [[1000.0] * WIDTH, [0.1] * WIDTH], rare=0.001)
    assert found[0] == found[1] == [51] * WIDTH


@pytest.mark.parametrize(("worth", "same"), [(1e-6, False), (0.01, True)])
def test_what_is_hardly_noticed_plays_like_standings_nearby(worth: float, same: bool) -> None:
    found = kept([[0.50, 0.50, 0.50, 0.62], [0.3] * WIDTH], OFTEN, worth=worth)
    assert (len(set(found[0])) == 1) == same


ASKED = Strategy.of("tiny", 3, SIGHT, bytes(SIGHT.size()), Maker(2048, 1024, 5, "here", rare=4e-9, worth=1e-9))


@pytest.mark.thorough
@pytest.mark.usefixtures("learner_compiled")  # Whoever compiles for a minute keeps what was learnt meanwhile.
@pytest.mark.parametrize("guest", ["", "gems:3"])
def test_a_champion_that_is_made_again_is_the_same(guest: str, tmp_path: Path) -> None:
    asked = replace(ASKED, made=replace(ASKED.made, guest=guest))
    first, second = (again(asked, 2048, tmp_path / name) for name in ("first", "second"))
    assert first is not None
    assert first == second
    made = read(first, "again").made
    assert (made.walks, made.batch, made.seed, made.rare, made.worth) == (2048, 1024, 5, 4e-9, 1e-9)
    assert made.guest == guest
    assert not any(tmp_path.iterdir())  # It was never interrupted.


@pytest.mark.thorough
def test_a_champion_that_was_interrupted_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, batch = again(ASKED, 2048, tmp_path / "whole"), ThreadedLearner.batch

    def interrupted(learner: ThreadedLearner, walks: int, seed: int) -> None:
        if learner.walks:
            raise KeyboardInterrupt
        batch(learner, walks, seed)

    with monkeypatch.context() as pressed:
        pressed.setattr("tools.champions.gpu_is_there", lambda: False)
        pressed.setattr(ThreadedLearner, "batch", interrupted)
        assert again(ASKED, 2048, tmp_path / "half") is None
    assert [file.name for file in tmp_path.iterdir()] == ["half"]
    assert again(ASKED, 2048, tmp_path / "half") == whole
