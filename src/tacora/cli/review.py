"""`tacora review`."""

from __future__ import annotations

import shutil
import sys
from hashlib import sha256
from itertools import chain

import click
import msgspec

from tacora.cli.progress import progress
from tacora.cli.replay import read_record, warn
from tacora.cli.results import printed_anyway
from tacora.cli.shelf import within
from tacora.fast.review import Review
from tacora.games.kind import Retelling
from tacora.games.records import encode, kind_of_record, retell
from tacora.games.weighed import note, row_of
from tacora.narration import Catalogue, Language
from tacora.narration.catalogue import catalogue
from tacora.narration.columns import columns
from tacora.narration.figures import number
from tacora.record.base import BaseRecord
from tacora.terminal.screen import folded


def weigh(
    language: Language, *, file: str, games: int | None, seed: int | None, threads: int | None, json: bool
) -> int:
    """Weigh a recorded game: what was luck, what the others did, and what each player's own decisions cost."""
    say = catalogue(language)
    with within(file):
        record = read_record(file)
        reviewer = kind_of_record(record).reviewer(record)
    warn(say, record)
    if not reviewer.is_compiled():
        click.echo(say("study-compiling"), err=True)
    with progress(say("review-weighing"), reviewer.situations) as tell:
        wanted = reviewer.usual_games() if games is None else games
        found = reviewer.review(wanted, _usual_seed(record) if seed is None else seed, tell, threads)
    with printed_anyway() as printing:
        if json:
            printing(msgspec.json.encode(found))
        else:
            width = shutil.get_terminal_size((0, 0)).columns if sys.stdout.isatty() else 0
            what = say("review-what", n=len(found.seats), games=number(language, found.games), seed=str(found.seed))
            lines = [folded(line, width) for line in _sentences(say, found, retell(record))]
            printing("\n".join([*folded(what, width), "", *_table(say, found), *chain(*lines)]))
    return 0


def _table(say: Catalogue, found: Review) -> list[str]:
    rows = [(seat.name, row_of(seat)) for seat in found.seats]
    return columns(
        [say(f"review-column-{name}") for name in ("player", "result", "cards", "others", "own")],
        [
            [name, *(_signed(say, part) for part in (row.result, row.cards, row.others, row.errors))]
            for name, row in rows
        ],
    )


def _sentences(say: Catalogue, found: Review, told: Retelling) -> list[str]:
    sentences = [note(say, found, kind_of_record(told.record).name)]
    for seat, moments in zip(found.seats, told.verdicts(say, found), strict=True):
        points = row_of(seat).adjusted
        adjusted = say("review-points", n=abs(points), shown=_signed(say, points))
        sentences += ["", say("review-adjusted", name=seat.name, points=adjusted)]
        sentences += [moment.say for moment in moments] or [say("review-nothing")]
    return sentences


def _signed(say: Catalogue, points: int) -> str:
    return ("+" if points > 0 else "") + number(say.language, points)


def _usual_seed(record: BaseRecord) -> int:
    """The same for the same record, so that everybody who weighs it finds the same."""
    return int.from_bytes(sha256(encode(record)).digest()[:6])
