"""What a bot is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

STRENGTHS = ("easy", "medium", "hard", "hardest")
"""The strengths that are offered to people: that of a game's weakest character, the next, and so on."""

_FRACTION = re.compile(r"[0-9]*\.?[0-9]+")

V_contra = TypeVar("V_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Bot(Protocol[V_contra, E_contra, A_co]):
    """Somebody who decides from what lies on the table and what all have seen; one object for one seat of one game."""

    def choose(self, view: V_contra, history: Sequence[E_contra]) -> A_co:
        """One legal action. Asked only while the bot's seat owes a decision."""
        ...


def probability_in(text: str) -> float | None:
    """A number from 0 to 1, if the text is one.

    >>> probability_in("0.25"), probability_in("2"), probability_in("x")
    (0.25, None, None)
    """
    return float(text) if _FRACTION.fullmatch(text) and float(text) <= 1 else None
