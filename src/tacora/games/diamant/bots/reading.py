"""Reading a table: which of the known strategies the others may follow, by what they did.

For every other seat each strategy has a likelihood, which every decision of that seat multiplies by the chance that the
strategy would have made it. Anybody may err now and then, so no likelihood ever becomes zero. Two kinds of table
are thought possible: everybody plays as they like, or all the others play alike. The latter is how machines meet, and
then the decisions of all of them tell of one strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import Final, Protocol

from tacora.game import Seat
from tacora.games.diamant.bots.characters import Badger, Magpie, Tortoise
from tacora.games.diamant.bots.onlooker import Onlooker
from tacora.games.diamant.bots.solved import Champion
from tacora.games.diamant.bots.strategies import Cards, Ev, Gems, Hazards, Never, RandomLeaver
from tacora.games.diamant.rules import Began, Decision, Diamant, Event, View

ERROR: Final = 0.02
"""How often anybody is thought to decide at random."""
ALIKE: Final = 0.5
"""How likely all others play alike, before anything is known."""


class Known(Protocol):
    """A strategy that says how likely it leaves."""

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Decide."""
        ...

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """The chance that it leaves."""
        ...


_NOBODY = Random(0)  # These are only asked how likely they leave.

CHAMPION: Final = "champion"
_FAMILIES: tuple[tuple[float, dict[str, Known]], ...] = (
    (5.0, {CHAMPION: Champion(_NOBODY)}),
    (1.0, {"tortoise": Tortoise(_NOBODY)}),
    (1.0, {"badger": Badger(_NOBODY)}),
    (1.0, {"magpie": Magpie(_NOBODY)}),
    (1.0, {"ev": Ev()}),
    (0.5, {"never": Never()}),
    (1.0, {f"random:{p}": RandomLeaver(p, _NOBODY) for p in (0.1, 0.2, 0.3, 0.4, 0.5, 0.7)}),
    (1.5, {f"hazards:{n}": Hazards(n) for n in (1, 2, 3, 4)}),
    (4.0, {f"gems:{n}": Gems(n) for n in (*range(1, 19), 20, 22, 25, 30)}),
    (1.0, {f"cards:{n}": Cards(n) for n in range(1, 13)}),
)
KNOWN: Final[dict[str, Known]] = {name: bot for _, family in _FAMILIES for name, bot in family.items()}
"""The strategies that are looked for."""
_PRIOR: Final = [log(weight / len(family)) for weight, family in _FAMILIES for _ in family]
_WHOLE: Final = sum(weight for weight, _ in _FAMILIES)


class Reader:
    """Reads the others at a table, decision by decision."""

    def __init__(self, game: Diamant, seats: int, me: Seat) -> None:
        self._game = game
        self._me = me
        self._seats = seats
        self.others = tuple(seat for seat in range(seats) if seat != me)
        self._begin()

    def _begin(self) -> None:
        self._onlooker = Onlooker(self._game, self._seats)
        self._heard = 0
        self._logs = {seat: [0.0] * len(KNOWN) for seat in self.others}
        self.decisions = 0
        """Of the others, seen so far."""

    def read(self, view: View, history: Sequence[Event]) -> bool:
        """Take in what is new in the history. Whether it tells, from the first cave on, how this view came about."""
        first = history[0] if history else None
        if not isinstance(first, Began) or (first.expedition, first.seats) != (1, self._seats):
            return False
        if len(history) < self._heard:
            self._begin()
        for at, revealed in self._onlooker.watch(history, self._heard):
            if {*revealed.leaving, *revealed.continuing} != {*self._onlooker.inside}:
                return False
            before = history[:at]
            for seats, leave in ((revealed.leaving, True), (revealed.continuing, False)):
                for seat in seats:
                    if seat != self._me:
                        self._learn(seat, leave, before)
        self._heard = len(history)
        return self._onlooker.view(self._me) == view

    def _learn(self, seat: Seat, leave: bool, history: Sequence[Event]) -> None:
        self.decisions += 1
        view, logs = self._onlooker.view(seat), self._logs[seat]
        for at, bot in enumerate(KNOWN.values()):
            chance = bot.leaving(view, history)
            logs[at] += log(ERROR / 2 + (1 - ERROR) * (chance if leave else 1 - chance))

    def weights(self, seat: Seat) -> dict[str, float]:
        """How likely this seat follows each of the strategies, given all that was seen."""
        alike, together = self._alike()
        apart = _normal(_added(_PRIOR, self._logs[seat]))
        return {
            name: alike * one + (1 - alike) * other for name, one, other in zip(KNOWN, together, apart, strict=True)
        }

    def draws(self, count: int, rng: Random) -> list[dict[Seat, str]]:
        """So many guesses at who plays what, spread evenly over what is likely."""
        alike, together = self._alike()
        places = [(at + rng.random()) / count for at in range(count)]
        both = [place / alike for place in places if place < alike]
        rest = count - len(both)
        guesses = [dict.fromkeys(self.others, name) for name in _picked(together, both)]
        columns = {}
        for seat in self.others:
            names = _picked(
                _normal(_added(_PRIOR, self._logs[seat])), [(at + rng.random()) / rest for at in range(rest)]
            )
            rng.shuffle(names)
            columns[seat] = names
        return guesses + [{seat: columns[seat][at] for seat in self.others} for at in range(rest)]

    def _alike(self) -> tuple[float, list[float]]:
        """How likely all play alike, and how likely each strategy is in that case."""
        joint = _added(_PRIOR, *self._logs.values())
        one = _log_sum(joint) - log(_WHOLE)
        each = sum(_log_sum(_added(_PRIOR, logs)) - log(_WHOLE) for logs in self._logs.values())
        difference = min(max(each - one + log((1 - ALIKE) / ALIKE), -700.0), 700.0)
        return 1 / (1 + exp(difference)), _normal(joint)


def _added(*rows: Sequence[float]) -> list[float]:
    return [sum(column) for column in zip(*rows, strict=True)]


def _log_sum(logs: Sequence[float]) -> float:
    most = max(logs)
    return most + log(sum(exp(each - most) for each in logs))


def _normal(logs: Sequence[float]) -> list[float]:
    most = max(logs)
    weights = [exp(each - most) for each in logs]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _picked(weights: Sequence[float], places: Sequence[float]) -> list[str]:
    """The strategies at these places, from 0 to 1, of all strategies laid side by side; places rise."""
    names, picked = list(KNOWN), []
    at, reached = 0, weights[0]
    for place in places:
        while place >= reached and at < len(names) - 1:
            at += 1
            reached += weights[at]
        picked.append(names[at])
    return picked
