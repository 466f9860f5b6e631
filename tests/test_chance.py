"""The shuffle against its own words, against a second writing of it, and against chance."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacora.chance import commitment, shuffle
from tests.strategies import seeds
from tests.table import SCHMIDT, decisions

ZERO = bytes(32)

# The vectors of docs/record-format.md, for the seed of the bytes 0 to 31.
COUNTING = bytes(range(32))
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
BLOCK = "ccd09435038c40dd935300f4bc178791a08112a6078b9700978438072260b258"
UNSHUFFLED = (
    "1 2 3 4 5 5 7 7 9 11 11 13 14 15 17 snakes snakes snakes scorpions scorpions scorpions "
    "rockfall rockfall rockfall gas gas gas explosion explosion explosion"
)
DECK = (
    "gas 7 11 explosion 7 scorpions rockfall rockfall rockfall 4 3 explosion 5 scorpions 5 gas 2 11 1 14 13 "
    "snakes snakes 9 17 15 gas explosion scorpions snakes"
)
SECOND_UNSHUFFLED = (
    "1 2 3 4 5 5 7 7 9 11 11 13 14 15 17 spiders spiders spiders snakes snakes lava lava lava "
    "boulders boulders boulders rams rams rams R7"
)
SECOND_DECK = (
    "spiders snakes 5 snakes 2 1 rams 4 17 9 15 boulders 5 boulders 13 spiders lava boulders 11 lava 14 lava rams "
    "R7 spiders 7 rams 3 11 7"
)


def slow_bytes(seed: bytes, label: str) -> Iterator[int]:
    for block in range(2**32):
        message = bytearray(label, "utf-8")
        message.append(0)
        message.extend(seed)
        message.extend([block >> 24 & 255, block >> 16 & 255, block >> 8 & 255, block & 255])
        yield from hashlib.sha256(message).digest()


def slow_shuffle(items: Sequence[object], seed: bytes, label: str) -> list[object]:
    """The whole order, written after the description: draw a place from i on, take what stands there."""
    rest, drawn, stream = list(items), [], slow_bytes(seed, label)
    while len(rest) > 1:
        fair = len(rest)
        while fair + len(rest) <= 256:
            fair += len(rest)
        byte = next(stream)
        while byte >= fair:
            byte = next(stream)
        place = byte % len(rest)
        drawn.append(rest[place])
        rest[place] = rest[0]
        rest.pop(0)
    return drawn + rest


def test_vectors() -> None:
    assert shuffle("ABCDE", ZERO, "example") == ("D", "B", "A", "E", "C")
    assert shuffle("ABCDE", ZERO, "example", count=2) == ("D", "B")
    assert shuffle(range(10), bytes(range(32)), "diamant cave 1") == (4, 2, 6, 7, 3, 5, 1, 9, 0, 8)
    assert hashlib.sha256(bytes(shuffle(range(256), ZERO, "all"))).hexdigest() == (
        "40329829cda31eacfdd919d25c501c92cdded05b099db7b8ea15273ff20b298d"
    )


def test_vectors_of_the_record_format() -> None:
    assert commitment(COUNTING) == COMMITMENT
    assert bytes(islice(slow_bytes(COUNTING, "diamant cave 1"), 32)).hex() == BLOCK
    for shuffling in (shuffle, slow_shuffle):
        assert " ".join(map(str, shuffling(UNSHUFFLED.split(), COUNTING, "diamant cave 1"))) == DECK
        assert " ".join(map(str, shuffling(SECOND_UNSHUFFLED.split(), COUNTING, "diamant cave 2"))) == SECOND_DECK
    page = (Path(__file__).parents[1] / "docs" / "record-format.md").read_text("utf-8").splitlines()
    assert {COUNTING.hex(), COMMITMENT, BLOCK, DECK, SECOND_DECK} <= set(page)


def test_a_game_turns_the_cards_of_the_vector() -> None:
    state, turned = SCHMIDT.start(3, COUNTING).state, ""
    while state.expedition == 1:
        turned = " ".join(map(str, state.cave.tunnel))
        assert DECK.startswith(turned)
        state = SCHMIDT.apply(state, decisions("CCC")).state
    assert turned == "gas 7 11 explosion 7 scorpions rockfall"


def test_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(ZERO) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment(b"\x01" * 32) == hashlib.sha256(b"\x01" * 32).hexdigest()


@given(seeds(), st.text(max_size=30), st.integers(0, 256))
def test_equals_a_second_implementation(seed: bytes, label: str, n: int) -> None:
    assert list(shuffle(range(n), seed, label)) == slow_shuffle(range(n), seed, label)


@given(seeds(), st.lists(st.integers(0, 5), max_size=40), st.integers(0, 45))
def test_count_gives_the_first_of_the_same_order(seed: bytes, items: list[int], count: int) -> None:
    whole = shuffle(items, seed, "deck")
    assert sorted(whole) == sorted(items)
    assert shuffle(items, seed, "deck", count) == whole[:count]


def test_the_items_are_left_as_they_were() -> None:
    items = list(range(20))
    shuffle(items, ZERO, "deck")
    assert items == list(range(20))


def test_labels_and_seeds_give_orders_of_their_own() -> None:
    seeds = [bytes(31) + bytes([last]) for last in range(20)]
    orders = {shuffle(range(30), seed, label) for seed in seeds for label in ("1", "2", "11", "", "é")}
    assert len(orders) == 100


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        shuffle("AB", bytes(length), "deck")


def test_more_than_256_items_are_refused() -> None:
    assert sorted(shuffle(range(256), ZERO, "deck")) == list(range(256))
    with pytest.raises(ValueError, match="at most 256 items can be shuffled, not 257"):
        shuffle(range(257), ZERO, "deck")


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((seen - expected) ** 2 / expected for seen in counts.values()) + (cells - len(counts)) * expected


def numbered_seeds(n: int) -> Iterator[bytes]:
    return (number.to_bytes(32, "big") for number in range(n))


def test_all_orders_of_four_are_equally_frequent() -> None:
    counts: Counter[object] = Counter(shuffle("ABCD", seed, "fair") for seed in numbered_seeds(12_000))
    # 23 degrees of freedom: mean 23, and 60 is exceeded once in 30 000 fair shuffles. The seeds are fixed.
    assert chi_square(counts, 24) < 60


def test_every_card_is_equally_frequent_at_every_depth() -> None:
    counts: Counter[object] = Counter(
        place for seed in numbered_seeds(3_000) for place in enumerate(shuffle(range(30), seed, "fair"))
    )
    # 29 times 29 degrees of freedom: mean 841, standard deviation 41.
    assert 841 - 5 * 41 < chi_square(counts, 900) < 841 + 5 * 41
