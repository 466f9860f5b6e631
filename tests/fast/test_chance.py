"""Random words of simulated games: the SplitMix64 of the books, and what is drawn and tossed with it is fair.

Seeds are fixed, so a test either always passes or always fails. A chi-square must be near its number of degrees of
freedom: within four standard deviations, above as well as below.
"""

from __future__ import annotations

from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tacora.fast.arrays import Ints
from tacora.fast.chance import DECISIONS, PER_EXPEDITION, U, ahead, key_of, mix, signed, word
from tacora.fast.compiled import small
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots.strategies import RandomLeaver
from tacora.games.diamant.kernel.box import box_of, cards_of
from tacora.games.diamant.kernel.decisions import coins
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.rules import draw
from tacora.games.diamant.strategy import COIN_BITS
from tests.fast import replay

WORDS = st.integers(0, (1 << 64) - 1)
GAMES = 1_000_000


def test_the_words_are_those_of_splitmix64() -> None:
    """The first outputs for the seed 1234567, as published with the algorithm's implementations."""
    published = (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    )
    assert tuple(replay.word(1234567, number) for number in range(1, 6)) == published
    assert tuple(int(word(U(ahead(U(1234567), number)))) for number in range(1, 6)) == published


@given(WORDS, st.integers(0, (1 << 63) - 1), st.integers(0, 4 * DECISIONS))
def test_keys_and_words_are_those_of_plain_integers(seed: int, game: int, number: int) -> None:
    assert int(mix(U(seed))) == replay.mix(seed)
    key = U(key_of(U(seed), game))
    assert int(key) == replay.key_of(seed, game)
    assert int(word(U(ahead(key, number)))) == replay.word(int(key), number)


@given(WORDS, st.integers(0, 2048), st.integers(0, 2048))
def test_going_ahead_twice_is_going_ahead_once(place: int, one: int, two: int) -> None:
    assert ahead(U(ahead(U(place), one)), two) == ahead(U(place), one + two)


@given(WORDS)
def test_a_signed_word_has_the_same_bits(number: int) -> None:
    assert signed(U(number)) % (1 << 64) == number


def test_no_word_serves_two_purposes() -> None:
    """Decks of eight expeditions, then the three words of each decision: no number twice."""
    decks = [PER_EXPEDITION * expedition + turn for expedition in range(8) for turn in range(PER_EXPEDITION)]
    decisions = [number + DECISIONS * part for number in decks for part in (1, 2, 3)]
    assert len(set(decks + decisions)) == 4 * len(decks)


# What is drawn and tossed


@small
def draw_two(seed: np.uint64, games: int, deck: int, bits: int, counts: Ints) -> None:
    """Count the first and the second card of so many games."""
    for game in range(games):
        place = key_of(seed, game)
        first, found = 0, 0
        while not found:
            first, found = draw(deck, word(place), bits)
            place = ahead(place, 1)
        second, found = 0, 0
        while not found:
            second, found = draw(deck & ~(1 << first), word(place), bits)
            place = ahead(place, 1)
        counts[first, second] += 1


@small
def draw_beside(seed: np.uint64, games: int, deck: int, bits: int, beside: int, counts: Ints) -> None:
    """Count the first card of a game and that of another: of the next game (0), or of the next seed (1)."""
    for game in range(games):
        cards = (0, 0)
        for at in range(2):
            place = key_of(seed + U(beside * at), game + (1 - beside) * at)
            card, found = 0, 0
            while not found:
                card, found = draw(deck, word(place), bits)
                place = ahead(place, 1)
            cards = (cards[1], card)
        counts[cards[0], cards[1]] += 1


@small
def draw_and_toss(seed: np.uint64, games: int, deck: int, bits: int, limit: int, counts: Ints) -> None:
    """Count the first card where the first word finds one, and the nine coins of the decision that follows."""
    for game in range(games):
        place = key_of(seed, game)
        card, found = draw(deck, word(place), bits)
        place = ahead(place, 1)
        heads = 0
        for part in range(3):
            heads |= coins(word(ahead(place, DECISIONS * (1 + part))), limit) << 3 * part
        counts[card, heads] += found


@small
def count_bits(seed: np.uint64, games: int, number: int, counts: Ints) -> None:
    """How often each bit of this word is set."""
    for game in range(games):
        one = word(ahead(key_of(seed, game), number))
        for bit in range(64):
            counts[bit] += (one >> U(bit)) & U(1)


def assert_fits(counts: Ints, expected: NDArray[np.float64]) -> None:
    assert (counts[expected == 0] == 0).all(), "what is impossible did not happen"
    seen, means = counts[expected > 0], expected[expected > 0]
    assert means.min() > 20, "enough of everything to judge"
    assert seen.sum() == pytest.approx(means.sum())
    square, freedom = float(((seen - means) ** 2 / means).sum()), len(means) - 1
    assert abs(square - freedom) < 4 * sqrt(2 * freedom)


DECKS = {
    "30 cards": (30, (1 << 30) - 1),
    "31 cards": (31, (1 << 31) - 1),
    "35 cards": (35, (1 << 35) - 1),
    "11 cards left of 35": (35, sum(1 << at for at in Random(4).sample(range(35), 11))),
    "2 cards left of 35": (35, 1 << 0 | 1 << 34),
    "5 cards": (5, 31),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("cards", "deck"), DECKS.values(), ids=DECKS.keys())
