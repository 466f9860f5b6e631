"""A simulated game of Mister Diamond played once more, slowly and plainly, to hold the kernel against.

Random words are worked out with Python's own integers, and the rules are the engine's. How a word becomes a card, a
diamond or a theft is told where it is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tacora.game import Seat
from tacora.games.mister_diamond import Action, Decline, Event, Lift, MisterDiamond
from tacora.games.mister_diamond.bots import Rememberer, Thieving, make_mister_bot
from tacora.games.mister_diamond.editions import Card, TheftCard
from tacora.games.mister_diamond.rules import (
    Declined,
    Lifted,
    Place,
    RingDrawn,
    Setting,
    Stolen,
    Stuck,
    TheftDrawn,
    thefts_open_to,
)
from tests.fast.replay import key_of, word
from tests.mister_diamond.table import Table, replay

CERTAIN = 1 << 62
Chosen = TypeVar("Chosen")


class Words:
    """The random words of a game, one after the other."""

    def __init__(self, seed: int, game: int) -> None:
        self._key, self._number = key_of(seed, game), 0

    def next(self) -> int:
        self._number += 1
        return word(self._key, self._number - 1)

    def below(self, limit: int) -> int:
        """The upper half of the product with 32 bits of a word, unless the lower half is one of those too many."""
        while True:
            upper, lower = divmod((self.next() >> 32) * limit, 1 << 32)
            if lower >= (1 << 32) % limit:
                return upper


class Fading(Random):
    """Dice of a bot that never forgets, and that count how often it might have; what it plays out has random words."""

    times = 0
    words: Words

    def random(self) -> float:
        self.times += 1
        return 1.0

    def choice(self, seq: Sequence[Chosen]) -> Chosen:  # type: ignore[override]  # a plain sequence will do
        return seq[0]

    def randrange(self, limit: int) -> int:  # type: ignore[override]  # nothing else is asked for
        return self.words.below(limit)


class Memory:
    """When each seat last knew for certain that a place is fixed."""

    def __init__(self, words: Words, bots: Sequence[Rememberer], notes: bool) -> None:
        self._words, self._bots, self._notes = words, bots, notes
        self._knew: dict[tuple[Seat, Place], int] = {}
        self._first: dict[Place, int] = {}

    def see(self, place: Place, turn: int) -> None:
        self._first.setdefault(place, turn)
        self._knew.update({(seat, place): turn for seat in range(len(self._bots))})

    def fades(self, turn: int) -> int:
        """How often a bot might have forgotten a place: each of them once in every turn after the first try."""
        return sum(turn - first for first in self._first.values())

    def lasts(self, seat: Seat, place: Place, turn: int) -> bool:
        """Whether the seat knows it still: one word decides for all the turns since then."""
        fade = self._bots[seat].fade
        if self._words.next() >> 2 >= round((1 - fade) ** (turn - self._knew[seat, place]) * CERTAIN):
            return False
        self._knew[seat, place] = turn
        return True

    def place_to_try(self, table: Table, fixed: Sequence[Place], seat: Seat) -> Place:
        """Loose diamonds count first, then fixed ones that nobody has tried, then the others as they were tried."""
        tried, turn = table.state.tried, turns(table.actions)
        loose = [place for place in table.state.board if place not in fixed]
        untried = [place for place in fixed if place not in tried]
        sure = self._notes or self._bots[seat].fade == 0
        places = (*loose, *untried, *(() if sure else tried))
        avoided = set[Place]()
        while True:
            place = places[self._words.below(len(places))]
            if place in loose:
                return loose[0]
            if place in untried:
                return untried[0]
            if place in avoided:
                continue
            if not self.lasts(seat, place, turn):
                return place
            avoided.add(place)


def turns(actions: Sequence[Action]) -> int:
    """How many turns these decisions ended: whoever declines plays on."""
    return sum(not isinstance(action, Decline) for action in actions)


def replayed(game: MisterDiamond, texts: Sequence[str], seed: int, number: int) -> Table:
    """The game of this number. The deal is written card by card, and the engine starts over with every card.

    Thieves choose by themselves, but one at random takes one of all thefts, listed from dear to cheap. Bots that are
    asked for a place are not heard unless they choose one that is known to be fixed, any of which will do; they have to
    count as many turns as the kernel does.
    """
    edition, seats, words = game.edition, len(texts), Words(seed, number)
    dice = [Fading() for _ in texts]
    for its in dice:
        its.words = words
    made = [make_mister_bot(text, its) for text, its in zip(texts, dice, strict=True)]
    bots = [bot for bot in made if isinstance(bot, Rememberer)]
    memory, fixed = Memory(words, bots, game.notes), range(1, edition.fixed + 1)
    rings, thefts = edition.cards()[: edition.rings], edition.cards()[edition.rings :]
    cards: list[Card] = [*reversed(rings), *thefts]
    first = words.below(seats) if game.first is None else game.first
    game = MisterDiamond(edition, expert=game.expert, notes=game.notes, first=first)
    actions: list[Action] = []
    drawn = 0

    def now() -> Table:
        return replay(game, seats, (Setting(frozenset(fixed), tuple(cards[:drawn])),), actions)

    table = now()
    while game.outcome(table.state) is None:
        at = drawn + words.below(len(cards) - drawn)
        cards[drawn], cards[at] = cards[at], cards[drawn]
        drawn += 1
        table = now()
        for seat in table.pending:
            choice = bots[seat].choose(table.view(seat), table.events)
            assert dice[seat].times == memory.fades(turns(actions))
            tried = table.state.tried
            if not isinstance(table.state.card, TheftCard):
                if isinstance(choice, Lift) and choice.place in tried:
                    place = tried[words.below(len(tried))]
                else:
                    place = memory.place_to_try(table, fixed, seat)
                if place in fixed:
                    memory.see(place, turns(actions))
                actions.append(Lift(place))
            elif bots[seat].thieving is Thieving.ANY:
                open_to = sorted(
                    thefts_open_to(table.state.rings, seat), key=lambda theft: (-theft.price, theft.victim)
                )
                actions.append(open_to[words.below(len(open_to))])
            else:
                actions.append(choice)
            step = game.apply(table.state, {seat: actions[-1]})
            table = Table(game, seats, (*table.steps, step), tuple(actions))
    return table


def lifted_with_eager_memories(fade: float, seats: int, games: int) -> NDArray[np.int64]:
    """How many of 26 loose diamonds are lifted with 42 rings if every seat forgets turn by turn, and nobody steals.

    All games at once, a turn at a time; of the 16 fixed diamonds it matters which is which, of the loose ones not.
    """
    rng, each = np.random.default_rng(1993), np.arange(games)
    known = np.zeros((games, seats, 16), bool)
    loose = np.full(games, 26)
    for turn in range(42):
        known &= rng.random(known.shape) >= fade
        unknown = ~known[:, turn % seats]
        at = rng.integers(loose + unknown.sum(axis=1))  # Loose ones count first.
        tried = (unknown & (unknown.cumsum(axis=1) == (at - loose + 1)[:, None])).argmax(axis=1)
        lifts, playing = at < loose, loose > 0
        known[each, :, tried] |= (~lifts)[:, None]
        loose -= lifts & playing
    return 26 - loose


def sums_of(events: Sequence[Event]) -> list[int]:
    """Cards drawn, diamonds lifted, tries that stuck, thefts, and theft cards that were not used."""
    met = Counter(type(event) for event in events)
    unused = met[Declined] + sum(isinstance(event, TheftDrawn) and not event.possible for event in events)
    return [met[RingDrawn] + met[TheftDrawn], met[Lifted], met[Stuck], met[Stolen], unused]
