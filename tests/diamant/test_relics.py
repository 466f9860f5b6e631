"""The Relics variant, rules D23 to D27, and how the sister boxes differ from it."""

from __future__ import annotations

import pytest

from tacora.games.diamant import EDITIONS, Diamant, Relic, Treasure
from tacora.games.diamant.rules import Began, Disaster, ExpeditionEnded, GameEnded, RelicFound, Trophy, WentHome
from tests.table import TACORA, WITH_RELICS, play

INCAN_2006 = Diamant(EDITIONS["incan-gold-2006"])
DIAMANT_2016 = Diamant(EDITIONS["diamant-2016"])
INCAN_2020 = Diamant(EDITIONS["incan-gold-2020"])
VALUED = tuple(map(Relic, (5, 7, 8, 10, 12)))


@pytest.mark.parametrize("game", [WITH_RELICS, INCAN_2020], ids=["tacora-2024", "incan-gold-2020"])
def test_D23_one_relic_joins_before_each_expedition_lowest_first(game: Diamant) -> None:
    table = play(game, 3, *["1 LLL"] * 5)
    assert [event.relics for event in table.events if isinstance(event, Began)] == [(relic,) for relic in VALUED]
    for expedition, step in enumerate(table.steps[:-1], start=1):
        deck = game.in_play(expedition, step.state.camp)
        assert tuple(card for card in deck if isinstance(card, Relic)) == VALUED[:expedition]
        assert len(deck) == 30 + expedition


def test_D23_without_the_variant_no_relic_joins() -> None:
    table = play(TACORA, 3, *["1 LLL"] * 5)
    assert [event.relics for event in table.events if isinstance(event, Began)] == [()] * 5


def test_D24_a_relic_stays_in_the_tunnel_and_nothing_else_happens() -> None:
    before, after = play(WITH_RELICS, 3, "11"), play(WITH_RELICS, 3, "11 CCC R5")
    assert after.events[-1] == RelicFound(Relic(5))
    cave = after.state.cave
    assert (cave.held, cave.inside) == (before.state.cave.held, (0, 1, 2))
    assert cave.lying == (2, 0)
    assert cave.relics == (Relic(5),)
    assert after.view().relics == (Trophy(Relic(5), 5),)
    assert WITH_RELICS.pending(after.state) == (0, 1, 2)


def test_D24_relics_are_no_hazard_however_many_come() -> None:
    table = play(DIAMANT_2016, 3, "R CCC R CCC R CCC R CCC R")
    assert table.state.cave.inside == (0, 1, 2)
    assert not any(isinstance(event, Disaster) for event in table.events)


def test_D25_a_lone_leaver_takes_every_relic_in_the_tunnel() -> None:
    table = play(WITH_RELICS, 3, "1 LLL", "R5 CCC R7 LCC 4")
    assert table.state.camp.trophies == ((Trophy(Relic(5), 5), Trophy(Relic(7), 7)), (), ())
    assert table.state.cave.relics == ()
    home = [event for event in table.events if isinstance(event, WentHome)][-1]
    assert home == WentHome((0,), 0, 0, 0, (Trophy(Relic(5), 5), Trophy(Relic(7), 7)), lying=(0, 0))


def test_D25_several_leavers_take_none_and_a_later_lone_one_takes_them() -> None:
    table = play(WITH_RELICS, 4, "R5 LLCC 4")
    assert table.state.camp.trophies == ((), (), (), ())
    assert table.state.cave.relics == (Relic(5),)
    assert WentHome((0, 1), 0, 0, 0, left_behind=(Relic(5),), lying=(0,)) in table.events
    later = play(WITH_RELICS, 4, "R5 LLCC 4 --LC 9")
    assert later.state.camp.trophies == ((), (), (Trophy(Relic(5), 5),), ())


def test_D25_the_last_explorer_leaving_alone_counts_as_alone() -> None:
    table = play(WITH_RELICS, 3, "R5 LLC 4 --L", "1")
    assert table.state.camp.trophies == ((), (), (Trophy(Relic(5), 5),))
    assert ExpeditionEnded(1, "left", returned=0) in table.events


def test_D25_several_last_leavers_take_none() -> None:
    table = play(WITH_RELICS, 3, "R5 LLL", "1")
    assert table.state.camp.trophies == ((), (), ())
    assert ExpeditionEnded(1, "left", returned=0, lost_relics=(Relic(5),)) in table.events


@pytest.mark.parametrize("end", ["LLL", "CCC snakes CCC snakes", "LCC 4 -LL"])
def test_D26_relics_turned_leave_the_game_when_the_expedition_ends(end: str) -> None:
    table = play(WITH_RELICS, 3, f"R5 {end}", "1")
    relics = [card for card in WITH_RELICS.in_play(2, table.state.camp) if isinstance(card, Relic)]
    assert relics == [Relic(7)]
    assert table.state.camp.gone == (Relic(5),)
    assert table.view().relics == ()
    lost = [event.lost_relics for event in table.events if isinstance(event, ExpeditionEnded)]
    assert lost == [() if end.startswith("LCC") else (Relic(5),)]


def test_D26_relics_not_yet_revealed_stay_in_the_deck() -> None:
    table = play(WITH_RELICS, 3, "1 LLL", "snakes CCC snakes", "R7 LLL", "1")
    relics = [card for card in table.view().unseen if isinstance(card, Relic)]
    assert relics == [Relic(5), Relic(8), Relic(10)]


def test_D27_a_relic_is_not_gems_and_counts_at_the_end_of_the_game() -> None:
    table = play(WITH_RELICS, 3, "9 CCC R5 LCC 1 -LL", *["1 LLL"] * 4)
    assert table.chests == (3, 3, 3)
    assert WITH_RELICS.scores(table.state) == (8, 3, 3)
    assert table.events[-1] == GameEnded(scores=(8, 3, 3), winners=(0,))


