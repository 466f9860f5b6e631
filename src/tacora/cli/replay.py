"""`tacora replay` and `tacora verify`."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from tacora.narration import Catalogue, Language, Narrator
from tacora.narration.catalogue import catalogue
from tacora.record import DiamantRecord, Replay, decode, replay, verify
from tacora.terminal.shelf import unreadable

_ANSWERS = {True: "yes", False: "no", None: "none"}


def tell(language: Language, file: str, *, json: bool) -> int:
    """Tell a recorded game as sentences, or print it in figures."""
    record = _read(file)
    played = replay(record)
    if json:
        click.echo(msgspec.json.encode(played.summary()))
    else:
        click.echo("\n".join(_story(catalogue(language), played)))
    return 0


def check(language: Language, file: str, promised: str | None, *, json: bool) -> int:
    """Say what can be said about how a recorded game was dealt. 1 if anything is wrong."""
    record = _read(file)
    verdict = verify(record, promised)
    if json:
        click.echo(msgspec.json.encode(verdict))
    else:
        say = catalogue(language)
        click.echo(say("verify-replays"))
        if record.seed is msgspec.UNSET:
            click.echo(say("verify-no-seed"))
        else:
            expedition, card = verdict.differs_at or (0, 0)
            click.echo(say(f"verify-commitment-{_ANSWERS[verdict.commitment]}"))
            click.echo(say(f"verify-cards-{_ANSWERS[verdict.cards]}", expedition=expedition, card=card))
    return 1 if False in (verdict.commitment, verdict.cards) else 0


def _read(file: str) -> DiamantRecord:
    try:
        return decode(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        raise unreadable(file, error) from None


def _story(say: Catalogue, played: Replay) -> list[str]:
    record, game = played.record, played.game
    narrator = Narrator(say, record.seats)
    lines = [
        say(
            "table-edition",
            edition=say(f"edition-{game.edition.name}"),
            relics="yes" if game.with_relics else "no",
            chests=game.chests,
        ),
        say("table-players", players=say.listed(record.seats)),
    ]
    for step in played.steps:
        lines += narrator.tell(step.events, game.observe(step.state, None))
    outcome = game.outcome(played.state)
    if outcome is not None:
        return [*lines, say("scores-title"), *narrator.podium(game.observe(played.state, None), outcome)]
    where = "game-open" if game.pending(played.state) else "game-paused"
    return [*lines, say(where, expedition=played.state.expedition)]
