"""What Diamant brings to the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tacora.games.diamant.rules import Decision, Event, State, View
from tacora.games.diamant.terminal.plan import DEFAULT_EDITION, DiamantPlan, asked
from tacora.games.diamant.terminal.session import DiamantSession
from tacora.games.kind import TableMaker
from tacora.narration import Catalogue
from tacora.table import AnySave
from tacora.terminal.game import FlagValue, TerminalGame
from tacora.terminal.plan import Plan
from tacora.terminal.questions import Questions
from tacora.terminal.screen import Screen
from tacora.terminal.session import GameSaver


class DiamantTerminal(TerminalGame):
    """Diamant as it is planned and played at one keyboard."""

    flags = ("relics", "chests", "odds")
    welcome = "diamant-welcome"
    aid_sheet = "aid-sheet"

    def __init__(self, table: TableMaker[State, Decision, Event, View]) -> None:
        self._table = table

    def plan(self, edition: str | None, flags: Mapping[str, FlagValue], people: tuple[str, ...]) -> DiamantPlan:
        """The game that these options ask for."""
        relics, chests = flags.get("relics"), flags.get("chests")
        return DiamantPlan(
            edition=edition or DEFAULT_EDITION,
            relics=relics if isinstance(relics, bool) else None,
            chests="hidden" if chests == "hidden" else "open",
            odds=flags.get("odds") is not False,
            people=people,
        )

    def asked(self, plan: Plan, questions: Questions) -> Plan:
        """Ask everything about a game."""
        assert isinstance(plan, DiamantPlan)
        return asked(plan, questions)

    def session(self, saved: AnySave, say: Catalogue, screen: Screen, keeper: GameSaver, rng: Random) -> DiamantSession:
        """Sit down at a table, new or under way."""
        return DiamantSession(self._table(saved, rng), say, screen, keeper)
