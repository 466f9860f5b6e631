"""Seeds and stops: a record of Mister Diamond is the match of its seed, and may stop anywhere."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacora.games.mister_diamond.record import replay
from tacora.games.records import decode, encode
from tests.cli.program import call
from tests.examples import examples
from tests.mister_diamond.strategies import first_seat, whole_matches
from tests.mister_diamond.table import Table
from tests.record.mister_records import (
    ALL_LIFTED,
    GOOD,
    GOOD_SUMMARY,
    LIFTS,
    VECTOR_SEED,
    by_deal,
    changed,
    duel,
    of,
    one_game,
    read,
    record_games,
    rings,
    without,
)
from tests.record.records import summary_of, written

MATCHES = settings(max_examples=examples(30))


def test_a_seed_deals_as_the_test_vectors_say(tmp_path: Path) -> None:
    """Fixed are 4 6 10 …; the deck is 3000 5000 2000 theft 4000 …; seat 4 of six begins."""
    record = {
        **without("deal", "first"),
        "seats": list("abcdef"),
        "seed": VECTOR_SEED,
        "decisions": ["1", "4", "6", "10"],
    }
    assert summary_of(tmp_path, record) == {
        "over": False,
        "scores": [0, 0, 0, 0, 3000, 0],
        "winners": [],
        "rings": rings("2000", "4000", "", "", "3000*", "5000"),
        "next": 2,
        "left_on_board": 41,
    }
    assert summary_of(tmp_path, {**record, "seed": VECTOR_SEED.upper()}) == summary_of(tmp_path, record)
    assert summary_of(tmp_path, {**record, "seed": "ab" * 32}) != summary_of(tmp_path, record)


def test_every_game_of_a_match_is_dealt_anew() -> None:
    decks = set()
    for games in (1, 2):
        record = read({**without("deal"), "options": {"games": games}, "seed": VECTOR_SEED, "decisions": []})
        played = replay(record)
        while (pending := played.game.pending(played.state)) and played.state.game < 3:
            legal = played.game.legal_actions(played.state, pending[0])
            tried = set(map(str, played.state.tried))
            action = next(act for act in legal if str(act) not in tried)
            record = record.decided(played.state, {pending[0]: action})
            played = replay(record)
        assert len(played.turned()) == games
        decks |= {(game.fixed, game.deck[:10]) for game in played.turned()}
    assert len(decks) == 2


@MATCHES
@given(whole_matches(record_games()))
def test_a_replayed_match_is_the_engine_s_match(table: Table) -> None:
    played = replay(of(table))
    assert played.steps == table.steps
    outcome, summary = table.game.outcome(table.state), played.summary()
    assert outcome is not None
    assert (summary.over, summary.scores, summary.winners) == (True, outcome.scores, outcome.winners)
    assert (summary.rings, summary.next) == (table.state.rings, None)
    assert summary.left_on_board == len(table.state.board)


@MATCHES
@given(whole_matches(record_games()), st.data())
def test_a_seed_and_the_cards_it_deals_give_the_same_match(table: Table, data: st.DataObject) -> None:
    """At any moment of the match, the last one included."""
    moment = data.draw(st.integers(0, len(table.actions)), label="decisions taken")
    by_seed = of(table, moment)
    as_written = by_deal(by_seed, first_seat(table))
    assert as_written.seed is msgspec.UNSET
    assert replay(as_written).summary() == replay(by_seed).summary()
    assert [step.events for step in replay(as_written).steps] == [step.events for step in replay(by_seed).steps]


@MATCHES
@given(whole_matches(record_games()), st.booleans())
def test_a_record_reads_as_it_was_written(table: Table, cards: bool) -> None:
    record = by_deal(of(table), first_seat(table)) if cards else of(table)
    text = encode(record)
    assert b"\n" not in text
    assert decode(text) == record
    fields = json.loads(text)
    assert (fields["game"], fields["format"]) == ("mister-diamond", "tacora-record/1")
    assert fields["decisions"] == [str(action) for action in table.actions]


@settings(max_examples=examples(8))
@given(whole_matches(record_games()))
def test_a_record_may_stop_anywhere(table: Table) -> None:
    for moment in range(len(table.actions) + 1):
        summary = replay(of(table, moment)).summary()
        state = table.steps[moment].state
        assert summary.over == (moment == len(table.actions))
        assert summary.next == (None if summary.over else state.turn)
        assert bool(summary.winners) == summary.over
        assert summary.left_on_board == 42 - sum(ring.set for owned in state.rings for ring in owned)


def test_a_written_record_may_stop_anywhere(tmp_path: Path) -> None:
    """Before every decision, and with every deck that is just long enough for it."""
    cards_needed = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11]
    for taken in range(len(GOOD["decisions"])):
        deal = {**GOOD["deal"], "deck": GOOD["deal"]["deck"][: cards_needed[taken]]}
        open_ = summary_of(tmp_path, changed(deal=deal, decisions=GOOD["decisions"][:taken]))
        assert open_["next"] == (0, 1, 2, 0, 1, 0, 1, 2, 0, 0)[taken]
        assert open_ == summary_of(tmp_path, changed(decisions=GOOD["decisions"][:taken]))
        file = written(tmp_path, changed(deal=deal, decisions=GOOD["decisions"][:taken]))
        who = GOOD["seats"][open_["next"]]
        assert call("replay", file).lines[-1] == f"The record ends here. To decide: {who}."


@pytest.mark.parametrize(("cards", "taken", "who"), [(0, 0, "Ana"), (1, 1, "Bo"), (5, 5, "Ana"), (7, 7, "Cy")])
def test_a_record_may_stop_before_a_card_is_drawn(tmp_path: Path, cards: int, taken: int, who: str) -> None:
    deal = {**GOOD["deal"], "deck": GOOD["deal"]["deck"][:cards]}
    record = changed(deal=deal, decisions=GOOD["decisions"][:taken])
    assert summary_of(tmp_path, record)["next"] == GOOD["seats"].index(who)
    last = call("replay", written(tmp_path, record)).lines[-1]
    assert last == f"The record ends here, before a card is drawn. Next: {who}."


def test_a_deck_that_ends_with_a_theft_that_is_not_possible(tmp_path: Path) -> None:
    """Cy has put the theft aside and would draw again."""
    deal = {**GOOD["deal"], "deck": GOOD["deal"]["deck"][:8]}
    assert summary_of(tmp_path, changed(deal=deal, decisions=GOOD["decisions"][:7]))["next"] == 2


def test_cards_beyond_those_drawn_change_nothing(tmp_path: Path) -> None:
    longer = {**GOOD["deal"], "deck": [*GOOD["deal"]["deck"], "6000", "theft"]}
    assert summary_of(tmp_path, changed(deal=longer)) == GOOD_SUMMARY
    after_the_end = one_game(*ALL_LIFTED["deck"], "6000", "theft")
    assert summary_of(tmp_path, duel(after_the_end, *LIFTS))["over"]
