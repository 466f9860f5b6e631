"""Games of Mister Diamond played out from any situation: many from each of many situations, in one call.

From there on all forget nothing, try new places, and rob the dearest diamond they can use, from the richest who has
one. Situations with the same first game are played out in the same worlds, as far as the same cards and diamonds are
left: few games are enough to compare one theft with another.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.chance import key_of
from tacora.fast.compiled import entry, inlined
from tacora.fast.simulation import cores
from tacora.game import Seat
from tacora.games.mister_diamond.bots.foresight import WHOLE
from tacora.games.mister_diamond.editions import RingCard, TheftCard
from tacora.games.mister_diamond.kernel.foresight import draw_world, play_on, unseen
from tacora.games.mister_diamond.kernel.rules import MisterBox, MisterTable, lay, next_seat
from tacora.games.mister_diamond.kernel.simulation import bare_table, winners
from tacora.games.mister_diamond.rules import MisterDiamond, State

BLOCK = 1 << 11
"""Games that a thread takes at a time."""
VICTORY = WHOLE
"""A victory, as a whole number that any number of winners divides."""
_TURN, _RING, _TRIES, _CARRYING, _LOOSE, _UNTRIED, _THEFTS, _FIRST, _LATER, _GAME, _OWNED = range(11)
_SCORES = _OWNED + SEATS


class MisterSituation(NamedTuple):
    """A moment of a game, as the numbers that the kernel works with; as a row of an array in this order."""

    turn: Seat
    ring: int
    """The ring that lies face up, or -1: then a card is to be drawn."""
    tries: int
    """With a ring: 1 to try a new place, 0 for one that is known to be fixed."""
    carrying: int
    """The set of rings with a diamond."""
    loose: int
    """Diamonds still to be lifted."""
    untried: int
    """Places still standing that nobody has tried."""
    thefts: int
    """Unseen theft cards."""
    first: Seat
    """Who began this game."""
    later: int
    """Games of the match that are to follow."""
    owned: tuple[int, ...]
    """By seat: the set of rings in front of it."""
    scores: tuple[int, ...]
    """By seat: dollars of the match in units."""

    def row(self, game: int) -> list[int]:
        """With the number of the first game that is played out."""
        pad = [0] * (SEATS - len(self.owned))
        return [
            *(self.turn, self.ring, self.tries, self.carrying, self.loose, self.untried, self.thefts),
            *(self.first, self.later, game, *self.owned, *pad, *self.scores, *pad),
        ]


def situation_of(box: MisterBox, game: MisterDiamond, state: State) -> MisterSituation:
    """The situation before a decision, with a new place to be tried where a ring lies face up."""
    free: dict[int, list[int]] = {}
    for ring in reversed(range(box.rings)):
        free.setdefault(int(box.prices[ring]) * box.unit, []).append(ring)
    owned, carrying = [0] * len(state.rings), 0
    for seat, rings in enumerate(state.rings):
        for each in rings:
            number = free[each.price].pop()
            owned[seat] |= 1 << number
            carrying |= each.set << number
    card = state.card
    left = game.observe(state, None).unseen
    standings = zip(state.totals, game.scores(state), strict=True)
    return MisterSituation(
        turn=state.turn,
        ring=free[card.price][-1] if isinstance(card, RingCard) else -1,
        tries=1,
        carrying=carrying,
        loose=len(state.board) - box.fixed,
        untried=len(state.board) - len(state.tried),
        thefts=sum(isinstance(hidden, TheftCard) for hidden in left),
        first=state.first,
        later=game.games - state.game,
        owned=tuple(owned),
        scores=tuple((total + score) // box.unit for total, score in standings),
    )


def play_out(
    box: MisterBox, seats: int, rows: Sequence[Sequence[int]], games: int, seed: int, threads: int | None = None
) -> Ints:
    """Play so many games from each situation: victories by situation and seat. Threads change nothing but the time."""
    situations, last = np.asarray(rows, np.int64), len(rows) * games
    blocks = iter(range(0, last, BLOCK))

    def work() -> Ints:
        sums = np.zeros((len(rows), SEATS), np.int64)
        for block in blocks:
            play(box, seats, situations, games, np.uint64(seed), block, min(block + BLOCK, last), sums)
        return sums

    threads = threads or cores()
    if threads == 1 or last <= BLOCK:
        return work()
    with ThreadPoolExecutor(threads) as pool:
        done = [pool.submit(work) for _ in range(threads)]
    total: Ints = np.sum([each.result() for each in done], axis=0)
    return total


@entry
def play(
    box: MisterBox, seats: int, situations: Ints, games: int, seed: np.uint64, first: int, last: int, sums: Ints
) -> None:
    """Play the games from number `first` up to `last`, where those of one situation follow those of another."""
    trial = bare_table()
    for number in range(first, last):
        row = number // games
        finish(box, seats, situations, row, key_of(seed, situations[row, _GAME] + number % games), trial)
        best, tied = winners(trial, seats)
        for seat in range(seats):
            sums[row, seat] += VICTORY // tied * (trial.scores[seat] == best)


@inlined
def finish(box: MisterBox, seats: int, situations: Ints, row: int, chance: np.uint64, trial: MisterTable) -> None:
    """One match from a situation to its end, on the trial table."""
    ring, carrying, left = situations[row, _RING], situations[row, _CARRYING], situations[row, _LOOSE]
    for seat in range(seats):
        trial.owned[seat] = situations[row, _OWNED + seat]
        trial.scores[seat] = situations[row, _SCORES + seat]
    rings, thefts = unseen(box, trial, seats), situations[row, _THEFTS]
    if ring >= 0:
        rings &= ~(1 << ring)
    fresh, chance = draw_world(box, trial, rings, thefts, left, situations[row, _UNTRIED], chance)
    cards, seat = thefts, situations[row, _TURN]
    while rings:
        rings &= rings - 1
        cards += 1
    if ring >= 0:
        tries = situations[row, _TRIES]
        lifted = tries * (fresh & 1)
        carrying = lay(box, trial, carrying, seat, ring, lifted)
        fresh >>= tries
        left -= lifted
        seat = next_seat(seat, seats)
    play_on(box, seats, trial, carrying, seat, cards, fresh, left)
    first = situations[row, _FIRST]
    for _ in range(situations[row, _LATER]):
        first = next_seat(first, seats)
        for seat in range(seats):
            trial.owned[seat] = 0
        fresh, chance = draw_world(
            box, trial, (1 << box.rings) - 1, box.cards - box.rings, box.loose, box.loose + box.fixed, chance
        )
        play_on(box, seats, trial, 0, first, box.cards, fresh, box.loose)
