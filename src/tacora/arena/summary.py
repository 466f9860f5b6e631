"""Summary statistics of a simulation, with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from tacora.arena.intervals import student, wilson

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class SeatSummary(Struct, frozen=True):
    """One seat of a simulated table."""

    bot: str
    mean: float
    """Mean score."""
    mean_ci95: tuple[float, float] | None
    """`None` after a single game."""
    sd: float | None
    quantiles: tuple[int, ...]
    """The scores that 5, 25, 50, 75 and 95 % of the games do not exceed."""
    win_share: float
    """Share of victories; a tie of k counts 1/k."""
    ci95: tuple[float, float]
    """Of the share of victories."""


def seat_summary(
    bot: str, scores: Sequence[int], victories: Sequence[int], games: int, lowest: int = 0, unit: int = 1
) -> SeatSummary:
    """The summary of one seat, from counts of games by score, and of victories by number of winners.

    >>> seat = seat_summary("x", scores=[0, 2, 2], victories=[0, 1, 2], games=4)
    >>> seat.mean, seat.quantiles, seat.win_share
    (1.5, (1, 1, 1, 2, 2), 0.5)
    """
    counted = [(lowest + unit * at, count) for at, count in enumerate(scores) if count]
    mean = math.fsum(score * count for score, count in counted) / games
    spread = math.fsum((score - mean) ** 2 * count for score, count in counted)
    sd = math.sqrt(spread / (games - 1)) if games > 1 else None
    shares = [count / winners for winners, count in enumerate(victories) if winners]
    squares = [count / winners**2 for winners, count in enumerate(victories) if winners]
    share = math.fsum(shares) / games
    return SeatSummary(
        bot=bot,
        mean=mean,
        mean_ci95=None if sd is None else student(mean, sd, games),
        sd=sd,
        quantiles=tuple(quantile(counted, games, q) for q in QUANTILES),
        win_share=share,
        ci95=wilson(share, max(math.fsum(squares) / games - share**2, 0.0), games),
    )


def quantile(counted: Sequence[tuple[int, int]], games: int, q: float) -> int:
    """The least score that at least a share `q` of the games does not exceed. `counted`: scores, ascending, and counts.

    >>> quantile([(3, 1), (10, 1)], 2, 0.5)
    3
    """
    reached = accumulate(count for _, count in counted)
    return next(score for (score, _), below in zip(counted, reached, strict=True) if below >= q * games)