def test_D27_relics_can_tie_with_gems() -> None:
    table = play(WITH_RELICS, 3, "R5 LCC 11 -LL", *["1 LLL"] * 4)
    assert table.chests == (0, 5, 5)
    assert table.events[-1] == GameEnded(scores=(5, 5, 5), winners=(0, 1, 2))


# The sister boxes


def test_incan_gold_2006_adds_one_unvalued_relic_per_expedition() -> None:
    table = play(INCAN_2006, 3, *["1 LLL"] * 5)
    assert [event.relics for event in table.events if isinstance(event, Began)] == [(Relic(),)] * 5
    assert len(INCAN_2006.in_play(5, table.state.camp)) == 35


def test_incan_gold_2006_relics_count_in_the_order_they_leave() -> None:
    table = play(INCAN_2006, 3, *["R LCC 1 -LL"] * 2, *["R CLC 1 L-L"] * 2, "R CCL 1 LL-")
    worth = [tuple(trophy.worth for trophy in owned) for owned in table.state.camp.trophies]
    assert worth == [(5, 5), (5, 10), (10,)]
    assert INCAN_2006.scores(table.state) == (10, 15, 10)


def test_incan_gold_2006_a_lost_relic_does_not_count_in_that_order() -> None:
    lost = ["R LLL"] * 3
    table = play(INCAN_2006, 3, *lost, "R LCC 1 -LL", "R LCC 1 -LL")
    assert [trophy.worth for trophy in table.state.camp.trophies[0]] == [5, 5]


def test_incan_gold_2006_one_leaver_may_bring_home_a_five_and_a_ten() -> None:
    table = play(INCAN_2006, 3, *["R LCC 1 -LL"] * 2, "1 LLL", "R CCC R")
    assert table.view().relics == (Trophy(Relic(), 5), Trophy(Relic(), 10))
    home = play(INCAN_2006, 3, *["R LCC 1 -LL"] * 2, "1 LLL", "R CCC R CCL 1 LL-", "1")
    assert home.state.camp.trophies[2] == (Trophy(Relic(), 5), Trophy(Relic(), 10))


def test_incan_gold_2006_breaks_ties_by_relics() -> None:
    rows = ("R LCC 11 -LL", *["1 LLL"] * 4)
    broken, shared = play(INCAN_2006, 3, *rows), play(DIAMANT_2016, 3, *rows)
    assert broken.events[-1] == GameEnded(scores=(5, 5, 5), winners=(0,))
    assert shared.events[-1] == GameEnded(scores=(5, 5, 5), winners=(0, 1, 2))


def test_incan_gold_2006_shares_what_relics_cannot_decide() -> None:
    table = play(INCAN_2006, 3, "R LCC 1 -LL", "R CLC 1 L-L", *["1 LLL"] * 3)
    assert table.events[-1] == GameEnded(scores=(5, 5, 0), winners=(0, 1))


def test_incan_gold_2006_more_relics_do_not_beat_a_higher_score() -> None:
    table = play(INCAN_2006, 3, "R LCC 13 -LL", *["1 LLL"] * 4)
    assert table.events[-1] == GameEnded(scores=(5, 6, 6), winners=(1, 2))


def test_diamant_2016_has_all_relics_in_the_deck_from_the_start() -> None:
    table = play(DIAMANT_2016, 3, "R CCC R CCC R CCC R CCC R LCC 1 -LL", "1 LLL", "1")
    assert [event.relics for event in table.events if isinstance(event, Began)] == [(Relic(),) * 5, (), ()]
    assert [trophy.worth for trophy in table.state.camp.trophies[0]] == [5, 5, 5, 10, 10]
    start = play(DIAMANT_2016, 3, "1")
    assert len(DIAMANT_2016.in_play(1, start.state.camp)) == 35
    assert len(DIAMANT_2016.in_play(2, table.state.camp)) == 30


def test_incan_gold_2020_counts_what_is_printed() -> None:
    table = play(INCAN_2020, 3, "R5 LCC 1 -LL", "R7 CLC 1 L-L", "1 LLL", "1 LLL", "R12 LCC R8 -LC 1 --L")
    assert INCAN_2020.scores(table.state) == (5 + 12, 7 + 8, 1)


@pytest.mark.parametrize("name", ["incan-gold-2006", "diamant-2016", "incan-gold-2020", "tiny"])
def test_boxes_whose_relics_are_no_variant_play_with_them_unless_told_not_to(name: str) -> None:
    edition = EDITIONS[name]
    assert Diamant(edition).with_relics
    without = Diamant(edition, relics=False)
    assert not without.with_relics
    state = without.start(3, bytes(32)).state
    assert without.in_play(1, state.camp) == edition.cards()
    assert without.observe(state, None).relics == ()


# The worked examples of the rules page


@pytest.mark.parametrize(("gems", "inside", "each", "stay"), [(11, 5, 2, 1), (17, 3, 5, 2), (9, 5, 1, 4)])
def test_first_worked_example(gems: int, inside: int, each: int, stay: int) -> None:
    cave = play(TACORA, inside, str(gems)).state.cave
    assert cave.tunnel == (Treasure(gems),)
    assert (cave.held, cave.path()) == (each, stay)


def test_second_worked_example() -> None:
    before, after = play(TACORA, 3, "4 CCC 13"), play(TACORA, 3, "4 CCC 13 LLC snakes")
    assert before.state.cave.lying == (1, 1)
    assert after.chests == (5 + 1, 5 + 1, 0)
    assert after.state.cave.path() == 0
