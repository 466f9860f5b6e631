"""Two implementations of the rules, held equal after every decision of thousands of games."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

from tacora.games.mister_diamond import MisterDiamond, State
from tests.mister_diamond.naive import BOXES, NaiveGame
from tests.mister_diamond.table import BOX, SMALL, action, setting

FEW = {"ravensburger-1993": 10, "small": 25}
MANY = {"ravensburger-1993": 24, "small": 100}
"""Matches of each box, for beginners and for experts, with each number of seats."""

EDITIONS = {edition.name: edition for edition in (BOX, SMALL)}


class Snapshot(NamedTuple):
    """What both implementations must agree on."""

    game: int
    over: bool
    turn: int | None
    card: str | None
    choices: list[str]
    board: list[int]
    marked: list[int]
    remembered: list[int]
    rings: list[list[tuple[int, bool]]]
    scores: list[int]
    totals: list[int]
    unseen: list[str]
    winners: list[int] | None


def of_naive(game: NaiveGame, notes: bool) -> Snapshot:
    return Snapshot(
        game=game.game_number,
        over=game.over,
        turn=None if game.over else game.player,
        card=None if game.over else game.card,
        choices=sorted(game.choices()),
        board=list(game.board),
        marked=list(game.remembered) if notes else [],
        remembered=list(game.remembered),
        rings=[sorted((ring.price, ring.diamond is not None) for ring in owned) for owned in game.rings],
        scores=game.scores(),
        totals=list(game.totals),
        unseen=[] if game.over else sorted(game.pile),
        winners=game.winners if game.over else None,
    )


def of_engine(game: MisterDiamond, state: State) -> Snapshot:
    view, outcome = game.observe(state, None), game.outcome(state)
    assert game.pending(state) == (() if view.turn is None else (view.turn,))
    assert outcome is None or outcome.scores == view.totals
    return Snapshot(
        game=view.game,
        over=view.over,
        turn=view.turn,
        card=None if view.card is None else str(view.card),
        choices=sorted(map(str, game.legal_actions(state, state.turn))),
        board=list(view.board),
        marked=list(view.tried),
        remembered=list(state.tried),
        rings=[sorted((ring.price, ring.set) for ring in owned) for owned in view.rings],
        scores=list(view.scores),
        totals=list(view.totals),
        unseen=sorted(map(str, view.unseen)),
        winners=list(outcome.winners) if outcome else None,
    )


def some_decision(random: Random, game: NaiveGame, memory: float) -> str:
    """Anything possible; mostly not what everybody has seen fail, the better the memory."""
    choices = game.choices()
    fresh = [choice for choice in choices if not choice.isdigit() or int(choice) not in game.remembered]
    return random.choice(fresh if random.random() < memory else choices)


@pytest.mark.sample(12)
@pytest.mark.parametrize("matches", [FEW, pytest.param(MANY, marks=pytest.mark.long)], ids=["few", "many"])
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("name", BOXES)
@pytest.mark.repeats
def test_the_engine_plays_as_the_naive_game_does(name: str, expert: bool, seats: int, matches: dict[str, int]) -> None:
    random = Random(f"{name} {expert} {seats}")
    seen: Counter[str] = Counter()
    for _ in range(matches[name]):
        notes, memory = random.random() < 0.5, random.choice((0, 0.5, 1))
        games, first = random.choice((1, 1, 2, 3)), random.randrange(seats)
        naive = NaiveGame(BOXES[name], seats, games, expert, first, random)
        history, decisions = [of_naive(naive, notes)], []
        while not naive.over:
            decisions.append(some_decision(random, naive, memory))
            number, left = naive.game_number, len(naive.board)
            naive.decide(decisions[-1])
            history.append(of_naive(naive, notes))
            if naive.over or naive.game_number > number:
                seen["all loose" if left == BOXES[name].fixed + 1 and decisions[-1].isdigit() else "by cards"] += 1
            seen[decisions[-1].partition(" ")[0]] += 1
        game = MisterDiamond(EDITIONS[name], expert=expert, notes=notes, games=games, first=first)
        deal = tuple(setting(game.edition, " ".join(pile), fixed) for fixed, pile in naive.written)
        state = game.start(seats, deal).state
        assert of_engine(game, state) == history[0]
        for said, expected in zip(decisions, history[1:], strict=True):
            state = game.apply(state, {state.turn: action(said)}).state
            assert of_engine(game, state) == expected
    assert all(seen[way] for way in ("all loose", "by cards", "steal", "decline")), "something was never tried"
