"""`tacora play`."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from random import Random

import click

from tacora.chance import SEED_BYTES
from tacora.diamant.rules import Chests
from tacora.game import Refused
from tacora.narration import Language
from tacora.narration.catalogue import Catalogue, catalogue
from tacora.terminal import shelf
from tacora.terminal.screen import Screen, sighted
from tacora.terminal.session import Quit, Session
from tacora.terminal.setup import DEFAULT_EDITION, Questions, seated, split
from tacora.terminal.shelf import Shelf
from tacora.terminal.table import Invitation, Table

_SEED = re.compile(r"[0-9a-fA-F]{64}")


def play(
    language: Language,
    *,
    edition: str | None,
    relics: bool | None,
    chests: Chests | None,
    people: str | None,
    bots: str | None,
    odds: bool | None,
    seed: str | None,
    plain: bool,
    resume: bool,
    file: str | None,
) -> int:
    """Play a game from flags, from questions, or from where it was left."""
    say = catalogue(language)
    screen = _screen(say, plain=plain)
    place = Path(file) if file else None
    if seed is not None and not _SEED.fullmatch(seed):
        raise Refused("bad-seed", text=seed)
    flags = {
        "edition": edition,
        "relics": relics,
        "chests": chests,
        "people": people,
        "bots": bots,
        "odds": odds,
        "seed": seed,
    }
    given = [name for name, value in flags.items() if value is not None]
    draft = Invitation(edition or DEFAULT_EDITION, relics, chests or "open", odds=odds is not False, names=(), bots=())
    try:
        if resume:
            if given:
                raise Refused("resume-alone", option=f"--{given[0]}")
            return _go_on(say, screen, place)
        if given:
            invitation = seated(say, draft, split(people or ""), None if bots is None else split(bots))
            return _begin(say, screen, invitation, seed, place)
        return _from_menu(say, screen, draft, place)
    except (EOFError, KeyboardInterrupt, Quit) as stop:
        if isinstance(stop, KeyboardInterrupt):
            screen.say("")
        return 0


def _screen(say: Catalogue, *, plain: bool) -> Screen:
    if not sighted(plain=plain, term=os.environ.get("TERM", "")):
        return Screen()
    from tacora.terminal.drawing import DrawnScreen

    return DrawnScreen(say)


def _from_menu(say: Catalogue, screen: Screen, draft: Invitation, place: Path | None) -> int:
    questions = Questions(say, screen)
    match questions.menu(unfinished=Shelf.of_this_user().newest() is not None):
        case "now":
            return _begin(say, screen, seated(say, draft, (), None), None, place)
        case "choose":
            return _begin(say, screen, questions.invitation(draft), None, place)
        case "resume":
            return _go_on(say, screen, place)
        case "quit":
            return 0


def _begin(say: Catalogue, screen: Screen, invitation: Invitation, seed: str | None, place: Path | None) -> int:
    table = Table.lay(invitation, bytes.fromhex(seed) if seed else secrets.token_bytes(SEED_BYTES), Random())
    return _sit(say, screen, table, place or Shelf.of_this_user().place_for(table), resumed=False)


def _go_on(say: Catalogue, screen: Screen, place: Path | None) -> int:
    place = place or Shelf.of_this_user().newest()
    if place is None:
        raise Refused("nothing-to-resume")
    return _sit(say, screen, Table(shelf.read(place), Random()), place, resumed=True)


def _sit(say: Catalogue, screen: Screen, table: Table, place: Path, *, resumed: bool) -> int:
    session = Session(table, say, screen, Shelf.of_this_user(), place)
    try:
        session.play(resumed=resumed)
    except (EOFError, KeyboardInterrupt, Quit) as stop:
        if isinstance(stop, KeyboardInterrupt):
            screen.say("")
        click.echo(say("saved-for-later"))
    return 0
