"""`tacora play`."""

from __future__ import annotations

import os
import secrets
import shlex
from pathlib import Path
from random import SystemRandom

import msgspec

from tacora.chance import SEED_BYTES, Seed
from tacora.cli import shelf
from tacora.cli.preparing import compile_bots
from tacora.cli.shelf import Shelf
from tacora.cli.words import language_of
from tacora.game import Refused
from tacora.games.kind import GameKind
from tacora.games.records import kind_of_record
from tacora.games.registry import DEFAULT_GAME, GAMES, kind_named, kind_of
from tacora.narration import LANGUAGES, Language
from tacora.narration.catalogue import Catalogue, catalogue
from tacora.record import seed_from
from tacora.table import AnySave
from tacora.terminal.game import FlagValue, PlayedSession
from tacora.terminal.plan import Plan, split
from tacora.terminal.questions import Other, Questions
from tacora.terminal.screen import Screen, sighted
from tacora.terminal.session import Quit

_FOR_ALL = ("edition", "people", "bots", "seed")
"""Options that all games share."""


def play(
    language: Language,
    *,
    game: str | None,
    edition: str | None,
    people: str | None,
    bots: str | None,
    seed: str | None,
    plain: bool,
    resume: bool,
    file: str | None,
    **of_games: FlagValue,
) -> int:
    """Play a game: by flags, by questions, or resumed."""
    flags: dict[str, FlagValue] = {"edition": edition, **of_games, "people": people, "bots": bots, "seed": seed}
    given = [name for name, value in flags.items() if value is not None]
    if resume and given:
        raise Refused("resume-alone", option=f"--{given[0]}")
    kind = _kind(game, edition)
    for name in given:
        if name not in _FOR_ALL and name not in kind.terminal().flags:
            raise Refused("wrong-game", option=f"--{name}", which=kind.name)
    dealt_from = None if seed is None else seed_from(seed)
    planned = kind.terminal().plan(edition, flags, split(people or ""))
    plan = planned if bots is None else msgspec.structs.replace(planned, bots=_bots(bots))
    host = _Host(catalogue(language), plain=plain, file=file)
    try:
        if resume:
            return host.resume(game)
        return host.begin(plan, dealt_from) if given else host.ask(kind, plan)
    except (EOFError, KeyboardInterrupt, Quit):
        return 0


def _kind(game: str | None, edition: str | None) -> GameKind:
    """The named game, or else the game of the edition."""
    if game is None and edition is not None:
        return kind_of(edition)
    return kind_named(game or DEFAULT_GAME)


def _bots(text: str) -> tuple[str, ...]:
    nobody = {catalogue(language)("answer-none") for language in LANGUAGES}
    return () if text.strip().casefold() in nobody else split(text)


class _Host:
    """Sets up games on one screen, saved on one shelf."""

    def __init__(self, say: Catalogue, *, plain: bool, file: str | None) -> None:
        self._say = say
        self._screen = _screen(plain=plain)
        self._shelf = Shelf.of_this_user()
        self._file = Path(file) if file else None

    def ask(self, kind: GameKind, plan: Plan) -> int:
        """Show the menu, and start what is chosen."""
        questions, terminal = Questions(self._say, self._screen), kind.terminal()
        games = self._shelf.unfinished()
        others = [name for name in GAMES if name != kind.name]
        bots = len(plan.usual_bots() if plan.bots is None else plan.bots)
        match questions.menu(terminal.welcome, terminal.aid_sheet, others, bots=bots, unfinished=len(games)):
            case "choose":
                return self.begin(terminal.asked(plan, questions), None)
            case "resume":
                place = questions.which(games, [name for other in GAMES.values() for name in other.editions])
                return self.ask(kind, plan) if place is None else self._go_on(place)
            case Other(name):
                other = kind_named(name)
                return self.ask(other, other.terminal().plan(None, {}, ()))
            case "quit":
                return 0
            case _:
                return self.begin(plan, None)

    def begin(self, plan: Plan, seed: Seed | None) -> int:
        """Start a new game, from a random seed unless one is given."""
        if self._file is not None:
            if self._file.exists():
                raise Refused("file-exists", file=str(self._file))
            if not self._file.parent.is_dir():
                raise Refused("no-folder", folder=str(self._file.parent))
        saved = plan.laid(self._say, seed or secrets.token_bytes(SEED_BYTES))
        place = self._file or self._shelf.place_for(saved)
        with self._shelf.held(place):
            return self._play(self._session(saved, place), resumed=False)

    def resume(self, game: str | None) -> int:
        """Resume the game in the given file, or the latest unfinished one (of this kind, if one is named)."""
        if self._file is not None:
            return self._go_on(self._file)
        for place, saved in self._shelf.unfinished():
            if game in (None, kind_of_record(saved.record).name):
                return self._go_on(place)
        raise Refused("nothing-to-resume")

    def _go_on(self, place: Path) -> int:
        if not place.exists():
            raise Refused("no-file", file=str(place))
        with self._shelf.held(place):
            with shelf.within(str(place)):
                session = self._session(shelf.read(place), place)
            return self._play(session, resumed=True)

    def _session(self, saved: AnySave, place: Path) -> PlayedSession:
        kind, keeper = kind_of_record(saved.record), self._shelf.keeper(place)
        record, bots = saved.record, [bot for bot in saved.bots if bot is not None]
        options = {name: value for name, value in record.chosen().items() if isinstance(value, bool | int | str)}
        compile_bots(self._say, kind, bots, len(record.seats), record.edition, options)
        return kind.terminal().session(saved, self._say, self._screen, keeper, SystemRandom())

    def _play(self, session: PlayedSession, *, resumed: bool) -> int:
        try:
            session.play(resumed=resumed)
        except (EOFError, KeyboardInterrupt, Quit) as stop:
            if isinstance(stop, KeyboardInterrupt):
                self._screen.say("")
            self._screen.say(
                self._say("saved-for-later", command=self._again) if session.keep() else self._say("not-saved")
            )
        return 0

    @property
    def _again(self) -> str:
        """The command that goes on with this game, in this language."""
        spoken = self._say.language
        lang = "" if spoken == language_of([]) else f" --lang {spoken}"
        return f"tacora play --resume{lang}" + (f" --file {shlex.quote(str(self._file))}" if self._file else "")


def _screen(*, plain: bool) -> Screen:
    if not sighted(plain=plain, term=os.environ.get("TERM", "")):
        return Screen()
    from tacora.terminal.drawn_screen import DrawnScreen

    return DrawnScreen()
