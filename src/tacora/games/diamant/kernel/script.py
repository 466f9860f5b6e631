"""A game whose cards and decisions are given, played by the rules of the kernel: how it is held against the engine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacora.fast.arrays import Ints
from tacora.fast.bits import popcount
from tacora.fast.compiled import entry
from tacora.game import IllegalDeal, Seat
from tacora.games.diamant.editions import Card
from tacora.games.diamant.kernel.box import CARDS, ORDERS, RECIPROCALS, Box, box_of, cards_of
from tacora.games.diamant.kernel.rules import WORTH, chest, cleared, into_chests, leave, turn
from tacora.games.diamant.rules import Diamant


def follow(
    game: Diamant, seats: int, cards: Sequence[Sequence[Card]], leaving: Sequence[Sequence[Sequence[Seat]]]
) -> list[list[tuple[int, int]]]:
    """Score and number of relics of each seat after every expedition.

    Given are, for each expedition, the cards in the order they are turned, and after each card but a fatal one the
    seats that leave.
    """
    deck = cards_of(game)
    deepest = max(map(len, cards)) + 1
    alike = np.zeros((len(cards), deepest), np.int64)
    leavers = np.zeros((len(cards), deepest), np.int64)
    for expedition, row in enumerate(cards):
        alike[expedition, : len(row)] = [sum(1 << at for at, c in enumerate(deck) if c == card) for card in row]
        sets = [sum(1 << seat for seat in those) for those in leaving[expedition]]
        leavers[expedition, : len(sets)] = sets
    chests = np.zeros((len(cards), 2), np.int64)
    wrong = play(box_of(game), seats, alike, leavers, chests)
    if wrong >= 0:
        expedition, at = divmod(wrong, deepest)
        if at == len(cards[expedition]):
            raise IllegalDeal("too-few-cards", expedition=expedition + 1, needed=at + 1)
        raise IllegalDeal("not-in-deck", expedition=expedition + 1, card=at + 1, text=str(cards[expedition][at]))
    return [[divmod(chest(first, second, seat), WORTH) for seat in range(seats)] for first, second in chests.tolist()]


@entry
def play(box: Box, seats: int, alike: Ints, leavers: Ints, chests: Ints) -> int:
    """Play the game as it is written; -1, or the place of a card that the deck does not hold."""
    first, second, taken = 0, 0, 0
    in_play = box.cards
    for expedition in range(alike.shape[0]):
        in_play |= box.added[expedition]
        deck, kin, held, path, lying, worth, inside = in_play, 0, 0, 0, 0, 0, (1 << seats) - 1
        for at in range(alike.shape[1]):
            there = deck & alike[expedition, at]
            if not there:
                return expedition * alike.shape[1] + at
            card = popcount((there & -there) - 1)
            worth += box.worths[card * ORDERS + taken + lying]
            lying += (box.relics >> card) & 1
            effect = box.effects[popcount(inside) * CARDS + card]
            deck, kin, held, path, disaster = turn(card, 1, box.same[card], effect, deck, kin, held, path)
            leaving = inside & leavers[expedition, at] & (disaster - 1)
            number = popcount(leaving)
            home, path = leave(number, RECIPROCALS[number], held, path, lying, worth)
            first += into_chests(leaving & 15, home)
            second += into_chests(leaving >> 4, home)
            inside &= ~leaving
            if number == 1:
                taken, lying, worth = taken + lying, 0, 0
            if disaster or not inside:
                in_play = cleared(in_play, deck, box.relics, card, disaster)
                break
        chests[expedition, 0], chests[expedition, 1] = first, second
    return -1
