"""Whether reviews tell luck from judgement: luck is nothing on average, and errors are what a coin tosser loses.

    python benchmarks/luck.py luck --games 10000       the luck of the cards of five bots, good and bad ones
    python benchmarks/luck.py errors --games 1000      a coin tosser among two champions: its result beside its errors

The mean luck depends neither on the number of playouts nor on what else could have been decided, so few of them do and
choices are not weighed; whether a decision is judged depends on both. Progress goes to standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from statistics import fmean, stdev

from machine import machine
from reviews import game_of
from tacora.fast.balance import Balance, Shares
from tacora.fast.review import SeatReview
from tacora.games.diamant.kernel.playouts import Situation
from tacora.games.diamant.record import Replay, replay
from tacora.games.diamant.review import Asked, DiamantReviewer
from tacora.games.diamant.rules import View

EDITION = "schmidt-2005"
BOTS = {
    "luck": ["champion", "ev", "random:0.5", "gems:8", "tortoise"],
    "errors": ["random:0.5", "champion", "champion"],
}
PLAYOUTS = {"luck": 32, "errors": 2048}
REPORTED = 100
"""Games between two lines of progress."""


class LuckReviewer(DiamantReviewer):
    """Weighs the cards alone: of each moment what it was worth, and what came of the actual decisions."""

    def __init__(self, played: Replay) -> None:
        super().__init__(played)
        on_the_way = {situation for moment in self._moments for situation in moment.on_the_way()}
        self._wanted = [situation for situation in self._wanted if situation in on_the_way]
        self.situations = len(self._wanted)

    def _clear(self, values: Mapping[Situation, Shares]) -> set[Situation]:
        """No choices are looked at."""
        return set()

    def _weigh(self, balance: Balance, moment: Asked, view: View, values: Mapping[Situation, Shares]) -> None:
        """Nothing is judged."""


def main() -> None:
    """Play, weigh and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=BOTS)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    playouts = given.playouts or PLAYOUTS[given.what]
    with Pool(given.processes) as pool:
        games = pool.imap(partial(weighed, given.what, playouts), range(given.games), 10)
        found = list(reported(games, given.games))
    print(machine())
    print(f"{EDITION}, {len(found)} games, {playouts} playouts")
    (luck if given.what == "luck" else errors)(BOTS[given.what], found)


def weighed(what: str, playouts: int, seed: int) -> Sequence[SeatReview]:
    """The balances of one game, on one thread."""
    reviewer = LuckReviewer if what == "luck" else DiamantReviewer
    return reviewer(replay(game_of(BOTS[what], seed, EDITION))).review(playouts, seed, threads=1).seats


def reported(games: Iterable[Sequence[SeatReview]], number: int) -> Iterator[Sequence[SeatReview]]:
    """The same, with a line now and then."""
    for done, seats in enumerate(games, 1):
        yield seats
        if done % REPORTED == 0:
            print(f"{done} of {number}", file=sys.stderr, flush=True)


def luck(bots: list[str], found: Sequence[Sequence[SeatReview]]) -> None:
    """The mean of the cards for each seat; the exit status says whether 0 lies within four standard errors of all."""
    well = True
    for seat, bot in enumerate(bots):
        cards, results = ([getattr(seats[seat], part) for seats in found] for part in ("cards", "result"))
        well &= abs(fmean(cards)) < 4 * stdev(cards) / sqrt(len(cards))
        print(f"{bot:12} cards {interval(cards)}, result {interval(results)}")
    sys.exit(not well)


def errors(bots: list[str], found: Sequence[Sequence[SeatReview]]) -> None:
    """What each seat won against a fair share, what its errors say, and the difference."""
    for seat, bot in enumerate(bots):
        results, costs = ([getattr(seats[seat], part) for seats in found] for part in ("result", "errors"))
        left = [result - cost for result, cost in zip(results, costs, strict=True)]
        print(f"{bot:12} result {interval(results)}, errors {interval(costs)}, difference {interval(left)}")


def interval(values: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    return f"{fmean(values):+.4f} ± {1.96 * stdev(values) / sqrt(len(values)):.4f}"


if __name__ == "__main__":
    main()
