"""The rules D1 to D22, one after the other. `tests/table.py` tells how games are written here."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from tacora.game import IllegalAction, Refused
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Diamant, Edition, Hazard, Treasure
from tacora.games.diamant.camp import entrances
from tacora.games.diamant.rules import (
    Began,
    Disaster,
    ExpeditionEnded,
    GameEnded,
    HazardMet,
    Revealed,
    TreasureFound,
    WentHome,
)
from tacora.games.diamant.tunnel import layout
from tests.table import SCHMIDT, TACORA, WITH_RELICS, deal, decisions, play

FULL_BOXES = [edition for edition in EDITIONS.values() if edition.name != "tiny"]
TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
SEED = bytes(range(32))


# The box


@pytest.mark.parametrize("seats", [-3, 0, 1, 2, 9, 10])
def test_D1_fewer_than_three_or_more_than_eight_are_refused(seats: int) -> None:
    for edition in EDITIONS.values():
        with pytest.raises(Refused) as refusal:
            Diamant(edition).start(seats, SEED)
        assert refusal.value.code == "seat-count"
        assert refusal.value.facts == {"given": seats, "least": 3, "most": 8}


@pytest.mark.parametrize("seats", range(3, 9))
def test_D1_three_to_eight_may_play(seats: int) -> None:
    for edition in EDITIONS.values():
        state = Diamant(edition).start(seats, SEED).state
        assert len(state.camp.chests) == len(state.camp.trophies) == seats
        assert state.cave.inside == tuple(range(seats))


@pytest.mark.parametrize("edition", FULL_BOXES, ids=lambda edition: edition.name)
def test_D2_fifteen_treasure_cards_with_124_gems(edition: Edition) -> None:
    values = [card.value for card in edition.cards() if isinstance(card, Treasure)]
    assert tuple(sorted(values)) == TREASURES
    assert len(values) == 15
    assert sum(values) == 124


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("schmidt-2005", {"snakes", "scorpions", "rockfall", "gas", "explosion"}),
        ("tacora-2024", {"spiders", "snakes", "lava", "boulders", "rams"}),
        ("incan-gold-2006", {"fire", "mummy", "rockfall", "snakes", "spiders"}),
        ("diamant-2016", {"spiders", "snakes", "lava", "boulders", "rams"}),
        ("incan-gold-2020", {"fire", "mummy", "rockfall", "snakes", "spiders"}),
    ],
)
def test_D3_five_kinds_of_hazard_three_cards_of_each(name: str, kinds: set[str]) -> None:
    found = Counter(card.kind for card in EDITIONS[name].cards() if isinstance(card, Hazard))
    assert found == dict.fromkeys(kinds, 3)


def test_D4_tacora_has_five_printed_relics_for_the_variant_only() -> None:
    relics = EDITIONS["tacora-2024"].relics
    assert relics is not None
    assert [relic.printed for relic in relics.cards] == [5, 7, 8, 10, 12]
    assert not TACORA.with_relics
    assert WITH_RELICS.with_relics
    plain, variant = TACORA.start(3, SEED).state, WITH_RELICS.start(3, SEED).state
    assert len(TACORA.in_play(1, plain.camp)) == 30
    assert len(WITH_RELICS.in_play(1, variant.camp)) == 31


def test_D4_schmidt_has_no_relics() -> None:
    assert EDITIONS["schmidt-2005"].relics is None
    with pytest.raises(Refused) as refusal:
        Diamant(EDITIONS["schmidt-2005"], relics=True)
    assert (refusal.value.code, refusal.value.facts) == ("no-relics", {"edition": "schmidt-2005"})


def test_D5_stones_of_the_boxes_and_amounts_as_one_number() -> None:
    schmidt, tacora = EDITIONS["schmidt-2005"], EDITIONS["tacora-2024"]
    assert (schmidt.rubies, schmidt.diamonds) == (60, 30)
    assert (tacora.rubies, tacora.diamonds) == (60, 40)
    # What is held and what lies on the path make one amount, whatever stones they were paid in.
    assert play(SCHMIDT, 3, "14 CCC 3 CLL 9 L--").chests == (5 + 9, 5 + 1, 5 + 1)


def test_D6_a_bank_that_runs_short_reduces_no_share() -> None:
    game, all_gems = SCHMIDT, " CCC ".join(map(str, TREASURES)) + " LLL"
    table = play(game, 3, *[all_gems] * 5)
    stones = EDITIONS["schmidt-2005"]
    assert stones.rubies is not None
    assert stones.diamonds is not None
    each = (sum(value // 3 for value in TREASURES) + sum(value % 3 for value in TREASURES) // 3) * 5
    assert sum(table.chests) > stones.rubies + 5 * stones.diamonds
    assert table.chests == (each, each, each)


def test_D7_a_player_is_a_seat_told_apart_from_all_others() -> None:
    # Colours, patterns and shapes belong to the screens; what they mark are these numbers, each of them once.
    table = play(TACORA, 8, "17 CLCLCLCL 9 C-C-C-C- 4")
    revealed = [event for event in table.events if isinstance(event, Revealed)]
    assert revealed[0] == Revealed(leaving=(1, 3, 5, 7), continuing=(0, 2, 4, 6))
    assert sorted(revealed[0].leaving + revealed[0].continuing) == list(range(8))
    assert {table.view(seat).seat for seat in range(8)} == set(range(8))


# An expedition


def test_D8_five_expeditions_in_order() -> None:
    table = play(SCHMIDT, 3, *["4 LLL"] * 5)
    assert [event.expedition for event in table.events if isinstance(event, Began)] == [1, 2, 3, 4, 5]
    assert [event.expedition for event in table.events if isinstance(event, ExpeditionEnded)] == [1, 2, 3, 4, 5]
    for number, step in enumerate(table.steps[:-1], start=1):
        states = [entrance.state for entrance in entrances(SCHMIDT.observe(step.state, None))]
        assert states == ["explored"] * (number - 1) + ["open"] + ["waiting"] * (5 - number)
    assert [entrance.state for entrance in entrances(table.view())] == ["explored"] * 5


def test_D8_numbers_open_the_caves_of_schmidt_and_barricades_close_those_of_tacora() -> None:
    assert EDITIONS["schmidt-2005"].entrances == "numbers"
    assert EDITIONS["tacora-2024"].entrances == "barricades"


def test_D9_all_enter_and_the_first_card_comes_before_any_decision() -> None:
    step = SCHMIDT.start(4, deal(SCHMIDT, "9"))
    assert step.events == (Began(1, 4), TreasureFound(Treasure(9), explorers=4, share=2, rest=1))
    assert SCHMIDT.pending(step.state) == (0, 1, 2, 3)


def test_D9_those_who_left_early_enter_the_next_cave_again() -> None:
    table = play(SCHMIDT, 3, "9 LCC 4 -LL", "7")
    assert table.events[-2:] == (Began(2, 3), TreasureFound(Treasure(7), explorers=3, share=2, rest=1))
    assert table.state.cave.inside == (0, 1, 2)


@pytest.mark.parametrize(
    ("gems", "explorers", "share", "rest"),
    [(11, 5, 2, 1), (17, 3, 5, 2), (9, 5, 1, 4), (15, 5, 3, 0), (2, 3, 0, 2), (1, 8, 0, 1)],
)
def test_D10_gems_are_divided_equally_and_the_remainder_stays_on_the_card(
    gems: int, explorers: int, share: int, rest: int
) -> None:
    table = play(TACORA, explorers, str(gems))
    assert table.events[-1] == TreasureFound(Treasure(gems), explorers, share, rest)
    assert (table.state.cave.held, table.state.cave.lying) == (share, (rest,))
    assert table.chests == (0,) * explorers


def test_D10_gems_lying_on_earlier_cards_are_not_divided_again() -> None:
    cave = play(SCHMIDT, 3, "5 CCC 5 CCC 11 CCC 7").state.cave
    assert cave.lying == (2, 2, 2, 1)
    assert cave.held == 1 + 1 + 3 + 2


def test_D10_only_those_inside_share() -> None:
    table = play(SCHMIDT, 4, "4 LLCC 7")
    assert table.state.cave.held == 1 + 3
    assert table.state.cave.lying == (0, 1)
    assert table.chests == (1, 1, 0, 0)


def test_D11_the_first_hazard_of_a_kind_does_nothing() -> None:
    table = play(SCHMIDT, 3, "7 CCC snakes CCC gas CCC explosion CCC rockfall CCC scorpions")
    assert [event.card.kind for event in table.events if isinstance(event, HazardMet)] == [
        "snakes", "gas", "explosion", "rockfall", "scorpions",
    ]  # fmt: skip
    assert table.state.cave.inside == (0, 1, 2)
    assert table.state.cave.held == 2
    assert table.state.cave.lying == (1, 0, 0, 0, 0, 0)


def test_D12_the_second_hazard_of_a_kind_ends_the_expedition_and_takes_what_is_held() -> None:
    table = play(SCHMIDT, 3, "17 CCC gas CCC 9 LCC rockfall -CC 4 -CC gas", "1")
    assert Disaster(Hazard("gas"), victims=(1, 2), lost=5 + 3 + 2) in table.events
    assert table.chests == (5 + 3 + 2, 0, 0)
    assert table.state.expedition == 2
    assert table.state.cave.held == 0


def test_D12_two_in_a_row_end_it_too_and_chests_are_safe() -> None:
    table = play(SCHMIDT, 3, "15 LLL", "14 CCC snakes CCC snakes", "3")
    assert Disaster(Hazard("snakes"), victims=(0, 1, 2), lost=4) in table.events
    assert table.chests == (5, 5, 5)


def test_D12_a_kind_met_in_an_earlier_expedition_counts_afresh() -> None:
    table = play(SCHMIDT, 3, "snakes LLL", "snakes")
    assert table.events[-1] == HazardMet(Hazard("snakes"))
    assert table.state.cave.inside == (0, 1, 2)


def test_D13_the_tunnel_turns_at_every_hazard_and_at_the_wall() -> None:
    tunnel = play(SCHMIDT, 3, "4 CCC 5 CCC gas CCC 7 CCC snakes CCC 9 CCC 11 CCC explosion CCC 13").state.cave.tunnel
    assert layout(tunnel) == ((0, 0), (1, 0), (2, 0), (2, -1), (2, -2), (3, -2), (4, -2), (5, -2), (5, -1))
    tunnel = play(SCHMIDT, 3, "gas CCC 4 CCC 5 CCC 7 CCC 9").state.cave.tunnel
    assert layout(tunnel) == ((0, 0), (0, -1), (0, -2), (1, -2), (2, -2))


# The decision


def test_D14_everyone_inside_decides_before_every_card_but_the_first() -> None:
    table = play(SCHMIDT, 3, "4 CCC snakes LCC 5 -CL 9 -L-")
    owed = [SCHMIDT.pending(step.state) for step in table.steps]
    assert owed == [(0, 1, 2), (0, 1, 2), (1, 2), (1,), ()]
    for step in table.steps:
        for seat in range(3):
            choices = (CONTINUE, LEAVE) if seat in SCHMIDT.pending(step.state) else ()
            assert SCHMIDT.legal_actions(step.state, seat) == choices


def test_D14_all_is_revealed_together_whatever_the_order_of_the_decisions() -> None:
    state = SCHMIDT.start(3, deal(SCHMIDT, "11 7")).state
    joint = decisions("LCL")
    steps = {SCHMIDT.apply(state, dict(order)) for order in permutations(joint.items())}
    assert len(steps) == 1
    assert steps.pop().events[0] == Revealed(leaving=(0, 2), continuing=(1,))


def test_D14_nothing_happens_while_a_decision_is_missing() -> None:
    state = SCHMIDT.start(3, deal(SCHMIDT, "11 7")).state
    with pytest.raises(IllegalAction) as refusal:
        SCHMIDT.apply(state, decisions("LC-"))
    assert refusal.value.facts["seat"] == 2
    assert SCHMIDT.pending(state) == (0, 1, 2)


def test_D14_the_fist_of_schmidt_and_the_card_of_tacora() -> None:
    assert EDITIONS["schmidt-2005"].signal == "fist"
    assert EDITIONS["tacora-2024"].signal == "card"


def test_D15_who_continues_keeps_holding_and_shares_the_next_card() -> None:
    table = play(SCHMIDT, 3, "9 CCL 14")
    assert table.state.cave.inside == (0, 1)
    assert table.state.cave.held == 3 + 7
    assert table.chests == (0, 0, 3)


def test_D16_leavers_put_what_they_hold_into_the_chest() -> None:
    assert play(SCHMIDT, 3, "9 CCC 15 LCC 4").chests == (8, 0, 0)


def test_D16_leavers_divide_the_path_as_one_total() -> None:
    # One gem on each of two cards: card by card nobody would get any.
    table = play(SCHMIDT, 3, "4 CCC 7 LLC 9")
    assert WentHome(seats=(0, 1), held=3, share=1, rest=0, lying=(0, 0)) in table.events
    assert table.chests == (4, 4, 0)
    assert table.state.cave.lying == (0, 0, 0)


def test_D16_the_remainder_of_the_path_stays_in_the_cave() -> None:
    # 2, 2 and 1 gems lie there for two: 2 each, 1 stays on the deepest card that had any, the last one out finds it.
    assert play(SCHMIDT, 3, "5 CCC 11 CCC 7 LLC snakes").state.cave.lying == (0, 0, 1, 0)
    table = play(SCHMIDT, 3, "5 CCC 11 CCC 7 LLC snakes --L")
    assert WentHome(seats=(0, 1), held=6, share=2, rest=1, lying=(0, 0, 1)) in table.events
    assert WentHome(seats=(2,), held=6, share=1, rest=0, lying=(0, 0, 0, 0)) in table.events
    assert table.chests == (8, 8, 7)


def test_D16_a_path_too_small_to_divide_stays_as_it_lies() -> None:
    table = play(SCHMIDT, 4, "5 CCCC 5 LLLC 9")
    assert WentHome(seats=(0, 1, 2), held=2, share=0, rest=2, lying=(1, 1)) in table.events
    assert table.state.cave.lying == (1, 1, 0)


def test_D16_leavers_take_no_share_of_the_cards_that_follow() -> None:
    table = play(SCHMIDT, 3, "9 LCC 17 -CC 15 -LL")
    assert table.chests == (3, 3 + 8 + 7 + 1, 3 + 8 + 7 + 1)


def test_D17_a_lone_explorer_may_go_on_as_long_as_they_like() -> None:
    rest = " --C ".join(map(str, TREASURES[1:]))
    table = play(SCHMIDT, 3, f"1 LLC {rest} --C snakes --C gas --C explosion --C rockfall --C scorpions --L")
    assert table.chests == (0, 0, 124)


def test_D17_leavers_are_settled_before_the_next_card_is_turned() -> None:
    step = play(SCHMIDT, 3, "11 LCC 7").steps[-1]
    assert step.events == (
        Revealed(leaving=(0,), continuing=(1, 2)),
        WentHome(seats=(0,), held=3, share=2, rest=0, lying=(0,)),
        TreasureFound(Treasure(7), explorers=2, share=3, rest=1),
    )


# Ends


def test_D18_an_expedition_ends_when_all_have_left() -> None:
    table = play(SCHMIDT, 3, "11 LCC 7 -LC 4 --L", "1")
    ended = [event for event in table.events if isinstance(event, ExpeditionEnded)]
    assert ended == [ExpeditionEnded(1, "left", returned=0)]
    assert table.state.expedition == 2


def test_D18_an_expedition_ends_with_the_second_hazard_of_a_kind() -> None:
    table = play(SCHMIDT, 3, "gas CCC gas", "1")
    assert ExpeditionEnded(1, "hazard", returned=0, removed=Hazard("gas")) in table.events
    assert table.state.expedition == 2


def test_D19_one_of_the_two_equal_hazards_leaves_the_game_for_good() -> None:
    table = play(SCHMIDT, 3, "gas CCC gas", "1 LLL", "gas CCC gas", "1")
    assert table.state.camp.removed == (Hazard("gas"), Hazard("gas"))
    left = Counter(SCHMIDT.in_play(4, table.state.camp))
    assert left[Hazard("gas")] == 1
    assert all(left[Hazard(kind)] == 3 for kind in ("snakes", "scorpions", "rockfall", "explosion"))
    assert left.total() == 28


def test_D19_after_a_peaceful_end_no_hazard_leaves() -> None:
    table = play(SCHMIDT, 3, "gas CCC snakes LLL", "1")
    assert table.state.camp.removed == ()
    assert table.view().removed == ()
    assert len(SCHMIDT.in_play(2, table.state.camp)) == 30


@pytest.mark.parametrize("end", ["LLL", "CCC gas"])
def test_D20_gems_lying_in_the_cave_return_to_the_bank(end: str) -> None:
    table = play(SCHMIDT, 3, f"gas CCC 11 CCC 5 CCC 13 {end}", "7")
    returned = [event.returned for event in table.events if isinstance(event, ExpeditionEnded)]
    assert returned == [2 + 2 + 1 - (3 if end == "LLL" else 0)]
    assert table.state.cave.lying == (1,)


def test_D20_every_card_still_in_play_is_in_the_next_deck() -> None:
    table = play(SCHMIDT, 3, "11 CCC gas CCC 5 CCC gas", "11 CCC gas CCC 5")
    box = Counter(SCHMIDT.edition.cards())
    box[Hazard("gas")] -= 1
    assert Counter(table.view().unseen) + Counter(table.state.cave.tunnel) == box


def test_D20_the_next_deck_is_shuffled() -> None:
    state, tops = SCHMIDT.start(3, SEED).state, []
    while SCHMIDT.pending(state):
        tops.append(state.deck)
        state = SCHMIDT.apply(state, decisions("LLL")).state
    assert len(set(tops)) == 5


def test_D21_the_game_ends_after_the_fifth_expedition_and_most_gems_win() -> None:
    table = play(SCHMIDT, 3, "4 LCC 9 -LL", *["snakes LLL"] * 3, "17 CLC gas C-L 1 L--")
    assert table.chests == (2 + 5 + 1, 1 + 4 + 5 + 2, 1 + 4 + 5)
    assert table.events[-1] == GameEnded(scores=(8, 12, 10), winners=(1,))
    outcome = SCHMIDT.outcome(table.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((8, 12, 10), (1,))
    assert table.view().over
    assert SCHMIDT.pending(table.state) == ()
    assert all(SCHMIDT.outcome(step.state) is None for step in table.steps[:-1])


def test_D21_tied_players_share_the_victory() -> None:
    table = play(SCHMIDT, 3, "9 LLC gas --C gas", *["snakes LLL"] * 4)
    assert table.events[-1] == GameEnded(scores=(3, 3, 0), winners=(0, 1))


def test_D22_chests_are_open_unless_the_players_agree_otherwise() -> None:
    rows = ("9 LCC 5 -LL", "1")
    hidden = Diamant(EDITIONS["schmidt-2005"], chests="hidden")
    assert SCHMIDT.chests == "open"
    table, secret = play(SCHMIDT, 3, *rows), play(hidden, 3, *rows)
    assert table.view(None).chests == table.view(1).chests == (3, 5, 5)
    assert [secret.view(seat).chests for seat in (0, 1, 2, None)] == [
        (3, None, None), (None, 5, None), (None, None, 5), (None, None, None),
    ]  # fmt: skip
    # What each one takes home is seen when it happens.
    assert [event for event in secret.events if isinstance(event, WentHome)] == [
        WentHome(seats=(0,), held=3, share=0, rest=0, lying=(0,)),
        WentHome(seats=(1, 2), held=5, share=0, rest=1, lying=(0, 1)),
    ]


def test_D22_hidden_chests_are_opened_at_the_end() -> None:
    hidden = Diamant(EDITIONS["schmidt-2005"], chests="hidden")
    table = play(hidden, 3, "9 LCC 5 -LL", *["1 LLL"] * 4)
    assert hidden.observe(table.steps[-2].state, None).chests == (None, None, None)
    assert table.view(0).chests == table.view(None).chests == table.chests == (3, 5, 5)
