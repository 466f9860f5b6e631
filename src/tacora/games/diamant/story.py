"""The course of a game of Diamant, told afterwards: who had what when, what was lost, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from tacora.games.diamant.record import Replay
from tacora.games.diamant.rules import Began, Disaster, ExpeditionEnded, HazardMet, RelicFound, TreasureFound, WentHome
from tacora.narration.catalogue import Catalogue
from tacora.narration.listener import Listener
from tacora.narration.moments import Moment, kept_since, names

_WORTH_TELLING = 3
"""Fewer gems on the way home are no turning point."""


class Chapter(Struct, frozen=True):
    """One expedition."""

    number: int
    step: int
    """Where it begins."""
    cards: int
    ended: Literal["left", "hazard", "open"]
    hazard: str | None
    chests: tuple[int, ...]
    """Gems by seat when it was over."""
    scores: tuple[int, ...]
    """With relics."""
    home: tuple[int, ...]
    """Gems brought home in this expedition."""
    lost: tuple[int, ...]
    """Gems lost in the disaster that ended it."""
    left: tuple[int, ...]
    """How many cards had been turned when each left; 0 for those who did not."""


class Story(Struct, frozen=True, tag_field="of", tag="diamant"):
    """A game of Diamant, expedition by expedition."""

    expeditions: tuple[Chapter, ...]
    lost: tuple[int, ...]
    """Gems lost in disasters, all expeditions together."""
    relics: tuple[int, ...]
    """What the relics of each count."""
    moments: tuple[Moment, ...]


def story(played: Replay, say: Catalogue) -> Story:
    """The course of a game of Diamant."""
    chapters = tuple(_chapters(played))
    seats = len(played.record.seats)
    trophies = played.state.camp.trophies
    return Story(
        expeditions=chapters,
        lost=tuple(sum(chapter.lost[seat] for chapter in chapters) for seat in range(seats)),
        relics=tuple(sum(trophy.worth for trophy in owned) for owned in trophies),
        moments=tuple(_moments(played, chapters, Listener(say, played.record.seats))),
    )


def _chapters(played: Replay) -> Iterator[Chapter]:
    seats = len(played.record.seats)
    number, begun = 0, 0
    home, lost, left = [0] * seats, [0] * seats, [0] * seats
    seen = 0
    turned = [len(row) for row in played.turned()]
    for at, step in enumerate(played.steps):
        for event in step.events:
            match event:
                case Began():
                    number, begun = event.expedition, at
                    home, lost, left = [0] * seats, [0] * seats, [0] * seats
                    seen = 0
                case TreasureFound() | HazardMet() | RelicFound():
                    seen += 1
                case WentHome():
                    for seat in event.seats:
                        home[seat] += event.held + event.share
                        left[seat] = seen
                case Disaster():
                    for seat in event.victims:
                        lost[seat] += event.lost
                case ExpeditionEnded():
                    scores = played.game.scores(step.state)
                    chests = step.state.camp.chests
                    kind = event.removed.kind if event.removed else None
                    cards = turned[number - 1]
                    ended = (event.how, kind, chests, scores)
                    yield Chapter(number, begun, cards, *ended, tuple(home), tuple(lost), tuple(left))
                    number = 0
    if number:
        state = played.state
        cards = turned[number - 1]
        scores = played.game.scores(state)
        chests = state.camp.chests
        yield Chapter(number, begun, cards, "open", None, chests, scores, tuple(home), tuple(lost), tuple(left))


def _moments(played: Replay, chapters: Sequence[Chapter], to: Listener) -> Iterator[Moment]:
    """The turning points, in the order they came."""
    found = [
        moment
        for moment in (
            _heaviest_loss(played, to),
            _best_path(played, to),
            _best_relic(played, to),
            _lead_for_good(played, to),
        )
        if moment is not None
    ]
    yield from sorted(found, key=lambda moment: moment.step or 0)
    yield from _regrets(played, chapters, to)


def _where(played: Replay) -> list[int]:
    """The expedition that each step belongs to: where its decisions were taken."""
    found: list[int] = []
    number = 1
    for step in played.steps:
        found.append(number)
        number = next((event.expedition for event in step.events if isinstance(event, Began)), number)
    return found


def _heaviest_loss(played: Replay, to: Listener) -> Moment | None:
    """The disaster that took most, all victims together."""
    best: tuple[int, int, Disaster] | None = None
    for at, step in enumerate(played.steps):
        for event in step.events:
            if isinstance(event, Disaster) and event.lost * len(event.victims) > (best[0] if best else 0):
                best = event.lost * len(event.victims), at, event
    if best is None:
        return None
    _, at, event = best
    say = to.say(
        "web-moment-loss",
        expedition=_where(played)[at],
        hazard=to.say(f"hazard-{event.card.kind}"),
        n=event.lost,
        **names(to, event.victims),
    )
    return Moment(at, say)


def _best_path(played: Replay, to: Listener) -> Moment | None:
    """The leave that earned most from what lay on the path."""
    best: tuple[int, int, WentHome] | None = None
    for at, step in enumerate(played.steps):
        for event in step.events:
            if isinstance(event, WentHome) and event.share > (best[0] if best else _WORTH_TELLING - 1):
                best = event.share, at, event
    if best is None:
        return None
    share, at, event = best
    return Moment(at, to.say("web-moment-path", expedition=_where(played)[at], n=share, **names(to, event.seats)))


def _best_relic(played: Replay, to: Listener) -> Moment | None:
    """The lone leave that brought most relics home."""
    best: tuple[int, int, WentHome] | None = None
    for at, step in enumerate(played.steps):
        for event in step.events:
            if isinstance(event, WentHome) and event.trophies:
                worth = sum(trophy.worth for trophy in event.trophies)
                if worth > (best[0] if best else 0):
                    best = worth, at, event
    if best is None:
        return None
    worth, at, event = best
    facts = {"count": len(event.trophies), "worth": worth}
    return Moment(at, to.say("web-moment-relic", expedition=_where(played)[at], **facts, **names(to, event.seats)))


def _lead_for_good(played: Replay, to: Listener) -> Moment | None:
    """When those who won took a lead that they kept."""
    outcome = played.game.outcome(played.state)
    if outcome is None or len(outcome.winners) == len(played.record.seats):
        return None
    scores = [played.game.scores(step.state) for step in played.steps]
    at = kept_since(scores, outcome.winners)
    if at is None:
        return None
    where = _where(played)[at]
    first = next((number for number, score in enumerate(scores) if any(score)), None)
    message = "web-moment-always" if at == first else "web-moment-lead"
    return Moment(at, to.say(message, expedition=where, **names(to, outcome.winners)))


def _regrets(played: Replay, chapters: Sequence[Chapter], to: Listener) -> Iterator[Moment]:
    """Somebody behind the winners who lost more in the caves than the victory was short of."""
    outcome = played.game.outcome(played.state)
    if outcome is None:
        return
    best = max(outcome.scores)
    behind = sorted((best - score, seat) for seat, score in enumerate(outcome.scores) if seat not in outcome.winners)
    for short, seat in behind:
        lost = sum(chapter.lost[seat] for chapter in chapters)
        if 0 < short < lost:
            yield Moment(None, to.say("web-moment-regret", short=short, n=lost, **names(to, [seat])))
            return
    if not any(sum(chapter.lost) for chapter in chapters):
        yield Moment(None, to.say("web-moment-no-loss"))
