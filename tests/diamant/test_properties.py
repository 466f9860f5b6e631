"""What holds in every game, whatever the box, the cards and the decisions."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tacora.game import Outcome, Seat
from tacora.games.diamant import CONTINUE, LEAVE, Card
from tacora.games.diamant.rules import (
    Began,
    Deal,
    Disaster,
    ExpeditionEnded,
    GameEnded,
    Revealed,
    TreasureFound,
    WentHome,
)
from tests.strategies import games, joint_actions, seat_counts, seeds, whole_games
from tests.table import Table, cards_turned, replay


@given(whole_games())
def test_gems_are_conserved_between_bank_cave_hands_and_chests(table: Table) -> None:
    out = lost = returned = 0
    for step in table.steps:
        for event in step.events:
            if isinstance(event, TreasureFound):
                assert event.share * event.explorers + event.rest == event.card.value
                out += event.card.value
            elif isinstance(event, Disaster):
                lost += event.lost * len(event.victims)
            elif isinstance(event, ExpeditionEnded):
                returned += event.returned
        cave, camp = step.state.cave, step.state.camp
        hands = cave.held * len(cave.inside)
        assert out == sum(camp.chests) + hands + cave.path() + lost + returned
    assert out == sum(table.chests) + lost + returned


@given(whole_games())
def test_no_chest_and_no_row_of_trophies_ever_shrinks(table: Table) -> None:
    for before, after in zip(table.steps, table.steps[1:], strict=False):
        old, new = before.state.camp, after.state.camp
        assert all(a <= b for a, b in zip(old.chests, new.chests, strict=True))
        assert all(b[: len(a)] == a for a, b in zip(old.trophies, new.trophies, strict=True))


@given(whole_games())
def test_events_alone_tell_who_is_inside_and_that_all_hold_the_same(table: Table) -> None:
    hands: dict[Seat, int] = {}
    chests: Counter[Seat] = Counter()
    path = 0
    for step in table.steps:
        for event in step.events:
            if isinstance(event, Began):
                hands, path = dict.fromkeys(range(event.seats), 0), 0
            elif isinstance(event, TreasureFound):
                assert event.explorers == len(hands)
                hands = {seat: gems + event.share for seat, gems in hands.items()}
                path += event.rest
            elif isinstance(event, Revealed):
                assert sorted(event.leaving + event.continuing) == sorted(hands)
            elif isinstance(event, WentHome):
                for seat in event.seats:
                    assert hands.pop(seat) == event.held
                    chests[seat] += event.held + event.share
                path -= event.share * len(event.seats)
                assert event.rest == path
            elif isinstance(event, Disaster):
                assert set(hands.values()) == {event.lost}
                assert tuple(hands) == event.victims
                hands = {}
            elif isinstance(event, ExpeditionEnded):
                assert (hands, event.returned) == ({}, path)
                path = 0
        cave, camp = step.state.cave, step.state.camp
        assert hands == dict.fromkeys(cave.inside, cave.held)
        assert cave.path() == path
        assert camp.chests == tuple(chests[seat] for seat in range(table.seats))


@given(whole_games())
def test_a_game_ends_once_after_its_last_expedition(table: Table) -> None:
    game, events = table.game, table.events
    assert [event.expedition for event in events if isinstance(event, Began)] == list(
        range(1, game.edition.expeditions + 1)
    )
    assert [step for step in table.steps if game.outcome(step.state)] == [table.steps[-1]]
    last = events[-1]
    assert isinstance(last, GameEnded)
    assert Outcome(last.scores, last.winners) == game.outcome(table.state)
    assert last.scores == game.scores(table.state)
    best = max(last.scores)
    assert {last.scores[seat] for seat in last.winners} == {best}
    if not game.edition.relics_break_ties:
        assert last.winners == tuple(seat for seat, score in enumerate(last.scores) if score == best)


@given(st.data())
def test_the_order_in_which_decisions_are_written_never_matters(data: st.DataObject) -> None:
    game = data.draw(games())
    state = game.start(data.draw(st.integers(3, 5)), data.draw(seeds())).state
    for _ in range(data.draw(st.integers(0, 3))):
        if game.pending(state):
            state = game.apply(state, dict.fromkeys(game.pending(state), CONTINUE)).state
    if game.pending(state):
        joint = data.draw(joint_actions(game, state))
        step = game.apply(state, joint)
        assert all(game.apply(state, dict(order)) == step for order in permutations(joint.items()))


@given(whole_games())
def test_the_same_seed_and_decisions_give_the_same_game(table: Table) -> None:
    source = table.state.source
    assert isinstance(source, bytes)
    assert replay(table.game, table.seats, source, table.actions) == table


@given(whole_games())
def test_the_same_game_from_written_cards_is_equal_event_by_event(table: Table) -> None:
    written = replay(table.game, table.seats, cards_turned(table.events), table.actions)
    assert [step.events for step in written.steps] == [step.events for step in table.steps]
    for one, other in zip(table.steps, written.steps, strict=True):
        assert one.state.camp == other.state.camp
        assert one.state.cave == other.state.cave
        for seat in (*range(table.seats), None):
            assert table.game.observe(one.state, seat) == table.game.observe(other.state, seat)


@given(whole_games(), st.randoms(use_true_random=False))
def test_views_do_not_change_with_the_cards_still_hidden(table: Table, random: Random) -> None:
    one, other = (_with_tails(table, random) for _ in range(2))
    game = table.game
    first, second = (replay(game, table.seats, deal, table.actions) for deal in (one, other))
    for step, a, b in zip(table.steps, first.steps, second.steps, strict=True):
        assert step.events == a.events == b.events
        for seat in (*range(table.seats), None):
            view = game.observe(step.state, seat)
            assert view == game.observe(a.state, seat) == game.observe(b.state, seat)


def _with_tails(table: Table, random: Random) -> Deal:
    """The cards that were turned, each row filled up to a whole deck with the cards that were not."""
    camps = {step.state.expedition: step.state.camp for step in reversed(table.steps)}
    rows: list[tuple[Card, ...]] = []
    for expedition, turned in enumerate(cards_turned(table.events), start=1):
        unturned = Counter(table.game.in_play(expedition, camps[expedition])) - Counter(turned)
        tail = list(unturned.elements())
        random.shuffle(tail)
        rows.append(turned + tuple(tail))
    return tuple(rows)


@given(whole_games(games(chests="hidden")), st.lists(st.integers(0, 99), min_size=8, max_size=8))
def test_hidden_chests_hide_the_totals_of_others_until_the_end(table: Table, instead: list[int]) -> None:
    game = table.game
    for step in table.steps[:-1]:
        chests = step.state.camp.chests
        for seat in (*range(table.seats), None):
            view = game.observe(step.state, seat)
            assert view.chests == tuple(gems if owner == seat else None for owner, gems in enumerate(chests))
            others = tuple(gems if owner == seat else instead[owner] for owner, gems in enumerate(chests))
            changed = replace(step.state, camp=replace(step.state.camp, chests=others))
            assert game.observe(changed, seat) == view
    assert all(game.observe(table.state, seat).chests == table.chests for seat in (*range(table.seats), None))


@given(whole_games(games(chests="open")))
def test_with_open_chests_all_seats_see_the_same(table: Table) -> None:
    for step in table.steps:
        common = table.game.observe(step.state, None)
        assert common.chests == step.state.camp.chests
        assert all(table.game.observe(step.state, seat) == replace(common, seat=seat) for seat in range(table.seats))


@given(whole_games())
def test_unseen_tunnel_removed_and_gone_make_up_the_box(table: Table) -> None:
    game = table.game
    for step in table.steps[:-1]:
        state, view = step.state, game.observe(step.state, None)
        relics = game.edition.relics.added_by(state.expedition) if game.edition.relics and game.with_relics else ()
        box = Counter[Card]((*game.edition.cards(), *relics))
        assert Counter[Card](view.unseen + view.tunnel + view.removed + state.camp.gone) == box
        deck = game.in_play(state.expedition, state.camp)
        places = [deck.index(card) for card in view.unseen]
        assert places == sorted(places), "the order of unseen cards tells something"


@given(whole_games(games(relics=True)))
def test_a_lone_leaver_gets_the_relics_that_the_view_shows(table: Table) -> None:
    game = table.game
    for step in table.steps[:-1]:
        inside, view = game.pending(step.state), game.observe(step.state, None)
        for leaver in inside:
            alone = {seat: LEAVE if seat == leaver else CONTINUE for seat in inside}
            events = game.apply(step.state, alone).events
            home = next(event for event in events if isinstance(event, WentHome))
            assert home.trophies == view.relics
        if len(inside) > 1:
            events = game.apply(step.state, dict.fromkeys(inside, LEAVE)).events
            home = next(event for event in events if isinstance(event, WentHome))
            assert home.trophies == ()


@given(whole_games())
def test_at_most_one_hazard_is_removed_per_expedition(table: Table) -> None:
    ends = [event for event in table.events if isinstance(event, ExpeditionEnded)]
    disasters = [event.card for event in table.events if isinstance(event, Disaster)]
    assert table.state.camp.removed == tuple(disasters)
    assert [event.removed for event in ends if event.removed] == disasters
    assert len(disasters) <= len(ends) == table.game.edition.expeditions
    assert all((event.how == "hazard") == (event.removed is not None) for event in ends)


@given(whole_games())
def test_exactly_the_pending_seats_have_legal_actions(table: Table) -> None:
    game = table.game
    for step in table.steps:
        pending = game.pending(step.state)
        for seat in range(-1, table.seats + 1):
            assert game.legal_actions(step.state, seat) == ((CONTINUE, LEAVE) if seat in pending else ())
    assert all(game.pending(step.state) for step in table.steps[:-1])
    assert game.pending(table.state) == ()


@given(st.data())
def test_every_seat_count_that_a_strategy_draws_can_be_played(data: st.DataObject) -> None:
    game = data.draw(games())
    seats = data.draw(seat_counts(game))
    assert game.pending(game.start(seats, data.draw(seeds())).state) == tuple(range(seats))
