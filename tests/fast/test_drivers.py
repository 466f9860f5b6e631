"""The kernel on a processor plays the games that the engine and the bots play, when all have the same random words.

Here chance, draws, decisions, rules and the lanes' driver are held against `replay.py` all at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tacora.fast.arrays import SEATS
from tacora.fast.tally import Tally, empty_tally
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Decision, Diamant, features
from tacora.games.diamant.bots.solved import Solved
from tacora.games.diamant.editions import Hazard
from tacora.games.diamant.kernel import alike, branching, lanes
from tacora.games.diamant.kernel.box import SCORES, box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.rules import COURSE_BITS, DISASTER, WORTH, chest
from tacora.games.diamant.sight import Cuts, Sight
from tacora.games.diamant.strategy import Maker, Strategy, same_as
from tests.fast.replay import Coin, Replayed, Seated, box_name, boxes, replayed, seated

TEXTS = (
    *("never", "random:0", "random:0.03125", "random:0.1", "random:0.3", "random:0.5", "random:1"),
    *("cards:1", "cards:3", "cards:6", "cards:11", "gems:1", "gems:8", "gems:16", "gems:30"),
    *("hazards:1", "hazards:2", "hazards:3", "hazards:4", "ev"),
)
ALWAYS = {"never": CONTINUE, "random:0": CONTINUE, "random:1": LEAVE, "cards:1": LEAVE}
GAMES = 6
"""Played by each party."""


def made_up_tables() -> dict[str, list[float]]:
    """Tables of all sorts: with certain answers, with fractions, and one that a person would make."""
    rng = Random(2005)
    size = features.SIZE
    return {
        "a table of yes and no": [float(rng.random() < 0.5) for _ in range(size)],
        "a table of seldom yes": [float(rng.random() < 0.1) for _ in range(size)],
        "a table with a rule": features.filled(
            lambda inside, deadly, held, path, relics: deadly * (held + path // inside) >= 30 or relics == inside == 1
        ),
        "a table of coins": [rng.randrange((1 << 21) + 1) / (1 << 21) for _ in range(size)],
        "a table of rare coins": [rng.random() ** 4 / 2 for _ in range(size)],
    }


TABLES = made_up_tables()
BOTS: dict[str, Seated] = {text: seated(text, TABLES) for text in (*TEXTS, *TABLES)}


def kernel(
    game: Diamant, party: Sequence[Seated], seed: int, first: int, last: int
) -> tuple[Tally, list[tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, bool], ...]]]]:
    """What the lanes count, and what they keep of every game: scores, relics and course. One by one it is the same."""
    box = box_of(game)
    tally, kept = empty_tally(SCORES, 2 * box.expeditions), np.full((last - first, 3), -1, np.int64)
    seats = party_of(game, [bot for bot, _ in party])
    lanes.play(box, seats, np.uint64(seed), first, last, tally, kept)
    for play in (branching.play, alike.play) if alike.is_alike(seats) else (branching.play,):
        one_by_one, kept_too = empty_tally(SCORES, 2 * box.expeditions), np.full((last - first, 3), -1, np.int64)
        play(box, seats, np.uint64(seed), first, last, one_by_one, kept_too)
        assert (kept == kept_too).all()
        assert all((mine == theirs).all() for mine, theirs in zip(tally, one_by_one, strict=True))
    games = []
    for one, two, course in kept.tolist():
        chests = [chest(one, two, seat) for seat in range(SEATS)]
        assert not any(chests[len(party) :]), "nobody sits there"
        six = [course >> COURSE_BITS * expedition & 63 for expedition in range(box.expeditions)]
        assert course >> COURSE_BITS * box.expeditions == 0
        games.append(
            (
                tuple(full // WORTH for full in chests[: len(party)]),
                tuple(full % WORTH for full in chests[: len(party)]),
                tuple((passed % DISASTER, passed >= DISASTER) for passed in six),
            )
        )
    return tally, games


def counted(games: Sequence[Replayed], seats: int, expeditions: int) -> Tally:
    """These games as they should be counted."""
    tally = empty_tally(SCORES, 2 * expeditions)
    for game in games:
        for seat in range(seats):
            tally.scores[seat, game.scores[seat]] += 1
        for seat in game.winners:
            tally.victories[seat, len(game.winners)] += 1
        for expedition, (cards, disaster) in enumerate(game.course):
            tally.sums[expedition] += cards
            tally.sums[expeditions + expedition] += disaster
    return tally


class Met:
    """What came up in the games of a test, so that a test of rare things can say that they were there."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions: defaultdict[str, Counter[Decision]] = defaultdict(Counter)
        self.places: set[int] = set()
        self.inside: set[int] = set()
        self.deepest = self.relics = self.several_relics = self.most_winners = 0
        self.harmless = 0
        """Situations with a hazard in the tunnel of which no other is left in the game."""

    def add(self, names: Sequence[str], game: Replayed) -> None:
        self.games += 1
        for seat, view, decision in game.situations:
            self.decisions[names[seat]][decision] += 1
            self.places.add(features.index_of(view))
            self.inside.add(len(view.inside))
            self.several_relics += len(view.relics) > 1
            met = {card for card in view.tunnel if isinstance(card, Hazard)}
            self.harmless += any(card not in view.unseen for card in met)
        self.deepest = max(self.deepest, *(cards for cards, _ in game.course))
        self.relics += sum(game.relics)
        self.most_winners = max(self.most_winners, len(game.winners))

    def check(self, game: Diamant) -> None:
        """A box of usual size has shown all that this test is about; the two games of a tiny one are soon over."""
        assert self.inside == set(range(1, 9))
        assert bool(self.relics) == game.with_relics
        if game.edition.name == "tiny":
            assert self.most_winners >= 6
            return
        for name in BOTS:
            expected = {ALWAYS[name]} if name in ALWAYS else {CONTINUE, LEAVE}
            assert set(self.decisions[name]) == expected, name
        assert self.deepest >= 15
        assert len(self.places) > 1000
        assert self.most_winners >= 2
        assert self.harmless > 100
        assert bool(self.several_relics) == game.with_relics


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if game.edition.name in ("schmidt-2005", "tacora-2024") else pytest.mark.long)
        for game in boxes(least_seats=1)
    ],
    ids=box_name,
)
def test_a_simulated_game_is_the_game_of_the_engine_and_the_bots(game: Diamant) -> None:
    """Chests, relics, cards, disasters, winners and counts; alone and in pairs, too, which no box allows."""
    rng = Random(box_name(game))
    met = Met()
    to_sit: list[str] = []
    for seats in [*range(1, 9)] * 3:
        while len(to_sit) < seats:
            to_sit += rng.sample(list(BOTS), len(BOTS))
        names, to_sit = to_sit[:seats], to_sit[seats:]
        bots = [BOTS[name] for name in names]
        seed = rng.choice((0, 1, rng.randrange(1 << 64), (1 << 64) - 1))
        first = rng.choice((0, 1, 777, rng.randrange(1 << 40), (1 << 40) + 12345, (1 << 62) + 1))
        tally, games = kernel(game, bots, seed, first, first + GAMES)
        slow = [replayed(game, bots, seed, first + at) for at in range(GAMES)]
        for at, (fast, one) in enumerate(zip(games, slow, strict=True)):
            assert fast == (one.scores, one.relics, one.course), f"game {first + at} of seed {seed} with {names}"
            met.add(names, one)
        for mine, theirs in zip(tally, counted(slow, seats, game.edition.expeditions), strict=True):
            assert (mine == theirs).all(), f"the counts of games from {first} of seed {seed} with {names}"
    met.check(game)


