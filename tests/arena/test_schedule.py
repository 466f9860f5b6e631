"""Who plays which deal: nobody oftener than others, nobody in a better seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from tacora.arena.schedule import arena_seed, least_deals, lineup, seatings

TABLES = [(2, 2), (2, 3), (2, 8), (3, 3), (3, 5), (3, 8), (4, 3), (5, 2), (6, 3), (7, 8), (9, 4), (12, 8)]
"""Bots, and players at a table."""


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_bot_is_in_every_seat_equally_often(bots: int, players: int) -> None:
    """After any round of as many deals as there are bots."""
    for rounds in (1, 3):
        seated: Counter[tuple[int, int]] = Counter()
        for deal in range(rounds * bots):
            for seats in seatings(bots, players, 5, deal):
                seated.update(enumerate(seats))
        assert set(seated) == {(seat, bot) for seat in range(players) for bot in range(bots)}
        assert set(seated.values()) == {rounds * players}


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_within_a_deal_every_bot_of_the_table_has_every_seat(bots: int, players: int) -> None:
    for deal in range(5):
        turns = seatings(bots, players, 5, deal)
        assert len(turns) == players
        for seat in range(players):
            assert sorted(seats[seat] for seats in turns) == sorted(lineup(bots, players, deal))


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_two_bots_meet_equally_often_in_a_whole_cycle(bots: int, players: int) -> None:
    more = players % bots
    cycle = bots * comb(bots - 1, more - 1) if more else 1
    met: Counter[tuple[int, int]] = Counter()
    for deal in range(cycle):
        at_table = Counter(lineup(bots, players, deal))
        for one, other in combinations(range(bots), 2):
            met[one, other] += at_table[one] * at_table[other]
    assert len(met) == comb(bots, 2)
    assert len(set(met.values())) == 1
    assert met[0, 1]


@pytest.mark.parametrize(("bots", "players"), [(4, 2), (8, 3), (12, 8), (30, 5)])
def test_long_before_a_cycle_is_over_no_two_bots_have_met_much_oftener(bots: int, players: int) -> None:
    met = Counter(pair for deal in range(1000) for pair in combinations(sorted(lineup(bots, players, deal)), 2))
    usual = 1000 * comb(players, 2) / comb(bots, 2)
    assert len(met) == comb(bots, 2)
    assert all(0.6 * usual < times < 1.4 * usual for times in met.values())


def test_who_sits_beside_whom_changes_from_deal_to_deal() -> None:
    beside = Counter(
        (seats[at], seats[at - 1]) for deal in range(400) for seats in seatings(4, 4, 1, deal)[:1] for at in range(4)
    )
    assert len(beside) == 12
    assert all(80 < times < 190 for times in beside.values())


def test_a_deal_is_decided_by_run_and_number_alone() -> None:
    assert len({arena_seed(seed, deal) for seed in range(50) for deal in range(50)}) == 2500
    assert {len(arena_seed(0, deal)) for deal in range(9)} == {32}
    assert arena_seed(12, 3) != arena_seed(1, 23)


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_after_the_least_number_of_deals_every_two_have_met_twice(bots: int, players: int) -> None:
    least = least_deals(bots, players)
    for deals, enough in ((least, True), (least - 1, False)):
        met = Counter(
            pair for deal in range(deals) for pair in combinations(sorted(set(lineup(bots, players, deal))), 2)
        )
        assert (len(met) == comb(bots, 2) and min(met.values()) >= 2) is enough
