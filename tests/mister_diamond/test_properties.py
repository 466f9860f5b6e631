"""What holds in every match, whatever the box, the options, the cards and the decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tacora.game import IllegalAction, Outcome, Seat, Step
from tacora.games.mister_diamond import Action, Decline, Event, Lift, MisterDiamond, Ring, State, Steal
from tacora.games.mister_diamond.editions import Card, RingCard, TheftCard
from tacora.games.mister_diamond.rules import (
    Declined,
    GameBegan,
    GameEnded,
    Lifted,
    MatchEnded,
    RingDrawn,
    Stolen,
    Stuck,
    TheftDrawn,
)
from tests.mister_diamond.strategies import (
    games,
    moments,
    otherwise_hidden,
    whole_matches,
    with_first_written,
    written,
)
from tests.mister_diamond.table import Table, replay


def everybody(table: Table) -> tuple[Seat | None, ...]:
    return (*range(table.seats), None)


def within_games(table: Table) -> Iterator[tuple[State, Step[State, Event]]]:
    """Each decision that did not end a game: the state before it and the step it made."""
    for before, after in pairwise(table.steps):
        if before.state.game == after.state.game:
            yield before.state, after


def set_prices(state: State) -> Counter[int]:
    """Prices of the rings with a diamond, whosever they are."""
    return Counter(ring.price for owned in state.rings for ring in owned if ring.set)


class Retold:
    """A match as somebody at the table would tell it who has seen the events and nothing else."""

    def __init__(self, game: MisterDiamond, seats: int) -> None:
        self.game, self.seats = game, seats
        self.totals = [0] * seats
        self.turn = -1
        self.cards_in_hand: list[Card] = []

    def hear(self, event: Event) -> None:
        match event:
            case GameBegan():
                assert self.cards_in_hand == []
                self.board = set(range(1, self.game.edition.places + 1))
                self.stuck: list[int] = []
                self.rings: list[Counter[Ring]] = [Counter() for _ in range(self.seats)]
                self.drawn: list[Card] = []
                self.turn = event.first
            case RingDrawn():
                self.draw(event.seat, RingCard(event.price), asks=True)
            case TheftDrawn():
                self.draw(event.seat, TheftCard(), asks=event.possible)
            case Lifted():
                self.decide(event.seat, RingCard(event.price))
                self.board.remove(event.place)
                self.rings[event.seat][Ring(event.price, True)] += 1
                self.turn = (event.seat + 1) % self.seats
            case Stuck():
                self.decide(event.seat, RingCard(event.price))
                assert event.place in self.board
                if event.place not in self.stuck:
                    self.stuck.append(event.place)
                self.rings[event.seat][Ring(event.price, False)] += 1
                self.turn = (event.seat + 1) % self.seats
            case Stolen():
                self.decide(event.thief, TheftCard())
                assert event.thief != event.victim
                self.change(event.victim, Ring(event.price, True), Ring(event.price, False))
                self.change(event.thief, Ring(event.price, False), Ring(event.price, True))
                self.turn = event.victim
            case Declined():
                self.decide(event.seat, TheftCard())
            case GameEnded():
                assert list(event.scores) == self.scores()
                self.totals = [total + score for total, score in zip(self.totals, event.scores, strict=True)]
                assert list(event.totals) == self.totals
                at_once, by_cards = len(self.board) == self.game.edition.fixed, not self.unseen()
                assert at_once or by_cards
            case MatchEnded():
                assert list(event.scores) == self.totals
                best = max(self.totals)
                assert event.winners == tuple(seat for seat in range(self.seats) if self.totals[seat] == best)

    def draw(self, seat: Seat, card: Card, *, asks: bool) -> None:
        assert (seat, self.cards_in_hand) == (self.turn, [])
        self.drawn.append(card)
        if asks:
            self.cards_in_hand.append(card)

    def decide(self, seat: Seat, card: Card) -> None:
        assert (seat, self.cards_in_hand) == (self.turn, [card])
        self.cards_in_hand.clear()

    def change(self, seat: Seat, before: Ring, after: Ring) -> None:
        assert self.rings[seat][before] > 0
        self.rings[seat][before] -= 1
        self.rings[seat][after] += 1

    def scores(self) -> list[int]:
        empty = -1 if self.game.expert else 0
        return [
            sum(count * ring.price * (1 if ring.set else empty) for ring, count in rings.items())
            for rings in self.rings
        ]

    def unseen(self) -> Counter[Card]:
        return Counter(self.game.edition.cards()) - Counter(self.drawn)


@given(whole_matches())
def test_all_diamonds_are_on_the_board_or_on_rings(table: Table) -> None:
    for step in table.steps:
        assert len(step.state.board) + set_prices(step.state).total() == table.game.edition.places
        assert step.state.setting.fixed <= set(step.state.board)


@given(whole_matches())
def test_a_diamond_moves_only_by_lifting_or_theft(table: Table) -> None:
    for before, step in within_games(table):
        after = step.state
        moved = [event for event in step.events if isinstance(event, Lifted | Stolen)]
        assert len(moved) <= 1
        if not moved:
            stuck = [event.seat for event in step.events if isinstance(event, Stuck)]
            assert after.board == before.board
            for seat, (old, new) in enumerate(zip(before.rings, after.rings, strict=True)):
                assert new[: len(old)] == old
                assert [ring.set for ring in new[len(old) :]] == [False] * stuck.count(seat)


@given(whole_matches())
def test_a_diamond_keeps_the_price_it_was_lifted_for(table: Table) -> None:
    for before, step in within_games(table):
        lifted = Counter(event.price for event in step.events if isinstance(event, Lifted))
        assert set_prices(step.state) == set_prices(before) + lifted


@given(whole_matches())
def test_the_price_of_a_ring_never_changes_and_no_ring_changes_hands(table: Table) -> None:
    for before, step in within_games(table):
        for old, new in zip(before.rings, step.state.rings, strict=True):
            assert [ring.price for ring in new][: len(old)] == [ring.price for ring in old]


@given(whole_matches())
def test_every_ring_card_drawn_is_a_ring_on_the_table_or_in_hand(table: Table) -> None:
    drawn: Counter[int] = Counter()
    for step in table.steps:
        for event in step.events:
            if isinstance(event, GameBegan):
                drawn.clear()
            elif isinstance(event, RingDrawn):
                drawn[event.price] += 1
        state = step.state
        laid = Counter(ring.price for owned in state.rings for ring in owned)
        if isinstance(state.card, RingCard):
            laid[state.card.price] += 1
        assert laid == drawn


@given(whole_matches())
def test_events_alone_tell_all_that_lies_on_the_table(table: Table) -> None:
    # Who plays after whom, what is set where, scores, totals and winners are worked out anew by `Retold`.
    retold = Retold(table.game, table.seats)
    for step in table.steps:
        for event in step.events:
            retold.hear(event)
        view = table.game.observe(step.state, None)
        assert set(view.board) == retold.board
        assert list(map(Counter, view.rings)) == [+rings for rings in retold.rings]
        assert list(step.state.tried) == retold.stuck
        assert list(view.scores) == retold.scores()
        assert list(view.totals) == retold.totals
        assert ([] if view.card is None else [view.card]) == retold.cards_in_hand
        assert view.turn == (None if view.over else retold.turn)
        if not view.over:
            assert Counter(view.unseen) == retold.unseen()


@given(whole_matches())
def test_a_game_ends_when_the_cards_or_the_loose_diamonds_end_and_no_sooner_or_later(table: Table) -> None:
    edition = table.game.edition
    for step in table.steps[:-1]:
        assert len(step.state.board) > edition.fixed
        assert step.state.card is not None
    ends = [event.game for event in table.events if isinstance(event, GameEnded)]
    assert ends == list(range(1, table.game.games + 1))
    assert table.state.drawn == len(edition.cards()) or len(table.state.board) == edition.fixed


@given(whole_matches())
def test_a_match_ends_once_and_another_seat_begins_each_game(table: Table) -> None:
    game, events = table.game, table.events
    assert [step for step in table.steps if game.outcome(step.state)] == [table.steps[-1]]
    assert [event for event in events if isinstance(event, MatchEnded)] == [events[-1]]
    last = events[-1]
    assert isinstance(last, MatchEnded)
    assert game.outcome(table.state) == Outcome(last.scores, last.winners)
    began = [event for event in events if isinstance(event, GameBegan)]
    assert [event.game for event in began] == list(range(1, game.games + 1))
    assert all((one.first + 1) % table.seats == other.first for one, other in pairwise(began))
    assert game.first in (None, began[0].first)


@given(whole_matches())
def test_a_theft_card_makes_at_most_one_theft(table: Table) -> None:
    thefts_allowed = 0
    for event in table.events:
        if isinstance(event, TheftDrawn):
            assert thefts_allowed == 0
            thefts_allowed = int(event.possible)
        elif isinstance(event, Stolen | Declined):
            thefts_allowed -= 1
        assert thefts_allowed in (0, 1)
    assert thefts_allowed == 0
    for step in table.steps:
        assert sum(isinstance(event, Stolen) for event in step.events) <= 1


@given(whole_matches())
def test_the_same_seed_and_decisions_give_the_same_match(table: Table) -> None:
    source = table.state.source
    assert isinstance(source, bytes)
    assert replay(table.game, table.seats, source, table.actions) == table


@given(whole_matches(), st.booleans())
def test_the_same_match_from_written_settings_is_equal_event_by_event(table: Table, cut: bool) -> None:
    settings = written(table)
    if cut:
        drawn = [0] * len(settings)
        for event in table.events:
            if isinstance(event, GameBegan):
                game = event.game
            drawn[game - 1] += isinstance(event, RingDrawn | TheftDrawn)
        settings = tuple(replace(one, deck=one.deck[:n]) for one, n in zip(settings, drawn, strict=True))
    again = replay(with_first_written(table), table.seats, settings, table.actions)
    assert [step.events for step in again.steps] == [step.events for step in table.steps]
    for one, other in zip(table.steps, again.steps, strict=True):
        for seat in everybody(table):
            assert table.game.observe(one.state, seat) == again.game.observe(other.state, seat)


@given(st.data(), whole_matches(), st.randoms(use_true_random=False))
def test_views_do_not_change_with_what_is_still_hidden(data: st.DataObject, table: Table, random: Random) -> None:
    decisions = data.draw(moments(table))
    settings = otherwise_hidden(table, decisions, random)
    other = replay(with_first_written(table), table.seats, settings, table.actions[:decisions])
    for one, two in zip(table.steps[: decisions + 1], other.steps, strict=True):
        assert one.events == two.events
        for seat in everybody(table):
            assert table.game.observe(one.state, seat) == other.game.observe(two.state, seat)
        assert table.game.legal_actions(one.state, one.state.turn) == other.game.legal_actions(
            two.state, two.state.turn
        )


@given(whole_matches(games(notes=False)), st.lists(st.integers(1, 9), unique=True))
def test_without_notes_no_view_tells_the_tried_places(table: Table, instead: list[int]) -> None:
    for step in table.steps:
        changed = replace(step.state, tried=tuple(instead))
        for seat in everybody(table):
            view = table.game.observe(step.state, seat)
            assert view.tried == ()
            assert table.game.observe(changed, seat) == view


@given(whole_matches(games(notes=True)))
def test_with_notes_every_view_tells_what_was_tried_in_this_game(table: Table) -> None:
    tried: dict[int, None] = {}
    for step in table.steps:
        for event in step.events:
            if isinstance(event, GameBegan):
                tried = {}
            elif isinstance(event, Stuck):
                tried[event.place] = None
        for seat in everybody(table):
            assert table.game.observe(step.state, seat).tried == tuple(tried)
        assert set(tried) <= step.state.setting.fixed


@given(whole_matches())
def test_all_see_the_same(table: Table) -> None:
    for step in table.steps:
        common = table.game.observe(step.state, None)
        assert all(table.game.observe(step.state, seat) == replace(common, seat=seat) for seat in range(table.seats))


@given(whole_matches())
def test_the_order_of_unseen_cards_tells_nothing(table: Table) -> None:
    cards = table.game.edition.cards()
    for step in table.steps:
        places = [cards.index(card) for card in table.game.observe(step.state, None).unseen]
        assert places == sorted(places)


@given(whole_matches())
def test_exactly_the_pending_seat_has_legal_actions(table: Table) -> None:
    game = table.game
    for step in table.steps:
        pending = game.pending(step.state)
        having = [seat for seat in range(-1, table.seats + 1) if game.legal_actions(step.state, seat)]
        assert having == list(pending)
    assert [len(game.pending(step.state)) for step in table.steps] == [1] * len(table.actions) + [0]


@given(st.data(), whole_matches())
def test_each_legal_action_is_accepted_and_any_other_refused(data: st.DataObject, table: Table) -> None:
    game, state = table.game, table.steps[data.draw(moments(table))].state
    edition = game.edition
    (turn,) = game.pending(state)
    legal = game.legal_actions(state, turn)
    conceivable: list[Action] = [Decline(), *(Lift(place) for place in range(-1, edition.places + 2))]
    conceivable += [Steal(seat, price) for seat in range(-1, table.seats + 1) for price in (*edition.prices, 0, 7)]
    assert len(set(legal)) == len(legal)
    assert set(legal) <= set(conceivable)
    for act in conceivable:
        if act in legal:
            step = game.apply(state, {turn: act})
            assert step.state != state
            assert step.events
        else:
            with pytest.raises(IllegalAction) as refusal:
                game.apply(state, {turn: act})
            assert refusal.value.code == "not-possible"
    for seat in {*range(-1, table.seats + 1)} - {turn}:
        for joint in ({seat: legal[0]}, {seat: legal[0], turn: legal[0]}):
            with pytest.raises(IllegalAction) as refusal:
                game.apply(state, joint)
            assert refusal.value.facts == {"seat": seat, "turn": turn}
