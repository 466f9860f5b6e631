"""`tacora arena`."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Generator
from contextlib import closing, redirect_stdout
from typing import Any

import click
import msgspec

from tacora.arena.deals import played_on
from tacora.arena.match import Arena, Match, Played
from tacora.arena.processes import cores, played
from tacora.arena.standings import BotStanding, PairStanding, Standings, StandingsTally
from tacora.cli.clusters import joined
from tacora.cli.options import options_named
from tacora.cli.preparing import compile_bots
from tacora.cli.progress import progress
from tacora.cli.results import check_file, printed_anyway, write_csv
from tacora.game import Refused
from tacora.games.kind import Scalar
from tacora.games.registry import box_named
from tacora.narration import Catalogue, Language
from tacora.narration.catalogue import catalogue
from tacora.narration.columns import columns
from tacora.narration.figures import number, percent
from tacora.narration.refusal import visible

INTERRUPTED = 130
_MOST_CHOSEN = 8
"""Most players at a table by default."""


def arena(
    language: Language,
    *,
    bots: tuple[str, ...],
    edition: str,
    players: int | None,
    deals: int,
    seed: int | None,
    processes: int | None,
    cluster: str | None,
    json: bool,
    csv: str | None,
    **of_games: Scalar,
) -> int:
    """Play a match between bots and print their standings. Everything is checked before the first game."""
    box = box_named(edition)
    match = Match(
        edition=edition,
        bots=bots,
        players=max(box.least_seats, min(len(bots), _MOST_CHOSEN)) if players is None else players,
        deals=deals,
        seed=secrets.randbelow(10**9) if seed is None else seed,
        chosen=tuple((name, value) for name, value in of_games.items() if value is not None),
    )
    for name, _ in match.chosen:
        if name not in [option.name for option in match.kind.options]:
            raise Refused("wrong-game", option=f"--{name}", which=match.kind.name)
    check_file(csv)
    with redirect_stdout(sys.stderr):  # What bots print must not mix with the results.
        ready = Arena(match)
        say = catalogue(language)
        with joined(say, cluster) as others:
            workers = processes or cores() if others is None else others.threads
            if others is None:
                compile_bots(say, match.kind, bots, match.players, edition, dict(match.chosen))
            began = time.perf_counter()
            coming = played(ready, workers) if others is None else played_on(others, match)
            tally = _play(say, match, coming)
            seconds = time.perf_counter() - began
    interrupted = tally.deals < deals
    if interrupted:
        done, asked = number(language, tally.deals), number(language, deals)
        click.echo(say("arena-interrupted", done=done, asked=asked), err=True)
    if not tally.is_enough:
        return INTERRUPTED
    standings = tally.standings()
    speed = standings.games / seconds
    with printed_anyway() as printing:
        if json:
            printing(msgspec.json.encode(_figures(match, standings, speed)))
        else:
            printing("\n".join(_lines(say, match, standings)))
            # To stderr, so that stdout is reproducible from the seed.
            rate, time_taken = number(language, speed), number(language, seconds, 1)
            printing(say("arena-speed", seconds=time_taken, rate=rate, processes=workers), err=True)
        if csv is not None:
            write_csv(csv, _HEADER, map(_row, standings.pairs))
    return INTERRUPTED if interrupted else 0


def _play(say: Catalogue, match: Match, playing: Generator[Played]) -> StandingsTally:
    """All deals, or those that were played before Ctrl-C."""
    tally = StandingsTally(match.labels(), match.players)
    shown = time.monotonic()
    try:
        with progress(say("study-playing"), match.deals) as tell, closing(playing) as coming:
            for deal in coming:
                tally.add(deal)
                if time.monotonic() - shown > 0.1:
                    shown = time.monotonic()
                    tell(tally.deals)
            tell(tally.deals)
    except KeyboardInterrupt:
        pass
    return tally


def _figures(match: Match, standings: Standings, speed: float) -> dict[str, Any]:
    return {
        "game": match.kind.name,
        "edition": match.edition,
        "options": match.options(),
        "players": match.players,
        "deals": standings.deals,
        "games": standings.games,
        "seed": match.seed,
        "bots": standings.bots,
        "pairs": standings.pairs,
        "games_per_second": speed,
    }


_HEADER = (
    "bot", "against", "ahead", "ahead_low", "ahead_high", "difference", "difference_low", "difference_high"
)  # fmt: skip


def _row(pair: PairStanding) -> list[object]:
    return [pair.bot, pair.against, pair.ahead, *pair.ci95, pair.difference, *pair.difference_ci95]


def _lines(say: Catalogue, match: Match, standings: Standings) -> list[str]:
    digits = match.kind.score_digits
    what = say(
        "arena-what",
        what=", ".join([match.edition, *options_named(say, match.kind, match.options())]),
        players=match.players,
        deals=number(say.language, standings.deals),
        games=number(say.language, standings.games),
        seed=str(match.seed),
    )
    return [
        what,
        "",
        say("arena-ratings"),
        *columns(
            [
                say("study-column-bot"),
                say("arena-column-rating"),
                say("study-column-margin"),
                say("study-column-wins"),
                say("study-column-interval"),
                say("arena-column-score"),
                say("study-column-margin"),
            ],
            [_bot_cells(say, bot, digits) for bot in standings.bots],
        ),
        "",
        say("arena-pairs"),
        *columns(
            [
                say("study-column-bot"),
                say("arena-column-against"),
                say("arena-column-ahead"),
                say("study-column-interval"),
                say("arena-column-clear"),
                say("arena-column-difference"),
                say("study-column-margin"),
                say("arena-column-clear"),
            ],
            [_pair_cells(say, pair, digits) for pair in standings.pairs],
            texts=2,
        ),
    ]


def _bot_cells(say: Catalogue, bot: BotStanding, digits: int) -> list[str]:
    language = say.language
    return [
        visible(bot.bot),
        str(round(bot.rating)),
        f"±{bot.rating_ci95[1] - bot.rating:.0f}",
        percent(language, bot.win_share),
        _from_to(say, bot.ci95),
        number(language, bot.mean, digits),
        "±" + number(language, bot.mean_ci95[1] - bot.mean, digits),
    ]


def _pair_cells(say: Catalogue, pair: PairStanding, digits: int) -> list[str]:
    language = say.language
    return [
        visible(pair.bot),
        visible(pair.against),
        percent(language, pair.ahead),
        _from_to(say, pair.ci95),
        _clear(say, pair.ci95, 0.5),
        number(language, pair.difference, digits),
        "±" + number(language, pair.difference_ci95[1] - pair.difference, digits),
        _clear(say, pair.difference_ci95, 0),
    ]


def _from_to(say: Catalogue, interval: tuple[float, float]) -> str:
    low, high = (percent(say.language, end) for end in interval)
    return say("study-from-to", low=low, high=high)


def _clear(say: Catalogue, interval: tuple[float, float], even: float) -> str:
    """Whether the difference is significant: the interval excludes `even`."""
    return say("arena-no" if interval[0] <= even <= interval[1] else "arena-yes")
