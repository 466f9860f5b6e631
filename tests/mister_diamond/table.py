"""Games written in one line each, cards and decisions in the order they come.

`"3000 20, theft, 1000 4, theft steal 1 3000, theft decline, 2000"`: a ring of 3000 and a try at place 20, a theft that
is not possible, a ring of 1000 and a try at place 4, two thefts that are, and a ring that nobody has decided on yet.
Unless a test says otherwise, places 1 to 16 are fixed and 17 to 42 are loose.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tacora.game import Seat, Step
from tacora.games.mister_diamond import (
    EDITIONS,
    Action,
    Decline,
    Edition,
    Event,
    Lift,
    MisterDiamond,
    State,
    Steal,
    View,
)
from tacora.games.mister_diamond.editions import Card, RingCard
from tacora.games.mister_diamond.rules import Deal, Place, Setting

BOX = EDITIONS["ravensburger-1993"]
SMALL = Edition("small", prices=(1, 2, 3), places=9, fixed=4, rings=9, thefts=4)
"""A box of our own in which games are short and thefts frequent."""
PLAIN = MisterDiamond(BOX)
EXPERT = MisterDiamond(BOX, expert=True)
NOTES = MisterDiamond(BOX, notes=True)
FIXED = frozenset(range(1, 17))
LOOSE = tuple(range(17, 43))
PRICES = tuple(price for price in (1000, 2000, 3000, 4000, 5000, 6000) for _ in range(7))
"""Of all 42 rings, from cheap to dear."""


class Table(NamedTuple):
    """A match and all that happened in it; `steps[0]` is the start, then one step for each decision."""

    game: MisterDiamond
    seats: int
    steps: tuple[Step[State, Event], ...]
    actions: tuple[Action, ...]

    @property
    def state(self) -> State:
        return self.steps[-1].state

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.game.scores(self.state)

    @property
    def pending(self) -> tuple[Seat, ...]:
        return self.game.pending(self.state)

    @property
    def choices(self) -> tuple[str, ...]:
        """What the player whose turn it is may do, as it is written."""
        return tuple(map(str, self.game.legal_actions(self.state, self.state.turn)))

    def view(self, seat: Seat | None = None) -> View:
        return self.game.observe(self.state, seat)

    def rings(self, seat: Seat) -> list[str]:
        """`"3000♦"` carries a diamond, `"3000"` does not."""
        return [f"{ring.price}♦" if ring.set else str(ring.price) for ring in self.state.rings[seat]]


def card(edition: Edition, text: str) -> Card:
    """The card of this text, or a ring from no box at all, so that wrong settings can be written too."""
    return edition.card(text) or RingCard(int(text))


def action(text: str) -> Action:
    """`"17"`, `"steal 1 3000"` or `"decline"`."""
    match text.split():
        case ["decline"]:
            return Decline()
        case ["steal", victim, price]:
            return Steal(int(victim), int(price))
        case _:
            return Lift(int(text))


def setting(edition: Edition, deck: str, fixed: Iterable[Place] = FIXED) -> Setting:
    """Cards only, in the order drawn."""
    return Setting(frozenset(fixed), tuple(card(edition, text) for text in deck.replace(",", " ").split()))


def play(game: MisterDiamond, seats: int, *games: str, fixed: Iterable[Place] = FIXED) -> Table:
    """Play a written match as far as it is written, a string for each game."""
    settings, actions = [], []
    for text in games:
        turns = [turn.strip().partition(" ") for turn in text.split(",") if turn.strip()]
        settings.append(setting(game.edition, ",".join(drawn for drawn, _, _ in turns), fixed))
        actions += [action(said) for _, _, said in turns if said]
    return replay(game, seats, tuple(settings), actions)


def replay(game: MisterDiamond, seats: int, source: bytes | Deal, actions: Iterable[Action]) -> Table:
    """The match of a seed or of written settings, with these decisions, each taken by the player whose turn it is."""
    steps, done = [game.start(seats, source)], tuple(actions)
    for act in done:
        state = steps[-1].state
        steps.append(game.apply(state, {state.turn: act}))
    return Table(game, seats, tuple(steps), done)


def tries(prices: Iterable[int], places: Iterable[Place]) -> str:
    """Ring cards of these prices, each with a try at one of these places."""
    return ", ".join(f"{price} {place}" for price, place in zip(prices, places, strict=True))
