"""`tacora play`."""

from __future__ import annotations

import os
import secrets
import shlex
from pathlib import Path
from random import Random
from typing import Literal

from tacora.chance import SEED_BYTES, Seed
from tacora.game import Refused
from tacora.games.diamant.record import DiamantRecord
from tacora.games.diamant.rules import Chests
from tacora.narration import LANGUAGES, Language
from tacora.narration.catalogue import Catalogue, catalogue
from tacora.record import seed_from
from tacora.table import A, E, S, SavedGame, V, diamant_table, mister_table
from tacora.terminal import shelf
from tacora.terminal.diamant import DiamantSession
from tacora.terminal.mister_diamond import MisterSession
from tacora.terminal.plan import DEFAULT_EDITION, DEFAULT_MISTER_EDITION, DiamantPlan, MisterPlan, Plan, split
from tacora.terminal.questions import Questions
from tacora.terminal.screen import Screen, sighted
from tacora.terminal.session import Quit, Session
from tacora.terminal.shelf import Shelf

_OF_DIAMANT = ("relics", "chests", "odds")
_OF_MISTER_DIAMOND = ("expert", "notes", "games", "first", "prices")


def play(
    language: Language,
    *,
    game: Literal["diamant", "mister-diamond"] | None,
    edition: str | None,
    relics: bool | None,
    chests: Chests | None,
    odds: bool | None,
    expert: bool | None,
    notes: bool | None,
    games: int | None,
    first: int | None,
    prices: str | None,
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
        "prices": prices,
        "people": people,
        "bots": bots,
        "seed": seed,
    }
    given = [name for name, value in flags.items() if value is not None]
    for name in given:
        if resume:
            raise Refused("resume-alone", option=f"--{name}")
        if name in (_OF_DIAMANT if game == "mister-diamond" else _OF_MISTER_DIAMOND):
            raise Refused("wrong-game", option=f"--{name}", which=game or "diamant")
    dealt_from = None if seed is None else seed_from(seed)
    at_the_keyboard, others = split(people or ""), None if bots is None else _bots(bots)
    plan: Plan
    if game != "mister-diamond":
        plan = DiamantPlan(
            edition or DEFAULT_EDITION, relics, chests or "open", odds is not False, at_the_keyboard, others
        )
    else:
        plan = MisterPlan(
            edition or DEFAULT_MISTER_EDITION,
            bool(expert),
            bool(notes),
            games or 1,
            first,
            None if prices is None else _prices(prices),
            at_the_keyboard,
            others,
        )
    host = _Host(catalogue(language), plain=plain, file=file)
    try:
        if resume:
            return host.resume(game)
        return host.begin(plan, dealt_from) if given else host.ask(plan)
    except (EOFError, KeyboardInterrupt, Quit):
        return 0


def _bots(text: str) -> tuple[str, ...]:
    nobody = {catalogue(language)("answer-none") for language in LANGUAGES}
    return () if text.strip().casefold() in nobody else split(text)


def _prices(text: str) -> tuple[int, ...]:
    prices = split(text)
    if not all(price.isascii() and price.isdecimal() and len(price) < 10 for price in prices):
        raise Refused("not-prices", text=text)
    return tuple(map(int, prices))


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
        games = self._shelf.unfinished()
        match questions.menu(plan, unfinished=len(games)):
            case "choose":
                return self.begin(questions.plan(plan), None)
            case "resume":
                place = questions.which(games)
                return self.ask(plan) if place is None else self._go_on(place)
            case "other":
                return self.ask(MisterPlan() if isinstance(plan, DiamantPlan) else DiamantPlan())
            case "quit":
                return 0
            case _:
                return self.begin(plan, None)

    def begin(self, plan: Plan, seed: Seed | None) -> int:
        """A new game, dealt from a secret seed unless one was given."""
        if self._file is not None:
            if self._file.exists():
                raise Refused("file-exists", file=str(self._file))
            if not self._file.parent.is_dir():
                raise Refused("no-folder", folder=str(self._file.parent))
        saved = plan.laid(self._say, seed or secrets.token_bytes(SEED_BYTES))
        place = self._file or self._shelf.place_for(saved)
        with self._shelf.held(place):
            return self._play(saved, place, resumed=False)

    def resume(self, game: str | None) -> int:
        """The game in the file that was named, or the one left unfinished last, of this kind if one is named."""
        if self._file is not None:
            return self._go_on(self._file)
        for place, saved in self._shelf.unfinished():
            kind = "diamant" if isinstance(saved.record, DiamantRecord) else "mister-diamond"
            if game in (None, kind):
                return self._go_on(place)
        raise Refused("nothing-to-resume")

    def _go_on(self, place: Path) -> int:
        if not place.exists():
            raise Refused("no-file", file=str(place))
        with self._shelf.held(place):
            return self._play(shelf.read(place), place, resumed=True)

    def _play(self, saved: SavedGame, place: Path, *, resumed: bool) -> int:
        parts = (self._say, self._screen, self._shelf, place)
        record = saved.record
        if isinstance(record, DiamantRecord):
            return self._sit(DiamantSession(diamant_table(saved, record, Random()), *parts), resumed=resumed)
        return self._sit(MisterSession(mister_table(saved, record, Random()), *parts), resumed=resumed)

    def _sit(self, session: Session[S, A, E, V], *, resumed: bool) -> int:
        try:
            session.play(resumed=resumed)
        except (EOFError, KeyboardInterrupt, Quit) as stop:
            if isinstance(stop, KeyboardInterrupt):
                self._screen.say("")
            again = "tacora play --resume" + (f" --file {shlex.quote(str(self._file))}" if self._file else "")
            self._screen.say(self._say("saved-for-later", command=again) if session.keep() else self._say("not-saved"))
        return 0


def _screen(*, plain: bool) -> Screen:
    if not sighted(plain=plain, term=os.environ.get("TERM", "")):
        return Screen()
    from tacora.terminal.drawn_screen import DrawnScreen

    return DrawnScreen()
