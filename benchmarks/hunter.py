"""What the hunter wins against four of one bot, beside the champion and the best plain strategy found.

    python benchmarks/hunter.py --deals 100 --seed 1 gems:8 magpie

Plain answers are looked for by simulation, which knows the characters only nearly: for these the best one plays in the
arena, too, like the hunter and the champion. `--walks 131072` trains an answer instead, and `--times 6` measures how
long decisions take. Intervals are of 95 %.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import closing
from random import Random

from machine import machine
from tacora.arena.intervals import wilson
from tacora.arena.match import Arena, Match
from tacora.arena.processes import cores, played
from tacora.arena.summary import seat_summary
from tacora.fast.simulation import run
from tacora.games.contest import TypedContest
from tacora.games.diamant import EDITIONS, Decision, Diamant, Event, View
from tacora.games.diamant.bots import DiamantBot, make_bot
from tacora.games.diamant.kernel.characters import CHARACTERS
from tacora.games.diamant.kernel.learner import ThreadedLearner
from tacora.games.diamant.kernel.party import Learning
from tacora.games.diamant.kernel.simulation import DiamantSimulation
from tacora.games.diamant.sights import near

BATCH = 1 << 14
"""Walks after which an answer in training changes."""
BOTS = (
    *("never", "gems:4", "gems:8", "gems:12", "cards:4", "cards:6", "hazards:1", "hazards:2", "hazards:3"),
    *("ev", "random:0.2", "random:0.5", "tortoise", "badger", "magpie", "champion"),
)
PLAIN = (
    *("never", "ev", *(f"hazards:{n}" for n in range(1, 5)), *(f"cards:{n}" for n in range(2, 13))),
    *(f"gems:{n}" for n in (*range(1, 21), 22, 25, 30, 40)),
    *(f"random:{p}" for p in (0.1, 0.2, 0.3)),
)


def simulated(game: Diamant, bot: str) -> DiamantBot | Learning:
    """A bot as the simulator knows it."""
    return CHARACTERS[bot](game) if bot in CHARACTERS else make_bot(bot, Random())


def won(game: Diamant, mine: DiamantBot | Learning, other: str, seats: int, games: int, seed: int) -> float:
    """The share of one at a simulated table of others."""
    table = DiamantSimulation(game, [mine, *[simulated(game, other)] * (seats - 1)])
    tally = run(table, games, seed, device="cpu").tally
    return seat_summary("", tally.scores[0].tolist(), tally.victories[0].tolist(), games).win_share


def plain_answer(game: Diamant, bot: str, seats: int, games: int, seed: int) -> tuple[str, float]:
    """The plain strategy that wins most against all others being this bot, and its share."""
    shares = {way: won(game, make_bot(way, Random()), bot, seats, games, seed) for way in PLAIN}
    best = max(shares, key=lambda way: shares[way])
    return best, shares[best]


def trained_answer(game: Diamant, bot: str, seats: int, walks: int, games: int, seed: int) -> float:
    """What an answer wins that is trained against this bot, as `tacora exploit` does, with fresh cards."""
    others = [simulated(game, bot)] * (seats - 1)
    learner = ThreadedLearner(game, seats, near(game, seats), others, threads=cores())
    while learner.walks < walks:
        learner.batch(min(BATCH, walks - learner.walks), seed)
    return won(game, Learning(learner.sight, learner.now), bot, seats, games, seed + 2)


def share(edition: str, bot: str, other: str, seats: int, deals: int, seed: int, processes: int) -> str:
    """The share of one bot at a table of others in the arena, with its interval."""
    match = Match(edition=edition, bots=(bot, *[other] * (seats - 1)), players=seats, deals=deals, seed=seed)
    won = []
    with closing(played(Arena(match), processes)) as results:
        for deal in results:
            parts = [(seating.index(0) in outcome.winners) / len(outcome.winners) for seating, outcome in deal.games]
            won.append(sum(parts) / len(parts))
    mean = sum(won) / len(won)
    low, high = wilson(mean, sum((each - mean) ** 2 for each in won) / len(won), len(won))
    return f"{mean:.3f} ({low:.3f} to {high:.3f})"


class Timed:
    """A hunter, and the processor time of its decisions."""

    def __init__(self, rng: Random) -> None:
        self._bot = make_bot("hunter", rng)
        self.seconds: list[float] = []

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """What the hunter chooses."""
        began = time.process_time()
        chosen = self._bot.choose(view, history)
        self.seconds.append(time.process_time() - began)
        return chosen


def times(game: Diamant, other: str, seats: int, games: int) -> str:
    """Processor time of a decision, without the first game, in which code is loaded."""
    taken: list[float] = []
    for number in range(games + 1):
        hunter = Timed(Random(number))
        bots = [hunter, *(make_bot(other, Random(f"{number} {seat}")) for seat in range(1, seats))]
        TypedContest(game).play(bots, Random(number).randbytes(32))
        taken += hunter.seconds if number else []
    taken.sort()
    at = [taken[len(taken) // 2], taken[len(taken) * 95 // 100], taken[-1]]
    return "median {:.1f} ms, 95 % within {:.1f} ms, longest {:.1f} ms".format(*(1000 * each for each in at))


def main() -> None:
    """Print a line for each bot."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("bots", nargs="*", default=list(BOTS))
    options.add_argument("--edition", default="schmidt-2005")
    options.add_argument("--players", type=int, default=5)
    options.add_argument("--deals", type=int, default=100)
    options.add_argument("--games", type=int, default=100_000, help="simulated for each plain answer")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--processes", type=int, default=cores())
    options.add_argument("--hunter-only", action="store_true")
    options.add_argument("--walks", type=int, default=0, help="train an answer with so many walks, instead")
    options.add_argument("--times", type=int, default=0, help="games in which decisions are timed, instead")
    asked = options.parse_args()
    game = Diamant(EDITIONS[asked.edition])
    print(f"{asked.edition}, {asked.players} players, {asked.deals} deals, seed {asked.seed}; {machine()}")
    for other in asked.bots:
        if asked.times:
            print(f"{other:<12} {times(game, other, asked.players, asked.times)}", flush=True)
            continue
        if asked.walks:
            share_won = trained_answer(game, other, asked.players, asked.walks, asked.games, asked.seed)
            print(f"{other:<12} trained with {asked.walks} walks: {share_won:.4f}", flush=True)
            continue

        def in_arena(bot: str, other: str = other) -> str:
            return share(asked.edition, bot, other, asked.players, asked.deals, asked.seed, asked.processes)

        print(f"{other:<12} hunter {in_arena('hunter')}", end="", flush=True)
        if not asked.hunter_only:
            print(f"  champion {in_arena('champion')}", end="", flush=True)
            way, won = plain_answer(game, other, asked.players, asked.games, asked.seed)
            print(f"  {way} {in_arena(way) if other in CHARACTERS else f'{won:.3f}'}", end="")
        print(flush=True)


if __name__ == "__main__":
    main()
