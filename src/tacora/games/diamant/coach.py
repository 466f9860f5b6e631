"""What a champion would do in a seat's place, and why: in sentences, from the view of that seat alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple

from tacora.game import Seat
from tacora.games.diamant.bots.solved import Champion
from tacora.games.diamant.bots.strategies import takes_home
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.odds import Situation, odds
from tacora.games.diamant.rules import CONTINUE, LEAVE, Decision, Event, View
from tacora.games.kind import Advice
from tacora.narration.catalogue import Catalogue
from tacora.narration.figures import number

SURE = 0.95
"""How often a champion does what it is said to do without a doubt."""
CLOSE = 0.65
"""Below this it is close: a champion does either."""


class Standing(NamedTuple):
    """How a seat stands against the best of the others, counting what those inside hold."""

    ahead: int
    """In gems; below 0: behind."""
    rivals: tuple[Seat, ...]


class _Reason(NamedTuple):
    """A fact, and the decision that it speaks for."""

    favours: Decision | None
    say: str


class DiamantCoach:
    """Advises one seat."""

    def __init__(self, say: Catalogue, names: Sequence[str], view: View, history: Sequence[Event]) -> None:
        self._say, self._view = say, view
        self._narrator = DiamantNarrator(say, names, view.seat)
        self._leaving = Champion(Random()).leaving(view, history)

    def advice(self) -> Advice:
        """The champion's choice with its reasons, and what is to be said of either decision."""
        return Advice(self._before(), {str(decision): self._after(decision) for decision in (CONTINUE, LEAVE)})

    def _often(self, decision: Decision) -> float:
        return self._leaving if decision is LEAVE else 1 - self._leaving

    def _before(self) -> str:
        say, best = self._say, LEAVE if self._leaving > 0.5 else CONTINUE
        often = self._often(best)
        would = say("coach-would", choice=str(best), doubt=_doubt(often), times=_times(often))
        reasons, also = self._reasons(), say("coach-and")
        against = [reason.say for reason in reasons if reason.favours not in (None, best)] if often >= CLOSE else []
        speaking = [reason.say for reason in reasons if reason.say not in against]
        if not speaking:
            return say("coach-although", would=would, against=also.join(against))
        if not against:
            return say("coach-because", would=would, reasons=also.join(speaking))
        return say("coach-weighed", would=would, reasons=also.join(speaking), against=also.join(against))

    def _after(self, decision: Decision) -> str:
        often = self._often(decision)
        if often >= CLOSE:
            return self._say("coach-same", doubt=_doubt(often), times=_times(often))
        if often > 1 - CLOSE:
            return self._say("coach-close", times=_times(often))
        return self._say("coach-other", choice=str(decision), doubt=_doubt(1 - often), times=_times(often))

    # Why

    def _reasons(self) -> list[_Reason]:
        """Danger and share, the path, and where it is known the standing."""
        return [self._card(), self._path(), *self._standing()]

    def _card(self) -> _Reason:
        view = self._view
        situation = Situation.seen_in(view)
        known = odds(situation)
        stake = takes_home(view)
        brings, costs = float(known.share), float(known.danger) * stake
        told = self._say(
            "coach-card",
            deadly=int(known.danger * len(view.unseen)),
            unseen=len(view.unseen),
            stake=stake,
            brings=number(self._say.language, brings, 1),
            costs=number(self._say.language, costs, 1),
        )
        return _Reason(CONTINUE if brings > costs else LEAVE, told)

    def _path(self) -> _Reason:
        path = self._view.path
        return _Reason(LEAVE if path else CONTINUE, self._say("coach-path", n=path))

    def _standing(self) -> list[_Reason]:
        standing = standing_in(self._view)
        if standing is None:
            return []
        ahead, rivals = standing
        told = self._say(
            "coach-standing",
            last="yes" if self._view.expedition == self._view.expeditions else "no",
            state="level" if ahead == 0 else "ahead" if ahead > 0 else "behind",
            n=abs(ahead),
            who=self._narrator.listed(rivals),
        )
        return [_Reason(None if ahead == 0 else LEAVE if ahead > 0 else CONTINUE, told)]


def standing_in(view: View) -> Standing | None:
    """The standing of the view's seat; `None` where chests are hidden from it (D22): it has to remember.

    All inside hold the same, so only those at camp have less.
    """
    assert view.seat is not None
    if None in view.chests:
        return None
    scores = [
        (gems or 0) + sum(trophy.worth for trophy in owned) + (view.held if seat in view.inside else 0)
        for seat, (gems, owned) in enumerate(zip(view.chests, view.trophies, strict=True))
    ]
    best = max(score for seat, score in enumerate(scores) if seat != view.seat)
    rivals = tuple(seat for seat, score in enumerate(scores) if score == best and seat != view.seat)
    return Standing(scores[view.seat] - best, rivals)


def _doubt(often: float) -> Literal["none", "some", "close"]:
    return "none" if often >= SURE else "some" if often >= CLOSE else "close"


def _times(often: float) -> int:
    """Of ten; never none or all, which would be no doubt."""
    return min(9, max(1, round(10 * often)))