@pytest.mark.thorough
@pytest.mark.parametrize("edition", ["schmidt-2005", "diamant-2016", "tiny"])
def test_where_all_play_alike_the_driver_for_that_plays_the_same(edition: str) -> None:
    """One driver is held against the others in `kernel`."""
    game = Diamant(EDITIONS[edition])
    for name, bot in BOTS.items():
        for seats in (1, 3, 4, 8):
            assert alike.is_alike(party_of(game, [bot[0]] * seats)), name
            kernel(game, [bot] * seats, 2005, 7, 7 + 100)


@pytest.mark.thorough
@pytest.mark.repeats
def test_every_lane_plays_one_game_after_the_other() -> None:
    """More than twice as many games as there are lanes, so that games end and begin in the midst of others."""
    game = Diamant(EDITIONS["diamant-2016"])
    names = ("ev", "random:0.3", "cards:3", "a table of rare coins")
    bots = [BOTS[name] for name in names]
    games = 2 * lanes.LANES + 45
    tally, fast = kernel(game, bots, 99, 5, 5 + games)
    slow = [replayed(game, bots, 99, 5 + at) for at in range(games)]
    assert fast == [(one.scores, one.relics, one.course) for one in slow]
    for mine, theirs in zip(tally, counted(slow, len(bots), game.edition.expeditions), strict=True):
        assert (mine == theirs).all()


