"""A player of Mister Diamond with a memory, good or bad, and a way to steal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tacora.game import Seat
from tacora.games.mister_diamond.bots.foresight import Thieving, best_theft, better_left
from tacora.games.mister_diamond.editions import RingCard
from tacora.games.mister_diamond.rules import (
    Action,
    Decline,
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


class Rememberer:
    """Avoids the places it remembers as fixed, and steals in its own way.

    It learns from what all have seen, and each remembered place fades with a fixed probability at every turn of
    anybody: never (0) is a perfect memory, always (1) is none. What the notes of a table show is read, not remembered.
    Of the other places each is loose with the same chance, whatever was seen: none is better than another.
    """

    def __init__(self, fade: float, rng: Random, thieving: Thieving = Thieving.DEAREST) -> None:
        self._fade = fade
        self._rng = rng
        self._thieving = thieving
        self._known: set[int] = set()
        self._failed: set[int] = set()
        """All that proved to be fixed: which places is forgotten, how many is not."""
        self._heard = 0
        self._turn: Seat | None = None
        """Whose turn it is, once it has begun."""

    @property
    def fade(self) -> float:
        """The probability that a remembered place is forgotten, at every turn of anybody."""
        return self._fade

    @property
    def thieving(self) -> Thieving:
        """How it steals."""
        return self._thieving

    def choose(self, view: View, history: Sequence[Event]) -> Action:
        """Steal as it likes to, or try a place not known to be fixed."""
        self._listen(history)
        if not isinstance(view.card, RingCard):
            return self._theft(view)
        known = self._known.union(view.tried)
        failed = [place for place in view.board if place in known]
        if failed and self._leaves_one(view):
            return Lift(self._rng.choice(failed))
        return Lift(self._rng.choice([place for place in view.board if place not in known] or view.board))

    def _listen(self, history: Sequence[Event]) -> None:
        if len(history) < self._heard:
            self._heard = 0  # Another table: it begins with a new game, which clears the memory.
        for event in history[self._heard :]:
            match event:
                case GameBegan():
                    self._known.clear()
                    self._failed.clear()
                case RingDrawn() | TheftDrawn() if event.seat != self._turn:
                    self._turn = event.seat
                    self._known = {place for place in self._known if self._rng.random() >= self._fade}
                case Stuck():
                    self._known.add(event.place)
                    self._failed.add(event.place)
                    self._turn = None
                case Lifted() | Stolen():
                    self._turn = None
        self._heard = len(history)

    def _leaves_one(self, view: View) -> bool:
        """Whether it tries a diamond that it knows to be fixed. Who forgets places does not think that far."""
        if self._thieving not in (Thieving.BEST, Thieving.WEIGHED) or (self._fade and not view.notes):
            return False
        return better_left(view, self._untried(view), self._dice)

    def _untried(self, view: View) -> int:
        return len(view.board) - len(self._failed)

    @property
    def _dice(self) -> Random | None:
        """For whoever plays out what could come."""
        return self._rng if self._thieving is Thieving.BEST else None

    def _theft(self, view: View) -> Steal | Decline:
        assert view.seat is not None
        match self._thieving:
            case Thieving.BEST | Thieving.WEIGHED:
                return best_theft(view, self._untried(view), self._dice)
            case Thieving.DEAREST:
                wealth = view.standings
                return max(
                    thefts_open_to(view.rings, view.seat),
                    key=lambda theft: (theft.price, wealth[theft.victim], -theft.victim),
                )
            case Thieving.ANY:
                return self._rng.choice(thefts_open_to(view.rings, view.seat))
            case Thieving.NEVER:
                return Decline()
