"""`tacora play`."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from random import Random
from typing import Literal

import click

from tacora.chance import SEED_BYTES
from tacora.diamant.rules import Chests
from tacora.game import Refused
from tacora.narration import Language
from tacora.narration.catalogue import Catalogue, catalogue
from tacora.record import DiamantRecord
from tacora.terminal import shelf
from tacora.terminal.diamant import DiamantSession
from tacora.terminal.mister_diamond import MisterSession
from tacora.terminal.plan import DEFAULT_EDITION, DEFAULT_MISTER_EDITION, DiamantPlan, MisterPlan, Plan, split
from tacora.terminal.questions import Questions
from tacora.terminal.screen import Screen, sighted
from tacora.terminal.session import Quit
from tacora.terminal.shelf import Shelf
from tacora.terminal.table import SavedGame, diamant_table, mister_table

_SEED = re.compile(r"[0-9a-fA-F]{64}")
_OF_DIAMANT = ("relics", "chests", "odds")
_OF_MISTER_DIAMOND = ("expert", "notes", "games", "first")


def play(
    language: Language,
    *,
    game: Literal["diamant", "mister-diamond"],
    edition: str | None,
    relics: bool | None,
    chests: Chests | None,
    odds: bool | None,
    expert: bool | None,
    notes: bool | None,
    games: int | None,
    first: int | None,
    people: str | None,
    bots: str | None,
    seed: str | None,
    plain: bool,
    resume: bool,
    file: str | None,
) -> int:
    """Play a game from flags, from questions, or from where it was left."""
    flags: dict[str, object] = {
        "edition": edition,
        "relics": relics,
        "chests": chests,
        "odds": odds,
        "expert": expert,
        "notes": notes,
        "games": games,
        "first": first,
        "people": people,
        "bots": bots,
        "seed": seed,
    }
    given = [name for name, value in flags.items() if value is not None]
    for name in given:
        if resume:
            raise Refused("resume-alone", option=f"--{name}")
        if name in (_OF_MISTER_DIAMOND if game == "diamant" else _OF_DIAMANT):
            raise Refused("wrong-game", option=f"--{name}", game=game)
    if seed is not None and not _SEED.fullmatch(seed):
        raise Refused("bad-seed", text=seed)
    at_the_keyboard, others = split(people or ""), None if bots is None else split(bots)
    plan: Plan
    if game == "diamant":
        plan = DiamantPlan(
            edition or DEFAULT_EDITION, relics, chests or "open", odds is not False, at_the_keyboard, others
        )
    else:
        plan = MisterPlan(
            edition or DEFAULT_MISTER_EDITION, bool(expert), bool(notes), games or 1, first, at_the_keyboard, others
        )
    host = _Host(catalogue(language), plain=plain, file=file)
    try:
        if resume:
            return host.resume()
        return host.begin(plan, seed) if given else host.ask(plan)
    except (EOFError, KeyboardInterrupt, Quit):
        return 0


class _Host:
    """Sets tables up on one screen and one shelf."""

    def __init__(self, say: Catalogue, *, plain: bool, file: str | None) -> None:
        self._say = say
        self._screen = _screen(plain=plain)
        self._shelf = Shelf.of_this_user()
        self._file = Path(file) if file else None

    def ask(self, plan: Plan) -> int:
        """Let a person choose what to play."""
        questions = Questions(self._say, self._screen)
        match questions.menu(plan, unfinished=self._shelf.newest() is not None):
            case "now":
                return self.begin(plan, None)
            case "choose":
                return self.begin(questions.plan(plan), None)
            case "resume":
                return self.resume()
            case "other":
                return self.ask(MisterPlan())
            case "quit":
                return 0

    def begin(self, plan: Plan, seed: str | None) -> int:
        """A new game, dealt from a secret seed unless one was given."""
        if self._file is not None and self._file.exists():
            raise Refused("file-exists", file=str(self._file))
        saved = plan.laid(self._say, bytes.fromhex(seed) if seed else secrets.token_bytes(SEED_BYTES))
        return self._play(saved, self._file or self._shelf.place_for(saved), resumed=False)

    def resume(self) -> int:
        """The game that was left unfinished last, or the one in the file that was named."""
        place = self._file or self._shelf.newest()
        if place is None:
            raise Refused("nothing-to-resume")
        return self._play(shelf.read(place), place, resumed=True)

    def _play(self, saved: SavedGame, place: Path, *, resumed: bool) -> int:
        parts = (self._say, self._screen, self._shelf, place)
        record = saved.record
        try:
            if isinstance(record, DiamantRecord):
                DiamantSession(diamant_table(saved, record, Random()), *parts).play(resumed=resumed)
            else:
                MisterSession(mister_table(saved, record, Random()), *parts).play(resumed=resumed)
        except (EOFError, KeyboardInterrupt, Quit) as stop:
            if isinstance(stop, KeyboardInterrupt):
                self._screen.say("")
            click.echo(self._say("saved-for-later"))
        return 0


def _screen(*, plain: bool) -> Screen:
    if not sighted(plain=plain, term=os.environ.get("TERM", "")):
        return Screen()
    from tacora.terminal.drawn_screen import DrawnScreen

    return DrawnScreen()
