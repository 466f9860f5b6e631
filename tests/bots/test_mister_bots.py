"""Players of Mister Diamond: what they remember, what they steal, and that they know no more than their seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tacora.bots.bot import Bot
from tacora.game import Refused, Seat
from tacora.games.mister_diamond import Action, Decline, Event, Lift, MisterDiamond, Ring, State, Steal, View
from tacora.games.mister_diamond.bots import MISTER_BOTS, MISTER_CHARACTERS, Thieving, make_mister_bot
from tacora.games.mister_diamond.bots.foresight import FEW
from tacora.games.mister_diamond.editions import RingCard, TheftCard
from tacora.games.mister_diamond.rules import Declined, GameBegan, Lifted, RingDrawn, Stolen, Stuck, TheftDrawn
from tests.examples import examples
from tests.mister_diamond.strategies import games, otherwise_hidden, whole_matches, with_first_written
from tests.mister_diamond.table import BOX, NOTES, PLAIN, Table, play
from tests.mister_diamond.table import replay as played_again

WRITTEN = (
    *(text.replace("P", "0.1") for text in MISTER_BOTS if "THEFT" not in text),
    *(f"forgetful:0.1:{thieving}" for thieving in Thieving),
)
"""Every bot, with a number where it takes one, and every way to steal."""


class Game(NamedTuple):
    """A whole game of bots: every state in which one of them chose, what it chose, and all that happened."""

    final: State
    states: tuple[State, ...]
    chosen: tuple[Action, ...]
    history: tuple[Event, ...]


def at_the_table(game: MisterDiamond, texts: Sequence[str], seed: int) -> Game:
    """Bots play to the end, each with dice of its own."""
    rng = Random(seed)
    step = game.start(len(texts), rng.randbytes(32))
    bots = [make_mister_bot(text, Random(rng.random())) for text in texts]
    states, chosen, history = [], [], list(step.events)
    while pending := game.pending(step.state):
        seat = pending[0]
        states.append(step.state)
        chosen.append(bots[seat].choose(game.observe(step.state, seat), history))
        step = game.apply(step.state, {seat: chosen[-1]})
        history += step.events
    assert game.outcome(step.state) is not None
    return Game(step.state, tuple(states), tuple(chosen), tuple(history))


def looks_ahead(text: str) -> bool:
    return text in ("master", "elephant", "squirrel") or text.endswith(("best", "weighed"))


def choices(text: str, view: View, history: Sequence[Event], times: int = 400) -> set[str]:
    """All that a bot of this kind might do here, each time asked for the first time."""
    return {str(make_mister_bot(text, Random(seed)).choose(view, history)) for seed in range(times)}


# How they are written


def test_the_list_names_every_bot() -> None:
    known = "blind memory master forgetful:P forgetful:P:THEFT elephant squirrel goldfish"
    assert " ".join(MISTER_BOTS) == known
    assert " ".join(MISTER_CHARACTERS) == "goldfish squirrel elephant"
    view = play(PLAIN, 2, "3000").view(0)
    for text in WRITTEN:
        assert isinstance(make_mister_bot(text, Random(0)).choose(view, ()), Lift)


@pytest.mark.parametrize("text", ["", "nobody", "Blind", "memory ", "tortoise", "gems:10", ":0.5", "forget:0.5"])
def test_what_is_no_bot(text: str) -> None:
    with pytest.raises(Refused) as refused:
        make_mister_bot(text, Random(0))
    assert refused.value.code == "unknown-bot"
    assert refused.value.facts == {"bot": text, "known": ", ".join(MISTER_BOTS)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((f"{bot}:0.5", "none") for bot in ("blind", "memory", "master", *MISTER_CHARACTERS)),
        ("memory:", "none"),
        ("forgetful:0.1:", "theft"),
        ("forgetful:0.1:greedy", "theft"),
        ("forgetful::best", "probability"),
        ("forgetful", "probability"),
        *((f"forgetful:{number}", "probability") for number in ("", "x", "-0.1", "1.1", "nan", "inf", "10%")),
    ],
)
def test_a_wrong_number_behind_the_colon(text: str, expected: str) -> None:
    with pytest.raises(Refused) as refused:
        make_mister_bot(text, Random(0))
    assert (refused.value.code, refused.value.facts) == ("bot-parameter", {"bot": text, "expected": expected})


# What they remember

FAILED = play(PLAIN, 2, "1000 1, 1000 2, 1000 3, 2000 17, 2000")
"""1, 2 and 3 proved to be fixed, 17 is gone."""
STANDING = {str(place) for place in range(1, 43)} - {"17"}


def test_memory_tries_any_place_but_those_it_saw_fail() -> None:
    assert choices("memory", FAILED.view(0), FAILED.events) == STANDING - {"1", "2", "3"}


def test_blind_tries_any_place() -> None:
    assert choices("blind", FAILED.view(0), FAILED.events) == STANDING


def test_a_forgetful_bot_tries_a_failed_place_now_and_then() -> None:
    assert choices("forgetful:0.3", FAILED.view(0), FAILED.events) == STANDING


def again(text: str, *turns: Event) -> float:
    """How often a bot still avoids, after these turns, the one place that failed; it has but two to choose from."""
    history: list[Event] = [GameBegan(1, 0), RingDrawn(0, 1000), Stuck(0, 1, 1000), *turns]
    view = replace(play(PLAIN, 2, "1000 1, 3000").view(1), board=(1, 30))
    rng = Random(7)
    return sum(make_mister_bot(text, rng).choose(view, history) == Lift(30) for _ in range(4000)) / 4000


RING, THEFT, IDLE, DECLINED = RingDrawn(1, 3000), TheftDrawn(1, True), TheftDrawn(1, False), Declined(1)
TURN: list[Event] = [RING, Lifted(1, 20, 3000)]
ROBBERY: list[Event] = [THEFT, Stolen(1, 0, 3000)]


@pytest.mark.parametrize(
    ("fade", "turns", "passed"),
    [
        (0.1, [RING], 1),
        (0.1, [*TURN * 4, RING], 5),
        (0.5, [RING], 1),
        (0.5, [*TURN * 2, RING], 3),
        (0.9, [RING], 1),
        (0.5, [THEFT, DECLINED, RING], 1),
        (0.3, [*ROBBERY * 2, RING], 3),
        (0.5, [IDLE, IDLE, RING], 1),
    ],
)
def test_a_place_fades_with_its_probability_at_every_turn(fade: float, turns: list[Event], passed: int) -> None:
    """Remembered with (1 - P) to the power of the turns; once forgotten, it is as good as the other place.

    A theft put aside or declined and the card drawn after it are one turn.
    """
    remembered = (1 - fade) ** passed
    assert again(f"forgetful:{fade}", *turns) == pytest.approx(remembered + (1 - remembered) / 2, abs=0.03)


def test_a_place_that_failed_again_is_remembered_again() -> None:
    """Nobody forgets what was seen this very turn but the blind, and the forgetful with their probability."""
    table = play(PLAIN, 2, "1000 1, 2000 1, 3000")
    assert "1" not in choices("memory", table.view(0), table.events)
    assert "1" in choices("blind", table.view(0), table.events)


@pytest.mark.parametrize(("forgetful", "same"), [("forgetful:0", "memory"), ("forgetful:1", "blind")])
@pytest.mark.parametrize("seed", range(10))
def test_the_ends_of_forgetfulness(forgetful: str, same: str, seed: int) -> None:
    """The same dice, the same game, move by move."""
    one = at_the_table(MisterDiamond(BOX, games=2), [forgetful, "goldfish", forgetful], seed)
    other = at_the_table(MisterDiamond(BOX, games=2), [same, "goldfish", same], seed)
    assert one == other
    third = at_the_table(MisterDiamond(BOX, games=2), ["forgetful:0.5", "goldfish", "forgetful:0.5"], seed)
    assert third != one


@pytest.mark.parametrize("bot", ["memory", "elephant", "master"])
@pytest.mark.parametrize("seed", range(15))
def test_a_perfect_memory_never_tries_a_failed_place_while_another_is_left(bot: str, seed: int) -> None:
    """In the first of two games; who looks ahead may leave one of the last diamonds of the match where it is."""
    game = at_the_table(MisterDiamond(BOX, games=2), [bot, "blind", bot], seed)
    asked = 0
    for state, chosen in zip(game.states, game.chosen, strict=True):
        if state.turn != 1 and isinstance(chosen, Lift) and state.tried and (bot == "memory" or state.game == 1):
            asked += 1
            assert chosen.place not in state.tried
    assert asked > 15


def test_blind_bots_do_try_failed_places() -> None:
    game = at_the_table(PLAIN, ["blind", "blind"], 1)
    pairs = zip(game.states, game.chosen, strict=True)
    assert any(isinstance(chosen, Lift) and chosen.place in state.tried for state, chosen in pairs)


@pytest.mark.parametrize("bot", WRITTEN)
def test_with_notes_nobody_tries_what_is_marked(bot: str) -> None:
    """What the notes show is read, not remembered. Who looks ahead may, at the end."""
    for seed in range(5):
        game = at_the_table(NOTES, [bot, bot], seed)
        for state, chosen in zip(game.states, game.chosen, strict=True):
            late = len(state.board) - BOX.fixed <= FEW
            assert not isinstance(chosen, Lift) or chosen.place not in state.tried or (late and looks_ahead(bot))


def test_where_only_failed_places_are_left_one_of_them_is_tried() -> None:
    table = play(PLAIN, 2, "1000 1, 1000 2, 2000")
    view = replace(table.view(0), board=(1, 2))
    assert choices("memory", view, table.events) == {"1", "2"}


def test_a_new_game_of_a_match_begins_with_nothing_remembered() -> None:
    """The same places may be loose now."""
    history = (*FAILED.events, GameBegan(2, 1), RingDrawn(1, 1000))
    view = replace(FAILED.view(1), board=tuple(range(1, 43)), game=2, games=2)
    assert choices("memory", view, history) == {str(place) for place in range(1, 43)}
    listening = make_mister_bot("memory", Random(3))
    listening.choose(FAILED.view(1), FAILED.events)
    assert {str(listening.choose(view, history)) for _ in range(600)} >= {"1", "2", "3"}


@settings(max_examples=examples(15))
@given(whole_matches(games(notes=False)), st.data())
def test_whoever_joins_late_learns_from_the_whole_history(table: Table, data: st.DataObject) -> None:
    """As after a game was resumed: a perfect memory avoids all that failed, whoever tried it and when."""
    moment = data.draw(st.integers(0, len(table.actions) - 1), label="decisions taken")
    state = table.steps[moment].state
    assume(isinstance(state.card, RingCard))
    history = [event for step in table.steps[: moment + 1] for event in step.events]
    view = table.game.observe(state, state.turn)
    allowed = {str(place) for place in state.board if place not in state.tried}
    assert choices("memory", view, history, times=30) <= allowed


def test_late_or_not_the_memory_is_the_same() -> None:
    late = choices("memory", FAILED.view(0), FAILED.events)
    always: set[str] = set()
    for seed in range(400):
        bot = make_mister_bot("memory", Random(seed))
        heard: list[Event] = []
        for step in FAILED.steps:
            heard += step.events
            choice = bot.choose(FAILED.game.observe(step.state, 0), heard)
        always.add(str(choice))
    assert always == late


# What they steal


def theft(rings: Sequence[str], *, thief: Seat = 0, totals: tuple[int, ...] | None = None) -> View:
    """A theft card drawn before these rings; `3000*` carries a diamond."""
    owned = tuple(tuple(Ring(int(r.rstrip("*")), r.endswith("*")) for r in text.split()) for text in rings)
    scores = tuple(sum(ring.price for ring in mine if ring.set) for mine in owned)
    base = play(PLAIN, len(rings), "3000").view(thief)
    return replace(base, card=TheftCard(), turn=thief, rings=owned, scores=scores, totals=totals or (0,) * len(rings))


THIEVES = ("blind", "memory", "forgetful:0.1", "forgetful:0.5:dearest")
THEFTS: list[tuple[str, View, str]] = [
    ("the only one", theft(["3000", "3000*", "5000*"]), "steal 1 3000"),
    ("the dearest", theft(["3000 5000", "3000*", "5000*"]), "steal 2 5000"),
    ("the dearest of one victim", theft(["1000 2000", "2000* 1000*", "6000*"]), "steal 1 2000"),
    ("what it has no ring for is of no use", theft(["1000", "1000*", "6000*"]), "steal 1 1000"),
    ("from the leader", theft(["3000", "3000*", "3000* 1000*", "3000*"]), "steal 2 3000"),
    ("the dearest, though the leader has a cheaper one", theft(["3000 1000", "3000*", "1000* 6000*"]), "steal 1 3000"),
    ("the leader of the match", theft(["3000", "3000* 6000*", "3000*"], totals=(0, 0, 9000)), "steal 2 3000"),
    ("the leader, later in the order", theft(["3000*", "3000", "3000* 1000*"], thief=1), "steal 2 3000"),
    ("of equals the first", theft(["3000", "3000*", "3000*"]), "steal 1 3000"),
]


@pytest.mark.parametrize("bot", THIEVES)
@pytest.mark.parametrize(("view", "expected"), [pytest.param(v, e, id=name) for name, v, e in THEFTS])
def test_a_sensible_thief(bot: str, view: View, expected: str) -> None:
    assert choices(bot, view, (), times=20) == {expected}


@pytest.mark.parametrize("bot", ["goldfish", "forgetful:0:any"])
def test_the_goldfish_steals_whatever_glitters(bot: str) -> None:
    view = theft(["3000 5000", "3000*", "5000* 3000*"])
    assert choices(bot, view, ()) == {"steal 1 3000", "steal 2 5000", "steal 2 3000"}


def test_some_never_steal() -> None:
    assert choices("forgetful:0:never", theft(["3000", "3000*"]), ()) == {"decline"}


@pytest.mark.sample(4)
@pytest.mark.parametrize("bot", WRITTEN)
def test_every_choice_is_legal_and_games_end(bot: str) -> None:
    """Two to eight of a kind, all options; applying an illegal choice would raise."""
    stolen = 0
    for seats in range(2, 9):
        game = at_the_table(MisterDiamond(BOX, expert=seats % 2 == 0, notes=seats == 3, games=2), [bot] * seats, seats)
        stolen += sum(isinstance(chosen, Steal | Decline) for chosen in game.chosen)
        assert {event.game for event in game.history if isinstance(event, GameBegan)} == {1, 2}
    assert stolen > 5


def test_who_robs_the_dearest_or_anybody_declines_nothing() -> None:
    for seed in range(5):
        game = at_the_table(PLAIN, ["memory", "blind", "goldfish"], seed)
        for state, chosen in zip(game.states, game.chosen, strict=True):
            assert isinstance(chosen, Steal) == isinstance(state.card, TheftCard)
        drawn = [event for event in game.history if isinstance(event, TheftDrawn) and event.possible]
        assert len(drawn) == sum(isinstance(chosen, Steal) for chosen in game.chosen)


# Nothing hidden


@settings(max_examples=examples(40))
@given(whole_matches(), st.data(), st.sampled_from(WRITTEN), st.randoms(use_true_random=False))
def test_a_bot_knows_no_more_than_its_seat(table: Table, data: st.DataObject, text: str, random: Random) -> None:
    """The same things seen, everything else made up anew: the same choice from the same dice, all the way."""
    moment = data.draw(st.integers(0, len(table.actions) - 1), label="decisions taken")
    game = with_first_written(table)
    other = played_again(game, table.seats, otherwise_hidden(table, moment, random), table.actions[:moment])
    seat = table.steps[moment].state.turn
    chosen: list[list[Action]] = []
    for match in (table, other):
        bot: Bot[View, Event, Action] = make_mister_bot(text, Random(5))
        heard: list[Event] = []
        mine = []
        for step in match.steps[: moment + 1]:
            heard += step.events
            if step.state.turn == seat and match.game.pending(step.state):
                mine.append(bot.choose(match.game.observe(step.state, seat), heard))
        chosen.append(mine)
    assert chosen[0]
    assert chosen[0] == chosen[1]


# The characters

COUPLES = [("elephant", "goldfish"), ("elephant", "squirrel"), ("squirrel", "goldfish")]
MANY = 300


@cache
def advantage(one: str, other: str) -> float:
    """Dollars by which the one is better, a game, on average: each deal is played twice, with the seats changed."""
    total = 0
    for seed in range(MANY):
        first, second = (at_the_table(PLAIN, pair, seed).final.totals for pair in ((one, other), (other, one)))
        total += first[0] - first[1] + second[1] - second[0]
    return total / (2 * MANY)


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), COUPLES)
def test_a_better_memory_wins(better: str, worse: str) -> None:
    assert advantage(better, worse) > 1000


@pytest.mark.thorough
@pytest.mark.repeats
def test_the_difference_grows_with_what_is_forgotten() -> None:
    assert advantage("elephant", "goldfish") > advantage("elephant", "squirrel") > 0


def wasted(bot: str) -> float:
    """How often, in a game of three of them, somebody tries a place that all have seen fail, before the last ones."""
    count = 0
    for seed in range(60):
        game = at_the_table(PLAIN, [bot] * 3, seed)
        pairs = zip(game.states, game.chosen, strict=True)
        count += sum(
            isinstance(chosen, Lift) and chosen.place in state.tried and len(state.board) - BOX.fixed > FEW
            for state, chosen in pairs
        )
    return count / 60


@pytest.mark.thorough
def test_three_tempers() -> None:
    """None wasted, a few, many; and even a goldfish remembers more than nothing."""
    blind, goldfish, squirrel, elephant = (wasted(bot) for bot in ("blind", *MISTER_CHARACTERS))
    assert elephant == 0
    assert 0.5 < squirrel < goldfish - 2
    assert goldfish < blind


def test_games_from_the_same_numbers_are_the_same() -> None:
    assert at_the_table(PLAIN, MISTER_CHARACTERS, 4) == at_the_table(PLAIN, MISTER_CHARACTERS, 4)
    assert at_the_table(PLAIN, MISTER_CHARACTERS, 4) != at_the_table(PLAIN, MISTER_CHARACTERS, 5)
