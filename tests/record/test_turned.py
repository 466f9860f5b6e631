"""A finished game's record carries the cards that were seen, so that anybody can check the deal, in either game."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from hypothesis import given, settings
from msgspec import UNSET

from tacora.games.diamant.record import replay, verify
from tacora.games.mister_diamond import EDITIONS, MisterDiamond
from tacora.games.mister_diamond.record import replay as replay_mister
from tacora.games.mister_diamond.record import verify as verify_mister
from tacora.games.records import decode, encode
from tacora.record import Verdict
from tests.examples import examples
from tests.mister_diamond.table import Table as MisterTable
from tests.record import mister_records
from tests.record.records import GOOD, SEED, of, read, without
from tests.strategies import whole_games
from tests.table import Table

PROMISE = sha256(bytes.fromhex(SEED)).hexdigest()


def test_the_cards_of_diamant_are_written_as_in_a_deal() -> None:
    record = read({**without("deal"), "seed": SEED, "commitment": PROMISE, "decisions": [["CCC", "LLL"], ["CCC"]]})
    assert record.turned is UNSET
    turned = record.with_turned(replay(record))
    assert turned.turned is not UNSET
    assert [len(row) for row in turned.turned] == [2, 2]
    assert all(isinstance(card, str) for row in turned.turned for card in row)
    assert msgspec.structs.replace(turned, turned=UNSET) == record
    assert record.turned is UNSET
    by_deal = msgspec.structs.replace(turned, deal=turned.turned, turned=UNSET, seed=UNSET)
    assert replay(by_deal).summary() == replay(record).summary()


@settings(max_examples=examples(40))
@given(whole_games())
def test_a_record_with_the_cards_turned_verifies(table: Table) -> None:
    record = of(table)
    whole = record.with_turned(replay(record))
    assert decode(encode(whole)) == whole
    assert verify(whole) == Verdict(commitment=None, cards=True)


def match(games: int) -> MisterTable:
    """Everybody always takes the first choice there is."""
    game = MisterDiamond(EDITIONS["ravensburger-1993"], games=games)
    steps, actions = [game.start(3, bytes.fromhex(SEED))], []
    while game.pending(state := steps[-1].state):
        actions.append(game.legal_actions(state, state.turn)[0])
        steps.append(game.apply(state, {state.turn: actions[-1]}))
    return MisterTable(game, 3, tuple(steps), tuple(actions))


def test_one_game_of_mister_diamond_is_written_as_one() -> None:
    record = mister_records.of(match(1))
    whole = record.with_turned(replay_mister(record))
    assert whole.turned == replay_mister(record).turned()[0]
    assert decode(encode(whole)) == whole
    assert verify_mister(whole, PROMISE) == Verdict(commitment=True, cards=True)


def test_a_match_of_mister_diamond_is_written_game_by_game() -> None:
    record = mister_records.of(match(2))
    whole = record.with_turned(replay_mister(record))
    assert whole.turned == replay_mister(record).turned()
    assert len(replay_mister(record).turned()) == 2
    assert decode(encode(whole)) == whole
    assert verify_mister(whole) == Verdict(commitment=None, cards=True)
    assert verify_mister(record, "ab" * 32) == Verdict(commitment=False, cards=None)


def test_a_record_without_a_seed_has_nothing_to_promise() -> None:
    assert verify(read(GOOD), PROMISE) == Verdict(commitment=None, cards=None)
    assert not verify(read(GOOD), PROMISE).wrong
