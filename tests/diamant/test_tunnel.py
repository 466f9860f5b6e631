"""Where cards lie: every row of treasures and hazards up to 12 cards, and longer ones by chance (D13)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from tacora.games.diamant import Card, Hazard, Relic, Treasure
from tacora.games.diamant.tunnel import WALL, Place, layout, with_next
from tacora.games.registry import GAMES
from tests.strategies import tunnels

GEMS: Card = Treasure(5)
DANGER: Card = Hazard("lava")


def check(cards: tuple[Card, ...]) -> None:
    places = layout(cards)
    assert len(places) == len(cards)
    assert places[:1] == ((0, 0),)[: len(cards)]
    assert len(set(places)) == len(places), "two cards lie on each other"
    assert all(place.column >= 0 for place in places), "the tunnel runs into the camp"

    # The first card is entered from the camp, so running away from it is straight on.
    way = (1, 0)
    for (card, here), there in zip(zip(cards, places, strict=True), places[1:], strict=False):
        step = (there.column - here.column, there.row - here.row)
        assert abs(step[0]) + abs(step[1]) == 1, "two cards that follow each other do not touch"
        turned = step[0] * way[0] + step[1] * way[1] == 0
        at_the_wall = here.row * way[1] >= WALL
        assert turned == (isinstance(card, Hazard) or at_the_wall)
        assert turned or step == way, "the tunnel runs back"
        way = step

    hazards = sum(isinstance(card, Hazard) for card in cards)
    assert all(abs(place.row) <= WALL + max(hazards - 1, 0) for place in places)
    at = {place: number for number, place in enumerate(places)}
    for (column, row), number in at.items():
        for beside in (Place(column + 1, row), Place(column, row + 1)):
            assert abs(at.get(beside, number + 1) - number) == 1, "two stretches lie side by side"


@pytest.mark.repeats
def test_every_row_of_up_to_twelve_cards() -> None:
    # Rows of twelve hold all shorter ones: a card once laid does not move, which is tested here too.
    laid: dict[tuple[Card, ...], tuple[Place, ...]] = {}
    for length in range(13):
        for cards in product((GEMS, DANGER), repeat=length):
            check(cards)
            laid[cards] = layout(cards)
            assert not cards or laid[cards][:-1] == laid[cards[:-1]], "an earlier card moved"
    assert len(laid) == 2**13 - 1


@given(tunnels(most=26))
def test_any_row_of_up_to_twenty_six_cards(cards: tuple[Card, ...]) -> None:
    check(cards)
    assert all(layout(cards[:n]) == layout(cards)[:n] for n in range(len(cards)))


def test_any_cards_can_be_laid_out() -> None:
    relic: Card = Relic(5)
    assert layout(iter([GEMS, relic, GEMS])) == ((0, 0), (1, 0), (2, 0))
    assert layout([]) == ()


@given(tunnels(most=26))
def test_where_the_next_card_will_lie_is_known_before_it_is_turned(cards: tuple[Card, ...]) -> None:
    for card in (GEMS, DANGER):
        assert with_next(cards) == layout((*cards, card))


def test_whoever_draws_a_view_is_sent_the_places_and_what_a_diamond_is_worth() -> None:
    play = GAMES["diamant"].begin(["Ana", "Ben", "Cleo"], bytes(32), options={})
    for _ in range(3):
        shown = play.scene().shown(None)
        tunnel = shown["tunnel"]
        assert isinstance(tunnel, tuple)
        assert (shown["places"], shown["diamond"]) == (with_next(tunnel), 5)
        play.apply(dict.fromkeys(play.pending, "C"))


def test_the_tunnel_comes_back_towards_the_middle() -> None:
    cards = [GEMS, DANGER, GEMS, DANGER, GEMS, GEMS, DANGER, GEMS, DANGER, GEMS]
    assert [place.row for place in layout(cards)] == [0, 0, -1, -2, -2, -2, -2, -1, 0, 0]
    # One card away from the camp is too short for turning back: the tunnel goes on up.
    cards = [DANGER, GEMS, DANGER, DANGER, GEMS]
    assert [place.row for place in layout(cards)] == [0, -1, -2, -2, -3]


def test_a_long_stretch_ends_at_the_wall() -> None:
    cards = [DANGER, GEMS, GEMS, GEMS, GEMS, DANGER, GEMS, GEMS, GEMS, GEMS, GEMS, GEMS]
    assert [place.row for place in layout(cards)] == [0, -1, -2, -2, -2, -2, -1, 0, 1, 2, 2, 2]
