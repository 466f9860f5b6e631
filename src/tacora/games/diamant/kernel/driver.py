"""Which driver plays on this machine: many games side by side in lanes, or one at a time with branches.

Neither is the faster one everywhere: it depends on the vector instructions of a processor, and solved strategies gain
nothing from lanes. The games and the counts are the same. So a long run tries both on some of its own games, and the
choice is kept with the compiled code, for this processor and for each sort of table.
"""

from __future__ import annotations

import os
import platform
import threading
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from llvmlite import binding

from tacora.fast.arrays import Ints
from tacora.fast.compiled import DAMAGED, cache_folder, forget
from tacora.fast.tally import Tally, empty_tally
from tacora.games.diamant.kernel import alike, branching, lanes
from tacora.games.diamant.kernel.box import SCORES, Box
from tacora.games.diamant.kernel.party import SOLVED, Party

Play: TypeAlias = Callable[[Box, Party, np.uint64, int, int, Tally, Ints], None]

Sort = Literal["alike", "mixed", "solved"]
"""Of a table: all follow one strategy that looks at no chest; somebody has a solved one; or any other (`mixed`)."""
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)
_ANY: Final[dict[str, Play]] = {"lanes": lanes.play, "branching": branching.play}
DRIVERS: Final[dict[Sort, dict[str, Play]]] = {
    "alike": {"lanes": lanes.play, "alike": alike.play},
    "mixed": _ANY,
    "solved": _ANY,
}
"""By sort of table: who can play there, by the names of their modules."""
WORTH_A_TRIAL = 20_000_000
"""After so many games of a run both are tried: the one not used so far takes some seconds to compile."""
PARTS = 8
"""Of a block of games, played by one driver and the other in turns."""

_NOTHING_KEPT: Ints = np.zeros((0, 3), np.int64)


def sort_of(party: Party) -> Sort:
    """The sort of a table."""
    if (party.kinds == SOLVED).any():
        return "solved"
    return "alike" if alike.is_alike(party) else "mixed"


def usual(sort: Sort) -> str:
    """The driver for a machine that nothing is known of."""
    side_by_side, one_by_one = DRIVERS[sort]
    if sort == "alike":
        return side_by_side if platform.machine().lower() in ("x86_64", "amd64") else one_by_one
    return side_by_side if sort == "mixed" else one_by_one


def remembered(sort: Sort) -> str | None:
    """The driver that a trial chose on this machine for such tables."""
    try:
        name = _file(sort).read_text("utf-8").strip()
    except (OSError, RuntimeError, UnicodeDecodeError):  # RuntimeError: there is no home folder
        return None
    return name if name in DRIVERS[sort] else None


def remember(sort: Sort, name: str) -> None:
    """Keep the result of a trial, where anything can be kept."""
    try:
        file = _file(sort)
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_text(name, "utf-8")
        draft.replace(file)
    except (OSError, RuntimeError):
        pass


def chosen(sort: Sort) -> str:
    """The driver to begin with."""
    return remembered(sort) or usual(sort)


def _file(sort: Sort) -> Path:
    """A home folder may be shared by machines with different processors."""
    processor = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    digest = sha256(processor.encode()).hexdigest()[:16]
    return cache_folder() / f"{digest}-{sort}.driver"


class Driver:
    """Plays blocks of games of one table, in several threads; one of them tries both drivers if nobody did yet."""

    def __init__(self, box: Box, party: Party) -> None:
        self._box, self._party = box, party
        self._sort = sort_of(party)
        self._drivers = DRIVERS[self._sort]
        known = remembered(self._sort)
        self.name = known or usual(self._sort)
        self._settled = known is not None
        self._games = 0
        self._lock = threading.Lock()

    def play(self, seed: np.uint64, first: int, last: int, tally: Tally) -> None:
        """Play the games from number `first` up to `last` and count them."""
        with self._lock:
            self._games += last - first
            is_trial = not self._settled and self._games >= WORTH_A_TRIAL and last - first >= PARTS
            self._settled |= is_trial
        if is_trial and self._can_try():
            self._try(seed, first, last, tally)
        else:
            self._play(self.name, seed, first, last, tally)

    def _play(self, name: str, seed: np.uint64, first: int, last: int, tally: Tally) -> None:
        self._drivers[name](self._box, self._party, seed, first, last, tally, _NOTHING_KEPT)

    def _can_try(self) -> bool:
        """Compile both, or load them from the cache."""
        nothing = empty_tally(SCORES, 2 * self._box.expeditions)
        try:
            for name in self._drivers:
                self._play(name, np.uint64(0), 0, 0, nothing)
        except DAMAGED:
            forget()  # For the next run; this one goes on with what it has.
            return False
        return True

    def _try(self, seed: np.uint64, first: int, last: int, tally: Tally) -> None:
        """Play a block in turns. The time is that of this thread: other programs take turns, too."""
        best = dict.fromkeys(self._drivers, float("inf"))
        cuts = [first + (last - first) * part // PARTS for part in range(PARTS + 1)]
        for part in range(PARTS):
            name = list(self._drivers)[part % len(self._drivers)]
            began = time.thread_time()
            self._play(name, seed, cuts[part], cuts[part + 1], tally)
            best[name] = min(best[name], time.thread_time() - began)
        self.name = min(best, key=best.__getitem__)
        remember(self._sort, self.name)
