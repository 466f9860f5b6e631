"""One game from the first card to the podium, at one keyboard."""

from __future__ import annotations

from pathlib import Path

from tacora.diamant.odds import Situation, odds
from tacora.diamant.rules import CONTINUE, LEAVE, Began, Event, State
from tacora.game import Refused, Seat, Step
from tacora.narration import Catalogue, Narrator, refusal
from tacora.terminal.commands import help_lines, understood
from tacora.terminal.screen import Screen
from tacora.terminal.shelf import Shelf
from tacora.terminal.table import Table


class Quit(Exception):
    """The player wants to stop here."""


class Session:
    """Asks, reveals and tells until the game is over, keeping it after every decision."""

    def __init__(self, table: Table, say: Catalogue, screen: Screen, shelf: Shelf, file: Path) -> None:
        self._table = table
        self._say = say
        self._screen = screen
        self._shelf = shelf
        self._file = file
        self._narrator = Narrator(say, table.names, table.reader)

    def play(self, *, resumed: bool) -> None:
        """Play to the end. Raises EOFError, KeyboardInterrupt or `Quit` with the game kept."""
        self._shelf.keep(self._file, self._table)
        self._open(resumed=resumed)
        while self._table.outcome is None:
            self._collect()
            self._tell(self._table.reveal())
            self._keep()
        self._close()

    def _open(self, *, resumed: bool) -> None:
        table, say = self._table, self._say
        game = table.game
        self._screen.say(
            say(
                "table-edition",
                edition=say(f"edition-{game.edition.name}"),
                relics="yes" if game.with_relics else "no",
                chests=game.chests,
            ),
            say("table-players", players=say.listed(table.names)),
            say("table-commitment", commitment=table.commitment),
        )
        if resumed:
            self._screen.say(say("resumed"), say("so-far"), *self._history(""))
            self._screen.table(table.view(), table.names)
        else:
            self._tell(table.steps[0])

    def _collect(self) -> None:
        """Have every person inside decide; any of them may change it until the last one has."""
        table, say = self._table, self._say
        secret = len(table.people) > 1
        while thinking := table.thinking():
            seat = thinking[0]
            decided = self._decision(seat, secret=secret)
            if decided == "back":
                again = table.take_back()
                self._screen.say(say("nobody-before") if again is None else say("taken-back", name=table.names[again]))
            else:
                table.seal(seat, LEAVE if decided == "leave" else CONTINUE)
                left = len(table.thinking())
                if left:
                    self._screen.say(say("sealed", name=table.names[seat], left=left))
                    self._keep()

    def _decision(self, seat: Seat, *, secret: bool) -> str:
        table, say, screen = self._table, self._say, self._screen
        view = table.view()
        screen.say(say("status", held=view.held, path=view.path))
        prompt = say("ask-secret", name=table.names[seat]) if secret else say("ask-decision")
        while True:
            text = screen.ask(prompt, secret=secret)
            command, rest = understood(say, text) or ("", "")
            match command:
                case "continue" | "leave" | "back":
                    return command
                case "quit":
                    raise Quit
                case _:
                    screen.say(*self._answer(command, rest, text))

    def _answer(self, command: str, rest: str, text: str) -> list[str]:
        """What to say to a question that changes nothing."""
        say, narrator, view = self._say, self._narrator, self._table.view()
        match command:
            case "cave":
                return narrator.cave(view)
            case "players":
                return narrator.players(view)
            case "mine":
                return narrator.mine(view)
            case "odds":
                if not self._table.odds:
                    return [say("odds-off")]
                situation = Situation.seen_in(view)
                return narrator.odds(odds(situation), situation)
            case "history":
                return self._history(rest)
            case "rules":
                return say("aid-sheet").splitlines()
            case "help":
                return help_lines(say)
            case _:
                return [say("no-such-command", text=text.strip())] if text.strip() else []

    def _history(self, which: str) -> list[str]:
        """The sentences of this expedition, or of the one whose number was typed."""
        table = self._table
        wanted = which or str(table.state.expedition)
        told: dict[str, list[str]] = {}
        current = ""
        for step in table.steps:
            view = table.game.observe(step.state, table.reader)
            for event in step.events:
                if isinstance(event, Began):
                    current = str(event.expedition)
                told.setdefault(current, []).extend(self._narrator.tell([event], view))
        return told.get(wanted) or [self._say("no-history")]

    def _tell(self, step: Step[State, Event]) -> None:
        view = self._table.game.observe(step.state, self._table.reader)
        self._screen.tell(self._narrator.tell(step.events, view))
        self._screen.table(view, self._table.names)

    def _keep(self) -> None:
        """Keep the game; a disk that fails in mid-game is told, and the game goes on."""
        try:
            self._shelf.keep(self._file, self._table)
        except Refused as refused:
            self._screen.say(refusal(self._say, refused))

    def _close(self) -> None:
        table, say = self._table, self._say
        outcome = table.outcome
        assert outcome is not None
        record = self._shelf.finish(self._file, table)
        self._screen.say(
            say("scores-title"),
            *self._narrator.podium(table.view(), outcome),
            say("seed-shown", seed=table.seed),
            say("record-kept", file=str(record)),
            say("record-replay"),
        )
