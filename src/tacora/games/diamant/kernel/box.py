"""An edition as numbers: which bit stands for which card, and what each card does."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.chance import DECISIONS, PER_EXPEDITION
from tacora.games.diamant.editions import Card, Hazard, Relic, Treasure
from tacora.games.diamant.kernel.rules import CHEST_BITS, COURSE_BITS, DISASTER, DIVIDE_BITS, WORTH
from tacora.games.diamant.rules import Diamant

CARDS = 64
ORDERS = 8
"""Relics that may be out before another one."""
TREASURE_SETS = 4
"""Eights of treasures."""
SCORES = 1024
"""No score reaches this; a tally has a place for each."""

RECIPROCALS: Ints = np.array([0, *((1 << DIVIDE_BITS) // n + 1 for n in range(1, SEATS + 1))])


class Box(NamedTuple):
    """What the compiled code has to know of a game. Cards are numbered: treasures, then hazards, then relics."""

    expeditions: int
    bits: int
    """How many random bits name a place of the deck."""
    cards: int
    """The set of cards that are in the game from the start, without relics."""
    relics: int
    """The set of relics."""
    added: Ints
    """The set of relics shuffled in before each expedition (D23), and nothing after the last."""
    same: Ints
    """By card: the set of cards of the same hazard; nothing for other cards."""
    effects: Ints
    """By number of explorers and card: the share, and from the eighth bit on the rest (D10)."""
    worths: Ints
    """By card and number of relics out before it: what it is worth (D27)."""
    shares: Ints
    """By number of explorers, eight of treasures, and set of these eight: the sum of their shares."""
    relics_break_ties: int
    treasure: int
    """All treasures together."""


def box_of(game: Diamant) -> Box:
    """The numbers of a game."""
    deck = cards_of(game)
    _check(game, deck)
    expeditions = game.edition.expeditions
    relics = game.edition.relics if game.with_relics else None
    first = len(game.edition.cards())
    in_by = [_set(range(first, first + len(relics.added_by(e)))) if relics else 0 for e in range(expeditions + 1)]
    return Box(
        expeditions=expeditions,
        bits=(len(deck) - 1).bit_length(),
        cards=_set(range(first)),
        relics=_set(range(first, len(deck))),
        added=np.array([now & ~before for before, now in pairwise(in_by)] + [0]),
        same=_by_card([_kin(card, deck) for card in deck]),
        effects=np.concatenate([_by_card([_effect(card, inside) for card in deck]) for inside in range(SEATS + 1)]),
        worths=_worths(game, deck),
        shares=_shares(game.edition.treasures),
        relics_break_ties=int(game.edition.relics_break_ties),
        treasure=sum(game.edition.treasures),
    )


def cards_of(game: Diamant) -> tuple[Card, ...]:
    """Every card of the game in the order of their numbers."""
    relics = game.edition.relics.cards if game.with_relics and game.edition.relics else ()
    return (*game.edition.cards(), *relics)


def _check(game: Diamant, deck: tuple[Card, ...]) -> None:
    """Refuse a box that does not fit into the words. All boxes that come with Tacora do."""
    edition = game.edition
    relics = edition.relics.cards if edition.relics else ()
    most = edition.expeditions * sum(edition.treasures) + sum(_worths(game, deck).reshape(CARDS, ORDERS).max(axis=1))
    deepest = len(edition.treasures) + len(relics) + len(edition.hazards) + 1
    fits = (
        len(deck) < CARDS
        and len(relics) < ORDERS
        and len(edition.treasures) <= 8 * TREASURE_SETS
        and max(edition.treasures, default=0) < 256
        and edition.expeditions * COURSE_BITS < CARDS
        and edition.expeditions * PER_EXPEDITION <= DECISIONS
        and deepest < DISASTER
        and edition.most_seats <= SEATS
        and most < SCORES
        and SCORES * WORTH < 1 << CHEST_BITS
    )
    if not fits:
        raise ValueError(f"{edition.name} is too large for the fast kernel")


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def _by_card(numbers: list[int]) -> Ints:
    return np.array(numbers + [0] * (CARDS - len(numbers)))


def _kin(card: Card, deck: tuple[Card, ...]) -> int:
    return _set(at for at, other in enumerate(deck) if other == card) if isinstance(card, Hazard) else 0


def _effect(card: Card, explorers: int) -> int:
    if not isinstance(card, Treasure) or not explorers:
        return 0
    return card.value // explorers | card.value % explorers << 8


def _worths(game: Diamant, deck: tuple[Card, ...]) -> Ints:
    relics = game.edition.relics
    worths = np.zeros((CARDS, ORDERS), np.int64)
    for at, card in enumerate(deck):
        if isinstance(card, Relic) and relics:
            worths[at, : len(relics.cards)] = [relics.worth(card, out) for out in range(len(relics.cards))]
    return worths.reshape(-1)


def _shares(treasures: tuple[int, ...]) -> Ints:
    shares = np.zeros((SEATS + 1, TREASURE_SETS, 256), np.int64)
    for explorers in range(1, SEATS + 1):
        for at, value in enumerate(treasures):
            shares[explorers, at // 8] += (value // explorers) * ((np.arange(256) >> at % 8) & 1)
    return shares.reshape(-1)
