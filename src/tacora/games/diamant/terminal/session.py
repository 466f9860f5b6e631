"""Diamant at one keyboard: what is asked, answered and told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacora.game import Outcome, Seat, Step
from tacora.games.diamant.coach import DiamantCoach
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.odds import Situation, odds
from tacora.games.diamant.rules import CONTINUE, LEAVE, Began, Decision, Event, State, View
from tacora.games.diamant.terminal.commands import COMMANDS
from tacora.games.kind import Advice
from tacora.terminal.screen import Picture
from tacora.terminal.session import Quit, TakeBack, TerminalSession

if TYPE_CHECKING:
    from rich.text import Text


class DiamantSession(TerminalSession[State, Decision, Event, View]):
    """A game of Diamant."""

    @property
    def _narrator(self) -> DiamantNarrator:
        return DiamantNarrator(self.say, self.table.names, self.table.reader)

    def opening(self) -> list[str]:
        """The box and its options."""
        return [self._narrator.opening(self.table.view())]

    def sentences(self, step: Step[State, Event]) -> list[str]:
        """What a step brought."""
        return self._narrator.tell(step.events, self.table.game.observe(step.state, self.table.reader))

    def so_far(self) -> list[str]:
        """The expedition up to now."""
        return [self.say("so-far"), *self._history("")]

    def picture(self) -> Picture:
        """Camp, tunnel and chests."""
        say, view, names = self.say, self.table.view(), self.table.names

        def draw(width: int) -> Iterator[Text]:
            from tacora.games.diamant.terminal.drawing import picture

            return picture(say, view, names, width)

        return draw

    def podium(self, outcome: Outcome) -> list[str]:
        """Scores with their relics, best first."""
        return self._narrator.podium(self.table.view(), outcome)

    def decide(self, seat: Seat) -> Decision:
        """Continue or leave; questions are answered until one of the two is typed."""
        table, say = self.table, self.say
        secret = self._secret
        view = table.view()
        self.screen.say(say("status", held=view.held, path=view.path))
        if view.relics:
            self.screen.say(say("cave-relics", relics=self._narrator.trophies(view.relics)))
        prompt = say("ask-secret", name=table.names[seat]) if secret else say("ask-decision")
        advice: Advice | None = None
        while True:
            text = self.screen.ask(prompt, secret=secret)
            command, rest = COMMANDS.understood(say, text) or ("", "")
            match command:
                case "continue" | "leave":
                    decision = LEAVE if command == "leave" else CONTINUE
                    if advice is not None:
                        self.screen.say(advice.after[str(decision)])
                    return decision
                case "coach" if not secret:
                    advice = self._advice(seat)
                    self.screen.say(advice.say)
                case "back":
                    raise TakeBack
                case "quit":
                    raise Quit
                case _:
                    self.screen.say(*self._answer(seat, command, rest, text))

    def _advice(self, seat: Seat) -> Advice:
        """What the coach says, against bots alone: several people would all read it."""
        table = self.table
        history = [event for step in table.steps for event in step.events]
        view = table.game.observe(table.state, seat)
        return DiamantCoach(self.say, table.names, view, history).advice()

    @property
    def _secret(self) -> bool:
        """Several people share the screen: nothing that one of them types may be shown."""
        return len(self.table.people) > 1

    def _answer(self, seat: Seat, command: str, rest: str, text: str) -> list[str]:
        """What to say to a question that changes nothing."""
        say, narrator, view = self.say, self._narrator, self.table.view()
        match command:
            case "cave":
                return narrator.cave(view)
            case "players":
                return narrator.players(view)
            case "mine":
                shown_to_all = view.chests[seat] is not None
                return narrator.mine(self.table.game.observe(self.table.state, seat) if shown_to_all else view)
            case "odds":
                if not self.table.odds:
                    return [say("odds-off")]
                situation = Situation.seen_in(view)
                return narrator.odds(odds(situation), situation)
            case "coach":
                return [say("coach-shared")]
            case "history":
                return self._history(rest)
            case "rules":
                return say("aid-sheet").splitlines()
            case "help":
                hidden = [*(() if self.table.odds else ("odds",)), "coach" if self._secret else "back"]
                return COMMANDS.help_lines(say, without=hidden)
            case _ if self._secret:
                return [say("no-such-secret")]
            case _:
                return [say("no-such-command", text=text.strip())] if text.strip() else []

    def _history(self, which: str) -> list[str]:
        """The sentences of this expedition, or of the one whose number was typed."""
        wanted, now = which or str(self.table.state.expedition), str(self.table.state.expedition)
        if wanted != now and None in self.table.view().chests:
            return [self.say("hidden-history")]
        told: dict[str, list[str]] = {}
        current = ""
        for step in self.table.steps:
            view = self.table.game.observe(step.state, self.table.reader)
            for event in step.events:
                if isinstance(event, Began):
                    current = str(event.expedition)
                told.setdefault(current, []).extend(self._narrator.tell([event], view))
        return told.get(wanted) or [self.say("no-history")]
