"""Exact odds from what a player can see: never from the order of the deck."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from tacora.games.diamant.cave import danger
from tacora.games.diamant.editions import Card, Treasure
from tacora.games.diamant.rules import View


class Situation(Struct, frozen=True):
    """What the odds depend on, all of it open on the table."""

    tunnel: tuple[Card, ...]
    unseen: tuple[Card, ...]
    inside: int
    held: int
    path: int
    relics_worth: int = 0
    """What the relics lying in the tunnel would count for a lone leaver."""

    @classmethod
    def seen_in(cls, view: View) -> Situation:
        """The situation on the table that this view shows."""
        relics_worth = sum(trophy.worth for trophy in view.relics)
        return cls(view.tunnel, view.unseen, len(view.inside), view.held, view.path, relics_worth)


class Odds(Struct, frozen=True):
    """What the next card may bring, and what leaving now is worth."""

    danger: Fraction
    """The chance that the next card ends the expedition."""
    share: Fraction
    """What each explorer inside gets from the next card, on average, if all of them go on."""
    leaving: tuple[int, ...]
    """What each leaver takes home if 1, 2, … explorers leave now; alone, with the relics."""


def odds(situation: Situation) -> Odds:
    """The odds of a situation, exactly.

    >>> from tacora.games.diamant.editions import Hazard
    >>> table = Situation((Hazard("lava"),), (Hazard("lava"), Treasure(7), Treasure(4)), inside=3, held=5, path=2)
    >>> odds(table)
    Odds(danger=Fraction(1, 3), share=Fraction(1, 1), leaving=(7, 6, 5))
    """
    explorers, unseen = situation.inside, situation.unseen
    shares = sum(card.value // explorers for card in unseen if isinstance(card, Treasure))
    return Odds(
        danger=danger(situation.tunnel, unseen),
        share=Fraction(shares, len(unseen)) if unseen else Fraction(0),
        leaving=tuple(
            situation.held + situation.path // leavers + (situation.relics_worth if leavers == 1 else 0)
            for leavers in range(1, explorers + 1)
        ),
    )
