"""What to answer to others whose strategies are guessed at: both choices, played out.

A choice is played out with several ways to go on: one for the rest of this expedition, one for those to come, which
is all that leaving needs. It is worth what the best ways make of it. All are tried with few games, the best with more,
and with more again while the choices are close; what is tried together has the same random words and guesses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.fast.arrays import Ints
from tacora.fast.compiled import loaded
from tacora.game import Seat
from tacora.games.diamant.bots import DiamantBot
from tacora.games.diamant.bots.reading import CHAMPION, KNOWN
from tacora.games.diamant.kernel.box import Box, box_of
from tacora.games.diamant.kernel.characters import CHARACTERS
from tacora.games.diamant.kernel.party import NEVER, Cast, Learning
from tacora.games.diamant.kernel.playouts import Situation
from tacora.games.diamant.kernel.trials import Trials, play
from tacora.games.diamant.kernel.walk import VICTORY
from tacora.games.diamant.rules import Diamant

Guess: TypeAlias = Mapping[Seat, str]
"""Who plays what, of the others."""
Values: TypeAlias = NDArray[np.float64]
"""Victories by trial and guess."""

NOW: Final = (
    *(CHAMPION, "ev", "badger", "hazards:2", "hazards:3", "hazards:4", "cards:1", "never"),
    *("gems:3", "gems:5", "gems:7", "gems:9", "gems:11", "gems:14", "gems:18", "gems:25"),
)
"""How to go on in this expedition; `cards:1` leaves after the next card."""
LATER: Final = (
    *(CHAMPION, "ev", "badger", "hazards:2", "hazards:3", "cards:4", "cards:5", "cards:6", "cards:8"),
    *("gems:3", "gems:4", "gems:5", "gems:7", "gems:9", "gems:11", "gems:14"),
)
"""How to go on in those to come."""
FIRST, SECOND, THIRD = 4, 16, 48
"""Games against each guess in three rounds."""
KEPT: Final = 0.8
"""How much of what was found at one decision counts at the next."""


class Study:
    """A box with so many seats, ready for playouts: who may sit there, as numbers."""

    def __init__(self, game: Diamant, seats: int) -> None:
        self.box: Box = box_of(game)
        self.seats = seats
        bots: list[DiamantBot | Learning] = [
            CHARACTERS[name](game) if name in CHARACTERS else bot for name, bot in KNOWN.items()
        ]
        cast = Cast(game, seats, bots)
        self.nobody = cast.nobody
        self.groups = dict(zip(KNOWN, cast.groups, strict=True))

    def prepare(self) -> None:
        """Compile what plays, or load it from the cache."""
        nothing = np.zeros((0, self.seats), np.int64)
        nowhere = np.zeros((0, len(Situation._fields)), np.int64)
        trials = Trials(nowhere, nothing, nothing, nothing, nothing, nothing)
        loaded(lambda: play(self.box, self.nobody, trials, 0, np.uint64(0), 0, np.zeros(0, np.int64)))


@lru_cache(maxsize=4)
def study_of(game: Diamant, seats: int) -> Study:
    """The same for all hunters at such tables."""
    study = Study(game, seats)
    study.prepare()
    return study


class Trial(NamedTuple):
    """A choice and how to go on."""

    leave: bool
    now: str
    """For the rest of this expedition."""
    later: str


class Answer(NamedTuple):
    """What leaving and continuing are worth, in victories, and how sure their difference is."""

    leave: float
    stay: float
    error: float
    """The standard error of the difference."""


class Answering:
    """Somebody who finds answers at one table, and remembers which ways to go on have been good there."""

    def __init__(self, study: Study, me: Seat) -> None:
        self._study = study
        self._me = me
        self._later = dict.fromkeys(LATER, 0.0)
        """By how much each way was better than the others, lately."""

    def answer(self, situation: Situation, guesses: Sequence[Guess], seed: int, doubt: float) -> Answer:
        """Play both choices out, until their values are apart by so many standard errors or all rounds are over."""
        tried = Tried(self._study, self._me, situation, guesses, seed)
        if situation.expedition + 1 < self._study.box.expeditions:
            left = [Trial(True, CHAMPION, way) for way in LATER]
            values = tried.values(left, FIRST).mean(axis=1)
            for way, value in zip(LATER, values - values.mean(), strict=True):
                self._later[way] = KEPT * self._later[way] + float(value)
            later = sorted(LATER, key=lambda way: -self._later[way])[:2]
        else:
            tried.values([Trial(True, CHAMPION, CHAMPION)], FIRST)
            later = [CHAMPION]
        stayed = [Trial(False, way, later[0]) for way in NOW]
        values = tried.values(stayed, FIRST).mean(axis=1)
        best = [stayed[at] for at in np.argsort(-values, kind="stable")[:3]]
        one = tried.compared([Trial(True, CHAMPION, later[0])], best)
        if abs(one.leave - one.stay) > 2 * doubt * one.error:
            return one
        gone = [Trial(True, CHAMPION, way) for way in later]
        best += [best[0]._replace(later=way) for way in later[1:]]
        tried.values(gone + best, SECOND)
        two = tried.compared(gone, best)
        if abs(two.leave - two.stay) > doubt * two.error:
            return two
        gone, best = tried.ranked(gone)[:1], tried.ranked(best)[:2]
        tried.values(gone + best, THIRD)
        return tried.compared(gone, best)


class Tried:
    """What was tried at one decision."""

    def __init__(self, study: Study, me: Seat, situation: Situation, guesses: Sequence[Guess], seed: int) -> None:
        self._study, self._me, self._guesses, self._seed = study, me, guesses, seed
        self._found: dict[Trial, tuple[Values, int]] = {}
        self._starts = [
            np.array([each] * len(guesses), np.int64)
            for each in (situation.with_decisions(continuing=[me]), situation.with_decisions(leaving=[me]))
        ]
        shape = len(guesses), study.seats  # As many groups as seats at most; one that is left over never leaves.
        self._kinds, self._limits = np.full(shape, NEVER, np.int64), np.zeros(shape, np.int64)
        self._members = np.zeros(shape, np.int64)
        for row, guess in enumerate(guesses):
            alike: dict[str, int] = {}
            for seat, name in guess.items():
                alike[name] = alike.get(name, 0) | 1 << seat
            self._members[row, 0] = 1 << me
            for at, (name, members) in enumerate(alike.items(), 1):
                self._kinds[row, at], self._limits[row, at] = study.groups[name]
                self._members[row, at] = members
        self._games = 0
        """The number of the next game."""

    def values(self, trials: Sequence[Trial], games: int) -> Values:
        """Play so many games more of each trial, against each guess; the mean of these games."""
        many = len(trials)
        situations = np.concatenate([self._starts[trial.leave] for trial in trials])
        numbers = self._games + games * np.arange(len(self._guesses))
        situations[:, 14] = np.tile(numbers, many)
        self._games += games * len(self._guesses)
        kinds, limits, members = (np.tile(each, (many, 1)) for each in (self._kinds, self._limits, self._members))
        later_kinds, later_limits = kinds.copy(), limits.copy()
        for at, trial in enumerate(trials):
            rows = slice(at * len(self._guesses), (at + 1) * len(self._guesses))
            kinds[rows, 0], limits[rows, 0] = self._study.groups[trial.now]
            later_kinds[rows, 0], later_limits[rows, 0] = self._study.groups[trial.later]
        victories: Ints = np.zeros(len(situations), np.int64)
        all_trials = Trials(situations, kinds, limits, members, later_kinds, later_limits)
        play(self._study.box, self._study.nobody, all_trials, self._me, np.uint64(self._seed), games, victories)
        won = victories.reshape(many, -1) / VICTORY
        for trial, new in zip(trials, won, strict=True):
            before, count = self._found.get(trial, (0.0, 0))
            self._found[trial] = before + new, count + games
        return won / games

    def compared(self, left: Sequence[Trial], stayed: Sequence[Trial]) -> Answer:
        """The best of both, by all games so far."""
        gone, on = self.ranked(left)[0], self.ranked(stayed)[0]
        leave, stay = (won / count for won, count in (self._found[gone], self._found[on]))
        error = max(float((leave - stay).std(ddof=1)), 0.01) / len(leave) ** 0.5
        return Answer(float(leave.mean()), float(stay.mean()), error)

    def ranked(self, trials: Sequence[Trial]) -> list[Trial]:
        """From the best to the worst."""
        return sorted(trials, key=lambda trial: -float(self._found[trial][0].mean()) / self._found[trial][1])
