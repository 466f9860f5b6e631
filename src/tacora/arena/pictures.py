"""Plots of results, with a title, what was played, and confidence intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import Any, BinaryIO

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from tacora.arena.summary import SeatSummary
from tacora.arena.sweep import Point, best_of
from tacora.narration import Catalogue
from tacora.narration.figures import number, percent

# Eight colours that are distinguishable to the colour-blind and in greyscale, each with its own dash pattern.
COLOURS = ("#0b5fa5", "#d1495b", "#2e7d32", "#e08e0b", "#6a3d9a", "#00897b", "#5d4037", "#37474f")
DASHES: Any = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 2, 1, 2)), (0, (8, 2)), (0, (3, 1)), (0, (2, 3)), "-")
INK, GREY, FAINT = "#22262b", "#5a626c", "#c9ced6"
RARE = 0.002
LONGEST_NAME = 24


def draw_sweep(out: BinaryIO, kind: str, say: Catalogue, strategy: str, subtitle: str, points: Sequence[Point]) -> None:
    """Plot the share of victories over the parameter: a line for each number of players, with its fair share."""
    sizes = sorted({point.players for point in points})
    with _page(out, kind, say("plot-sweep-title", strategy=strategy), subtitle, (11, 5.6)) as figure:
        axes = _axes(figure.add_subplot(), say)
        for at, players in enumerate(sizes):
            line = sorted((point for point in points if point.players == players), key=lambda point: point.value)
            values, colour = [point.value for point in line], COLOURS[at]
            low, high = zip(*(point.seat.ci95 for point in line), strict=True)
            axes.axhline(1 / players, color=colour, linewidth=0.8, linestyle=(0, (1, 4)), zorder=1)
            axes.fill_between(values, low, high, color=colour, alpha=0.22, linewidth=0, zorder=2)
            if len(line) == 1:  # A band over one value has no width.
                axes.plot(values * 2, [low[0], high[0]], color=colour, alpha=0.35, linewidth=4, solid_capstyle="butt")
            best = best_of(line)
            share = percent(say.language, best.seat.win_share)
            label = say("plot-line", players=players, value=_shown(say, best.value), share=share)
            shares = [point.seat.win_share for point in line]
            axes.plot(values, shares, color=colour, linestyle=DASHES[at], linewidth=1.8, zorder=3, label=label)
            axes.plot(best.value, best.seat.win_share, "o", color=colour, markersize=6, zorder=4)
        whole = all(point.value.is_integer() for point in points)
        axes.set_xlabel(f"{strategy}:{'N' if whole else 'P'}")
        axes.set_ylabel(say("plot-victories"))
        axes.set_ylim(bottom=0)
        axes.legend(frameon=False, fontsize=9.5, loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _share(say, value)))
        if whole:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        _note(figure, say)


def draw_simulation(
    out: BinaryIO,
    kind: str,
    say: Catalogue,
    subtitle: str,
    seats: Sequence[SeatSummary],
    distributions: Sequence[Sequence[tuple[float, float]]],
) -> None:
    """Plot how often each score is reached, and beside it the shares of victories with their intervals."""
    with _page(out, kind, say("plot-simulation-title"), subtitle, (11, 5.6)) as figure:
        left, right = figure.subplots(1, 2, width_ratios=(1.7, 1))
        axes = _axes(left, say)
        for at, (seat, distribution) in enumerate(zip(seats, distributions, strict=True)):
            scores, shares = zip(*distribution, strict=True)
            label = _seat(at, seat)
            axes.plot(scores, shares, color=COLOURS[at], linestyle=DASHES[at], linewidth=1.5, label=label)
        axes.set_xlim(*_worth_showing(distributions))
        axes.set_ylim(bottom=0)
        axes.set_xlabel(say("plot-score"))
        axes.set_ylabel(say("plot-not-below"))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _share(say, value)))
        axes.legend(frameon=False, fontsize=9, loc="upper right")
        axes = _axes(right, say)
        for at, seat in enumerate(seats):
            low, high = seat.ci95
            axes.plot([low, high], [at, at], color=COLOURS[at], linewidth=6, alpha=0.35, solid_capstyle="butt")
            axes.plot(seat.win_share, at, "o", color=COLOURS[at], markersize=6)
            share = percent(say.language, seat.win_share)
            axes.annotate(
                share, (seat.win_share, at), xytext=(0, 9), textcoords="offset points", ha="center", fontsize=9
            )
        axes.axvline(1 / len(seats), color=INK, linewidth=0.8, linestyle=(0, (1, 4)))
        axes.set_yticks(range(len(seats)), [_seat(at, seat) for at, seat in enumerate(seats)])
        axes.set_ylim(len(seats) - 0.5, -0.7)
        axes.margins(x=0.12)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel(say("plot-victories"))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _share(say, value)))
        _note(figure, say)


def _worth_showing(distributions: Sequence[Sequence[tuple[float, float]]]) -> tuple[float, float]:
    """The range of scores to plot: from the last that almost every game reaches to the first that almost none does."""
    low = min(max(score for score, share in places if share >= 1 - RARE) for places in distributions)
    high = max(
        min((score for score, share in places if share < RARE), default=max(places)[0]) for places in distributions
    )
    return low, high


@contextmanager
def _page(out: BinaryIO, kind: str, title: str, subtitle: str, size: tuple[float, float]) -> Iterator[Figure]:
    settings: Any = {
        "font.family": "DejaVu Sans",
        "font.size": 10,
        "text.color": INK,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "svg.hashsalt": "tacora",
        "svg.fonttype": "none",
    }
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=size, layout="constrained", facecolor="white")
        layout: Any = figure.get_layout_engine()
        lines = wrap(subtitle, width=120, break_on_hyphens=False)
        layout.set(rect=(0.01, 0.01, 0.98, 0.87 - 0.035 * (len(lines) - 1)))
        figure.text(0.015, 0.965, title, fontsize=14, fontweight="bold", va="top")
        figure.text(0.015, 0.905, "\n".join(lines), fontsize=9.5, color=GREY, va="top")
        yield figure
        _settle(figure)
        metadata = {"Date": None} if kind == "svg" else {"CreationDate": None} if kind == "pdf" else None
        figure.savefig(out, format=kind, dpi=150, metadata=metadata)


def _settle(figure: Figure) -> None:
    """Compute the layout once and round it: its last digits vary from run to run, and the output should not."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, bottom, width, height = (round(side, 6) for side in axes.get_position().bounds)
        axes.set_position((left, bottom, width, height))
    for text in figure.texts:
        x, y = text.get_position()
        text.set_position((round(x, 6), round(y, 6)))


def _axes(axes: Any, say: Catalogue) -> Any:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(FAINT)
    axes.grid(color=FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _shown(say, value)))
    return axes


def _note(figure: Figure, say: Catalogue) -> None:
    figure.supxlabel(say("plot-note"), fontsize=8, color=GREY, x=0.98, ha="right")


def _seat(at: int, seat: SeatSummary) -> str:
    """A seat and its bot. Of a long name, such as a path, the end is shown."""
    name = seat.bot if len(seat.bot) <= LONGEST_NAME else "…" + seat.bot[1 - LONGEST_NAME :]
    return f"{at + 1} {name}"


def _shown(say: Catalogue, value: float) -> str:
    """A number with as many decimals as it needs."""
    return number(say.language, value, _digits(value))


def _share(say: Catalogue, value: float) -> str:
    """A percentage with as many decimals as it needs: a tick at 2.5% must not read 2%."""
    return percent(say.language, value, _digits(100 * value))


def _digits(value: float) -> int:
    return len(f"{value:.6f}".rstrip("0").partition(".")[2])
