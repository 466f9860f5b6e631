"""The questions before a game. Enter accepts the default; `back` returns to the previous question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from tacora.bots.bot import STRENGTHS
from tacora.game import Refused
from tacora.narration import Catalogue, refusal
from tacora.narration.listener import capital
from tacora.table import AnySave
from tacora.terminal.commands import MENU
from tacora.terminal.plan import Plan, check_people, split
from tacora.terminal.screen import Screen
from tacora.terminal.session import Quit

Choice: TypeAlias = Literal["now", "choose", "rules", "resume", "quit"]
P = TypeVar("P", bound=Plan)


class Other(NamedTuple):
    """The choice of another game."""

    name: str


class _Back(Exception):
    """The player wants the previous question."""


class Questions:
    """Asks on a screen, in a language."""

    def __init__(self, say: Catalogue, screen: Screen) -> None:
        self._say = say
        self._screen = screen

    def menu(
        self, welcome: str, aid_sheet: str, others: Iterable[str], *, bots: int, unfinished: int
    ) -> Choice | Other:
        """The main menu. One keystroke starts a game. `others`: the names of other games."""
        say = self._say
        choices: dict[str, Choice | Other] = {"": "now", "1": "choose", "2": "rules"}
        words: dict[str, Choice] = {"quit": "quit", "rules": "rules"}
        lines = [say(welcome), say("menu-now", n=bots), say("menu-choose"), say("menu-rules")]
        for name in others:
            key = len(choices)
            choices[str(key)] = Other(name)
            lines.append(say("menu-other", key=key, game=say(f"game-{name}")))
        if unfinished:
            key = len(choices)
            choices[str(key)] = "resume"
            lines.append(say("menu-resume", key=key, n=unfinished))
        self._screen.say(*lines, say("menu-quit"))
        while True:
            answer = self._screen.ask(say("menu-ask")).strip().casefold()
            command, _ = MENU.understood(say, answer) or ("", "")
            choice = words.get(command) or choices.get(answer)
            if choice == "rules":
                self._screen.say(*say(aid_sheet).splitlines())
            elif choice is not None:
                return choice
            else:
                self._screen.say(say("not-understood", text=answer))

    def which(self, games: Sequence[tuple[Path, AnySave]], editions: Collection[str]) -> Path | None:
        """Ask which unfinished game to resume; `None`: back to the menu."""
        say = self._say
        if len(games) == 1:
            return games[0][0]
        for n, (file, saved) in enumerate(games, start=1):
            name, players = saved.record.edition, say.listed(saved.record.seats)
            game = say(f"edition-{name}") if name in editions else name
            self._screen.say(say("resume-line", n=n, game=game, players=players, file=file.name))
        while True:
            try:
                answer = self.ask("resume-ask") or "1"
            except _Back:
                return None
            if is_number(answer) and 1 <= int(answer) <= len(games):
                return games[int(answer) - 1][0]
            self._screen.say(say("not-understood", text=answer))

    def offer(self, editions: Iterable[str]) -> None:
        """List the editions to choose from."""
        named = enumerate(editions, start=1)
        self._screen.say(*(f"{n}. {self._say(f'edition-{name}')} ({name})" for n, name in named))

    def in_turn(self, plan: P, *questions: Callable[[P], P | None]) -> P:
        """Ask questions in order. Each returns the plan with its answer, or None if it does not apply."""
        self._screen.say(self._say("ask-back", word=MENU.word(self._say, "back")))
        at, onward = 0, 1
        while at < len(questions):
            try:
                answered = questions[at](plan)
            except _Back:
                at, onward = max(0, at - 1), -1 if at > 1 else 1
                continue
            except Refused as refused:
                self._screen.say(capital(refusal(self._say, refused)))
                continue
            if answered is None:
                at += onward
            else:
                plan, at, onward = answered, at + 1, 1
        return plan

    # Questions for games to use

    def people(self, plan: P) -> P:
        """Ask who plays at this keyboard."""
        people = split(self.ask("ask-people")) or (self._say("you-name"),)
        check_people(people)
        return msgspec.structs.replace(plan, people=people)

    def bots(self, plan: P) -> P:
        """Ask how strong the bots on the other seats are, or which they are."""
        say = self._say
        usual = plan.usual_bots()
        offered = {"mixed": plan.company()} | dict(zip(STRENGTHS, ((bot,) for bot in plan.characters()), strict=False))
        self._screen.say(say("bots-known", bots=", ".join(plan.known_bots())))
        for n, (strength, bots) in enumerate(offered.items(), start=1):
            self._screen.say(
                say("strength-line", n=n, strength=say(f"strength-{strength}"), who=self._introduced(bots))
            )
        answer = self.ask("ask-bots", default=say("strength-mixed") if usual else say("answer-none"))
        word = answer.casefold()
        for n, (strength, bots) in enumerate(offered.items(), start=1):
            if word in (str(n), say(f"strength-{strength}").casefold()):
                count = len(usual) or 1
                return self.checked(msgspec.structs.replace(plan, bots=tuple(islice(cycle(bots), count))))
        bots = () if word in say("answer-none").split() else split(answer) if answer else usual
        return self.checked(msgspec.structs.replace(plan, bots=bots))

    def checked(self, plan: P) -> P:
        """The plan, if it can be played. Refuses invalid names, bots, seats and numbers of players."""
        plan.laid(self._say, Random(0).randbytes(32))
        return plan

    def _introduced(self, characters: Sequence[str]) -> str:
        """Several characters by name, a single one with its temper."""
        say = self._say
        names = say.listed([say(f"bot-{bot}") for bot in characters])
        return f"{names}, {say(f'temper-{characters[0]}')}" if len(characters) == 1 else names

    def either(self, question: str, yes: str, no: str, usual: str) -> bool:
        """Ask a question with two answers; True for the first."""
        say = self._say
        while True:
            answer = self.ask(question, default=say(usual).split()[0]).casefold() or say(usual).split()[0]
            for message, value in ((yes, True), (no, False)):
                if answer in say(message).split():
                    return value
            self._screen.say(say("not-understood", text=answer))

    def number(self, question: str) -> str:
        """Ask for a number: its digits, or an empty text."""
        while (answer := self.ask(question)) and not is_number(answer):
            self._screen.say(self._say("not-understood", text=answer))
        return answer

    def ask(self, question: str, **facts: str) -> str:
        """Ask one question. `back` and `quit` are always possible answers."""
        answer = self._screen.ask(self._say(question, **facts)).strip()
        command = MENU.understood(self._say, answer)
        if command == ("back", ""):
            raise _Back
        if command == ("quit", ""):
            raise Quit
        return answer


def is_number(text: str) -> bool:
    """Whether this is a decimal number of reasonable length."""
    return text.isascii() and text.isdecimal() and len(text) < 10
