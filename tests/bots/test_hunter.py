"""The hunter: the champion until it has seen something, legal everywhere, and stronger against whoever can be read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from random import Random

import pytest

from tacora.fast import installed
from tacora.game import Refused
from tacora.games.contest import TypedContest
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Decision, Diamant, Event, View
from tacora.games.diamant import bots as house
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.kernel.answers import Answering, study_of
from tacora.games.diamant.kernel.playouts import situation_of
from tacora.games.registry import kind_of
from tests.strategies import GAMES
from tests.table import SCHMIDT, play

pytestmark = pytest.mark.usefixtures("compiled")


class Noted:
    """A bot whose decisions are noted."""

    def __init__(self, bot: house.DiamantBot) -> None:
        self._bot = bot
        self.asked: list[tuple[View, tuple[Event, ...], Decision]] = []

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        decision = self._bot.choose(view, history)
        self.asked.append((view, tuple(history), decision))
        return decision


def played(game: Diamant, others: Sequence[str], seed: int, me: str = "hunter") -> Noted:
    """A game of one bot on the first seat against others."""
    mine = Noted(make_bot(me, Random(f"{seed} mine")))
    rng = Random(seed)
    TypedContest(game).play([mine, *(make_bot(bot, rng) for bot in others)], rng.randbytes(32))
    return mine


def won(game: Diamant, me: str, others: Sequence[str], seeds: range) -> float:
    """The share of victories of a bot on the first seat."""
    share = 0.0
    for seed in seeds:
        rng = Random(seed)
        bots = [make_bot(me, Random(f"{seed} mine")), *(make_bot(bot, rng) for bot in others)]
        outcome = TypedContest(game).play(bots, rng.randbytes(32))
        share += (0 in outcome.winners) / len(outcome.winners)
    return share / len(seeds)


@pytest.mark.thorough
def test_the_same_generator_makes_the_same_decisions() -> None:
    one, two = (played(SCHMIDT, ["gems:8", "magpie"], 5).asked for _ in range(2))
    assert one == two


def test_until_it_has_seen_a_decision_it_is_the_champion() -> None:
    view = play(SCHMIDT, 5, "17").view(0)
    history = play(SCHMIDT, 5, "17").events
    for seed in range(50):
        assert make_bot("hunter", Random(seed)).choose(view, history) is make_bot("champion", Random(seed)).choose(
            view, history
        )


def test_without_a_history_that_fits_it_is_the_champion() -> None:
    view = play(SCHMIDT, 3, "11 CCC snakes CCC 9 CCC gas").view(0)
    other = play(SCHMIDT, 3, "11 CCC snakes CCC 7 CCC gas").events
    for history in ((), other):
        chosen = [
            [make_bot(bot, Random(seed)).choose(view, history) for seed in range(60)] for bot in ("hunter", "champion")
        ]
        assert chosen[0] == chosen[1]
        assert set(chosen[0]) == {CONTINUE, LEAVE}


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(game, seats, marks=() if game.edition.name == "tiny" else pytest.mark.long)
        for game, seats in zip(GAMES, cycle((3, 8, 8, 3, 8, 3, 3, 8)), strict=False)
    ],
    ids=lambda value: (
        str(value) if isinstance(value, int) else f"{value.edition.name} {value.with_relics} {value.chests}"
    ),
)
def test_it_finishes_games_of_every_box(game: Diamant, seats: int) -> None:
    """The rules refuse what is not legal."""
    others = ("magpie", "champion", "random:0.3", "never", "tortoise", "ev", "cards:3")[: seats - 1]
    assert played(game, others, 3).asked


def test_hunters_play_with_each_other() -> None:
    assert played(Diamant(EDITIONS["tiny"]), ("hunter", "hunter"), 3).asked


def test_closed_chests_are_counted() -> None:
    """A situation from what went home is the one with open chests, so games are played out from the right scores."""
    hidden = Diamant(SCHMIDT.edition, chests="hidden")
    rows = ("11 CCC 5 LCC 7 -LL", "17 CCC 9 CLC snakes")
    shut, opened = play(hidden, 3, *rows), play(SCHMIDT, 3, *rows)
    assert shut.view(0).chests[1:] == (None, None)
    assert situation_of(hidden, shut.view(0), shut.events) == situation_of(SCHMIDT, opened.view(0), opened.events)
    assert make_bot("hunter", Random(1)).choose(shut.view(0), shut.events) in (CONTINUE, LEAVE)


def test_what_no_strategy_would_do_does_not_break_it() -> None:
    table = play(SCHMIDT, 3, "snakes CLC 5 C-C 17 C-C gas C-C 15 C-C rockfall C-C 13 C-C 14")
    assert make_bot("hunter", Random(1)).choose(table.view(0), table.events) in (CONTINUE, LEAVE)


LOST = [
    "5 CCC 11 CCC 17 CCC snakes CCC snakes",
    "5 CCC 11 CCC 14 CCC gas CCC gas",
    "11 CCC 17 CCC 14 CCC rockfall CCC rockfall",
    "5 CCC 17 CCC 14 CCC gas CCC gas",
]
"""Four caves in which all stay until they lose everything, though more and more lies on the path."""
LAST = play(SCHMIDT, 3, *LOST, "11 CCC explosion CCC snakes")


def test_leaving_is_worth_the_victory_where_nobody_else_will_come_home() -> None:
    assert LAST.chests == (0, 0, 0)
    situation = situation_of(SCHMIDT, LAST.view(0), LAST.events)
    found = Answering(study_of(SCHMIDT, 3), 0).answer(situation, [{1: "never", 2: "never"}] * 8, 7, 2.0)
    assert found.leave == 1
    assert found.stay < 0.95


def test_it_leaves_those_who_never_leave() -> None:
    """Nobody else has ever left, and in the last cave any gem wins."""
    for seed in range(5):
        assert make_bot("hunter", Random(seed)).choose(LAST.view(0), LAST.events) is LEAVE


@pytest.mark.long
@pytest.mark.soak
def test_it_wins_more_than_the_champion_against_magpies() -> None:
    """How much more: docs/champion.md. What it knows better than the champion is tested above, in one decision."""
    hunter, champion = (won(SCHMIDT, bot, ["magpie"] * 4, range(80)) for bot in ("hunter", "champion"))
    assert hunter > champion


@pytest.mark.parametrize("lacking", ["numpy", "numba"])
def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    monkeypatch.setattr(installed, "find_spec", lambda name: None if name == lacking else object())
    with pytest.raises(Refused) as refused:
        make_bot("hunter", Random(0))
    assert refused.value.code == "needs-study"


def test_it_may_not_sit_where_people_wait() -> None:
    with pytest.raises(Refused) as refused:
        kind_of("schmidt-2005").check_bot("hunter")
    assert refused.value.code == "unknown-bot"
