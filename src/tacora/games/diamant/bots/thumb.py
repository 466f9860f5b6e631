"""Rules of thumb: what the champion teaches, in a few sentences that a person can follow at the table.

docs/strategy.md has them in words, where they come from, and how strong they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from tacora.games.diamant.bots.solved import scores_known
from tacora.games.diamant.bots.strategies import hazards_met
from tacora.games.diamant.rules import CONTINUE, LEAVE, Decision, Event, View

FIRST: Final = 7
"""Gems on the path for which somebody in front is the first to leave."""
FIRST_BY_A_COIN: Final = 4
"""Gems on the path for which the others toss a coin whether to be the first."""
NEXT: Final = 2
"""Gems on the path that are worth leaving for once somebody has left."""
ENOUGH: Final = 16
"""What a lone explorer goes home with."""
NOBODY: Final = -1
"""In place of a score, where there is nobody to compare with."""
STAY, TOSS, GO = range(3)
"""What the rules say; one toss in two says to go home."""


class Seen(NamedTuple):
    """What the rules look at."""

    hazards: int
    """Kinds of hazard in the tunnel."""
    held: int
    prize: int
    """What a lone leaver finds on the way out: gems, and what the relics count."""
    score: int
    """One's own, at camp."""
    camp: int
    """The best score of those who are at camp."""
    rival: int
    """The best score of the others inside."""
    last: bool
    """Whether this is the last cave."""


def advice(hazards: int, held: int, prize: int, score: int, camp: int, rival: int, last: bool) -> int:
    """What the rules say. Bots and the fast kernel share it: plain arithmetic for that reason.

    >>> advice(hazards=1, held=2, prize=8, score=5, camp=NOBODY, rival=3, last=False) == GO
    True
    >>> advice(hazards=1, held=20, prize=8, score=5, camp=40, rival=0, last=False) == STAY
    True
    """
    if hazards == 0 or score + held + prize <= camp:
        return STAY
    if rival == NOBODY:
        return GO if last or held + prize >= ENOUGH else STAY
    if camp == NOBODY:
        if score > rival:
            return GO if prize >= FIRST else STAY
        return TOSS if prize >= FIRST_BY_A_COIN and score + prize > rival else STAY
    if score > rival:
        return GO if last or prize >= NEXT else STAY
    return TOSS if score == rival and prize >= NEXT else STAY


def seen_in(view: View, history: Sequence[Event]) -> Seen:
    """What an explorer inside sees of all that."""
    assert view.seat is not None
    scores = scores_known(view, history)
    return Seen(
        hazards=len(hazards_met(view)),
        held=view.held,
        prize=view.path + sum(trophy.worth for trophy in view.relics),
        score=scores[view.seat],
        camp=max((score for seat, score in enumerate(scores) if seat not in view.inside), default=NOBODY),
        rival=max((scores[seat] for seat in view.inside if seat != view.seat), default=NOBODY),
        last=view.expedition == view.expeditions,
    )


def decision(seen: Seen, rng: Random) -> Decision:
    """What somebody decides who follows the rules."""
    says = advice(*seen)
    return LEAVE if says == GO or (says == TOSS and rng.random() < 0.5) else CONTINUE


@dataclass(frozen=True)
class Thumb:
    """Goes home only in front of everybody at camp, for what lies on the path, and sooner the better its own chest."""

    rng: Random = field(repr=False)

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Ask the rules."""
        return decision(seen_in(view, history), self.rng)
