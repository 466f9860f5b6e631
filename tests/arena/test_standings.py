"""What a match says: the sums are those of a plain reckoning, and the intervals hold what they promise."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from random import Random
from statistics import fmean, mean, variance

import pytest

from tacora.arena.intervals import student, wilson
from tacora.arena.match import Arena, Match, Played
from tacora.arena.schedule import seatings
from tacora.arena.standings import PairStanding, Standings, StandingsTally
from tacora.game import Outcome


def standings_of(match: Match) -> Standings:
    arena, tally = Arena(match), StandingsTally(match.labels(), match.players)
    for deal in range(match.deals):
        tally.add(arena.play(deal))
    return tally.standings()


def made_up(bots: int, players: int, deals: int, rng: Random) -> list[Played]:
    """Deals with small scores, so that there are many ties; of tied leaders sometimes one alone is the winner."""
    made = []
    for deal in range(deals):
        games = []
        for seats in seatings(bots, players, 1, deal):
            scores = tuple(rng.randint(-2, 4) + (bot == 0) for bot in seats)
            winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
            games.append((seats, Outcome(scores, winners if rng.random() < 0.7 else winners[:1])))
        made.append(Played(deal, tuple(games)))
    return made


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (2, 3), (3, 3), (2, 5), (4, 3), (3, 8), (5, 2)])
def test_the_figures_are_those_of_a_plain_reckoning(bots: int, players: int) -> None:
    """Seat by seat and pair by pair, in fractions, with the statistics of Python."""
    deals = made_up(bots, players, 60, Random(bots * 10 + players))
    labels = "abcdefgh"[:bots]
    tally = StandingsTally(labels, players)
    for played in deals:
        tally.add(played)
    found = tally.standings()
    assert (found.deals, found.games) == (60, 60 * players)
    by_bot = {standing.bot: standing for standing in found.bots}
    for bot in range(bots):
        scores, shares = [], []
        for played in deals:
            mine = [(seat, out) for seats, out in played.games for seat in range(players) if seats[seat] == bot]
            if mine:
                scores.append(mean(Fraction(out.scores[seat]) for seat, out in mine))
                shares.append(mean(Fraction(seat in out.winners, len(out.winners)) for seat, out in mine))
        standing = by_bot[labels[bot]]
        assert standing.mean == pytest.approx(float(mean(scores)))
        assert standing.mean_ci95 == pytest.approx(
            student(float(mean(scores)), float(variance(scores)) ** 0.5, len(scores))
        )
        assert standing.win_share == pytest.approx(float(mean(shares)))
        assert standing.ci95 == pytest.approx(wilson(float(mean(shares)), float(variance(shares)), len(shares)))
    for pair in found.pairs:
        one, other = labels.index(pair.bot), labels.index(pair.against)
        ahead, differences = [], []
        for played in deals:
            results = []
            for seats, out in played.games:
                for i, j in product(range(players), repeat=2):
                    if (seats[i], seats[j]) == (one, other):
                        a, b = ((out.scores[seat], seat in out.winners) for seat in (i, j))
                        results.append((Fraction((a > b) - (a < b) + 1, 2), Fraction(a[0] - b[0])))
            if results:
                ahead.append(mean(share for share, _ in results))
                differences.append(mean(points for _, points in results))
        assert pair.ahead == pytest.approx(float(mean(ahead)))
        assert pair.ci95 == pytest.approx(wilson(float(mean(ahead)), float(variance(ahead)), len(ahead)))
        assert pair.difference == pytest.approx(float(mean(differences)))
        assert pair.difference_ci95 == pytest.approx(
            student(float(mean(differences)), float(variance(differences)) ** 0.5, len(differences))
        )


def test_every_two_bots_are_compared_once_the_better_first() -> None:
    tally = StandingsTally("abcd", 3)
    for played in made_up(4, 3, 60, Random(1)):
        tally.add(played)
    found = tally.standings()
    order = [standing.bot for standing in found.bots]
    assert [standing.rating for standing in found.bots] == sorted((s.rating for s in found.bots), reverse=True)
    assert [(pair.bot, pair.against) for pair in found.pairs] == list(combinations(order, 2))
    assert fmean(standing.rating for standing in found.bots) == pytest.approx(1500)


def test_the_order_of_deals_does_not_matter() -> None:
    deals = made_up(3, 4, 50, Random(2))
    found = []
    for order in (deals, deals[::-1], Random(1).sample(deals, 50)):
        tally = StandingsTally("abc", 4)
        for played in order:
            tally.add(played)
        found.append(tally.standings())
    assert found[0] == found[1] == found[2]


def test_memory_does_not_grow_with_the_number_of_deals() -> None:
    tally = StandingsTally("abc", 3)
    sizes = []
    for played in made_up(3, 3, 600, Random(2)):
        tally.add(played)
        if played.deal in (99, 599):
            sizes.append(sum(len(group.scores) + len(group.ahead) for group in tally._groups))
    assert sizes[0] == sizes[1]
    assert tally.deals == 600


def test_there_is_no_word_about_bots_that_have_hardly_met() -> None:
    tally = StandingsTally("abcd", 2)
    enough = []
    for played in made_up(4, 2, 14, Random(3)):
        tally.add(played)
        enough.append(tally.is_enough)
    assert enough == [False] * 11 + [True] * 3
    tally.standings()


# How it comes out with bots


def pair_of(*bots: str, deals: int, edition: str = "schmidt-2005", players: int = 3, seed: int = 1) -> PairStanding:
    return standings_of(Match(edition=edition, bots=bots, players=players, deals=deals, seed=seed)).pairs[0]


def test_a_clearly_better_bot_is_found_better() -> None:
    found = standings_of(Match(edition="schmidt-2005", bots=("never", "gems:10"), players=3, deals=60, seed=1))
    (pair,) = found.pairs
    assert (pair.bot, pair.against) == ("gems:10", "never")
    assert pair.ci95[0] > 0.8
    assert pair.difference_ci95[0] > 10
    assert found.bots[0].rating_ci95[0] > 1500 > found.bots[1].rating_ci95[1]


def test_twins_that_leave_nothing_to_chance_are_exactly_even() -> None:
    """Where all decide alike all have the same, in every seat."""
    pair = pair_of("gems:10", "gems:10", deals=20)
    assert (pair.bot, pair.against) == ("gems:10", "gems:10 (2)")
    assert (pair.ahead, pair.difference) == (0.5, 0.0)
    assert pair.ci95[0] < 0.5 < pair.ci95[1]


def test_a_better_memory_is_found_better() -> None:
    pair = pair_of("blind", "memory", deals=40, edition="ravensburger-1993", players=2)
    assert (pair.bot, pair.against) == ("memory", "blind")
    assert pair.ci95[0] > 0.5


def test_pairing_shows_what_would_be_lost_in_the_luck_of_the_cards() -> None:
    """The difference of two bots is known better than the score of either, though it is a difference of two scores."""
    match = Match(edition="schmidt-2005", bots=("gems:10", "gems:11"), players=4, deals=150, seed=4)
    found = standings_of(match)
    low, high = found.pairs[0].difference_ci95
    own = [standing.mean_ci95[1] - standing.mean_ci95[0] for standing in found.bots]
    assert high - low < 0.6 * (own[0] ** 2 + own[1] ** 2) ** 0.5


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arenas", "least", "most"),
    [(60, 0.86, 1), pytest.param(200, 0.9, 0.99, marks=[pytest.mark.long, pytest.mark.soak])],
)
def test_intervals_cover_the_truth_as_often_as_they_say(arenas: int, least: float, most: float) -> None:
    """A bot against itself in small arenas: the truth is even. Shares err on the safe side where deals are few."""
    hits = dict.fromkeys(("ahead", "difference", "victories", "rating"), 0)
    for seed in range(arenas):
        match = Match(edition="tiny", bots=("random:0.3", "random:0.3"), players=3, deals=40, seed=seed)
        found = standings_of(match)
        (pair,), standing = found.pairs, next(bot for bot in found.bots if bot.bot == "random:0.3")
        hits["ahead"] += pair.ci95[0] <= 0.5 <= pair.ci95[1]
        hits["difference"] += pair.difference_ci95[0] <= 0 <= pair.difference_ci95[1]
        hits["victories"] += standing.ci95[0] <= 1 / 3 <= standing.ci95[1]
        hits["rating"] += standing.rating_ci95[0] <= 1500 <= standing.rating_ci95[1]
    for figure in ("ahead", "difference", "rating"):
        assert least <= hits[figure] / arenas <= most, figure
    assert hits["victories"] / arenas >= 0.93
