"""What wins most often: whom to rob and whether to, and when to leave a diamond where it is.

A theft moves a diamond and the turn (M7): the robbed player plays next, and whoever sits between thief and victim is
passed over. Declined, it costs nothing, and the thief draws again (M8). While many rings are to come, the standings
after each theft are weighed; when few are, the rest of the game is played out in many ways it could go.

All places that were not tried are loose with the same chance, whatever was seen: no place is better than another. But
whoever lifts the last loose diamond ends the game (M10). With thefts to come it may be better to try one that is known
to be fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import exp, gcd, sqrt
from random import Random
from typing import NamedTuple

from tacora.game import Seat
from tacora.games.mister_diamond.editions import RingCard
from tacora.games.mister_diamond.rules import Decline, Steal, View, thefts_open_to

LATE = 9
"""With so many rings to come, or fewer, the rest of the last game is played out."""
FEW = 4
"""With so many loose diamonds left, or fewer, it may be better to leave one."""
WORLDS = 256
"""How many ways it could go are played out for a decision."""
PATIENCE = 5
"""In so many more of them, at least, a diamond has to be better left: most are not, and chance errs both ways."""
TURN = 1.2
"""What a turn is worth, in tries: it may also bring a theft."""
SPREAD = 2.0
"""How far from each other equals are at the end, for the weighing, in standard deviations of what they lift."""
WHOLE = 840
"""A victory, as a whole number that any number of winners up to eight divides."""
FURTHEST = 50.0
"""A lead beyond which it makes no difference how long it is."""


class World(NamedTuple):
    """What could come."""

    cards: list[int]
    """The rest of the deck: the price of each ring, by its rank from the dearest; one more than the last is a theft."""
    loose: list[bool]
    """The places that were not tried, in the order in which they will be."""


class Thieving(StrEnum):
    """How a player steals."""

    BEST = "best"
    """What wins most often, or not at all if that is better: weighed, and played out when few rings are to come."""
    WEIGHED = "weighed"
    """Likewise, without playing anything out."""
    DEAREST = "dearest"
    """The dearest diamond it can use, from the leader where several have one."""
    ANY = "any"
    """Whatever glitters first."""
    NEVER = "never"


class Standing(NamedTuple):
    """What a player knows of the table. Prices and scores are in units, the largest sum that all prices are made of."""

    seat: Seat
    """Whoever decides."""
    prices: tuple[int, ...]
    """From the dearest."""
    scores: list[int]
    empty: list[int]
    """Rings without a diamond: how many of each price the first seat has, then the second, and so on."""
    carrying: list[int]
    """Likewise, with one."""
    rings: list[int]
    """Unseen rings, each by the rank of its price, from the dearest."""
    thefts: int
    """Unseen theft cards."""
    later: list[int]
    """Rings of the games of the match that are to follow, likewise."""
    loose: int
    """Diamonds still to be lifted."""
    untried: int
    """Places still standing that nobody has tried."""
    expert: bool


def best_theft(view: View, untried: int, rng: Random | None) -> Steal | Decline:
    """The theft that wins most often, or none; so many places of the board have not been tried.

    Without dice nothing is played out. Of equally good ones it is the dearest, then the first victim, and to decline
    comes last.
    """
    assert view.seat is not None
    open_to = sorted(thefts_open_to(view.rings, view.seat), key=lambda theft: (-theft.price, theft.victim))
    standing, unit = standing_in(view, untried)
    ranks = [(theft.victim, standing.prices.index(theft.price // unit)) for theft in open_to]
    values = weighed(standing, ranks) if rng is None or not _late(standing) else thefts_played_out(standing, ranks, rng)
    best = max(range(len(values)), key=lambda at: (values[at], -at))
    return open_to[best] if best < len(open_to) else Decline()


def better_left(view: View, untried: int, rng: Random | None) -> bool:
    """Whether to try a place that is known to be fixed, so that the game goes on. Without dice nothing is played out.

    If the last loose diamond would win nothing, that is never worse: think of the place that would have been tried as
    the last of all. If it is the loose one, the game is not lost yet; if not, nothing changes.
    """
    assert view.seat is not None
    assert isinstance(view.card, RingCard)
    loose = len(view.board) - view.fixed
    if view.game < view.games or loose > FEW:
        return False
    if loose == 1 and view.standings[view.seat] + view.card.price < max(view.standings):
        return True
    standing, unit = standing_in(view, untried)
    if rng is None or not _late(standing) or not standing.thefts:
        return False
    lifted, left = lift_played_out(standing, standing.prices.index(view.card.price // unit), rng)
    return left >= lifted + PATIENCE * WHOLE


def _late(standing: Standing) -> bool:
    return len(standing.rings) <= LATE and not standing.later


def weighed(standing: Standing, thefts: Sequence[tuple[Seat, int]]) -> list[float]:
    """By theft, and for none at last: minus the odds against the thief, if what all will lift yet is spread alike.

    A player's worth is the score and what the turns to come are worth. The others' chances, for one of the thief, are
    taken as powers of the differences: what holds where luck has an extreme value distribution (Luce's rule).
    """
    seats, seat, left = len(standing.scores), standing.seat, len(standing.rings)
    loose = standing.loose / standing.untried
    total = squares = 0
    to_come = standing.rings + standing.later
    for rank in to_come:
        total += standing.prices[rank]
        squares += standing.prices[rank] * standing.prices[rank]
    empty = (1.0 - loose) * standing.expert
    mean = total / max(len(to_come), 1) * (loose - empty)
    spread = squares / max(len(to_come), 1) * (loose + empty) - mean * mean
    scale = SPREAD * sqrt(max(spread, 0.0) * len(to_come) / seats) or 1.0
    turn = TURN * mean

    def worth(whose: Seat, following: Seat) -> float:
        place = (whose - following) % seats
        return standing.scores[whose] + turn * turns_to_come(left, place, seats, standing.thefts)

    def against(gain: int, victim: Seat, following: Seat) -> float:
        mine, odds = worth(seat, following) + gain, 0.0
        for other in range(seats):
            if other != seat:
                ahead = worth(other, following) - (gain if other == victim else 0) - mine
                odds += exp(min(ahead / scale, FURTHEST))
        return -odds

    stolen = [against(standing.prices[rank] * (1 + standing.expert), victim, victim) for victim, rank in thefts]
    return [*stolen, against(0, seat, seat)]


def turns_to_come(rings: int, place: int, seats: int, thefts: int) -> float:
    """How many of the rings to come fall to whoever sits so many places after the next to play.

    Without thefts this is exact; another theft moves the turn, and then only a good place in the row remains of it.

    >>> [turns_to_come(7, place, 3, 0) for place in range(3)]
    [3.0, 2.0, 2.0]
    """
    if thefts:
        return max(rings - place + (seats - 1) / 2, 0.0) / seats
    return float((rings - place + seats - 1) // seats) if rings > place else 0.0


def thefts_played_out(standing: Standing, thefts: Sequence[tuple[Seat, int]], rng: Random) -> list[int]:
    """By theft, and for none at last: how often the thief wins, if all forget nothing and rob the dearest from then on.

    Every decision is tried in the same worlds. Shared victories count their share.
    """
    after = [(robbed(standing, *theft), theft[0]) for theft in thefts]
    after.append((standing, standing.seat))
    won = [0] * len(after)
    for _ in range(WORLDS):
        world = _world(standing, rng)
        for at, (there, following) in enumerate(after):
            won[at] += _share(there, following, world.cards, world.loose)
    return won


def lift_played_out(standing: Standing, rank: int, rng: Random) -> tuple[int, int]:
    """Likewise, with a ring of this price drawn: by trying a new place, and one that is known to be fixed."""
    left, following, won, wins = empty_ring(standing, rank), (standing.seat + 1) % len(standing.scores), 0, 0
    for _ in range(WORLDS):
        world = _world(standing, rng)
        won += _share(standing, standing.seat, [rank, *world.cards], world.loose)
        wins += _share(left, following, world.cards, world.loose)
    return won, wins


def robbed(standing: Standing, victim: Seat, rank: int) -> Standing:
    """After a theft."""
    scores, empty, carrying = standing.scores.copy(), standing.empty.copy(), standing.carrying.copy()
    _rob(standing, scores, empty, carrying, standing.seat, victim, rank)
    return standing._replace(scores=scores, empty=empty, carrying=carrying)


def empty_ring(standing: Standing, rank: int) -> Standing:
    """After a try that failed."""
    scores, empty = standing.scores.copy(), standing.empty.copy()
    scores[standing.seat] -= standing.prices[rank] * standing.expert
    empty[standing.seat * len(standing.prices) + rank] += 1
    return standing._replace(scores=scores, empty=empty)


def _rob(
    standing: Standing, scores: list[int], empty: list[int], carrying: list[int], thief: Seat, victim: Seat, rank: int
) -> None:
    different = len(standing.prices)
    worth, mine, theirs = standing.prices[rank] * (1 + standing.expert), thief * different, victim * different
    scores[thief] += worth
    scores[victim] -= worth
    empty[mine + rank] -= 1
    carrying[mine + rank] += 1
    carrying[theirs + rank] -= 1
    empty[theirs + rank] += 1


def _world(standing: Standing, rng: Random) -> World:
    """The rest of the deck in any order, and the diamonds in the order in which they will be tried."""
    cards = [*standing.rings, *[len(standing.prices)] * standing.thefts]
    for at in range(len(cards)):
        other = at + rng.randrange(len(cards) - at)
        cards[at], cards[other] = cards[other], cards[at]
    left, found = standing.loose, []
    for at in range(min(len(standing.rings) + 1, standing.untried)):
        found.append(rng.randrange(standing.untried - at) < left)
        left -= found[-1]
    return World(cards, found)


def _share(standing: Standing, turn: Seat, cards: Sequence[int], fresh: Sequence[bool]) -> int:
    """The part of the victory of whoever decides if these cards come, and these places are tried in this order."""
    prices, expert, seats, seat = standing.prices, standing.expert, len(standing.scores), turn
    different, left, tries = len(prices), standing.loose, iter(fresh)
    scores, empty, carrying = standing.scores.copy(), standing.empty.copy(), standing.carrying.copy()
    for card in cards:
        if card < different:
            if next(tries):
                carrying[seat * different + card] += 1
                scores[seat] += prices[card]
                left -= 1
                if not left:
                    break
            else:
                empty[seat * different + card] += 1
                scores[seat] -= prices[card] * expert
            seat = (seat + 1) % seats
            continue
        for rank in range(different):
            if not empty[seat * different + rank]:
                continue
            owners = [other for other in range(seats) if other != seat and carrying[other * different + rank]]
            if owners:
                victim = max(owners, key=lambda other: (scores[other], -other))
                _rob(standing, scores, empty, carrying, seat, victim, rank)
                seat = victim
                break
    best = max(scores)
    return WHOLE // scores.count(best) if scores[standing.seat] == best else 0


def standing_in(view: View, untried: int) -> tuple[Standing, int]:
    """The view in units, and how many dollars a unit is."""
    assert view.seat is not None
    unseen = [card.price for card in view.unseen if isinstance(card, RingCard)]
    box = [*unseen, *(ring.price for rings in view.rings for ring in rings)]
    if isinstance(view.card, RingCard):
        box.append(view.card.price)
    prices, unit = sorted(set(box), reverse=True), gcd(*box)
    rank = {price: at for at, price in enumerate(prices)}
    empty, carrying = ([0] * len(view.rings) * len(prices) for _ in range(2))
    for seat, rings in enumerate(view.rings):
        for ring in rings:
            (carrying if ring.set else empty)[seat * len(prices) + rank[ring.price]] += 1
    standing = Standing(
        seat=view.seat,
        prices=tuple(price // unit for price in prices),
        scores=[score // unit for score in view.standings],
        empty=empty,
        carrying=carrying,
        rings=sorted(rank[price] for price in unseen),
        thefts=len(view.unseen) - len(unseen),
        later=sorted(rank[price] for price in box) * (view.games - view.game),
        loose=len(view.board) - view.fixed,
        untried=untried,
        expert=view.expert,
    )
    return standing, unit
