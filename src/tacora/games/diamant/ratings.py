"""How well somebody played a game of Diamant, in five steps.

The measure is what own decisions cost, for each decision. The limits lie between bots whose games were weighed
(docs/review.md); of one game alone a rating tells little, for chance decides which mistakes can cost something.
"""

from __future__ import annotations

RATINGS = (("champion", 0.0045), ("strong", 0.0075), ("sound", 0.010), ("lively", 0.015), ("carefree", 1.0))
"""From the best: its name, and the most that a decision cost on average, in parts of a victory."""


def rating(errors: float, decisions: int) -> str:
    """The step for a seat whose errors add up to this, which is not above 0.

    >>> rating(-0.03, 20), rating(-0.4, 20), rating(0.0, 0)
    ('champion', 'carefree', 'champion')
    """
    cost = -errors / max(decisions, 1)
    return next(name for name, most in RATINGS if cost <= most)
