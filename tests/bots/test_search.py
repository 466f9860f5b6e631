"""The bot `mcts:N` decides by playing games out, from nothing but what its seat can know."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tacora.arena.guests import bot_maker
from tacora.arena.match import Arena, Match
from tacora.game import Refused
from tacora.games.contest import TypedContest
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Decision, Diamant, Event, View
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.kernel.box import box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.playouts import situation_of
from tacora.games.diamant.kernel.searcher import Searcher, Weighing, weigh
from tacora.games.registry import kind_named
from tests.analysis.exact import Policy, best_answer, share
from tests.strategies import GAMES
from tests.table import SCHMIDT, WITH_RELICS, play

KIND = kind_named("diamant")
PLAIN = Diamant(EDITIONS["tiny"], relics=False)


def weighed(view: View, history: Sequence[Event], playouts: int = 400) -> Weighing:
    return Searcher(playouts, Random(1)).weigh(view, history)


# How it is written


@pytest.mark.parametrize("playouts", [1, 1000, 999_999])
def test_it_is_written_with_the_number_of_its_playouts(playouts: int) -> None:
    bot = bot_maker(KIND, f"mcts:{playouts}")(Random(0))
    assert isinstance(bot, Searcher)
    assert bot.playouts == playouts


@pytest.mark.parametrize("number", ["", ":", ":0", ":-1", ":1.5", ":x", ":1000000", ":1:2"])
def test_a_wrong_number_of_playouts(number: str) -> None:
    with pytest.raises(Refused) as refused:
        bot_maker(KIND, f"mcts{number}")
    assert (refused.value.code, refused.value.facts) == ("bot-parameter", {"bot": f"mcts{number}", "expected": "count"})


def test_no_table_has_it_for_people_would_wait() -> None:
    """A million playouts take seconds, and a server has one event loop for all its tables."""
    with pytest.raises(Refused) as refused:
        KIND.check_bot("mcts:1")
    assert refused.value.code == "unknown-bot"


# What it knows


def test_the_same_seed_is_the_same_game() -> None:
    games = [
        Arena(Match(edition="schmidt-2005", bots=("mcts:20", "ev", "mcts:5"), players=3, deals=3, seed=seed))
        for seed in (1, 1, 2)
    ]
    first, again, other = ([game.play(deal) for deal in range(3)] for game in games)
    assert first == again
    assert first != other


@pytest.mark.parametrize("turned", [1, 2, 3, 5])
def test_it_is_not_told_the_order_of_the_deck(turned: int) -> None:
    """Two games alike in all that lies open, different in every card to come."""
    deck = list(WITH_RELICS.in_play(1, play(WITH_RELICS, 3, "1").state.camp))
    decided = []
    Random(5).shuffle(deck)
    for order in (deck, [*deck[:turned], *reversed(deck[turned:])]):
        step = WITH_RELICS.start(3, (tuple(order),))
        events = step.events
        while len(step.state.cave.tunnel) < turned:
            step = WITH_RELICS.apply(step.state, dict.fromkeys(range(3), CONTINUE))
            events += step.events
        decided.append([weighed(WITH_RELICS.observe(step.state, seat), events) for seat in range(3)])
    assert decided[0] == decided[1]


def test_hidden_chests_change_nothing_for_it() -> None:
    """It adds up what all saw go home (D22)."""
    rows = ("17 LCC 9 -CL snakes -L-", "5 CCC 7 CLC lava C-L 11")
    hidden, shown = (
        play(Diamant(EDITIONS["tacora-2024"], relics=True, chests=chests), 3, *rows) for chests in ("hidden", "open")
    )
    assert hidden.view(0).chests != shown.view(0).chests
    assert weighed(hidden.view(0), hidden.events) == weighed(shown.view(0), ())


# What it decides


@pytest.mark.sample(6)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.edition.name} {game.with_relics} {game.chests}")
def test_it_plays_in_every_box_with_any_number_of_players(game: Diamant) -> None:
    """The rules refuse what is not legal."""
    for seats in range(game.edition.least_seats, game.edition.most_seats + 1):
        outcome = TypedContest(game).play([Searcher(6, Random(seat)) for seat in range(seats)], bytes(32))
        assert len(outcome.scores) == seats


NOTHING = ("1 LLL",) * 4
"""Four expeditions that brought nobody anything: one gem for three."""


@pytest.mark.parametrize(
    ("row", "decision", "least"),
    [
        # Nothing is held and nothing lies there: who leaves gives the cave away.
        pytest.param("snakes", CONTINUE, 100, id="nothing to take home"),
        # It holds 12, and the two at camp have 4: home is victory, and two snakes are left in the deck.
        pytest.param("11 CCC snakes CLL 9", LEAVE, 100, id="victory is sure"),
        # It holds 3, and the two at camp have 4: home is defeat.
        pytest.param("11 CCC snakes CLL gas", CONTINUE, 2, id="defeat is sure"),
        # Nothing was met: no card can end the expedition.
        pytest.param("1", CONTINUE, 100, id="no danger"),
    ],
)
def test_in_the_last_expedition_it_sees_what_is_obvious(row: str, decision: Decision, least: int) -> None:
    table = play(SCHMIDT, 3, *NOTHING, row)
    assert {weighed(table.view(0), table.events, playouts).decision for playouts in (least, 1000)} == {decision}


def test_what_is_sure_it_knows_for_sure() -> None:
    sure = play(SCHMIDT, 3, *NOTHING, "11 CCC snakes CLL 9")
    lost = play(SCHMIDT, 3, *NOTHING, "11 CCC snakes CLL gas")
    assert weighed(sure.view(0), sure.events).leaving == 1
    assert weighed(lost.view(0), lost.events).leaving == 0


def test_the_tree_grows_by_one_node_a_playout_at_most() -> None:
    """And no further than its room."""
    table = play(SCHMIDT, 5, "5")
    grown = [weighed(table.view(0), (), playouts).nodes for playouts in (1, 10, 1000)]
    assert 1 <= grown[0] <= 2 < grown[1] <= 11 < grown[2] <= 1001


# How strong it is


def answer(others: str, playouts: int) -> Policy:
    """The decisions of the first of three seats in the small box, by a search that knows how the others play."""
    bot = make_bot(others, Random(0))
    box, party = box_of(PLAIN), party_of(PLAIN, [make_bot("ev", Random(0)), bot, bot])

    def leaves(view: View) -> float:
        start = situation_of(PLAIN, view, ())
        return float(weigh(box, party, start, 0, playouts, seed=7, thinking=1).decision is LEAVE)

    return leaves


@pytest.mark.parametrize("others", ["ev", "gems:1", "hazards:1", "never"])
def test_against_known_players_it_finds_the_best_of_all_answers(others: str) -> None:
    """Exactly: the whole tree of the small box is worked out."""
    bot = make_bot(others, Random(0))

    def theirs(view: View) -> float:
        return float(bot.choose(view, ()) is LEAVE)

    best = best_answer(PLAIN, 3, theirs)
    assert share(PLAIN, 3, answer(others, 5000), theirs) == pytest.approx(best)


@pytest.mark.long
def test_against_coins_more_playouts_come_closer_to_the_best_answer() -> None:
    best = best_answer(PLAIN, 3, lambda _: 0.3)
    few, many = (share(PLAIN, 3, answer("random:0.3", playouts), lambda _: 0.3) for playouts in (10, 300))
    assert few < best - 0.02
    assert best - 0.003 < many <= best + 1e-9


def shares_of(match: Match) -> list[float]:
    """The share of victories of each bot."""
    arena, won = Arena(match), [0.0] * len(match.bots)
    for deal in range(match.deals):
        for seats, outcome in arena.play(deal).games:
            for seat in outcome.winners:
                won[seats[seat]] += 1 / len(outcome.winners) / match.players
    return [each / match.deals for each in won]


@pytest.mark.long
def test_more_playouts_win_more_often_than_few() -> None:
    """A fair share is a third."""
    match = Match(edition="schmidt-2005", bots=("mcts:200", "mcts:4", "mcts:4"), players=3, deals=25, seed=1)
    assert shares_of(match)[0] > 0.5


@pytest.mark.long
@pytest.mark.parametrize("others", ["gems:8", "ev"])
def test_it_beats_four_plain_strategies(others: str) -> None:
    """A fair share is a fifth."""
    match = Match(edition="schmidt-2005", bots=("mcts:1000", *[others] * 4), players=5, deals=16, seed=1)
    assert shares_of(match)[0] > 0.6
