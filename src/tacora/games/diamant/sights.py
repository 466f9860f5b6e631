"""How closely the champions look, and how closely somebody looks who wants to beat them.

What matters most was measured: by the gain of a best response that sees one feature more closely than the strategy it
answers. Gems on the path matter to the gem, then how far the best rival inside is ahead or behind, then what is held.
"""

from __future__ import annotations

from msgspec.structs import replace

from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sight import BEHIND, LEVEL, NOBODY, Cuts, Sight

_EVERY = Cuts(
    danger=(1, 12, 20, 28),
    price=(2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24),
    held=(2, 4, 6, 8, 11, 16),
    path=(1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 14),
)


SMALL = 12
"""Gems in a box that is small enough to look at each of them."""


def usual(game: Diamant, seats: int) -> Sight:
    """The sight of a strategy that is solved."""
    if sum(game.edition.treasures) <= SMALL:
        return _to_the_gem(game, seats)
    every = replace(_EVERY, inside=tuple(range(2, seats + 1)), relics=(1, 10) if game.with_relics else ())
    early = every
    if not game.with_relics:
        early = replace(
            every,
            danger=(1, 9, 16, 20, 28, 40),
            held=(1, 2, 3, 4, 6, 8, 10, 13, 18),
            path=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15),
        )
    first = replace(
        early,
        price=(2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 24),
        held=(1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 22),
        ahead=(58, 64, 66, 72),
    )
    middle = replace(early, ahead=(60, 68), rivals=(56, 62, 64, 65, 68, 74), second=(60, 64, 68))
    late = replace(early, ahead=(56, 62, 66, 74), rivals=(54, 60, 64, 65, 69, 77), second=(58, 64, 70))
    last = replace(
        every,
        ahead=(40, 48, 49, 54, 64, 65, 69, 76),
        rivals=(36, 42, 46, 48, 49, 52, 56, 64, 65, 68, 73, 80),
        second=(48, 49, 64, 65) if game.with_relics else (43, 48, 49, 64, 65, 70),
    )
    return _of(game, [first, middle, middle, late, last])


def near(game: Diamant, seats: int) -> Sight:
    """The sight of a best response: closer than that of the champions."""
    if sum(game.edition.treasures) <= SMALL:
        return _to_the_gem(game, seats)
    every = replace(
        _EVERY,
        inside=tuple(range(2, seats + 1)),
        held=(1, 2, 3, 4, 6, 8, 10, 13, 18),
        path=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17),
        relics=(1, 10) if game.with_relics else (),
    )
    early = replace(every, ahead=(58, 62, 66, 72), rivals=(54, 60, 62, 64, 65, 67, 70, 76))
    last = replace(
        every,
        ahead=(40, 46, 48, 49, 51, 55, 64, 65, 68, 74),
        rivals=(36, 42, 46, 48, 49, 51, 53, 57, 64, 65, 67, 71, 77),
        second=(48, 64),
    )
    return _of(game, [every, early, early, early, last])


def nearest(game: Diamant, seats: int) -> Sight:
    """The same for a GPU, which has the memory and the time to look more closely still."""
    if sum(game.edition.treasures) <= SMALL:
        return _to_the_gem(game, seats)
    every = replace(_EVERY, inside=tuple(range(2, seats + 1)), path=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17))
    if game.with_relics:
        every = replace(every, relics=(1, 6, 10, 16))
    else:
        every = replace(
            every,
            danger=(1, 9, 12, 16, 20, 28),
            price=(2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 24),
            held=(1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 22),
        )
    early = replace(
        every, ahead=(54, 58, 62, 64, 65, 68, 72, 80), rivals=(50, 54, 58, 61, 63, 64, 65, 66, 68, 71, 75, 80)
    )
    last = replace(
        every,
        ahead=(36, 42, 46, 48, 49, 51, 55, 64, 65, 67, 71, 78),
        rivals=(34, 40, 43, 45, 47, 48, 49, 50, 52, 55, 64, 65, 66, 68, 72, 78),
        second=(48, 64) if game.with_relics else (43, 48, 49, 64),
    )
    return _of(game, [every, early, early, early, last])


def _to_the_gem(game: Diamant, seats: int) -> Sight:
    """For a small box: every gem is told apart."""
    every = Cuts(
        inside=tuple(range(2, seats + 1)),
        danger=(1, 40, 60),
        price=(8,),
        held=tuple(range(1, SMALL)),
        path=(1, 2, 3, 4, 5, 6),
        relics=(1,) if game.with_relics else (),
        ahead=(*range(LEVEL - 6, LEVEL + 7), NOBODY),
        rivals=(*range(LEVEL - 6, LEVEL + 7), NOBODY),
        second=(LEVEL, LEVEL + 1),
    )
    last = replace(
        every,
        ahead=(*range(BEHIND - 4, BEHIND + 5), *range(LEVEL, LEVEL + 6), NOBODY),
        rivals=(*range(BEHIND - 4, BEHIND + 5), *range(LEVEL, LEVEL + 6), NOBODY),
        second=(BEHIND, LEVEL, LEVEL + 1),
    )
    return _of(game, [every] * (game.edition.expeditions - 1) + [last])


def _of(game: Diamant, cuts: list[Cuts]) -> Sight:
    """As many expeditions as the box has, of which the last ones matter most, and no class that never comes about."""
    edition = game.edition
    treasure = sum(edition.treasures)
    relics = sum(relic.printed or 10 for relic in edition.relics.cards) if edition.relics else 0
    apart = treasure * edition.expeditions + relics
    return Sight(
        tuple(
            replace(
                each,
                held=_below(each.held, treasure),
                path=_below(each.path, treasure),
                relics=_below(each.relics, relics),
                ahead=_within(each.ahead, apart),
                rivals=_within(each.rivals, apart),
                second=_within(each.second, apart),
            )
            for each in cuts[-edition.expeditions :]
        ),
        beyond=True,
    )


def _below(cuts: tuple[int, ...], most: int) -> tuple[int, ...]:
    return tuple(cut for cut in cuts if cut <= most)


def _within(cuts: tuple[int, ...], apart: int) -> tuple[int, ...]:
    return tuple(cut for cut in cuts if BEHIND - apart <= cut <= LEVEL + apart or cut == NOBODY)