@pytest.mark.parametrize("broken", [False, True])
def test_relics_break_a_tie_only_in_a_box_that_says_so(broken: bool) -> None:
    game = Diamant(replace(EDITIONS["tiny"], relics_break_ties=broken))
    names = ("random:0.3", "random:0.5", "gems:2", "random:0.5")
    bots = [BOTS[name] if name in BOTS else seated(name) for name in names]
    tally, fast = kernel(game, bots, 7, 0, 400)
    slow = [replayed(game, bots, 7, at) for at in range(400)]
    assert fast == [(one.scores, one.relics, one.course) for one in slow]
    for mine, theirs in zip(tally, counted(slow, len(bots), game.edition.expeditions), strict=True):
        assert (mine == theirs).all()
    decided = 0
    for one in slow:
        best = [seat for seat, score in enumerate(one.scores) if score == max(one.scores)]
        decided += len({one.relics[seat] for seat in best}) > 1
        assert (set(one.winners) < set(best)) == (broken and len({one.relics[seat] for seat in best}) > 1)
    assert decided > 5


def made_up_strategy(game: Diamant, seats: int, rng: Random) -> Seated:
    """A solved strategy with another coin in every situation."""
    every = Cuts((2, 3, 5), (10, 20), (4, 8, 20), (3, 9), (1, 2, 5), (1, 8), (50, 64, 65, 127), (60, 64, 65, 90, 127))
    sight = Sight((every,) * game.edition.expeditions)
    coin = Coin()
    leaving = bytes(rng.choice((0, 17, 34, 85, 255)) for _ in range(sight.size()))
    strategy = Strategy.of(same_as(game), seats, sight, leaving, Maker(0, 0, 0, "made up"))
    return Seated(Solved(strategy, coin), coin)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "game", [game for game in boxes() if not game.edition.relics or game.with_relics], ids=box_name
)
@pytest.mark.repeats
def test_solved_strategies_play_in_the_kernel_as_they_do_at_the_table(game: Diamant) -> None:
    """Every seat looks at its own standing, and a seat at another strategy than its neighbour."""
    rng = Random(box_name(game))
    for seats in (3, 5, 8):
        one, other = (made_up_strategy(game, seats, rng) for _ in range(2))
        bots = [one, other, seated("ev"), one, seated("random:0.3"), other, seated("gems:8"), one][:seats]
        _, games = kernel(game, bots, 4, 77, 77 + 2 * GAMES)
        slow = [replayed(game, bots, 4, 77 + at) for at in range(2 * GAMES)]
        assert games == [(each.scores, each.relics, each.course) for each in slow]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "game", [game for game in boxes() if not game.edition.relics or game.with_relics], ids=box_name
)
def test_rules_of_thumb_play_in_the_kernel_as_they_do_at_the_table(game: Diamant) -> None:
    """Among others like it, and among some who leave at any time."""
    decided = Counter[Decision]()
    for seats in (3, 5, 8):
        names = ("thumb", "random:0.1", "thumb", "thumb", "gems:8", "random:0.3", "thumb", "ev")[:seats]
        bots = [seated(name) for name in names]
        _, games = kernel(game, bots, 5, 33, 33 + 2 * GAMES)
        slow = [replayed(game, bots, 5, 33 + at) for at in range(2 * GAMES)]
        assert games == [(each.scores, each.relics, each.course) for each in slow]
        for each in slow:
            decided.update(choice for seat, _, choice in each.situations if names[seat] == "thumb")
    assert decided[CONTINUE] > 100
    assert decided[LEAVE] >= 5
