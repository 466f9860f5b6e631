"""The box of Mister Diamond, as data."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from tacora.game import Refused

DEAREST = 1_000_000
"""No ring costs more."""


class RingCard(Struct, frozen=True, tag="ring", gc=False):
    """A ring to set a diamond on, at a price in dollars."""

    price: int

    def __str__(self) -> str:
        return str(self.price)


class TheftCard(Struct, frozen=True, tag="theft", gc=False):
    """The right to take a diamond off somebody's ring."""

    def __str__(self) -> str:
        return "theft"


Card: TypeAlias = RingCard | TheftCard


class Edition(Struct, frozen=True):
    """One box."""

    name: str
    prices: tuple[int, ...]
    """Every ring has one of these; there are equally many rings of each."""
    places: int = 42
    fixed: int = 16
    rings: int = 42
    thefts: int = 7
    least_seats: int = 2
    most_seats: int = 8

    def __post_init__(self) -> None:
        prices = self.prices
        sound = prices and len(set(prices)) == len(prices) and all(0 < price <= DEAREST for price in prices)
        if not sound or self.rings % len(prices):
            raise Refused("bad-prices", given=", ".join(map(str, prices)) or "[]", rings=self.rings)

    @property
    def loose(self) -> int:
        """Diamonds that can be lifted."""
        return self.places - self.fixed

    def cards(self) -> tuple[Card, ...]:
        """The whole deck, sorted: rings from cheap to dear, then thefts."""
        rings = (RingCard(price) for price in sorted(self.prices) for _ in range(self.rings // len(self.prices)))
        return (*rings, *(TheftCard() for _ in range(self.thefts)))

    def card(self, text: str) -> Card | None:
        """The card that is written so, if this box has it.

        >>> EDITIONS["ravensburger-1993"].card("3000")
        RingCard(price=3000)
        """
        return next((card for card in self.cards() if str(card) == text), None)


EDITIONS: dict[str, Edition] = {
    edition.name: edition for edition in (Edition("ravensburger-1993", prices=(1000, 2000, 3000, 4000, 5000, 6000)),)
}


def edition_named(name: str) -> Edition:
    """The box of this name, or a refusal that lists the names there are."""
    if name not in EDITIONS:
        raise Refused("unknown-edition", edition=name, known=", ".join(EDITIONS))
    return EDITIONS[name]
