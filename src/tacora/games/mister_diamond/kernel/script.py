"""A game whose cards and decisions are given, played by the rules of the kernel: how it is held against the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.compiled import entry
from tacora.game import IllegalAction, Seat
from tacora.games.mister_diamond.editions import Card, RingCard
from tacora.games.mister_diamond.kernel.rules import (
    DIAMONDS,
    MisterBox,
    MisterTable,
    lay,
    mister_box_of,
    next_seat,
    prey,
    rob,
    set_up,
)
from tacora.games.mister_diamond.rules import Action, Lift, MisterDiamond, Ring, Setting, Steal, check_setting

_TURN, _DRAWN, _CARRYING, _SCORES, _OWNED, _ROW = 0, 1, 2, 3, 3 + SEATS, 3 + 2 * SEATS
_LIFT, _STEAL, _DECLINE = range(3)


class Scripted(NamedTuple):
    """How things stand when somebody has to decide, or at the end."""

    turn: Seat | None
    """Whose decision it is; `None` if the game is over, or no card was written to go on with."""
    drawn: int
    """How many cards have been drawn."""
    scores: tuple[int, ...]
    """Dollars by seat."""
    rings: tuple[Counter[Ring], ...]
    """By seat."""


def follow(
    game: MisterDiamond, seats: int, setting: Setting, first: Seat, decisions: Sequence[Action]
) -> list[Scripted]:
    """The moments of a game before its first decision and after each of them."""
    check_setting(game.edition, setting, 1)
    box = mister_box_of(game)
    rows = np.zeros((len(decisions) + 1, _ROW), np.int64)
    fixed = sum(1 << place - 1 for place in setting.fixed)
    moves = np.array([_move(box, decision) for decision in decisions], np.int64).reshape(-1, 3)
    done = play(box, seats, first, fixed, _numbers(box, setting.deck), moves, rows)
    if done < len(decisions):
        turn, drawn = rows[done, :_CARRYING].tolist()
        if turn < 0:
            raise IllegalAction("nobody-decides")
        raise IllegalAction("not-possible", seat=turn, action=str(decisions[done]), drawn=str(setting.deck[drawn - 1]))
    return [_moment(box, seats, row) for row in rows.tolist()]


@entry
def play(box: MisterBox, seats: int, first: int, fixed: int, deck: Ints, moves: Ints, rows: Ints) -> int:
    """Play the game as it is written, with these places fixed; gives how many of the decisions are possible."""
    table = MisterTable(
        np.zeros(box.cards, np.int8), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros(DIAMONDS, np.int64)
    )
    set_up(box, table, seats)
    standing, carrying, seat, drawn, last, done = (1 << box.loose + box.fixed) - 1, 0, first, 0, len(deck), 0
    while True:
        card, wanted = -1, 0
        while card < 0 and drawn < last:
            card = deck[drawn]
            drawn += 1
            if card >= box.rings:
                wanted = prey(box, table, carrying, seat)
                card = card if wanted else -1
        rows[done, _TURN] = seat if card >= 0 else -1
        rows[done, _DRAWN] = drawn
        rows[done, _CARRYING] = carrying
        for each in range(seats):
            rows[done, _SCORES + each] = table.scores[each]
            rows[done, _OWNED + each] = table.owned[each]
        if done == len(moves) or card < 0:
            return done
        kind, chosen, ring = moves[done, 0], moves[done, 1], moves[done, 2]
        if kind == _LIFT and card < box.rings and (standing >> chosen) & 1:
            loose = 1 - ((fixed >> chosen) & 1)
            carrying = lay(box, table, carrying, seat, card, loose)
            standing &= ~(loose << chosen)
            seat = next_seat(seat, seats)
            if standing == fixed:
                last = drawn
        elif kind == _STEAL and card >= box.rings and wanted & table.owned[chosen] & box.same[ring]:
            carrying = rob(box, table, carrying, seat, chosen, ring)
            seat = chosen
        elif kind != _DECLINE or card < box.rings:
            return done
        done += 1


def _numbers(box: MisterBox, deck: Sequence[Card]) -> Ints:
    """Written cards as numbers: of equal cards the first that is not out yet."""
    kinds = [*(box.prices[: box.rings] * box.unit).tolist(), *[0] * (box.cards - box.rings)]
    numbers = []
    for card in deck:
        numbers.append(kinds.index(card.price if isinstance(card, RingCard) else 0))
        kinds[numbers[-1]] = -1
    return np.array(numbers, np.int64)


def _move(box: MisterBox, decision: Action) -> tuple[int, int, int]:
    """Kind, place or victim, and a ring of the price of a theft. What cannot be is a number that cannot be, too."""
    match decision:
        case Lift():
            return _LIFT, decision.place - 1 if 0 < decision.place < DIAMONDS else DIAMONDS - 1, 0
        case Steal():
            prices = (box.prices[: box.rings] * box.unit).tolist()
            there = decision.price in prices and 0 <= decision.victim < SEATS
            return _STEAL, decision.victim if there else 0, prices.index(decision.price) if there else box.rings
        case _:
            return _DECLINE, 0, 0


def _moment(box: MisterBox, seats: int, row: list[int]) -> Scripted:
    scores = tuple(score * box.unit for score in row[_SCORES : _SCORES + seats])
    rings = tuple(_rings(box, owned, row[_CARRYING]) for owned in row[_OWNED : _OWNED + seats])
    return Scripted(None if row[_TURN] < 0 else row[_TURN], row[_DRAWN], scores, rings)


def _rings(box: MisterBox, owned: int, carrying: int) -> Counter[Ring]:
    rings = [ring for ring in range(box.rings) if owned >> ring & 1]
    return Counter(Ring(int(box.prices[ring]) * box.unit, bool(carrying >> ring & 1)) for ring in rings)
