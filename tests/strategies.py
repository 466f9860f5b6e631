"""Hypothesis strategies: boxes with options, seeds, joint decisions, whole games."""

from __future__ import annotations

from functools import reduce
from operator import and_

from hypothesis import strategies as st

from tacora.chance import SEED_BYTES
from tacora.game import Seat
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Card, Decision, Diamant, State
from tacora.games.diamant.editions import Hazard, Relic, Treasure
from tacora.games.diamant.rules import Chests
from tests.table import Table

GAMES: tuple[Diamant, ...] = tuple(
    Diamant(edition, relics=relics, chests=chests)
    for edition in EDITIONS.values()
    for relics in ((False, True) if edition.relics else (False,))
    for chests in ("open", "hidden")
)
"""Every box with every choice of options."""


def games(*, relics: bool | None = None, chests: Chests | None = None) -> st.SearchStrategy[Diamant]:
    """A box and its options, all of them or those asked for."""
    return st.sampled_from(
        [g for g in GAMES if relics in (None, g.with_relics) and chests in (None, g.chests)],
    )


def seat_counts(game: Diamant) -> st.SearchStrategy[int]:
    """How many may sit at this game."""
    return st.integers(game.edition.least_seats, game.edition.most_seats)


def seeds() -> st.SearchStrategy[bytes]:
    """Any seed at all."""
    return st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


def joint_actions(game: Diamant, state: State) -> st.SearchStrategy[dict[Seat, Decision]]:
    """One decision for each seat that owes one."""
    return st.fixed_dictionaries({seat: st.sampled_from((CONTINUE, LEAVE)) for seat in game.pending(state)})


@st.composite
def whole_games(draw: st.DrawFn, games: st.SearchStrategy[Diamant] = games()) -> Table:  # noqa: B008, a strategy is a value
    """A game played to its end from a seed.

    A byte gives the leavers of a decision, a bit for each seat; the bytes are used in turn, over and over. With more
    boldness several bytes must agree on a leaver, so that parties go deep too.
    """
    game = draw(games)
    seats = draw(seat_counts(game))
    boldness = draw(st.integers(1, 4))
    steps = [game.start(seats, draw(seeds()))]
    actions: list[dict[Seat, Decision]] = []
    masks = draw(st.binary(min_size=17, max_size=17)) * 2
    while pending := game.pending(steps[-1].state):
        at = len(actions) * boldness % 17
        leavers = reduce(and_, masks[at : at + boldness])
        actions.append({seat: LEAVE if leavers >> seat & 1 else CONTINUE for seat in pending})
        steps.append(game.apply(steps[-1].state, actions[-1]))
    return Table(game, seats, tuple(steps), tuple(actions))


def cards(kinds: tuple[str, ...] = ("a", "b", "c", "d", "e")) -> st.SearchStrategy[Card]:
    """Any card, of no box in particular."""
    return st.one_of(
        st.builds(Treasure, st.integers(1, 17)),
        st.builds(Hazard, st.sampled_from(kinds)),
        st.builds(Relic, st.none() | st.integers(1, 12)),
    )


@st.composite
def tunnels(draw: st.DrawFn, most: int = 26) -> tuple[Card, ...]:
    """A row of cards as it may lie on a table, whatever the box."""
    return tuple(draw(st.lists(cards(), max_size=most)))
