"""What a player of Mister Diamond can see and remember, as numbers: index by index in docs/environments.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.game import Seat
from tacora.games.mister_diamond.editions import Card, RingCard, TheftCard
from tacora.games.mister_diamond.rules import MOST_GAMES, Event, GameBegan, Lifted, MisterDiamond, Stuck, View

Observation: TypeAlias = NDArray[np.int32]

TABLE = ("game", "games", "player to decide", "loose diamonds left", "cards unseen")
"""The first numbers; the player is counted from the observer, and -1 where nobody decides."""


class Memory:
    """Which places proved to be fixed in this game, and how long ago: all saw it, and it lies nowhere to look up."""

    def __init__(self) -> None:
        self.tries = 0
        self.last: dict[int, int] = {}
        """By place: the number of the latest try there."""

    def hear(self, events: Iterable[Event]) -> None:
        """Remember what happened."""
        for event in events:
            match event:
                case GameBegan():
                    self.tries, self.last = 0, {}
                case Lifted():
                    self.tries += 1
                    self.last.pop(event.place, None)
                case Stuck():
                    self.tries += 1
                    self.last[event.place] = self.tries


class MisterDiamondObservation:
    """How views of a game with so many players are written as numbers."""

    def __init__(self, game: MisterDiamond, players: int) -> None:
        edition = game.edition
        self.players, self.places, self.fixed = players, edition.places, edition.fixed
        prices = tuple(sorted(edition.prices))
        self.kinds: tuple[Card, ...] = (*map(RingCard, prices), TheftCard())
        rings = [f"rings of {price} {kind}" for kind in ("with a diamond", "empty") for price in prices]
        self.names: tuple[str, ...] = (
            *TABLE,
            *(f"drawn {kind}" for kind in self.kinds),
            *(f"unseen {kind}" for kind in self.kinds),
            *(f"place {place} standing" for place in range(1, self.places + 1)),
            *(f"place {place} proved fixed, tries ago" for place in range(1, self.places + 1)),
            *(f"player {player}: {part}" for player in range(players) for part in (*rings, "dollars of earlier games")),
        )
        cards = edition.cards()
        most = len(cards) + 1
        dollars = MOST_GAMES * sum(card.price for card in cards if isinstance(card, RingCard))
        counts = [cards.count(kind) for kind in self.kinds]
        high = [MOST_GAMES, MOST_GAMES, players - 1, edition.loose, len(cards), *([1] * len(counts)), *counts]
        high += [1] * self.places + [most] * self.places + [*counts[:-1], *counts[:-1], dollars] * players
        self.high: Observation = np.array(high, np.int32)
        self.low: Observation = np.zeros(len(high), np.int32)
        self.low[2] = -1
        self.low[-1 :: -(2 * len(prices) + 1)][:players] = -dollars
        self._kind = {kind: at for at, kind in enumerate(self.kinds)}
        self._price = {price: at for at, price in enumerate(prices)}

    def of(self, view: View, memory: Memory, seat: Seat) -> Observation:
        """What a seat sees on the table, and what it could remember."""
        row = [0] * len(self.names)
        row[0:2] = view.game, view.games
        row[2] = -1 if view.turn is None else (view.turn - seat) % self.players
        row[3] = len(view.board) - self.fixed
        row[4] = len(view.unseen)
        at = len(TABLE)
        if view.card is not None:
            row[at + self._kind[view.card]] = 1
        at += len(self.kinds)
        for card in view.unseen:
            row[at + self._kind[card]] += 1
        at += len(self.kinds) - 1
        for place in view.board:
            row[at + place] = 1
        at += self.places
        for place, tried in memory.last.items():
            row[at + place] = memory.tries - tried + 1
        at += self.places + 1
        for other in range(seat, seat + self.players):
            for ring in view.rings[other % self.players]:
                row[at + self._price[ring.price] + (0 if ring.set else len(self._price))] += 1
            at += 2 * len(self._price)
            row[at] = view.totals[other % self.players]
            at += 1
        return np.array(row, np.int32)
