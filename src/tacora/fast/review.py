"""A finished game, weighed: what the cards gave each seat, what the others' decisions did, and what its own cost.

All values are shares of the victory, which is 1 for a winner alone. For every seat the result less a fair share is the
sum of its cards, the others and its own errors.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from msgspec import Struct

from tacora.game import Seat


class Chances(Struct, frozen=True):
    """What each seat may expect at a moment, if all play like champions from then on."""

    step: int
    """The step of the record that led here, from 0."""
    shares: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors."""


class Choice(Struct, frozen=True):
    """A decision, and what each of its choices was worth against others who play like champions."""

    step: int
    """The step that asked for it."""
    seat: Seat
    chosen: str
    values: dict[str, float]
    se: float
    """Standard error of the difference between the best and the chosen."""
    champion: dict[str, float]
    """How often a champion chooses each."""
    judged: bool
    """Whether the difference is more than chance."""
    error: float
    """The value of what was chosen less that of the best; 0 where it is not judged."""


class Turn(Struct, frozen=True):
    """A card, and the luck that it was for each seat: the value after it less that before it."""

    step: int
    """The step that turned it."""
    card: str
    fatal: bool
    """Whether it ended an expedition."""
    luck: tuple[float, ...]
    se: tuple[float, ...]


class SeatReview(Struct, frozen=True):
    """The balance of one seat."""

    name: str
    result: float
    """Share of the victory less a fair share."""
    cards: float
    others: float
    """What is left: mostly what the others did, and what a champion in this seat would have missed."""
    errors: float
    """Of its own decisions; never above 0."""
    cards_se: float
    others_se: float
    errors_se: float
    adjusted: float
    """The result without the luck of the cards."""
    decisions: int
    """How many it had to take."""
    rating: str | None = None
    """How well it played, in the steps of its game; `None`: the game has no such steps."""


class Lifted(Struct, frozen=True):
    """A try to lift a diamond, for whoever has forgotten nothing."""

    step: int
    """The step that asked for it."""
    place: int
    chance: float
    """That it was loose, as far as everybody had seen."""
    best: float
    """That of the best place there was."""
    loose: bool


class Remembering(Struct, frozen=True):
    """What the memory of one seat did for it, in a game of memory."""

    lifts: tuple[Lifted, ...]
    again: int
    """Tries at places that had been seen to be fixed, unless that was better."""
    blind: float
    """How many there would have been without any memory, on average."""
    useful: int
    """Tries before which there was something to remember."""


class Review(Struct, frozen=True):
    """A game, weighed."""

    seats: tuple[SeatReview, ...]
    decisions: tuple[Choice, ...]
    cards: tuple[Turn, ...]
    chances: tuple[Chances, ...]
    games: int
    """Played out from each situation, or fewer where that was enough."""
    seed: int
    memory: tuple[Remembering, ...] = ()
    """By seat, in a game of memory."""

    def worst(self, seat: Seat, most: int = 3) -> list[Choice]:
        """The judged errors of a seat that cost most."""
        found = [choice for choice in self.decisions if choice.seat == seat and choice.error < 0]
        return sorted(found, key=lambda choice: choice.error)[:most]

    def luckiest(self, seat: Seat) -> Turn | None:
        """The card that gave it most, if any gave it something."""
        return self._extreme(seat, 1)

    def unluckiest(self, seat: Seat) -> Turn | None:
        """The card that cost it most."""
        return self._extreme(seat, -1)

    def _extreme(self, seat: Seat, sign: int) -> Turn | None:
        best = max(self.cards, key=lambda turn: sign * turn.luck[seat], default=None)
        return best if best and sign * best.luck[seat] > 3 * best.se[seat] else None


MOST_GAMES, LEAST_GAMES = 4096, 512


class Reviewer(ABC):
    """Weighs one finished game."""

    situations: int
    """How many are played out."""
    all_games = 800_000
    """Played out from all of them together, usually: what takes about two seconds of one core."""

    @property
    def plays(self) -> int:
        """Games that one playout of each of them takes."""
        return self.situations

    def usual_games(self) -> int:
        """How many to play out from each situation: fewer in a long game, so that no review takes very long."""
        return max(LEAST_GAMES, min(MOST_GAMES, self.all_games // self.plays))

    @abstractmethod
    def review(
        self, games: int, seed: int, progress: Callable[[int], None] = lambda _: None, threads: int | None = None
    ) -> Review:
        """Weigh it, with so many games from each situation; `progress` hears how many situations are done."""

    @abstractmethod
    def is_compiled(self) -> bool:
        """Whether the code is in the cache."""
