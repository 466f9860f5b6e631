"""When the champion leaves, and how strong its rules of thumb are.

`python docs/pictures/strategy.py` prints the figures of docs/strategy.md and draws docs/pictures/strategy-*.png; with
names of parts (leaving, standing, relics, sizes, strength) only those. The same seed prints the same figures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise, product
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from tacora.arena.pictures import GREY, INK
from tacora.arena.summary import SeatSummary, seat_summary
from tacora.fast.simulation import run
from tacora.games.diamant import CONTINUE, LEAVE, Diamant, edition_named
from tacora.games.diamant import strategy as strategies
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.solved import place
from tacora.games.diamant.bots.thumb import seen_in
from tacora.games.diamant.kernel.simulation import DiamantSimulation

SEED = 2005
FOLDER = Path(__file__).parent
BOXES = {
    "Schmidt 2005": Diamant(edition_named("schmidt-2005")),
    "Tacora 2024 with relics": Diamant(edition_named("tacora-2024"), relics=True),
}
SIZES = (3, 5, 8)
WATCHED, GLANCED = 6_000, 1_200
"""Games of champions for a picture, and for a line of figures."""
PARTS = 24
"""Of them, in which two processes take turns."""
FEWEST = 200
"""Decisions behind a number; a situation that is rarer has none."""
PLAYED = 400_000
"""Games behind a share of victories."""
LAST = 5


class Decided(NamedTuple):
    """A decision of a champion, and how likely it was to leave."""

    cave: int
    inside: int
    hazards: int
    held: int
    path: int
    relics: int
    lead: int
    """Over the best of the others inside, at camp."""
    home: int
    """How far one would be ahead of the best at camp with the hand and the whole path; 999 if all are inside."""
    chance: float


def watch(box: str, seats: int, games: int, part: int) -> list[Decided]:
    """Decisions of champions among themselves."""
    game, rng, seen = BOXES[box], Random(f"{SEED} {part}"), []
    mine = strategies.champion(strategies.same_as(game), seats)
    for _ in range(games // PARTS):
        step = game.start(seats, rng.randbytes(32))
        while inside := game.pending(step.state):
            actions = {}
            for seat in inside:
                view = game.observe(step.state, seat)
                row, at = place(mine, view, ())
                chance = mine.leaving[mine.rows[row] + at] / strategies.ALWAYS
                own = seen_in(view, ())
                seen.append(
                    Decided(
                        view.expedition,
                        len(inside),
                        own.hazards,
                        own.held,
                        view.path,
                        own.prize - view.path,
                        own.score - own.rival,
                        999 if own.camp < 0 else own.score + own.held + view.path - own.camp,
                        chance,
                    )
                )
                actions[seat] = LEAVE if rng.random() < chance else CONTINUE
            step = game.apply(step.state, actions)
    return seen


@lru_cache(maxsize=1)
def watched(box: str, seats: int, games: int = WATCHED) -> list[Decided]:
    """The same, many games, by two processes."""
    with Pool(2) as pool:
        return [decided for part in pool.imap(partial(watch, box, seats, games), range(PARTS)) for decided in part]


# Pictures: a number in every field, and its shade


class Axis(NamedTuple):
    """Classes of a number, from each of `cuts` on."""

    name: str
    cuts: tuple[int, ...]
    labels: tuple[str, ...]
    of: Callable[[Decided], int]

    def place(self, decided: Decided) -> int:
        """The class."""
        return int(np.searchsorted(self.cuts, self.of(decided), side="right")) - 1


def _from(name: str, cuts: Sequence[int], of: Callable[[Decided], int]) -> Axis:
    """Classes named by their numbers."""
    ends = [cut - 1 for cut in cuts[1:]]
    labels = [str(low) if low == high else f"{low}–{high}" for low, high in zip(cuts, ends, strict=False)]
    return Axis(name, tuple(cuts), (*labels, f"{cuts[-1]}+"), of)


HAZARDS = _from("hazards in the tunnel", range(5), lambda decided: decided.hazards)
HELD = _from("gems in hand", (0, 2, 4, 6, 8, 11, 16, 22), lambda decided: decided.held)
PATH = _from("gems on the path", range(10), lambda decided: decided.path)
AHEAD = ("16+ behind", "8–15 behind", "4–7 behind", "1–3 behind", "level", "1–3 ahead", "4–7 ahead", "8+ ahead")
CUTS = (-999, -15, -7, -3, 0, 1, 4, 8)
LEAD = Axis("against the best of the others inside", CUTS, AHEAD, lambda decided: decided.lead)
HOME = Axis("at home, against the best at camp", CUTS, AHEAD, lambda decided: decided.home)


def shades(axes: Any, rows: Axis, columns: Axis, seen: Sequence[Decided], title: str) -> None:
    """A table of chances to leave, with its rows from the bottom up; printed, too."""
    shape = len(rows.cuts), len(columns.cuts)
    sums, counts = np.zeros(shape), np.zeros(shape, int)
    for decided in seen:
        at = rows.place(decided), columns.place(decided)
        sums[at] += decided.chance
        counts[at] += 1
    enough = counts >= FEWEST
    means = np.where(enough, 100 * sums / np.maximum(counts, 1), np.nan)
    axes.set_facecolor("#ececec")
    axes.imshow(means, cmap="Blues", vmin=0, vmax=100, origin="lower", aspect="auto")
    print(f"\n{title} ({len(seen):,} decisions): chance to leave in %, rows {rows.name}, columns {columns.name}")
    print(" " * 12, *(f"{label:>12}" for label in columns.labels))
    for row, label in enumerate(rows.labels):
        line = [f"{mean:.0f}" if known else "·" for mean, known in zip(means[row], enough[row], strict=True)]
        print(f"{label:12}", *(f"{cell:>12}" for cell in line))
        for column, cell in enumerate(line):
            dark = enough[row, column] and means[row, column] > 60
            axes.text(column, row, cell, ha="center", va="center", fontsize=8, color="white" if dark else INK)
    axes.set_xticks(range(shape[1]), columns.labels, fontsize=8, rotation=30 if columns in (HELD, HOME) else 0)
    axes.set_yticks(range(shape[0]), rows.labels, fontsize=8)
    axes.set_xlabel(columns.name, fontsize=9)
    axes.set_ylabel(rows.name, fontsize=9)
    axes.set_title(title, fontsize=10)


def sheet(title: str, size: tuple[float, float], note: str) -> Figure:
    """An empty picture."""
    figure = Figure(figsize=size, layout="constrained", facecolor="white")
    figure.suptitle(title, fontweight="bold", x=0.01, ha="left")
    figure.supxlabel(note, fontsize=8, color=GREY, x=0.99, ha="right")
    return figure


def note(box: str) -> str:
    """What was watched."""
    return (
        f"{box}, five champions, {WATCHED:,} games, seed {SEED}. Each number: how often they leave, in percent; "
        f"a dot: fewer than {FEWEST} decisions."
    )


def draw_leaving(target: Path) -> None:
    """By what is held and what lies on the path, for each number inside."""
    seen = [decided for decided in watched("Schmidt 2005", 5) if decided.cave < LAST]
    figure = sheet("When the champion leaves, in the first four caves", (15, 6.6), note("Schmidt 2005"))
    grid = figure.subplots(2, 5)
    for column, inside in enumerate((5, 4, 3, 2, 1)):
        here = [decided for decided in seen if decided.inside == inside]
        words = "all five inside" if inside == 5 else f"{inside} inside" if inside > 1 else "alone"
        shades(grid[0, column], HAZARDS, HELD, here, words)
        shades(grid[1, column], HAZARDS, PATH, here, words)
    figure.savefig(target, dpi=110)


def draw_standing(target: Path) -> None:
    """Ahead and behind: in the middle of the game, and in the last cave."""
    seen = [decided for decided in watched("Schmidt 2005", 5) if decided.hazards and decided.cave > 1]
    figure = sheet("Ahead or behind: when the champion leaves", (13, 8.4), note("Schmidt 2005"))
    grid = figure.subplots(2, 2)
    for column, (words, caves) in enumerate((("caves 2 to 4", (2, 3, 4)), ("the last cave", (LAST,)))):
        here = [decided for decided in seen if decided.cave in caves]
        together = [decided for decided in here if decided.inside == 5]
        fewer = [decided for decided in here if 1 < decided.inside < 5]
        shades(grid[0, column], LEAD, PATH, together, f"{words}, all five inside")
        shades(grid[1, column], LEAD, HOME, fewer, f"{words}, 2 to 4 inside, the others at camp")
    figure.savefig(target, dpi=110)


RELICS = Axis("relics in the tunnel count", (0, 1, 10), ("none", "5–9", "10+"), lambda decided: decided.relics)
INSIDE = Axis("inside", (1, 2, 3, 4, 5), ("alone", "2", "3", "4", "all 5"), lambda decided: decided.inside)


def draw_relics(target: Path) -> None:
    """What relics in the tunnel change, by how many are inside and by cave."""
    box = "Tacora 2024 with relics"
    seen = [decided for decided in watched(box, 5) if decided.hazards]
    figure = sheet("Relics in the tunnel: when the champion leaves", (13, 3.6), note(box))
    early = [decided for decided in seen if decided.cave < LAST]
    little = [decided for decided in early if decided.path < 3]
    much = [decided for decided in early if decided.path >= 3]
    last = [decided for decided in seen if decided.cave == LAST]
    parts = ((little, "caves 1 to 4, 0 to 2 on the path"), (much, "caves 1 to 4, 3 or more"), (last, "the last cave"))
    for axes, (part, words) in zip(figure.subplots(1, 3), parts, strict=True):
        shades(axes, RELICS, INSIDE, part, words)
    figure.savefig(target, dpi=110)


# Boxes and numbers of players


def tell_sizes() -> None:
    """How often champions leave in the first four caves with a hazard in the tunnel."""
    path, held = (0, 1, 3, 5, 7, 999), (0, 8, 16, 22, 999)
    print(f"\nChance to leave in %, caves 1 to 4, a hazard in the tunnel; {GLANCED:,} games each")
    print(
        "all inside, by gems on the path: 0, 1–2, 3–4, 5–6, 7+; some at camp, with 3+ on the path: behind or level with"
    )
    print("somebody inside, ahead of all inside; alone, by gems in hand: 0–7, 8–15, 16–21, 22+")
    for box, seats in product(BOXES, SIZES):
        seen = [decided for decided in watched(box, seats, GLANCED) if decided.hazards and decided.cave < LAST]
        together = [decided for decided in seen if decided.inside == seats]
        fewer = [decided for decided in seen if 1 < decided.inside < seats and decided.path >= 3]
        alone = [decided for decided in seen if decided.inside == 1]
        parts = [
            [[d for d in together if low <= d.path < high] for low, high in pairwise(path)],
            [[d for d in fewer if d.lead <= 0], [d for d in fewer if d.lead > 0]],
            [[d for d in alone if low <= d.held < high] for low, high in pairwise(held)],
        ]
        print(f"{box}, {seats} players:", "; ".join(" ".join(map(mean, part)) for part in parts), flush=True)


def mean(seen: Sequence[Decided]) -> str:
    """The mean chance in percent, where there is enough to tell."""
    return f"{100 * sum(decided.chance for decided in seen) / len(seen):.0f}" if len(seen) >= FEWEST else "·"


# How strong


def strength(game: Diamant, seats: Sequence[str]) -> list[SeatSummary]:
    """The seats of a table, after many games."""
    table = DiamantSimulation(game, [make_bot(text, Random(0)) for text in seats])
    tally = run(table, PLAYED, SEED, device="cpu").tally
    return [
        seat_summary(bot, scores, victories, PLAYED)
        for bot, scores, victories in zip(seats, tally.scores.tolist(), tally.victories.tolist(), strict=False)
    ]


def written(summary: SeatSummary) -> str:
    """A share with the half of its interval."""
    low, high = summary.ci95
    return f"{summary.win_share:6.2%} ±{(high - low) / 2:.2%}"


def strengths() -> Iterator[str]:
    """Each bot alone among others of one kind, and all at one table."""
    for box, game in BOXES.items():
        for seats in SIZES:
            yield f"\n{box}, {seats} players, {PLAYED:,} games each, seed {SEED}: one against all others"
            yield " ".join(["against   ", *(f"{others:15}" for others in ("champion", "thumb", "ev", "gems:8"))])
            for bot in ("champion", "thumb", "ev", "gems:8"):
                found = [
                    written(strength(game, [bot] + [others] * (seats - 1))[0]) if bot != others else f"{1 / seats:6.2%}"
                    for others in ("champion", "thumb", "ev", "gems:8")
                ]
                yield " ".join([f"{bot:10}", *(f"{each:15}" for each in found)])
        mixed = ("champion", "thumb", "ev", "gems:8", "hazards:2")
        yield f"\n{box}, one table:"
        yield from (f"{bot:10} {written(summary)}" for bot, summary in zip(mixed, strength(game, mixed), strict=True))


def main(parts: Sequence[str]) -> None:
    """The parts that are asked for, or all."""
    drawings = {"leaving": draw_leaving, "standing": draw_standing, "relics": draw_relics}
    for name, draw in drawings.items():
        if name in parts or not parts:
            draw(FOLDER / f"strategy-{name}.png")
    if "sizes" in parts or not parts:
        tell_sizes()
    if "strength" in parts or not parts:
        for line in strengths():
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
