"""The kernel's arithmetic on words, against sets and sums as anybody would write them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacora.fast.arrays import SEATS
from tacora.fast.bits import popcount
from tacora.fast.tally import Tally, empty_tally
from tacora.games.diamant import Card, Diamant, Hazard, Relic, Treasure, features
from tacora.games.diamant.cave import Cave
from tacora.games.diamant.kernel.box import RECIPROCALS, box_of, cards_of
from tacora.games.diamant.kernel.counting import count, rank
from tacora.games.diamant.kernel.decisions import one_card_loses, share_place, situation
from tacora.games.diamant.kernel.rules import (
    CHEST_BITS,
    COURSE_BITS,
    DISASTER,
    WORTH,
    chest,
    cleared,
    divide,
    draw,
    into_chests,
    leave,
    turn,
)
from tests.fast.replay import boxes

GAMES = boxes()
SIGNED = st.integers(-(1 << 63), (1 << 63) - 1)
DECKS = st.integers(0, (1 << 35) - 1)


def members(these: int) -> set[int]:
    return {at for at in range(64) if these >> at & 1}


@given(SIGNED)
def test_popcount_counts_the_members(word: int) -> None:
    assert popcount(word) == (word % (1 << 64)).bit_count()


def test_popcount_of_every_single_bit_and_of_all() -> None:
    for bit in range(63):
        assert popcount(1 << bit) == 1
        assert popcount((1 << bit) - 1) == bit
    assert popcount(-1) == 64
    assert popcount(0) == 0


def test_divide_rounds_down_for_every_path_and_every_party() -> None:
    """No path holds more: each of 32 treasures leaves at most seven gems."""
    for gems in range(32 * 7 + 1):
        assert divide(gems, RECIPROCALS[0]) == 0
        for explorers in range(1, SEATS + 1):
            assert divide(gems, RECIPROCALS[explorers]) == gems // explorers


@given(SIGNED.map(lambda word: word % (1 << 64)), DECKS, st.integers(1, 6))
def test_a_draw_is_the_first_of_four_looks_that_hits(word: int, deck: int, bits: int) -> None:
    card, found = draw(deck, np.uint64(word), bits)
    places = [word >> bits * at & (1 << bits) - 1 for at in range(4)]
    hits = [place for place in places if place in members(deck)]
    assert (card, found) == ((hits[0], 1) if hits else (0, 0))


@given(st.sampled_from(GAMES), st.data(), st.integers(1, 8), st.integers(0, 200), st.integers(0, 200), st.booleans())
def test_a_card_is_turned_as_in_the_engine(
    game: Diamant, data: st.DataObject, explorers: int, held: int, path: int, found: bool
) -> None:
    """D10, D11, D12: shares, rests, kin and disasters; nothing happens where no card was found."""
    box, cards = box_of(game), cards_of(game)
    at = data.draw(st.integers(0, len(cards) - 1), label="card")
    turned = data.draw(st.sets(st.integers(0, len(cards) - 1).filter(lambda other: other != at)), label="turned")
    tunnel = tuple(cards[other] for other in turned)
    kin = 0
    for other in turned:
        kin |= int(box.same[other])
    deck = sum(1 << other for other in range(len(cards)) if other not in turned)
    effect = int(box.effects[explorers * 64 + at])
    got = turn(at, int(found), int(box.same[at]), effect, deck, kin, held, path)
    if not found:
        assert got == (deck, kin, held, path, 0)
        return
    before = Cave(tuple(range(explorers)), tunnel, (path,), held)
    after = before.turn(cards[at])
    fatal = {hazard for hazard in after.tunnel if isinstance(hazard, Hazard)}
    assert members(got[0]) == set(range(len(cards))) - turned - {at}
    assert members(got[1]) == {other for other, card in enumerate(cards) if card in fatal}
    assert got[2:] == (after.held, after.path(), before.ends_with(cards[at]))


@given(st.integers(1, 8), st.integers(0, 200), st.integers(0, 200), st.lists(st.integers(1, 12), max_size=5))
def test_leavers_take_what_they_take_in_the_engine(leavers: int, held: int, path: int, printed: list[int]) -> None:
    """D16, D25: equal parts of the path, and relics only for one who leaves alone."""
    relics = tuple(map(Relic, printed))
    cave = Cave(tuple(range(8)), (Treasure(1),), (path,), held, relics)
    share, taken, rest = cave.leave(leavers, ())
    home, left = leave(leavers, int(RECIPROCALS[leavers]), held, path, len(relics), sum(printed))
    assert divmod(home, WORTH) == (held + share + sum(printed) * bool(taken), len(taken))
    assert left == rest.path()


@given(st.integers(0, 200), st.integers(0, 200))
def test_nobody_leaves_and_the_path_stays(held: int, path: int) -> None:
    home, left = leave(0, int(RECIPROCALS[0]), held, path, 2, 10)
    assert left == path
    assert into_chests(0, home) == 0


HOMES = st.lists(
    st.tuples(st.sets(st.integers(0, 7)), st.integers(0, 200), st.integers(0, 1)),
    max_size=5,
)


@given(HOMES)
def test_chests_hold_what_was_put_into_them(homes: list[tuple[set[int], int, int]]) -> None:
    """Five expeditions with gems and a relic each: no chest runs over into its neighbour."""
    first = second = 0
    gems: Counter[int] = Counter()
    relics: Counter[int] = Counter()
    for seats, score, relic in homes:
        four, other = (sum(1 << seat % 4 for seat in seats if seat // 4 == half) for half in (0, 1))
        first += into_chests(four, score * WORTH + relic)
        second += into_chests(other, score * WORTH + relic)
        for seat in seats:
            gems[seat] += score
            relics[seat] += relic
    for seat in range(8):
        assert divmod(chest(first, second, seat), WORTH) == (gems[seat], relics[seat])
        assert rank(first, second, seat, 0) == gems[seat]
        assert rank(first, second, seat, 1) == gems[seat] * WORTH + relics[seat]


@pytest.mark.parametrize("four", range(16))
def test_a_full_chest_of_every_set_of_four_seats(four: int) -> None:
    word = into_chests(four, 1023 * WORTH + 7)
    for seat in range(4):
        for first, second, at in ((word, 0, seat), (0, word, seat + 4)):
            assert chest(first, second, at) == (1023 * WORTH + 7 if four >> seat & 1 else 0)
    assert word == sum((1023 * WORTH + 7) << CHEST_BITS * seat for seat in range(4) if four >> seat & 1)


@given(st.sampled_from([game for game in GAMES if game.with_relics]), st.data(), st.booleans())
def test_the_table_is_cleared_as_the_rules_say(game: Diamant, data: st.DataObject, disaster: bool) -> None:
    """D19, D26: the fatal hazard and every relic turned are out; all else stays, turned or not."""
    box, cards = box_of(game), cards_of(game)
    in_play = set(data.draw(st.sets(st.sampled_from(range(len(cards))), min_size=1), label="in play"))
    turned = data.draw(st.sets(st.sampled_from(sorted(in_play)), min_size=1), label="turned")
    last = data.draw(st.sampled_from(sorted(turned)), label="last card")
    before, deck = sum(1 << at for at in in_play), sum(1 << at for at in in_play - turned)
    got = members(cleared(before, deck, box.relics, last, int(disaster)))
    relics = {at for at in turned if isinstance(cards[at], Relic)}
    assert got == in_play - relics - ({last} if disaster else set())


# Decisions


@given(st.sampled_from(GAMES), st.data(), st.integers(1, 8))
def test_the_shares_left_in_the_deck_are_found_by_eights(game: Diamant, data: st.DataObject, explorers: int) -> None:
    box, cards = box_of(game), cards_of(game)
    deck = data.draw(st.integers(0, (1 << len(cards)) - 1), label="deck")
    shares = sum(int(box.shares[share_place(explorers, eight, deck)]) for eight in range(4))
    left: list[Card] = [cards[at] for at in members(deck)]
    assert shares == sum(card.value // explorers for card in left if isinstance(card, Treasure))


@pytest.mark.parametrize(("deadly", "home", "shares"), [(2, 5, 11), (2, 5, 10), (0, 99, 1), (0, 0, 0), (3, 0, 0)])
def test_one_card_loses_as_soon_as_the_loss_is_as_large_as_the_gain(deadly: int, home: int, shares: int) -> None:
    assert one_card_loses(deadly, home, shares) == (deadly * home >= shares)


@given(st.integers(1, 8), st.integers(0, 30), st.integers(0, 300), st.integers(0, 300), st.integers(0, 9))
def test_the_kernel_looks_a_situation_up_where_the_bots_do(
    inside: int, deadly: int, held: int, path: int, relics: int
) -> None:
    assert situation(inside, deadly, held, path, relics) == features.index(inside, deadly, held, path, relics)


# Counting


def words(chests: list[tuple[int, int]]) -> tuple[int, int]:
    first = sum((score * WORTH + relics) << CHEST_BITS * at for at, (score, relics) in enumerate(chests[:4]))
    second = sum((score * WORTH + relics) << CHEST_BITS * at for at, (score, relics) in enumerate(chests[4:]))
    return first, second


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=8),
    st.lists(st.tuples(st.integers(1, 31), st.booleans()), min_size=1, max_size=8),
    st.booleans(),
)
def test_a_finished_game_is_counted(
    chests: list[tuple[int, int]], course: list[tuple[int, bool]], relics_break_ties: bool
) -> None:
    """D21: the highest score wins, ties are shared, and in one box relics come first."""
    tally = empty_tally(1024, 2 * len(course))
    passed = sum((cards + DISASTER * bad) << COURSE_BITS * at for at, (cards, bad) in enumerate(course))
    count(tally, *words(chests), passed, len(course), len(chests), int(relics_break_ties))
    ranks = [(score, relics if relics_break_ties else 0) for score, relics in chests]
    winners = [seat for seat, mine in enumerate(ranks) if mine == max(ranks)]
    for seat in range(SEATS):
        scores, victories = np.zeros(1024, int), np.zeros(SEATS + 1, int)
        if seat < len(chests):
            scores[chests[seat][0]] = 1
        if seat in winners:
            victories[len(winners)] = 1
        assert (tally.scores[seat] == scores).all()
        assert (tally.victories[seat] == victories).all()
    assert tally.sums.tolist() == [cards for cards, _ in course] + [int(bad) for _, bad in course]


def test_tallies_add_up() -> None:
    one, two = empty_tally(8, 4), empty_tally(8, 4)
    one.scores[1, 2], one.sums[3] = 5, 1
    two.scores[1, 2], two.victories[7, 8] = 6, 9
    both = one + two
    assert isinstance(both, Tally)
    assert (both.scores[1, 2], both.victories[7, 8], both.sums[3]) == (11, 9, 1)
    assert (both.scores.sum(), both.victories.sum(), both.sums.sum()) == (11, 9, 1)
    assert one.scores.sum() == 5, "adding changes nothing that was there"
