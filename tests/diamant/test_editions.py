"""The boxes as data: names, texts of cards, relics, and a box that could not be played."""

from __future__ import annotations

import pickle

import pytest

from tacora.game import Refused
from tacora.games.diamant import EDITIONS, Diamant, Edition, Hazard, Relic, Treasure, edition_named
from tacora.games.diamant.editions import RelicSet, stones

every_box = pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)


def test_the_boxes() -> None:
    assert list(EDITIONS) == [
        "schmidt-2005", "tacora-2024", "incan-gold-2006", "diamant-2016", "incan-gold-2020", "tiny",
    ]  # fmt: skip
    assert all(edition.name == name for name, edition in EDITIONS.items())


def test_a_box_by_its_name() -> None:
    assert edition_named("tiny") is EDITIONS["tiny"]
    with pytest.raises(Refused) as refusal:
        edition_named("Tiny")
    assert refusal.value.code == "unknown-edition"
    assert refusal.value.facts == {"edition": "Tiny", "known": ", ".join(EDITIONS)}


@every_box
def test_every_card_has_a_text_that_gives_it_back(edition: Edition) -> None:
    relics = edition.relics.cards if edition.relics else ()
    cards = {*edition.cards(), *relics}
    assert {edition.card(str(card)) for card in cards} == cards
    assert len({str(card) for card in cards}) == len(cards)


@every_box
def test_texts_of_no_card(edition: Edition) -> None:
    for text in ("", "6", "05", "R6", "r5", "dragon", "Snakes", "None"):
        assert edition.card(text) is None


def test_texts() -> None:
    cards = (Treasure(11), Hazard("lava"), Relic(12), Relic())
    assert [str(card) for card in cards] == ["11", "lava", "R12", "R"]


def test_cards_stand_in_the_order_that_shuffles_begin_from() -> None:
    cards = [str(card) for card in EDITIONS["tacora-2024"].cards()]
    assert " ".join(cards) == (
        "1 2 3 4 5 5 7 7 9 11 11 13 14 15 17 spiders spiders spiders snakes snakes snakes "
        "lava lava lava boulders boulders boulders rams rams rams"
    )


def test_tiny() -> None:
    tiny = EDITIONS["tiny"]
    assert " ".join(map(str, tiny.cards())) == "4 5 snakes snakes snakes"
    assert tiny.expeditions == 2
    assert tiny.relics == RelicSet((Relic(3),))


@pytest.mark.parametrize("all_at_once", [False, True])
def test_relics_join_one_by_one_or_all_at_once(all_at_once: bool) -> None:
    relics = RelicSet(tuple(map(Relic, (5, 7, 8))), all_at_once=all_at_once)
    numbers = [len(relics.added_by(expedition)) for expedition in range(5)]
    assert numbers == ([0, 3, 3, 3, 3] if all_at_once else [0, 1, 2, 3, 3])


def test_what_relics_count() -> None:
    printed, by_order = RelicSet((Relic(8), Relic())), RelicSet((Relic(),) * 3, by_order=(5, 5, 10))
    assert [printed.worth(relic, taken_before=1) for relic in printed.cards] == [8, 0]
    assert [by_order.worth(Relic(), taken) for taken in range(3)] == [5, 5, 10]


def test_a_box_whose_deck_could_run_out_is_refused() -> None:
    # Two kinds and three copies: after three removals three hazards are left for two kinds, after four only two.
    Edition("enough", (1,), ("a", "b"), expeditions=4)
    with pytest.raises(ValueError, match="deck of short could run out"):
        Edition("short", (1,), ("a", "b"), expeditions=5)


def test_an_amount_is_as_few_stones_as_possible() -> None:
    assert [stones(gems) for gems in (0, 4, 5, 19)] == [(0, 0), (0, 4), (1, 0), (3, 4)]


@every_box
def test_a_game_is_sent_to_other_processes_as_its_box_and_options(edition: Edition) -> None:
    options = {} if edition.relics is None else {"relics": True}
    game = Diamant(edition, chests="hidden", **options)
    sent = pickle.loads(pickle.dumps(game))
    assert (sent.edition, sent.with_relics, sent.chests) == (edition, bool(options), "hidden")
