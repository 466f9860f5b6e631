"""`tacora replay` and `tacora verify`."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from tacora.game import Refused
from tacora.games.diamant.narration import Narrator
from tacora.games.diamant.record import DiamantRecord, Replay
from tacora.games.mister_diamond.narration import MisterNarrator
from tacora.games.mister_diamond.record import MisterReplay
from tacora.games.records import Record, decode, replay, verify
from tacora.narration import Catalogue, Language
from tacora.narration.catalogue import catalogue
from tacora.record import Verdict
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
    replays = True
    try:
        verdict = verify(record, promised)
    except Refused:
        if record.keeps_promise(promised) is not False:
            raise
        # Another deal than the one promised: that is the cause, not a decision that does not fit it.
        replays, verdict = False, Verdict(commitment=False, cards=None)
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


def _about_cards(say: Catalogue, record: Record, verdict: Verdict) -> str:
    """Whether the cards seen are those dealt, and where not: by expedition in Diamant, by game in Mister Diamond."""
    if verdict.differs_at is None:
        return say("verify-cards-yes" if verdict.cards else "verify-cards-none")
    row, card = verdict.differs_at
    if isinstance(record, DiamantRecord):
        return say("verify-cards-no", expedition=row, card=card)
    return say("md-verify-cards-no", game=row, card=card) if card else say("md-verify-places-no", game=row)


def _read(file: str) -> Record:
    try:
        return decode(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        raise unreadable(file, error) from None


def _story(say: Catalogue, played: Replay | MisterReplay) -> list[str]:
    players = say("table-players", players=say.listed(played.record.seats))
    told = _diamant_story(say, played) if isinstance(played, Replay) else _mister_story(say, played)
    return [told[0], players, *told[1:]]


def _diamant_story(say: Catalogue, played: Replay) -> list[str]:
    game, state = played.game, played.state
    narrator = Narrator(say, played.record.seats)
    lines = [narrator.opening(game.observe(state, None))]
    for step in played.steps:
        lines += narrator.tell(step.events, game.observe(step.state, None))
    outcome = game.outcome(state)
    if outcome is not None:
        return [*lines, say("scores-title"), *narrator.podium(game.observe(state, None), outcome)]
    return [*lines, say("game-open" if game.pending(state) else "game-paused", expedition=state.expedition)]


def _mister_story(say: Catalogue, played: MisterReplay) -> list[str]:
    game, state, names = played.game, played.state, played.record.seats
    narrator = MisterNarrator(say, names)
    lines = [narrator.opening(game.observe(state, None))]
    for step in played.steps:
        lines += narrator.tell(step.events, game.observe(step.state, None))
    outcome = game.outcome(state)
    if outcome is not None:
        return [*lines, say("scores-title"), *narrator.podium(outcome)]
    return [*lines, say("md-open" if game.pending(state) else "md-paused", name=names[state.turn])]
