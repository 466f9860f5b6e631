"""What Mister Diamond brings to the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tacora.game import Refused
from tacora.games.kind import TableMaker
from tacora.games.mister_diamond.rules import Action, Event, State, View
from tacora.games.mister_diamond.terminal.plan import DEFAULT_EDITION, MisterDiamondPlan, asked
from tacora.games.mister_diamond.terminal.session import MisterDiamondSession
from tacora.narration import Catalogue
from tacora.table import AnySave
from tacora.terminal.game import FlagValue, TerminalGame
from tacora.terminal.plan import Plan, split
from tacora.terminal.questions import Questions
from tacora.terminal.screen import Screen
from tacora.terminal.session import GameSaver


class MisterDiamondTerminal(TerminalGame):
    """Mister Diamond as it is planned and played at one keyboard."""

    flags = ("expert", "notes", "games", "first", "prices")
    welcome = "md-welcome"
    aid_sheet = "md-aid-sheet"

    def __init__(self, table: TableMaker[State, Action, Event, View]) -> None:
        self._table = table

    def plan(self, edition: str | None, flags: Mapping[str, FlagValue], people: tuple[str, ...]) -> MisterDiamondPlan:
        """The game that these options ask for."""
        games, first, prices = flags.get("games"), flags.get("first"), flags.get("prices")
        return MisterDiamondPlan(
            edition=edition or DEFAULT_EDITION,
            expert=bool(flags.get("expert")),
            notes=bool(flags.get("notes")),
            games=games if isinstance(games, int) else 1,
            first=first if isinstance(first, int) else None,
            prices=_prices(prices) if isinstance(prices, str) else None,
            people=people,
        )

    def asked(self, plan: Plan, questions: Questions) -> Plan:
        """Ask everything about a game."""
        assert isinstance(plan, MisterDiamondPlan)
        return asked(plan, questions)

    def session(
        self, saved: AnySave, say: Catalogue, screen: Screen, keeper: GameSaver, rng: Random
    ) -> MisterDiamondSession:
        """Sit down at a table, new or under way."""
        return MisterDiamondSession(self._table(saved, rng), say, screen, keeper)


def _prices(text: str) -> tuple[int, ...]:
    prices = split(text)
    if not all(price.isascii() and price.isdecimal() and len(price) < 10 for price in prices):
        raise Refused("not-prices", text=text)
    return tuple(map(int, prices))
