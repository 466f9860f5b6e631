"""The arithmetic of one expedition: a card is turned, explorers leave, danger grows.

Chance comes in as an argument: there is no deck and no randomness here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from tacora.game import Seat
from tacora.games.diamant.editions import Card, Hazard, Relic, Treasure


class Cave(Struct, frozen=True, gc=False):
    """A cave with explorers in it. They entered together and every share is equal, so all hold the same amount."""

    inside: tuple[Seat, ...]
    tunnel: tuple[Card, ...] = ()
    lying: tuple[int, ...] = ()
    """Gems that stayed on each card of the tunnel."""
    held: int = 0
    """What each explorer inside carries, at risk until they leave."""

    relics: tuple[Relic, ...] = ()
    """Relics that still lie in the tunnel; their cards stay in `tunnel`, which remembers every card turned."""

    def path(self) -> int:
        """Gems on the way out, all cards together."""
        return sum(self.lying)

    def ends_with(self, card: Card) -> bool:
        """Whether turning this card would end the expedition: the second of its kind (D12)."""
        return type(card) is Hazard and card in self.tunnel

    def turn(self, card: Card) -> Cave:
        """The cave one card deeper. Gems are divided among all inside; the remainder stays on the card (D10).

        >>> cave = Cave(inside=(0, 1, 2, 3, 4)).turn(Treasure(11))
        >>> cave.held, cave.lying
        (2, (1,))
        """
        inside, tunnel = self.inside, self.tunnel + (card,)
        if type(card) is Treasure:
            value, explorers = card.value, len(inside)
            lying = self.lying + (value % explorers,)
            return Cave(inside, tunnel, lying, self.held + value // explorers, self.relics)
        relics = self.relics + (card,) if type(card) is Relic else self.relics
        return Cave(inside, tunnel, self.lying + (0,), self.held, relics)

    def leave(self, leavers: int, stayers: tuple[Seat, ...]) -> tuple[int, tuple[Relic, ...], Cave]:
        """What each of so many leavers picks up, the relics taken, and the cave that the stayers are left in.

        The gems on the path are divided as one total (D16); a remainder stays on the deepest card that had gems. A
        lone leaver takes the relics, several leave them all (D25).

        >>> cave = Cave((0, 1, 2), (Treasure(4), Treasure(7)), (1, 1), held=3)
        >>> share, relics, rest = cave.leave(2, stayers=(2,))
        >>> share, rest.lying
        (1, (0, 0))
        """
        lying = self.lying
        share, rest = divmod(sum(lying), leavers)
        if share:
            lying = _all_on_the_deepest(lying, rest)
        if leavers == 1:
            return share, self.relics, Cave(stayers, self.tunnel, lying, self.held)
        return share, (), Cave(stayers, self.tunnel, lying, self.held, self.relics)


def _all_on_the_deepest(lying: tuple[int, ...], rest: int) -> tuple[int, ...]:
    if not rest:
        return (0,) * len(lying)
    deepest = len(lying) - 1
    while not lying[deepest]:
        deepest -= 1
    return (0,) * deepest + (rest,) + (0,) * (len(lying) - deepest - 1)


def danger(tunnel: Sequence[Card], unseen: Sequence[Card]) -> Fraction:
    """The chance that the next card, drawn from the unseen ones, ends the expedition.

    >>> danger([Hazard("lava")], [Hazard("lava"), Hazard("lava"), Treasure(5), Treasure(7)])
    Fraction(1, 2)
    """
    met = {card for card in tunnel if type(card) is Hazard}
    return Fraction(sum(card in met for card in unseen), len(unseen)) if unseen else Fraction(0)
