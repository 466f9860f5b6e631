"""`tacora replay` and `tacora verify`."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from tacora.cli.shelf import unreadable, within
from tacora.game import Refused
from tacora.games.kind import Retelling
from tacora.games.records import decode, decode_save, kind_of_record, retell, verify
from tacora.narration import Catalogue, Language
from tacora.narration.catalogue import catalogue
from tacora.record.base import BaseRecord, Verdict, check_commitment

_ANSWERS = {True: "yes", False: "no", None: "none"}


def tell(language: Language, file: str, *, json: bool) -> int:
    """Print a recorded game as sentences, or its figures as JSON."""
    with within(file):
        played = retell(read_record(file))
    warn(catalogue(language), played.record)
    if json:
        click.echo(msgspec.json.encode(played.summary()))
    else:
        click.echo("\n".join(_story(catalogue(language), played)))
    return 0


def warn(say: Catalogue, record: BaseRecord) -> None:
    """Say that a record contradicts itself, if it does: what it tells may not be what was played."""
    if _checked(record, None)[1].wrong:
        click.echo(say("record-contradicts"), err=True)


def check(language: Language, file: str, promised: str | None, *, json: bool) -> int:
    """Verify how a recorded game was dealt. Returns 1 if anything is wrong or a commitment cannot be checked."""
    if promised is not None:
        check_commitment(promised)
    with within(file):
        record = read_record(file)
        replays, verdict = _checked(record, promised)
    if json:
        click.echo(msgspec.json.encode(verdict))
    else:
        say = catalogue(language)
        if replays:
            click.echo(say("verify-replays"))
        if record.seed is msgspec.UNSET:
            click.echo(say("verify-no-seed"))
        elif not replays:
            click.echo(say("verify-commitment-no"))
        else:
            click.echo(say(f"verify-commitment-{_ANSWERS[verdict.commitment]}"))
            click.echo(_about_cards(say, record, verdict))
    promises = promised is not None or record.commitment is not msgspec.UNSET
    unanswered = promises and verdict.commitment is None
    return 1 if verdict.wrong or unanswered else 0


def _checked(record: BaseRecord, promised: str | None) -> tuple[bool, Verdict]:
    """Whether the record can be replayed, and the verdict on its deal."""
    try:
        return True, verify(record, promised)
    except Refused:
        if record.keeps_promise(promised) is not False:
            raise
        # The cause is a seed other than the promised one, not the decision that does not fit its deal.
        return False, Verdict(commitment=False, cards=None)


def _about_cards(say: Catalogue, record: BaseRecord, verdict: Verdict) -> str:
    """Whether the cards seen are those dealt, and where they first differ."""
    if verdict.differs_at is None:
        return say("verify-cards-yes" if verdict.cards else "verify-cards-none")
    return kind_of_record(record).difference(say, verdict.differs_at)


def read_record(file: str) -> BaseRecord:
    """The record in a file, or on standard input (-)."""
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise unreadable(file, error) from None
    try:
        return decode(content)
    except Refused:
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            decode_save(content)
            raise Refused("save-not-record") from None
        raise


def _story(say: Catalogue, told: Retelling) -> list[str]:
    """The whole game as the public heard it."""
    last = told.scenes[-1]
    lines = [last.opening(say), say("table-players", players=say.listed(told.record.seats))]
    for scene in told.scenes:
        lines += scene.tell(say, None)
    return [*lines, *([say("scores-title"), *last.podium(say)] if told.outcome else [told.unfinished(say)])]
