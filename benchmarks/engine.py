"""How many games and decisions a second the engine plays through its public protocol, on one thread."""

from __future__ import annotations

import platform
import time
from random import Random

from tacora.diamant import CONTINUE, EDITIONS, LEAVE, Diamant

ROUNDS, GAMES = 40, 200


def play(game: Diamant, seats: int, rng: Random) -> int:
    """One game with coin-flip players; how many decisions it took."""
    flip = rng.random
    state = game.start(seats, rng.randbytes(32)).state
    decisions = 0
    while pending := game.pending(state):
        decisions += len(pending)
        state = game.apply(state, {seat: LEAVE if flip() < 0.5 else CONTINUE for seat in pending}).state
    return decisions


def measure(edition: str, seats: int) -> tuple[float, float]:
    """Games and decisions per second, in the best of several rounds: other programs only ever make it slower."""
    game = Diamant(EDITIONS[edition])
    rng = Random(1)
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        began = time.perf_counter()
        decisions = sum(play(game, seats, rng) for _ in range(GAMES))
        seconds = time.perf_counter() - began
        best = max(best, (GAMES / seconds, decisions / seconds))
    return best


def main() -> None:
    """Print a line for each table."""
    print(f"Engine, one thread, coin-flip players, best of {ROUNDS} rounds of {GAMES} games")
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.processor() or platform.system()}")
    for edition in ("schmidt-2005", "diamant-2016"):
        for seats in (3, 5, 8):
            games, decisions = measure(edition, seats)
            print(f"{edition:<14} {seats} players: {games:>8,.0f} games/s {decisions:>10,.0f} decisions/s")


if __name__ == "__main__":
    main()
