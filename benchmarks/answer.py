"""What somebody wins who knows that all the others are champions, and plays both choices out before each decision.

    python benchmarks/answer.py --games 5000
    python benchmarks/answer.py strategy:mine.strategy --edition tacora-2024 --relics --processes 8

Instead of the champion all the others may be another solved strategy. One of them in that seat would win a fair share.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import fmean, pstdev

from machine import machine
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Decision, Diamant, View
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.kernel.box import box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.playouts import play_out, situation_of
from tacora.games.diamant.rules import Event


def main() -> None:
    """Play and print the share with its interval."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", nargs="?", default="champion")
    parser.add_argument("--edition", default="schmidt-2005")
    parser.add_argument("--relics", action="store_true")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=1024)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    game = Diamant(EDITIONS[given.edition], relics=given.relics)
    with Pool(given.processes) as pool:
        found = pool.map(partial(_share, game, given.bot, given.players, given.playouts), range(given.games), 8)
    margin = 1.96 * pstdev(found) / sqrt(len(found))
    print(machine())
    box = f"{given.edition}{'+relics' * given.relics}, {given.players} players of {given.bot}"
    print(f"{box}: {fmean(found):.4f} ± {margin:.4f}, fair {1 / given.players:.4f}")


def _share(game: Diamant, bot: str, players: int, playouts: int, seed: int) -> float:
    """The first seat's share of the victory in one game."""
    box, party = box_of(game), party_of(game, [make_bot(bot, Random())] * players)
    rng = Random(seed)
    bots = [make_bot(bot, rng) for _ in range(players)]

    def answer(view: View, history: Sequence[Event]) -> Decision:
        now = situation_of(game, view, history)
        both = [now.with_decisions([0], []), now.with_decisions([], [0])]
        leaving, going = play_out(box, party, both, playouts, rng.getrandbits(50), 1).victories[:, 0]
        return LEAVE if leaving > going else CONTINUE

    step = game.start(players, sha256(b"r%d" % seed).digest())
    state, history = step.state, list(step.events)
    while pending := game.pending(state):
        views = {seat: game.observe(state, seat) for seat in pending}
        chosen = {
            seat: bots[seat].choose(view, history) if seat else answer(view, history) for seat, view in views.items()
        }
        step = game.apply(state, chosen)
        state = step.state
        history += step.events
    outcome = game.outcome(state)
    assert outcome is not None
    return (0 in outcome.winners) / len(outcome.winners)


if __name__ == "__main__":
    main()
