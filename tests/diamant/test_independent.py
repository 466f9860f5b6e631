"""Two implementations of the rules, held equal after every decision of thousands of games."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from tacora.game import Outcome
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Diamant, State
from tests.diamant.naive import BOXES, NaiveGame
from tests.table import deal

FEW, MANY = dict.fromkeys(BOXES, 9) | {"tiny": 25}, dict.fromkeys(BOXES, 35)
"""Games of each box, with each choice and each number of seats."""

OPTIONS = [(name, relics) for name, box in BOXES.items() for relics in ((False, True) if box.relics else (False,))]


class Snapshot(NamedTuple):
    """What both implementations must agree on."""

    expedition: int
    chests: list[int]
    relics: list[list[int]]
    inside: list[int]
    hands: list[int]
    path: int
    relics_here: list[str]
    removed: list[str]
    unseen: list[str]
    scores: list[int]
    winners: list[int] | None


def of_naive(game: NaiveGame) -> Snapshot:
    return Snapshot(
        expedition=game.cave_number,
        chests=list(game.chest),
        relics=[list(owned) for owned in game.own_relics],
        inside=list(game.inside),
        hands=list(game.hand),
        path=sum(game.gems_on),
        relics_here=list(game.relics_here),
        removed=list(game.removed),
        unseen=[] if game.over else sorted(game.pile),
        scores=game.scores(),
        winners=game.winners if game.over else None,
    )


def of_engine(game: Diamant, state: State) -> Snapshot:
    cave, camp = state.cave, state.camp
    outcome: Outcome | None = game.outcome(state)
    return Snapshot(
        expedition=state.expedition,
        chests=list(camp.chests),
        relics=[[trophy.worth for trophy in owned] for owned in camp.trophies],
        inside=list(cave.inside),
        hands=[cave.held if seat in cave.inside else 0 for seat in range(len(camp.chests))],
        path=cave.path(),
        relics_here=list(map(str, cave.relics)),
        removed=list(map(str, camp.removed)),
        unseen=sorted(map(str, game.observe(state, None).unseen)),
        scores=list(outcome.scores if outcome else game.scores(state)),
        winners=list(outcome.winners) if outcome else None,
    )


@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.long)], ids=["few", "many"])
@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize(("name", "relics"), OPTIONS)
@pytest.mark.repeats
def test_the_engine_plays_as_the_naive_game_does(name: str, relics: bool, seats: int, games: dict[str, int]) -> None:
    game = Diamant(EDITIONS[name], relics=relics)
    random = Random(f"{name} {relics} {seats}")
    busts = 0
    for _ in range(games[name]):
        fear = random.choice((0.03, 0.1, 0.2, 0.4, 0.8))
        naive = NaiveGame(BOXES[name], seats, relics, random)
        history, choices = [of_naive(naive)], []
        while not naive.over:
            leavers = [player for player in naive.inside if random.random() < fear]
            choices.append({seat: LEAVE if seat in leavers else CONTINUE for seat in naive.inside})
            naive.decide(leavers)
            history.append(of_naive(naive))
        # Whole decks are written, so the engine itself refuses a card too many, and the count one too few.
        rows = deal(game, *map(" ".join, naive.decks))
        state = game.start(seats, rows).state
        assert of_engine(game, state) == history[0]
        for joint, expected in zip(choices, history[1:], strict=True):
            before = state.expedition
            state = game.apply(state, joint).state
            assert of_engine(game, state) == expected
            if state.expedition != before:
                assert len(game.in_play(state.expedition, state.camp)) == len(rows[state.expedition - 1])
        busts += len(naive.removed)
    assert 0 < busts < games[name] * BOXES[name].expeditions, "only one way of ending was tried"
