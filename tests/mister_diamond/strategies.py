"""Hypothesis strategies: boxes with options, whole matches, moments in them, and what could be hidden there."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from tacora.game import Seat
from tacora.games.mister_diamond import Action, Edition, Lift, MisterDiamond, State
from tacora.games.mister_diamond.editions import Card
from tacora.games.mister_diamond.rules import Deal, GameBegan, Setting
from tests.mister_diamond.table import BOX, SMALL, Table
from tests.strategies import seeds

CHANGED = Edition("changed", prices=(250, 10_000, 3000))
TURNS_OF_CHOICES = 53
"""A prime, so that the same choice falls to another seat when it comes round again."""


@st.composite
def games(draw: st.DrawFn, *, notes: bool | None = None) -> MisterDiamond:
    """A box and its options."""
    return MisterDiamond(
        draw(st.sampled_from((SMALL, BOX, CHANGED))),
        expert=draw(st.booleans()),
        notes=draw(st.booleans()) if notes is None else notes,
        games=draw(st.integers(1, 3)),
        first=draw(st.sampled_from((None, 0, 1))),
    )


@st.composite
def whole_matches(draw: st.DrawFn, games: st.SearchStrategy[MisterDiamond] = games()) -> Table:  # noqa: B008, a strategy is a value
    """A match played to its end from a seed.

    A byte chooses among what is possible; the bytes are used in turn, over and over. Players with a memory do not try
    a place again that proved to be fixed, so that games end in both ways.
    """
    game, memory = draw(games), draw(st.booleans())
    seats = draw(st.integers(game.edition.least_seats, game.edition.most_seats))
    choices = draw(st.binary(min_size=TURNS_OF_CHOICES, max_size=TURNS_OF_CHOICES))
    steps = [game.start(seats, draw(seeds()))]
    actions: list[Action] = []
    while pending := game.pending(state := steps[-1].state):
        possible = sensible(game, state) if memory else game.legal_actions(state, pending[0])
        actions.append(possible[choices[len(actions) % TURNS_OF_CHOICES] % len(possible)])
        steps.append(game.apply(state, {pending[0]: actions[-1]}))
    return Table(game, seats, tuple(steps), tuple(actions))


def sensible(game: MisterDiamond, state: State) -> tuple[Action, ...]:
    """All that is possible but what everybody has seen fail."""
    return tuple(
        act
        for act in game.legal_actions(state, state.turn)
        if not isinstance(act, Lift) or act.place not in state.tried
    )


def moments(table: Table) -> st.SearchStrategy[int]:
    """A number of decisions after which the match still goes on."""
    return st.integers(0, len(table.actions) - 1)


def first_seat(table: Table) -> Seat:
    return next(event.first for event in table.events if isinstance(event, GameBegan))


def with_first_written(table: Table) -> MisterDiamond:
    """The same game with the drawn first player as a choice: written settings have nothing to draw from."""
    game = table.game
    return MisterDiamond(game.edition, expert=game.expert, notes=game.notes, games=game.games, first=first_seat(table))


def written(table: Table) -> Deal:
    """The settings of this match, one for each game."""
    return tuple({step.state.game: step.state.setting for step in table.steps[:-1]}.values())


def otherwise_hidden(table: Table, decisions: int, random: Random) -> Deal:
    """The settings of this match with all that the table has not seen after so many decisions made up anew."""
    state, edition = table.steps[decisions].state, table.game.edition
    deck = list(state.setting.deck[state.drawn :])
    random.shuffle(deck)
    untried = [place for place in state.board if place not in state.tried]
    fixed = frozenset((*state.tried, *random.sample(untried, edition.fixed - len(state.tried))))
    now = replace(state.setting, fixed=fixed, deck=(*state.setting.deck[: state.drawn], *deck))
    later = [any_setting(edition, random) for _ in range(table.game.games - state.game)]
    return (*written(table)[: state.game - 1], now, *later)


def any_setting(edition: Edition, random: Random) -> Setting:
    deck: list[Card] = list(edition.cards())
    random.shuffle(deck)
    return Setting(frozenset(random.sample(range(1, edition.places + 1), edition.fixed)), tuple(deck))
