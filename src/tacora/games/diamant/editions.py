"""The boxes of Diamant, as data: what cards each holds and in what it differs from its sisters."""

from __future__ import annotations

from typing import Literal, TypeAlias, final

from msgspec import Struct

from tacora.game import Refused


@final
class Treasure(Struct, frozen=True, tag="treasure", gc=False):
    """A card with gems to divide."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@final
class Hazard(Struct, frozen=True, tag="hazard", gc=False):
    """A card with a danger: harmless once, the end of the expedition the second time."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@final
class Relic(Struct, frozen=True, tag="relic", gc=False):
    """A card that only a lone leaver takes; older boxes print no value on it."""

    printed: int | None = None

    def __str__(self) -> str:
        return "R" if self.printed is None else f"R{self.printed}"


Card: TypeAlias = Treasure | Hazard | Relic


class RelicSet(Struct, frozen=True):
    """The relics of a box and how they come into play."""

    cards: tuple[Relic, ...]
    variant: bool = False
    """Played only when the table asks for it."""
    all_at_once: bool = False
    """All in the deck from the start, instead of one more before each expedition."""
    by_order: tuple[int, ...] = ()
    """What the first, second, … relic to leave the cave is worth; empty: what is printed on it."""

    def added_by(self, expedition: int) -> tuple[Relic, ...]:
        """The relics shuffled in up to and including this expedition."""
        return self.cards if self.all_at_once and expedition else self.cards[:expedition]

    def worth(self, relic: Relic, taken_before: int) -> int:
        """What a relic counts for whoever takes it, after so many were taken in this game."""
        return self.by_order[taken_before] if self.by_order else relic.printed or 0


DIAMOND_WORTH = 5
"""In rubies, which are worth 1 (D5)."""


def stones(gems: int) -> tuple[int, int]:
    """An amount in as few stones as possible: diamonds and rubies (D5).

    >>> stones(19)
    (3, 4)
    """
    return divmod(gems, DIAMOND_WORTH)


class Edition(Struct, frozen=True):
    """One box."""

    name: str
    treasures: tuple[int, ...]
    hazards: tuple[str, ...]
    copies: int = 3
    """Cards of each hazard."""
    relics: RelicSet | None = None
    expeditions: int = 5
    least_seats: int = 3
    most_seats: int = 8
    entrances: Literal["numbers", "barricades"] = "barricades"
    """A number taken away opens a cave, or a barricade closes it afterwards."""
    signal: Literal["fist", "card"] = "card"
    """How a decision is sealed: the pawn in a closed fist, or a card face down."""
    rubies: int | None = None
    diamonds: int | None = None
    """Stones in the box, where known; never a limit."""
    relics_break_ties: bool = False

    def __post_init__(self) -> None:
        hazards_at_the_end = len(self.hazards) * self.copies - (self.expeditions - 1)
        if hazards_at_the_end <= len(self.hazards):
            raise ValueError(f"the deck of {self.name} could run out before a hazard comes twice")

    def cards(self) -> tuple[Card, ...]:
        """Every card that never leaves or joins by the relic rules: treasures, then hazards kind by kind."""
        hazards = (Hazard(kind) for kind in self.hazards for _ in range(self.copies))
        return (*map(Treasure, self.treasures), *hazards)

    def card(self, text: str) -> Card | None:
        """The card that is written so, if this box has it.

        >>> EDITIONS["tacora-2024"].card("R5")
        Relic(printed=5)
        >>> EDITIONS["schmidt-2005"].card("R5") is None
        True
        """
        relics = self.relics.cards if self.relics else ()
        return next((card for card in (*self.cards(), *relics) if str(card) == text), None)


_TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
_TACORA_HAZARDS = ("spiders", "snakes", "lava", "boulders", "rams")
_INCAN_HAZARDS = ("fire", "mummy", "rockfall", "snakes", "spiders")
_VALUED = tuple(map(Relic, (5, 7, 8, 10, 12)))
_UNVALUED = (Relic(),) * 5
_BY_ORDER = (5, 5, 5, 10, 10)

EDITIONS: dict[str, Edition] = {
    edition.name: edition
    for edition in (
        Edition(
            "schmidt-2005",
            _TREASURES,
            ("snakes", "scorpions", "rockfall", "gas", "explosion"),
            entrances="numbers",
            signal="fist",
            rubies=60,
            diamonds=30,
        ),
        Edition(
            "tacora-2024",
            _TREASURES,
            _TACORA_HAZARDS,
            relics=RelicSet(_VALUED, variant=True),
            rubies=60,
            diamonds=40,
        ),
        Edition(
            "incan-gold-2006",
            _TREASURES,
            _INCAN_HAZARDS,
            relics=RelicSet(_UNVALUED, by_order=_BY_ORDER),
            relics_break_ties=True,
        ),
        Edition(
            "diamant-2016",
            _TREASURES,
            _TACORA_HAZARDS,
            relics=RelicSet(_UNVALUED, all_at_once=True, by_order=_BY_ORDER),
        ),
        Edition(
            "incan-gold-2020",
            _TREASURES,
            _INCAN_HAZARDS,
            relics=RelicSet(_VALUED),
        ),
        Edition(
            "tiny",
            (4, 5),
            ("snakes",),
            relics=RelicSet((Relic(3),)),
            expeditions=2,
        ),
    )
}


def edition_named(name: str) -> Edition:
    """The box of this name, or a refusal that lists the names there are."""
    if name not in EDITIONS:
        raise Refused("unknown-edition", edition=name, known=", ".join(EDITIONS))
    return EDITIONS[name]
