"""The actions of Mister Diamond by number: lift a diamond, steal one, or decline."""

from __future__ import annotations

from tacora.game import Seat
from tacora.games.mister_diamond.editions import Edition
from tacora.games.mister_diamond.rules import Action, Decline, Lift, Steal


class MisterDiamondActions:
    """First a lift for each place, then a theft for each other player and price, at last to decline one.

    Other players are counted from whoever acts, in the order of the seats, as in observations.

    >>> from tacora.games.mister_diamond import EDITIONS
    >>> actions = MisterDiamondActions(EDITIONS["ravensburger-1993"], players=3)
    >>> len(actions), actions.action(0, seat=2), actions.action(43, seat=2)
    (55, Lift(place=1), Steal(victim=0, price=2000))
    >>> actions.number(Decline(), seat=2)
    54
    """

    def __init__(self, edition: Edition, players: int) -> None:
        self.places, self.players = edition.places, players
        self.prices = tuple(sorted(edition.prices))
        self._decline = self.places + (players - 1) * len(self.prices)

    def __len__(self) -> int:
        return self._decline + 1

    def action(self, number: int, seat: Seat) -> Action:
        """What this number means for a seat."""
        if not 0 <= number < len(self):
            raise ValueError(f"an action is a number from 0 to {len(self) - 1}, not {number}")
        if number < self.places:
            return Lift(number + 1)
        if number == self._decline:
            return Decline()
        other, price = divmod(number - self.places, len(self.prices))
        return Steal((seat + 1 + other) % self.players, self.prices[price])

    def number(self, action: Action, seat: Seat) -> int:
        """The number of an action of this seat."""
        match action:
            case Lift(place):
                return place - 1
            case Steal(victim, price):
                other = (victim - seat - 1) % self.players
                return self.places + other * len(self.prices) + self.prices.index(price)
        return self._decline
