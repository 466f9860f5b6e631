"""The course of a game, or a match, of Mister Diamond, told afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tacora.game import Seat
from tacora.games.mister_diamond.record import MisterReplay
from tacora.games.mister_diamond.rules import GameBegan, Lifted, Stolen, Stuck
from tacora.narration.catalogue import Catalogue
from tacora.narration.listener import Listener
from tacora.narration.moments import Moment, kept_since, names


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


class Story(Struct, frozen=True, tag_field="of", tag="mister-diamond"):
    """A game, or a match, of Mister Diamond, turn by turn."""

    games: tuple[int, ...]
    """The step that begins each."""
    turns: tuple[Turn, ...]
    thefts: tuple[Theft, ...]
    retries: tuple[Retry, ...]
    hands: tuple[Hand, ...]
    moments: tuple[Moment, ...]


def story(played: MisterReplay, say: Catalogue) -> Story:
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
    moments = tuple(_moments(played, thefts, retries, turns, to))
    return Story(tuple(games), turns, tuple(thefts), tuple(retries), hands, moments)


def _dollars(played: MisterReplay) -> Iterator[tuple[int, ...]]:
    """What each one has after every step, all games together."""
    for step in played.steps:
        state = step.state
        over = state.game > played.game.games
        now = (0,) * len(state.totals) if over else played.game.scores(state)
        yield tuple(map(sum, zip(state.totals, now, strict=True)))


def _moments(
    played: MisterReplay, thefts: Sequence[Theft], retries: Sequence[Retry], turns: Sequence[Turn], to: Listener
) -> Iterator[Moment]:
    found: list[Moment] = []
    if thefts:
        dearest = max(thefts, key=lambda theft: theft.price)
        victim, price = to.names[dearest.victim], to.say("md-dollars", n=dearest.price)
        thief = names(to, [dearest.thief])
        found.append(Moment(dearest.step, to.say("web-moment-theft", victim=victim, price=price, **thief)))
    if retries:
        first = retries[0]
        found.append(Moment(first.step, to.say("web-moment-retry", place=first.place, **names(to, [first.seat]))))
    outcome = played.game.outcome(played.state)
    if outcome is not None and len(outcome.winners) < len(outcome.scores):
        scores = [turn.scores for turn in turns]
        at = kept_since(scores, outcome.winners)
        if at is not None:
            always = not any(map(any, scores[:at]))
            message = "web-moment-always-turns" if always else "web-moment-lead-turns"
            found.append(Moment(at, to.say(message, turn=at, **names(to, outcome.winners))))
    yield from sorted(found, key=lambda moment: moment.step or 0)
    if len(retries) > 1:
        yield Moment(None, to.say("web-moment-retries", n=len(retries)))
    elif outcome is not None and not retries:
        yield Moment(None, to.say("web-moment-no-retries"))
