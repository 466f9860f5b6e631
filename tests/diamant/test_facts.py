"""Every number of tests/facts/diamant.json, worked out again with the engine's own arithmetic."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tacora.games.diamant import EDITIONS, Card, Diamant, Hazard, Relic, Treasure
from tacora.games.diamant.cave import Cave, danger
from tacora.games.diamant.rules import Camp

FACTS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "facts" / "diamant.json").read_text("utf-8"))
GAME = Diamant(EDITIONS["tacora-2024"])
WITH_RELICS = Diamant(EDITIONS["tacora-2024"], relics=True)
NOBODY_YET = Camp((0,) * 3, ((),) * 3)


class NobodyLeaves(NamedTuple):
    """How an expedition ends when all go on until it does."""

    at_card: dict[int, Fraction]
    by_hazard: dict[Hazard, Fraction]
    relic_seen: Fraction

    def mean_cards(self) -> Fraction:
        return sum((n * p for n, p in self.at_card.items()), Fraction(0))


def nobody_leaves(deck: tuple[Card, ...]) -> NobodyLeaves:
    """Card by card over what has been turned. Treasures are all alike here, so they are turned in the deck's order."""
    treasures = tuple(card for card in deck if isinstance(card, Treasure))
    at_card: defaultdict[int, Fraction] = defaultdict(Fraction)
    by_hazard: defaultdict[Hazard, Fraction] = defaultdict(Fraction)
    relic_seen = Fraction(0)
    caves: dict[Cave, Fraction] = {Cave((0,)): Fraction(1)}
    while caves:
        deeper: defaultdict[Cave, Fraction] = defaultdict(Fraction)
        for cave, chance in caves.items():
            unseen = list(deck)
            for card in cave.tunnel:
                unseen.remove(card)
            ending = danger(cave.tunnel, unseen)
            depth = len(cave.tunnel) + 1
            at_card[depth] += chance * ending
            relic_seen += chance * ending * bool(cave.relics)
            turned = sum(isinstance(card, Treasure) for card in cave.tunnel)
            for card, copies in Counter(unseen).items():
                if isinstance(card, Treasure):
                    continue
                p = chance * Fraction(copies, len(unseen))
                if isinstance(card, Hazard) and cave.ends_with(card):
                    by_hazard[card] += p
                else:
                    deeper[alike(cave.turn(card))] += p
            if turned < len(treasures):
                left = len(treasures) - turned
                deeper[alike(cave.turn(treasures[turned]))] += chance * Fraction(left, len(unseen))
        caves = dict(deeper)
    return NobodyLeaves(dict(at_card), dict(by_hazard), relic_seen)


def alike(cave: Cave) -> Cave:
    """One cave for all orders of the same cards, and gems forgotten: how it goes on does not depend on them."""
    order = tuple(sorted(cave.tunnel, key=lambda card: (type(card).__name__, str(card))))
    return Cave(cave.inside, order, relics=cave.relics)


@cache
def first(game: Diamant) -> NobodyLeaves:
    """The first expedition."""
    return nobody_leaves(game.in_play(1, NOBODY_YET))


def test_the_card_at_which_the_first_expedition_ends() -> None:
    facts = FACTS["first_expedition_nobody_leaves"]["cards_30_no_relic"]
    assert len(facts["P_ends_at_card"]) == 21
    known = {int(n): Fraction(p) for n, p in facts["P_ends_at_card"].items()}
    assert first(GAME).at_card == known
    assert sum(first(GAME).at_card.values()) == sum(first(GAME).by_hazard.values()) == 1
    assert first(GAME).mean_cards() == Fraction(facts["mean_cards"])


def test_the_first_expedition_with_one_relic() -> None:
    facts = FACTS["first_expedition_nobody_leaves"]["cards_31_one_relic"]
    assert WITH_RELICS.in_play(1, NOBODY_YET).count(Relic(5)) == 1
    assert first(WITH_RELICS).mean_cards() == Fraction(facts["mean_cards"])
    assert first(WITH_RELICS).relic_seen == Fraction(facts["P_relic_seen"])


@pytest.mark.parametrize("seats", [3, 5])
def test_everyone_leaves_together_after_n_cards(seats: int) -> None:
    facts = FACTS["everyone_leaves_together_after_n_cards_mean_gems_each_first_expedition_no_relics"][str(seats)]
    assert len(facts) == 14
    party = tuple(range(seats))
    treasures = [card for card in GAME.in_play(1, NOBODY_YET) if isinstance(card, Treasure)]
    # In how many ways so many treasure cards, whichever they are, give each so much and leave so much on the path.
    ways: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    for card in treasures:
        one = Cave(party).turn(card)
        for (cards, held, path), n in list(ways.items()):
            ways[cards + 1, held + one.held, path + one.path()] += n
    kinds = Counter(card for card in GAME.in_play(1, NOBODY_YET) if isinstance(card, Hazard))
    for cards, mean in facts.items():
        total = Fraction(0)
        for (turned, held, path), n in ways.items():
            hazards = int(cards) - turned
            if 0 <= hazards <= len(kinds):
                share, _, _ = Cave(party, lying=(path,), held=held).leave(seats, ())
                total += n * comb(len(kinds), hazards) * prod([3] * hazards) * (held + share)
        assert set(kinds.values()) == {3}
        assert abs(total / comb(30, int(cards)) - Fraction(str(mean))) <= Fraction(1, 2 * 10**10)


