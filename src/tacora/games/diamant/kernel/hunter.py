"""The hunter: reads its table, and answers it by playouts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tacora.games.diamant.bots.reading import CHAMPION, Reader
from tacora.games.diamant.bots.solved import Champion, game_of
from tacora.games.diamant.kernel.answers import Answering, study_of
from tacora.games.diamant.kernel.playouts import situation_of
from tacora.games.diamant.rules import CONTINUE, LEAVE, Decision, Event, View

GUESSES = 16
"""Tables that are played out: who plays what at each of them is drawn from what was read."""
SURE = 2.0
"""By how many standard errors a choice has to be better than the champion's where all others are champions."""


class Hunter:
    """Finds out how the others leave, and plays what wins most against that; until then, like the champion."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._champion = Champion(rng)
        self._reader: Reader | None = None
        self._answering: Answering | None = None

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """The champion's choice, unless the other one is better for sure."""
        usual = self._champion.choose(view, history)
        assert view.seat is not None
        game, seats = game_of(view), len(view.chests)
        if self._reader is None:
            self._reader = Reader(game, seats, view.seat)
            self._answering = Answering(study_of(game, seats), view.seat)
        assert self._answering is not None
        if not self._reader.read(view, history) or not self._reader.decisions:
            return usual
        guesses = self._reader.draws(GUESSES, self._rng)
        situation, seed = situation_of(game, view, history), self._rng.getrandbits(63)
        found = self._answering.answer(situation, guesses, seed, SURE)
        better = found.leave - found.stay
        champions = sum(self._reader.weights(seat)[CHAMPION] for seat in self._reader.others) / (seats - 1)
        if abs(better) <= champions * SURE * found.error:
            return usual
        return LEAVE if better > 0 else CONTINUE
