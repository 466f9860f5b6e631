"""A second Diamant, written from the rules page alone: mutable, slow, with nothing shared with the engine.

Cards are texts: "11" is a treasure, "R5" or "R" a relic, anything else a hazard.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

TREASURES = "1 2 3 4 5 5 7 7 9 11 11 13 14 15 17"
INCAN = "fire mummy rockfall snakes spiders"
TACORA = "spiders snakes lava boulders rams"
PRINTED, UNPRINTED = "R5 R7 R8 R10 R12", "R R R R R"


class Box(NamedTuple):
    """What is in a box and how its relics come and count."""

    treasures: str
    hazards: str
    relics: str
    counted: str = "printed"
    joining: str = "one by one"
    tie: str = "shared"
    expeditions: int = 5


BOXES = {
    "schmidt-2005": Box(TREASURES, "snakes scorpions rockfall gas explosion", ""),
    "tacora-2024": Box(TREASURES, TACORA, PRINTED),
    "incan-gold-2006": Box(TREASURES, INCAN, UNPRINTED, counted="by order", tie="most relics"),
    "diamant-2016": Box(TREASURES, TACORA, UNPRINTED, counted="by order", joining="at the start"),
    "incan-gold-2020": Box(TREASURES, INCAN, PRINTED),
    "tiny": Box("4 5", "snakes", "R3", expeditions=2),
}


class NaiveGame:
    """A table with real piles on it."""

    def __init__(self, box: Box, players: int, with_relics: bool, random: Random) -> None:
        self.box, self.players, self.random = box, players, random
        self.pile = box.treasures.split() + box.hazards.split() * 3
        self.relics_waiting = box.relics.split() if with_relics else []
        self.chest = [0] * players
        self.hand = [0] * players
        self.own_relics: list[list[int]] = [[] for _ in range(players)]
        self.relics_brought_home = 0
        self.removed: list[str] = []
        self.cave_number = 0
        self.inside: list[int] = []
        self.over = False
        self.winners: list[int] = []
        self.decks: list[list[str]] = []
        self.open_next_cave()

    def open_next_cave(self) -> None:
        if self.cave_number == self.box.expeditions:
            self.finish()
            return
        self.cave_number += 1
        while self.relics_waiting:
            self.pile.append(self.relics_waiting.pop(0))
            if self.box.joining == "one by one":
                break
        self.random.shuffle(self.pile)
        self.decks.append(list(self.pile))
        self.tunnel: list[str] = []
        self.gems_on: list[int] = []
        self.relics_here: list[str] = []
        self.inside = list(range(self.players))
        self.turn_card()

    def turn_card(self) -> None:
        card = self.pile.pop(0)
        second = card in self.tunnel
        self.tunnel.append(card)
        self.gems_on.append(0)
        if card.isdigit():
            gems = int(card)
            while gems >= len(self.inside):
                for player in self.inside:
                    self.hand[player] += 1
                    gems -= 1
            self.gems_on[-1] = gems
        elif card.startswith("R"):
            self.relics_here.append(card)
        elif second:
            for player in self.inside:
                self.hand[player] = 0
            self.inside = []
            self.removed.append(card)
            self.tunnel.remove(card)
            self.clear_up()

    def decide(self, leavers: list[int]) -> None:
        if leavers:
            gems = sum(self.gems_on)
            while gems >= len(leavers):
                for player in leavers:
                    self.chest[player] += 1
                    gems -= 1
            self.gems_on = [gems]
            if len(leavers) == 1:
                while self.relics_here:
                    self.bring_home(leavers[0], self.relics_here.pop(0))
            for player in leavers:
                self.chest[player] += self.hand[player]
                self.hand[player] = 0
                self.inside.remove(player)
        if self.inside:
            self.turn_card()
        else:
            self.clear_up()

    def bring_home(self, player: int, relic: str) -> None:
        self.relics_brought_home += 1
        if self.box.counted == "printed":
            self.own_relics[player].append(int(relic[1:]))
        else:
            self.own_relics[player].append(5 if self.relics_brought_home <= 3 else 10)

    def clear_up(self) -> None:
        self.pile += [card for card in self.tunnel if not card.startswith("R")]
        self.gems_on, self.relics_here = [], []
        self.open_next_cave()

    def finish(self) -> None:
        self.over = True
        scores = self.scores()
        best = [player for player in range(self.players) if scores[player] == max(scores)]
        if self.box.tie == "most relics":
            most = max(len(self.own_relics[player]) for player in best)
            best = [player for player in best if len(self.own_relics[player]) == most]
        self.winners = best

    def scores(self) -> list[int]:
        return [self.chest[player] + sum(self.own_relics[player]) for player in range(self.players)]
