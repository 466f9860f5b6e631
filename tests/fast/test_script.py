"""The kernel's rules, card by card and decision by decision: every game comes out as in the engine."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from tacora.game import IllegalDeal, Seat, Step
from tacora.games.diamant import CONTINUE, LEAVE, Card, Diamant, Event, State
from tacora.games.diamant.editions import EDITIONS, Treasure
from tacora.games.diamant.kernel.script import follow
from tacora.games.diamant.rules import (
    Began,
    Disaster,
    ExpeditionEnded,
    HazardMet,
    RelicFound,
    Revealed,
    TreasureFound,
)
from tests.examples import examples
from tests.fast.replay import box_name, boxes
from tests.strategies import whole_games
from tests.table import SCHMIDT, TACORA, WITH_RELICS, Table, card, replay

BOXES = boxes()


class Written(NamedTuple):
    """A game as the kernel is told it, and what came of it by the engine."""

    cards: list[list[Card]]
    leaving: list[list[tuple[Seat, ...]]]
    after: list[list[tuple[int, int]]]
    """Score and number of relics of each seat after every expedition."""


def written(game: Diamant, steps: Iterable[Step[State, Event]]) -> Written:
    game_as_written = Written([], [], [])
    for step in steps:
        for event in step.events:
            match event:
                case Began():
                    game_as_written.cards.append([])
                    game_as_written.leaving.append([])
                case TreasureFound() | HazardMet() | RelicFound() | Disaster():
                    game_as_written.cards[-1].append(event.card)
                case Revealed():
                    game_as_written.leaving[-1].append(event.leaving)
                case ExpeditionEnded():
                    relics = map(len, step.state.camp.trophies)
                    game_as_written.after.append(list(zip(game.scores(step.state), relics, strict=True)))
    return game_as_written


def at_random(game: Diamant, seats: int, leave: float, rng: Random) -> list[Step[State, Event]]:
    """A game in which everybody leaves with this probability."""
    steps = [game.start(seats, rng.randbytes(32))]
    while pending := game.pending(steps[-1].state):
        joint = {seat: LEAVE if rng.random() < leave else CONTINUE for seat in pending}
        steps.append(game.apply(steps[-1].state, joint))
    return steps


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", BOXES, ids=box_name)
@pytest.mark.repeats
def test_chests_and_relics_after_every_expedition_are_those_of_the_engine(game: Diamant) -> None:
    rng = Random(box_name(game))
    deepest = relics = peaceful = 0
    for seats in range(3, 9):
        for leave in (0.03, 0.05, 0.1, 0.2, 0.35, 0.5):
            for _ in range(8):
                steps = at_random(game, seats, leave, rng)
                told = written(game, steps)
                assert len(told.after) == game.edition.expeditions
                assert follow(game, seats, told.cards, told.leaving) == told.after
                deepest = max(deepest, *map(len, told.cards))
                relics += sum(count for _, count in told.after[-1])
                peaceful += sum(len(row) == len(cards) for row, cards in zip(told.leaving, told.cards, strict=True))
    assert deepest >= (4 if game.edition.name == "tiny" else 15)
    assert peaceful > 40
    assert (relics > 40) == game.with_relics


@settings(max_examples=examples(120))
@given(whole_games())
def test_any_game_comes_out_as_in_the_engine(table: Table) -> None:
    told = written(table.game, table.steps)
    assert follow(table.game, table.seats, told.cards, told.leaving) == told.after


def test_a_game_may_stop_after_any_expedition() -> None:
    told = written(WITH_RELICS, at_random(WITH_RELICS, 4, 0.2, Random(3)))
    for expeditions in range(1, 6):
        got = follow(WITH_RELICS, 4, told.cards[:expeditions], told.leaving[:expeditions])
        assert got == told.after[:expeditions]


ALL = (0, 1, 2)


@pytest.mark.parametrize(
    ("game", "rows", "expedition", "place"),
    [
        (TACORA, ["6"], 1, 1),
        (TACORA, ["17", "11 17 17"], 2, 3),
        (TACORA, ["5 5 7 7 5"], 1, 5),
        (SCHMIDT, ["lava"], 1, 1),
        (TACORA, ["R5"], 1, 1),
        (WITH_RELICS, ["4", "4 R5 R8"], 2, 3),
        (WITH_RELICS, ["R5", "4 R5"], 2, 2),
        (WITH_RELICS, ["4 R7"], 1, 2),
        # Two expeditions ended with snakes, which leaves one of three.
        (TACORA, ["snakes 4 snakes", "snakes snakes", "1 snakes snakes"], 3, 3),
    ],
)
def test_a_card_that_the_deck_does_not_hold_is_refused_with_its_place(
    game: Diamant, rows: list[str], expedition: int, place: int
) -> None:
    """Everybody leaves after the last card of a row, unless it was fatal."""
    cards = [[card(game.edition, text) for text in row.split()] for row in rows]
    leaving = [[()] * (len(row) - 1) + ([] if row[-1] in row[:-1] else [ALL]) for row in cards]
    with pytest.raises(IllegalDeal) as refused:
        follow(game, 3, cards, leaving)
    text = str(cards[expedition - 1][place - 1])
    assert refused.value.code == "not-in-deck"
    assert refused.value.facts == {"expedition": expedition, "card": place, "text": text}
    joint = [{seat: LEAVE if seat in leavers else CONTINUE for seat in ALL} for row in leaving for leavers in row]
    with pytest.raises(IllegalDeal) as by_engine:
        replay(game, 3, tuple(map(tuple, cards)), joint)
    assert (by_engine.value.code, by_engine.value.facts) == (refused.value.code, refused.value.facts)


def test_cards_that_end_too_early_are_refused_with_their_place() -> None:
    game = Diamant(EDITIONS["schmidt-2005"])
    with pytest.raises(IllegalDeal) as refused:
        follow(game, 3, [[Treasure(5)], [Treasure(7)]], [[()], [(0, 1, 2)]])
    assert (refused.value.code, refused.value.facts) == ("too-few-cards", {"expedition": 1, "needed": 2})
