"""Where cards lie: every row of treasures and hazards up to 12 cards, and longer ones by chance (D13)."""

from __future__ import annotations

from itertools import product

from hypothesis import given

from tacora.games.diamant import Card, Hazard, Relic, Treasure
from tacora.games.diamant.tunnel import Place, layout
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
        assert turned == isinstance(card, Hazard)
        assert turned or step == way, "the tunnel runs back"
        way = step

    at = {place: number for number, place in enumerate(places)}
    for (column, row), number in at.items():
        for beside in (Place(column + 1, row), Place(column, row + 1)):
            assert abs(at.get(beside, number + 1) - number) == 1, "two stretches lie side by side"


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


def test_the_tunnel_comes_back_towards_the_middle() -> None:
    cards = [GEMS, DANGER, GEMS, DANGER, GEMS, GEMS, DANGER, GEMS, DANGER, GEMS]
    assert [place.row for place in layout(cards)] == [0, 0, 1, 2, 2, 2, 2, 1, 0, 0]
    # One card away from the camp is too short for turning back: the tunnel goes on down.
    cards = [DANGER, GEMS, DANGER, DANGER, GEMS]
    assert [place.row for place in layout(cards)] == [0, 1, 2, 2, 3]
