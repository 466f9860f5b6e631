"""The questions before a game. Enter takes what is offered; `back` returns to the question before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias, TypeVar

import msgspec

from tacora.game import Refused
from tacora.games.diamant.bots import BOTS, CHARACTERS
from tacora.games.diamant.editions import EDITIONS, edition_named
from tacora.games.mister_diamond.bots import MISTER_BOTS, MISTER_CHARACTERS
from tacora.games.mister_diamond.editions import EDITIONS as MISTER_EDITIONS
from tacora.games.mister_diamond.rules import MOST_GAMES
from tacora.narration import Catalogue, refusal
from tacora.narration.listener import capital
from tacora.table import SavedGame
from tacora.terminal.commands import DIAMANT
from tacora.terminal.plan import DEFAULT_EDITION, DiamantPlan, MisterPlan, Plan, check_people, split
from tacora.terminal.screen import Screen
from tacora.terminal.session import Quit

Choice: TypeAlias = Literal["now", "choose", "rules", "resume", "other", "quit"]
P = TypeVar("P", DiamantPlan, MisterPlan)


class _Back(Exception):
    """The question before, please."""


class Questions:
    """Asks on a screen, in a language."""

    def __init__(self, say: Catalogue, screen: Screen) -> None:
        self._say = say
        self._screen = screen

    def menu(self, plan: Plan, *, unfinished: int) -> Choice:
        """What to do. One keystroke starts a game."""
        say, diamant = self._say, isinstance(plan, DiamantPlan)
        choices: dict[str, Choice] = {"": "now", "1": "choose", "2": "rules", "3": "other"}
        words: dict[str, Choice] = {"quit": "quit", "rules": "rules"}
        lines = [
            say("welcome" if diamant else "md-welcome"),
            say("menu-now"),
            say("menu-choose"),
            say("menu-rules"),
            say("menu-mister" if diamant else "menu-diamant"),
        ]
        if unfinished:
            choices["4"] = "resume"
            lines.append(say("menu-resume", n=unfinished))
        self._screen.say(*lines, say("menu-quit"))
        while True:
            answer = self._screen.ask(say("menu-ask")).strip().casefold()
            command, _ = DIAMANT.understood(say, answer) or ("", "")
            choice = words.get(command) or choices.get(answer)
            if choice == "rules":
                self._screen.say(*say("aid-sheet" if diamant else "md-aid-sheet").splitlines())
            elif choice is not None:
                return choice
            else:
                self._screen.say(say("not-understood", text=answer))

    def which(self, games: Sequence[tuple[Path, SavedGame]]) -> Path | None:
        """One of several unfinished games; `None`: back to the menu."""
        say = self._say
        if len(games) == 1:
            return games[0][0]
        for n, (file, saved) in enumerate(games, start=1):
            name, players = saved.record.edition, say.listed(saved.record.seats)
            game = say(f"edition-{name}") if name in (*EDITIONS, *MISTER_EDITIONS) else name
            self._screen.say(say("resume-line", n=n, game=game, players=players, file=file.name))
        while True:
            try:
                answer = self._ask("resume-ask") or "1"
            except _Back:
                return None
            if _is_number(answer) and 1 <= int(answer) <= len(games):
                return games[int(answer) - 1][0]
            self._screen.say(say("not-understood", text=answer))

    def plan(self, plan: Plan) -> Plan:
        """Ask everything about a game, one question after the other."""
        if isinstance(plan, DiamantPlan):
            return self._in_turn(
                plan, [self._edition, self._relics, self._chests, self._odds, self._people, self._diamant_bots]
            )
        return self._in_turn(
            plan, [self._expert, self._notes, self._games, self._people, self._mister_bots, self._first]
        )

    def _in_turn(self, plan: P, questions: Sequence[Callable[[P], P | None]]) -> P:
        """Every question gives the plan with its answer, or None if there is nothing to ask."""
        self._screen.say(self._say("ask-back", word=DIAMANT.word(self._say, "back")))
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

    # Diamant

    def _edition(self, plan: DiamantPlan) -> DiamantPlan:
        names = list(EDITIONS)
        self._screen.say(*(f"{n}. {self._say(f'edition-{name}')} ({name})" for n, name in enumerate(names, start=1)))
        answer = self._ask("ask-edition", default=DEFAULT_EDITION)
        if _is_number(answer) and 1 <= int(answer) <= len(names):
            answer = names[int(answer) - 1]
        return msgspec.structs.replace(plan, edition=edition_named(answer or DEFAULT_EDITION).name, relics=None)

    def _relics(self, plan: DiamantPlan) -> DiamantPlan | None:
        relics = EDITIONS[plan.edition].relics
        if relics is None:
            return None
        usual = "answer-no" if relics.variant else "answer-yes"
        return msgspec.structs.replace(plan, relics=self._either("ask-relics", "answer-yes", "answer-no", usual))

    def _chests(self, plan: DiamantPlan) -> DiamantPlan:
        visible = self._either("ask-chests", "answer-open", "answer-hidden", "answer-open")
        return msgspec.structs.replace(plan, chests="open" if visible else "hidden")

    def _odds(self, plan: DiamantPlan) -> DiamantPlan:
        return msgspec.structs.replace(plan, odds=self._either("ask-odds", "answer-yes", "answer-no", "answer-yes"))

    def _diamant_bots(self, plan: DiamantPlan) -> DiamantPlan:
        return self._bots(plan, BOTS, CHARACTERS)

    # Mister Diamond

    def _expert(self, plan: MisterPlan) -> MisterPlan:
        return msgspec.structs.replace(
            plan, expert=self._either("md-ask-expert", "answer-yes", "answer-no", "answer-no")
        )

    def _notes(self, plan: MisterPlan) -> MisterPlan:
        notes = self._either("md-ask-notes", "answer-yes", "answer-no", "answer-no")
        return msgspec.structs.replace(plan, notes=notes)

    def _games(self, plan: MisterPlan) -> MisterPlan:
        answer = self._number("md-ask-games") or "1"
        if not 1 <= int(answer) <= MOST_GAMES:
            raise Refused("bad-games", given=int(answer), most=MOST_GAMES)
        return msgspec.structs.replace(plan, games=int(answer))

    def _first(self, plan: MisterPlan) -> MisterPlan:
        answer = self._number("md-ask-first")
        changed = msgspec.structs.replace(plan, first=int(answer) if answer else None)
        changed.laid(self._say, bytes(32))  # Refuses a seat that there is not.
        return changed

    def _mister_bots(self, plan: MisterPlan) -> MisterPlan:
        return self._bots(plan, MISTER_BOTS, MISTER_CHARACTERS)

    # Both

    def _people(self, plan: P) -> P:
        people = split(self._ask("ask-people")) or (self._say("you-name"),)
        check_people(people)
        return msgspec.structs.replace(plan, people=people)

    def _bots(self, plan: P, known: Sequence[str], characters: Sequence[str]) -> P:
        say = self._say
        self._screen.say(say("bots-known", bots=self._introduced(known, characters)))
        usual = plan.usual_bots()
        answer = self._ask("ask-bots", default=",".join(usual) or say("answer-none"))
        bots = () if answer.casefold() in say("answer-none").split() else split(answer) if answer else usual
        changed = msgspec.structs.replace(plan, bots=bots)
        changed.laid(say, Random(0).randbytes(32))  # Refuses names, bots and numbers of players that cannot be.
        return changed

    def _introduced(self, known: Sequence[str], characters: Sequence[str]) -> str:
        """The strategies by their names, the characters with their tempers."""
        strategies = [bot for bot in known if bot not in characters]
        tempers = [f"{bot} ({self._say(f'bot-{bot}')}, {self._say(f'temper-{bot}')})" for bot in characters]
        return ", ".join(strategies + tempers)

    def _either(self, question: str, yes: str, no: str, usual: str) -> bool:
        """Whether the answer was the first of two."""
        say = self._say
        while True:
            answer = self._ask(question, default=say(usual).split()[0]).casefold() or say(usual).split()[0]
            for message, value in ((yes, True), (no, False)):
                if answer in say(message).split():
                    return value
            self._screen.say(say("not-understood", text=answer))

    def _number(self, question: str) -> str:
        """Digits, or nothing."""
        while (answer := self._ask(question)) and not _is_number(answer):
            self._screen.say(self._say("not-understood", text=answer))
        return answer

    def _ask(self, question: str, **facts: str) -> str:
        answer = self._screen.ask(self._say(question, **facts)).strip()
        command = DIAMANT.understood(self._say, answer)
        if command == ("back", ""):
            raise _Back
        if command == ("quit", ""):
            raise Quit
        return answer


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
