"""A finished game of Mister Diamond, weighed: the parts add up, and near the end all values are the exact ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, permutations
from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tacora.fast.review import Review
from tacora.game import Refused
from tacora.games.mister_diamond import EDITIONS, MisterDiamond
from tacora.games.mister_diamond.editions import RingCard
from tacora.games.mister_diamond.kernel.rules import mister_box_of
from tacora.games.mister_diamond.kernel.worlds import VICTORY, play_out
from tacora.games.mister_diamond.record import MisterDiamondRecord, MisterReplay, parse_action, replay
from tacora.games.mister_diamond.review import NEW, SEEN, MisterReviewer
from tacora.games.mister_diamond.review import moments_of as moments
from tacora.games.mister_diamond.rules import Lift, Lifted, Setting, State, Stuck, thefts_open_to
from tacora.games.registry import GAMES
from tacora.narration.catalogue import catalogue

pytestmark = pytest.mark.usefixtures("compiled")
KIND = GAMES["mister-diamond"]
MIXED = ("blind", "memory", "elephant", "goldfish", "squirrel", "master", "blind", "goldfish")
LATE = 4
"""Cards left: few enough for every order of them and every way the diamonds can lie."""


def record_of(bots: Sequence[str], seed: int, **options: bool | int) -> MisterDiamondRecord:
    """A whole game, or match, of these bots."""
    names = [f"{bot} {seat}" for seat, bot in enumerate(bots)]
    game = KIND.begin(names, sha256(b"%d" % seed).digest(), options=options)
    rng = Random(seed)
    seated = [game.bot(bot, seat, rng) for seat, bot in enumerate(bots)]
    while game.outcome is None:
        game.apply({seat: seated[seat]() for seat in game.pending})
    record = game.record()
    assert isinstance(record, MisterDiamondRecord)
    return record


def played(bots: Sequence[str], seed: int, **options: bool | int) -> MisterReplay:
    return replay(record_of(bots, seed, **options))


def weighed(game: MisterReplay, games: int = 256, seed: int = 1) -> Review:
    return MisterReviewer(game).review(games, seed)


@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize("expert", [False, True])
def test_the_result_is_cards_and_others_and_own_errors(seats: int, expert: bool) -> None:
    game = played(MIXED[:seats], seats, expert=expert)
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
        assert sum(choice.error for choice in own) == pytest.approx(balance.errors, abs=1e-9)
        assert sum(turn.luck[seat] for turn in review.cards) == pytest.approx(balance.cards, abs=1e-9)


def test_every_decision_is_weighed_once_and_memory_is_measured() -> None:
    game = played(MIXED[:5], 2)
    review = weighed(game)
    assert [choice.step for choice in review.decisions] == list(range(len(game.record.decisions)))
    tried: set[int] = set()
    again = [0] * 5
    for step, choice in zip(game.steps[1:], review.decisions, strict=True):
        done = step.events[0]
        if isinstance(done, Stuck):
            assert (choice.chosen == SEEN) == (done.place in tried)
            again[done.seat] += done.place in tried and not (choice.judged and choice.error == 0)
            tried.add(done.place)
    assert [memory.again for memory in review.memory] == again
    assert sum(again) > 0
    lifts = sorted((lift for memory in review.memory for lift in memory.lifts), key=lambda lift: lift.step)
    assert [str(lift.place) for lift in lifts] == [text for text in game.record.decisions if text.isdecimal()]
    assert lifts[0].chance == lifts[0].best == pytest.approx(26 / 42)
    assert all(lift.chance in (0, lift.best) for lift in lifts)
    assert not any(lift.loose for lift in lifts if not lift.chance)


def test_whoever_forgets_nothing_tries_nothing_twice() -> None:
    review = weighed(played(("memory", "memory", "memory"), 7))
    assert [memory.again for memory in review.memory] == [0, 0, 0]
    assert all(memory.blind > 1 for memory in review.memory)


def endings(state: State, game: MisterDiamond) -> Iterator[Setting]:
    """Every way in which the cards left and the untried diamonds can lie, each as likely as any other."""
    deck = state.setting.deck[: state.drawn]
    left = game.observe(state, None).unseen
    untried = [place for place in state.board if place not in state.tried]
    hidden = game.edition.fixed - len(state.tried)
    for order in permutations(left):
        for fixed in combinations(untried, hidden):
            yield Setting(frozenset({*state.tried, *fixed}), (*deck, *order))


def finished(game: MisterDiamond, state: State) -> list[Fraction]:
    """The shares of the victory, if all forget nothing and rob the dearest from the richest."""
    while game.outcome(state) is None:
        if isinstance(state.card, RingCard):
            choice = Lift(next(place for place in state.board if place not in state.tried))
            state = game.apply(state, {state.turn: choice}).state
        else:
            scores = game.scores(state)
            thefts = thefts_open_to(state.rings, state.turn)
            theft = max(thefts, key=lambda each: (each.price, scores[each.victim], -each.victim))
            state = game.apply(state, {state.turn: theft}).state
    outcome = game.outcome(state)
    assert outcome is not None
    winners = outcome.winners
    return [Fraction(seat in winners, len(winners)) for seat in range(len(state.rings))]


def exact(game: MisterDiamond, state: State, done: str | None) -> list[float]:
    """The mean over all endings, after this decision, or before the card is known that comes next."""
    results = []
    for setting in endings(state, game):
        now = replace(state, setting=setting)
        if done is not None:
            action = parse_action(done)
            assert action is not None
            now = game.apply(now, {now.turn: action}).state
        results.append(finished(game, now))
    return [float(sum(shares) / len(results)) for shares in zip(*results, strict=True)]


def written(choice: str, state: State) -> str:
    """A choice of the review as a decision of the engine."""
    if choice == SEEN:
        return str(state.tried[0])
    return str(next(place for place in state.board if place not in state.tried)) if choice == NEW else choice


def is_late(state: State) -> bool:
    untried = len(state.board) - len(state.tried)
    return len(state.setting.deck) - state.drawn <= LATE and untried <= 7


@pytest.mark.thorough
@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.repeats
def test_near_the_end_the_value_of_every_choice_is_exact(expert: bool) -> None:
    compared: Counter[str] = Counter()
    games = 1 << 14
    for seed in range(14):
        played_once = played(("memory", "goldfish", "elephant"), seed, expert=expert)
        game, box = played_once.game, mister_box_of(played_once.game)
        for moment in moments(played_once):
            state = played_once.steps[moment.step].state
            kind = "ring" if isinstance(state.card, RingCard) else "theft"
            if not is_late(state) or compared[kind] > 5:
                continue
            for choice, situation in moment.choices.items():
                found = play_out(box, 3, [situation.row(0)], games, seed)[0] / (VICTORY * games)
                expected = exact(game, state, written(choice, state))
                assert found[:3] == pytest.approx(expected, abs=4.5 * 0.5 / games**0.5), (seed, moment.step, choice)
                compared[kind] += any(0 < share < 1 for share in expected)
    assert compared["ring"] > 3
    assert compared["theft"] > 3


def test_once_a_diamond_is_known_to_be_loose_or_not_its_value_is_exact() -> None:
    games, compared = 1 << 14, 0
    for seed in range(8):
        played_once = played(("memory", "goldfish", "elephant"), seed)
        box = mister_box_of(played_once.game)
        for moment in moments(played_once):
            state = played_once.steps[moment.step].state
            if moment.after is None or moment.tried is None or not is_late(state):
                continue
            loose, place = isinstance(moment.tried, Lifted), moment.tried.place
            results = [
                finished(played_once.game, played_once.game.apply(now, {now.turn: Lift(place)}).state)
                for setting in endings(state, played_once.game)
                if (place not in setting.fixed) == loose
                for now in [replace(state, setting=setting)]
            ]
            expected = [float(sum(shares) / len(results)) for shares in zip(*results, strict=True)]
            found = play_out(box, 3, [moment.after.row(0)], games, seed)[0] / (VICTORY * games)
            assert found[:3] == pytest.approx(expected, abs=4.5 * 0.5 / games**0.5)
            compared += any(0 < share < 1 for share in expected)
            break
    assert compared > 1


def test_threads_and_seed() -> None:
    game = played(MIXED[:4], 3)
    one, two = (MisterReviewer(game).review(512, 5, threads=threads) for threads in (1, 3))
    assert one == two
    assert MisterReviewer(game).review(512, 6) != one


def test_a_match_is_weighed_to_its_last_game() -> None:
    record = record_of(("memory", "blind"), 1)
    match = replace(record, options=replace(record.options, games=2))
    rules, names = match.rules(), record.seats
    assert record.seed
    state = rules.start(len(names), bytes.fromhex(str(record.seed))).state
    decisions = []
    while rules.outcome(state) is None:
        action = rules.legal_actions(state, state.turn)[0]
        decisions.append(str(action))
        state = rules.apply(state, {state.turn: action}).state
    review = weighed(replay(replace(match, decisions=tuple(decisions), turned=UNSET)), games=64)
    assert len(review.decisions) == len(decisions)
    for balance in review.seats:
        assert balance.cards + balance.others + balance.errors == pytest.approx(balance.result, abs=1e-9)


def test_a_long_match_is_refused() -> None:
    """From each situation all later games are played out; a server would be busy for minutes."""
    record = record_of(("memory", "blind"), 1)
    for games in (11, 99):
        with pytest.raises(Refused, match="review too long"):
            KIND.check_review(replace(record, options=replace(record.options, games=games)))
    KIND.check_review(replace(record, options=replace(record.options, games=10)))


def test_a_game_that_is_not_over_is_refused() -> None:
    record = record_of(("memory", "blind"), 1)
    with pytest.raises(Refused, match="review not over"):
        KIND.reviewer(replace(record, decisions=record.decisions[:-1]))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ("which had proved to be fixed; a new place was worth", "without any memory it would have been")),
        ("fr", ("qui s’était révélée fixe\N{NO-BREAK SPACE}; une nouvelle place valait", "sans aucune mémoire")),
    ],
)
def test_what_it_says(language: str, expected: tuple[str, str]) -> None:
    game = played(MIXED[:5], 2)
    review = weighed(game, games=1024)
    told = KIND.retell(game.record)
    said = " ".join(moment.say for moments in told.verdicts(catalogue(language), review) for moment in moments)
    assert all(part in said for part in expected), said
    errors = told.errors(catalogue(language), review)
    assert len(errors) == sum(choice.error < 0 for choice in review.decisions)
    assert {choice.chosen for choice in review.decisions if choice.chosen in (NEW, SEEN)} == {NEW, SEEN}


def test_every_edition_can_be_weighed() -> None:
    for edition in EDITIONS.values():
        assert mister_box_of(MisterDiamond(edition)).rings == edition.rings
