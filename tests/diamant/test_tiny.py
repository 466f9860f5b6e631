"""The whole tree of the tiny box for three seats: its size and some exact values, each worked out in two ways.

One way asks the engine, with every card that may come written down next. The other is arithmetic of its own and only
counts how many are inside; it knows nothing of seats, states or events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from tacora.game import Seat
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Decision, Diamant, State
from tacora.games.diamant.rules import Camp


class Size(NamedTuple):
    """Of a tree: the states in which somebody decides, and the ways in which it ends."""

    decisions: int
    ends: int


TINY = EDITIONS["tiny"]
PLAIN, RELIC = Diamant(TINY, relics=False), Diamant(TINY)
SEATS = 3

# Without the relic and with it.
ONE_CAVE = {False: Size(decisions=159, ends=464), True: Size(decisions=1_432, ends=3_683)}
WHOLE_TREE = {False: Size(decisions=73_935, ends=215_296), True: Size(decisions=1_177_701, ends=3_202_528)}
COIN = {False: Fraction(518_803, 262_144), True: Fraction(4_435_170_239, 1_887_436_800)}
BEST = {False: Fraction(80_557, 20_480), True: Fraction(14_359_679, 2_949_120)}
both = pytest.mark.parametrize("game", [PLAIN, RELIC], ids=["plain", "relic"])


# Through the engine

Joint = dict[Seat, Decision]


def starts(game: Diamant) -> Iterator[tuple[Fraction, State]]:
    deck = game.in_play(1, Camp((0,) * SEATS, ((),) * SEATS))
    for card, copies in Counter(deck).items():
        yield Fraction(copies, len(deck)), game.start(SEATS, ((card,),)).state


def joints(game: Diamant, state: State) -> Iterator[Joint]:
    if inside := game.pending(state):
        for choice in product((CONTINUE, LEAVE), repeat=len(inside)):
            yield dict(zip(inside, choice, strict=True))


def chances(game: Diamant, state: State, joint: Joint) -> Iterator[tuple[Fraction, State]]:
    """Where one joint decision may lead, by the card turned next and, when a cave ends, the first of the next."""
    unseen = game.observe(state, None).unseen if CONTINUE in joint.values() else ()
    for card, copies in Counter(unseen or (None,)).items():
        chance = Fraction(copies, len(unseen) or 1)
        ready = replace(state, deck=state.cave.tunnel + ((card,) if card else ()))
        after = game.apply(ready, joint).state
        if game.pending(after) or game.outcome(after):
            yield chance, after
            continue
        first = game.in_play(state.expedition + 1, after.camp)
        for opening, number in Counter(first).items():
            rows = ((),) * state.expedition + ((opening,),)
            yield chance * Fraction(number, len(first)), game.apply(replace(ready, source=rows), joint).state


def bare(state: State) -> State:
    """What the rest of the game depends on: without the chests, and without how the cards were written."""
    camp = Camp((0,) * SEATS, ((),) * SEATS, state.camp.removed, state.camp.gone)
    return replace(state, source=(), deck=(), camp=camp)


def size(game: Diamant) -> Size:
    @cache
    def below(state: State) -> Size:
        if not game.pending(state):
            return Size(0, 1)
        parts = [below(bare(after)) for joint in joints(game, state) for _, after in chances(game, state, joint)]
        return Size(1 + sum(part.decisions for part in parts), sum(part.ends for part in parts))

    parts = [below(bare(state)) for _, state in starts(game)]
    return Size(sum(part.decisions for part in parts), sum(part.ends for part in parts))


def value(game: Diamant, *, best: bool) -> Fraction:
    """The mean score of seat 0 when the others toss coins, and seat 0 too or does what is best for that mean."""

    @cache
    def worth(state: State) -> Fraction:
        """What seat 0 still gets from here."""
        options: dict[Decision | None, list[Fraction]] = {}
        for joint in joints(game, state):
            mean = Fraction(0)
            for chance, after in chances(game, state, joint):
                mean += chance * (game.scores(after)[0] - game.scores(state)[0] + worth(bare(after)))
            options.setdefault(joint.get(0), []).append(mean)
        means = [sum(each, Fraction(0)) / len(each) for each in options.values()]
        if not means:
            return Fraction(0)
        return max(means) if best else sum(means, Fraction(0)) / len(means)

    return sum((chance * worth(bare(state)) for chance, state in starts(game)), Fraction(0))


# By arithmetic


class Deck(NamedTuple):
    """What is left to turn, and whether a snake lies in the tunnel."""

    gems: tuple[int, ...]
    snakes: int
    relic: bool
    met: bool = False

    def next(self) -> Iterator[tuple[str, int, int, Deck]]:
        """Kind, gems, copies and what is then left."""
        for at, gems in enumerate(self.gems):
            yield "gems", gems, 1, self._replace(gems=self.gems[:at] + self.gems[at + 1 :])
        if self.snakes:
            yield "end" if self.met else "snake", 0, self.snakes, self._replace(snakes=self.snakes - 1, met=True)
        if self.relic:
            yield "relic", 0, 1, self._replace(relic=False)

    def total(self) -> int:
        return len(self.gems) + self.snakes + self.relic


def counted(relic: bool, caves: int = 2) -> Size:
    """The size of the tree, by how many are inside."""

    @cache
    def cave(left: int, snakes: int, relic: bool) -> Size:
        return turn(Deck((4, 5), snakes, relic), SEATS, snakes, relic, left) if left else Size(0, 1)

    @cache
    def turn(deck: Deck, inside: int, snakes: int, relic: bool, left: int) -> Size:
        """A card is turned; `snakes` and `relic` are those of the whole deck."""
        decisions = ends = 0
        for kind, _, _, rest in deck.next():
            if kind == "end":
                part = cave(left - 1, snakes - 1, rest.relic)
            else:
                part = decide(rest, inside, snakes, relic, left)
            decisions, ends = decisions + part.decisions, ends + part.ends
        return Size(decisions, ends)

    @cache
    def decide(deck: Deck, inside: int, snakes: int, relic: bool, left: int) -> Size:
        home = cave(left - 1, snakes, deck.relic)
        decisions, ends = 1 + home.decisions, home.ends
        for staying in range(1, inside + 1):
            part = turn(deck, staying, snakes, relic, left)
            decisions += comb(inside, staying) * part.decisions
            ends += comb(inside, staying) * part.ends
        return Size(decisions, ends)

    return cave(caves, 3, relic)


def reckoned(relic: bool, *, best: bool) -> Fraction:
    """The mean score of one explorer among coin tossers."""
    half = Fraction(1, 2)

    @cache
    def cave(left: int, snakes: int, relic: bool) -> Fraction:
        return turn(Deck((4, 5), snakes, relic), 2, True, 0, 0, False, left, snakes) if left else Fraction(0)

    @cache
    def turn(deck: Deck, others: int, me: bool, held: int, path: int, lying: bool, left: int, snakes: int) -> Fraction:
        mean, inside = Fraction(0), others + me
        for kind, gems, copies, rest in deck.next():
            if kind == "end":
                part = cave(left - 1, snakes - 1, rest.relic)
            else:
                more, stay = divmod(gems, inside)
                part = decide(rest, others, me, held + more, path + stay, lying or kind == "relic", left, snakes)
            mean += Fraction(copies, deck.total()) * part
        return mean

    @cache
    def decide(
        deck: Deck, others: int, me: bool, held: int, path: int, lying: bool, left: int, snakes: int
    ) -> Fraction:
        def if_i(leave: bool) -> Fraction:
            mean = Fraction(0)
            for leavers in range(others + 1):
                out = leavers + leave
                taken, rest = divmod(path, out) if out else (0, path)
                mine = held + taken + (3 if lying and out == 1 else 0) if leave else 0
                others_in, me_in = others - leavers, me and not leave
                if others_in + me_in:
                    on = turn(deck, others_in, me_in, held, rest, lying and out != 1, left, snakes)
                else:
                    on = cave(left - 1, snakes, deck.relic)
                mean += comb(others, leavers) * half**others * (mine + on)
            return mean

        if not me:
            return if_i(False)
        return max(if_i(False), if_i(True)) if best else half * (if_i(False) + if_i(True))

    return cave(2, 3, relic)


# Both


@both
def test_histories_of_one_expedition_by_all_written_decks(game: Diamant) -> None:
    cards = TINY.cards() + (TINY.relics.cards if game.with_relics and TINY.relics else ())
    histories: set[tuple[object, ...]] = set()
    nodes: set[tuple[object, ...]] = set()

    def explore(state: State, said: tuple[object, ...]) -> None:
        history = (state.cave.tunnel, said)
        (nodes if game.pending(state) else histories).add(history)
        for joint in joints(game, state):
            explore(game.apply(state, joint).state, (*said, tuple(joint.items())))

    decks = set(permutations(cards))
    for deck in decks:
        explore(game.start(SEATS, (deck,)).state, ())
    assert len(decks) == (120 if game.with_relics else 20)
    assert Size(len(nodes), len(histories)) == ONE_CAVE[game.with_relics] == counted(game.with_relics, caves=1)


@both
@pytest.mark.repeats
def test_size_of_the_whole_tree(game: Diamant) -> None:
    assert size(game) == WHOLE_TREE[game.with_relics] == counted(game.with_relics)


@both
@pytest.mark.repeats
def test_what_tossing_a_coin_among_coin_tossers_brings(game: Diamant) -> None:
    assert value(game, best=False) == COIN[game.with_relics] == reckoned(game.with_relics, best=False)


@both
@pytest.mark.repeats
def test_what_the_best_reply_to_coin_tossers_brings(game: Diamant) -> None:
    assert value(game, best=True) == BEST[game.with_relics] == reckoned(game.with_relics, best=True)
    assert BEST[game.with_relics] > COIN[game.with_relics]