def test_the_first_card_is_any_card_and_the_second_any_other(cards: int, deck: int) -> None:
    counts = np.zeros((64, 64), np.int64)
    draw_two(U(2005), GAMES, deck, (cards - 1).bit_length(), counts)
    there = np.array([deck >> at & 1 for at in range(64)], float)
    left = there.sum()
    assert_fits(counts.sum(axis=1), GAMES / left * there)
    assert_fits(counts, GAMES / (left * (left - 1)) * (np.outer(there, there) - np.diag(there)))


def test_one_card_left_is_found() -> None:
    counts = np.zeros((64, 64), np.int64)
    draw_two(U(1), 1000, 1 << 17 | 1 << 3, 6, counts)
    assert counts[17, 3] + counts[3, 17] == 1000


@pytest.mark.parametrize("beside", [0, 1], ids=["the next game", "the next seed"])
def test_neighbours_are_dealt_differently(beside: int) -> None:
    counts = np.zeros((32, 32), np.int64)
    draw_beside(U(77), GAMES, (1 << 30) - 1, 5, beside, counts)
    there = np.array([1.0] * 30 + [0.0] * 2)
    assert_fits(counts, GAMES / 900 * np.outer(there, there))


def limit_of(probability: float) -> int:
    return int(party_of(Diamant(EDITIONS["schmidt-2005"]), [RandomLeaver(probability, Random(0))]).limits[0])


@pytest.mark.thorough
@pytest.mark.parametrize("probability", [0.5, 0.25, 0.3, 0.9])
def test_coins_fall_with_their_probability_each_for_itself(probability: float) -> None:
    """Three coins of one word, for each of the three words."""
    counts = np.zeros((32, 512), np.int64)
    draw_and_toss(U(6), GAMES, (1 << 32) - 1, 5, limit_of(probability), counts)
    heads = counts.sum(axis=0)
    chances = np.array([probability**n * (1 - probability) ** (3 - n) for n in map(int.bit_count, range(8))])
    for part in range(3):
        of_one_word = heads.reshape(8, 8, 8).sum(axis=tuple({0, 1, 2} - {2 - part}))
        assert_fits(of_one_word, GAMES * chances)


def test_coins_of_eight_seats_know_nothing_of_each_other() -> None:
    counts = np.zeros((32, 512), np.int64)
    draw_and_toss(U(7), GAMES, (1 << 32) - 1, 5, limit_of(0.5), counts)
    assert_fits(counts.sum(axis=0), np.full(512, GAMES / 512))


def test_a_coin_knows_nothing_of_the_card() -> None:
    counts = np.zeros((32, 512), np.int64)
    draw_and_toss(U(8), GAMES, (1 << 32) - 1, 5, limit_of(0.25), counts)
    by_card = np.stack([counts[:, 0::2].sum(axis=1), counts[:, 1::2].sum(axis=1)], axis=1)
    assert_fits(by_card, GAMES / 32 * np.tile([0.75, 0.25], (32, 1)))


@given(WORDS)
def test_never_and_always_are_exact(three: int) -> None:
    assert limit_of(0) == 0
    assert limit_of(1) == 1 << COIN_BITS
    assert coins(U(three), limit_of(0)) == 0
    assert coins(U(three), limit_of(1)) == 0b111


@given(WORDS, st.integers(0, 1 << COIN_BITS))
def test_a_coin_shows_heads_below_its_limit(three: int, limit: int) -> None:
    parts = [three >> COIN_BITS * at & (1 << COIN_BITS) - 1 for at in range(3)]
    assert coins(U(three), limit) == sum((part < limit) << at for at, part in enumerate(parts))


def test_the_ends_of_a_coin() -> None:
    assert coins(U(0), 0) == 0
    assert coins(U(0), 1) == 0b111
    assert coins(U((1 << 64) - 1), (1 << COIN_BITS) - 1) == 0
    assert coins(U((1 << 64) - 1), 1 << COIN_BITS) == 0b111


@pytest.mark.parametrize(
    ("probability", "limit"), [(0.5, 1 << 20), (0.25, 1 << 19), (0.3, 629146), (1e-9, 0), (1 - 1e-9, 1 << 21)]
)
def test_a_probability_is_rounded_to_21_bits(probability: float, limit: int) -> None:
    assert limit_of(probability) == limit


@pytest.mark.parametrize("number", [0, 1, 64, DECISIONS + 1, 3 * DECISIONS + 300])
def test_every_bit_of_a_word_is_a_fair_coin(number: int) -> None:
    counts = np.zeros(64, np.int64)
    count_bits(U(0), GAMES, number, counts)
    assert (abs(counts - GAMES / 2) < 4 * sqrt(GAMES / 4)).all()


def test_a_deck_has_as_many_places_as_its_bits_name() -> None:
    """Places that no card has are looked at in vain, and nothing else is."""
    for game in replay.boxes():
        box, cards = box_of(game), cards_of(game)
        assert all(draw(1 << at, U(at), box.bits) == (at, 1) for at in range(len(cards)))
        missing = len(cards)
        assert draw((1 << missing) - 1, U(sum(missing << box.bits * at for at in range(4))), box.bits) == (0, 0)
