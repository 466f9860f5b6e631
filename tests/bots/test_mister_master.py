"""The best thief, against exact values on small trays."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tacora.game import Seat
from tacora.games.mister_diamond import Decline, Edition, Steal
from tacora.games.mister_diamond.bots import Rememberer, Thieving
from tacora.games.mister_diamond.bots.foresight import (
    WHOLE,
    WORLDS,
    best_theft,
    standing_in,
    thefts_played_out,
    turns_to_come,
)
from tests.bots.small_tray import (
    FAILED,
    FRESH,
    THEFT,
    Policy,
    Tray,
    after,
    as_view,
    bare,
    choices,
    played_by,
    thefts,
    valued,
)
from tests.examples import examples

TRAY = Edition("tray", prices=(1, 3), places=6, fixed=2, rings=6, thefts=2)
LONG = Edition("long", prices=(1, 2), places=8, fixed=3, rings=8, thefts=2)


@cache
def player(thieving: Thieving) -> Policy:
    """Somebody who forgets nothing."""
    return played_by(lambda rng: Rememberer(0, rng, thieving))


MEMORY = player(Thieving.DEAREST)


RINGS = st.lists(st.sampled_from([(1, False), (1, True), (3, False), (3, True)]), max_size=3)


@st.composite
def trays(draw: st.DrawFn, *, loose: int | None = None, failed: int = 0, thefts_to_come: int = 0) -> Tray:
    """What two or three could see before somebody's decision; so many tries failed and thefts are to come at least."""
    rings = draw(st.lists(RINGS, min_size=2, max_size=3))
    unseen = draw(st.lists(st.sampled_from((1, 3)), min_size=1, max_size=3))
    unseen += [THEFT] * draw(st.integers(thefts_to_come, 2))
    left = draw(st.integers(1, 2)) if loose is None else loose
    fixed, seen = draw(st.integers(0, 2)), draw(st.integers(failed, 2))
    gone = sum(is_set for row in rings for _, is_set in row)
    box = Edition("tray", prices=(1, 3), places=gone + left + fixed + seen, fixed=fixed + seen, rings=6)
    row = tuple(tuple(sorted(mine)) for mine in rings)
    return Tray(box, draw(st.integers(0, len(row) - 1)), row, tuple(sorted(unseen)), left, left + fixed, seen)


@st.composite
def thieves(draw: st.DrawFn) -> Tray:
    """Likewise, with a theft card drawn by somebody who can use it."""
    tray, price = draw(trays()), draw(st.sampled_from((1, 3)))
    rings = [list(row) for row in tray.rings]
    rings[tray.turn].append((price, False))
    rings[(tray.turn + draw(st.integers(1, len(rings) - 1))) % len(rings)].append((price, True))
    box = replace(tray.box, places=tray.box.places + 1)
    return tray._replace(box=box, rings=tuple(tuple(sorted(row)) for row in rings))


# Chances


@settings(max_examples=examples(30))
@given(trays())
def test_every_place_not_tried_is_loose_with_the_same_chance(tray: Tray) -> None:
    """Counted over all ways in which the loose diamonds can stand, given what was lifted and what failed."""
    box, places = tray.box, range(tray.box.places)
    gone, failed = places[: box.places - tray.fresh - tray.failed], places[tray.box.places - tray.failed :]
    ways = [
        loose
        for loose in map(set, combinations(places, box.loose))
        if loose.issuperset(gone) and loose.isdisjoint(failed)
    ]
    for place in places[len(gone) : box.places - tray.failed]:
        assert sum(place in loose for loose in ways) * tray.fresh == len(ways) * tray.loose


@given(st.integers(0, 42), st.integers(2, 8))
def test_turns_without_thefts_are_counted(rings: int, seats: int) -> None:
    """And with thefts to come all rings are still divided, where there are enough to go round."""
    row = [sum(turn % seats == place for turn in range(rings)) for place in range(seats)]
    assert [turns_to_come(rings, place, seats, 0) for place in range(seats)] == row
    if rings >= seats:
        smooth = [turns_to_come(rings, place, seats, 3) for place in range(seats)]
        assert sum(smooth) == pytest.approx(rings)
        assert smooth == sorted(smooth, reverse=True)


# Thefts


def exact(tray: Tray) -> dict[Steal | Decline, float]:
    """What each theft is worth to the thief if all forget nothing and rob the dearest afterwards."""
    worth = valued(tray.turn, [MEMORY] * len(tray.rings))
    values: dict[Steal | Decline, float] = {}
    for choice in choices(tray, THEFT):
        ((_, there),) = after(tray, THEFT, choice)
        action = Steal(*choice) if isinstance(choice, tuple) else Decline()
        values[action] = float(worth(there))
    return values


@settings(max_examples=examples(40), deadline=None)
@given(thieves())
def test_what_is_played_out_is_the_best_up_to_chance(tray: Tray) -> None:
    """Against all orders of cards and diamonds: 256 worlds miss a value by four standard deviations at most."""
    view, _ = as_view(tray, THEFT)
    values = exact(tray)
    chosen = best_theft(view, tray.fresh, Random(7))
    assert values[chosen] >= max(values.values()) - 4 * (2 * 0.25 / WORLDS) ** 0.5


