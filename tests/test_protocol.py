"""Both games show the face of `Game`: the assignments are checked by mypy, the calls by running them."""

from __future__ import annotations

from typing import TypeVar

import pytest

from tacora.game import Game, Outcome
from tacora.games import diamant, mister_diamond
from tacora.games.diamant import Diamant
from tacora.games.mister_diamond import MisterDiamond

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

DIAMANT: Game[diamant.State, diamant.Decision, diamant.Event, diamant.View] = Diamant(diamant.EDITIONS["tacora-2024"])
MISTER_DIAMOND: Game[mister_diamond.State, mister_diamond.Action, mister_diamond.Event, mister_diamond.View] = (
    MisterDiamond(mister_diamond.EDITIONS["ravensburger-1993"])
)


def played_by_the_first_choice(game: Game[S, A, E, V], seats: int) -> None:
    """A whole game through nothing but the protocol."""
    step = game.start(seats, bytes(range(32)))
    events = list(step.events)
    while pending := game.pending(step.state):
        assert game.outcome(step.state) is None
        for seat in range(seats):
            assert bool(game.legal_actions(step.state, seat)) == (seat in pending)
        step = game.apply(step.state, {seat: game.legal_actions(step.state, seat)[0] for seat in pending})
        events += step.events
    outcome = game.outcome(step.state)
    assert outcome is not None
    assert len(outcome.scores) == seats
    assert set(outcome.winners) <= set(range(seats))
    assert {seat for seat, rank in enumerate(outcome.ranks) if rank == 1} == set(outcome.winners)
    for seat in (*range(seats), None):
        assert game.observe(step.state, seat) == game.observe(step.state, seat)
    assert events


@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_can_be_played_without_knowing_which_it_is(seats: int) -> None:
    played_by_the_first_choice(DIAMANT, seats)
    played_by_the_first_choice(MISTER_DIAMOND, seats)


def test_equal_scores_share_a_rank_unless_only_one_of_them_won() -> None:
    assert Outcome((3, 7, 7, 3, 1), (1, 2)).ranks == (3, 1, 1, 3, 5)
    assert Outcome((7, 7, 1), (1,)).ranks == (2, 1, 3)
