"""The champions that come with Tacora, again: each as its file says that it was made, and as closely kept.

python tools/champions.py                         all of them
python tools/champions.py schmidt-2005-5          one
python tools/champions.py --walks 1000000         with fewer walks, to try it

Ctrl-C keeps what was learnt in .venv/champions; the same command goes on from there.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import BinaryIO

import tacora.games.diamant
from tacora.analysis.solving import learn
from tacora.cli.progress import progress
from tacora.cli.results import write_whole
from tacora.fast.simulation import cores, gpu_is_there
from tacora.game import Refused
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.kernel.learner import DiamantLearner, GpuLearner, ThreadedLearner
from tacora.games.diamant.sights import usual
from tacora.games.diamant.strategy import Strategy, read

FOLDER = Path(tacora.games.diamant.__file__).parent / "champions"
UNFINISHED = Path(__file__).parents[1] / ".venv" / "champions"
INTERRUPTED = 130


def main() -> int:
    """Make those that are named, or all that say how closely they were kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--walks", type=int, help="instead of what each file says")
    parser.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER")
    given = parser.parse_args()
    kept = {file.stem: read(file.read_bytes(), file.name) for file in sorted(FOLDER.glob("*.strategy"))}
    if unknown := [name for name in given.names if name not in kept]:
        parser.error(f"no champion is called {', '.join(unknown)}; there are {', '.join(kept)}")
    if exact := [name for name in given.names if not kept[name].made.rare]:
        parser.error(f"{', '.join(exact)}: not made here; `tacora solve` finds such a strategy")
    if given.walks is not None and given.walks < 1:
        parser.error(f"--walks {given.walks}: at least one")
    given.into.mkdir(parents=True, exist_ok=True)
    for name in given.names or [name for name, strategy in kept.items() if strategy.made.rare]:
        began = time.monotonic()
        walks = given.walks or kept[name].made.walks
        made = kept[name].made
        unfinished = UNFINISHED / f"{name}-{walks}-{made.batch}-{made.seed}"
        try:
            data = again(kept[name], walks, unfinished)
        except Refused as refused:
            parser.error(f"{unfinished}: {refused}; remove it to begin anew")
        if data is None:
            return INTERRUPTED
        _replace(given.into / f"{name}.strategy", data)
        unfinished.unlink(missing_ok=True)
        print(f"{name}: {len(data):,} bytes, {time.monotonic() - began:.0f} s", flush=True)
    return 0


def again(strategy: Strategy, walks: int, unfinished: Path) -> bytes | None:
    """The file of a strategy that is found like this one. If Ctrl-C is pressed, nothing yet; what was learnt stays."""
    box, made = strategy.box, strategy.made
    game = Diamant(EDITIONS[box.removesuffix("+relics")], relics=box.endswith("+relics"))
    learner = _learner(game, strategy.seats, made.guest)
    before = learner.resume(unfinished) if unfinished.is_file() else None
    if before not in (None, made.seed):
        raise Refused("other-seed", file=str(unfinished), seed=str(before))

    def keep() -> None:
        unfinished.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(unfinished), partial(learner.save, seed=made.seed))

    with progress(unfinished.name, walks) as tell:
        learn(learner, walks, made.batch, made.seed, tuple, tell, keep=keep)
    if learner.walks < walks:
        keep()
        print(f"\n{learner.walks:,} of {walks:,} walks are kept in {unfinished}", file=sys.stderr)
        return None
    return learner.strategy(made.seed, made.batch, made.rare, made.worth, made.few_levels)


def _replace(file: Path, data: bytes) -> None:
    """All of it or nothing."""
    write_whole(str(file), partial(_write, data))


def _write(data: bytes, out: BinaryIO) -> None:
    out.write(data)


def _learner(game: Diamant, seats: int, guest: str) -> DiamantLearner:
    if gpu_is_there():
        return GpuLearner(game, seats, usual(game, seats), guest=guest)
    return ThreadedLearner(game, seats, usual(game, seats), guest=guest, threads=cores())


if __name__ == "__main__":
    sys.exit(main())
