"""A balanced schedule: every bot plays equally often, every pair meets equally often, and all rotate the seats."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations, count
from math import comb, gcd

from tacora.chance import Seed, shuffle


def arena_seed(seed: int, deal: int) -> Seed:
    """The seed of a deal, derived from the seed of the run and the number of the deal.

    >>> arena_seed(1, 2).hex()[:16]
    'a7cd82b067e60ea6'
    """
    return sha256(f"tacora arena {seed} deal {deal}".encode()).digest()


def seatings(bots: int, players: int, seed: int, deal: int) -> list[tuple[int, ...]]:
    """The bots by seat in each game of a deal: one order, rotated by a seat from game to game.

    The order is shuffled for each deal, from its seed.

    >>> seatings(bots=3, players=3, seed=1, deal=0)
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    around = shuffle(lineup(bots, players, deal), arena_seed(seed, deal), "tacora arena seats")
    return [around[turn:] + around[:turn] for turn in range(players)]


def lineup(bots: int, players: int, deal: int) -> tuple[int, ...]:
    """The bots at the table of a deal: all of them as often as they fit, and a subset once more.

    >>> [lineup(bots=2, players=3, deal=deal) for deal in range(3)]
    [(0, 1, 0), (0, 1, 1), (0, 1, 0)]
    >>> [lineup(bots=4, players=2, deal=deal) for deal in range(5)]
    [(0, 1), (1, 2), (2, 3), (3, 0), (0, 3)]
    """
    times, more = divmod(players, bots)
    return tuple(range(bots)) * times + (_part(bots, more, deal) if more else ())


def _part(bots: int, size: int, deal: int) -> tuple[int, ...]:
    """The subset of bots for a deal.

    A round has as many deals as there are bots. It takes one subset that contains bot 0 and rotates it through all
    bots, so that each plays equally often in the round. Each round takes another such subset; after all of them, every
    pair has met equally often. Subsets are visited in large strides, so that consecutive ones have little in common.
    """
    turn, parts = deal // bots, comb(bots - 1, size - 1)
    part = _part_with_first(bots, size, turn * _stride(parts) % parts)
    return tuple((member + deal) % bots for member in part)


def _stride(parts: int) -> int:
    """A stride near the golden section of `parts`, and coprime to it, so that it reaches all of them."""
    return next(stride for stride in count(max(1, round(parts * 0.618))) if gcd(stride, parts) == 1)


def _part_with_first(bots: int, size: int, number: int) -> tuple[int, ...]:
    """The subset of this size that contains bot 0, by its number in lexicographic order.

    >>> [_part_with_first(4, 3, number) for number in range(3)]
    [(0, 1, 2), (0, 1, 3), (0, 2, 3)]
    """
    part = [0]
    for bot in range(1, bots):
        missing = size - len(part)
        if not missing:
            break
        with_it = comb(bots - bot - 1, missing - 1)
        if number < with_it:
            part.append(bot)
        else:
            number -= with_it
    return tuple(part)


def least_deals(bots: int, players: int) -> int:
    """The number of deals after which every pair has met at least twice, the least for any statistics.

    >>> least_deals(bots=3, players=3), least_deals(bots=4, players=2)
    (2, 12)
    """
    missing = dict.fromkeys(combinations(range(bots), 2), 2)
    for deal in count():
        if not missing:
            return deal
        for pair in combinations(sorted(set(lineup(bots, players, deal))), 2):
            if pair in missing:
                missing[pair] -= 1
                if not missing[pair]:
                    del missing[pair]
    raise AssertionError("unreachable")
