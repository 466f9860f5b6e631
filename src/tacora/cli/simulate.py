"""`tacora simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from tacora.arena.summary import SeatSummary, seat_summary
from tacora.cli.clusters import joined
from tacora.cli.progress import progress
from tacora.cli.results import check_file, check_picture, printed_anyway, write_csv, write_whole
from tacora.cli.study import Studied, any_seed, named_bots, tell_if_compiling
from tacora.fast.simulation import Device, Run, Simulation, choose_device, run
from tacora.games.kind import Scalar
from tacora.narration import Catalogue, Language
from tacora.narration.catalogue import catalogue
from tacora.narration.columns import columns
from tacora.narration.figures import number, percent

INTERRUPTED = 130


def simulate(
    language: Language,
    *,
    edition: str,
    seats: str,
    games: int,
    seed: int | None,
    device: Device,
    threads: int | None,
    cluster: str | None,
    json: bool,
    csv: str | None,
    plot: str | None,
    **of_games: Scalar,
) -> int:
    """Simulate many games of one table and print the results. Everything is checked before the first game."""
    game = Studied(edition, of_games)
    bots = named_bots(seats)
    simulation = game.kernel.simulation(bots)
    check_file(csv)
    check_picture(plot)
    if cluster is None:
        choose_device(device, games)
    say, seed = catalogue(language), any_seed() if seed is None else seed
    with joined(say, cluster, device) as workers:
        if workers is None:
            tell_if_compiling(say, simulation)
        with progress(say("study-playing"), games) as tell:
            played = run(simulation, games, seed, device=device, threads=threads, cluster=workers, progress=tell)
    interrupted = played.games < games
    if interrupted:
        click.echo(
            say("study-interrupted", done=number(language, played.games), asked=number(language, games)), err=True
        )
    if not played.games:
        return INTERRUPTED
    summaries = [
        seat_summary(
            bot,
            played.tally.scores[seat].tolist(),
            played.tally.victories[seat].tolist(),
            played.games,
            simulation.lowest,
            simulation.unit,
        )
        for seat, bot in enumerate(bots)
    ]
    with printed_anyway() as printing:
        if json:
            printing(msgspec.json.encode(_figures(game, seed, played, summaries)))
        else:
            printing("\n".join(_lines(say, game, seed, played, summaries)))
            printing(_speed(say, played), err=True)  # To stderr, so that stdout is reproducible.
        if csv is not None:
            rows = [_row(seat, summary, played.games) for seat, summary in enumerate(summaries, start=1)]
            write_csv(csv, _HEADER, rows)
        if plot is not None:
            _draw(plot, say, game, seed, played, summaries, simulation)
    return INTERRUPTED if interrupted else 0


def _figures(game: Studied, seed: int, played: Run, summaries: list[SeatSummary]) -> dict[str, Any]:
    return {
        "edition": game.box.name,
        "options": game.options,
        "seed": seed,
        "games": played.games,
        "seats": summaries,
        **game.kernel.figures(played),
        "device": played.device,
        "threads": played.threads,
        "seconds": played.seconds,
        "games_per_second": played.games / played.seconds,
    }


_SCORES = ("seat", "bot", "mean", "margin", "sd", "q5", "q25", "q50", "q75", "q95")
_VICTORIES = ("seat", "bot", "wins", "interval")


def _lines(say: Catalogue, game: Studied, seed: int, played: Run, summaries: list[SeatSummary]) -> list[str]:
    language = say.language
    digits = game.kind.score_digits
    seats = list(enumerate(summaries, start=1))
    scores = [
        [
            str(seat),
            summary.bot,
            number(language, summary.mean, digits),
            "±" + number(language, summary.mean_ci95[1] - summary.mean, digits + 1) if summary.mean_ci95 else "–",
            "–" if summary.sd is None else number(language, summary.sd, digits),
            *(number(language, score) for score in summary.quantiles),
        ]
        for seat, summary in seats
    ]
    victories = [
        [
            str(seat),
            summary.bot,
            percent(language, summary.win_share, 2),
            say(
                "study-from-to",
                low=percent(language, summary.ci95[0], 2),
                high=percent(language, summary.ci95[1], 2),
            ),
        ]
        for seat, summary in seats
    ]
    return [
        _what(say, game, seed, played),
        "",
        *columns([say(f"study-column-{name}") for name in _SCORES], scores, texts=2),
        "",
        *columns([say(f"study-column-{name}") for name in _VICTORIES], victories, texts=2),
        "",
        *game.kernel.course(say, played),
    ]


def _speed(say: Catalogue, played: Run) -> str:
    return say(
        "study-speed",
        seconds=number(say.language, played.seconds, 2),
        rate=number(say.language, played.games / played.seconds),
        device=played.device,
        threads=played.threads,
    )


def _what(say: Catalogue, game: Studied, seed: int, played: Run) -> str:
    return say(
        "study-what",
        game=game.named(say),
        n=played.games,
        games=number(say.language, played.games),
        seed=str(seed),
    )


_HEADER = [
    "seat",
    "bot",
    "games",
    "mean",
    "mean_low",
    "mean_high",
    "sd",
    "q05",
    "q25",
    "q50",
    "q75",
    "q95",
    "win_share",
    "win_share_low",
    "win_share_high",
]


def _row(seat: int, summary: SeatSummary, games: int) -> list[object]:
    return [
        seat,
        summary.bot,
        games,
        summary.mean,
        *(summary.mean_ci95 or (None, None)),
        summary.sd,
        *summary.quantiles,
        summary.win_share,
        *summary.ci95,
    ]


def _draw(
    plot: str,
    say: Catalogue,
    game: Studied,
    seed: int,
    played: Run,
    summaries: list[SeatSummary],
    simulation: Simulation,
) -> None:
    from tacora.arena.pictures import draw_simulation

    distributions = []
    for seat in range(len(summaries)):
        reached = played.tally.scores[seat][::-1].cumsum()[::-1] / played.games
        distributions.append([(simulation.lowest + simulation.unit * at, share) for at, share in enumerate(reached)])
    kind = Path(plot).suffix[1:].lower()
    what = _what(say, game, seed, played)
    write_whole(plot, lambda out: draw_simulation(out, kind, say, what, summaries, distributions))
