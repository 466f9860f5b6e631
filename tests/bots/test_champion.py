"""The champions that come with Tacora: one for every table, and none needs to see into a closed chest."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given, settings

from tacora.game import Refused
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Diamant, Event
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.solved import place, scores_known
from tacora.games.diamant.sights import usual
from tacora.games.diamant.strategy import champion, read, same_as
from tests.examples import examples
from tests.strategies import GAMES, games, whole_games
from tests.table import SCHMIDT, Table, play

FOLDER = files("tacora.games.diamant") / "champions"
FILES = sorted(file.name for file in FOLDER.iterdir() if file.name.endswith(".strategy"))
MOST = 5_000_000
"""Bytes of all of them."""


def test_together_they_are_small() -> None:
    assert sum(len((FOLDER / name).read_bytes()) for name in FILES) <= MOST
    assert sorted(file.name for file in FOLDER.iterdir()) == FILES, "and nothing else is shipped with them"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if "-5." in name else pytest.mark.long) for name in FILES]
)
def test_each_is_for_the_box_of_its_name_and_says_how_it_is_made_again(name: str) -> None:
    written = re.fullmatch(r"(.+)-([3-8])\.strategy", name)
    assert written is not None
    mine = read((FOLDER / name).read_bytes(), name)
    assert (mine.box, mine.seats) == (written[1], int(written[2]))
    assert mine.box in {same_as(game) for game in GAMES}
    game = Diamant(EDITIONS[mine.box.removesuffix("+relics")], relics=mine.box.endswith("+relics"))
    made = mine.made
    if mine.box.startswith("tiny"):  # Found by an earlier solver; `make champions` leaves them alone.
        return
    assert mine.sight == usual(game, mine.seats), "`make champions` would make another"
    assert min(made.walks, made.batch, made.seed, made.rare, made.worth) > 0, "all that finding it again takes"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.edition.name} {game.with_relics} {game.chests}")
def test_every_table_has_one(game: Diamant) -> None:
    seats = range(game.edition.least_seats, game.edition.most_seats + 1)
    assert {f"{same_as(game)}-{n}.strategy" for n in seats} <= set(FILES)


def test_a_table_without_one_is_told_so() -> None:
    with pytest.raises(Refused) as refused:
        champion("schmidt-2005", 9)
    assert (refused.value.code, refused.value.facts) == ("no-champion", {"box": "schmidt-2005", "seats": 9})


@settings(max_examples=examples(40), deadline=None)
@given(whole_games(games(chests="hidden")))
def test_closed_chests_change_nothing_for_it(table: Table) -> None:
    """It adds up what all saw go home (D22)."""
    hidden = table.game
    shown = Diamant(hidden.edition, relics=hidden.with_relics, chests="open")
    mine = champion(same_as(hidden), table.seats)
    history: list[Event] = []
    for step in table.steps:
        history += step.events
        for seat in hidden.pending(step.state):
            closed, opened = hidden.observe(step.state, seat), shown.observe(step.state, seat)
            assert None in closed.chests
            assert scores_known(closed, history) == scores_known(opened, ())
            assert place(mine, closed, history) == place(mine, opened, ())


def test_it_mixes_and_its_coins_are_those_of_its_generator() -> None:
    view = play(SCHMIDT, 3, "11 CCC snakes CCC 9 CCC gas").view(0)
    tossed = [[make_bot("champion", Random(n)).choose(view, ()) for n in range(200)] for _ in range(2)]
    assert tossed[0] == tossed[1]
    assert set(tossed[0]) == {CONTINUE, LEAVE}
