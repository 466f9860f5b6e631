"""What a decision costs bots on average, as reviews find it: the limits of the ratings lie between these.

    python benchmarks/ratings.py --games 130

Each game has other bots at its table, and a champion as likely as not.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import fmean

from machine import machine
from reviews import game_of
from tacora.games.diamant.ratings import RATINGS, rating
from tacora.games.diamant.record import replay
from tacora.games.diamant.review import DiamantReviewer

SIMPLE = ("random:0.5", "random:0.3", "never", "gems:4", "gems:8", "gems:15", "cards:5", "hazards:2", "ev")
BOTS = (*SIMPLE, "tortoise", "magpie", "badger", "thumb", "champion", "champion")


def main() -> None:
    """Play, weigh and print, the best first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="schmidt-2005")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=130)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    found: dict[str, list[tuple[float, int]]] = defaultdict(list)
    with Pool(given.processes) as pool:
        for seats in pool.imap(partial(_weighed, given.edition, given.players), range(given.games)):
            for bot, errors, decisions in seats:
                found[bot].append((errors, decisions))
    print(machine())
    print(f"{given.edition}, {given.players} players, {given.games} games")
    print("of the games of a bot, how many have each rating:", ", ".join(name for name, _ in RATINGS))
    costs = {bot: -sum(lost for lost, _ in rows) / sum(number for _, number in rows) for bot, rows in found.items()}
    for bot in sorted(costs, key=lambda bot: costs[bot]):
        rows, cost = found[bot], costs[bot]
        mean = fmean(number for _, number in rows)
        spread = sqrt(sum((-lost - cost * number) ** 2 for lost, number in rows)) / (len(rows) * mean)
        games = [sum(rating(*row) == name for row in rows) for name, _ in RATINGS]
        print(f"{bot:12} {len(rows):4}  {cost:.4f} ± {1.96 * spread:.4f}  {rating(-cost, 1):>12}  ", *games)


def _weighed(edition: str, players: int, seed: int) -> list[tuple[str, float, int]]:
    """The bots of one game, with their errors and decisions."""
    bots = Random(seed).sample(BOTS, players)
    reviewer = DiamantReviewer(replay(game_of(bots, seed, edition)))
    review = reviewer.review(reviewer.usual_games(), seed, threads=1)
    return [(bot, seat.errors, seat.decisions) for bot, seat in zip(bots, review.seats, strict=True)]


if __name__ == "__main__":
    main()
