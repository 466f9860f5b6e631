"""Three characters for play against people: each with a temper, none of them a machine that can be read at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tacora.games.diamant.bots.strategies import hazards_met, next_card_loses, takes_home
from tacora.games.diamant.cave import danger
from tacora.games.diamant.rules import CONTINUE, LEAVE, Decision, Event, View


@dataclass(frozen=True)
class Tortoise:
    """Careful: has a small sum in mind, and goes home when a second hazard shows or the sum is reached."""

    rng: Random

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave early, a little earlier or later each time."""
        enough = self.rng.randint(3, 6)
        nervous = len(hazards_met(view)) >= 2 and self.rng.random() < 0.7
        return LEAVE if takes_home(view) > 0 and (takes_home(view) >= enough or nervous) else CONTINUE


@dataclass(frozen=True)
class Magpie:
    """Drawn by what glitters on the path: slips out for the leavings and the relics when others may stay."""

    rng: Random

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave for a rich path, or when the odds turn."""
        prize = view.path + sum(trophy.worth for trophy in view.relics)
        tempted = prize >= 5 and prize > view.held and self.rng.random() < 0.5
        return LEAVE if tempted or next_card_loses(view) else CONTINUE


@dataclass(frozen=True)
class Badger:
    """Digs on: leaves late, and later still when behind in the last caves."""

    rng: Random

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave when the next card is really likely to be the last, or with a fortune in hand."""
        bold = self._is_behind(view) and view.expeditions - view.expedition < 2
        fear = self.rng.uniform(0.25, 0.40) if bold else self.rng.uniform(0.12, 0.24)
        fortune = 24 if bold else 14
        risk = danger(view.tunnel, view.unseen)
        return LEAVE if (takes_home(view) >= fortune and risk) or risk > fear else CONTINUE

    def _is_behind(self, view: View) -> bool:
        mine = view.chests[view.seat] if view.seat is not None else None
        known = [gems for gems in view.chests if gems is not None]
        return mine is not None and mine < max(known)
