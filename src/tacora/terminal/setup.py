"""Who plays what: asked question by question, or taken from flags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, TypeAlias

import msgspec

from tacora.bots import BOTS, CHARACTERS, make_bot
from tacora.diamant.editions import EDITIONS, edition_named
from tacora.diamant.rules import Diamant
from tacora.game import Refused
from tacora.narration import Catalogue, refusal
from tacora.terminal.commands import understood
from tacora.terminal.screen import Screen
from tacora.terminal.session import Quit
from tacora.terminal.table import Invitation

DEFAULT_EDITION = "tacora-2024"

Choice: TypeAlias = Literal["now", "choose", "resume", "quit"]


def seated(say: Catalogue, draft: Invitation, people: Sequence[str], bots: Sequence[str] | None) -> Invitation:
    """The draft with these people and bots in its seats. Without a word about bots, three keep one person company.

    Everything is checked here, before the first card: names, bots, the number of seats, the options of the box.
    """
    people = tuple(people) or (say("you-name"),)
    if bots is None:
        bots = default_bots(len(people))
    names: list[str] = []
    for name in people:
        if name in names:
            raise Refused("name-taken", name=name)
        names.append(name)
    for bot in bots:
        make_bot(bot, Random())
        names.append(_free_name(say(f"bot-{bot}") if bot in CHARACTERS else bot, names))
    edition = edition_named(draft.edition)
    Diamant(edition, relics=draft.relics)
    if not edition.least_seats <= len(names) <= edition.most_seats:
        raise Refused("seat-count", given=len(names), least=edition.least_seats, most=edition.most_seats)
    nobody: tuple[str | None, ...] = (None,) * len(people)
    return msgspec.structs.replace(draft, names=tuple(names), bots=nobody + tuple(bots))


def default_bots(people: int) -> tuple[str, ...]:
    """Three characters for one or two people, none for a table that is full enough."""
    return CHARACTERS if people < 3 else ()


def _free_name(name: str, taken: Sequence[str]) -> str:
    if name not in taken:
        return name
    return next(f"{name} {n}" for n in range(2, len(taken) + 3) if f"{name} {n}" not in taken)


def split(text: str) -> tuple[str, ...]:
    """The parts of a list typed with commas.

    >>> split(" Ana, Léo,,")
    ('Ana', 'Léo')
    """
    return tuple(part.strip() for part in text.split(",") if part.strip())


class Questions:
    """The questions before a game. Enter takes what is offered; `back` returns to the question before."""

    def __init__(self, say: Catalogue, screen: Screen) -> None:
        self._say = say
        self._screen = screen

    def menu(self, *, unfinished: bool) -> Choice:
        """What to do. One keystroke starts a game."""
        say = self._say
        choices: dict[str, Choice] = {"": "now", "1": "choose"}
        lines = [say("welcome"), say("menu-now"), say("menu-choose")]
        if unfinished:
            choices["2"] = "resume"
            lines.append(say("menu-resume"))
        self._screen.say(*lines, say("menu-rules"), say("menu-quit"))
        while True:
            answer = self._screen.ask(say("menu-ask")).strip().casefold()
            if answer in choices:
                return choices[answer]
            command = understood(say, answer)
            if command and command[0] == "quit":
                return "quit"
            if answer == "3" or (command and command[0] == "rules"):
                self._screen.say(*say("aid-sheet").splitlines())
            else:
                self._screen.say(say("not-understood", text=answer))

    def invitation(self, draft: Invitation) -> Invitation:
        """Ask everything, one question after the other."""
        questions: list[Callable[[Invitation], Invitation | None]] = [
            self._edition,
            self._relics,
            self._chests,
            self._odds,
            self._people,
            self._bots,
        ]
        self._screen.say(self._say("ask-back", word=self._say("command-back").split()[0]))
        at, onward = 0, 1
        while at < len(questions):
            try:
                answered = questions[at](draft)
            except _Back:
                at, onward = max(0, at - 1), -1 if at > 1 else 1
                continue
            except Refused as refused:
                self._screen.say(refusal(self._say, refused))
                continue
            if answered is None:
                at += onward
            else:
                draft, at, onward = answered, at + 1, 1
        return draft

    # Each question gives the draft with its answer, or None if there is nothing to ask.

    def _edition(self, draft: Invitation) -> Invitation:
        names = list(EDITIONS)
        self._screen.say(*(f"{n}. {self._say(f'edition-{name}')} ({name})" for n, name in enumerate(names, start=1)))
        answer = self._ask("ask-edition", default=DEFAULT_EDITION)
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            answer = names[int(answer) - 1]
        return msgspec.structs.replace(draft, edition=edition_named(answer or DEFAULT_EDITION).name, relics=None)

    def _relics(self, draft: Invitation) -> Invitation | None:
        relics = EDITIONS[draft.edition].relics
        if relics is None:
            return None
        usual = "answer-no" if relics.variant else "answer-yes"
        with_relics = self._either("ask-relics", "answer-yes", "answer-no", usual)
        return msgspec.structs.replace(draft, relics=with_relics)

    def _chests(self, draft: Invitation) -> Invitation:
        visible = self._either("ask-chests", "answer-open", "answer-hidden", "answer-open")
        return msgspec.structs.replace(draft, chests="open" if visible else "hidden")

    def _odds(self, draft: Invitation) -> Invitation:
        return msgspec.structs.replace(draft, odds=self._either("ask-odds", "answer-yes", "answer-no", "answer-yes"))

    def _people(self, draft: Invitation) -> Invitation:
        people = split(self._ask("ask-people")) or (self._say("you-name"),)
        return msgspec.structs.replace(draft, names=people, bots=(None,) * len(people))

    def _bots(self, draft: Invitation) -> Invitation:
        say = self._say
        people = [name for name, bot in zip(draft.names, draft.bots, strict=True) if bot is None]
        tempers = [f"{bot} ({say(f'bot-{bot}')}, {say(f'temper-{bot}')})" for bot in CHARACTERS]
        self._screen.say(say("bots-known", bots=", ".join([*(b for b in BOTS if b not in CHARACTERS), *tempers])))
        usual = default_bots(len(people))
        default = ",".join(usual) or say("answer-none")
        answer = self._ask("ask-bots", default=default)
        bots = () if answer.casefold() in say("answer-none").split() else split(answer) if answer else usual
        return seated(say, draft, people, bots)

    def _either(self, question: str, yes: str, no: str, usual: str) -> bool:
        """Whether the answer was the first of two."""
        say = self._say
        while True:
            answer = self._ask(question, default=say(usual).split()[0]).casefold() or say(usual).split()[0]
            for message, value in ((yes, True), (no, False)):
                if answer in say(message).split():
                    return value
            self._screen.say(say("not-understood", text=answer))

    def _ask(self, question: str, **facts: str) -> str:
        answer = self._screen.ask(self._say(question, **facts)).strip()
        command = understood(self._say, answer)
        if command == ("back", ""):
            raise _Back
        if command == ("quit", ""):
            raise Quit
        return answer


class _Back(Exception):
    """The question before, please."""
