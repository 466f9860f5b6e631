"""Any match of Mister Diamond can be told and described, and only the notes tell a fixed place."""

from __future__ import annotations

import re

from hypothesis import given, settings

from tacora.games.mister_diamond.narration import MisterDiamondNarrator
from tacora.narration import LANGUAGES
from tacora.narration.catalogue import catalogue
from tests.cli.program import PLAIN_SPACES
from tests.examples import examples
from tests.mister_diamond.strategies import whole_matches
from tests.mister_diamond.table import Table
from tests.narration.mister_narrator import ALL, NAMES, narrator

BEGINS_WELL = re.compile(r"[A-ZÀÉ0-9]")


def is_well_said(sentence: str) -> bool:
    """A capital, a name or a digit to begin with, a full stop at the end, and no hole in it."""
    return bool(
        (BEGINS_WELL.match(sentence) or sentence.startswith(NAMES))
        and sentence.endswith(".")
        and not re.search(r"[{}$]|None|True|False|  |\.\.| [.,]", sentence.translate(PLAIN_SPACES))
    )


@settings(max_examples=examples(15))
@given(whole_matches())
def test_any_match_can_be_told_from_every_seat(table: Table) -> None:
    names = NAMES[: table.seats]
    for language in LANGUAGES:
        for me in (None, *range(table.seats)):
            teller = MisterDiamondNarrator(catalogue(language), names, me)
            for step in table.steps:
                sentences = teller.tell(step.events, table.game.observe(step.state, me))
                assert len(sentences) >= len(step.events) - 1
                assert [sentence for sentence in sentences if not is_well_said(sentence)] == []


@settings(max_examples=examples(15))
@given(whole_matches())
def test_any_table_can_be_described_from_every_seat(table: Table) -> None:
    names = NAMES[: table.seats]
    for language in LANGUAGES:
        for me in (None, *range(table.seats)):
            teller = MisterDiamondNarrator(catalogue(language), names, me)
            for step in table.steps[:: max(1, len(table.steps) // 5)]:
                view = table.game.observe(step.state, me)
                lines = [
                    *teller.board(view),
                    *teller.totals(view),
                    *(teller.rings(view, seat) for seat in range(table.seats)),
                    *(teller.place(view, place) for place in (1, 5, 9)),
                ]
                assert len(lines) >= 5 + table.seats
                assert teller.opening(view).startswith("Mister Diamond")
                assert [line for line in lines if not is_well_said(line)] == []


@settings(max_examples=examples(15))
@given(whole_matches())
def test_nothing_but_the_notes_tells_a_fixed_place(table: Table) -> None:
    """Whatever was tried, a table without notes is described as if nothing had been."""
    for step in table.steps[::5]:
        view = table.game.observe(step.state, None)
        texts = [*narrator("en", ALL).board(view), *(narrator("en", ALL).place(view, place) for place in view.board)]
        told_of_it = [text for text in texts if "ixed" in text]
        if not view.notes:
            assert told_of_it == []
        else:
            assert len(told_of_it) == 1 + len(step.state.tried)
