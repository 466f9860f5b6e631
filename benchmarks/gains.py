"""What somebody would gain who made one decision better, at a table full of a bot: where a strategy is weak.

    python benchmarks/gains.py champion --games 200 --playouts 256
    python benchmarks/gains.py strategy:mine.strategy --games 4000 --playouts 1024 --gpu

At every decision of every game one explorer inside is looked at. Both choices are played out from there, with all that
can be known and everybody going on as the bot does. One half of the playouts tells which choice is better, the other
half by how much, so that chance alone gains nothing. The sum over a game is what all decisions together would gain if
each were made better by itself: more than somebody gains who makes all of them better, and a finer yardstick.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np

from machine import machine
from tacora.fast.simulation import cores
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.solved import Solved
from tacora.games.diamant.kernel.box import box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.playouts import Situation, play_out, situation_of
from tacora.games.diamant.kernel.walk import VICTORY


class Moment(NamedTuple):
    """A decision of one explorer."""

    game: int
    seat: int
    inside: int
    leaving: float
    """How likely the bot leaves."""
    situation: Situation


def main() -> None:
    """Play, weigh and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", help="champion, or strategy:FILE")
    parser.add_argument("--edition", default="schmidt-2005")
    parser.add_argument("--relics", action="store_true")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=256, help="of each choice, twice")
    parser.add_argument("--gpu", action="store_true")
    given = parser.parse_args()
    game = Diamant(EDITIONS[given.edition], relics=given.relics)
    blocks = [range(first, given.games, 4 * cores()) for first in range(4 * cores())]
    with ProcessPoolExecutor(cores()) as pool:
        asked = [(given.edition, given.relics, given.bot, given.players, block) for block in blocks]
        moments = [moment for found in pool.map(_moments, asked) for moment in found]
    print(machine())
    print(f"{given.edition}{'+relics' * given.relics}, {given.players} players of {given.bot}, {given.games} games")
    better = [_better(game, given.bot, given.players, moments, given.playouts, half, given.gpu) for half in (0, 1)]
    leaving, inside = np.array([m.leaving for m in moments]), np.array([m.inside for m in moments])
    gains = ((better[0] > 0) - leaving) * better[1] + ((better[1] > 0) - leaving) * better[0]
    gains *= inside / given.players / 2  # One of those inside was looked at, for all of them.
    of_game, expedition = np.array([m.game for m in moments]), np.array([m.situation.expedition for m in moments])
    for name, among in [("all", expedition >= 0)] + [
        (f"expedition {number + 1}", expedition == number) for number in range(game.edition.expeditions)
    ]:
        by_game = np.bincount(of_game[among], gains[among], given.games)
        print(f"{name:14s} {by_game.mean():8.5f} ± {1.96 * by_game.std() / sqrt(given.games):.5f}")


def _moments(asked: tuple[str, bool, str, int, range]) -> list[Moment]:
    """Every decision of these games, with one of the explorers who take it."""
    edition, relics, bot, players, seeds = asked
    game, found = Diamant(EDITIONS[edition], relics=relics), list[Moment]()
    for seed in seeds:
        rng = Random(seed)
        bots = [make_bot(bot, rng) for _ in range(players)]
        step = game.start(players, sha256(b"gains %d" % seed).digest())
        state, history = step.state, list(step.events)
        while pending := game.pending(state):
            views = {seat: game.observe(state, seat) for seat in pending}
            seat = rng.choice(sorted(pending))
            at_seat = bots[seat]
            if not isinstance(at_seat, Solved):
                raise SystemExit(f"{bot} follows no solved strategy")
            leaving = at_seat.leaving(views[seat], history)
            found.append(Moment(seed, seat, len(pending), leaving, situation_of(game, views[seat], history)))
            step = game.apply(state, {seat: bots[seat].choose(view, history) for seat, view in views.items()})
            state = step.state
            history += step.events
    return found


def _better(
    game: Diamant, bot: str, players: int, moments: list[Moment], playouts: int, half: int, gpu: bool
) -> np.ndarray:
    """How much better leaving is than going on at each moment, by one half of the playouts."""
    box, party = box_of(game), party_of(game, [make_bot(bot, Random())] * players)
    worth = []
    for leaves in (True, False):
        asked = [
            moment.situation.with_decisions([moment.seat] * leaves, [moment.seat] * (not leaves))._replace(
                game=(2 * at + half) * playouts
            )
            for at, moment in enumerate(moments)
        ]
        if gpu:
            from tacora.games.diamant.kernel import gpu_playouts

            found = gpu_playouts.play_out(box, party, asked, playouts, 1)
        else:
            found = play_out(box, party, asked, playouts, 1)
        worth.append(found.victories[np.arange(len(moments)), [moment.seat for moment in moments]])
    return np.asarray((worth[0] - worth[1]) / VICTORY / playouts)


if __name__ == "__main__":
    main()
