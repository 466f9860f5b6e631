"""A finished game, weighed: the parts add up, and on a small box all values are the exact ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import product
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tacora.fast.review import Review
from tacora.game import Refused
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.ratings import rating
from tacora.games.diamant.record import DiamantRecord, Replay, replay
from tacora.games.diamant.review import DiamantReviewer
from tacora.games.diamant.rules import Disaster, HazardMet, RelicFound, Revealed, TreasureFound
from tacora.games.diamant.strategy import champion, same_as
from tacora.games.registry import GAMES
from tests.analysis import tree
from tests.analysis.test_solving import followed
from tests.third_game.kind import QuarryKind

pytestmark = pytest.mark.usefixtures("compiled")

MIXED = ("champion", "ev", "gems:8", "random:0.5", "hazards:2", "tortoise", "never", "champion")
CARELESS = ("ev", "random:0.4", "random:0.2")
BOXES = ("schmidt-2005", "tacora-2024", "incan-gold-2006", "diamant-2016", "tiny")


def played(bots: tuple[str, ...], seed: int, edition: str = "schmidt-2005", **options: bool | str) -> Replay:
    """A whole game of these bots."""
    game = GAMES["diamant"].begin(bots_named(bots), sha256(b"%d" % seed).digest(), edition=edition, options=options)
    rng = Random(seed)
    seated = [game.bot(bot, seat, rng) for seat, bot in enumerate(bots)]
    while game.outcome is None:
        game.apply({seat: seated[seat]() for seat in game.pending})
    record = game.record()
    assert isinstance(record, DiamantRecord)
    return replay(record)


def bots_named(bots: tuple[str, ...]) -> list[str]:
    return [f"{bot} {seat}" for seat, bot in enumerate(bots)]


def weighed(game: Replay, games: int = 256, seed: int = 1) -> Review:
    return DiamantReviewer(game).review(games, seed)


@pytest.mark.sample(4)
@pytest.mark.parametrize("edition", BOXES)
@pytest.mark.parametrize("seats", [3, 8])
def test_the_result_is_cards_and_others_and_own_errors(edition: str, seats: int) -> None:
    game = played(MIXED[:seats], seats, edition)
    review = weighed(game, games=64)
    outcome = game.game.outcome(game.state)
    assert outcome is not None
    for seat, balance in enumerate(review.seats):
        share = (seat in outcome.winners) / len(outcome.winners)
        assert balance.result == pytest.approx(share - 1 / seats, abs=1e-12)
        assert balance.cards + balance.others + balance.errors == pytest.approx(balance.result, abs=1e-9)
        assert balance.errors <= 0
        own = [choice for choice in review.decisions if choice.seat == seat]
        assert balance.decisions == len(own)
        assert balance.rating == rating(balance.errors, len(own))
        assert sum(choice.error for choice in own) == pytest.approx(balance.errors, abs=1e-9)
        assert sum(turn.luck[seat] for turn in review.cards) == pytest.approx(balance.cards, abs=1e-9)


def test_every_card_and_every_decision_is_weighed_once() -> None:
    game = played(MIXED[:5], 3)
    review = weighed(game)
    assert [turn.card for turn in review.cards] == [str(card) for row in game.turned() for card in row]
    words = [word for row in game.record.decisions for word in row]
    taken = [
        (step, seat, letter) for step, word in enumerate(words) for seat, letter in enumerate(word) if letter != "-"
    ]
    assert [(choice.step, choice.seat, choice.chosen) for choice in review.decisions] == taken


def test_what_nobody_could_tell_apart_is_no_error() -> None:
    review = weighed(played(MIXED[:5], 3))
    for choice in review.decisions:
        difference = abs(choice.values["C"] - choice.values["L"])
        assert choice.judged == (difference > 3 * choice.se and difference > 0.001)
        lost = choice.values[choice.chosen] - max(choice.values.values())
        assert choice.error == pytest.approx(lost if choice.judged else 0.0, abs=1e-12)


@pytest.mark.thorough
def test_the_same_seed_weighs_the_same() -> None:
    game = played(MIXED[:4], 2)
    assert weighed(game) == weighed(game)
    assert weighed(game) != weighed(game, seed=2)


@pytest.mark.thorough
def test_hidden_chests_change_nothing() -> None:
    """All saw what everybody took home."""
    bots = ("ev", "gems:8", "never")
    assert weighed(played(bots, 5, chests="hidden")) == weighed(played(bots, 5))


def test_a_game_that_is_not_over_is_refused() -> None:
    game = played(MIXED[:3], 1)
    rows = game.record.decisions
    unfinished = replay(replace(game.record, decisions=rows[:2], turned=UNSET))
    with pytest.raises(Refused, match="review not over"):
        DiamantReviewer(unfinished)


def test_progress_is_told_to_the_end() -> None:
    reviewer = DiamantReviewer(played(MIXED[:3], 1))
    told: list[int] = []
    reviewer.review(64, 1, told.append)
    assert told == sorted(told)
    assert told[-1] == reviewer.situations


def test_who_is_in_the_same_position_finds_the_same_choices_worth_the_same() -> None:
    review = weighed(played(MIXED[:5], 3))
    first = [choice.values for choice in review.decisions if choice.step == 0]
    assert len(first) == 5
    assert all(values == first[0] for values in first)


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize("edition", ["incan-gold-2006", "schmidt-2005"])
@pytest.mark.repeats
def test_eight_are_weighed_as_if_each_were_weighed_alone(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(MIXED, 2, edition)
    together = weighed(game, 512, 1)
    monkeypatch.setattr("tacora.games.diamant.review.Asked.alike", lambda _asked, seat: seat)
    alone = weighed(game, 512, 2)
    assert any(choice.seat > 3 for choice in alone.decisions)
    for one, other in zip(together.decisions, alone.decisions, strict=True):
        found, expected = (choice.values["L"] - choice.values["C"] for choice in (one, other))
        assert found == pytest.approx(expected, abs=5 * sqrt(one.se**2 + other.se**2) + 0.002)


@pytest.mark.parametrize("seed", range(3))
def test_a_first_look_settles_no_error(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(MIXED[:4], seed, "tiny")
    looked = weighed(game, 1024)
    monkeypatch.setattr("tacora.games.diamant.review.FIRST_LOOK", 1)
    closely = weighed(game, 1024)
    assert [choice.error for choice in looked.decisions] == pytest.approx(
        [choice.error for choice in closely.decisions]
    )
    assert [seat.cards for seat in looked.seats] == pytest.approx([seat.cards for seat in closely.seats])
    assert looked.decisions != closely.decisions  # Something was settled early.


# On a small box, whose whole tree can be walked


Shares = Callable[[tree.Position, Mapping[int, bool]], tuple[float, ...]]
"""Of all seats in a position, where some decisions are given."""


@cache
def exactly(relics: bool) -> Shares:
    """If all three follow the champion; what was worked out for one game is there for the next."""
    game, seats = Diamant(EDITIONS["tiny"], relics=relics), 3
    leaving = followed(champion(same_as(game), seats))

    @cache
    def value(position: tree.Position) -> tuple[float, ...]:
        if tree.is_over(game, position):
            return tree.shares(position)
        if not position.asked:
            return _mix([(chance, value(tree.turned(game, position, card))) for card, chance in tree.cards(position)])
        return among(position, {})

    def among(position: tree.Position, given: Mapping[int, bool]) -> tuple[float, ...]:
        if not position.asked:
            return value(position)
        inside = position.cave.inside
        chances = [float(given[seat]) if seat in given else leaving(tree.view(game, position, seat)) for seat in inside]
        parts = []
        for leaves in product((False, True), repeat=len(inside)):
            chance = 1.0
            for likely, does in zip(chances, leaves, strict=True):
                chance *= likely if does else 1 - likely
            gone = tuple(seat for seat, does in zip(inside, leaves, strict=True) if does)
            if chance:
                parts.append((chance, value(tree.left(game, position, gone))))
        return _mix(parts)

    return among


def _mix(parts: list[tuple[float, tuple[float, ...]]]) -> tuple[float, ...]:
    return tuple(sum(chance * shares[seat] for chance, shares in parts) for seat in range(len(parts[0][1])))


@pytest.mark.sample(1)
@pytest.mark.parametrize("relics", [False, True])
def test_on_a_small_box_all_values_are_exact_ones(relics: bool) -> None:
    for seed in range(4):
        values_are_exact(played(CARELESS, seed, "tiny", relics=relics))


def values_are_exact(game: Replay) -> None:
    review = weighed(game, games=20_000)
    among = exactly(game.game.with_relics)
    for chances in review.chances[:-1]:
        position = tree.standing(game.game, game.steps[chances.step].state)
        assert chances.shares == about(among(position, {}))
        for choice in (each for each in review.decisions if each.step == chances.step):
            for action, found in choice.values.items():
                assert found == pytest.approx(among(position, {choice.seat: action == "L"})[choice.seat], abs=LOOKED)


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize("relics", [False, True])
def test_on_a_small_box_the_luck_of_every_card_is_the_exact_one(relics: bool) -> None:
    """Also of a fatal one, and of the card after it; what comes of the decisions between them is exact, too."""
    for seed in range(8):
        luck_is_exact(played(CARELESS, seed, "tiny", relics=relics))


def luck_is_exact(game: Replay) -> None:
    turns = iter(weighed(game, games=20_000).cards)
    among = exactly(game.game.with_relics)
    before: tuple[float, ...] = (1 / 3,) * 3
    outcome = game.game.outcome(game.state)
    assert outcome is not None
    for at, step in enumerate(game.steps):
        last = at == len(game.steps) - 1
        cards = [event for event in step.events if isinstance(event, TreasureFound | HazardMet | RelicFound | Disaster)]
        for event in cards:
            fatal, turn = isinstance(event, Disaster), next(turns)
            assert (turn.step, turn.card, turn.fatal) == (at, str(event.card), fatal)
            if last:
                after = tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(3))
            elif fatal:
                after = among(tree.entering(game.game, step.state), {})
            else:
                after = among(tree.standing(game.game, step.state), {})
            gained = tuple(one - other for one, other in zip(after, before, strict=True))
            assert turn.luck == about(gained, 2 * NOISE)
            before = after
        if not last:
            (revealed,) = (event for event in game.steps[at + 1].events if isinstance(event, Revealed))
            decided = {seat: seat in revealed.leaving for seat in step.state.cave.inside}
            before = among(tree.standing(game.game, step.state), decided)
    assert next(turns, None) is None


NOISE = 0.016
"""Four and a half standard errors of a share after 20,000 games, at most."""
LOOKED = 2 * NOISE
"""The same after a first look, at a quarter of them."""


def about(shares: Sequence[float], noise: float = NOISE) -> object:
    return pytest.approx(tuple(shares), abs=noise)


# Over many games


@pytest.mark.soak
def test_luck_is_nothing_on_average_and_errors_are_what_a_careless_seat_loses() -> None:
    """The others play like champions, and one seat tosses a coin. Small errors are not judged, so some loss is left."""
    bots = ("random:0.5", "champion", "champion")
    reviews = [weighed(played(bots, seed), games=1024, seed=seed) for seed in range(30)]
    for seat in range(3):
        luck = [review.seats[seat].cards for review in reviews]
        assert abs(fmean(luck)) < 4 * stdev(luck) / sqrt(len(luck))
    left = [review.seats[0].result - review.seats[0].errors for review in reviews]
    assert fmean(review.seats[0].errors for review in reviews) < -0.1
    assert abs(fmean(left)) < 4 * stdev(left) / sqrt(len(left))


def test_only_what_has_playouts_is_weighed() -> None:
    with pytest.raises(Refused, match="not reviewable"):
        QuarryKind().reviewer(played(MIXED[:3], 1).record)
