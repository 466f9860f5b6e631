"""Trials are playouts: a row with its own party plays as that party does, now and later."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.kernel.answers import Guess, Study, Trial, Tried, study_of
from tacora.games.diamant.kernel.characters import CHARACTERS
from tacora.games.diamant.kernel.party import Cast, party_of
from tacora.games.diamant.kernel.playouts import play_out, situation_of
from tacora.games.diamant.kernel.walk import VICTORY
from tests.table import SCHMIDT, play

pytestmark = pytest.mark.usefixtures("compiled")

GAMES = 40
MIXED: Guess = {0: "gems:5", 2: "ev", 3: "gems:5"}
ALIKE: Guess = dict.fromkeys((0, 2, 3), "random:0.3")


@pytest.fixture(scope="module")
def study() -> Study:
    return study_of(SCHMIDT, 4)


def bots_of(guess: Guess, mine: str) -> list[str]:
    return [mine if seat == 1 else guess[seat] for seat in range(4)]


@pytest.mark.parametrize("mine", ["champion", "gems:7", "hazards:2", "never"])
def test_whoever_goes_on_in_one_way_is_played_out_like_any_party(study: Study, mine: str) -> None:
    table = play(SCHMIDT, 4, "5 CCCC snakes LCCC 17")
    situation = situation_of(SCHMIDT, table.view(1), table.events)
    tried = Tried(study, 1, situation, [MIXED, ALIKE], seed=3)
    trials = [Trial(leave, mine, mine) for leave in (True, False)]
    values = tried.values(trials, GAMES)
    for trial, row in zip(trials, values, strict=True):
        for at, guess in enumerate((MIXED, ALIKE)):
            party = party_of(SCHMIDT, [make_bot(bot, Random()) for bot in bots_of(guess, mine)])
            start = situation.with_decisions([1]) if trial.leave else situation.with_decisions([], [1])
            played = play_out(study.box, party, [start._replace(game=at * GAMES)], GAMES, seed=3)
            assert row[at] == pytest.approx(played.victories[0, 1] / VICTORY / GAMES)


def test_another_way_later_changes_nothing_in_the_last_expedition(study: Study) -> None:
    table = play(SCHMIDT, 4, *["5 LLLL"] * 4, "11 CCCC snakes CCCC 17")
    situation = situation_of(SCHMIDT, table.view(1), table.events)
    values = Tried(study, 1, situation, [MIXED] * 3, seed=9).values(
        [Trial(False, "gems:9", later) for later in ("never", "champion")], GAMES
    )
    assert np.array_equal(values[0], values[1])


def test_another_way_later_is_played_from_the_next_expedition_on(study: Study) -> None:
    table = play(SCHMIDT, 4, "11 CCCC snakes CCCC 17")
    situation = situation_of(SCHMIDT, table.view(1), table.events)
    never, sensible = Tried(study, 1, situation, [ALIKE] * 4, seed=9).values(
        [Trial(True, "champion", later) for later in ("never", "hazards:2")], 100
    )
    assert never.mean() + 0.1 < sensible.mean()


def test_a_cast_sits_down_as_any_party() -> None:
    texts = ["champion", "gems:5", "ev", "random:0.5", "hazards:2"]
    cast = Cast(SCHMIDT, 4, [make_bot(text, Random()) for text in texts])
    seated = cast.party([1, 2, 1, 0])
    alone = party_of(SCHMIDT, [make_bot(texts[at], Random()) for at in (1, 2, 1, 0)])
    assert seated.seats == alone.seats
    assert [each.tolist() for each in seated[1:]] == [each.tolist() for each in alone[1:]]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", list(CHARACTERS))
def test_characters_are_played_out_nearly_as_they_play(name: str) -> None:
    """Four of them at a table: their mean scores by the engine and by the kernel."""
    many, rng = 150, Random(1)
    total = 0
    for _ in range(many):
        bots = [make_bot(name, rng) for _ in range(4)]
        step = SCHMIDT.start(4, rng.randbytes(32))
        while pending := SCHMIDT.pending(step.state):
            views = {seat: SCHMIDT.observe(step.state, seat) for seat in pending}
            step = SCHMIDT.apply(step.state, {seat: bots[seat].choose(view, ()) for seat, view in views.items()})
        total += sum(SCHMIDT.scores(step.state))
    table = play(SCHMIDT, 4, "5")
    study = study_of(SCHMIDT, 4)
    party = party_of(SCHMIDT, [CHARACTERS[name](SCHMIDT)] * 4)
    situation = situation_of(SCHMIDT, table.view(0), table.events)
    played = play_out(study.box, party, [situation], 3000, seed=1)
    assert played.scores.sum() / 3000 == pytest.approx(total / many, rel=0.12)
