"""The kernel of Mister Diamond: one game from its first card to its last, and many of them on a processor."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.chance import key_of
from tacora.fast.compiled import entry, inlined, is_compiled, making
from tacora.fast.simulation import RunGames
from tacora.fast.tally import Tally, empty_tally
from tacora.game import Refused
from tacora.games.mister_diamond.kernel.chance import below
from tacora.games.mister_diamond.kernel.foresight import best_theft, better_left
from tacora.games.mister_diamond.kernel.party import (
    MisterBot,
    MisterParty,
    diamond_to_try,
    learn,
    mister_party_of,
    theft,
)
from tacora.games.mister_diamond.kernel.rules import (
    CARDS,
    DIAMONDS,
    MisterBox,
    MisterTable,
    lay,
    mister_box_of,
    next_seat,
    prey,
    rob,
    set_up,
)
from tacora.games.mister_diamond.rules import MisterDiamond

SUMS = 5
"""Cards drawn, diamonds lifted, tries that stuck, thefts, and theft cards that were not used."""
KEPT = SEATS + SUMS
"""What can be kept of a game: the scores by seat in units, then what it adds to the sums."""
MOST_SCORES = 200_000
"""Different scores for which a tally has places."""

_NOTHING_KEPT: Ints = np.zeros((0, KEPT), np.int64)


@inlined
def play_game(
    box: MisterBox, party: MisterParty, chance: np.uint64, table: MisterTable, trial: MisterTable | None
) -> tuple[int, int, int, int, int]:
    """Play a game with the random words from here on.

    The scores stand on the table in the end, and what the game adds to the sums comes back. Players who weigh and play
    out need a `trial` table; without one they are not even compiled, and games of the others are four times as fast.
    Diamonds are numbers only:
    as all players try any they hold for possible with the same chance, it makes no difference which is which.
    """
    seats, loose, fixed, tried, carrying = party.seats, box.loose, box.fixed, 0, 0
    drawn, stolen, unused, turn = 0, 0, 0, 0
    set_up(box, table, seats)
    seat = box.first
    if seat < 0:
        seat, chance = below(seats, chance)
    while drawn < box.cards:
        at, chance = below(box.cards - drawn, chance)
        card = int(table.deck[drawn + at])
        table.deck[drawn + at] = table.deck[drawn]
        drawn += 1
        if card < box.rings:
            waits = False
            if trial is not None and tried and ((party.weighing & ~party.forgetful) >> seat) & 1:
                left, plays_out = box.cards - drawn, (party.playing_out >> seat) & 1
                diamonds = loose, loose + fixed - tried
                waits, chance = better_left(
                    box, seats, plays_out, table, trial, carrying, seat, card, left, diamonds, chance
                )
            if waits:
                lifts = 0
                diamond, chance = below(tried, chance)
            else:
                diamond, lifts, chance = diamond_to_try(party, table, seat, turn, loose, fixed, tried, chance)
            carrying = lay(box, table, carrying, seat, card, lifts)
            learn(table, diamond, turn)
            loose -= lifts
            tried = max(tried, diamond + 1 - lifts)
            if not loose:
                break
            seat = next_seat(seat, seats)
            turn += 1
        else:
            wanted = prey(box, table, carrying, seat)
            victim, ring = -1, -1
            if wanted:
                if trial is None or not (party.weighing >> seat) & 1:
                    victim, ring, chance = theft(box, party, table, wanted, seat, chance)
                else:
                    left, plays_out = box.cards - drawn, (party.playing_out >> seat) & 1
                    diamonds = loose, loose + fixed - tried
                    victim, ring, chance = best_theft(
                        box, seats, plays_out, table, trial, carrying, wanted, seat, left, diamonds, chance
                    )
            if victim >= 0:
                carrying = rob(box, table, carrying, seat, victim, ring)
                stolen += 1
                seat = victim
                turn += 1
            else:
                unused += 1
    lifted = box.loose - loose
    return drawn, lifted, drawn - lifted - stolen - unused, stolen, unused


@inlined
def winners(table: MisterTable, seats: int) -> tuple[int, int]:
    """The best score, and how many have it (M12)."""
    best, tied = table.scores[0], 0
    for seat in range(seats):
        score = table.scores[seat]
        tied = 1 if score > best else tied + (score == best)
        best = max(best, score)
    return best, tied


@making
def bare_table() -> MisterTable:
    """Room for a game."""
    return MisterTable(
        np.zeros(CARDS, np.int8),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(DIAMONDS, np.int64),
    )


@inlined
def count_games(
    box: MisterBox,
    party: MisterParty,
    lowest: int,
    seed: np.uint64,
    first: int,
    last: int,
    tally: Tally,
    kept: Ints,
    table: MisterTable,
    trial: MisterTable | None,
) -> None:
    """Play the games numbered from `first` up to `last` and count them; `lowest` is the first score of the tally.

    Where `kept` has rows, a row for each game takes its scores and what it adds to the sums.
    """
    for game in range(first, last):
        sums = play_game(box, party, key_of(seed, game), table, trial)
        best, tied = winners(table, party.seats)
        for seat in range(party.seats):
            score = table.scores[seat]
            tally.scores[seat, score - lowest] += 1
            tally.victories[seat, tied] += score == best
            if len(kept):
                kept[game - first, seat] = score
        for at in range(SUMS):
            tally.sums[at] += sums[at]
            if len(kept):
                kept[game - first, SEATS + at] = sums[at]


@entry
def play_plainly(
    box: MisterBox, party: MisterParty, lowest: int, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints
) -> None:
    """`count_games` for tables where nobody weighs anything."""
    count_games(box, party, lowest, seed, first, last, tally, kept, bare_table(), None)


@entry
def play_thoughtfully(
    box: MisterBox, party: MisterParty, lowest: int, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints
) -> None:
    """`count_games` for any table."""
    count_games(box, party, lowest, seed, first, last, tally, kept, bare_table(), bare_table())


def play(
    box: MisterBox, party: MisterParty, lowest: int, seed: np.uint64, first: int, last: int, tally: Tally, kept: Ints
) -> None:
    """`count_games`, as fast as this table can be played."""
    playing = play_thoughtfully if party.weighing else play_plainly
    playing(box, party, lowest, seed, first, last, tally, kept)


class MisterSimulation:
    """A table of Mister Diamond with its bots. What is simulated is one game, however many make a match."""

    def __init__(self, game: MisterDiamond, bots: Sequence[MisterBot]) -> None:
        edition = game.edition
        if not edition.least_seats <= len(bots) <= edition.most_seats:
            raise Refused("seat-count", given=len(bots), least=edition.least_seats, most=edition.most_seats)
        if game.first is not None and not 0 <= game.first < len(bots):
            raise Refused("no-such-seat", given=game.first, most=len(bots) - 1)
        self.box = mister_box_of(game)
        self.party = mister_party_of(game, bots)
        prices = self.box.prices  # From dear to cheap. No seat can have more than all rings empty, or the dearest set.
        least, most = -int(prices.sum()) * game.expert, int(prices[: edition.loose].sum())
        self._scores = most - least + 1
        if self._scores > MOST_SCORES:
            raise ValueError(f"{edition.name} has too many different scores for a tally: {self._scores}")
        self.unit, self.lowest = self.box.unit, least * self.box.unit

    def empty(self) -> Tally:
        """A tally for games of this table."""
        return empty_tally(self._scores, SUMS)

    def cpu(self) -> RunGames:
        """The kernel on a processor."""
        lowest = self.lowest // self.unit
        return lambda seed, first, last, tally: play(
            self.box, self.party, lowest, seed, first, last, tally, _NOTHING_KEPT
        )

    def is_compiled(self) -> bool:
        """Whether games are."""
        return is_compiled("simulation")

    def gpu(self) -> RunGames:
        """The kernel in threads of a GPU."""
        from tacora.games.mister_diamond.kernel.gpu import MisterGpu

        there = MisterGpu(self.box, self.party, self.lowest // self.unit)
        return lambda seed, first, last, tally: there.play(seed, first, last, tally, _NOTHING_KEPT)
