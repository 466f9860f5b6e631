"""The exact facts at the end of the rules page, worked out with fractions and seen again in games of the engine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random

from tacora.games.mister_diamond import Action, Decline, Lift, MisterDiamond, State
from tacora.games.mister_diamond.editions import RingCard
from tacora.games.mister_diamond.rules import Lifted, RingDrawn
from tests.mister_diamond.strategies import sensible
from tests.mister_diamond.table import BOX, PLAIN, setting

ONE, NONE = Fraction(1), Fraction(0)
PLACES, LOOSE, RINGS = BOX.places, BOX.loose, BOX.rings
GAMES = 500


def mean(chances: dict[int, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in chances.items()), NONE)


def deviation(chances: dict[int, Fraction]) -> float:
    return sqrt(mean({value**2: chance for value, chance in chances.items()}) - mean(chances) ** 2)


@cache
def won_blindly() -> dict[int, Fraction]:
    """How many diamonds the ring cards win when each player tries any standing one, tried before or not."""
    chances = {0: ONE}
    for _ in range(RINGS):
        after: defaultdict[int, Fraction] = defaultdict(Fraction)
        for won, chance in chances.items():
            loose = Fraction(LOOSE - won, PLACES - won)
            after[won] += chance * (1 - loose)
            after[won + 1] += chance * loose
        chances = {won: chance for won, chance in after.items() if chance}
    return chances


@cache
def last_ring_with_memory() -> dict[int, Fraction]:
    """At which ring card the last loose diamond is lifted when nobody ever tries a fixed one again."""
    ends: dict[int, Fraction] = {}
    chances = {0: ONE}
    for ring in range(1, RINGS + 1):
        after: defaultdict[int, Fraction] = defaultdict(Fraction)
        for won, chance in chances.items():
            loose = Fraction(LOOSE - won, PLACES - (ring - 1))
            after[won] += chance * (1 - loose)
            after[won + 1] += chance * loose
        ends[ring] = after.pop(LOOSE, NONE)
        chances = {won: chance for won, chance in after.items() if chance}
    return {ring: chance for ring, chance in ends.items() if chance}


def test_a_first_try_is_loose_with_probability_13_of_21() -> None:
    state = PLAIN.start(2, (setting(BOX, "1000", range(20, 36)),)).state
    tried = [PLAIN.apply(state, {0: Lift(place)}).events[0] for place in state.board]
    assert Fraction(sum(isinstance(event, Lifted) for event in tried), len(tried)) == Fraction(13, 21)


def test_blind_tries_win_19_6219_diamonds_and_all_of_them_once_in_2600_games() -> None:
    assert sum(won_blindly().values()) == 1
    assert (min(won_blindly()), max(won_blindly())) == (0, 26)
    assert round(float(mean(won_blindly())), 4) == 19.6219
    assert round(float(won_blindly()[26]), 6) == 0.000388


def test_with_perfect_memory_the_last_loose_diamond_falls_at_ring_41_4074() -> None:
    assert sum(last_ring_with_memory().values()) == 1
    assert (min(last_ring_with_memory()), max(last_ring_with_memory())) == (26, 42)
    assert mean(last_ring_with_memory()) == Fraction(26 * 43, 27)
    assert round(float(Fraction(26 * 43, 27)), 4) == 41.4074


def played(
    game: MisterDiamond, random: Random, possible: Callable[[MisterDiamond, State], tuple[Action, ...]]
) -> State:
    """A game of four from a seed, each place drawn from what these players hold for possible; nobody steals."""
    state = game.start(4, random.randbytes(32)).state
    while game.pending(state):
        act = random.choice(possible(game, state)) if isinstance(state.card, RingCard) else Decline()
        state = game.apply(state, {state.turn: act}).state
    return state


def anything(game: MisterDiamond, state: State) -> tuple[Action, ...]:
    return game.legal_actions(state, state.turn)


def within_four_standard_errors(values: list[int], chances: dict[int, Fraction]) -> bool:
    return abs(sum(values) / len(values) - mean(chances)) < 4 * deviation(chances) / sqrt(len(values))


def test_blind_players_of_the_engine_win_as_many() -> None:
    random = Random("blind")
    won = [PLACES - len(played(PLAIN, random, anything).board) for _ in range(GAMES)]
    assert within_four_standard_errors(won, won_blindly())
    assert not within_four_standard_errors([diamonds + 1 for diamonds in won], won_blindly())


def test_players_of_the_engine_with_perfect_memory_need_as_many_rings() -> None:
    random = Random("memory")
    ends = [played(PLAIN, random, sensible) for _ in range(GAMES)]
    assert {len(state.board) for state in ends} == {BOX.fixed}
    rings = [sum(map(len, state.rings)) for state in ends]
    assert within_four_standard_errors(rings, last_ring_with_memory())
    assert not within_four_standard_errors([ring - 1 for ring in rings], last_ring_with_memory())


def test_seeds_fix_every_place_and_deal_every_card_first_as_often_as_any_other() -> None:
    random, starts = Random("seeds"), 6000
    fixed: defaultdict[int, int] = defaultdict(int)
    firsts: defaultdict[int, int] = defaultdict(int)
    cheapest = 0
    for _ in range(starts):
        step = PLAIN.start(8, random.randbytes(32))
        firsts[step.state.first] += 1
        cheapest += next(event.price for event in step.events if isinstance(event, RingDrawn)) == 1000
        for place in step.state.setting.fixed:
            fixed[place] += 1

    def as_expected(count: int, chance: Fraction) -> bool:
        return abs(count - starts * chance) < 4.5 * sqrt(starts * chance * (1 - chance))

    assert all(as_expected(fixed[place], Fraction(16, 42)) for place in range(1, 43))
    assert all(as_expected(firsts[seat], Fraction(1, 8)) for seat in range(8))
    assert as_expected(cheapest, Fraction(1, 6))
