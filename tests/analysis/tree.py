"""A small box of Diamant as a tree of positions: chance and decisions branch, nothing is drawn.

The rules are the engine's arithmetic of a cave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tacora.games.diamant import Card, Diamant, View
from tacora.games.diamant.cave import Cave
from tacora.games.diamant.editions import Hazard, Relic
from tacora.games.diamant.rules import State, Trophy


class Position(NamedTuple):
    """A moment of a game, with open chests."""

    expedition: int
    deck: tuple[Card, ...]
    cave: Cave
    taken: int
    """Relics brought home so far."""
    scores: tuple[int, ...]
    asked: bool
    """Whether a card was turned, and those inside decide."""


def beginning(game: Diamant, seats: int) -> Position:
    return _entered(game, 1, game.edition.cards(), 0, (0,) * seats)


def standing(game: Diamant, state: State) -> Position:
    """Where a game stands in which somebody has to decide."""
    unseen, camp = game.observe(state, None).unseen, state.camp
    return Position(
        state.expedition, _sorted(unseen), state.cave, sum(map(len, camp.trophies)), game.scores(state), asked=True
    )


def entering(game: Diamant, state: State) -> Position:
    """The beginning of the expedition in which a game stands, before its first card."""
    now = standing(game, state)
    return now._replace(
        deck=_sorted((*now.deck, *state.cave.tunnel)), cave=Cave(tuple(range(len(now.scores)))), asked=False
    )


def is_over(game: Diamant, position: Position) -> bool:
    return position.expedition > game.edition.expeditions


def shares(position: Position) -> tuple[float, ...]:
    """What each seat has of the victory in the end."""
    best = max(position.scores)
    return tuple((score == best) / position.scores.count(best) for score in position.scores)


def cards(position: Position) -> Iterator[tuple[Card, float]]:
    """What may be turned next, and the chance of it."""
    for card, times in Counter(position.deck).items():
        yield card, times / len(position.deck)


def turned(game: Diamant, position: Position, card: Card) -> Position:
    """After this card."""
    expedition, deck, cave, taken, scores, _ = position
    if not cave.ends_with(card):
        return Position(expedition, _without(deck, card), cave.turn(card), taken, scores, asked=True)
    after = tuple(c for c in (*deck, *cave.tunnel) if not isinstance(c, Relic) or c in deck)
    return _entered(game, expedition + 1, _without(after, card), taken, scores)


def left(game: Diamant, position: Position, gone: tuple[int, ...]) -> Position:
    """After these have left and the others have gone on."""
    expedition, deck, cave, taken, scores, _ = position
    if not gone:
        return position._replace(asked=False)
    stayers = tuple(seat for seat in cave.inside if seat not in gone)
    worth = sum(trophy.worth for trophy in _lying(game, cave, taken))
    part, brought, rest = cave.leave(len(gone), stayers)
    home = cave.held + part + (worth if brought else 0)
    scores = tuple(score + home * (seat in gone) for seat, score in enumerate(scores))
    taken += len(brought)
    if stayers:
        return Position(expedition, deck, rest, taken, scores, asked=False)
    after = (*deck, *(card for card in cave.tunnel if not isinstance(card, Relic)))
    return _entered(game, expedition + 1, after, taken, scores)


def view(game: Diamant, position: Position, seat: int) -> View:
    """What a seat sees of it."""
    edition, cave = game.edition, position.cave
    return View(
        edition=edition.name,
        with_relics=game.with_relics,
        chests_kept="open",
        entrances=edition.entrances,
        seat=seat,
        expedition=position.expedition,
        expeditions=edition.expeditions,
        inside=cave.inside,
        held=cave.held,
        tunnel=cave.tunnel,
        lying=cave.lying,
        relics=_lying(game, cave, position.taken),
        unseen=position.deck,
        chests=position.scores,
        trophies=((),) * len(position.scores),
        removed=(),
        over=False,
    )


def _entered(game: Diamant, expedition: int, deck: tuple[Card, ...], taken: int, scores: tuple[int, ...]) -> Position:
    relics = game.edition.relics if game.with_relics else None
    if relics and expedition <= game.edition.expeditions:
        deck += relics.added_by(expedition)[len(relics.added_by(expedition - 1)) :]
    return Position(expedition, _sorted(deck), Cave(tuple(range(len(scores)))), taken, scores, asked=False)


def _lying(game: Diamant, cave: Cave, taken: int) -> tuple[Trophy, ...]:
    relics = game.edition.relics
    if not relics:
        return ()
    return tuple(Trophy(relic, relics.worth(relic, taken + at)) for at, relic in enumerate(cave.relics))


def _sorted(some: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(some, key=lambda card: (isinstance(card, Hazard), str(card))))


def _without(some: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    rest = list(some)
    rest.remove(card)
    return _sorted(tuple(rest))
