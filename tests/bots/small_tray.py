"""Mister Diamond on small trays, solved to the end: what any way to play is worth, and the best answer to players.

It knows the rules by itself, on what all can see: places that were not tried are all alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import NamedTuple, TypeAlias

from tacora.game import Seat
from tacora.games.mister_diamond import Edition, Lift, MisterDiamond, Ring, Steal, View
from tacora.games.mister_diamond.bots.rememberer import Rememberer
from tacora.games.mister_diamond.editions import RingCard, TheftCard
from tacora.games.mister_diamond.rules import Stuck

THEFT = 0
"""A theft card, where rings are their prices."""
FRESH, FAILED, DECLINE = "a place that was not tried", "a place that failed", "decline"
Choice: TypeAlias = str | tuple[Seat, int]
"""A place, or a victim and a price, or to decline."""
Policy: TypeAlias = "Callable[[Tray, int], Choice]"
"""What is done with a card."""


class Tray(NamedTuple):
    """What all know."""

    box: Edition
    turn: Seat
    rings: tuple[tuple[tuple[int, bool], ...], ...]
    """By seat, sorted: price, and whether it carries a diamond."""
    unseen: tuple[int, ...]
    """Sorted cards."""
    loose: int
    fresh: int
    failed: int

    @property
    def scores(self) -> list[int]:
        return [sum(price for price, is_set in rings if is_set) for rings in self.rings]


def bare(box: Edition, seats: int) -> Tray:
    cards = [card.price if isinstance(card, RingCard) else THEFT for card in box.cards()]
    return Tray(box, 0, ((),) * seats, tuple(sorted(cards)), box.loose, box.places, 0)


def thefts(tray: Tray) -> list[tuple[Seat, int]]:
    empty = {price for price, is_set in tray.rings[tray.turn] if not is_set}
    return sorted(
        {
            (seat, price)
            for seat, rings in enumerate(tray.rings)
            for price, is_set in rings
            if seat != tray.turn and is_set and price in empty
        }
    )


def choices(tray: Tray, card: int) -> list[Choice]:
    if card == THEFT:
        return [*thefts(tray), DECLINE]
    return [FRESH, FAILED] if tray.failed else [FRESH]


def after(tray: Tray, card: int, choice: Choice) -> Iterator[tuple[Fraction, Tray]]:
    """What may come of it, and with which chance. The card is out of the deck already."""
    if choice == DECLINE:
        yield Fraction(1), tray
    elif isinstance(choice, tuple):
        victim, price = choice
        rings = list(tray.rings)
        for seat, before in ((tray.turn, False), (victim, True)):
            mine = list(rings[seat])
            mine.remove((price, before))
            rings[seat] = tuple(sorted([*mine, (price, not before)]))
        yield Fraction(1), tray._replace(rings=tuple(rings), turn=victim)
    elif choice == FAILED:
        yield Fraction(1), _laid(tray, card, is_set=False)
    else:
        chance = Fraction(tray.loose, tray.fresh)
        if chance:
            yield chance, _laid(tray, card, is_set=True)._replace(loose=tray.loose - 1, fresh=tray.fresh - 1)
        if chance < 1:
            yield 1 - chance, _laid(tray, card, is_set=False)._replace(fresh=tray.fresh - 1, failed=tray.failed + 1)


def _laid(tray: Tray, card: int, *, is_set: bool) -> Tray:
    rings = list(tray.rings)
    rings[tray.turn] = tuple(sorted([*rings[tray.turn], (card, is_set)]))
    return tray._replace(rings=tuple(rings), turn=(tray.turn + 1) % len(rings))


def valued(me: Seat, policies: Sequence[Policy | None]) -> Callable[[Tray], Fraction]:
    """What a tray is worth to me: the expected part of the victory. Who has no policy does what is best for me."""

    @cache
    def worth(tray: Tray) -> Fraction:
        if not tray.loose or not tray.unseen:
            best = max(tray.scores)
            return Fraction(int(tray.scores[me] == best), tray.scores.count(best))
        total = Fraction(0)
        for card, copies in Counter(tray.unseen).items():
            total += copies * drawn(_without(tray, card), card)
        return total / len(tray.unseen)

    def drawn(tray: Tray, card: int) -> Fraction:
        if card == THEFT and not thefts(tray):
            return worth(tray)
        policy = policies[tray.turn]
        if policy is not None:
            return chosen(tray, card, policy(tray, card))
        return max(chosen(tray, card, choice) for choice in choices(tray, card))

    def chosen(tray: Tray, card: int, choice: Choice) -> Fraction:
        return sum((chance * worth(there) for chance, there in after(tray, card, choice)), Fraction(0))

    return worth


def _without(tray: Tray, card: int) -> Tray:
    unseen = list(tray.unseen)
    unseen.remove(card)
    return tray._replace(unseen=tuple(unseen))


def as_view(tray: Tray, card: int) -> tuple[View, list[Stuck]]:
    """The tray as its player sees it, and what the player has seen: the last places failed, the first are gone."""
    places = range(1, tray.box.places + 1)
    board = tuple(places[tray.box.places - tray.fresh - tray.failed :])
    failed = board[len(board) - tray.failed :]
    base = MisterDiamond(tray.box).start(len(tray.rings), bytes(32)).state
    view = MisterDiamond(tray.box).observe(base, tray.turn)
    history = [Stuck(0, place, 1) for place in failed]
    return View(
        **{
            **{field: getattr(view, field) for field in view.__struct_fields__},
            "turn": tray.turn,
            "card": TheftCard() if card == THEFT else RingCard(card),
            "board": board,
            "rings": tuple(tuple(Ring(price, is_set) for price, is_set in rings) for rings in tray.rings),
            "scores": tuple(tray.scores),
            "unseen": tuple(RingCard(price) if price else TheftCard() for price in tray.unseen),
        }
    ), history


def played_by(bot: Callable[[Random], Rememberer]) -> Policy:
    """What a bot does. One that leaves something to chance has the same dice each time."""

    @cache
    def policy(tray: Tray, card: int) -> Choice:
        view, history = as_view(tray, card)
        action = bot(Random(1993)).choose(view, history)
        if isinstance(action, Lift):
            return FAILED if action.place in {event.place for event in history} else FRESH
        return (action.victim, action.price) if isinstance(action, Steal) else DECLINE

    return policy
