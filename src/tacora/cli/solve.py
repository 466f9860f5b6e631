"""`tacora solve` and `tacora exploit`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import click
import msgspec

from tacora.analysis.solving import Look, Share, learn, share_of, shares
from tacora.cli.clusters import joined
from tacora.cli.progress import progress
from tacora.cli.results import check_file, printed_anyway, write_whole
from tacora.cli.study import Studied, any_seed
from tacora.fast.learner import Learner
from tacora.fast.simulation import Device, cores, gpu_is_there
from tacora.game import Refused
from tacora.games.kind import Scalar
from tacora.narration import Catalogue, Language
from tacora.narration.catalogue import catalogue
from tacora.narration.columns import columns
from tacora.narration.figures import number, percent
from tacora.work.numbered import Spread

INTERRUPTED = 130
BATCH = {"cpu": 1 << 14, "gpu": 1 << 17}
"""Walks between two lessons: many small batches learn faster, and a GPU needs large ones."""
GAMES = {"cpu": 1 << 14, "gpu": 1 << 20}
"""Played for each look on the way."""
FRESH = {"cpu": 1 << 18, "gpu": 1 << 23}
"""Played at the end, with other cards than those learnt from."""


def solve(language: Language, *, device: Device, cluster: str | None, **flags: Any) -> int:
    """Find a strategy that equals can play against each other, and keep it in a file."""
    with joined(catalogue(language), cluster, device) as workers:
        return _solve(language, device="cpu" if workers else device, workers=workers, **flags)


def exploit(language: Language, *, device: Device, cluster: str | None, **flags: Any) -> int:
    """How much somebody gains who knows a bot, at a table full of it."""
    with joined(catalogue(language), cluster, device) as workers:
        return _exploit(language, device="cpu" if workers else device, workers=workers, **flags)


def _solve(
    language: Language,
    *,
    file: str,
    edition: str,
    players: int,
    walks: int,
    seed: int | None,
    device: Device,
    threads: int | None,
    workers: Spread | None,
    resume: str | None,
    json: bool,
    **of_games: Scalar,
) -> int:
    game = Studied(edition, of_games)
    unfinished = f"{file}.progress"
    for written in (file, unfinished):
        check_file(written)
        if resume is None and Path(written).is_file() and Path(written).stat().st_size:
            raise Refused("strategy-is-there", file=written)
    chosen, learner = _learner(game, players, None, device, threads, workers)
    say, seed = catalogue(language), _seed(learner, resume, seed)
    rivals = game.kernel.yardsticks

    def look() -> tuple[Share, ...]:
        tables = [learner.beside([bot] * (players - 1)) for bot in rivals]
        return shares(tables, GAMES[chosen], seed + 1, chosen, threads)

    what = say("solve-what", game=game.named(say), n=players, seed=str(seed))
    click.echo(what if json else _lines_of_looks(say, what, rivals), err=json)
    before = learner.walks

    def keep() -> None:
        write_whole(unfinished, partial(learner.save, seed=seed))

    if before >= walks:
        click.echo(say("solve-enough", done=number(language, before)), err=True)
    else:
        _tell_if_compiling(say, game)
    looks = _learn(say, learner, walks, BATCH[chosen], seed, look, keep, quiet=json)
    if not learner.walks:
        click.echo(say("solve-nothing"), err=True)
        return INTERRUPTED
    interrupted = learner.walks < max(walks, before)
    if interrupted:
        click.echo(say("solve-keeping"), err=True)
    keep()  # First, because it takes less long: whoever interrupts again has this.
    to_go_on = say("solve-interrupted", done=number(language, learner.walks), file=unfinished)
    try:
        kept = learner.strategy(seed, BATCH[chosen])
    except KeyboardInterrupt:
        click.echo(to_go_on, err=True)
        return INTERRUPTED
    write_whole(file, partial(_write, kept=kept))
    if interrupted:
        click.echo(to_go_on, err=True)
        if not json:
            click.echo(say("solve-kept", file=file, bot=f"strategy:{file}"))
            return INTERRUPTED
    beside = [learner.beside([bot] * (players - 1)) for bot in rivals]
    around = [learner.around(bot) for bot in rivals]
    games = FRESH[chosen]
    against = dict(zip(rivals, shares(beside, games, seed + 2, chosen, threads), strict=True))
    by = dict(zip(rivals, shares(around, games, seed + 3, chosen, threads), strict=True))
    with printed_anyway() as printing:
        if json:
            printing(
                msgspec.json.encode(
                    {
                        "edition": edition,
                        "options": game.options,
                        "players": players,
                        "seed": seed,
                        "walks": learner.walks,
                        "file": file,
                        "path": looks,
                        "against": against,
                        "by": by,
                    }
                )
            )
        else:
            printing("\n".join(_matches(say, players, against, by)))
            printing(say("solve-kept", file=file, bot=f"strategy:{file}"))
    return INTERRUPTED if interrupted else 0


def _exploit(
    language: Language,
    *,
    bot: str,
    edition: str,
    players: int,
    walks: int,
    seed: int | None,
    device: Device,
    threads: int | None,
    workers: Spread | None,
    json: bool,
    **of_games: Scalar,
) -> int:
    game = Studied(edition, of_games)
    chosen, learner = _learner(game, players, bot, device, threads, workers)
    say, seed = catalogue(language), any_seed() if seed is None else seed
    others = [bot] * (players - 1)

    def look() -> tuple[Share, ...]:
        return shares([learner.beside(others)], GAMES[chosen], seed + 1, chosen, threads)

    what = say("exploit-what", bot=bot, game=game.named(say), n=players, seed=str(seed))
    click.echo(what if json else _lines_of_looks(say, what, ("",)), err=json)
    _tell_if_compiling(say, game)
    looks = _learn(say, learner, walks, BATCH[chosen], seed, look, quiet=json)
    if not learner.walks:
        click.echo(say("exploit-nothing"), err=True)
        return INTERRUPTED
    interrupted = learner.walks < walks
    if interrupted:
        click.echo(say("exploit-interrupted", done=number(language, learner.walks)), err=True)
    found = share_of(learner.beside(others), FRESH[chosen], seed + 2, chosen, threads)
    fair = 1 / players
    gain = Share(found.share - fair, (found.ci95[0] - fair, found.ci95[1] - fair))
    with printed_anyway() as printing:
        if json:
            printing(
                msgspec.json.encode(
                    {
                        "bot": bot,
                        "edition": edition,
                        "options": game.options,
                        "players": players,
                        "seed": seed,
                        "walks": learner.walks,
                        "path": looks,
                        "fair": fair,
                        "share": found,
                        "gain": gain,
                    }
                )
            )
        else:
            shown = {
                name: number(language, value, 4)
                for name, value in (
                    ("share", found.share),
                    ("fair", fair),
                    ("gain", gain.share),
                    ("low", gain.ci95[0]),
                    ("high", gain.ci95[1]),
                )
            }
            found_out = "exploit-found" if gain.ci95[1] > 0 else "exploit-too-little"
            printing("\n" + say(found_out, bot=bot, **shown))
    return INTERRUPTED if interrupted else 0


def _seed(learner: Learner, resume: str | None, given: int | None) -> int:
    """That of the walks so far, if there are some: who finds a strategy again needs one seed for all of them."""
    before = None if resume is None else learner.resume(Path(resume))
    if before is None:
        return any_seed() if given is None else given
    if given not in (None, before):
        raise Refused("other-seed", file=str(resume), seed=str(before))
    return before


def _write(out: BinaryIO, kept: bytes) -> None:
    out.write(kept)


def _learner(
    game: Studied, players: int, against: str | None, device: Device, threads: int | None, cluster: Spread | None
) -> tuple[Device, Learner]:
    """Where to learn, and who does."""
    on_gpu = device == "gpu" or (device == "auto" and gpu_is_there())
    if device == "gpu" and not gpu_is_there():
        raise Refused("no-gpu")
    learner = game.kernel.learner(players, against, gpu=on_gpu, threads=threads or cores(), cluster=cluster)
    return "gpu" if on_gpu else "cpu", learner


def _tell_if_compiling(say: Catalogue, game: Studied) -> None:
    if not game.kernel.knows_how_to_learn():
        click.echo(say("study-compiling"), err=True)


def _learn(
    say: Catalogue,
    learner: Learner,
    walks: int,
    batch: int,
    seed: int,
    look: Callable[[], tuple[Share, ...]],
    keep: Callable[[], None] = lambda: None,
    *,
    quiet: bool,
) -> list[Look]:
    """Learn with a bar, and a line for each look."""

    def line(taken: Look) -> None:
        if not quiet:
            if sys.stderr.isatty():
                click.echo("\r\033[K", nl=False, err=True)  # The bar stands there.
            found = "  ".join(f"{number(say.language, share.share, 4):>9}" for share in taken.shares)
            click.echo(f"{number(say.language, taken.walks):>14}  {found}")

    with progress(say("solve-learning"), walks) as tell:
        return learn(learner, walks, batch, seed, look, tell, line, keep)


def _lines_of_looks(say: Catalogue, what: str, against: tuple[str, ...]) -> str:
    heads = "  ".join(f"{bot or say('study-column-wins'):>9}" for bot in against)
    return f"{what}\n\n{say('solve-walks'):>14}  {heads}"


def _matches(say: Catalogue, players: int, against: Mapping[str, Share], by: Mapping[str, Share]) -> list[str]:
    def cells(found: Share) -> list[str]:
        low, high = (number(say.language, end, 4) for end in found.ci95)
        return [number(say.language, found.share, 4), say("study-from-to", low=low, high=high)]

    return [
        "",
        say("solve-fair", n=players, fair=percent(say.language, 1 / players, 1)),
        *columns(
            [say("solve-match"), say("study-column-wins"), say("study-column-interval")],
            [
                *([say("solve-against", n=players - 1, bot=bot), *cells(found)] for bot, found in against.items()),
                *([say("solve-by", n=players - 1, bot=bot), *cells(found)] for bot, found in by.items()),
            ],
        ),
    ]
