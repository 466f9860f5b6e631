"""Somebody who learns Diamant by walks that others make: workers of a cluster.

A strategy has tens of millions of situations, and a batch of walks comes to some ten thousand of them. So workers keep
the strategy, and only what a lesson changed is sent; a worker that missed a lesson says so, and is sent all that
differs from how a beginner plays. Sums are integers: who walked how far does not matter.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple
from uuid import uuid4

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.compiled import loaded
from tacora.fast.regrets import Regrets, learn
from tacora.games.diamant.bots import DiamantBot
from tacora.games.diamant.kernel.learner import ALWAYS, BLOCK, WHOLE, DiamantLearner, at_first
from tacora.games.diamant.kernel.regret import walk
from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sight import Sight
from tacora.work.numbered import Spread


class Pupil(NamedTuple):
    """Who learns what."""

    name: str
    game: Diamant
    seats: int
    sight: Sight
    against: tuple[DiamantBot, ...]


class Lesson(NamedTuple):
    """What was learnt from a batch."""

    seed: int
    number: int
    """Lessons so far."""
    at: Ints
    """The situations in which it plays otherwise since the last lesson, or since the beginning."""
    now: Ints
    """How it plays there."""
    is_whole: bool
    """Whether these are all situations in which it does not play like a beginner."""


class Found(NamedTuple):
    """The sums of some walks, where there are any."""

    at: Ints
    gains: Ints
    visits: Ints


class RemoteLearner(DiamantLearner):
    """Learns on a cluster what a `ThreadedLearner` learns here from the same batches."""

    def __init__(
        self, game: Diamant, seats: int, sight: Sight, workers: Spread, against: Sequence[DiamantBot] = ()
    ) -> None:
        super().__init__(game, seats, sight, against)
        self._workers = workers
        self._pupil = workers.keep(Pupil(uuid4().hex, game, seats, sight, tuple(against)))
        self._changed: Ints | None = None
        """By the last lesson; `None` before the first one here."""

    def batch(self, walks: int, seed: int) -> None:
        """Have so many games more walked through, and learn from them."""
        first, last = self.walks, self.walks + walks
        size = max(BLOCK, -(-walks // self._workers.threads))
        cuts = [*range(first, last, size), last]
        if self._changed is None:  # What was learnt elsewhere, and resumed here, no worker knows.
            found, missed = self._walked(self._whole_lesson(seed), list(pairwise(cuts)))
        else:
            found, missed = self._walked(self._lesson(seed, self._changed, is_whole=False), list(pairwise(cuts)))
        if missed:
            rest, _ = self._walked(self._whole_lesson(seed), missed)
            found += rest
        self.walks, self.batches = last, self.batches + 1
        self._learn(found)

    def _whole_lesson(self, seed: int) -> Lesson:
        return self._lesson(seed, np.flatnonzero(self.now != at_first(self.sight)), is_whole=True)

    def _lesson(self, seed: int, at: Ints, *, is_whole: bool) -> Lesson:
        return Lesson(seed, self.batches, at, self.now[at], is_whole)

    def _walked(self, lesson: Lesson, pieces: list[tuple[int, int]]) -> tuple[list[Found], list[tuple[int, int]]]:
        """The sums of these pieces, and those pieces whose workers missed a lesson."""
        found: list[Found] = []
        missed = []
        for piece, sums in self._workers.each(walked, (self._pupil, self._workers.keep(lesson)), pieces):
            if sums is None:
                missed.append(piece)
            else:
                found.append(sums)
        return found, missed

    def _learn(self, found: list[Found]) -> None:
        """Learn about the situations that came about, as if there were no others."""
        at, where = np.unique(np.concatenate([sums.at for sums in found]), return_inverse=True)
        gains, visits = np.zeros(len(at), np.int64), np.zeros(len(at), np.int64)
        np.add.at(gains, where, np.concatenate([sums.gains for sums in found]))
        np.add.at(visits, where, np.concatenate([sums.visits for sums in found]))
        now, regrets = self.now[at], Regrets(*(each[at] for each in self.regrets))
        learn(now, regrets, gains, visits, float(self.batches), WHOLE, float(ALWAYS))
        self.now[at] = now
        for mine, each in zip(self.regrets, regrets, strict=True):
            mine[at] = each
        self._changed = at

    def _fetch(self) -> None:
        """It is here."""


class Walker(DiamantLearner):
    """On a worker: walks as the learner plays, and learns nothing by itself."""

    def __init__(self, pupil: Pupil) -> None:
        super().__init__(pupil.game, pupil.seats, pupil.sight, pupil.against)
        self._lock = threading.Lock()
        self._free: list[tuple[Ints, Ints]] = []
        """Arrays of zeros for sums."""

    def keeps_up(self, lesson: Lesson) -> bool:
        """Play as this lesson says. Gives whether that is possible: not if one before it was missed."""
        with self._lock:
            if self.batches != lesson.number:
                if lesson.is_whole:
                    self.now[:] = at_first(self.sight)
                elif self.batches != lesson.number - 1:
                    return False
                self.now[lesson.at] = lesson.now
                self.batches = lesson.number
        return True

    def walked(self, seed: int, first: int, last: int) -> Found:
        """The sums of these walks."""
        with self._lock:
            gains, visits = self._free.pop() if self._free else (np.zeros_like(self.now), np.zeros_like(self.now))
            loaded(lambda: walk(self._box, self._party, self._guests, self._strays, np.uint64(0), 0, 0, gains, visits))
        walk(self._box, self._party, self._guests, self._strays, np.uint64(seed), first, last, gains, visits)
        at = np.union1d(np.flatnonzero(gains), np.flatnonzero(visits))
        sums = Found(at, gains[at], visits[at])
        gains[at], visits[at] = 0, 0
        with self._lock:
            self._free.append((gains, visits))
        return sums

    def batch(self, walks: int, seed: int) -> None:
        """Not its task."""
        raise NotImplementedError

    def _fetch(self) -> None:
        """It is here."""


_walkers: dict[str, Walker] = {}
"""The one learner that this process walks for."""
_lock = threading.Lock()


def walked(pupil: Pupil, lesson: Lesson, first: int, last: int) -> Found | None:
    """On a worker: the sums of these walks; `None` if it missed a lesson."""
    with _lock:
        if pupil.name not in _walkers:
            _walkers.clear()
            _walkers[pupil.name] = Walker(pupil)
        walker = _walkers[pupil.name]
    return walker.walked(lesson.seed, first, last) if walker.keeps_up(lesson) else None
