"""The course of a game, told afterwards: who had what when, what was lost, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from tacora.game import Seat
from tacora.games.diamant.record import Replay
from tacora.games.diamant.rules import Began, Disaster, ExpeditionEnded, WentHome
from tacora.games.mister_diamond.record import MisterReplay
from tacora.games.mister_diamond.rules import GameBegan, Lifted, Stolen, Stuck
from tacora.narration.catalogue import Catalogue
from tacora.narration.listener import Listener

_WORTH_TELLING = 3
"""Fewer gems on the way home are no turning point."""


class Moment(Struct, frozen=True):
    """Something worth telling again, in a sentence."""

    step: int | None
    """When; `None`: about the game as a whole."""
    say: str


# Diamant


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
    home, lost = [0] * seats, [0] * seats
    turned = [len(row) for row in played.turned()]
    for at, step in enumerate(played.steps):
        for event in step.events:
            match event:
                case Began():
                    number, begun = event.expedition, at
                    home, lost = [0] * seats, [0] * seats
                case WentHome():
                    for seat in event.seats:
                        home[seat] += event.held + event.share
                case Disaster():
                    for seat in event.victims:
                        lost[seat] += event.lost
                case ExpeditionEnded():
                    scores = played.game.scores(step.state)
                    chests = step.state.camp.chests
                    kind = event.removed.kind if event.removed else None
                    cards = turned[number - 1]
                    yield Chapter(number, begun, cards, event.how, kind, chests, scores, tuple(home), tuple(lost))
                    number = 0
    if number:
        state = played.state
        cards = turned[number - 1]
        scores = played.game.scores(state)
        yield Chapter(number, begun, cards, "open", None, state.camp.chests, scores, tuple(home), tuple(lost))


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
        **_names(to, event.victims),
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
    return Moment(at, to.say("web-moment-path", expedition=_where(played)[at], n=share, **_names(to, event.seats)))


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
    return Moment(at, to.say("web-moment-relic", expedition=_where(played)[at], **facts, **_names(to, event.seats)))


def _lead_for_good(played: Replay, to: Listener) -> Moment | None:
    """When those who won took a lead that they kept."""
    outcome = played.game.outcome(played.state)
    if outcome is None or len(outcome.winners) == len(played.record.seats):
        return None
    scores = [played.game.scores(step.state) for step in played.steps]
    at = _kept_since(scores, outcome.winners)
    if at is None:
        return None
    where = _where(played)[at]
    first = next((number for number, score in enumerate(scores) if any(score)), None)
    message = "web-moment-always" if at == first else "web-moment-lead"
    return Moment(at, to.say(message, expedition=where, **_names(to, outcome.winners)))


def _kept_since(scores: Sequence[tuple[int, ...]], winners: Sequence[Seat]) -> int | None:
    """The first step from which on these, and nobody else, had most."""
    since: int | None = None
    for at, score in enumerate(scores):
        leaders = tuple(seat for seat, points in enumerate(score) if points == max(score))
        if leaders != tuple(winners):
            since = None
        elif since is None:
            since = at
    return since


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
            yield Moment(None, to.say("web-moment-regret", short=short, n=lost, **_names(to, [seat])))
            return
    if not any(sum(chapter.lost) for chapter in chapters):
        yield Moment(None, to.say("web-moment-no-loss"))


def _names(to: Listener, seats: Sequence[Seat]) -> dict[str, str]:
    who = to.who(seats)
    return {"who": who["who"], "kind": who["kind"]}


# Mister Diamond


class Turn(Struct, frozen=True):
    """The scores after one step."""

    step: int
    scores: tuple[int, ...]
    """Dollars by seat, with those of the games that are over."""


class Theft(Struct, frozen=True):
    """A diamond that changed hands."""

    step: int
    thief: Seat
    victim: Seat
    price: int


class Retry(Struct, frozen=True):
    """A fixed diamond that was tried although all had seen that it is."""

    step: int
    seat: Seat
    place: int


class Hand(Struct, frozen=True):
    """What one player did."""

    lifted: int
    stuck: int
    again: int
    """Of these, diamonds that had proved to be fixed before."""
    stolen: int
    robbed: int


class MisterStory(Struct, frozen=True, tag_field="of", tag="mister-diamond"):
    """A game, or a match, of Mister Diamond, turn by turn."""

    games: tuple[int, ...]
    """The step that begins each."""
    turns: tuple[Turn, ...]
    thefts: tuple[Theft, ...]
    retries: tuple[Retry, ...]
    hands: tuple[Hand, ...]
    moments: tuple[Moment, ...]


def mister_story(played: MisterReplay, say: Catalogue) -> MisterStory:
    """The course of a game of Mister Diamond."""
    seats = len(played.record.seats)
    games: list[int] = []
    thefts: list[Theft] = []
    retries: list[Retry] = []
    known: set[int] = set()
    lifted, stuck = [0] * seats, [0] * seats
    for at, step in enumerate(played.steps):
        for event in step.events:
            match event:
                case GameBegan():
                    games.append(at)
                    known = set()
                case Lifted():
                    lifted[event.seat] += 1
                case Stuck():
                    stuck[event.seat] += 1
                    if event.place in known:
                        retries.append(Retry(at, event.seat, event.place))
                    known.add(event.place)
                case Stolen():
                    thefts.append(Theft(at, event.thief, event.victim, event.price))
    hands = tuple(
        Hand(
            lifted=lifted[seat],
            stuck=stuck[seat],
            again=sum(retry.seat == seat for retry in retries),
            stolen=sum(theft.thief == seat for theft in thefts),
            robbed=sum(theft.victim == seat for theft in thefts),
        )
        for seat in range(seats)
    )
    turns = tuple(Turn(at, scores) for at, scores in enumerate(_dollars(played)))
    to = Listener(say, played.record.seats)
    moments = tuple(_mister_moments(played, thefts, retries, turns, to))
    return MisterStory(tuple(games), turns, tuple(thefts), tuple(retries), hands, moments)


def _dollars(played: MisterReplay) -> Iterator[tuple[int, ...]]:
    """What each one has after every step, all games together."""
    for step in played.steps:
        state = step.state
        over = state.game > played.game.games
        now = (0,) * len(state.totals) if over else played.game.scores(state)
        yield tuple(map(sum, zip(state.totals, now, strict=True)))


def _mister_moments(
    played: MisterReplay, thefts: Sequence[Theft], retries: Sequence[Retry], turns: Sequence[Turn], to: Listener
) -> Iterator[Moment]:
    found: list[Moment] = []
    if thefts:
        dearest = max(thefts, key=lambda theft: theft.price)
        victim, price = to.names[dearest.victim], to.say("md-dollars", n=dearest.price)
        thief = _names(to, [dearest.thief])
        found.append(Moment(dearest.step, to.say("web-moment-theft", victim=victim, price=price, **thief)))
    if retries:
        first = retries[0]
        found.append(Moment(first.step, to.say("web-moment-retry", place=first.place, **_names(to, [first.seat]))))
    outcome = played.game.outcome(played.state)
    if outcome is not None and len(outcome.winners) < len(outcome.scores):
        scores = [turn.scores for turn in turns]
        at = _kept_since(scores, outcome.winners)
        if at is not None:
            always = not any(map(any, scores[:at]))
            message = "web-moment-always-turns" if always else "web-moment-lead-turns"
            names = _names(to, outcome.winners)
            found.append(Moment(at, to.say(message, turn=at, **names)))
    yield from sorted(found, key=lambda moment: moment.step or 0)
    if len(retries) > 1:
        yield Moment(None, to.say("web-moment-retries", n=len(retries)))
    elif outcome is not None and not retries:
        yield Moment(None, to.say("web-moment-no-retries"))
