"""What somebody wins who knows that all the others are champions, and plays both choices out before each decision.

    python benchmarks/answer.py --games 5000

A champion in that seat would win a fair share.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="schmidt-2005")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=1024)
    given = parser.parse_args()
    game = Diamant(EDITIONS[given.edition])
    found = [_share(game, given.players, given.playouts, seed) for seed in range(given.games)]
    margin = 1.96 * pstdev(found) / sqrt(len(found))
    print(machine())
    print(f"{given.edition}, {given.players} players: {fmean(found):.4f} ± {margin:.4f}, fair {1 / given.players:.4f}")


def _share(game: Diamant, players: int, playouts: int, seed: int) -> float:
    """The first seat's share of the victory in one game."""
    box, party = box_of(game), party_of(game, [make_bot("champion", Random())] * players)
    rng = Random(seed)
    bots = [make_bot("champion", rng) for _ in range(players)]

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
