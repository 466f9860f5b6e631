"""Somebody who learns to play Diamant, batch by batch of walks: against copies of itself, or against given bots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, BinaryIO
from zipfile import BadZipFile

import numpy as np

from tacora import __version__
from tacora.fast.arrays import Ints
from tacora.fast.compiled import loaded
from tacora.fast.regrets import Regrets, average, learn, no_regrets
from tacora.game import Refused
from tacora.games.diamant.bots import DiamantBot, make_bot
from tacora.games.diamant.bots.strategies import RandomLeaver
from tacora.games.diamant.kernel.box import Box, box_of
from tacora.games.diamant.kernel.party import Cast, Learning, Party, party_of
from tacora.games.diamant.kernel.regret import VALUE_BITS, walk
from tacora.games.diamant.kernel.simulation import DiamantSimulation
from tacora.games.diamant.kernel.solution import RARE, WORTH, solution
from tacora.games.diamant.kernel.walk import VICTORY
from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sight import FEATURES, Sight
from tacora.games.diamant.strategy import COIN_BITS, Maker, same_as, written

ALWAYS = 1 << COIN_BITS
WHOLE = float(VICTORY << VALUE_BITS)
_STRAYING = 1 / 8
"""How likely a stray leaves at each decision."""
BLOCK = 256
"""Walks that a thread takes at a time."""


def at_first(sight: Sight) -> Ints:
    """How a beginner plays: leaves about where `ev` does, and never for sure."""
    parts = []
    for cuts in sight.expeditions:
        classes = [len(feature) + 1 for feature in cuts.of_each_feature()]
        least = np.array((0, *cuts.price))
        chances = np.where(least >= 8, 0.9, np.where(least >= 5, 0.3, 0.05))
        shaped = np.broadcast_to(chances.reshape(1, 1, -1, *[1] * (len(FEATURES) - 3)), classes)
        parts.append(np.rint(shaped * ALWAYS).astype(np.int64).reshape(-1))
    return np.concatenate(parts)


class DiamantLearner(ABC):
    """What all learners share; where they walk is their own."""

    device = "cpu"

    def __init__(
        self, game: Diamant, seats: int, sight: Sight, against: Sequence[DiamantBot | Learning] = (), guest: str = ""
    ) -> None:
        self._game, self._seats, self.sight = game, seats, sight
        self._against, self._guest = against, guest
        self._box = box_of(game)
        self.walks = self.batches = 0
        me = Learning(sight, at_first(sight))
        assert not (against and guest)
        if against:
            self._party = self._guests = party_of(game, [me, *against])
        else:
            cast = Cast(game, seats, [me, _bot(guest)] if guest else [me])
            self._party = cast.party([0] * seats)
            self._guests = cast.party([0, *[1] * (seats - 1)]) if guest else self._party
        self._strays = self._party if against else party_of(game, [RandomLeaver(_STRAYING, Random())] * seats)
        """Who is to know one table only has nothing to learn from others."""
        self.now: Ints = self._party.solved[: sight.size()]
        """How it plays now. It stands first in the party: what is learnt is played at once."""
        self.regrets = no_regrets(sight.size())

    @abstractmethod
    def batch(self, walks: int, seed: int) -> None:
        """Walk through so many games more, and learn from them."""

    @abstractmethod
    def _fetch(self) -> None:
        """Bring what was learnt here from where it was."""

    def learnt(self) -> Ints:
        """The average strategy of all batches, in 2²¹sts."""
        self._fetch()
        return self._averaged()

    def _averaged(self) -> Ints:
        averaged = np.zeros_like(self.now)
        average(self.now, self.regrets, averaged, float(ALWAYS))
        return averaged

    def beside(self, others: Sequence[str]) -> DiamantSimulation:
        """What it has learnt on the first seat beside these bots; against bots that do not learn, how it plays now."""
        self._fetch()
        strategy = self.now if self._against else self._averaged()
        return DiamantSimulation(self._game, [Learning(self.sight, strategy), *map(_bot, others)])

    def around(self, bot: str) -> DiamantSimulation:
        """A table full of what it has learnt, with this bot on the first seat."""
        mine = Learning(self.sight, self.learnt())
        return DiamantSimulation(self._game, [_bot(bot), *[mine] * (self._seats - 1)])

    def strategy(
        self, seed: int, batch: int, rare: float = RARE, worth: float = WORTH, few_levels: bool = False
    ) -> bytes:
        """What it has learnt, as a file that is as close as wished."""
        self._fetch()
        made = Maker(self.walks, batch, seed, __version__, self.device, rare, worth, few_levels, self._guest)
        return written(solution(self._game, self._seats, self.sight, self.regrets.chosen, self.regrets.visits, made))

    def save(self, out: BinaryIO, seed: int) -> None:
        """Keep what it knows of every situation that came about, and the seed of its walks."""
        self._fetch()
        seen = np.flatnonzero((self.now != at_first(self.sight)) | np.any(self.regrets, axis=0))
        known: dict[str, Any] = {name: each[seen] for name, each in zip(Regrets._fields, self.regrets, strict=True)}
        count = [self.walks, self.batches]
        np.savez(out, whose=self._whose(), walks=count, seed=seed, seen=seen, now=self.now[seen], **known)

    def resume(self, file: Path) -> int | None:
        """Go on where another learner of the same game stopped, and give the seed of its walks, if it is known."""
        try:
            with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
                if not np.array_equal(kept["whose"], self._whose()):
                    raise Refused("other-progress", file=str(file))
                (walks, batches), seen, now = kept["walks"].tolist(), kept["seen"], kept["now"]
                known = [kept[name] for name in Regrets._fields]
                seed = int(kept["seed"]) if "seed" in kept.files else None
            whole = all(each.dtype == np.int64 for each in (seen, now)) and isinstance(walks, int)
            fits = whole and all(each.shape == seen.shape for each in (now, *known))
            within = fits and np.all((seen >= 0) & (seen < len(self.now)) & (now >= 0) & (now <= ALWAYS))
            whole = all(np.all(np.isfinite(each)) for each in known) and all(np.all(each >= 0) for each in known[2:])
            if not within or not whole or walks < batches < 0:
                raise ValueError("numbers that cannot be")
        except (OSError, ValueError, TypeError, KeyError, BadZipFile, EOFError) as error:
            if isinstance(error, Refused):
                raise
            if isinstance(error, OSError):
                raise Refused("unreadable-file", file=str(file), detail=error.strerror or str(error)) from None
            raise Refused("not-progress", file=str(file)) from None
        self.walks, self.batches = walks, batches
        self.now[seen] = now
        for mine, each in zip(self.regrets, known, strict=True):
            mine[seen] = each
        return seed

    def _whose(self) -> Ints:
        """What tells apart games and sights of which progress may be kept."""
        text = f"2 {same_as(self._game)} {self._seats} {self.sight}{self._guest}"  # 2: regrets below zero, weighted
        return np.frombuffer(text.encode(), np.uint8).astype(np.int64)


class ThreadedLearner(DiamantLearner):
    """Learns on the processor. The number of threads changes nothing but the time."""

    def __init__(
        self,
        game: Diamant,
        seats: int,
        sight: Sight,
        against: Sequence[DiamantBot | Learning] = (),
        guest: str = "",
        threads: int = 1,
    ) -> None:
        super().__init__(game, seats, sight, against, guest)
        self._pool = ThreadPoolExecutor(threads)
        self._sums = [(np.zeros(sight.size(), np.int64), np.zeros(sight.size(), np.int64)) for _ in range(threads)]

    def batch(self, walks: int, seed: int) -> None:
        """Walk through so many games more, and learn from them."""
        gains, visits = self._sums[0]
        loaded(lambda: walk(self._box, self._party, self._guests, self._strays, np.uint64(seed), 0, 0, gains, visits))
        loaded(lambda: learn(self.now[:0], self.regrets, gains, visits, 1.0, WHOLE, float(ALWAYS)))
        last = self.walks + walks
        blocks = iter(range(self.walks, last, BLOCK))

        def work(gains: Ints, visits: Ints) -> None:
            for block in blocks:
                end = min(block + BLOCK, last)
                walk(self._box, self._party, self._guests, self._strays, np.uint64(seed), block, end, gains, visits)

        working = [self._pool.submit(work, *sums) for sums in self._sums]
        try:
            for done in working:
                done.result()
        except BaseException:  # Interrupted: what is half done counts for nothing.
            for _ in blocks:
                pass
            wait(working)
            for each in chain(*self._sums):
                each[:] = 0
            raise
        for others in self._sums[1:]:
            for mine, theirs in zip((gains, visits), others, strict=True):
                mine += theirs
                theirs[:] = 0
        self.walks, self.batches = last, self.batches + 1
        learn(self.now, self.regrets, gains, visits, float(self.batches), WHOLE, float(ALWAYS))

    def _fetch(self) -> None:
        """It is here."""


class GpuLearner(DiamantLearner):
    """Learns on a GPU."""

    device = "gpu"

    def __init__(
        self, game: Diamant, seats: int, sight: Sight, against: Sequence[DiamantBot | Learning] = (), guest: str = ""
    ) -> None:
        super().__init__(game, seats, sight, against, guest)
        self._there: Any = None
        """What lies on the GPU; sent there when it is first needed, so that progress can be resumed before."""

    def batch(self, walks: int, seed: int) -> None:
        """Walk through so many games more, and learn from them."""
        from tacora.fast.gpu_memory import sent
        from tacora.games.diamant.kernel import gpu_regret as gpu

        if self._there is None:
            sums = (sent(np.zeros(self.sight.size(), np.int64)) for _ in range(2))
            party = Party(*map(sent, self._party))
            groups = {name: sent(getattr(self._guests, name)) for name in ("kinds", "limits", "members")}
            self._there = (
                Box(*map(sent, self._box)),
                party,
                party._replace(**groups),
                Party(*map(sent, self._strays)),
                Regrets(*map(sent, self.regrets)),
                *sums,
            )
        box, party, guests, strays, regrets, gains, visits = self._there
        first, last = self.walks, self.walks + walks
        self.walks, self.batches = last, self.batches + 1
        blocks = -(-walks // gpu.THREADS)
        gpu.walk[blocks, gpu.THREADS](  # type: ignore[index]
            box, party, guests, strays, np.uint64(seed), first, last, gains, visits
        )
        gpu.learn[gpu.BLOCKS, gpu.THREADS](  # type: ignore[index]
            party.solved[: self.sight.size()], regrets, gains, visits, float(self.batches), WHOLE, float(ALWAYS)
        )

    def _fetch(self) -> None:
        """Bring what was learnt here from the GPU."""
        if self._there is not None:
            _, party, _, _, regrets, *_ = self._there
            self.now[:] = party.solved[: self.sight.size()].copy_to_host()
            self.regrets = Regrets(*(each.copy_to_host() for each in regrets))


def _bot(text: str) -> DiamantBot:
    return make_bot(text, Random())
