"""The champions that come with Tacora, again: each as its file says that it was made, and as closely kept.

python tools/champions.py                         all of them
python tools/champions.py schmidt-2005-5          one
python tools/champions.py --walks 1000000         with fewer walks, to try it
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import tacora.games.diamant
from tacora.fast.simulation import cores, gpu_is_there
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.kernel.learner import DiamantLearner, GpuLearner, ThreadedLearner
from tacora.games.diamant.sights import usual
from tacora.games.diamant.strategy import Strategy, read

FOLDER = Path(tacora.games.diamant.__file__).parent / "champions"


def main() -> None:
    """Make those that are named, or all that say how closely they were kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--walks", type=int, help="instead of what each file says")
    parser.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER")
    given = parser.parse_args()
    kept = {file.stem: read(file.read_bytes(), file.name) for file in sorted(FOLDER.glob("*.strategy"))}
    for name in given.names or [name for name, strategy in kept.items() if strategy.made.rare]:
        began = time.monotonic()
        data = again(kept[name], given.walks or kept[name].made.walks)
        given.into.mkdir(parents=True, exist_ok=True)
        (given.into / f"{name}.strategy").write_bytes(data)
        print(f"{name}: {len(data):,} bytes, {time.monotonic() - began:.0f} s", flush=True)


def again(strategy: Strategy, walks: int) -> bytes:
    """The file of a strategy that is found like this one."""
    box, made = strategy.box, strategy.made
    game = Diamant(EDITIONS[box.removesuffix("+relics")], relics=box.endswith("+relics"))
    learner = _learner(game, strategy.seats)
    while learner.walks < walks:
        learner.batch(min(made.batch, walks - learner.walks), made.seed)
    return learner.strategy(made.seed, made.batch, made.rare, made.worth, made.few_levels)


def _learner(game: Diamant, seats: int) -> DiamantLearner:
    if gpu_is_there():
        return GpuLearner(game, seats, usual(game, seats))
    return ThreadedLearner(game, seats, usual(game, seats), threads=cores())


if __name__ == "__main__":
    main()