class Lone(NamedTuple):
    """What the rest of a lone explorer's expedition brings, and how likely it is to end badly.

    Both times the factorial of the cards left in the deck, which keeps them whole numbers.
    """

    gems: int
    bust: int


@pytest.mark.long
@pytest.mark.repeats
def test_a_lone_explorer_of_the_first_expedition() -> None:
    facts = FACTS["lone_explorer_first_expedition_no_relics"]
    kinds = tuple(Hazard(kind) for kind in GAME.edition.hazards)
    values = tuple(sorted(Counter(GAME.edition.treasures).items()))
    whole = sum(v * n for v, n in values)

    @cache
    def deadly(treasures: int, met: int) -> Fraction:
        """How many cards end the expedition when so many treasures are left and so many kinds were met."""
        unseen: list[Card] = [Treasure(1)] * treasures
        for at, kind in enumerate(kinds):
            unseen += [kind] * (2 if at < met else 3)
        return danger(kinds[:met], unseen) * len(unseen)

    @cache
    def best(left: tuple[int, ...], met: int) -> Lone:
        """So many left of each treasure value, and so many kinds met: of which kinds does not matter."""
        unseen = sum(left) + 3 * len(kinds) - met
        in_deck = sum(v * n for (v, _), n in zip(values, left, strict=True))
        cave = Cave((0,), kinds[:met], (0,) * met, whole - in_deck)
        here = cave.held + cave.leave(1, ())[0]
        mortal = deadly(sum(left), met)
        assert mortal.denominator == 1
        gems, bust = 0, int(mortal) * factorial(unseen - 1)
        for at, n in enumerate(left):
            if n:
                on = best(left[:at] + (n - 1,) + left[at + 1 :], met)
                gems += n * on.gems
                bust += n * on.bust
        if met < len(kinds):
            on = best(left, met + 1)
            gems += 3 * (len(kinds) - met) * on.gems
            bust += 3 * (len(kinds) - met) * on.bust
        # The rule of the facts file, which the exact value of going on must confirm at every single state (at the
        # one before the first card nobody decides, and nobody would leave).
        leave = mortal * here >= in_deck
        home = here * factorial(unseen)
        assert leave == (home >= gems)
        return Lone(home, 0) if leave else Lone(gems, bust)

    start = best(tuple(n for _, n in values), 0)
    assert Fraction(start.gems, factorial(30)) == Fraction(facts["optimal_mean_gems"])
    assert abs(Fraction(start.bust, factorial(30)) - Fraction(facts["optimal_P_bust"])) < Fraction(1, 10**15)
    assert best.cache_info().currsize == 6 * prod(n + 1 for _, n in values)


def test_mean_cards_of_the_first_three_expeditions_when_nobody_leaves() -> None:
    facts = FACTS["five_expeditions_nobody_leaves_mean_cards"]
    assert list(facts) == ["1", "2", "3"]
    # Every expedition ends with a hazard, which leaves the game: so many ways of having removed some.
    before: dict[tuple[Hazard, ...], Fraction] = {(): Fraction(1)}
    means = []
    for expedition in (1, 2, 3):
        mean = Fraction(0)
        after: defaultdict[tuple[Hazard, ...], Fraction] = defaultdict(Fraction)
        for removed, chance in before.items():
            end = nobody_leaves(GAME.in_play(expedition, Camp((), (), removed)))
            mean += chance * end.mean_cards()
            for hazard, p in end.by_hazard.items():
                after[*removed, hazard] += chance * p
        means.append(mean)
        # Kinds have no character: one removal is like any other of the same shape, so one stands for all.
        before = shapes(after) if expedition < 3 else {}
    assert means[0] == Fraction(facts["1"])
    for mean, fact in zip(means[1:], (facts["2"], facts["3"]), strict=True):
        assert round(mean, 5) == Fraction(str(fact))


def shapes(removed: dict[tuple[Hazard, ...], Fraction]) -> dict[tuple[Hazard, ...], Fraction]:
    """The same removals with the kinds named in the order of the box."""
    kinds = [Hazard(kind) for kind in GAME.edition.hazards]
    renamed: defaultdict[tuple[Hazard, ...], Fraction] = defaultdict(Fraction)
    for hazards, chance in removed.items():
        counts = sorted(Counter(hazards).values(), reverse=True)
        renamed[tuple(kind for kind, n in zip(kinds, counts, strict=False) for _ in range(n))] += chance
    assert sum(renamed.values()) == 1
    return dict(renamed)
