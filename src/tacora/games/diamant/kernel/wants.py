"""Who wants to leave: the decisions of a group of seats in one game (D14), from what a player at the table can see."""

from __future__ import annotations

import numpy as np

from tacora.fast.bits import popcount
from tacora.fast.chance import DECISIONS, U, ahead, word
from tacora.fast.compiled import inlined, small
from tacora.games.diamant import sight
from tacora.games.diamant.bots import thumb
from tacora.games.diamant.kernel.box import RECIPROCALS, TREASURE_SETS, Box
from tacora.games.diamant.kernel.decisions import (
    COINS,
    coins,
    one_card_loses,
    share_place,
    situation,
)
from tacora.games.diamant.kernel.party import CARDS, EV, GEMS, HAZARDS, NEVER, RANDOM, SOLVED, THUMB, Party
from tacora.games.diamant.kernel.rules import WORTH, chest, divide
from tacora.games.diamant.strategy import COIN_BITS

_VALUES, _FEATURES, _PLAIN = sight.VALUES, len(sight.FEATURES), sight.PLAIN
_COIN = U((1 << COIN_BITS) - 1)
_danger, _price, _compared = small(sight.danger), small(sight.price), small(sight.compared)
_advice, _GO, _TOSS = small(thumb.advice), thumb.GO, thumb.TOSS
_HALF = U(1 << (COIN_BITS - 1))


@inlined
def all_wants(
    box: Box, party: Party, place: np.uint64, expedition: int, in_play: int, deck: int, kin: int, held: int,
    path: int, lying: int, worth: int, inside: int, explorers: int, one: int, two: int,
) -> int:  # fmt: skip
    """The explorers inside that want to leave.

    The first group stands apart from the loop: LLVM computes before a loop whatever all its rounds could need, for
    strategies of every kind, and most tables have but one.
    """
    leaving = wants(
        box, party, 0, place, expedition, in_play, deck, kin, held, path, lying, worth, inside, explorers, one, two
    )
    for group in range(1, len(party.kinds)):
        leaving |= wants(
            box, party, group, place, expedition, in_play, deck, kin, held, path, lying, worth, inside, explorers,
            one, two,
        )  # fmt: skip
    return leaving & inside


@inlined
def wants(
    box: Box, party: Party, group: int, place: np.uint64, expedition: int, in_play: int, deck: int, kin: int,
    held: int, path: int, lying: int, worth: int, inside: int, explorers: int, one: int, two: int,
) -> int:  # fmt: skip
    """The seats of a group that want to leave; `place` is that of the next card."""
    kind, limit, members = party.kinds[group], party.limits[group], party.members[group]
    if kind == SOLVED:
        return solved_wants(
            box, party, limit, members, place, expedition, deck, kin, held, path, worth, inside, one, two
        )
    if kind == THUMB:
        hazards = popcount(kin & in_play & ~deck)
        last = expedition == box.expeditions - 1
        return thumb_wants(party, members, place, hazards, held, path + worth, inside, one, two, last)
    return plain_wants(box, party, kind, limit, members, place, in_play, deck, kin, held, path, lying, worth, explorers)


@inlined
def alike_wants(
    box: Box, party: Party, place: np.uint64, _expedition: int, in_play: int, deck: int, kin: int, held: int,
    path: int, lying: int, worth: int, inside: int, explorers: int, _one: int, _two: int,
) -> int:  # fmt: skip
    """Like `all_wants`, where all follow one strategy that looks at no chest."""
    kind, limit, members = party.kinds[0], party.limits[0], party.members[0]
    leaving = plain_wants(
        box, party, kind, limit, members, place, in_play, deck, kin, held, path, lying, worth, explorers
    )
    return leaving & inside


@inlined
def plain_wants(
    box: Box, party: Party, kind: int, limit: int, members: int, place: np.uint64, in_play: int, deck: int, kin: int,
    held: int, path: int, lying: int, worth: int, explorers: int,
) -> int:  # fmt: skip
    """Those of the seats that want to leave by a strategy that looks at no chest."""
    if kind == NEVER:
        return 0
    if kind == CARDS:
        return members * (popcount(in_play & ~deck) >= limit)
    if kind == GEMS:
        return members * (held >= limit)
    if kind == HAZARDS:
        return members * (popcount(kin & in_play & ~deck) >= limit)
    if kind != RANDOM:
        deadly = popcount(kin & deck)
        if kind == EV:
            home = held + divide(path, RECIPROCALS[U(explorers)]) + worth * (explorers == 1)
            return members * one_card_loses(deadly, home, shares_left(box, explorers, deck))
        limit = party.tables[U(limit + situation(explorers, deadly, held, path, lying))]
    leaving = coins(word(ahead(place, DECISIONS)), limit) & members
    for part in range(1, 3):
        among = (members >> COINS * part) & 7
        if among:
            leaving |= (coins(word(ahead(place, DECISIONS * (1 + part))), limit) & among) << COINS * part
    return leaving


@inlined
def shares_left(box: Box, explorers: int, deck: int) -> int:
    """What the treasures in the deck would bring to each of so many explorers, all together."""
    shares = 0
    for eight in range(TREASURE_SETS):
        shares += box.shares[U(share_place(explorers, eight, deck))]
    return shares


