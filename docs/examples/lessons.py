"""Bots for docs/strategy.md: some leave out one of the rules of thumb, some copy what others do.

In this folder: tacora arena lessons:Sheep champion champion champion champion
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tacora.games.diamant import CONTINUE, LEAVE, Decision, View
from tacora.games.diamant.bots.thumb import GO, NOBODY, Seen, advice, decision, seen_in
from tacora.games.diamant.rules import Began, Event, Revealed, WentHome


class Thumb:
    """Follows all rules of thumb; the others here suppose something else than what they see."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Ask the rules."""
        return decision(self.supposed(seen_in(view, history)), self.rng)

    def supposed(self, seen: Seen) -> Seen:
        """What it goes by."""
        return seen


# The rules of thumb but for one


class Fearful(Thumb):
    """Leaves although no hazard lies in the tunnel yet."""

    def supposed(self, seen: Seen) -> Seen:
        """There is one."""
        return seen._replace(hazards=1)


class Modest(Thumb):
    """Goes home behind somebody at camp, too."""

    def supposed(self, seen: Seen) -> Seen:
        """Those at camp have nothing."""
        return seen._replace(camp=min(seen.camp, 0))


class Hasty(Thumb):
    """Is the first to leave for as little as others are the next."""

    def supposed(self, seen: Seen) -> Seen:
        """Somebody is at camp, who has nothing."""
        return seen._replace(camp=max(seen.camp, 0))


class Generous(Thumb):
    """Leaves while somebody inside is ahead, too."""

    def supposed(self, seen: Seen) -> Seen:
        """The others inside have less at camp."""
        if seen.rival == NOBODY:
            return seen
        camp = seen.camp if seen.camp == NOBODY else seen.camp + 1
        return seen._replace(score=seen.score + 1, camp=camp, rival=0)


class Timeless(Thumb):
    """Plays the last cave like the others."""

    def supposed(self, seen: Seen) -> Seen:
        """Another cave follows."""
        return seen._replace(last=False)


class Stubborn(Thumb):
    """Stays where the rules toss a coin."""

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave only where the rules are sure."""
        return LEAVE if advice(*seen_in(view, history)) == GO else CONTINUE


# Copying others: decisions are opened together, so a copy is always one card late


class Sheep:
    """Goes home as soon as somebody else has."""

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave if anybody has left this cave."""
        return LEAVE if left(history) else CONTINUE


class Shadow:
    """Stays as long as the leader stays, and goes home when the leader has."""

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave if one of those has who entered this cave with most."""
        scores = scores_before(view, history)
        others = [seat for seat in range(len(scores)) if seat != view.seat]
        best = max(scores[seat] for seat in others)
        return LEAVE if any(scores[seat] == best for seat in others if seat in left(history)) else CONTINUE


class Nervous(Thumb):
    """Follows the rules of thumb, but goes home after anybody who leaves."""

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Leave if anybody has left this cave, or if the rules say so."""
        return LEAVE if left(history) else super().choose(view, history)


def this_cave(history: Sequence[Event]) -> Sequence[Event]:
    """What happened since everybody entered this cave."""
    return history[max(at for at, event in enumerate(history) if isinstance(event, Began)) :]


def left(history: Sequence[Event]) -> set[int]:
    """Who has left this cave."""
    return {seat for event in this_cave(history) if isinstance(event, Revealed) for seat in event.leaving}


def scores_before(view: View, history: Sequence[Event]) -> list[int]:
    """The scores with which everybody entered this cave."""
    scores = [0] * len(view.chests)
    for event in history[: len(history) - len(this_cave(history))]:
        if isinstance(event, WentHome):
            for seat in event.seats:
                scores[seat] += event.held + event.share + sum(trophy.worth for trophy in event.trophies)
    return scores
