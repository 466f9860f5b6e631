"""The box as data: its name, the texts of its cards, and boxes that could not be played."""

from __future__ import annotations

import pytest

from tacora.game import Refused
from tacora.games.mister_diamond import EDITIONS, Decline, Edition, Lift, Steal, edition_named
from tacora.games.mister_diamond.editions import RingCard, TheftCard
from tests.mister_diamond.table import BOX


def test_a_box_by_its_name() -> None:
    assert list(EDITIONS) == ["ravensburger-1993"]
    assert edition_named("ravensburger-1993") is BOX
    with pytest.raises(Refused) as refusal:
        edition_named("diadingo")
    assert refusal.value.code == "unknown-edition"
    assert refusal.value.facts == {"edition": "diadingo", "known": "ravensburger-1993"}


def test_every_card_has_a_text_that_gives_it_back() -> None:
    cards = set(BOX.cards())
    assert {BOX.card(str(card)) for card in cards} == cards
    assert [str(card) for card in (RingCard(3000), TheftCard())] == ["3000", "theft"]


@pytest.mark.parametrize("text", ["", "0", "03000", "7000", "Theft", "3000 ", "None"])
def test_texts_of_no_card(text: str) -> None:
    assert BOX.card(text) is None


def test_texts_of_decisions() -> None:
    assert [str(act) for act in (Lift(17), Steal(1, 3000), Decline())] == ["17", "steal 1 3000", "decline"]


def test_cards_stand_in_the_order_that_shuffles_begin_from_whatever_the_order_of_the_prices() -> None:
    cards = Edition("mixed", prices=(30, 10, 20), rings=6, thefts=2).cards()
    assert " ".join(map(str, cards)) == "10 10 20 20 30 30 theft theft"


@pytest.mark.parametrize(
    ("prices", "rings", "given"),
    [
        ((), 42, "[]"),
        ((1_000_001,), 42, "1000001"),
        ((1000, 1000), 42, "1000, 1000"),
        ((1000, 0), 42, "1000, 0"),
        ((-1000,), 42, "-1000"),
        ((1, 2, 3, 4), 42, "1, 2, 3, 4"),
        ((5, 6), 43, "5, 6"),
    ],
)
def test_prices_that_make_no_deck_are_refused(prices: tuple[int, ...], rings: int, given: str) -> None:
    with pytest.raises(Refused) as refusal:
        Edition("odd", prices=prices, rings=rings)
    assert (refusal.value.code, refusal.value.facts) == ("bad-prices", {"given": given, "rings": rings})
