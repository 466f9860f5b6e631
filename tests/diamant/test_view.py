"""What a view says about the table itself, and how a decision is written."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tacora.game import Refused
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Decision, Diamant
from tests.strategies import GAMES
from tests.table import play


def test_a_decision_is_written_as_its_letter() -> None:
    assert (str(CONTINUE), str(LEAVE)) == ("C", "L")
    assert all(Decision(str(decision)) is decision for decision in Decision)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.edition.name} {game.with_relics} {game.chests}")
def test_a_view_says_what_is_played(game: Diamant) -> None:
    for seat in (0, 2, None):
        view = play(game, 3, "4").view(seat)
        assert view.edition == game.edition.name
        assert view.with_relics == game.with_relics
        assert view.chests_kept == game.chests
        assert view.entrances == game.edition.entrances


def test_hidden_chests_are_called_hidden_even_when_all_are_open_at_the_end() -> None:
    game = Diamant(EDITIONS["tacora-2024"], chests="hidden")
    before, after = play(game, 3, "4").view(0), play(game, 3, *["4 LLL"] * 5).view(0)
    assert (before.chests, before.chests_kept) == ((0, None, None), "hidden")
    assert (None in after.chests, after.chests_kept) == (False, "hidden")


@pytest.mark.parametrize("chests", ["shut", "", None])
def test_chests_are_open_or_hidden(chests: object) -> None:
    with pytest.raises(Refused) as refusal:
        Diamant(EDITIONS["tacora-2024"], chests=cast("Any", chests))
    assert (refusal.value.code, refusal.value.facts) == ("unknown-value", {"path": "chests", "value": chests})
