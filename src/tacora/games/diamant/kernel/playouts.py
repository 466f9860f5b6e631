"""Games played out from any situation: many from each of many situations, in one call.

A situation is a moment at which all inside decide (D14). Some of their decisions may be given; the others are up to the
strategies of the party. Random words have their numbers by game and expedition as in a whole game; in the first one
they begin with the decision at hand. So situations with the same first game are played with the same words: few games
are enough to compare what leaving is worth and what going on is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.bits import popcount
from tacora.fast.chance import PER_EXPEDITION, U, ahead, key_of
from tacora.fast.compiled import entry, inlined
from tacora.fast.simulation import cores
from tacora.game import Seat
from tacora.games.diamant.bots.solved import scores_known
from tacora.games.diamant.editions import Card, Hazard
from tacora.games.diamant.kernel.box import RECIPROCALS, Box, cards_of
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.rules import CHEST_BITS, WORTH, chest, into_chests, leave
from tacora.games.diamant.kernel.walk import finish_expedition, finish_game, victory
from tacora.games.diamant.kernel.wants import all_wants
from tacora.games.diamant.rules import Diamant, Event, View

BLOCK = 1 << 12
"""Games that a thread takes at a time."""


class Situation(NamedTuple):
    """A moment before a decision, as the numbers that the kernel works with; as a row of an array in this order."""

    expedition: int
    """From 0 on."""
    in_play: int
    """The cards of this expedition, turned or not."""
    deck: int
    """Those not turned yet."""
    kin: int
    """All cards of the hazards met."""
    held: int
    path: int
    lying: int
    """Relics in the tunnel."""
    worth: int
    """What they count together."""
    inside: int
    taken: int
    """Relics that were brought home."""
    one: int
    two: int
    """The chests."""
    decided: int = 0
    """Seats whose decision is given."""
    leaving: int = 0
    """Those of them that leave."""
    game: int = 0
    """The number of the first game that is played out."""

    def with_decisions(self, leaving: Iterable[Seat] = (), continuing: Iterable[Seat] = ()) -> Situation:
        """The same, with these decisions given."""
        leavers = _seats(leaving)
        return self._replace(decided=leavers | _seats(continuing), leaving=leavers)


class Playouts(NamedTuple):
    """What came of the games, added up, by situation and seat."""

    victories: Ints
    """In parts of `walk.VICTORY`, which two to eight winners can share."""
    scores: Ints


class Starts(NamedTuple):
    """Where games begin."""

    situations: Ints
    """A row for each."""
    games: int
    """From each of them."""


def situation_of(game: Diamant, view: View, history: Sequence[Event]) -> Situation:
    """The situation that a seat sees. Chests that are hidden from it are known from the history (D22)."""
    relics = game.edition.relics
    added = len(relics.added_by(view.expedition)) if relics and game.with_relics else 0
    known = cards_of(game)
    free: dict[Card, list[int]] = {}
    for at, card in enumerate(known[: len(game.edition.cards()) + added]):
        free.setdefault(card, []).append(at)
    deck = sum(1 << free[card].pop() for card in view.unseen)
    turned = sum(1 << free[card].pop() for card in view.tunnel)
    met = {card for card in view.tunnel if type(card) is Hazard}
    words = [0, 0]
    for seat, score in enumerate(scores_known(view, history)):
        words[seat // 4] |= (score * WORTH + len(view.trophies[seat])) << CHEST_BITS * (seat % 4)
    return Situation(
        expedition=view.expedition - 1,
        in_play=deck | turned,
        deck=deck,
        kin=sum(1 << at for at, card in enumerate(known) if card in met),
        held=view.held,
        path=view.path,
        lying=len(view.relics),
        worth=sum(trophy.worth for trophy in view.relics),
        inside=_seats(view.inside),
        taken=sum(map(len, view.trophies)),
        one=words[0],
        two=words[1],
    )


def play_out(
    box: Box, party: Party, situations: Sequence[Situation] | Ints, games: int, seed: int, threads: int | None = None
) -> Playouts:
    """Play so many games from each situation. The number of threads changes nothing but the time."""
    starts = starts_of(situations, games)
    rows, last = len(starts.situations), len(starts.situations) * games
    blocks = iter(range(0, last, BLOCK))

    def work() -> Playouts:
        sums = no_playouts(rows)
        for block in blocks:
            play(box, party, starts, np.uint64(seed), block, min(block + BLOCK, last), sums)
        return sums

    threads = threads or cores()
    if threads == 1 or last <= BLOCK:
        return work()
    with ThreadPoolExecutor(threads) as pool:
        done = [pool.submit(work) for _ in range(threads)]
    total = no_playouts(rows)
    for each in done:
        total.victories[...] += each.result().victories
        total.scores[...] += each.result().scores
    return total


def starts_of(situations: Sequence[Situation] | Ints, games: int) -> Starts:
    """Situations as an array."""
    return Starts(np.asarray(situations, np.int64).reshape(-1, len(Situation._fields)), games)


def no_playouts(situations: int) -> Playouts:
    """Nothing added up yet."""
    return Playouts(np.zeros((situations, SEATS), np.int64), np.zeros((situations, SEATS), np.int64))


@entry
def play(box: Box, party: Party, starts: Starts, seed: np.uint64, first: int, last: int, sums: Playouts) -> None:
    """Play the games from number `first` up to `last`, where those of one situation follow those of another."""
    for number in range(first, last):
        row = number // starts.games
        one, two = finished(box, party, starts, seed, number)
        for seat in range(party.seats):
            sums.victories[row, seat] += victory(box, party.seats, one, two, seat)
            sums.scores[row, seat] += chest(one, two, seat) // WORTH


@inlined
def finished(box: Box, party: Party, starts: Starts, seed: np.uint64, number: int) -> tuple[int, int]:
    """The chests at the end of the game of this number."""
    row = number // starts.games
    key = key_of(seed, starts.situations[row, 14] + number % starts.games)
    return finished_from(box, party, party, starts.situations, row, key)


@inlined
def finished_from(box: Box, party: Party, later: Party, situations: Ints, row: int, key: np.uint64) -> tuple[int, int]:
    """The chests at the end of a game from a situation on, with another party from the next expedition on."""
    expedition, in_play, deck, kin = situations[row, 0], situations[row, 1], situations[row, 2], situations[row, 3]
    held, path, lying, worth = situations[row, 4], situations[row, 5], situations[row, 6], situations[row, 7]
    inside, taken, one, two = situations[row, 8], situations[row, 9], situations[row, 10], situations[row, 11]
    decided, leaving = situations[row, 12], situations[row, 13] & situations[row, 12] & inside
    beginning = U(ahead(key, PER_EXPEDITION * expedition))
    if inside & ~decided:
        leaving |= ~decided & all_wants(
            box, party, beginning, expedition, in_play, deck, kin, held, path, lying, worth, inside, popcount(inside),
            one, two,
        )  # fmt: skip
    leavers = popcount(leaving)
    home, path = leave(leavers, RECIPROCALS[U(leavers)], held, path, lying, worth)
    one += into_chests(leaving & 15, home)
    two += into_chests(leaving >> 4, home)
    if leavers == 1:
        taken, lying, worth = taken + lying, 0, 0
    one, two, in_play, taken, _ = finish_expedition(
        box, party, expedition, beginning, in_play, taken, one, two, deck, kin, held, path, lying, worth,
        inside & ~leaving,
    )  # fmt: skip
    one, two, _ = finish_game(box, later, expedition + 1, U(ahead(beginning, PER_EXPEDITION)), in_play, taken, one, two)
    return one, two


def _seats(seats: Iterable[Seat]) -> int:
    return sum(1 << seat for seat in seats)
