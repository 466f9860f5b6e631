"""Reading a table: all of it comes from what everybody saw, and it finds out who plays what."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings

from tacora.game import Seat
from tacora.games.diamant import LEAVE, Diamant, Event
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.onlooker import Onlooker
from tacora.games.diamant.bots.reading import CHAMPION, KNOWN, Reader
from tacora.games.diamant.rules import WentHome
from tests.examples import examples
from tests.strategies import games, whole_games
from tests.table import SCHMIDT, Table, play

MANY = 1000


def read(game: Diamant, bots: Sequence[str], seed: int, expeditions: int = 5) -> tuple[Reader, list[Event]]:
    """What the first of these bots has read at its last decision, and what happened before it."""
    rng = Random(seed)
    players = [make_bot(bot, rng) for bot in bots]
    step = game.start(len(players), rng.randbytes(32))
    history: list[Event] = list(step.events)
    reader, heard = Reader(game, len(players), 0), list[Event]()
    while (pending := game.pending(step.state)) and step.state.expedition <= expeditions:
        views = {seat: game.observe(step.state, seat) for seat in pending}
        if 0 in views:
            assert reader.read(views[0], tuple(history))
            heard = list(history)
        step = game.apply(step.state, {seat: players[seat].choose(view, history) for seat, view in views.items()})
        history += step.events
    return reader, heard


@settings(max_examples=examples(60), deadline=None)
@given(whole_games(games()))
def test_public_events_tell_what_every_seat_saw_before_every_decision(table: Table) -> None:
    """So a reader needs nothing that is hidden from its seat."""
    onlooker = Onlooker(table.game, table.seats)
    before = [step.state for step in table.steps if table.game.pending(step.state)]
    seen = 0
    for (_, revealed), state in zip(onlooker.watch(table.events), before, strict=True):
        for seat in range(table.seats):
            assert onlooker.view(seat) == table.game.observe(state, seat)
        assert sorted((*revealed.leaving, *revealed.continuing)) == list(table.game.pending(state))
        seen += 1
    assert seen == len(table.actions)


@pytest.mark.parametrize("name", [*KNOWN])
def test_the_chance_to_leave_is_how_often_a_strategy_leaves(name: str) -> None:
    tables = [
        play(SCHMIDT, 3, "11 CCC 17"),
        play(SCHMIDT, 3, "5 CCC snakes CCC gas"),
        play(SCHMIDT, 3, "2 CCC 5 CCC 14 CLL 7"),
        play(SCHMIDT, 3, "11 CCC snakes CCC 9 CCC gas CCC 15 CCC rockfall"),
    ]
    for table in tables:
        view = table.view(0)
        bot = make_bot(name, Random(7))
        left = sum(bot.choose(view, table.events) is LEAVE for _ in range(MANY)) / MANY
        assert left == pytest.approx(KNOWN[name].leaving(view, table.events), abs=0.07)


def test_four_that_leave_with_eight_gems_are_found_out() -> None:
    """As soon as they have come home in two expeditions; eight and its neighbours are hard to tell apart."""
    found = 0
    for seed in range(14):
        reader, history = read(SCHMIDT, ["champion", *["gems:8"] * 4], seed)
        if sum(1 in event.seats for event in history if isinstance(event, WentHome)) < 2:
            continue
        found += 1
        for seat in reader.others:
            weights = reader.weights(seat)
            assert sum(weights.values()) == pytest.approx(1)
            assert sum(weights[f"gems:{n}"] for n in (7, 8, 9)) > 0.8
    assert found >= 3


@pytest.mark.parametrize("bot", ["champion", "ev", "magpie", "badger", "tortoise", "hazards:2", "cards:5"])
@pytest.mark.repeats
def test_whoever_is_known_is_recognised(bot: str) -> None:
    """At the end of a game, on average over some."""
    found = [read(SCHMIDT, ["champion", *[bot] * 4], seed)[0].weights(1)[bot] for seed in range(8)]
    assert sum(found) / len(found) > 0.7


def test_a_mixed_table_is_read_seat_by_seat() -> None:
    others = ["gems:3", "badger", "hazards:2", "random:0.7"]
    readers = [read(SCHMIDT, ["champion", *others], seed)[0] for seed in range(6)]
    for seat, bot in enumerate(others, 1):
        family = bot.partition(":")[0]
        found = [
            sum(weight for name, weight in reader.weights(seat).items() if name.startswith(family))
            for reader in readers
        ]
        assert sum(found) / len(found) > 0.7, bot


def test_before_anything_happened_the_champion_is_the_likeliest() -> None:
    reader = Reader(SCHMIDT, 5, 2)
    assert reader.others == (0, 1, 3, 4)
    weights = reader.weights(0)
    assert max(weights, key=lambda name: weights[name]) == CHAMPION


def test_what_no_strategy_would_do_excludes_nobody() -> None:
    """One leaves with nothing where nothing threatens, and stays where everything does."""
    table = play(SCHMIDT, 3, "snakes CLC 5 C-C 17 C-C gas C-C 15 C-C rockfall C-C 13 C-C 14")
    reader = Reader(SCHMIDT, 3, 0)
    assert reader.read(table.view(0), table.events)
    for seat in reader.others:
        assert min(reader.weights(seat).values()) > 0
    assert len(reader.draws(16, Random(1))) == 16


def test_what_was_heard_is_not_heard_again() -> None:
    table = play(SCHMIDT, 3, "11 CCC 5 CCC 7 CLC 9")
    whole, parts = Reader(SCHMIDT, 3, 0), Reader(SCHMIDT, 3, 0)
    whole.read(table.view(0), table.events)
    history: list[Event] = []
    for step in table.steps:
        history += step.events
        parts.read(SCHMIDT.observe(step.state, 0), tuple(history))
        parts.read(SCHMIDT.observe(step.state, 0), tuple(history))
    assert whole.decisions == parts.decisions == 6
    assert whole.weights(1) == pytest.approx(parts.weights(1))


def test_a_history_of_another_game_is_not_believed() -> None:
    table, other = play(SCHMIDT, 3, "11 CCC 5"), play(SCHMIDT, 3, "11 CCC 7")
    reader = Reader(SCHMIDT, 3, 0)
    assert not reader.read(table.view(0), ())
    assert not reader.read(table.view(0), other.events)
    assert reader.read(table.view(0), table.events) is False, "a shorter or changed history cannot be mended"
    assert Reader(SCHMIDT, 3, 0).read(table.view(0), table.events)


def test_a_history_without_its_beginning_is_not_believed() -> None:
    """Nor one that goes on in another game than it began in."""
    table = play(SCHMIDT, 3, "11 CCC 5 CCC 7 CLC 9")
    for history in (table.steps[-1].events, table.events[1:], play(SCHMIDT, 4, "11 CCCC 5").events):
        reader = Reader(SCHMIDT, 3, 0)
        assert not reader.read(table.view(0), history)
        assert reader.decisions == 0
    reader = Reader(SCHMIDT, 3, 0)
    early = play(SCHMIDT, 3, "11 LLC 5").events
    reader.read(table.view(0), early)
    assert not reader.read(table.view(0), early + table.events)


def test_guesses_are_drawn_as_often_as_they_are_likely() -> None:
    reader, _ = read(SCHMIDT, ["champion", "gems:3", "gems:12", "ev", "hazards:2"], 3, expeditions=2)
    guesses = reader.draws(4000, Random(5))
    for seat in reader.others:
        weights = reader.weights(seat)
        for name in KNOWN:
            drawn = sum(guess[seat] == name for guess in guesses) / len(guesses)
            assert drawn == pytest.approx(weights[name], abs=0.01)


def seats_of(guess: dict[Seat, str]) -> list[Seat]:
    return sorted(guess)


def test_a_guess_names_all_the_others() -> None:
    reader = Reader(SCHMIDT, 5, 1)
    for count in (1, 2, 16):
        guesses = reader.draws(count, Random(0))
        assert [seats_of(guess) for guess in guesses] == [[0, 2, 3, 4]] * count
