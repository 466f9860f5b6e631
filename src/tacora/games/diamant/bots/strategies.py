"""Rule strategies: each leaves on one plain condition.

`leaving` is the chance that a strategy leaves; whoever reads a table compares it with what happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tacora.games.diamant.editions import Hazard, Treasure
from tacora.games.diamant.rules import CONTINUE, LEAVE, Decision, Event, View


@dataclass(frozen=True)
class Never:
    """Stays to the bitter end."""

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Continue."""
        return CONTINUE

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """Never."""
        return 0.0


@dataclass(frozen=True)
class RandomLeaver:
    """Leaves with a fixed probability at each decision."""

    probability: float
    rng: Random

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Toss a biased coin."""
        return LEAVE if self.rng.random() < self.probability else CONTINUE

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """The same everywhere."""
        return self.probability


@dataclass(frozen=True)
class Cards:
    """Leaves at the decision after the N-th card."""

    depth: int

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Count the cards of the tunnel."""
        return LEAVE if len(view.tunnel) >= self.depth else CONTINUE

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """From the N-th card on."""
        return float(len(view.tunnel) >= self.depth)


@dataclass(frozen=True)
class Gems:
    """Leaves when it holds at least N gems."""

    least: int

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Count the gems in hand."""
        return LEAVE if view.held >= self.least else CONTINUE

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """From N gems on."""
        return float(view.held >= self.least)


@dataclass(frozen=True)
class Hazards:
    """Leaves when at least N different hazards lie in the tunnel."""

    least: int

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Count the kinds of hazard."""
        return LEAVE if len(hazards_met(view)) >= self.least else CONTINUE

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """From N kinds on."""
        return float(len(hazards_met(view)) >= self.least)


@dataclass(frozen=True)
class Ev:
    """Weighs the chance of losing what it would take home against the expected share of the next card."""

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave as soon as the next card is expected to cost at least what it brings."""
        return LEAVE if next_card_loses(view) else CONTINUE

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """Where one card more is expected to lose."""
        return float(next_card_loses(view))


def hazards_met(view: View) -> set[Hazard]:
    """The kinds of hazard that lie in the tunnel."""
    return {card for card in view.tunnel if isinstance(card, Hazard)}


def takes_home(view: View) -> int:
    """What leaving now brings if all inside leave; the last explorer takes the relics, too."""
    explorers = len(view.inside)
    relics = sum(trophy.worth for trophy in view.relics) if explorers == 1 else 0
    return view.held + view.path // explorers + relics


def next_card_loses(view: View) -> bool:
    """Whether going on for exactly one card is no better than leaving: m · home ≥ the sum of shares left in the deck.

    m is how many unseen cards would end the expedition. For a lone explorer without relics this rule is optimal.
    """
    met = hazards_met(view)
    deadly = sum(card in met for card in view.unseen)
    shares = sum(card.value // len(view.inside) for card in view.unseen if isinstance(card, Treasure))
    return deadly * takes_home(view) >= shares
