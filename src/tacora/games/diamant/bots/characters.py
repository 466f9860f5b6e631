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

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """The chance that this sum is enough, or else that it is nervous."""
        home = takes_home(view)
        content = min(max((home - 2) / 4, 0.0), 1.0)
        nervous = 0.7 if len(hazards_met(view)) >= 2 else 0.0
        return content + (1 - content) * nervous if home else 0.0


@dataclass(frozen=True)
class Magpie:
    """Drawn by what glitters on the path: slips out for the leavings and the relics when others may stay."""

    rng: Random

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave for a rich path, or when the odds turn."""
        prize = view.path + sum(trophy.worth for trophy in view.relics)
        tempted = prize >= 5 and prize > view.held and self.rng.random() < 0.5
        return LEAVE if tempted or next_card_loses(view) else CONTINUE

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """For sure when the odds turn, half the time for a rich path."""
        prize = view.path + sum(trophy.worth for trophy in view.relics)
        tempted = 0.5 if prize >= 5 and prize > view.held else 0.0
        return 1.0 if next_card_loses(view) else tempted


@dataclass(frozen=True)
class Badger:
    """Digs on: leaves late, and later still when behind in the last caves."""

    rng: Random

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave when the next card is really likely to be the last, or with a fortune in hand."""
        least, most, fortune = self._temper(view)
        fear = self.rng.uniform(least, most)
        risk = danger(view.tunnel, view.unseen)
        return LEAVE if (takes_home(view) >= fortune and risk) or risk > fear else CONTINUE

    def leaving(self, view: View, history: Sequence[Event]) -> float:
        """For sure with a fortune that is at risk, else the chance that the risk is too high."""
        least, most, fortune = self._temper(view)
        risk = float(danger(view.tunnel, view.unseen))
        return 1.0 if takes_home(view) >= fortune and risk else min(max((risk - least) / (most - least), 0.0), 1.0)

    def _temper(self, view: View) -> tuple[float, float, int]:
        """Between which risks its fear lies, and what is a fortune."""
        bold = self._is_behind(view) and view.expeditions - view.expedition < 2
        return (0.25, 0.40, 24) if bold else (0.12, 0.24, 14)

    def _is_behind(self, view: View) -> bool:
        mine = view.chests[view.seat] if view.seat is not None else None
        known = [gems for gems in view.chests if gems is not None]
        return mine is not None and mine < max(known)
