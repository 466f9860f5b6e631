"""How strong the players of Mister Diamond are, and what memory and theft are worth.

`python docs/pictures/thieves.py` prints the figures of docs/mister-diamond.md and draws docs/pictures/thieves.png. One
bot sits at a table full of another, on every seat equally often. The same seed prints the same figures.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import numpy as np
from matplotlib.figure import Figure

from tacora.arena.pictures import COLOURS, DASHES
from tacora.arena.summary import SeatSummary, seat_summary
from tacora.fast.simulation import run
from tacora.games.mister_diamond import EDITIONS, MisterDiamond
from tacora.games.mister_diamond.bots import Thieving, make_mister_bot
from tacora.games.mister_diamond.kernel.simulation import MisterSimulation

SEED = 1993
GAME = MisterDiamond(EDITIONS["ravensburger-1993"])
SIZES = (2, 3, 4, 6, 8)
BOTS = ("master", "elephant", "memory", "squirrel", "goldfish", "blind")
FADES = {"0": "forgets nothing", "0.03": "forgets 3% a turn", "0.25": "forgets 25% a turn", "1": "remembers nothing"}
PLAIN_GAMES, MASTER_GAMES, WORTH_GAMES = 120_000, 12_000, 48_000
"""Of each figure; fewer where everybody is a master, for these take their time."""


def strength(bot: str, others: str, players: int, games: int) -> SeatSummary:
    """How one bot fares at a table of others, with every seat in turn."""
    counts = None
    for seat in range(players):
        texts = [bot if each == seat else others for each in range(players)]
        table = MisterSimulation(GAME, [make_mister_bot(text, Random(0)) for text in texts])
        tally = run(table, games // players, SEED + seat, device="cpu").tally
        row = [tally.scores[seat], tally.victories[seat]]
        counts = row if counts is None else [np.add(*pair) for pair in zip(counts, row, strict=True)]
    assert counts is not None
    scores, victories = (part.tolist() for part in counts)
    return seat_summary(bot, scores, victories, games // players * players, table.lowest, table.unit)


def written(summary: SeatSummary) -> str:
    """A share with the half of its interval."""
    low, high = summary.ci95
    return f"{summary.win_share:7.2%} ±{(high - low) / 2:.2%}"


def tell_strength(others: str, games: int) -> None:
    """The bots, each alone among others of one kind."""
    print(f"\nOne at a table of {others}, {games:,} games each, seed {SEED}: share of victories")
    print("players   ", *(f"{size:<15}" for size in SIZES))
    print("fair share", *(f"{1 / size:7.2%}        " for size in SIZES))
    for bot in BOTS:
        if bot != others:
            print(f"{bot:10}", *(written(strength(bot, others, size, games)) for size in SIZES), flush=True)


def draw_worth(games: int, target: Path) -> None:
    """Memory and theft, one against the other, at tables full of `memory`."""
    figure = Figure(figsize=(11, 4.6), layout="constrained", facecolor="white")
    figure.suptitle("Mister Diamond: what memory and theft are worth", fontweight="bold", x=0.01, ha="left")
    print(f"\nOne at a table of memory, {games:,} games each, seed {SEED}: share of victories")
    for axes, players in zip(figure.subplots(1, 3), (2, 4, 8), strict=True):
        print(f"{players} players, steals".ljust(26), *(f"{thieving:<15}" for thieving in Thieving))
        for at, (fade, label) in enumerate(FADES.items()):
            found = [strength(f"forgetful:{fade}:{thieving}", "memory", players, games) for thieving in Thieving]
            print(f"{label:26}", *map(written, found), flush=True)
            shares = [100 * summary.win_share for summary in found]
            off = np.array([np.abs(np.array(summary.ci95) - summary.win_share) for summary in found]).T * 100
            places = range(len(shares))
            axes.errorbar(places, shares, off, color=COLOURS[at], linestyle=DASHES[at], marker="o", label=label)
        axes.axhline(100 / players, color="#5a626c", linewidth=0.8, linestyle=(0, (1, 4)))
        axes.set_xticks(range(len(Thieving)), list(Thieving))
        axes.set_ylim(bottom=0)
        axes.set_title(f"{players} players", fontsize=10)
        axes.set_xlabel("steals")
    figure.axes[0].set_ylabel("share of victories, %")
    figure.axes[0].legend(frameon=False, fontsize=9)
    note = f"One at a table of memory; dotted: a fair share; bars: 95% intervals. {games:,} games each, seed {SEED}."
    figure.supxlabel(note, fontsize=8, color="#5a626c", x=0.98, ha="right")
    figure.savefig(target, dpi=150)


if __name__ == "__main__":
    parts = sys.argv[1:] or ["memory", "master", "worth"]
    if "memory" in parts:
        tell_strength("memory", PLAIN_GAMES)
    if "master" in parts:
        tell_strength("master", MASTER_GAMES)
    if "worth" in parts:
        draw_worth(WORTH_GAMES, Path(__file__).with_name("thieves.png"))