@pytest.mark.parametrize("seats", [2, 3])
def test_thefts_are_worth_what_they_are_in_all_worlds(seats: int) -> None:
    """One tray, many dice: the values that are played out are right on average."""
    tray = Tray(
        TRAY,
        0,
        (((1, False), (3, False)), ((1, True), (3, True)), ((1, True),))[:seats],
        (0, 1, 1, 3)[: seats + 1],
        2,
        3,
        1,
    )
    view, _ = as_view(tray, THEFT)
    standing, _ = standing_in(view, tray.fresh)
    ranks = [(victim, standing.prices.index(price)) for victim, price in thefts(tray)]
    found = [thefts_played_out(standing, ranks, Random(seed)) for seed in range(60)]
    means = [sum(column) / (60 * WORLDS * WHOLE) for column in zip(*found, strict=True)]
    assert means == pytest.approx(list(exact(tray).values()), abs=0.02)


def answer(box: Edition, seats: int, mine: Policy | None, others: Policy = MEMORY) -> float:
    """What somebody wins at a table of others, with every seat in turn."""
    worth = 0.0
    for me in range(seats):
        policies: list[Policy | None] = [others] * seats
        policies[me] = mine
        worth += float(valued(me, policies)(bare(box, seats)))
    return worth / seats


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("box", "seats", "most", "won"),
    [
        (TRAY, 2, 0.5271, 0.5245),
        pytest.param(TRAY, 3, 0.3440, 0.3438, marks=pytest.mark.long),
        pytest.param(LONG, 2, None, None, marks=[pytest.mark.long, pytest.mark.soak]),
    ],
    ids=["2", "3", "long"],
)
@pytest.mark.repeats
def test_the_master_is_close_to_the_best_answer(
    box: Edition, seats: int, most: float | None, won: float | None
) -> None:
    """The best answer to `memory` knows its opponents and the whole tree. Little is left of what it wins more."""
    best = answer(box, seats, None)
    master, memory = (answer(box, seats, player(thieving)) for thieving in (Thieving.BEST, Thieving.DEAREST))
    assert memory == pytest.approx(1 / seats)
    assert memory < master <= best
    assert best - master < 0.25 * (best - memory)
    if most and won:  # The figures of docs/mister-diamond.md.
        assert [best, master] == pytest.approx([most, won], abs=5e-5)


# The last loose diamond


@settings(max_examples=examples(60), deadline=None)
@given(trays(loose=1, failed=1), st.sampled_from((1, 3)), st.sampled_from((Thieving.BEST, Thieving.WEIGHED)))
def test_to_leave_the_last_diamond_is_never_worse_where_it_would_win_nothing(
    tray: Tray, price: int, thieving: Thieving
) -> None:
    ahead = [list(row) for row in tray.rings]
    ahead[tray.turn - 1] += [(3, True)] * (1 + sum(is_set for _, is_set in ahead[tray.turn]) + price // 3)
    more = sum(map(len, ahead)) - sum(map(len, tray.rings))
    box = replace(tray.box, places=tray.box.places + more)
    tray = tray._replace(box=box, rings=tuple(tuple(sorted(row)) for row in ahead))
    assert tray.scores[tray.turn] + price < max(tray.scores)
    worth = valued(tray.turn, [MEMORY] * len(tray.rings))
    tried, left = (
        sum(chance * worth(there) for chance, there in after(tray, price, choice)) for choice in (FRESH, FAILED)
    )
    assert left >= tried
    assert player(thieving)(tray, price) == FAILED
    assert MEMORY(tray, price) == FRESH


def test_to_leave_the_last_diamond_may_win() -> None:
    """Behind by more than the ring; the only theft card is still to come, and there is a ring to steal for."""
    tray = Tray(TRAY, 0, (((3, False),), ((1, True), (3, True))), (0, 1, 1), 1, 2, 1)
    worth = valued(0, [MEMORY] * 2)
    ways = {
        choice: float(sum(chance * worth(there) for chance, there in after(tray, 1, choice)))
        for choice in (FRESH, FAILED)
    }
    assert ways[FAILED] > ways[FRESH]


@pytest.mark.parametrize("rings", [((), ((1, True),)), (((3, True),), ((3, True),))])
def test_whoever_may_win_or_share_with_the_last_diamond_lifts_it(
    rings: tuple[tuple[tuple[int, bool], ...], ...],
) -> None:
    tray = Tray(TRAY, 0, rings, (0, 1, 1), 1, 2, 1)
    assert player(Thieving.BEST)(tray, 1) == FRESH


def seats_between(thief: Seat, victim: Seat, seats: int) -> int:
    """How many are passed over."""
    return (victim - thief) % seats - 1


@pytest.mark.parametrize("thieving", [Thieving.BEST, Thieving.WEIGHED])
@pytest.mark.parametrize("thief", range(5))
def test_of_equal_victims_the_one_who_sits_before_the_thief_is_robbed(thieving: Thieving, thief: Seat) -> None:
    """The turn comes back soonest."""
    box = Edition("row", prices=(1, 3), rings=42)
    rings: list[tuple[tuple[int, bool], ...]] = [((3, True),)] * 5
    rings[thief] = ((3, False),)
    tray = Tray(box, thief, tuple(rings), (*[0] * 5, *[1] * 21, *[3] * 16), 22, 37, 1)
    choice = player(thieving)(tray, THEFT)
    assert isinstance(choice, tuple)
    assert seats_between(thief, choice[0], 5) == 3
