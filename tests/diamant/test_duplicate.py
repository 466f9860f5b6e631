"""Deals whose cards no decision changes, so that several tables can play the same."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tacora.chance import shuffle
from tacora.game import Refused
from tacora.games.diamant.editions import EDITIONS, Hazard
from tacora.games.diamant.kind import DiamantKind
from tacora.games.diamant.record import DiamantRecord
from tacora.games.diamant.rules import duplicate_try
from tacora.games.records import decode, encode, verify

KIND = DiamantKind()
BOX = EDITIONS["schmidt-2005"]
SEEDS = [bytes([number]) * 32 for number in range(40)]


def played(seed: bytes, eager: float, rng: Random) -> DiamantRecord:
    """A game in which everybody leaves with this chance, each time."""
    play = KIND.begin(["a", "b", "c", "d"], seed, edition=BOX.name, options={"duplicate": True})
    while play.pending:
        play.apply({seat: "L" if rng.random() < eager else "C" for seat in play.pending})
    record = play.record()
    assert isinstance(record, DiamantRecord)
    return record


@pytest.mark.parametrize("seed", SEEDS[:12])
def test_whatever_is_decided_the_same_cards_come(seed: bytes) -> None:
    rng = Random(1)
    deepest = KIND.replay(played(seed, 0.0, rng)).turned()
    assert len(deepest) == BOX.expeditions
    for eager in (0.05, 0.2, 0.5, 1.0):
        record = played(seed, eager, rng)
        for cards, most in zip(KIND.replay(record).turned(), deepest, strict=True):
            assert cards == most[: len(cards)]
        assert verify(decode(encode(KIND.with_turned(record)))).cards is True


def test_what_is_checked_afterwards_is_what_was_dealt() -> None:
    for seed in SEEDS:
        told = KIND.retell(played(seed, 0.1, Random(2)))
        for cave in told.shuffles():
            assert shuffle(cave.items, seed, cave.label)[: len(cave.came)] == cave.came


def test_no_hazard_ends_more_expeditions_than_it_has_cards_to_lose() -> None:
    tries = Counter(duplicate_try(BOX, seed) for seed in SEEDS)
    assert len(tries) > 1, "some seeds need more than one"
    for seed in SEEDS:
        ends = [cards[-1] for cards in KIND.replay(played(seed, 0.0, Random(0))).turned()]
        assert all(isinstance(card, Hazard) for card in ends)
        assert max(Counter(ends).values()) < BOX.copies


def test_what_each_brought_home_adds_up_to_the_score() -> None:
    record = played(SEEDS[3], 0.2, Random(4))
    legs = KIND.legs(record)
    assert len(legs) == BOX.expeditions
    assert tuple(map(sum, zip(*legs, strict=True))) == KIND.replay(record).summary().scores


def test_relics_would_depend_on_how_deep_somebody_went() -> None:
    with pytest.raises(Refused, match="duplicate relics"):
        KIND.check(4, "incan-gold-2006", {"duplicate": True})
