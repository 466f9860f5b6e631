"""An edition as numbers: every set and every table means what the engine means."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tacora.games.diamant import Diamant, Edition, Hazard, Relic, Treasure
from tacora.games.diamant.cave import Cave
from tacora.games.diamant.editions import RelicSet
from tacora.games.diamant.kernel.box import CARDS, ORDERS, TREASURE_SETS, Box, box_of, cards_of
from tacora.games.diamant.rules import Camp
from tests.fast.replay import box_name, boxes

BOXES = boxes()


@pytest.fixture(params=BOXES, ids=box_name)
def game(request: pytest.FixtureRequest) -> Diamant:
    assert isinstance(request.param, Diamant)
    return request.param


def members(cards: int) -> list[int]:
    return [at for at in range(CARDS) if cards >> at & 1]


def test_the_decks_are_those_of_the_engine(game: Diamant) -> None:
    """What is in the game from the start, and what joins before each expedition."""
    box, numbered = box_of(game), cards_of(game)
    assert box.expeditions == game.edition.expeditions == len(box.added) - 1
    in_play = box.cards
    for expedition in range(1, box.expeditions + 1):
        assert not in_play & box.added[expedition - 1], "nothing joins twice"
        in_play |= box.added[expedition - 1]
        deck = game.in_play(expedition, Camp((), ()))
        assert Counter(numbered[at] for at in members(in_play)) == Counter(deck)
    assert box.added[-1] == 0
    assert box.cards | box.relics == (1 << len(numbered)) - 1
    assert box.cards & box.relics == 0
    assert in_play & ~(box.cards | box.relics) == 0


def test_the_relics_are_the_relics(game: Diamant) -> None:
    box, numbered = box_of(game), cards_of(game)
    assert members(box.relics) == [at for at, card in enumerate(numbered) if isinstance(card, Relic)]
    assert bool(box.relics) == game.with_relics
    assert box.relics_break_ties == game.edition.relics_break_ties


def test_so_many_bits_name_every_place_of_the_deck_and_no_more(game: Diamant) -> None:
    assert 2 ** (box_of(game).bits - 1) < len(cards_of(game)) <= 2 ** box_of(game).bits


def test_the_kin_of_a_hazard_are_the_cards_that_it_makes_fatal(game: Diamant) -> None:
    box, numbered = box_of(game), cards_of(game)
    assert len(box.same) == CARDS
    for at, card in enumerate(numbered):
        fatal = [other for other, then in enumerate(numbered) if Cave((0,), (card,)).ends_with(then)]
        assert members(box.same[at]) == fatal
        assert len(fatal) == (game.edition.copies if isinstance(card, Hazard) else 0)
    assert not any(box.same[len(numbered) :])


def test_the_effect_of_a_card_is_its_share_and_its_rest(game: Diamant) -> None:
    box, numbered = box_of(game), cards_of(game)
    effects = box.effects.reshape(9, CARDS)
    for explorers in range(1, 9):
        for at, card in enumerate(numbered):
            cave = Cave(tuple(range(explorers))).turn(card)
            assert (effects[explorers, at] & 255, effects[explorers, at] >> 8) == (cave.held, cave.path())
    assert not effects[0].any()
    assert not effects[:, len(numbered) :].any()


def test_a_relic_is_worth_what_the_box_says_after_so_many(game: Diamant) -> None:
    box, numbered = box_of(game), cards_of(game)
    worths = box.worths.reshape(CARDS, ORDERS)
    relics = game.edition.relics
    for at in range(CARDS):
        card = numbered[at] if at < len(numbered) else None
        for out in range(ORDERS):
            expected = 0
            if isinstance(card, Relic) and relics and out < len(relics.cards):
                expected = relics.worth(card, out)
            assert worths[at, out] == expected


def test_the_sums_of_shares_by_sets_of_eight_treasures(game: Diamant) -> None:
    box, numbered, rng = box_of(game), cards_of(game), Random(8)
    shares = box.shares.reshape(9, TREASURE_SETS, 256)
    for _ in range(200):
        deck = rng.getrandbits(len(numbered))
        explorers = rng.randint(1, 8)
        by_eights = sum(shares[explorers, eight, deck >> 8 * eight & 255] for eight in range(TREASURE_SETS))
        left = [numbered[at] for at in members(deck)]
        assert by_eights == sum(card.value // explorers for card in left if isinstance(card, Treasure))


# What is too large


def large(**changes: object) -> Edition:
    """A box at every limit that can be reached at once; a change takes it beyond."""
    return Edition(**{"name": "large", "treasures": (4, 5), "hazards": ("a", "b"), "copies": 7, **changes})  # type: ignore[arg-type]


RELICS = RelicSet(tuple(map(Relic, range(1, 8))))

FITTING = [
    large(),
    large(treasures=()),
    large(treasures=(1,) * 18, relics=RELICS),
    large(treasures=(255,), expeditions=4),
    large(treasures=(255, 255, 255, 255, 3), expeditions=1),
    large(expeditions=8, relics=RELICS),
    large(treasures=(1,) * 26, hazards=("a", "b", "c", "d"), copies=9),
    large(treasures=(1,) * 28, copies=17),
]
TOO_LARGE = {
    "64 cards": large(treasures=(1,) * 28, copies=18),
    "eight relics": large(relics=RelicSet((*RELICS.cards, Relic(8)))),
    "33 treasures": large(treasures=(1,) * 33, hazards=("a",)),
    "a treasure of 256": large(treasures=(256,), expeditions=1),
    "nine expeditions": large(expeditions=9),
    "eleven expeditions": large(expeditions=11),
    "a tunnel of 32 cards": large(treasures=(1,) * 29, hazards=("a", "b")),
    "nine seats": large(most_seats=9),
    "a score of 1024": large(treasures=(255, 255, 255, 255, 4), expeditions=1),
    "a score of 1024 with relics": large(
        treasures=(255, 255, 255, 255), expeditions=1, relics=RelicSet((Relic(4),), by_order=(4,))
    ),
}


@pytest.mark.parametrize("edition", FITTING)
def test_a_box_at_the_limit_fits(edition: Edition) -> None:
    assert isinstance(box_of(Diamant(edition)), Box)


@pytest.mark.parametrize("edition", TOO_LARGE.values(), ids=TOO_LARGE.keys())
def test_a_box_that_is_too_large_is_refused(edition: Edition) -> None:
    with pytest.raises(ValueError, match="large is too large for the fast kernel"):
        box_of(Diamant(edition))
