"""The kernel of Mister Diamond against the engine and its bots: game by game, and on average."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import gcd, sqrt
from random import Random
from typing import Any, TypeAlias

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.simulation import CPU_BLOCK, run
from tacora.fast.tally import Tally
from tacora.game import IllegalAction, Refused, Seat
from tacora.games.mister_diamond import EDITIONS, Action, Decline, Edition, Lift, MisterDiamond, Steal
from tacora.games.mister_diamond.bots import MISTER_BOTS, Rememberer, Thieving, make_mister_bot
from tacora.games.mister_diamond.kernel.script import Scripted, follow
from tacora.games.mister_diamond.kernel.simulation import KEPT, MisterSimulation, play
from tacora.games.mister_diamond.rules import Declined, Setting, TheftDrawn
from tests.fast.mister_replay import lifted_with_eager_memories, replayed, sums_of
from tests.mister_diamond.strategies import any_setting, sensible
from tests.mister_diamond.table import SMALL, Table
from tests.mister_diamond.table import play as written
from tests.mister_diamond.test_facts import deviation, last_ring_with_memory, mean, won_blindly

Floats: TypeAlias = NDArray[np.float64]

BOX = EDITIONS["ravensburger-1993"]
PLAIN = MisterDiamond(BOX)
SEATED = (
    *(text.replace("P", "0.1") for text in MISTER_BOTS if "THEFT" not in text),
    *(f"forgetful:0.1:{thieving}" for thieving in Thieving),
)
"""Every bot, with a number where it takes one, and every way to steal."""
DRAWN, LIFTED, STUCK, STOLEN, UNUSED = range(SEATS, KEPT)
"""Columns of what is kept of a game, after the scores."""
MANY = 1_000_000


def any_box(random: Random) -> Edition:
    """The box, a small one in which thefts are frequent, or the box with other prices."""
    prices = random.sample(range(1, 60), random.choice((1, 2, 3, 6, 7, 14, 21, 42)))
    unit = random.choice((1, 50, 1000))
    return random.choice((BOX, SMALL, replace(BOX, name="changed", prices=tuple(price * unit for price in prices))))


def any_game(random: Random, seats: int) -> MisterDiamond:
    """A box and its options."""
    return MisterDiamond(
        any_box(random),
        expert=random.random() < 0.5,
        notes=random.random() < 0.3,
        games=random.choice((1, 3)),
        first=random.choice((None, random.randrange(seats))),
    )


def simulation(game: MisterDiamond, texts: Sequence[str]) -> MisterSimulation:
    return MisterSimulation(game, [make_mister_bot(text, Random(0)) for text in texts])


def simulated(
    game: MisterDiamond, texts: Sequence[str], games: int, seed: int = 1, first: int = 0
) -> tuple[Tally, Ints]:
    """What is counted, and what is kept of every game."""
    table = simulation(game, texts)
    tally, kept = table.empty(), np.zeros((games, KEPT), np.int64)
    lowest = table.lowest // table.unit
    play(table.box, table.party, lowest, np.uint64(seed), first, first + games, tally, kept)
    return tally, kept


# The rules, with cards and decisions given


def moments(table: Table) -> list[Scripted]:
    """What the engine says."""
    found = []
    for step in table.steps:
        state = step.state
        pending = table.game.pending(state)
        rings = tuple(Counter(rings) for rings in state.rings)
        found.append(Scripted(pending[0] if pending else None, state.drawn, table.game.scores(state), rings))
    return found


def any_match(game: MisterDiamond, seats: int, random: Random) -> tuple[Table, Setting, Seat]:
    """One game, sometimes with cards missing in the end: any legal decisions, or those of people with a memory."""
    setting, first, memory = any_setting(game.edition, random), random.randrange(seats), random.random() < 0.5
    if random.random() < 0.2:
        setting = replace(setting, deck=setting.deck[: random.randrange(len(setting.deck))])
    game = MisterDiamond(game.edition, expert=game.expert, notes=game.notes, first=first)
    steps, actions = [game.start(seats, (setting,))], list[Action]()
    while game.pending(state := steps[-1].state):
        actions.append(random.choice(sensible(game, state) if memory else game.legal_actions(state, state.turn)))
        steps.append(game.apply(state, {state.turn: actions[-1]}))
    return Table(game, seats, tuple(steps), tuple(actions)), setting, first


@pytest.mark.parametrize(("games", "least"), [(200, 25), pytest.param(700, 100, marks=pytest.mark.long)])
@pytest.mark.repeats
def test_the_rules_of_the_kernel_are_those_of_the_engine(games: int, least: int) -> None:
    """Every option, any prices, any number of seats; thefts, refusals to steal, both ends, and games cut short."""
    random = Random("follow")
    met: Counter[str] = Counter()
    for _ in range(games):
        seats = random.randint(2, 8)
        table, setting, first = any_match(any_game(random, seats), seats, random)
        assert follow(table.game, seats, setting, first, table.actions) == moments(table)
        met.update(type(action).__name__ for action in table.actions)
        met.update(type(event).__name__ for event in table.events)
        met["all lifted"] += len(table.state.board) == table.game.edition.fixed
        met["unused"] += sum(isinstance(event, TheftDrawn) and not event.possible for event in table.events)
        met["below zero"] += min(table.scores) < 0
        met["cut short"] += table.state.game == 1
    kinds = ("Lift", "Steal", "Decline", "Lifted", "Stuck", "Stolen", "Declined", "GameEnded")
    assert min(met[kind] for kind in (*kinds, "unused", "all lifted", "below zero", "cut short")) > least


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("1000 17, 2000", Lift(17)),
        ("1000 17, 2000", Lift(0)),
        ("1000 17, 2000", Lift(43)),
        ("1000 17, 2000", Steal(0, 1000)),
        ("1000 17, 2000", Decline()),
        ("1000 17, 1000 1, 3000 18, 3000 2, theft", Lift(19)),
        ("1000 17, 1000 1, 3000 18, 3000 19, 1000 2, theft", Steal(0, 3000)),
        ("1000 17, 1000 1, 3000 18, 3000 19, 1000 2, theft", Steal(1, 1000)),
        ("1000 17, 1000 1, 3000 18, 3000 19, 1000 2, theft", Steal(0, 1500)),
        ("1000 17, 1000 1, 3000 18, 3000 19, 1000 2, theft", Steal(7, 1000)),
        ("1000 17, 1000 1, 3000 18, 3000 19, 1000 2, theft", Steal(9, 1000)),
        ("1000 17", Lift(18)),
    ],
)
def test_what_the_engine_refuses_is_refused(text: str, decision: Action) -> None:
    table = written(MisterDiamond(BOX, first=0), 2, text)
    with pytest.raises(IllegalAction) as by_engine:
        table.game.apply(table.state, {table.state.turn: decision})
    with pytest.raises(IllegalAction) as by_kernel:
        follow(table.game, 2, table.steps[0].state.setting, 0, (*table.actions, decision))
    assert (by_kernel.value.code, by_kernel.value.facts) == (by_engine.value.code, by_engine.value.facts)


# Whole games, with the same random words


@pytest.mark.repeats
def test_a_simulated_game_is_one_of_the_engine() -> None:
    """The order of turns, both ends, thefts, what is remembered, scores and sums, with every bot and option."""
    random = Random("replay")
    stolen = unused = ended = declined = left = 0
    for number in range(150):
        texts = [random.choice(SEATED) for _ in range(random.randint(2, 8))]
        game, seed = any_game(random, len(texts)), random.randrange(1 << 64)
        _, kept = simulated(game, texts, 1, seed, number)
        table = replayed(game, texts, seed, number)
        unit = gcd(*game.edition.prices)
        assert kept[0].tolist() == [
            *(score // unit for score in table.scores),
            *[0] * (SEATS - len(texts)),
            *sums_of(table.events),
        ]
        stolen += kept[0, STOLEN]
        unused += kept[0, UNUSED]
        ended += kept[0, DRAWN] < len(game.edition.cards())
        declined += sum(isinstance(event, Declined) for event in table.events)
        wise = {seat for seat, text in enumerate(texts) if text in ("master", "elephant")}
        pairs = zip(table.steps, table.actions, strict=False)
        left += sum(
            step.state.turn in wise and isinstance(action, Lift) and action.place in step.state.tried
            for step, action in pairs
        )
    assert min(stolen, unused, ended, declined) > 20
    assert left > 5


@pytest.mark.parametrize("expert", [False, True])
def test_a_tally_counts_the_games_that_are_kept(expert: bool) -> None:
    game, games, seats = MisterDiamond(BOX, expert=expert), 5000, 5
    tally, kept = simulated(game, ["forgetful:0.1", "memory", "goldfish", "blind", "squirrel"], games)
    table = simulation(game, ["blind"] * seats)
    assert (table.unit, table.lowest) == (1000, -147_000 if expert else 0)
    scores, best = kept[:, :seats], kept[:, :seats].max(axis=1)
    tied = (scores == best[:, None]).sum(axis=1)
    for seat in range(seats):
        places = scores[:, seat] - table.lowest // table.unit
        assert tally.scores[seat].tolist() == np.bincount(places, minlength=tally.scores.shape[1]).tolist()
        won = tied[scores[:, seat] == best]
        assert tally.victories[seat].tolist() == np.bincount(won, minlength=SEATS + 1).tolist()
    assert not tally.scores[seats:].any()
    assert not tally.victories[seats:].any()
    assert tally.sums.tolist() == kept[:, SEATS:].sum(axis=0).tolist()
    assert tied.max() > 1
    assert (scores.min() < 0) == expert


# On average


def rows_of(kept: Ints, seats: int) -> Floats:
    """A row for each game: scores by seat, shares of victory by seat, sums."""
    scores = kept[:, :seats]
    won = scores == scores.max(axis=1)[:, None]
    return np.hstack((scores, won / won.sum(axis=1)[:, None], kept[:, SEATS:]))


def played_by_bots(game: MisterDiamond, texts: Sequence[str], games: int) -> Floats:
    """Likewise, of games of the engine."""
    random = Random(" ".join(texts))
    rows = []
    for _ in range(games):
        bots = [make_mister_bot(text, random) for text in texts]
        step = game.start(len(texts), random.randbytes(32))
        history = list(step.events)
        while game.pending(step.state):
            seat = step.state.turn
            step = game.apply(step.state, {seat: bots[seat].choose(game.observe(step.state, seat), history)})
            history += step.events
        outcome = game.outcome(step.state)
        assert outcome is not None
        scores = [score // 1000 for score in outcome.scores]
        won = [(seat in outcome.winners) / len(outcome.winners) for seat in range(len(texts))]
        rows.append([*scores, *won, *sums_of(history)])
    return np.array(rows)


TABLES = {
    "blind": (MisterDiamond(BOX), ["blind"] * 4),
    "memory, expert": (MisterDiamond(BOX, expert=True), ["memory"] * 3),
    "forgetful": (MisterDiamond(BOX), ["forgetful:0.1"] * 4),
    "soon forgotten": (MisterDiamond(BOX, first=0), ["forgetful:0.5"] * 2),
    "goldfish, expert": (MisterDiamond(BOX, expert=True), ["goldfish"] * 3),
    "notes": (MisterDiamond(BOX, notes=True, first=1), ["blind", "goldfish", "forgetful:0.1"]),
    "master": (MisterDiamond(BOX), ["master", "elephant", "memory"]),
    "master, expert": (MisterDiamond(BOX, expert=True), ["master", "squirrel"]),
    "never": (MisterDiamond(BOX), ["forgetful:0.1:never", "forgetful:0:any"]),
    "mixed": (MisterDiamond(BOX, expert=True), ["memory", "goldfish", "blind", "forgetful:0.1", "squirrel"]),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("games", [200, pytest.param(600, marks=[pytest.mark.long, pytest.mark.soak])])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if "master" in name else ()) for name in TABLES]
)
@pytest.mark.repeats
def test_the_kernel_plays_as_the_bots_do(name: str, games: int) -> None:
    game, texts = TABLES[name]
    many = 10_000 if "master" in texts else 100_000  # They take their time.
    slow, fast = played_by_bots(game, texts, games), rows_of(simulated(game, texts, many)[1], len(texts))
    errors = fast.std(axis=0) * sqrt(1 / len(slow) + 1 / len(fast))
    assert np.all(np.abs(slow.mean(axis=0) - fast.mean(axis=0)) <= 4 * errors)


@pytest.mark.parametrize(("fade", "seats"), [(0.03, 4), (0.25, 2)])
@pytest.mark.long
def test_memories_that_fade_only_when_asked_are_like_those_that_fade_by_the_turn(fade: float, seats: int) -> None:
    slow = lifted_with_eager_memories(fade, seats, 40_000)
    fast = simulated(MisterDiamond(replace(BOX, thefts=0)), [f"forgetful:{fade}"] * seats, 200_000)[1][:, LIFTED]
    assert abs(slow.mean() - fast.mean()) < 4 * fast.std() * sqrt(1 / len(slow) + 1 / len(fast))


@pytest.mark.long
def test_blind_players_lift_as_many_diamonds_as_calculated() -> None:
    """19.6219 on average, and all of them once in 2600 games."""
    lifted, chances = simulated(PLAIN, ["blind"] * 4, MANY)[1][:, LIFTED], won_blindly()
    counts = np.bincount(lifted, minlength=BOX.loose + 1)
    assert_mean(lifted, float(mean(chances)), deviation(chances))
    for diamonds, chance in chances.items():
        expected = float(chance) * len(lifted)
        assert abs(counts[diamonds] - expected) <= 4.5 * sqrt(expected) + 1


@pytest.mark.long
def test_with_perfect_memory_the_last_loose_diamond_falls_at_the_ring_calculated() -> None:
    """At 26 times 43 divided by 27 = 41.4074."""
    kept, chances = simulated(PLAIN, ["memory"] * 4, MANY)[1], last_ring_with_memory()
    assert np.all(kept[:, LIFTED] == BOX.loose)
    rings = kept[:, LIFTED] + kept[:, STUCK]
    assert_mean(rings, 26 * 43 / 27, deviation(chances))
    assert set(rings.tolist()) <= set(chances)


def assert_mean(values: NDArray[Any], expected: float, deviation: float) -> None:
    assert abs(values.mean() - expected) < 4 * deviation / sqrt(len(values))


def test_notes_are_a_perfect_memory_for_all() -> None:
    notes = MisterDiamond(BOX, notes=True)
    for texts, sure in (
        (["blind"] * 3, ["memory"] * 3),
        (["forgetful:0.5", "squirrel", "elephant"], ["memory", "elephant", "elephant"]),
    ):
        assert np.array_equal(simulated(notes, texts, 1000)[1], simulated(PLAIN, sure, 1000)[1])


def test_who_remembers_more_wins_more() -> None:
    texts = ["memory", "forgetful:0.03", "forgetful:0.1", "forgetful:0.3", "blind"]
    means = rows_of(simulated(PLAIN, texts, 100_000)[1], 5).mean(axis=0)
    assert sorted(means[:5], reverse=True) == means[:5].tolist()
    assert sorted(means[5:10], reverse=True) == means[5:10].tolist()


def test_who_begins_is_drawn_unless_it_is_fixed() -> None:
    """Of two with equal chances the first gets more rings in a deck of uneven length: as often one as the other."""
    drawn, zero, one = (
        simulated(MisterDiamond(replace(SMALL, thefts=0), first=first), ["blind"] * 2, 100_000)[1][:, :2].mean(axis=0)
        for first in (None, 0, 1)
    )
    assert zero[0] > zero[1] + 0.5
    assert one[1] > one[0] + 0.5
    assert abs(drawn[0] - drawn[1]) < 0.1


# What can never be


@pytest.mark.sample(3)
@pytest.mark.parametrize("seats", range(2, 9))
def test_no_game_has_more_than_the_box(seats: int) -> None:
    random = Random(seats)
    texts = [random.choice(SEATED) for _ in range(seats)]
    _, kept = simulated(MisterDiamond(BOX, expert=seats % 2 == 0), texts, 20_000)
    rings = kept[:, LIFTED] + kept[:, STUCK]
    assert kept[:, SEATS:].min() >= 0
    assert kept[:, LIFTED].max() <= BOX.loose
    assert rings.max() <= BOX.rings
    assert (kept[:, STOLEN] + kept[:, UNUSED]).max() <= BOX.thefts
    assert np.all(kept[:, DRAWN] == rings + kept[:, STOLEN] + kept[:, UNUSED])
    assert np.all((kept[:, DRAWN] == BOX.rings + BOX.thefts) | (kept[:, LIFTED] == BOX.loose))
    assert kept[:, :seats].max() <= 120
    assert not kept[:, seats:SEATS].any()


# Running it


def test_two_threads_count_what_one_counts() -> None:
    table, games = simulation(PLAIN, ["memory", "goldfish", "forgetful:0.1"]), 3 * CPU_BLOCK + 5
    one, two = (run(table, games, 7, device="cpu", threads=threads) for threads in (1, 2))
    assert one.games == two.games == games
    assert [part.tolist() for part in one.tally] == [part.tolist() for part in two.tally]
    assert one.tally.scores[:3].sum(axis=1).tolist() == [games] * 3


# What is refused


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_a_number_of_seats_that_the_box_does_not_have(seats: int) -> None:
    with pytest.raises(Refused) as refused:
        simulation(PLAIN, ["memory"] * seats)
    assert (refused.value.code, refused.value.facts) == ("seat-count", {"given": seats, "least": 2, "most": 8})


@pytest.mark.parametrize("first", [-1, 3])
def test_a_first_seat_that_is_not_there(first: int) -> None:
    with pytest.raises(Refused) as refused:
        simulation(MisterDiamond(BOX, first=first), ["memory"] * 3)
    assert (refused.value.code, refused.value.facts) == ("no-such-seat", {"given": first, "most": 2})


class Miser(Rememberer):
    """A bot of somebody else's."""


def test_a_bot_that_the_kernel_does_not_know() -> None:
    known = make_mister_bot("memory", Random(0))
    with pytest.raises(Refused) as refused:
        MisterSimulation(PLAIN, [known, Miser(0, Random(0)), known])
    assert (refused.value.code, refused.value.facts) == ("not-simulated", {"bot": "miser", "at": 2})


def test_prices_that_make_too_many_different_scores() -> None:
    box = replace(BOX, prices=(1, 99_991, 3, 5, 7, 11))
    with pytest.raises(ValueError, match="too many different scores"):
        simulation(MisterDiamond(box), ["memory"] * 2)
    wide = simulation(MisterDiamond(replace(BOX, prices=(1, 2, 3, 4, 5, 5000)), expert=True), ["memory"] * 2)
    assert wide.empty().scores.shape == (SEATS, 7 * 5015 + 7 * 5009 + 5 * 3 + 1)


@pytest.mark.parametrize("change", [{"thefts": 22}, {"places": 64}, {"most_seats": 9}])
def test_a_box_that_does_not_fit_into_words(change: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="too large for the fast kernel"):
        simulation(MisterDiamond(replace(BOX, **change)), ["memory"] * 2)
