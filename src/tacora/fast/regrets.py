"""Learning by regret: how a strategy of two choices changes after each batch of games.

Regret matching; in regrets and in the average over all batches, which is what is learnt, later batches count more.
Regrets may fall below zero: walks are few and tell of luck as much as of choices, and a regret that is cut off at zero
forgets what spoke against a choice. Sums are integers until a batch is complete, so the result does not depend on the
number of threads.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.fast.arrays import Ints
from tacora.fast.compiled import entry, small

Floats: TypeAlias = NDArray[np.float64]


class Regrets(NamedTuple):
    """What is remembered of each situation."""

    first: Floats
    """Regret not to have chosen the first of the two."""
    second: Floats
    chosen: Floats
    """How often the first was chosen, weighted."""
    visits: Floats
    """How often the situation came about, weighted."""


def no_regrets(size: int) -> Regrets:
    """Nothing is known of any situation."""
    return Regrets(*(np.zeros(size) for _ in Regrets._fields))


@small
def learn_one(
    strategy: Ints, regrets: Regrets, gains: Ints, visits: Ints, weight: float, victory: float, always: float, at: int
) -> None:
    """Learn about one situation; the sums of the batch begin again at 0."""
    if gains[at] != 0 or visits[at] != 0:
        chance, gain = strategy[at] / always, gains[at] / victory
        regrets.first[at] += weight * (1.0 - chance) * gain
        regrets.second[at] -= weight * chance * gain
        first, second = max(0.0, regrets.first[at]), max(0.0, regrets.second[at])
        regrets.chosen[at] += visits[at] * weight * chance
        regrets.visits[at] += visits[at] * weight
        if first + second > 0.0:
            strategy[at] = int(first / (first + second) * always + 0.5)
        gains[at], visits[at] = 0, 0


@entry
def learn(
    strategy: Ints, regrets: Regrets, gains: Ints, visits: Ints, weight: float, victory: float, always: float
) -> None:
    """Learn from a batch: how much the first choice would have gained in each situation, and how often it came about.

    A strategy has the chance of the first choice, of `always`.
    """
    for at in range(len(strategy)):
        learn_one(strategy, regrets, gains, visits, weight, victory, always, at)


@entry
def average(strategy: Ints, regrets: Regrets, averaged: Ints, always: float) -> None:
    """What was learnt; where nobody ever came by own decisions, the strategy as it is."""
    for at in range(len(strategy)):
        seen = regrets.visits[at]
        averaged[at] = strategy[at] if seen == 0.0 else int(regrets.chosen[at] / seen * always + 0.5)
