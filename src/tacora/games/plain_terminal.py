"""A terminal session for any game without one of its own: sentences, and a numbered list of legal actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Generic, Protocol

from tacora.chance import Seed
from tacora.game import Outcome, Seat, Step
from tacora.narration import Catalogue
from tacora.narration.narrator import Narrator
from tacora.record.base import BaseRecord
from tacora.table import A, AnySave, E, S, Table, V
from tacora.terminal.commands import MENU
from tacora.terminal.game import FlagValue, TerminalGame
from tacora.terminal.plan import Plan
from tacora.terminal.questions import Questions, is_number
from tacora.terminal.screen import Picture, Screen
from tacora.terminal.session import GameSaver, Quit, TakeBack, TerminalSession


class PlainGame(Protocol[S, A, E, V]):
    """What the plain terminal needs of a game."""

    name: str
    default_edition: str
    bots: tuple[str, ...]
    characters: tuple[str, ...]
    company: tuple[str, ...]

    def check_bot(self, text: str) -> None:
        """Refuse an unknown bot."""
        ...

    def fresh(self, names: Sequence[str], seed: bytes, edition: str) -> BaseRecord:
        """The record of a new game. Refuses settings that cannot be played."""
        ...

    def table(self, saved: AnySave, rng: Random) -> Table[S, A, E, V]:
        """The table of a new or resumed game."""
        ...

    def narrator(self, say: Catalogue, names: Sequence[str], me: Seat | None) -> Narrator[V, E]:
        """The narrator for this listener."""
        ...


class PlainPlan(Plan, Generic[S, A, E, V], frozen=True, kw_only=True):
    """The settings of a game with default options."""

    game: PlainGame[S, A, E, V]

    def usual_bots(self) -> tuple[str, ...]:
        """The characters for a single person, none if several people play."""
        return self.game.company if len(self.people) < 2 else ()

    def known_bots(self) -> tuple[str, ...]:
        """All bots, as they are written."""
        return self.game.bots

    def characters(self) -> tuple[str, ...]:
        """The bots that have a name and a personality."""
        return self.game.characters

    def company(self) -> tuple[str, ...]:
        """The characters of a mixed table."""
        return self.game.company

    def checked(self, names: tuple[str, ...], seed: Seed, bots: Sequence[str]) -> BaseRecord:
        """The record of a new game. Refuses settings that cannot be played."""
        for bot in bots:
            self.game.check_bot(bot)
        return self.game.fresh(names, seed, self.edition)


class PlainTerminal(TerminalGame, Generic[S, A, E, V]):
    """A game with default options, played by the numbers of a list."""

    flags = ()

    def __init__(self, game: PlainGame[S, A, E, V]) -> None:
        self._game = game
        self.welcome = f"{game.name}-welcome"
        self.aid_sheet = f"{game.name}-aid-sheet"

    def plan(self, edition: str | None, flags: Mapping[str, FlagValue], people: tuple[str, ...]) -> Plan:
        """The settings that were given."""
        return PlainPlan(edition=edition or self._game.default_edition, people=people, game=self._game)

    def asked(self, plan: Plan, questions: Questions) -> Plan:
        """Ask who plays."""
        return questions.in_turn(plan, questions.people, questions.bots)

    def session(
        self, saved: AnySave, say: Catalogue, screen: Screen, keeper: GameSaver, rng: Random
    ) -> PlainSession[S, A, E, V]:
        """Start a session, of a new or a resumed game."""
        return PlainSession(self._game, self._game.table(saved, rng), say, screen, keeper)


class PlainSession(TerminalSession[S, A, E, V]):
    """Sentences, and a numbered list of legal actions."""

    def __init__(
        self,
        game: PlainGame[S, A, E, V],
        table: Table[S, A, E, V],
        say: Catalogue,
        screen: Screen,
        keeper: GameSaver,
    ) -> None:
        super().__init__(table, say, screen, keeper)
        self._game = game

    def _narrator(self, me: Seat | None) -> Narrator[V, E]:
        return self._game.narrator(self.say, self.table.names, me)

    def opening(self) -> list[str]:
        """What is played."""
        return [self._narrator(self.table.reader).opening(self.table.view())]

    def sentences(self, step: Step[S, E]) -> list[str]:
        """The events of a step."""
        reader = self.table.reader
        return self._narrator(reader).tell(step.events, self.table.game.observe(step.state, reader))

    def so_far(self) -> list[str]:
        """Nothing: the situation is told with every question."""
        return []

    def picture(self) -> Picture:
        """An empty drawing."""
        return lambda _: iter(())

    def podium(self, outcome: Outcome) -> list[str]:
        """The final scores."""
        return self._narrator(self.table.reader).podium(self.table.view(), outcome)

    def decide(self, seat: Seat) -> A:
        """Ask for a number of the list, or for the action as it is written."""
        say, narrator = self.say, self._narrator(self.table.reader)
        alone = len(self.table.people) == 1
        legal = self.table.game.legal_actions(self.table.state, seat)
        self.screen.say(*narrator.situation(self.table.view()), narrator.asked(self.table.view(), [seat]))
        self.screen.say(*(f"{n}. {narrator.action(str(action))}" for n, action in enumerate(legal, start=1)))
        prompt = say("ask-decision-of", name=self.table.names[seat])
        while True:
            text = self.screen.ask(prompt, secret=not alone).strip()
            if is_number(text) and 1 <= int(text) <= len(legal):
                return legal[int(text) - 1]
            for action in legal:
                if text.casefold() in (str(action), narrator.action(str(action)).casefold()):
                    return action
            match MENU.understood(say, text):
                case ("quit", _):
                    raise Quit
                case ("back", _):
                    raise TakeBack
                case ("rules", _):
                    self.screen.say(*say(f"{self._game.name}-aid-sheet").splitlines())
                case ("help", _):
                    self.screen.say(*MENU.help_lines(say))
                case _ if not alone:
                    self.screen.say(say("no-such-secret"))
                case _ if text:
                    self.screen.say(say("no-such-command", text=text))
