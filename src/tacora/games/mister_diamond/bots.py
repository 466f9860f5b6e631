"""Players of Mister Diamond, told apart by their memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tacora.bots.bot import Bot, probability_in
from tacora.game import Refused, Seat
from tacora.games.mister_diamond.editions import TheftCard
from tacora.games.mister_diamond.rules import (
    Action,
    Event,
    GameBegan,
    Lift,
    Lifted,
    RingDrawn,
    Steal,
    Stolen,
    Stuck,
    TheftDrawn,
    View,
    thefts_open_to,
)

MISTER_CHARACTERS = ("elephant", "squirrel", "goldfish")
"""Bots with a temper, for play against people."""

MISTER_BOTS = ("blind", "memory", "forgetful:P", *MISTER_CHARACTERS)
"""How the bots are written; P is the probability that a remembered place fades, each turn."""


class Rememberer:
    """Avoids the places it remembers as fixed, and is a sensible thief.

    It learns from what all have seen, and each remembered place fades with a fixed probability at every turn of
    anybody: never (0) is a perfect memory, always (1) is none. What the notes of a table show is read, not remembered.
    """

    def __init__(self, fade: float, rng: Random) -> None:
        self._fade = fade
        self._rng = rng
        self._known: set[int] = set()
        self._heard = 0
        self._turn: Seat | None = None
        """Whose turn it is, once it has begun."""

    @property
    def fade(self) -> float:
        """The probability that a remembered place is forgotten, at every turn of anybody."""
        return self._fade

    def choose(self, view: View, history: Sequence[Event]) -> Action:
        """Steal the best that can be stolen, or try a place not known to be fixed."""
        self._listen(history)
        if isinstance(view.card, TheftCard):
            return self._theft(view)
        untried = [place for place in view.board if place not in self._known and place not in view.tried]
        return Lift(self._rng.choice(untried or view.board))

    def _listen(self, history: Sequence[Event]) -> None:
        if len(history) < self._heard:
            self._heard = 0  # Another table: it begins with a new game, which clears the memory.
        for event in history[self._heard :]:
            match event:
                case GameBegan():
                    self._known.clear()
                case RingDrawn() | TheftDrawn() if event.seat != self._turn:
                    self._turn = event.seat
                    self._known = {place for place in self._known if self._rng.random() >= self._fade}
                case Stuck():
                    self._known.add(event.place)
                    self._turn = None
                case Lifted() | Stolen():
                    self._turn = None
        self._heard = len(history)

    def _theft(self, view: View) -> Steal:
        """The dearest diamond it can use, from the leader where several have one."""
        assert view.seat is not None
        wealth = view.standings
        return max(
            thefts_open_to(view.rings, view.seat), key=lambda theft: (theft.price, wealth[theft.victim], -theft.victim)
        )


class Goldfish(Rememberer):
    """Forgets almost at once, and steals whatever glitters first."""

    def __init__(self, rng: Random) -> None:
        super().__init__(0.25, rng)

    def _theft(self, view: View) -> Steal:
        assert view.seat is not None
        return self._rng.choice(thefts_open_to(view.rings, view.seat))


_PLAIN: dict[str, Callable[[Random], Rememberer]] = {
    "blind": lambda rng: Rememberer(1, rng),
    "memory": lambda rng: Rememberer(0, rng),
    "elephant": lambda rng: Rememberer(0, rng),
    "squirrel": lambda rng: Rememberer(0.03, rng),
    "goldfish": Goldfish,
}


def make_mister_bot(text: str, rng: Random) -> Bot[View, Event, Action]:
    """The bot that is written so; whatever it leaves to chance it takes from `rng`."""
    name, colon, parameter = text.partition(":")
    if name in _PLAIN:
        if colon:
            raise Refused("bot-parameter", bot=text, expected="none")
        return _PLAIN[name](rng)
    if name == "forgetful":
        fade = probability_in(parameter)
        if fade is None:
            raise Refused("bot-parameter", bot=text, expected="probability")
        return Rememberer(fade, rng)
    raise Refused("unknown-bot", bot=text, known=", ".join(MISTER_BOTS))
