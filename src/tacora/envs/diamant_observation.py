"""A view of Diamant as numbers: the observation of all environments, index by index in docs/environments.md."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.games.diamant.editions import Card, Hazard, Relic, Treasure
from tacora.games.diamant.rules import Diamant, View

Observation: TypeAlias = NDArray[np.int16]

TABLE = (
    *("expedition", "explorers inside", "gems in hand", "gems on the path", "cards turned"),
    *("relics in the tunnel", "their worth", "relics brought home", "cards unseen", "cards unseen that end it"),
)
"""The first numbers of every observation, in this order."""

PLAYER = ("inside", "gems", "worth of relics", "relics")
"""The numbers about each player."""

HIDDEN = -1
"""The gems in a chest that this seat may not see."""


class Parts(NamedTuple):
    """Where the parts of an observation begin, and where it ends."""

    met: int
    unseen: int
    players: int
    end: int


class DiamantObservation:
    """How views of a game with so many players are written as numbers.

    >>> from tacora.games.diamant import edition_named
    >>> game = Diamant(edition_named("tiny"))
    >>> layout = DiamantObservation(game, players=3)
    >>> view = game.observe(game.start(3, ((game.edition.card("5"),),)).state, seat=0)
    >>> for name, number in zip(layout.names[:9], layout.of(view)):
    ...     print(f"{name}: {number}")
    expedition: 1
    explorers inside: 3
    gems in hand: 1
    gems on the path: 2
    cards turned: 1
    relics in the tunnel: 0
    their worth: 0
    relics brought home: 0
    cards unseen: 5
    """

    def __init__(self, game: Diamant, players: int) -> None:
        edition = game.edition
        relics = edition.relics if game.with_relics else None
        relic_cards = relics.cards if relics else ()
        cards: tuple[Card, ...] = (*edition.cards(), *relic_cards)
        self.players = players
        self.hazards = tuple(map(Hazard, edition.hazards))
        kinds: list[Card] = [*map(Treasure, sorted(set(edition.treasures))), *self.hazards]
        self.kinds: tuple[Card, ...] = (*kinds, *dict.fromkeys(relic_cards))
        """The cards that can be told apart: treasures by value, hazards as the box lists them, relics."""
        self.names: tuple[str, ...] = (
            *TABLE,
            *(f"{hazard} met" for hazard in self.hazards),
            *(f"unseen {_named(kind)}" for kind in self.kinds),
            *(f"player {player}: {part}" for player in range(players) for part in PLAYER),
        )
        """What each number is. Players are counted from the observer, who is 0, in the order of the seats."""
        met = len(TABLE)
        unseen = met + len(self.hazards)
        seats = unseen + len(self.kinds)
        self.parts = Parts(met, unseen, seats, seats + len(PLAYER) * players)
        gems = sum(edition.treasures)
        worth = (
            sum(max(relics.worth(relic, out) for out in range(len(relic_cards))) for relic in relic_cards)
            if relics
            else 0
        )
        high = [edition.expeditions, players, gems, gems, len(cards), len(relic_cards), worth, len(relic_cards)]
        high += [len(cards), len(self.hazards) * (edition.copies - 1)]
        high += [1] * len(self.hazards)
        high += [cards.count(kind) for kind in self.kinds]
        high += [1, gems * edition.expeditions, worth, len(relic_cards)] * players
        hidden = [0] * seats + [0, HIDDEN if game.chests == "hidden" else 0, 0, 0] * players
        self.low: Observation = np.array(hidden, np.int16)
        self.high: Observation = np.maximum(np.array(high, np.int16), 1)  # Gymnasium wants some room everywhere.
        self._place = {kind: unseen + at for at, kind in enumerate(self.kinds)}
        self._met = {hazard: met + at for at, hazard in enumerate(self.hazards)}

    def of(self, view: View) -> Observation:
        """What a seat sees. Once the game is over the table is clear: all is 0 but the expedition and the chests."""
        seat, players = view.seat or 0, self.players
        row = [0] * self.parts.end
        row[0] = view.expedition
        row[7] = sum(map(len, view.trophies))
        if not view.over:
            met = {card for card in view.tunnel if type(card) is Hazard}
            row[1:7] = (
                *(len(view.inside), view.held, view.path, len(view.tunnel), len(view.relics)),
                sum(trophy.worth for trophy in view.relics),
            )
            row[8] = len(view.unseen)
            for hazard in met:
                row[self._met[hazard]] = 1
            for card in view.unseen:
                row[self._place[card]] += 1
            row[9] = sum(row[self._place[hazard]] for hazard in met)
        at = self.parts.players
        for player in range(seat, seat + players):
            other = player % players
            gems, trophies = view.chests[other], view.trophies[other]
            row[at] = int(other in view.inside)
            row[at + 1] = HIDDEN if gems is None else gems
            row[at + 2] = sum(trophy.worth for trophy in trophies)
            row[at + 3] = len(trophies)
            at += len(PLAYER)
        return np.array(row, np.int16)


def _named(card: Card) -> str:
    match card:
        case Treasure():
            return f"treasure {card}"
        case Relic():
            return f"relic {card}"
    return str(card)
