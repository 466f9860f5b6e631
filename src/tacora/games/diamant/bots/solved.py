"""Bots that follow a solved strategy, and the champion, who has one for every box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from tacora.games.diamant import sight, strategy
from tacora.games.diamant.bots.strategies import takes_home
from tacora.games.diamant.editions import Hazard, Treasure, edition_named
from tacora.games.diamant.rules import CONTINUE, LEAVE, Chests, Decision, Diamant, Event, View, WentHome
from tacora.games.diamant.strategy import CHANCES, COIN_BITS, Strategy


class Solved:
    """Follows one strategy, at the tables it was made for."""

    def __init__(self, given: Strategy | None, rng: Random) -> None:
        self._given = given
        self._rng = rng

    def strategy_for(self, game: Diamant, seats: int) -> Strategy:
        """What it plays at such a table. Refuses a game that its strategy is not for."""
        assert self._given is not None
        self._given.check(game, seats)
        return self._given

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Toss the coin of this situation."""
        return LEAVE if self._rng.random() * (1 << COIN_BITS) < self._limit(view, history) else CONTINUE

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """What is written in this situation."""
        return self._limit(view, history) / (1 << COIN_BITS)

    def _limit(self, view: View, history: Sequence[Event]) -> int:
        mine = self.strategy_for(game_of(view), len(view.chests))
        row, at = place(mine, view, history)
        return CHANCES[mine.leaving[mine.rows[row] + at]]


class Champion(Solved):
    """Follows the strategy that comes with Tacora for the game at hand: nobody who knows it gains much by that."""

    def __init__(self, rng: Random) -> None:
        super().__init__(None, rng)

    def strategy_for(self, game: Diamant, seats: int) -> Strategy:
        """The one for this box and number of players."""
        return strategy.champion(strategy.same_as(game), seats)


def ready(game: Diamant, seats: int) -> None:
    """Read the champion's strategy for this game, so that its first decision takes no longer than the others."""
    _steps(strategy.champion(strategy.same_as(game), seats))


def game_of(view: View) -> Diamant:
    """The game that somebody sees."""
    return _game(view.edition, view.with_relics, view.chests_kept)


def same_game(game: Diamant) -> Diamant:
    """The object that `game_of` gives for this game."""
    return _game(game.edition.name, game.with_relics, game.chests)


@lru_cache(maxsize=64)
def _game(edition: str, with_relics: bool, chests: Chests) -> Diamant:
    return Diamant(edition_named(edition), relics=with_relics, chests=chests)


@lru_cache(maxsize=64)
def _steps(of: Strategy) -> list[list[list[int]]]:
    return of.sight.steps()


def place(of: Strategy, view: View, history: Sequence[Event]) -> tuple[int, int]:
    """Where the situation of an explorer inside stands in a strategy: the row, and the place in it."""
    assert view.seat is not None
    inside = len(view.inside)
    met = {card for card in view.tunnel if type(card) is Hazard}
    deadly = sum(card in met for card in view.unseen)
    left = sum(card.value for card in view.unseen if type(card) is Treasure)
    scores = scores_known(view, history)
    mine = scores[view.seat]
    rival, second, third = best_three(scores[seat] for seat in view.inside if seat != view.seat)
    camp = max((score for seat, score in enumerate(scores) if seat not in view.inside), default=-1)
    relics = sum(trophy.worth for trophy in view.relics)
    beyond = of.sight.beyond
    reach = view.path + relics if beyond and view.expedition == len(of.sight.expeditions) else sight.PLAIN
    steps = _steps(of)[view.expedition - 1]
    values = (
        inside,
        sight.danger(deadly, len(view.unseen)),
        sight.price(deadly, takes_home(view), inside, left),
        min(view.held, 127),
        min(view.path, 127),
        min(relics, 127),
        sight.compared(mine, third, reach) if beyond and camp < 0 else sight.compared(mine + view.held, camp, reach),
        sight.compared(mine, rival, reach),
        sight.compared(mine, second, reach),
    )
    added = [step[value] for step, value in zip(steps, values, strict=True)]
    return sum(added[: sight.COMMON]), sum(added[sight.COMMON :])


def best_three(scores: Iterable[int]) -> tuple[int, int, int]:
    """The three best of some scores; -1 where there are fewer.

    >>> best_three([7, 12]), best_three([3, 9, 1, 9])
    ((12, 7, -1), (9, 9, 3))
    """
    first, second, third, *_ = (*sorted(scores, reverse=True), -1, -1, -1)
    return first, second, third


def scores_known(view: View, history: Sequence[Event]) -> list[int]:
    """What each seat has at camp. Where chests are hidden, it is what all saw them take home (D22)."""
    if None not in view.chests:
        return [
            (gems or 0) + sum(trophy.worth for trophy in trophies)
            for gems, trophies in zip(view.chests, view.trophies, strict=True)
        ]
    scores = [0] * len(view.chests)
    for event in history:
        if type(event) is WentHome:
            home = event.held + event.share + sum(trophy.worth for trophy in event.trophies)
            for seat in event.seats:
                scores[seat] += home
    return scores
