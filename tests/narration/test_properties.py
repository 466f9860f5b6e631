"""Any game at all can be told to anybody, and asked for at any time."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings

from tacora.game import Seat
from tacora.games.diamant.odds import Odds, Situation, odds
from tacora.narration import LANGUAGES
from tacora.narration.catalogue import Language
from tests.examples import examples
from tests.narration.narrator import NAMES, narrator
from tests.strategies import whole_games
from tests.table import Table


def sentences(table: Table, language: Language, me: Seat | None) -> Iterator[str]:
    """All that can be heard of a game in one seat."""
    teller = narrator(language, me)
    for step in table.steps:
        view = table.game.observe(step.state, me)
        yield from teller.tell(step.events, view)


def asked(table: Table, language: Language, me: Seat | None) -> Iterator[str]:
    teller = narrator(language, me)
    for step in table.steps[::3]:
        view = table.game.observe(step.state, me)
        yield from (*teller.cave(view), *teller.players(view), *teller.mine(view))
        if view.inside:
            situation = Situation.seen_in(view)
            result: Odds = odds(situation)
            yield from teller.odds(result, situation)


def check(sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0].isdigit() or sentence.startswith(NAMES), sentence
    assert sentence.endswith("."), sentence
    for flaw in ("{", "}", "None", "  ", "..", " .", " ,", "\n"):
        assert flaw not in sentence, sentence


@settings(max_examples=examples(25))
@given(table=whole_games())
def test_any_game_can_be_told_to_anybody(table: Table) -> None:
    listeners: list[Seat | None] = [None, *range(table.seats)]
    for language in LANGUAGES:
        tales = [list(sentences(table, language, me)) for me in listeners]
        assert {len(tale) for tale in tales} == {len(tales[0])}
        for tale in tales:
            for sentence in tale:
                check(sentence)


@settings(max_examples=examples(25))
@given(table=whole_games())
def test_anybody_can_ask_for_the_table_at_any_time(table: Table) -> None:
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    for language in LANGUAGES:
        for me in (None, 0, table.seats - 1):
            for line in asked(table, language, me):
                check(line)
        podium = narrator(language, None).podium(table.view(), outcome)
        assert len(podium) == table.seats
        assert podium[0].startswith(tuple(f"1. {NAMES[seat]}" for seat in outcome.winners))
