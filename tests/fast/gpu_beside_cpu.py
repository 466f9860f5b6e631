"""The same games on a GPU and on a processor. As a program: a few games of each table in Numba's simulator of a GPU."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace

from tacora.fast.arrays import Ints
from tacora.fast.tally import Tally
from tacora.games.diamant import EDITIONS, Diamant, features
from tacora.games.diamant.bots import DiamantBot, make_bot
from tacora.games.diamant.bots.tables import Tabled
from tacora.games.diamant.kernel import lanes
from tacora.games.diamant.kernel.simulation import DiamantSimulation
from tacora.games.mister_diamond import EDITIONS as MISTER_EDITIONS
from tacora.games.mister_diamond import MisterDiamond
from tacora.games.mister_diamond.bots import MISTER_BOTS, make_mister_bot
from tacora.games.mister_diamond.kernel import simulation as mister_diamond
from tacora.games.mister_diamond.kernel.simulation import KEPT, MisterSimulation
from tests.fast.simulator import wait_for_threads

SURE = features.filled(lambda inside, deadly, held, path, relics: deadly * (held + path // inside) >= 40 or relics > 1)
UNSURE = features.filled(lambda inside, deadly, held, path, relics: (deadly + held + path + relics) / 80 / inside**0.5)

Kernel: TypeAlias = Callable[[np.uint64, int, int, Tally, Ints], None]
"""Plays the games with numbers from the first up to the last, counts them, and keeps a row of each."""


def bot(text: str) -> DiamantBot:
    tables = {"sure": SURE, "unsure": UNSURE}
    return Tabled(tables[text], Random(0)) if text in tables else make_bot(text, Random(0))


def diamant(game: Diamant, *texts: str) -> DiamantSimulation:
    return DiamantSimulation(game, list(map(bot, texts)))


def mister(game: MisterDiamond, *texts: str) -> MisterSimulation:
    return MisterSimulation(game, [make_mister_bot(text, Random(0)) for text in texts])


CASES: dict[str, DiamantSimulation | MisterSimulation] = {
    "without relics": diamant(
        Diamant(EDITIONS["schmidt-2005"]), "random:0.5", "random:0.1", "never", "cards:3", "gems:5"
    ),
    "all relics at once": diamant(
        Diamant(EDITIONS["diamant-2016"]),
        *("random:0.3", "ev", "gems:7", "hazards:2", "cards:5", "unsure", "sure", "random:0.1"),
    ),
    "relics break ties": diamant(
        Diamant(EDITIONS["incan-gold-2006"]),
        *("unsure", "ev", "unsure", "hazards:3", "thumb"),
    ),
    "a small box with many ties": diamant(
        Diamant(replace(EDITIONS["tiny"], relics_break_ties=True)), "random:0.5", "random:0.3", "gems:2"
    ),
    "Mister Diamond for two": mister(MisterDiamond(MISTER_EDITIONS["ravensburger-1993"]), "memory", "goldfish"),
    "Mister Diamond for experts": mister(
        MisterDiamond(MISTER_EDITIONS["ravensburger-1993"], expert=True),
        *(text.replace("P", "0.1").replace("THEFT", "weighed") for text in MISTER_BOTS if text != "master"),
        "blind",
    ),
    "Mister Diamond played out": mister(
        MisterDiamond(MISTER_EDITIONS["ravensburger-1993"]), "master", "forgetful:0:never"
    ),
}


class Played(NamedTuple):
    """What came of some games: a row for each, and the counts of all."""

    rows: Ints
    tally: Tally

    def as_lists(self) -> list[object]:
        """For a reader in another process."""
        return [self.rows.tolist(), *(part.tolist() for part in self.tally)]


def cpu_kernel(table: DiamantSimulation | MisterSimulation) -> Kernel:
    if isinstance(table, MisterSimulation):
        return partial(mister_diamond.play, table.box, table.party, table.lowest // table.unit)
    return partial(lanes.play, table.box, table.party)


def gpu_kernel(table: DiamantSimulation | MisterSimulation) -> Kernel:
    from tacora.games.diamant.kernel.gpu import Gpu
    from tacora.games.mister_diamond.kernel.gpu import MisterGpu

    if isinstance(table, MisterSimulation):
        return MisterGpu(table.box, table.party, table.lowest // table.unit).play
    return Gpu(table.box, table.party).play


def played(table: DiamantSimulation | MisterSimulation, kernel: Kernel, seed: int, *cuts: int) -> Played:
    """The games from the first of these numbers up to the last, in a go from each number to the next."""
    first, last = cuts[0], cuts[-1]
    rows = np.full((last - first, KEPT if isinstance(table, MisterSimulation) else 3), -1, np.int64)
    tally = table.empty()
    for start, end in pairwise(cuts):
        kernel(np.uint64(seed), start, end, tally, rows[start - first : end - first])
    assert (rows != -1).any(axis=1).all()
    assert tally.scores[: table.party.seats].sum() == table.party.seats * (last - first)
    return Played(rows, tally)


def on_cpu(table: DiamantSimulation | MisterSimulation, seed: int, first: int, last: int) -> Played:
    return played(table, cpu_kernel(table), seed, first, last)


def on_gpu(table: DiamantSimulation | MisterSimulation, seed: int, first: int, last: int) -> Played:
    """In two goes; and once more with nothing kept, as in a simulation, which must count the same."""
    found = played(table, gpu_kernel(table), seed, first, first + (last - first) // 3, last)
    counted = table.empty()
    table.gpu()(np.uint64(seed), first, last, counted)
    assert all((mine == theirs).all() for mine, theirs in zip(found.tally, counted, strict=True))
    return found


def few(table: DiamantSimulation | MisterSimulation) -> tuple[int, int, int]:
    """A seed and some games for the simulator: enough to see a difference, and more than there are threads."""
    if isinstance(table, MisterSimulation):
        return 2**64 - 3, 100, 103 if table.party.playing_out else 116  # The simulator takes a while for a few worlds.
    first = (1 << 40) + 1 if table.party.seats > 5 else 3
    return 7, first, first + 16


def cases_of(game: str) -> dict[str, DiamantSimulation | MisterSimulation]:
    """The tables of one of the games."""
    return {name: table for name, table in CASES.items() if isinstance(table, MisterSimulation) == (game != "diamant")}


def main() -> None:
    """A few games of each table of the game named, by eight threads in two blocks."""
    from tacora.games.diamant.kernel import gpu
    from tacora.games.mister_diamond.kernel import gpu as mister_gpu

    wait_for_threads()
    gpu.BLOCKS, gpu.THREADS = mister_gpu.BLOCKS, mister_gpu.THREADS = 2, 4
    json.dump(
        {name: on_gpu(table, *few(table)).as_lists() for name, table in cases_of(sys.argv[1]).items()}, sys.stdout
    )


if __name__ == "__main__":
    main()
