"""A second Mister Diamond, written from the rules page alone: mutable, slow, with nothing shared with the engine.

Cards and decisions are texts: "3000" and "theft"; "17", "steal 1 3000" and "decline". Every diamond is known by the
place it stood on, so that it can be followed from hand to hand.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple


class Box(NamedTuple):
    """What is in a box."""

    prices: list[int]
    of_each: int
    places: int
    fixed: int
    thefts: int


BOXES = {
    "ravensburger-1993": Box([1000, 2000, 3000, 4000, 5000, 6000], of_each=7, places=42, fixed=16, thefts=7),
    "small": Box([1, 2, 3], of_each=3, places=9, fixed=4, thefts=4),
}


class NaiveRing:
    """A ring card lying before somebody, and the diamond on it, if any."""

    def __init__(self, price: int) -> None:
        self.price = price
        self.diamond: int | None = None


class NaiveGame:
    """A table with a real board, a real pile and real rings on it."""

    def __init__(self, box: Box, players: int, games: int, expert: bool, first: int, random: Random) -> None:
        self.box, self.players, self.games, self.expert, self.random = box, players, games, expert, random
        self.totals = [0] * players
        self.game_number = 0
        self.beginner = first
        self.over = False
        self.winners: list[int] = []
        self.written: list[tuple[list[int], list[str]]] = []
        self.set_out()

    def set_out(self) -> None:
        self.game_number += 1
        places = list(range(1, self.box.places + 1))
        self.random.shuffle(places)
        self.fixed = places[: self.box.fixed]
        self.board = sorted(places)
        self.pile = [str(price) for price in self.box.prices] * self.box.of_each + ["theft"] * self.box.thefts
        self.random.shuffle(self.pile)
        self.written.append((list(self.fixed), list(self.pile)))
        self.rings: list[list[NaiveRing]] = [[] for _ in range(self.players)]
        self.remembered: list[int] = []
        self.player = self.beginner
        self.draw()

    def draw(self) -> None:
        while self.pile:
            self.card = self.pile.pop(0)
            if self.card != "theft" or self.possible_thefts():
                return
        self.add_up()

    def possible_thefts(self) -> list[str]:
        return sorted(
            {
                f"steal {other} {theirs.price}"
                for mine in self.rings[self.player]
                for other in range(self.players)
                for theirs in self.rings[other]
                if mine.diamond is None
                and other != self.player
                and theirs.diamond is not None
                and theirs.price == mine.price
            }
        )

    def choices(self) -> list[str]:
        if self.over:
            return []
        if self.card == "theft":
            return [*self.possible_thefts(), "decline"]
        return [str(place) for place in self.board]

    def decide(self, said: str) -> None:
        if self.card != "theft":
            self.lift(int(said))
        elif said == "decline":
            self.draw()
        else:
            _, victim, price = said.split()
            self.steal(int(victim), int(price))

    def lift(self, place: int) -> None:
        ring = NaiveRing(int(self.card))
        self.rings[self.player].append(ring)
        if place in self.fixed:
            if place not in self.remembered:
                self.remembered.append(place)
        else:
            self.board.remove(place)
            ring.diamond = place
        self.player = self.player + 1 if self.player + 1 < self.players else 0
        if len(self.board) == len(self.fixed):
            self.add_up()
        else:
            self.draw()

    def steal(self, victim: int, price: int) -> None:
        mine = next(ring for ring in self.rings[self.player] if ring.price == price and ring.diamond is None)
        theirs = next(ring for ring in self.rings[victim] if ring.price == price and ring.diamond is not None)
        mine.diamond, theirs.diamond = theirs.diamond, None
        self.player = victim
        self.draw()

    def scores(self) -> list[int]:
        scores = [0] * self.players
        for player in range(self.players):
            for ring in self.rings[player]:
                if ring.diamond is not None:
                    scores[player] += ring.price
                elif self.expert:
                    scores[player] -= ring.price
        return scores

    def add_up(self) -> None:
        for player, score in enumerate(self.scores()):
            self.totals[player] += score
        if self.game_number < self.games:
            self.beginner = self.beginner + 1 if self.beginner + 1 < self.players else 0
            self.set_out()
        else:
            self.over = True
            self.winners = [player for player in range(self.players) if self.totals[player] == max(self.totals)]
