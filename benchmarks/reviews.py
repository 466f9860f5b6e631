"""What reviews say of bots: on average over some games, what cards, others and own errors gave each seat.

    python benchmarks/reviews.py champion,champion,champion,champion,champion --games 20

Luck should be nothing on average, and champions among themselves should have few errors.
"""

from __future__ import annotations

import argparse
import time
from hashlib import sha256
from math import sqrt
from random import Random
from statistics import fmean, stdev

from machine import machine
from tacora.games.diamant.record import DiamantRecord, replay
from tacora.games.diamant.review import DiamantReviewer
from tacora.games.registry import GAMES


def main() -> None:
    """Play, weigh and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots")
    parser.add_argument("--edition", default="schmidt-2005")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--playouts", type=int, help="from each situation; otherwise as many as is usual")
    given = parser.parse_args()
    bots, seconds = given.bots.split(","), list[float]()
    parts: list[list[tuple[float, float, float, float]]] = [[] for _ in bots]
    for seed in range(given.games):
        reviewer = DiamantReviewer(replay(game_of(bots, seed, given.edition)))
        reviewer.review(64, 0)
        began = time.process_time()
        review = reviewer.review(given.playouts or reviewer.usual_games(), seed, threads=1)
        seconds.append(time.process_time() - began)
        for seat, found in enumerate(review.seats):
            parts[seat].append((found.result, found.cards, found.others, found.errors))
    print(machine())
    print(f"{given.edition}, {given.games} games, {given.playouts or 'as many as usual'} playouts")
    print(f"{fmean(seconds):.2f} s of one core a review, {max(seconds):.2f} at most")
    for bot, rows in zip(bots, parts, strict=True):
        told = [f"{fmean(part):+.3f} ± {1.96 * stdev(part) / sqrt(len(part)):.3f}" for part in zip(*rows, strict=True)]
        print(f"{bot:14}", "result {}  cards {}  others {}  errors {}".format(*told))


def game_of(bots: list[str], seed: int, edition: str) -> DiamantRecord:
    """A whole game of these bots."""
    names = [f"{bot} {seat}" for seat, bot in enumerate(bots)]
    play = GAMES["diamant"].begin(names, sha256(b"%d" % seed).digest(), edition=edition, options={})
    rng = Random(seed)
    seated = [play.bot(bot, seat, rng) for seat, bot in enumerate(bots)]
    while play.outcome is None:
        play.apply({seat: seated[seat]() for seat in play.pending})
    record = play.record()
    assert isinstance(record, DiamantRecord)
    return record


if __name__ == "__main__":
    main()
