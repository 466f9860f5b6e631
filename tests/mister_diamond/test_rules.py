"""The rules M1 to M13, one after the other. `tests/mister_diamond/table.py` tells how games are written here."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import fields

from tacora.game import IllegalAction, Outcome, Refused
from tacora.games.mister_diamond import Decline, Edition, Lift, MisterDiamond, Ring, Steal, View
from tacora.games.mister_diamond.editions import RingCard, TheftCard
from tacora.games.mister_diamond.rules import (
    Declined,
    GameBegan,
    GameEnded,
    Lifted,
    MatchEnded,
    RingDrawn,
    Setting,
    Stolen,
    Stuck,
    TheftDrawn,
)
from tests.mister_diamond.table import BOX, EXPERT, FIXED, LOOSE, NOTES, PLAIN, PRICES, play, replay, setting, tries

SEED = bytes(range(32))
SEEDS = [bytes([number]) * 32 for number in range(64)]
ALL_LOOSE = tries(PRICES[:26], LOOSE)
"""26 rings from cheap to dear, each with a diamond: the end of a game in as few cards as can be."""
LATE_THEFT = "theft, theft, theft, theft, theft, theft, "
"""Six thefts that nobody can commit, so that 42 rings and the seventh theft are left."""


# The table and the box


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 10])
def test_M1_fewer_than_two_or_more_than_eight_are_refused(seats: int) -> None:
    with pytest.raises(Refused) as refusal:
        PLAIN.start(seats, SEED)
    assert (refusal.value.code, refusal.value.facts) == ("seat-count", {"given": seats, "least": 2, "most": 8})


@pytest.mark.parametrize("seats", range(2, 9))
def test_M1_two_to_eight_may_play(seats: int) -> None:
    state = PLAIN.start(seats, SEED).state
    assert state.rings == ((),) * seats
    assert state.totals == (0,) * seats


def test_M2_forty_two_diamonds_of_which_sixteen_are_fixed() -> None:
    assert (BOX.places, BOX.fixed, BOX.loose) == (42, 16, 26)
    for seed in SEEDS:
        state = PLAIN.start(2, seed).state
        assert state.board == tuple(range(1, 43))
        assert len(state.setting.fixed) == 16
        assert state.setting.fixed <= set(state.board)


def test_M2_the_fixed_places_are_drawn_afresh_for_every_game_of_a_match() -> None:
    game, settings = MisterDiamond(BOX, games=3), set()
    state = game.start(2, SEED).state
    while game.pending(state):
        settings.add(state.setting)
        loose = Lift(next(place for place in state.board if place not in state.setting.fixed))
        state = game.apply(state, {state.turn: loose if isinstance(state.card, RingCard) else Decline()}).state
    assert len(settings) == len({one.fixed for one in settings}) == len({one.deck for one in settings}) == 3


def test_M2_nobody_is_told_which_places_are_fixed() -> None:
    assert {field.name for field in fields(View)} == {
        "edition", "expert", "notes", "seat", "places", "fixed", "game", "games", "turn", "card", "board", "tried",
        "rings", "scores", "totals", "unseen", "over",
    }  # fmt: skip
    deck = setting(BOX, "1000").deck
    one, other = (PLAIN.start(2, (Setting(frozenset(fixed), deck),)).state for fixed in (range(1, 17), range(27, 43)))
    assert one != other
    for seat in (0, 1, None):
        assert NOTES.observe(one, seat) == NOTES.observe(other, seat)


def test_M3_seven_rings_of_each_price_and_seven_thefts_in_one_deck() -> None:
    prices = (1000, 2000, 3000, 4000, 5000, 6000)
    assert Counter(map(str, BOX.cards())) == dict.fromkeys([*map(str, prices), "theft"], 7)
    assert len(BOX.cards()) == 49
    decks = [PLAIN.start(2, seed).state.setting.deck for seed in SEEDS]
    assert all(Counter(deck) == Counter(BOX.cards()) for deck in decks)
    assert len(set(decks)) == len(SEEDS)


def test_M3_a_seed_gives_the_same_fixed_places_and_cards_for_ever() -> None:
    # Records keep seeds: what follows from one may never change.
    state = PLAIN.start(5, SEED).state
    assert state.first == 1
    assert sorted(state.setting.fixed) == [4, 6, 10, 13, 16, 19, 20, 24, 25, 31, 32, 35, 37, 40, 41, 42]
    assert " ".join(map(str, state.setting.deck)) == (
        "3000 5000 2000 theft 4000 2000 6000 3000 2000 theft 1000 6000 4000 6000 6000 2000 theft 5000 3000 5000 1000 "
        "6000 1000 6000 5000 theft 3000 2000 1000 theft 4000 1000 4000 4000 5000 3000 3000 4000 4000 3000 6000 5000 "
        "1000 theft theft 2000 5000 1000 2000"
    )


def test_M3_a_table_can_change_the_prices() -> None:
    game = MisterDiamond(Edition("dear", prices=(500, 9000)))
    assert Counter(game.edition.cards()) == {RingCard(500): 21, RingCard(9000): 21, TheftCard(): 7}
    table = play(game, 2, "9000 1, 9000 20, 500 21, 500 22, theft steal 1 9000, 500")
    assert table.scores == (9000 + 500, 500)
    assert Counter(table.view().unseen) == {RingCard(500): 18, RingCard(9000): 19, TheftCard(): 6}


# Turns


def test_M4_the_host_chooses_who_begins_and_play_goes_around_from_there() -> None:
    table = play(MisterDiamond(BOX, first=2), 4, "1000 17, 2000 1, 3000 18, 4000 2, 5000 3, 6000")
    assert table.events[0] == GameBegan(game=1, first=2)
    assert [event.seat for event in table.events if isinstance(event, RingDrawn)] == [2, 3, 0, 1, 2, 3]


def test_M4_or_it_is_drawn() -> None:
    firsts = Counter(PLAIN.start(4, seed).state.turn for seed in SEEDS)
    assert set(firsts) == {0, 1, 2, 3}
    assert PLAIN.start(4, SEED) == PLAIN.start(4, SEED)
    for seed in SEEDS:
        assert MisterDiamond(BOX, first=3).start(4, seed).state.turn == 3


def test_M4_where_nothing_is_chosen_and_nothing_can_be_drawn_seat_0_begins() -> None:
    assert play(PLAIN, 5, "1000").pending == (0,)


def test_M5_the_top_card_is_laid_face_up_for_everybody() -> None:
    table = play(PLAIN, 3, "4000 17, 6000")
    assert table.steps[0].events == (GameBegan(1, 0), RingDrawn(0, 4000))
    assert table.steps[1].events == (Lifted(0, 17, 4000), RingDrawn(1, 6000))
    for seat in (0, 1, 2, None):
        assert table.view(seat).card == RingCard(6000)
        assert table.view(seat).turn == 1
        unseen = Counter(table.view(seat).unseen)
        assert (unseen[RingCard(4000)], unseen[RingCard(6000)], unseen[RingCard(1000)]) == (6, 6, 7)


def test_M6_any_standing_diamond_may_be_tried() -> None:
    table = play(PLAIN, 2, "1000 17, 1000 42, 1000 1, 1000")
    assert table.choices == tuple(str(place) for place in range(1, 43) if place not in (17, 42))
    assert PLAIN.legal_actions(table.state, 0) == ()


def test_M6_a_loose_diamond_is_set_on_the_ring_just_drawn() -> None:
    table = play(PLAIN, 2, "3000 17, 1000")
    assert table.steps[1].events[0] == Lifted(0, 17, 3000)
    assert table.rings(0) == ["3000♦"]
    assert 17 not in table.state.board
    assert len(table.state.board) == 41


def test_M6_never_on_an_older_ring_even_a_dearer_one() -> None:
    table = play(PLAIN, 2, "6000 1, 1000 2, 1000 17, 1000 3, 1000")
    assert table.rings(0) == ["6000", "1000♦"]
    assert table.scores == (1000, 0)


def test_M6_a_fixed_diamond_stays_and_the_ring_stays_empty() -> None:
    table = play(PLAIN, 2, "3000 5, 1000")
    assert table.steps[1].events[0] == Stuck(0, 5, 3000)
    assert table.rings(0) == ["3000"]
    assert len(table.state.board) == 42


def test_M6_a_fixed_place_may_be_tried_again_in_vain() -> None:
    table = play(PLAIN, 2, "3000 5, 1000 5, 2000 5, 1000")
    assert "5" in table.choices
    assert [event for event in table.events if isinstance(event, Stuck)] == [
        Stuck(0, 5, 3000), Stuck(1, 5, 1000), Stuck(0, 5, 2000),
    ]  # fmt: skip


def test_M6_one_try_only_and_either_way_the_next_player_plays() -> None:
    table = play(PLAIN, 3, "1000 17, 1000 1, 1000 2, 1000 18, 1000")
    assert [PLAIN.pending(step.state) for step in table.steps] == [(0,), (1,), (2,), (0,), (1,)]


def test_M6_an_empty_place_cannot_be_tried() -> None:
    table = play(PLAIN, 2, "1000 17, 1000")
    with pytest.raises(IllegalAction):
        PLAIN.apply(table.state, {1: Lift(17)})


# Thefts


def test_M7_a_diamond_goes_to_an_empty_ring_of_the_same_price() -> None:
    table = play(PLAIN, 3, "3000 1, 3000 20, 2000 21, theft steal 1 3000, 1000")
    assert table.steps[-1].events[0] == Stolen(thief=0, victim=1, price=3000)
    assert (table.rings(0), table.rings(1), table.rings(2)) == (["3000♦"], ["3000"], ["2000♦"])
    assert table.scores == (3000, 0, 2000)
    assert len(table.state.board) == 40


def test_M7_the_robbed_player_plays_next_and_play_goes_on_from_there() -> None:
    table = play(PLAIN, 4, "3000 1, 2000 20, 3000 21, 1000 2, theft steal 2 3000, 1000 3, 1000 4, 1000 5, 1000")
    after = [event.seat for event in table.events if isinstance(event, RingDrawn)][4:]
    assert after == [2, 3, 0, 1]


def test_M7_the_robbed_player_may_draw_a_theft_and_steal_it_back() -> None:
    table = play(PLAIN, 3, "3000 1, 3000 20, 2000 2, theft steal 1 3000, theft steal 0 3000, 1000")
    assert table.pending == (0,)
    assert table.scores == (0, 3000, 0)


def test_M7_an_empty_ring_of_another_price_does_not_serve() -> None:
    # Seat 0 has an empty ring of 6000 only, seat 1 a diamond on 1000; the theft is put aside.
    table = play(PLAIN, 2, "6000 1, 1000 20, theft, 2000")
    assert TheftDrawn(0, possible=False) in table.events
    assert table.pending == (0,)


def test_M7_a_full_ring_of_the_price_does_not_serve() -> None:
    table = play(PLAIN, 2, "3000 19, 3000 20, theft, 2000")
    assert TheftDrawn(0, possible=False) in table.events
    assert table.rings(0) == ["3000♦"]


def test_M7_the_thief_chooses_victim_and_price_where_there_are_several() -> None:
    rings = "1000 1, 1000 20, 1000 21, 5000 2, 5000 22, 5000 3, 6000 4, 6000 23, 3000 24"
    table = play(PLAIN, 3, f"{rings}, theft")
    # Seat 0 has 1000, 5000 and 6000 empty; seat 1 1000, 5000 and 6000 set; seat 2 1000 and 3000 set, 5000 empty.
    assert table.choices == ("steal 1 1000", "steal 1 5000", "steal 1 6000", "steal 2 1000", "decline")
    for choice, victim, price in [("steal 1 6000", 1, 6000), ("steal 2 1000", 2, 1000), ("steal 1 1000", 1, 1000)]:
        chosen = play(PLAIN, 3, f"{rings}, theft {choice}, 2000")
        assert chosen.scores[0] == price
        assert chosen.pending == (victim,)
        assert sum(chosen.scores) == sum(table.scores)


def test_M7_one_card_takes_one_diamond() -> None:
    table = play(PLAIN, 2, "3000 1, 3000 20, 3000 2, 3000 21, theft steal 1 3000, 1000")
    assert table.rings(0) == ["3000♦", "3000"]
    assert table.rings(1) == ["3000", "3000♦"]
    assert table.scores == (3000, 3000)


def test_M7_nobody_steals_from_themselves() -> None:
    table = play(PLAIN, 2, "3000 1, 1000 2, 3000 20, 2000 3, theft, 2000")
    assert TheftDrawn(0, possible=False) in table.events
    possible = play(PLAIN, 2, "3000 1, 3000 21, 3000 20, 2000 3, theft")
    assert possible.choices == ("steal 1 3000", "decline")
    with pytest.raises(IllegalAction):
        PLAIN.apply(possible.state, {0: Steal(0, 3000)})


def test_M8_a_theft_that_is_not_possible_is_put_aside_and_the_same_player_draws_again() -> None:
    table = play(PLAIN, 2, "1000 17, theft, 2000 18, 3000")
    assert table.steps[1].events == (Lifted(0, 17, 1000), TheftDrawn(1, possible=False), RingDrawn(1, 2000))
    assert table.pending == (0,)
    assert Counter(table.view().unseen)[TheftCard()] == 6


def test_M8_even_several_in_a_row_and_before_any_ring() -> None:
    table = play(PLAIN, 3, "theft, theft, theft, 1000 17, theft, theft, 1000 18, 1000")
    assert table.steps[0].events == (
        GameBegan(1, 0), *[TheftDrawn(0, possible=False)] * 3, RingDrawn(0, 1000),
    )  # fmt: skip
    assert table.steps[1].events == (Lifted(0, 17, 1000), *[TheftDrawn(1, possible=False)] * 2, RingDrawn(1, 1000))
    assert table.pending == (2,)


def test_M8_who_declines_draws_again_and_nothing_moves() -> None:
    table = play(PLAIN, 2, "3000 1, 3000 20, theft decline, 2000")
    assert table.steps[-1].events == (Declined(0), RingDrawn(0, 2000))
    assert table.pending == (0,)
    assert table.scores == (0, 3000)


def test_M8_a_declined_theft_may_be_followed_by_another() -> None:
    table = play(PLAIN, 2, "3000 1, 3000 20, theft decline, theft decline, theft steal 1 3000, 2000")
    assert [event for event in table.events if isinstance(event, Declined)] == [Declined(0)] * 2
    assert (table.scores, table.pending) == ((3000, 0), (1,))


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize(
    ("first_two", "theft", "last", "set_on"),
    [
        ("1000 17, 1000 1", "theft", TheftDrawn(0, possible=False), 0),
        ("1000 1, 1000 17", "theft decline", Declined(0), 1),
        ("1000 1, 1000 17", "theft steal 1 1000", Stolen(0, 1, 1000), 0),
    ],
)
def test_M8_a_theft_as_the_last_card_ends_the_game(
    expert: bool, first_two: str, theft: str, last: object, set_on: int
) -> None:
    stuck = tries(PRICES[2:], [1] * 40)
    table = play(MisterDiamond(BOX, expert=expert), 2, f"{LATE_THEFT}{first_two}, {stuck}, {theft}")
    scores = [-72_000, -75_000] if expert else [0, 0]
    scores[set_on] += 2000 if expert else 1000
    assert table.steps[-1].events[-3:] == (
        last, GameEnded(1, tuple(scores), tuple(scores)), MatchEnded(tuple(scores), (0,) if expert else (set_on,)),
    )  # fmt: skip
    assert table.pending == ()


def test_M9_a_robbed_ring_is_an_empty_ring_and_no_later_diamond_of_the_board_fills_it() -> None:
    table = play(PLAIN, 2, "3000 1, 3000 20, theft steal 1 3000, 1000 21, 2000 22, 3000 23, 5000")
    assert table.rings(1) == ["3000", "1000♦", "3000♦"]
    assert table.scores == (3000 + 2000, 1000 + 3000)


def test_M9_a_later_theft_can_fill_it() -> None:
    # Seat 0 robs seat 1, who robs seat 2 with the very next card.
    table = play(PLAIN, 3, "3000 1, 3000 20, 3000 21, theft steal 1 3000, theft steal 2 3000, 1000")
    assert [table.rings(seat) for seat in range(3)] == [["3000♦"], ["3000♦"], ["3000"]]
    assert table.pending == (2,)


# Ends and scores


def test_M10_the_game_ends_at_once_when_sixteen_are_left() -> None:
    before = play(PLAIN, 2, tries(PRICES[:25], LOOSE[:25]) + ", 4000")
    assert (len(before.state.board), before.pending, PLAIN.outcome(before.state)) == (17, (1,), None)
    table = play(PLAIN, 2, ALL_LOOSE + ", 6000, 6000, theft")
    assert len(table.state.board) == 16
    assert table.steps[-1].events == (
        Lifted(1, 42, 4000), GameEnded(1, (30_000, 32_000), (30_000, 32_000)), MatchEnded((30_000, 32_000), (1,)),
    )  # fmt: skip
    assert table.pending == ()
    assert table.choices == ()
    assert table.view().over


def test_M10_a_diamond_on_its_fixed_place_does_not_end_the_game_at_seventeen() -> None:
    table = play(PLAIN, 2, tries(PRICES[:25], LOOSE[:25]) + ", 4000 1, 4000 2, 5000")
    assert (len(table.state.board), table.pending) == (17, (1,))
    assert not table.view().over


def test_M10_the_game_ends_when_all_cards_are_used() -> None:
    table = play(PLAIN, 2, LATE_THEFT + "theft, " + tries(PRICES, [17, *[3] * 41]))
    assert table.steps[-1].events == (
        Stuck(1, 3, 6000), GameEnded(1, (1000, 0), (1000, 0)), MatchEnded((1000, 0), (0,)),
    )  # fmt: skip
    assert len(table.state.board) == 41
    assert all(PLAIN.outcome(step.state) is None for step in table.steps[:-1])


def test_M10_both_ends_on_the_same_card_are_one_end() -> None:
    table = play(PLAIN, 2, LATE_THEFT + "theft, " + tries(PRICES, [*[3] * 16, *LOOSE]))
    assert (len(table.state.board), table.view().unseen) == (16, ())
    assert sum(isinstance(event, GameEnded | MatchEnded) for event in table.events) == 2


@pytest.mark.parametrize("text", ["", "theft, theft", "3000 17", "3000 1, 3000 17, theft decline"])
def test_M10_a_written_deck_that_ends_early_is_a_pause_not_an_end(text: str) -> None:
    table = play(PLAIN, 2, text)
    assert (table.pending, PLAIN.outcome(table.state)) == ((), None)
    assert (table.view().turn, table.view().card, table.view().over) == (None, None, False)
    assert not any(isinstance(event, GameEnded) for event in table.events)
    assert len(table.view().unseen) == 49 - table.state.drawn


def test_M10_one_card_short_of_the_whole_deck_is_still_a_pause() -> None:
    table = play(PLAIN, 2, LATE_THEFT + tries(PRICES, [3] * 42))
    assert (table.pending, table.view().unseen, PLAIN.outcome(table.state)) == ((), (TheftCard(),), None)


def test_M10_a_match_pauses_where_its_next_game_is_not_written() -> None:
    table = play(MisterDiamond(BOX, games=2), 2, ALL_LOOSE)
    assert table.steps[-1].events[-1] == GameEnded(1, (30_000, 32_000), (30_000, 32_000))
    assert (table.pending, table.game.outcome(table.state)) == ((), None)
    assert (table.view().game, table.view().totals, len(table.view().board)) == (2, (30_000, 32_000), 42)


def test_M11_rings_with_a_diamond_count_their_price_and_empty_ones_nothing() -> None:
    table = play(PLAIN, 2, "6000 17, 5000 1, 4000 2, 3000 18, 2000 19, 1000 20, 1000")
    assert table.scores == table.view().scores == (6000 + 2000, 3000 + 1000)


def test_M11_for_experts_empty_rings_count_against() -> None:
    table = play(EXPERT, 2, "6000 17, 5000 1, 4000 2, 3000 18, 2000 19, 1000 20, 1000")
    assert table.scores == table.view().scores == (6000 - 4000 + 2000, -5000 + 3000 + 1000)


def test_M11_the_ring_in_hand_does_not_count_yet_and_a_theft_counts_twice_for_experts() -> None:
    text = "6000 1, 6000 17, theft steal 1 6000, 5000"
    assert (play(PLAIN, 2, text).scores, play(EXPERT, 2, text).scores) == ((6000, 0), (6000, -6000))
    assert play(EXPERT, 2, "6000 1, 6000 17, theft").scores == (-6000, 6000)


def test_M12_most_dollars_win() -> None:
    table = play(PLAIN, 3, ALL_LOOSE)
    # Rings of 1000, 2000, 3000 and 4000 by seat: 3 2 2 2, then 2 3 2 2, then 2 2 3 1.
    assert PLAIN.outcome(table.state) == Outcome((21_000, 22_000, 19_000), (1,))


def test_M12_tied_players_share_the_victory() -> None:
    stuck = tries(PRICES[4:], [1] * 38)
    table = play(PLAIN, 4, f"{LATE_THEFT}theft, 1000 17, 1000 1, 1000 18, 1000 2, {stuck}")
    assert table.events[-1] == MatchEnded((1000, 0, 1000, 0), winners=(0, 2))
    nobody = play(PLAIN, 4, f"{LATE_THEFT}theft, " + tries(PRICES, [1] * 42))
    assert nobody.events[-1] == MatchEnded((0, 0, 0, 0), winners=(0, 1, 2, 3))


def test_M12_a_match_adds_up_its_games_and_its_winner_need_not_win_the_last() -> None:
    stuck = tries(PRICES[1:], [1] * 41)
    only_the_first = f"{LATE_THEFT}theft, 1000 17, {stuck}"
    table = play(MisterDiamond(BOX, games=3), 2, ALL_LOOSE, only_the_first, only_the_first)
    assert [event for event in table.events if isinstance(event, GameEnded)] == [
        GameEnded(1, (30_000, 32_000), (30_000, 32_000)),
        GameEnded(2, (0, 1000), (30_000, 33_000)),
        GameEnded(3, (1000, 0), (31_000, 33_000)),
    ]
    assert table.events[-1] == MatchEnded((31_000, 33_000), winners=(1,))
    assert table.game.outcome(table.state) == Outcome((31_000, 33_000), (1,))
    # What lies there is still the last game: its scores, and totals that it is part of.
    view = table.view()
    assert (view.game, view.games, view.over) == (3, 3, True)
    assert (view.scores, view.totals) == ((1000, 0), (31_000, 33_000))


def test_M12_the_next_player_begins_the_next_game_on_a_whole_board() -> None:
    game = MisterDiamond(BOX, games=3, first=1)
    table = play(game, 3, ALL_LOOSE, ALL_LOOSE, "6000")
    assert [event for event in table.events if isinstance(event, GameBegan)] == [
        GameBegan(1, first=1), GameBegan(2, first=2), GameBegan(3, first=0),
    ]  # fmt: skip
    assert table.pending == (0,)
    view = table.view()
    assert (view.game, view.games, view.rings, len(view.board), len(view.unseen)) == (3, 3, ((),) * 3, 42, 48)
    assert game.outcome(table.state) is None
    between = table.steps[26].events
    assert [type(event) for event in between] == [Lifted, GameEnded, GameBegan, RingDrawn]


def test_M12_experts_carry_debts_from_game_to_game() -> None:
    all_stuck = f"{LATE_THEFT}theft, " + tries(PRICES, [1] * 42)
    table = play(MisterDiamond(BOX, expert=True, games=2), 2, all_stuck, all_stuck)
    assert table.events[-1] == MatchEnded((-147_000, -147_000), winners=(0, 1))


# Memory


def test_M13_everybody_sees_a_try_but_without_notes_nobody_sees_it_afterwards() -> None:
    table = play(PLAIN, 2, "3000 5, 1000 9, 2000")
    assert [event.place for event in table.events if isinstance(event, Stuck)] == [5, 9]
    assert {table.view(seat).tried for seat in (0, 1, None)} == {()}
    assert not table.view().notes


def test_M13_with_notes_tried_places_are_marked_for_everybody() -> None:
    table = play(NOTES, 3, "3000 9, 1000 5, 2000 20, 2000 9, 1000")
    assert table.view().notes
    assert {table.view(seat).tried for seat in (0, 1, 2, None)} == {(9, 5)}


def test_M13_the_marks_go_when_the_board_is_spun_for_the_next_game() -> None:
    tried = tries(PRICES[:1], [7]) + ", " + tries(PRICES[1:27], LOOSE)
    table = play(MisterDiamond(BOX, notes=True, games=2), 2, tried, "1000 3, 1000", fixed=FIXED)
    assert [table.game.observe(step.state, None).tried for step in table.steps[1:27]] == [(7,)] * 26
    assert table.view().tried == (3,)


def test_M13_memory_is_all_that_tells_one_player_from_another() -> None:
    for game in (PLAIN, NOTES, EXPERT):
        table = play(game, 3, "3000 5, 1000 17, 2000 18, theft, 4000")
        views = [table.view(seat) for seat in (0, 1, 2, None)]
        assert [view.seat for view in views] == [0, 1, 2, None]
        assert all(
            getattr(view, field.name) == getattr(views[0], field.name)
            for view in views
            for field in fields(View)
            if field.name != "seat"
        )


def test_rings_are_told_apart_by_price_and_diamond_alone() -> None:
    table = replay(PLAIN, 2, (setting(BOX, "1000, 1000, 2000"),), (Lift(17), Lift(1)))
    assert table.state.rings == ((Ring(1000, True),), (Ring(1000, False),))
