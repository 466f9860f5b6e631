"""Mister Diamond at one keyboard: what is asked, answered and told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacora.game import Outcome, Seat, Step
from tacora.games.mister_diamond.editions import RingCard
from tacora.games.mister_diamond.narration import MisterDiamondNarrator
from tacora.games.mister_diamond.rules import (
    Action,
    Decline,
    Declined,
    Event,
    Lift,
    Lifted,
    State,
    Stolen,
    Stuck,
    View,
    thefts_open_to,
)
from tacora.games.mister_diamond.terminal.commands import COMMANDS
from tacora.terminal.screen import Picture
from tacora.terminal.session import Quit, TerminalSession

if TYPE_CHECKING:
    from rich.text import Text


class MisterDiamondSession(TerminalSession[State, Action, Event, View]):
    """A game, or a match, of Mister Diamond."""

    @property
    def _narrator(self) -> MisterDiamondNarrator:
        return MisterDiamondNarrator(self.say, self.table.names, self.table.reader)

    def opening(self) -> list[str]:
        """The box and its options."""
        return [self._narrator.opening(self.table.view())]

    def sentences(self, step: Step[State, Event]) -> list[str]:
        """What a step brought."""
        return self._narrator.tell(step.events, self.table.game.observe(step.state, self.table.reader))

    def so_far(self) -> list[str]:
        """The last turns, and what lies on the table. Older tries are for memory."""
        narrator, view = self._narrator, self.table.view()
        rings = [narrator.rings(view, seat) for seat in range(len(self.table.names))]
        return [*narrator.totals(view), *narrator.board(view), *rings, *self._history(self._to_move)]

    def picture(self) -> Picture:
        """The tray and the rings."""
        view, names = self.table.view(), self.table.names

        def draw(width: int) -> Iterator[Text]:
            from tacora.games.mister_diamond.terminal.tray import picture

            return picture(view, names, width)

        return draw

    def podium(self, outcome: Outcome) -> list[str]:
        """Dollars, best first."""
        return self._narrator.podium(self.table.view(), outcome)

    def decide(self, seat: Seat) -> Action:
        """A place for a ring, a theft or none for a theft card."""
        card = self.table.view().card
        return self._ask_place(seat, card) if isinstance(card, RingCard) else self._ask_theft(seat)

    def _ask_place(self, seat: Seat, ring: RingCard) -> Action:
        view, say = self.table.view(), self.say
        most = view.places
        price, name = self._narrator.dollars(ring.price), self.table.names[seat]
        prompt = say("md-ask-place", price=price) if self._alone else say("md-ask-place-of", name=name, price=price)
        while True:
            text = self.screen.ask(prompt).strip()
            number = text.removesuffix("?").strip()
            if not _is_number(number):
                self._answer(text, seat)
            elif not 1 <= int(number) <= most:
                self.screen.say(say("md-no-such-place", place=number, most=most))
            elif text.endswith("?"):
                self.screen.say(self._narrator.place(view, int(number)))
            elif int(number) not in view.board:
                self.screen.say(say("md-no-diamond", place=number))
            else:
                return Lift(int(number))

    def _ask_theft(self, seat: Seat) -> Action:
        view, say = self.table.view(), self.say
        thefts = thefts_open_to(view.rings, seat)
        choices = [
            say(
                "md-theft-choice",
                n=n,
                price=self._narrator.dollars(theft.price),
                victim=self._narrator.listed([theft.victim]),
            )
            for n, theft in enumerate(thefts, start=1)
        ]
        self.screen.say(*choices)
        decline, name = COMMANDS.word(say, "decline"), self.table.names[seat]
        prompt = (
            say("md-ask-theft", decline=decline) if self._alone else say("md-ask-theft-of", name=name, decline=decline)
        )
        while True:
            text = self.screen.ask(prompt).strip()
            if _is_number(text):
                if 1 <= int(text) <= len(thefts):
                    return thefts[int(text) - 1]
                self.screen.say(say("md-no-such-choice", n=text), *choices)
            elif (COMMANDS.understood(say, text) or ("", ""))[0] == "decline":
                return Decline()
            else:
                self._answer(text, seat)
                self.screen.say(*choices)

    @property
    def _to_move(self) -> Seat | None:
        return next(iter(self.table.game.pending(self.table.state)), None)

    @property
    def _alone(self) -> bool:
        return len(self.table.people) == 1

    def _answer(self, text: str, seat: Seat) -> None:
        """Say what was asked for; it changes nothing."""
        say, narrator, view = self.say, self._narrator, self.table.view()
        command, rest = COMMANDS.understood(say, text) or ("", "")
        match command:
            case "quit":
                raise Quit
            case "board":
                lines = [*narrator.board(view), *narrator.totals(view)]
            case "mine":
                drawn = [narrator.drawn(view.card)] if isinstance(view.card, RingCard) else []
                lines = [narrator.rings(view, seat), *drawn]
            case "rings":
                lines = [narrator.rings(view, other) for other in range(len(self.table.names))]
            case "history":
                lines = self._history(seat, rest)
            case "rules":
                lines = say("md-aid-sheet").splitlines()
            case "help":
                ring = isinstance(view.card, RingCard)
                first = say("md-help-place" if ring else "md-help-theft")
                lines = [first, *COMMANDS.help_lines(say, without=("decline",) if ring else ())]
            case _:
                lines = [say("no-such-command", text=text)] if text else []
        self.screen.say(*lines)

    def _history(self, seat: Seat | None, turns: str = "") -> list[str]:
        """What happened from this seat's last decision on. Older tries are for memory.

        Where the table plays with notes, as many decisions back as are asked for.
        """
        told: list[tuple[Event, list[str]]] = []
        for step in self.table.steps:
            told += self._narrator.told(step.events, self.table.game.observe(step.state, self.table.reader))
        decisions = [at for at, (event, _) in enumerate(told) if isinstance(event, Lifted | Stuck | Stolen | Declined)]
        if self.table.view().notes and _is_number(turns):
            starts = decisions[-int(turns) :] if int(turns) else []
        else:
            starts = [at for at in decisions if _who_decided(told[at][0]) == seat][-1:]
        first = starts[0] if starts else 0
        return [sentence for _, sentences in told[first:] for sentence in sentences]


def _who_decided(event: Event) -> Seat | None:
    match event:
        case Lifted() | Stuck() | Declined():
            return event.seat
        case Stolen():
            return event.thief
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
