"""The characters: each finishes its games, each has its temper."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest

from tacora.games.diamant import LEAVE, Diamant, Event, View
from tacora.games.diamant.bots import CHARACTERS, COMPANY, make_bot
from tacora.games.diamant.rules import Disaster, WentHome
from tests.strategies import GAMES
from tests.table import TACORA, WITH_RELICS, play

MANY = 300


def played(game: Diamant, seed: int) -> Iterator[tuple[View, tuple[Event, ...]]]:
    """A game of the three, step by step: what lay open before it, and what happened."""
    rng = Random(seed)
    bots = [make_bot(bot, rng) for bot in COMPANY]
    step = game.start(3, rng.randbytes(32))
    history = list(step.events)
    while pending := game.pending(step.state):
        before = game.observe(step.state, None)
        actions = {seat: bots[seat].choose(game.observe(step.state, seat), history) for seat in pending}
        step = game.apply(step.state, actions)
        history += step.events
        yield before, step.events
    assert game.outcome(step.state) is not None


@cache
def depths(game: Diamant) -> dict[str, float]:
    """How many cards each of them sees in an expedition, on average over many games."""
    seen = dict.fromkeys(COMPANY, 0)
    for seed in range(MANY):
        for view, events in played(game, seed):
            for event in events:
                if isinstance(event, WentHome):
                    for seat in event.seats:
                        seen[COMPANY[seat]] += len(view.tunnel)
                elif isinstance(event, Disaster):
                    for seat in event.victims:
                        seen[COMPANY[seat]] += len(view.tunnel) + 1
    return {bot: cards / MANY / game.edition.expeditions for bot, cards in seen.items()}


def leaving(bot: str, view: View) -> float:
    """How often it would leave here."""
    somebody = make_bot(bot, Random(1))
    return sum(somebody.choose(view, ()) is LEAVE for _ in range(400)) / 400


def test_the_characters_are_these() -> None:
    assert COMPANY == ("tortoise", "magpie", "badger")
    assert CHARACTERS == ("tortoise", "badger", "magpie", "champion")


@pytest.mark.long
@pytest.mark.parametrize("game", [TACORA, WITH_RELICS])
def test_the_badger_digs_deeper_than_the_tortoise(game: Diamant) -> None:
    cards = depths(game)
    assert cards["tortoise"] + 1 < cards["badger"]
    assert cards["tortoise"] < cards["magpie"]
    assert min(cards.values()) > 2
    assert len({round(depth, 1) for depth in cards.values()}) == 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.edition.name} {game.with_relics} {game.chests}")
def test_they_finish_games_of_every_box(game: Diamant) -> None:
    for seed in range(5):
        assert sum(1 for _ in played(game, seed)) >= game.edition.expeditions


def test_games_from_the_same_numbers_are_the_same() -> None:
    assert [events for _, events in played(TACORA, 5)] == [events for _, events in played(TACORA, 5)]


@pytest.mark.long
def test_a_character_cannot_be_read_at_once() -> None:
    """In some situation of a game each of them might do either."""
    unsure = set()
    for seed in range(20):
        for view, _ in played(TACORA, seed):
            seats = view.inside[:1]
            shown = msgspec.structs.replace(view, seat=seats[0])
            unsure |= {bot for bot in COMPANY if 0.05 < leaving(bot, shown) < 0.95 and bot not in unsure}
        if len(unsure) == 3:
            break
    assert unsure == set(COMPANY)


def test_the_tortoise_goes_home_with_a_small_sum_and_never_with_nothing() -> None:
    assert leaving("tortoise", play(TACORA, 3, "11 CCC 17").view(0)) == 1.0
    assert leaving("tortoise", play(TACORA, 3, "lava CCC snakes CCC rams").view(0)) == 0.0
    one, two = play(TACORA, 3, "11 CCC lava").view(0), play(TACORA, 3, "11 CCC lava CCC rams").view(0)
    assert leaving("tortoise", one) < 0.5 < leaving("tortoise", two)


def test_the_magpie_is_drawn_by_what_lies_on_the_path() -> None:
    bare, rich = play(TACORA, 3, "3 CCC 9").view(0), play(TACORA, 3, "2 CCC 5 CCC 14").view(0)
    assert (bare.path, rich.path) == (0, 6)
    assert leaving("magpie", bare) == 0.0
    assert leaving("magpie", msgspec.structs.replace(rich, held=0)) > 0.3
    relic = play(WITH_RELICS, 3, "R5").view(0)
    assert leaving("magpie", relic) > 0.3


def test_the_badger_digs_on_when_it_is_behind_in_the_last_caves() -> None:
    view = play(TACORA, 3, "11 CCC lava CCC rams CCC snakes").view(0)
    last = msgspec.structs.replace(view, expedition=5)
    behind = msgspec.structs.replace(last, chests=(0, 40, 10))
    ahead = msgspec.structs.replace(last, chests=(50, 40, 10))
    early = msgspec.structs.replace(view, chests=(0, 40, 10))
    assert leaving("badger", behind) < leaving("badger", ahead)
    assert leaving("badger", behind) < leaving("badger", early)


def test_the_badger_takes_a_fortune_home() -> None:
    rich = msgspec.structs.replace(play(TACORA, 3, "11 CCC lava").view(0), held=20)
    assert leaving("badger", rich) == 1.0
    safe = msgspec.structs.replace(play(TACORA, 3, "11").view(0), held=20)
    assert leaving("badger", safe) == 0.0
