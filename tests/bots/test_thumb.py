"""The rules of thumb of docs/strategy.md, each by itself, and the bots that the page plays against them."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from tacora.games.diamant import CONTINUE, LEAVE, Decision, Diamant, Event, View
from tacora.games.diamant.bots import DiamantBot, make_bot
from tacora.games.diamant.bots.thumb import (
    ENOUGH,
    FIRST,
    FIRST_BY_A_COIN,
    GO,
    NEXT,
    NOBODY,
    STAY,
    TOSS,
    advice,
    seen_in,
)
from tests.examples import examples
from tests.strategies import GAMES, games, whole_games
from tests.table import TACORA, WITH_RELICS, Table, play

LESSONS = Path(__file__).parents[2] / "docs" / "examples" / "lessons.py"


def says(view: View, history: Sequence[Event] = ()) -> int:
    return advice(*seen_in(view, history))


def after(expedition: str, chests: tuple[int, ...] = (0, 0, 0)) -> View:
    """What the first of three sees after these cards and decisions, with these chests."""
    return replace(play(TACORA, 3, expedition).view(0), chests=chests)


def path(gems: int, view: View) -> View:
    return replace(view, lying=(gems, *(0 for _ in view.lying[1:])))


ALL_INSIDE = after("17 CCC snakes", chests=(10, 9, 5))
"""In front of the others."""
ONE_AT_CAMP = replace(ALL_INSIDE, inside=(0, 1), held=9)
ALONE = replace(ALL_INSIDE, inside=(0,))


def test_without_a_hazard_it_stays() -> None:
    assert says(path(30, after("17 CCC 11", chests=(10, 9, 5)))) == STAY
    assert says(path(30, ALL_INSIDE)) == GO


def test_it_never_goes_home_behind_somebody_at_camp() -> None:
    assert says(path(6, replace(ONE_AT_CAMP, chests=(10, 0, 24)))) == GO
    assert says(path(6, replace(ONE_AT_CAMP, chests=(10, 0, 25)))) == STAY
    for hazards, held, prize, rival, last in product((0, 1, 5), (0, 9), (0, 6), (NOBODY, 0, 8), (False, True)):
        assert advice(hazards, held, prize, 10, 10 + held + prize, rival, last) == STAY


def test_in_front_it_is_the_first_to_leave_for_a_rich_path_only() -> None:
    assert says(path(FIRST, ALL_INSIDE)) == GO
    assert says(path(FIRST - 1, ALL_INSIDE)) == STAY
    assert says(path(FIRST - 1, replace(ALL_INSIDE, held=50))) == STAY


def test_level_or_behind_it_tosses_a_coin_whether_to_be_the_first_if_the_path_puts_it_in_front() -> None:
    level = replace(ALL_INSIDE, chests=(10, 10, 5))
    assert says(path(FIRST_BY_A_COIN, level)) == TOSS
    assert says(path(FIRST_BY_A_COIN - 1, level)) == STAY
    behind = replace(ALL_INSIDE, chests=(10, 15, 5))
    assert says(path(6, behind)) == TOSS
    assert says(path(5, behind)) == STAY


def test_in_front_of_those_inside_it_leaves_for_little_once_somebody_has_left() -> None:
    assert says(path(NEXT, ONE_AT_CAMP)) == GO
    assert says(path(NEXT - 1, ONE_AT_CAMP)) == STAY


def test_once_somebody_has_left_it_tosses_a_coin_if_level_and_stays_if_behind() -> None:
    assert says(path(NEXT, replace(ONE_AT_CAMP, chests=(10, 10, 5)))) == TOSS
    assert says(path(NEXT - 1, replace(ONE_AT_CAMP, chests=(10, 10, 5)))) == STAY
    assert says(path(9, replace(ONE_AT_CAMP, chests=(10, 11, 5)))) == STAY


def test_alone_it_goes_home_with_enough() -> None:
    lone = replace(ALONE, held=ENOUGH - 2)
    assert says(path(1, lone)) == STAY
    assert says(path(2, lone)) == GO
    assert says(path(2, replace(lone, chests=(0, ENOUGH, 0)))) == STAY


def test_in_the_last_cave_it_leaves_as_soon_as_it_is_in_front_of_everybody() -> None:
    view = path(0, replace(ONE_AT_CAMP, held=3, chests=(10, 9, 12)))
    assert says(view) == STAY
    last = replace(view, expedition=5)
    assert says(last) == GO
    assert says(replace(last, chests=(10, 9, 13))) == STAY
    assert says(replace(last, chests=(10, 10, 12))) == STAY
    assert says(replace(last, inside=(0,))) == GO
    assert says(replace(last, inside=(0, 1, 2), chests=(30, 9, 12))) == STAY


def test_a_relic_counts_like_gems_on_the_path() -> None:
    view = replace(play(WITH_RELICS, 3, "R5 CCC snakes").view(0), chests=(10, 9, 5))
    assert (view.path, seen_in(view, ()).prize) == (0, 5)
    assert says(path(FIRST - 5, view)) == GO
    assert says(path(FIRST - 6, view)) == STAY


def test_it_does_what_the_rules_say_and_a_coin_falls_either_way() -> None:
    level = path(FIRST, replace(ALL_INSIDE, chests=(10, 10, 5)))
    cases = [(path(FIRST, ALL_INSIDE), 1000, 1000), (path(0, ALL_INSIDE), 0, 0), (level, 450, 550)]
    for view, least, most in cases:
        bot = make_bot("thumb", Random(7))
        assert least <= sum(bot.choose(view, ()) is LEAVE for _ in range(1000)) <= most


# At every table


@settings(max_examples=examples(40), deadline=None)
@given(whole_games(games(chests="hidden")))
def test_closed_chests_change_nothing_for_it(table: Table) -> None:
    hidden = table.game
    shown = Diamant(hidden.edition, relics=hidden.with_relics, chests="open")
    history: list[Event] = []
    for step in table.steps:
        history += step.events
        for seat in hidden.pending(step.state):
            closed, opened = hidden.observe(step.state, seat), shown.observe(step.state, seat)
            assert seen_in(closed, history) == seen_in(opened, ())


def finished(game: Diamant, bots: Sequence[DiamantBot], seed: int) -> int:
    """Play a game, and count its decisions; the engine refuses what is not allowed."""
    step, history, decisions = game.start(len(bots), seed.to_bytes(32, "big")), list[Event](), 0
    while inside := game.pending(step.state):
        history += step.events
        step = game.apply(
            step.state, {seat: bots[seat].choose(game.observe(step.state, seat), history) for seat in inside}
        )
        decisions += len(inside)
    assert game.outcome(step.state) is not None
    return decisions


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.edition.name} {game.with_relics} {game.chests}")
def test_it_plays_every_box_with_every_number_of_players(game: Diamant) -> None:
    for seats in range(game.edition.least_seats, game.edition.most_seats + 1):
        bots = [make_bot("thumb" if seat % 2 else "random:0.2", Random(seat)) for seat in range(seats)]
        assert finished(game, bots, seed=seats) >= seats * game.edition.expeditions


# The bots of docs/examples/lessons.py


@pytest.fixture(scope="module")
def lessons() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lessons", LESSONS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made(lessons: ModuleType, name: str) -> DiamantBot:
    copies = name in ("Sheep", "Shadow")
    bot: DiamantBot = getattr(lessons, name)() if copies else getattr(lessons, name)(Random(1))
    return bot


def lesson(lessons: ModuleType, name: str, table: Table) -> Decision:
    return made(lessons, name).choose(table.view(0), table.events)


@pytest.mark.parametrize("game", [TACORA, WITH_RELICS], ids=["without relics", "with relics"])
def test_all_of_them_play_whole_games(lessons: ModuleType, game: Diamant) -> None:
    names = [name for name, each in vars(lessons).items() if hasattr(each, "choose")]
    assert len(names) == 10
    for name in names:
        bots = [made(lessons, name), *(make_bot("random:0.2", Random(seat)) for seat in range(4))]
        assert finished(game, bots, seed=4) > 0


def test_a_copy_is_one_card_late(lessons: ModuleType) -> None:
    first, then = play(TACORA, 3, "17 CCC 11"), play(TACORA, 3, "17 CCC 11 CCL 5")
    assert lesson(lessons, "Sheep", first) is CONTINUE
    assert lesson(lessons, "Sheep", then) is LEAVE
    assert lesson(lessons, "Nervous", then) is LEAVE
    assert lesson(lessons, "Thumb", then) is CONTINUE


def test_who_left_an_earlier_cave_is_not_copied(lessons: ModuleType) -> None:
    table = play(TACORA, 3, "17 CCC 11 LLL", "5")
    assert lesson(lessons, "Sheep", table) is CONTINUE


def test_a_shadow_follows_the_leader_and_nobody_else(lessons: ModuleType) -> None:
    begun = "17 CLC 11 L-L"
    assert play(TACORA, 3, begun, "5").chests[1] < play(TACORA, 3, begun, "5").chests[2]
    assert lesson(lessons, "Shadow", play(TACORA, 3, begun, "5 CLC 7")) is CONTINUE
    assert lesson(lessons, "Shadow", play(TACORA, 3, begun, "5 CCL 7")) is LEAVE


@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("Fearful", path(FIRST, after("17 CCC 11", chests=(10, 9, 5)))),
        ("Modest", path(6, replace(ONE_AT_CAMP, chests=(10, 0, 40)))),
        ("Hasty", path(NEXT, ALL_INSIDE)),
        ("Generous", path(6, replace(ONE_AT_CAMP, chests=(10, 15, 5)))),
    ],
)
def test_who_leaves_out_a_rule_leaves_where_the_rule_says_to_stay(lessons: ModuleType, name: str, view: View) -> None:
    assert made(lessons, "Thumb").choose(view, ()) is CONTINUE
    assert made(lessons, name).choose(view, ()) is LEAVE


def test_who_is_stubborn_never_tosses_a_coin(lessons: ModuleType) -> None:
    level = path(FIRST, replace(ALL_INSIDE, chests=(10, 10, 5)))
    bot = made(lessons, "Stubborn")
    assert says(level) == TOSS
    assert all(bot.choose(level, ()) is CONTINUE for _ in range(50))
    assert bot.choose(path(FIRST, ALL_INSIDE), ()) is LEAVE


def test_who_leaves_out_the_rule_of_the_last_cave_stays_there(lessons: ModuleType) -> None:
    view = path(0, replace(ONE_AT_CAMP, held=3, chests=(10, 9, 12), expedition=5))
    assert made(lessons, "Thumb").choose(view, ()) is LEAVE
    assert made(lessons, "Timeless").choose(view, ()) is CONTINUE
