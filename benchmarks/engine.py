"""How many games and decisions a second the engine plays through its public protocol, on one thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom
from typing import get_args

from machine import machine
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Diamant
from tacora.games.diamant.bots.solved import Champion, ready
from tacora.games.diamant.rules import Chests
from tacora.games.mister_diamond import EDITIONS as MISTER_EDITIONS
from tacora.games.mister_diamond import MisterDiamond

ROUNDS, GAMES = 40, 100


def play(game: Diamant, seats: int, rng: Random) -> int:
    """One game with coin-flip players; how many decisions it took."""
    flip = rng.random
    state = game.start(seats, rng.randbytes(32)).state
    decisions = 0
    while pending := game.pending(state):
        decisions += len(pending)
        state = game.apply(state, {seat: LEAVE if flip() < 0.5 else CONTINUE for seat in pending}).state
    return decisions


def play_mister(game: MisterDiamond, seats: int, rng: Random) -> int:
    """One game of players who try any place and steal whatever they can; how many decisions it took."""
    state = game.start(seats, rng.randbytes(32)).state
    decisions = 0
    while pending := game.pending(state):
        decisions += 1
        state = game.apply(state, {pending[0]: rng.choice(game.legal_actions(state, pending[0]))}).state
    return decisions


def ask_champions(game: Diamant, seats: int) -> float:
    """Microseconds of processor time of a champion's decision, on average over whole games, best of several rounds."""
    ready(game, seats)
    asked = []
    for seed in range(20):
        rng = Random(seed)
        champion = Champion(rng)
        step = game.start(seats, rng.randbytes(32))
        history = list(step.events)
        while pending := game.pending(step.state):
            views = {seat: game.observe(step.state, seat) for seat in pending}
            asked += [(view, tuple(history)) for view in views.values()]
            step = game.apply(step.state, {seat: champion.choose(view, history) for seat, view in views.items()})
            history += step.events
    champion = Champion(SystemRandom())
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for view, so_far in asked:
            champion.choose(view, so_far)
        best = min(best, time.process_time() - began)
    return best / len(asked) * 1e6


def measure(play_one: Callable[[Random], int]) -> tuple[float, float]:
    """Games and decisions per second, in the best of several rounds: other programs only ever make it slower."""
    rng = Random(1)
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        began = time.perf_counter()
        decisions = sum(play_one(rng) for _ in range(GAMES))
        seconds = time.perf_counter() - began
        best = max(best, (GAMES / seconds, decisions / seconds))
    return best


def main() -> None:
    """Print a line for each table."""
    print(f"Engine, one thread, random players, best of {ROUNDS} rounds of {GAMES} games")
    print(machine())
    for edition in ("schmidt-2005", "diamant-2016"):
        for seats in (3, 5, 8):
            report(edition, seats, partial(play, Diamant(EDITIONS[edition]), seats))
    for seats in (2, 4, 8):
        mister = MisterDiamond(MISTER_EDITIONS["ravensburger-1993"])
        report(mister.edition.name, seats, partial(play_mister, mister, seats))
    for edition in ("schmidt-2005", "diamant-2016"):
        for seats in (3, 5, 8):
            for chests in get_args(Chests):
                took = ask_champions(Diamant(EDITIONS[edition], chests=chests), seats)
                print(f"{edition:<18} {seats} champions, chests {chests}: {took:.1f} µs a decision")


def report(edition: str, seats: int, play_one: Callable[[Random], int]) -> None:
    """Measure one table and print it."""
    games, decisions = measure(play_one)
    print(f"{edition:<18} {seats} players: {games:>8,.0f} games/s {decisions:>10,.0f} decisions/s")


if __name__ == "__main__":
    main()