@small
def solved_wants(
    box: Box, party: Party, first: int, members: int, place: np.uint64, expedition: int, deck: int, kin: int,
    held: int, path: int, worth: int, inside: int, one: int, two: int,
) -> int:  # fmt: skip
    """Those of the seats that a solved strategy sends home."""
    rest = members & inside
    if not rest or expedition == box.expeditions:
        return 0
    row = row_of(box, party, first, expedition, deck, kin, held, path, worth, popcount(inside))
    camp = best_two(one, two, (1 << party.seats) - 1 & ~inside)[0]
    best = best_four(one, two, inside)
    reach = reach_of(party, first, path + worth, expedition == box.expeditions - 1)
    leaving, seat = 0, 0
    while rest:
        if rest & 1:
            score = chest(one, two, seat) // WORTH
            own = own_place(party, first, expedition, score, held, reach, camp, best)
            leaving |= int(tossed(place, seat) < U(party.solved[U(row + own)])) << seat
        rest >>= 1
        seat += 1
    return leaving


@small
def thumb_wants(
    party: Party, members: int, place: np.uint64, hazards: int, held: int, prize: int, inside: int, one: int, two: int,
    last: bool,
) -> int:  # fmt: skip
    """Those of the seats that the rules of thumb send home."""
    rest = members & inside
    camp, _ = best_two(one, two, (1 << party.seats) - 1 & ~inside)
    best, second = best_two(one, two, inside)
    leaving, seat = 0, 0
    while rest:
        if rest & 1:
            score = chest(one, two, seat) // WORTH
            rival = second if score == best else best
            says = _advice(hazards, held, prize, score, camp, rival, last)
            leaving |= int(says == _GO or (says == _TOSS and tossed(place, seat) < _HALF)) << seat
        rest >>= 1
        seat += 1
    return leaving


@inlined
def row_of(
    box: Box, party: Party, first: int, expedition: int, deck: int, kin: int, held: int, path: int, worth: int,
    explorers: int,
) -> int:  # fmt: skip
    """Where the row of the situation of all inside begins in a solved strategy; its steps begin at `first`."""
    deadly = popcount(kin & deck)
    home = held + divide(path, RECIPROCALS[U(explorers)]) + worth * (explorers == 1)
    at = first + 1 + expedition * _FEATURES * _VALUES
    place = party.steps[U(at + explorers)]
    place += party.steps[U(at + _VALUES + _danger(deadly, popcount(deck)))]
    place += party.steps[U(at + 2 * _VALUES + _price(deadly, home, explorers, shares_left(box, 1, deck)))]
    place += party.steps[U(at + 3 * _VALUES + min(held, 127))]
    place += party.steps[U(at + 4 * _VALUES + min(path, 127))]
    place += party.steps[U(at + 5 * _VALUES + min(worth, 127))]
    return party.rows[U(place)]


@inlined
def reach_of(party: Party, first: int, prize: int, last: bool) -> int:
    """What is within a lone leaver's reach, for a strategy that looks beyond scores."""
    return prize if last and party.steps[U(first)] else _PLAIN


@inlined
def own_place(
    party: Party, first: int, expedition: int, score: int, held: int, reach: int, camp: int,
    best: tuple[int, int, int, int],
) -> int:  # fmt: skip
    """The place of a seat in the row: `camp` is the best score at camp, `best` are those inside, one's own included."""
    rival = best[1] if score == best[0] else best[0]
    second = best[2] if score >= best[1] else best[1]
    third = best[3] if score >= best[2] else best[2]
    beyond = camp < 0 and party.steps[U(first)]
    ahead_of = _compared(score, third, reach) if beyond else _compared(score + held, camp, reach)
    at = first + 1 + expedition * _FEATURES * _VALUES
    place = party.steps[U(at + 6 * _VALUES + ahead_of)]
    place += party.steps[U(at + 7 * _VALUES + _compared(score, rival, reach))]
    return place + party.steps[U(at + 8 * _VALUES + _compared(score, second, reach))]


@small
def best_four(one: int, two: int, among: int) -> tuple[int, int, int, int]:
    """The four best scores of some seats; -1 where there are fewer."""
    first, second, third, fourth, seat = -1, -1, -1, -1, 0
    while among:
        if among & 1:
            score = chest(one, two, seat) // WORTH
            fourth = max(fourth, min(score, third))
            third = max(third, min(score, second))
            second = max(second, min(score, first))
            first = max(first, score)
        among >>= 1
        seat += 1
    return first, second, third, fourth


@small
def best_two(one: int, two: int, among: int) -> tuple[int, int]:
    """The best score of some seats and the second best; -1 where there is none."""
    best, second, seat = -1, -1, 0
    while among:
        if among & 1:
            score = chest(one, two, seat) // WORTH
            second = max(second, min(score, best))
            best = max(best, score)
        among >>= 1
        seat += 1
    return best, second


@small
def tossed(place: np.uint64, seat: int) -> np.uint64:
    """The coin of a seat for the decision at this place: 21 bits."""
    return (word(ahead(place, DECISIONS * (1 + seat // COINS))) >> U(COIN_BITS * (seat % COINS))) & _COIN
