"""Simulated games, a million and ten, meet the exact values of tests/facts/diamant.json, within four standard errors.

Seeds are fixed, so nothing here depends on luck. tests/diamant/test_facts.py proves the same values exactly.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from tacora.fast.arrays import Ints
from tacora.fast.tally import empty_tally
from tacora.games.diamant import EDITIONS, Diamant, features
from tacora.games.diamant.bots import DiamantBot, make_bot
from tacora.games.diamant.bots.tables import Tabled
from tacora.games.diamant.kernel import lanes
from tacora.games.diamant.kernel.box import SCORES, box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.rules import COURSE_BITS, DISASTER, WORTH

FACTS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "facts" / "diamant.json").read_text("utf-8"))
BLOCK = 1 << 16
GAME = Diamant(EDITIONS["tacora-2024"])
ONE_EXPEDITION = Diamant(replace(EDITIONS["tacora-2024"], expeditions=1))
ONE_WITH_RELIC = Diamant(replace(EDITIONS["tacora-2024"], expeditions=1), relics=True)

many = pytest.mark.parametrize(
    "games",
    [pytest.param(1_000_000, id="a million"), pytest.param(10_000_000, id="ten million", marks=pytest.mark.soak)],
)


def bots(*texts: str) -> list[DiamantBot]:
    return [make_bot(text, Random(0)) for text in texts]


def simulate(game: Diamant, party: Sequence[DiamantBot], games: int, seed: int) -> Iterator[Ints]:
    """What is kept of the games, in blocks, two of them at a time."""
    box, seats = box_of(game), party_of(game, party)

    def block(first: int) -> Ints:
        kept = np.full((min(BLOCK, games - first), 3), -1, np.int64)
        tally = empty_tally(SCORES, 2 * box.expeditions)
        lanes.play(box, seats, np.uint64(seed), first, first + len(kept), tally, kept)
        return kept

    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(block, range(0, games, BLOCK))


class Sample:
    """How often each number came, in blocks; their mean, and how sure it is."""

    def __init__(self) -> None:
        self.counts = np.zeros(SCORES, np.int64)

    def add(self, values: Ints) -> None:
        self.counts += np.bincount(values, minlength=SCORES)

    @property
    def number(self) -> int:
        return int(self.counts.sum())

    @property
    def total(self) -> int:
        return int(self.counts @ np.arange(SCORES))

    @property
    def squares(self) -> int:
        return int(self.counts @ np.arange(SCORES) ** 2)

    def meets(self, exact: Fraction | float, rounding: float = 0.0) -> bool:
        mean = self.total / self.number
        error = sqrt((self.squares / self.number - mean * mean) / self.number)
        assert 0 < error < 0.02
        return abs(mean - float(exact)) <= 4 * error + rounding


def turned(kept: Ints, expedition: int = 0) -> Ints:
    """The cards turned in an expedition of each game."""
    return (kept[:, 2] >> COURSE_BITS * expedition) & (DISASTER - 1)


def ended_badly(kept: Ints, expedition: int = 0) -> Ints:
    return kept[:, 2] >> COURSE_BITS * expedition + DISASTER.bit_length() - 1 & 1


def gems_of_the_first(kept: Ints) -> Ints:
    return (kept[:, 0] & 0xFFFF) // WORTH


@many
def test_games_in_which_nobody_leaves(games: int) -> None:
    """When the first expedition ends, and how long the first, second and third are."""
    facts = FACTS["first_expedition_nobody_leaves"]["cards_30_no_relic"]
    means = [Sample() for _ in range(5)]
    for kept in simulate(GAME, bots("never", "never", "never"), games, 1):
        assert not kept[:, 0].any(), "nobody brings anything home"
        for expedition, sample in enumerate(means):
            sample.add(turned(kept, expedition))
            assert ended_badly(kept, expedition).all(), "every expedition ends by hazard"
    first = means[0].counts
    assert [sample.number for sample in means] == [games] * 5
    known = {int(n): Fraction(p) for n, p in facts["P_ends_at_card"].items()}
    assert list(known) == [*range(1, 22)]
    for cards in range(SCORES):
        exact = float(known.get(cards, Fraction(0)))
        assert abs(first[cards] / games - exact) <= 4 * sqrt(exact * (1 - exact) / games), f"{cards} cards"
    assert means[0].meets(Fraction(facts["mean_cards"]))
    later = FACTS["five_expeditions_nobody_leaves_mean_cards"]
    for expedition in (2, 3):
        assert means[expedition - 1].meets(later[str(expedition)], rounding=5e-6)
    lengths = [sample.total for sample in means]
    assert lengths == sorted(lengths), "with every hazard removed the cave is safer"


@pytest.mark.parametrize("seats", range(1, 9))
def test_the_cards_do_not_depend_on_how_many_look_on(seats: int) -> None:
    some, more = (next(simulate(GAME, bots(*["never"] * n), 2000, 1)) for n in (3, seats))
    assert (some == more).all()


@many
def test_expeditions_with_one_relic(games: int) -> None:
    facts = FACTS["first_expedition_nobody_leaves"]["cards_31_one_relic"]
    cards = Sample()
    for kept in simulate(ONE_WITH_RELIC, bots("never", "never", "never"), games, 2):
        cards.add(turned(kept))
    assert cards.number == games
    assert cards.meets(Fraction(facts["mean_cards"]))


@many
def test_how_often_the_relic_is_seen(games: int) -> None:
    """By a lone explorer who leaves as soon as a relic lies there, by a table, and so takes it home."""
    facts = FACTS["first_expedition_nobody_leaves"]["cards_31_one_relic"]
    table = features.filled(lambda *situation: situation[features.NAMES.index("relics")] > 0)
    seen = Sample()
    for kept in simulate(ONE_WITH_RELIC, [Tabled(table, Random(0))], games, 3):
        relics = kept[:, 0] % WORTH
        assert (relics + ended_badly(kept) == 1).all()
        seen.add(relics)
    assert seen.number == games
    assert seen.meets(Fraction(facts["P_relic_seen"]))


@pytest.mark.sample(8)
@pytest.mark.parametrize("games", [300_000, pytest.param(1_000_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("cards", range(1, 15))
@pytest.mark.parametrize("seats", [3, 5])
def test_everyone_leaves_together_after_n_cards(seats: int, cards: int, games: int) -> None:
    exact = FACTS["everyone_leaves_together_after_n_cards_mean_gems_each_first_expedition_no_relics"]
    gems = Sample()
    for kept in simulate(ONE_EXPEDITION, bots(*[f"cards:{cards}"] * seats), games, 100 * seats + cards):
        gems.add(gems_of_the_first(kept))
        assert (turned(kept)[ended_badly(kept) == 0] == cards).all()
        each = [kept[:, seat // 4] >> 16 * (seat % 4) & 0xFFFF for seat in range(seats)]
        assert all((chest == each[0]).all() for chest in each), "all bring home the same"
    assert gems.number == games
    assert gems.meets(exact[str(seats)][str(cards)], rounding=5e-11)


@many
def test_lone_explorers_who_play_best(games: int) -> None:
    facts = FACTS["lone_explorer_first_expedition_no_relics"]
    gems, busts = Sample(), Sample()
    for kept in simulate(ONE_EXPEDITION, bots("ev"), games, 4):
        gems.add(gems_of_the_first(kept))
        busts.add(ended_badly(kept))
    assert gems.number == games
    assert gems.meets(Fraction(facts["optimal_mean_gems"]))
    assert busts.meets(facts["optimal_P_bust"])
