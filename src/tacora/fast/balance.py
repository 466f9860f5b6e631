"""Where the shares of the victory went in a game that is weighed, from a fair share each to the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.fast.review import Chances, Choice, Remembering, Review, SeatReview, Turn
from tacora.game import Outcome, Seat

Shares: TypeAlias = NDArray[np.float64]
"""Of the victory, by batch and seat."""

BATCHES = 32
"""The games from a situation are played in so many batches; standard errors are from the differences between them."""
CHUNK = 16
"""Situations played out between two reports of progress."""
ENOUGH = 3.0
"""Standard errors beyond which a difference is no chance."""
SURE = 4.0
"""The same after a first look."""
LEAST = 0.001
"""A difference below this is nobody's error."""


class Balance:
    """Adds up what cards and decisions gave to each seat, moment by moment. Its methods are called in their order."""

    def __init__(self, outcome: Outcome) -> None:
        seats = len(outcome.scores)
        result = np.zeros(seats)
        result[list(outcome.winners)] = 1 / len(outcome.winners)
        self.result = np.tile(result, (BATCHES, 1))
        self.fair = np.full(self.result.shape, 1 / seats)
        self._now = self.fair
        self._cards, self._decisions, self._errors = (np.zeros(self.result.shape) for _ in range(3))
        self._choices: list[Choice] = []
        self._turns: list[Turn] = []
        self._chances: list[Chances] = []

    def turned(self, step: int, card: str, after: Shares, *, fatal: bool = False) -> None:
        """Chance spoke: a card, or whatever else nobody decides."""
        luck = after - self._now
        self._cards += luck
        self._turns.append(Turn(step, card, fatal, _mean(luck), _error(luck)))
        self._now = after

    def stands(self, step: int) -> None:
        """The chances at this moment."""
        self._chances.append(Chances(step, _mean(self._now), _error(self._now)))

    def chose(
        self, step: int, seat: Seat, chosen: str, values: Mapping[str, Shares], champion: Mapping[str, float]
    ) -> Choice:
        """A decision: what each choice was worth to this seat, by batch, and how often a champion takes it."""
        others = [choice for choice in values if choice != chosen]
        best = max(others, key=lambda choice: float(values[choice].mean()), default=chosen)
        lost = values[best] - values[chosen]
        mean, se = float(lost.mean()), _se(lost)
        judged = abs(mean) > ENOUGH * se and abs(mean) > LEAST
        if judged and mean > 0:
            self._errors[:, seat] -= lost
        choice = Choice(
            step=step,
            seat=seat,
            chosen=chosen,
            values={choice: float(share.mean()) for choice, share in values.items()},
            se=se,
            champion=dict(champion),
            judged=judged,
            error=-mean if judged and mean > 0 else 0.0,
        )
        self._choices.append(choice)
        return choice

    def decided(self, after: Shares) -> None:
        """What came of the decisions of this moment."""
        self._decisions += after - self._now
        self._now = after

    def ended(self, step: int) -> None:
        """The game is over."""
        self.decided(self.result)  # Nothing was open any more: nothing but the last digits of a float.
        self._chances.append(Chances(step, _mean(self.result), (0.0,) * self.result.shape[1]))

    def review(self, names: Sequence[str], games: int, seed: int, memory: tuple[Remembering, ...] = ()) -> Review:
        """The whole of it."""
        others, result = self._decisions - self._errors, self.result - self.fair
        count = Counter(choice.seat for choice in self._choices)
        return Review(
            seats=tuple(
                SeatReview(
                    name=name,
                    result=float(result[0, seat]),
                    cards=float(self._cards[:, seat].mean()),
                    others=float(others[:, seat].mean()),
                    errors=float(self._errors[:, seat].mean()),
                    cards_se=_se(self._cards[:, seat]),
                    others_se=_se(others[:, seat]),
                    errors_se=_se(self._errors[:, seat]),
                    adjusted=float((result - self._cards)[:, seat].mean()),
                    decisions=count[seat],
                )
                for seat, name in enumerate(names)
            ),
            decisions=tuple(self._choices),
            cards=tuple(self._turns),
            chances=tuple(self._chances),
            games=games,
            seed=seed,
            memory=memory,
        )


def clearly_ahead(chosen: Shares, other: Shares) -> bool:
    """Whether a first look at one seat's shares shows that its choice was the better one."""
    gain = chosen - other
    mean = float(gain.mean())
    return mean > SURE * _se(gain) and mean > LEAST


def _mean(shares: Shares) -> tuple[float, ...]:
    return tuple(shares.mean(axis=0).tolist())


def _error(shares: Shares) -> tuple[float, ...]:
    return tuple((shares.std(axis=0, ddof=1) / sqrt(len(shares))).tolist())


def _se(values: Shares) -> float:
    return float(values.std(ddof=1) / sqrt(len(values)))
