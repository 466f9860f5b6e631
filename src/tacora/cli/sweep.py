"""`tacora sweep`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from tacora.arena.summary import seat_summary
from tacora.arena.sweep import Point, Range, best_of, range_in, table_for
from tacora.cli.clusters import joined
from tacora.cli.progress import progress
from tacora.cli.results import check_file, check_picture, printed_anyway, write_csv, write_whole
from tacora.cli.study import Studied, any_seed, named_bots, tell_if_compiling
from tacora.fast.simulation import Device, Simulation, choose_device, runs
from tacora.game import Refused
from tacora.games.kind import Scalar
from tacora.narration import Catalogue, Language
from tacora.narration.catalogue import catalogue
from tacora.narration.columns import columns
from tacora.narration.figures import number, percent

INTERRUPTED = 130


def sweep(
    language: Language,
    *,
    strategy: str,
    edition: str,
    against: str,
    players: str,
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
    """Simulate every value of a strategy's parameter at tables of each size. All is checked before the first game."""
    game, swept, field = Studied(edition, of_games), range_in(strategy), named_bots(against)
    sizes = _sizes(players, game)
    for bot in swept.bots():
        game.kernel.simulation(table_for(bot, field[:1], sizes[0]))
    game.kernel.simulation(table_for(next(swept.bots()), field, game.box.most_seats))
    tables = [(size, value, bot) for size in sizes for value, bot in zip(swept.values, swept.bots(), strict=True)]
    check_file(csv)
    check_picture(plot)
    if cluster is None:
        choose_device(device, games)
    say, seed = catalogue(language), any_seed() if seed is None else seed
    points: list[Point] = []
    seated = deque[Simulation]()

    def sitting_down() -> Iterator[Simulation]:
        for size, _, bot in tables:
            seated.append(game.kernel.simulation(table_for(bot, field, size)))
            yield seated[-1]

    try:
        with joined(say, cluster, device) as workers:
            if workers is None:
                alike = [bot for bot in swept.bots() if field == (bot,)]  # Such a table may be played otherwise.
                first = [table_for(bot, field, sizes[0]) for bot in (tables[0][2], *alike)]
                tell_if_compiling(say, *map(game.kernel.simulation, first))
            with progress(say("study-playing"), games * len(tables)) as tell:
                playing = runs(
                    sitting_down(), games, seed, device=device, threads=threads, cluster=workers, progress=tell
                )
                for (size, value, bot), played in zip(tables, playing, strict=False):
                    simulation = seated.popleft()
                    if played.games == games:
                        scores, victories = played.tally.scores[0].tolist(), played.tally.victories[0].tolist()
                        seat = seat_summary(bot, scores, victories, games, simulation.lowest, simulation.unit)
                        points.append(Point(size, float(value), seat))
    except KeyboardInterrupt:  # Between two points.
        pass
    interrupted = len(points) < len(tables)
    if interrupted:
        done, asked = number(language, len(points)), number(language, len(tables))
        click.echo(say("study-sweep-interrupted", done=done, asked=asked), err=True)
    if not points:
        return INTERRUPTED
    what = say(
        "study-sweep-what",
        strategy=swept.strategy,
        game=game.named(say),
        against=", ".join(field),
        n=games,
        games=number(language, games),
        seed=str(seed),
    )
    with printed_anyway() as printing:
        if json:
            figures = {
                "edition": edition,
                "options": game.options,
                "strategy": swept.strategy,
                "against": field,
                "games": games,
                "seed": seed,
                "points": points,
            }
            printing(msgspec.json.encode(figures))
        else:
            printing("\n".join(_lines(say, what, points)))
        if csv is not None:
            write_csv(csv, _HEADER, [_row(point, games) for point in points])
        if plot is not None:
            _draw(plot, say, what, swept, points)
    return INTERRUPTED if interrupted else 0


def _sizes(text: str, game: Studied) -> list[int]:
    sizes = [part.strip() for part in text.split(",")]
    least, most = game.box.least_seats, game.box.most_seats
    for size in sizes:
        if not (size.isascii() and size.isdecimal() and len(size) < 3):
            raise Refused("not-players", text=text)
        if not least <= int(size) <= most:
            raise Refused("seat-count", given=int(size), least=least, most=most)
    return sorted({int(size) for size in sizes})


def _lines(say: Catalogue, what: str, points: list[Point]) -> list[str]:
    language = say.language
    lines = [what]
    for size in sorted({point.players for point in points}):
        those = [point for point in points if point.players == size]
        best = best_of(those)
        lines += [
            "",
            say("study-sweep-best", n=size, bot=best.seat.bot, share=percent(language, best.seat.win_share, 2)),
            *columns(
                [say(f"study-column-{name}") for name in ("bot", "mean", "wins", "interval")],
                [
                    [
                        point.seat.bot,
                        number(language, point.seat.mean, 2),
                        percent(language, point.seat.win_share, 2),
                        say(
                            "study-from-to",
                            low=percent(language, point.seat.ci95[0], 2),
                            high=percent(language, point.seat.ci95[1], 2),
                        ),
                    ]
                    for point in those
                ],
            ),
        ]
    return lines


_HEADER = ("bot", "players", "value", "games", "mean", "mean_low", "mean_high", "sd", "win_share", "low", "high")


def _row(point: Point, games: int) -> list[Any]:
    seat = point.seat
    return [
        seat.bot,
        point.players,
        point.value,
        games,
        seat.mean,
        *(seat.mean_ci95 or (None, None)),
        seat.sd,
        seat.win_share,
        *seat.ci95,
    ]


def _draw(plot: str, say: Catalogue, what: str, swept: Range, points: list[Point]) -> None:
    from tacora.arena.pictures import draw_sweep

    kind = Path(plot).suffix[1:].lower()
    write_whole(plot, lambda out: draw_sweep(out, kind, say, swept.strategy, what, points))
