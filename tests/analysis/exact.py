"""A small box of Diamant as a whole tree: what the best answer to given strategies wins, exactly.

The rules are the engine's arithmetic of a cave; chance and decisions are averaged over, not drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product

from tacora.games.diamant import Card, Diamant, View
from tacora.games.diamant.cave import Cave
from tacora.games.diamant.editions import Hazard, Relic
from tacora.games.diamant.rules import Trophy

Policy = Callable[[View], float]
"""The probability to leave."""


def best_answer(game: Diamant, seats: int, others: Policy) -> float:
    """The share of victories of the first seat if it answers best to others who all play so."""
    return _share(game, seats, others, None)


def share(game: Diamant, seats: int, mine: Policy, others: Policy) -> float:
    """The share of victories of the first seat if it plays so, and the others play so."""
    return _share(game, seats, others, mine)


def _share(game: Diamant, seats: int, others: Policy, mine: Policy | None) -> float:
    edition = game.edition
    relics = edition.relics if game.with_relics else None
    everyone = tuple(range(seats))

    @cache
    def entered(expedition: int, cards: tuple[Card, ...], taken: int, scores: tuple[int, ...]) -> float:
        if expedition > edition.expeditions:
            best = max(scores)
            return 0.0 if scores[0] < best else 1 / scores.count(best)
        if relics:
            cards += relics.added_by(expedition)[len(relics.added_by(expedition - 1)) :]
        return turned(expedition, _sorted(cards), Cave(everyone), taken, scores)

    @cache
    def turned(expedition: int, deck: tuple[Card, ...], cave: Cave, taken: int, scores: tuple[int, ...]) -> float:
        total = 0.0
        for card, times in Counter(deck).items():
            if cave.ends_with(card):
                after = tuple(c for c in (*deck, *cave.tunnel) if not isinstance(c, Relic) or c in deck)
                value = entered(expedition + 1, _without(after, card), taken, scores)
            else:
                value = decided(expedition, _without(deck, card), cave.turn(card), taken, scores)
            total += times * value
        return total / len(deck)

    @cache
    def decided(expedition: int, deck: tuple[Card, ...], cave: Cave, taken: int, scores: tuple[int, ...]) -> float:
        chances = {}
        for seat in cave.inside:
            view = _view(game, seat, expedition, deck, cave, taken, scores)
            if seat:
                chances[seat] = others(view)
            elif mine is not None:
                chances[seat] = mine(view)
        if 0 in cave.inside and mine is None:
            return max(
                averaged(expedition, deck, cave, taken, scores, tuple({0: choice, **chances}.items()))
                for choice in (0.0, 1.0)
            )
        return averaged(expedition, deck, cave, taken, scores, tuple(chances.items()))

    def averaged(
        expedition: int,
        deck: tuple[Card, ...],
        cave: Cave,
        taken: int,
        scores: tuple[int, ...],
        chances: tuple[tuple[int, float], ...],
    ) -> float:
        total = 0.0
        for leaves in product((False, True), repeat=len(chances)):
            chance = 1.0
            for (_, leaving), does in zip(chances, leaves, strict=True):
                chance *= leaving if does else 1 - leaving
            if chance:
                gone = tuple(seat for (seat, _), does in zip(chances, leaves, strict=True) if does)
                total += chance * left(expedition, deck, cave, taken, scores, gone)
        return total

    def left(
        expedition: int, deck: tuple[Card, ...], cave: Cave, taken: int, scores: tuple[int, ...], gone: tuple[int, ...]
    ) -> float:
        if not gone:
            return turned(expedition, deck, cave, taken, scores)
        stayers = tuple(seat for seat in cave.inside if seat not in gone)
        worth = sum(trophy.worth for trophy in _lying(game, cave, taken))
        part, brought, rest = cave.leave(len(gone), stayers)
        home = cave.held + part + (worth if brought else 0)
        scores = tuple(score + home * (seat in gone) for seat, score in enumerate(scores))
        taken += len(brought)
        if stayers:
            return turned(expedition, deck, rest, taken, scores)
        after = (*deck, *(card for card in cave.tunnel if not isinstance(card, Relic)))
        return entered(expedition + 1, _sorted(after), taken, scores)

    return entered(1, _sorted(edition.cards()), 0, (0,) * seats)


def _view(
    game: Diamant, seat: int, expedition: int, deck: tuple[Card, ...], cave: Cave, taken: int, scores: tuple[int, ...]
) -> View:
    edition = game.edition
    return View(
        edition=edition.name,
        with_relics=game.with_relics,
        chests_kept="open",
        entrances=edition.entrances,
        seat=seat,
        expedition=expedition,
        expeditions=edition.expeditions,
        inside=cave.inside,
        held=cave.held,
        tunnel=cave.tunnel,
        lying=cave.lying,
        relics=_lying(game, cave, taken),
        unseen=deck,
        chests=scores,
        trophies=((),) * len(scores),
        removed=(),
        over=False,
    )


def _lying(game: Diamant, cave: Cave, taken: int) -> tuple[Trophy, ...]:
    relics = game.edition.relics
    if not relics:
        return ()
    return tuple(Trophy(relic, relics.worth(relic, taken + at)) for at, relic in enumerate(cave.relics))


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (isinstance(card, Hazard), str(card))))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    rest = list(cards)
    rest.remove(card)
    return _sorted(tuple(rest))
