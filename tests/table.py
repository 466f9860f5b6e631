"""Games written in one line for each expedition, cards and decisions in the order they come.

`"11 CCC 5 LCC snakes -LL"`: 11 gems are turned, all three go on, 5 gems, seat 0 leaves, snakes, the other two leave.
A word has a letter for each seat: C continues, L leaves, - is not inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tacora.game import Seat, Step
from tacora.games.diamant import EDITIONS, Card, Decision, Diamant, Edition, Event, State, View
from tacora.games.diamant.editions import Hazard, Relic, Treasure
from tacora.games.diamant.rules import Began, Deal, Disaster, HazardMet, RelicFound, TreasureFound

SCHMIDT = Diamant(EDITIONS["schmidt-2005"])
TACORA = Diamant(EDITIONS["tacora-2024"])
WITH_RELICS = Diamant(EDITIONS["tacora-2024"], relics=True)


class Table(NamedTuple):
    """A game and all that happened in it; `steps[0]` is the start, then one step for each joint decision."""

    game: Diamant
    seats: int
    steps: tuple[Step[State, Event], ...]
    actions: tuple[Mapping[Seat, Decision], ...]

    @property
    def state(self) -> State:
        return self.steps[-1].state

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)

    @property
    def chests(self) -> tuple[int, ...]:
        return self.state.camp.chests

    def view(self, seat: Seat | None = None) -> View:
        return self.game.observe(self.state, seat)


def card(edition: Edition, text: str) -> Card:
    """The card of this text, or of the same kind from no box at all, so that wrong deals can be written too."""
    known = edition.card(text)
    if known is not None:
        return known
    if text.isdigit():
        return Treasure(int(text))
    return Relic(int(text[1:])) if text[0] == "R" else Hazard(text)


def decisions(word: str) -> dict[Seat, Decision]:
    """`"L-C"`: seat 0 leaves, seat 2 goes on, seat 1 is not inside."""
    return {seat: Decision(letter) for seat, letter in enumerate(word) if letter != "-"}


def deal(game: Diamant, *rows: str) -> Deal:
    """Cards only, a string for each expedition."""
    return tuple(tuple(card(game.edition, text) for text in row.split()) for row in rows)


def play(game: Diamant, seats: int, *expeditions: str) -> Table:
    """Play a written game as far as it is written."""
    rows, words = [], []
    for expedition in expeditions:
        tokens = expedition.split()
        said = [token for token in tokens if set(token) <= set("CL-") and len(token) == seats]
        rows.append(" ".join(token for token in tokens if token not in said))
        words += said
    return replay(game, seats, deal(game, *rows), map(decisions, words))


def replay(game: Diamant, seats: int, source: bytes | Deal, actions: Iterable[Mapping[Seat, Decision]]) -> Table:
    """The game of a seed or of written cards, with these joint decisions."""
    steps, done = [game.start(seats, source)], tuple(actions)
    for joint in done:
        steps.append(game.apply(steps[-1].state, joint))
    return Table(game, seats, tuple(steps), done)


def cards_turned(events: Iterable[Event]) -> Deal:
    """The cards that these events turned, a row for each expedition: the same game, written down."""
    rows: list[list[Card]] = []
    for event in events:
        if isinstance(event, Began):
            rows.append([])
        elif isinstance(event, TreasureFound | HazardMet | RelicFound | Disaster):
            rows[-1].append(event.card)
    return tuple(map(tuple, rows))
