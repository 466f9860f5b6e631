"""Each plain strategy leaves on its one condition, and a text makes the bot it says."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacora.game import Refused
from tacora.games.diamant import CONTINUE, LEAVE, Decision, View, features
from tacora.games.diamant.bots import BOTS, CHARACTERS, make_bot
from tacora.games.diamant.editions import Hazard, Treasure
from tacora.games.diamant.sight import Cuts, Sight
from tacora.games.diamant.strategy import Maker, Strategy, same_as, written
from tests.examples import examples
from tests.strategies import whole_games
from tests.table import SCHMIDT, TACORA, WITH_RELICS, Table, play

LONE = json.loads((Path(__file__).parent.parent / "facts" / "diamant.json").read_text("utf-8"))[
    "lone_explorer_first_expedition_no_relics"
]


def choice(bot: str, view: View, seed: int = 0) -> Decision:
    return make_bot(bot, Random(seed)).choose(view, ())


def views(row: str, seats: int = 3) -> View:
    return play(WITH_RELICS, seats, row).view(0)


# How they are written


@pytest.mark.parametrize(
    "text", ["never", "random:0.5", "random:0", "random:1", "cards:1", "gems:999999", "hazards:3", "ev", "thumb"]
)
def test_every_bot_can_be_written(text: str) -> None:
    assert choice(text, views("11")) in (CONTINUE, LEAVE)


@pytest.fixture(scope="module")
def table_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A table with a coin for every situation; beside it, a strategy of that kind."""
    file = tmp_path_factory.mktemp("tables") / "coins.npy"
    np.save(file, np.full(features.SHAPE, 0.5))
    sight = Sight((Cuts(),) * 5)
    coins = Strategy.of(same_as(WITH_RELICS), 3, sight, bytes([128]) * sight.size(), Maker(0, 0, 0, "by hand"))
    file.with_suffix(".strategy").write_bytes(written(coins))
    return str(file)


def filled_in(text: str, number: str, file: str) -> str:
    """A bot of the list with something for each word in capitals."""
    name, _, parameter = text.partition(":")
    if name == "strategy":
        file = str(Path(file).with_suffix(".strategy"))
    values = {"P": "0.5", "N": number, "FILE": file}
    return f"{name}:{values[parameter]}" if parameter else text


def test_the_list_names_every_bot(table_file: str) -> None:
    plain = ("never", "random:P", "cards:N", "gems:N", "hazards:N", "ev", "thumb")
    solved = ("table:FILE", "strategy:FILE", "champion")
    assert (*plain, *solved, "tortoise", "badger", "magpie", "hunter") == BOTS
    assert set(CHARACTERS) < set(BOTS)
    for text in BOTS:
        make_bot(filled_in(text, "4", table_file), Random(0))


@pytest.mark.parametrize("text", ["", "nobody", "Never", "ev ", "gem:5", "random", "cards", ":5", "never:"])
def test_what_is_no_bot(text: str) -> None:
    with pytest.raises(Refused) as refused:
        make_bot(text, Random(0))
    expected = {"random": "probability", "cards": "count", "never:": "none"}
    if text in expected:
        assert refused.value.code == "bot-parameter"
        assert refused.value.facts == {"bot": text, "expected": expected[text]}
    else:
        assert refused.value.code == "unknown-bot"
        assert refused.value.facts == {"bot": text, "known": ", ".join(BOTS)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((f"{bot}:5", "none") for bot in ("never", "ev", "thumb", *CHARACTERS, "hunter")),
        *(
            (f"{bot}:{number}", "count")
            for bot in ("cards", "gems", "hazards")
            for number in ("", "0", "-1", "1.5", "05", "x", "1000000", " 5", "٥")
        ),
        *((f"random:{number}", "probability") for number in ("", "x", "-0.1", "1.1", "nan", "inf", "50%")),
    ],
)
def test_a_wrong_number_behind_the_colon(text: str, expected: str) -> None:
    with pytest.raises(Refused) as refused:
        make_bot(text, Random(0))
    assert (refused.value.code, refused.value.facts) == ("bot-parameter", {"bot": text, "expected": expected})


# What they do


@settings(max_examples=examples(40))
@given(whole_games())
def test_never_never_leaves(table: Table) -> None:
    for step in table.steps:
        assert choice("never", table.game.observe(step.state, 0)) is CONTINUE


@pytest.mark.parametrize(("probability", "least", "most"), [("0", 0, 0), ("0.25", 200, 300), ("1", 1000, 1000)])
def test_random_leaves_with_its_probability(probability: str, least: int, most: int) -> None:
    bot, view = make_bot(f"random:{probability}", Random(2024)), views("11")
    leaves = sum(bot.choose(view, ()) is LEAVE for _ in range(1000))
    assert least <= leaves <= most


@pytest.mark.parametrize(
    ("row", "depth"), [("11", 1), ("11 CCC snakes", 2), ("R5 CCC snakes CCC 4", 3), ("11 LCC 5 -CC snakes -CC R5", 4)]
)
def test_cards_leaves_at_the_decision_after_the_card_of_that_number(row: str, depth: int) -> None:
    assert choice(f"cards:{depth}", views(row)) is LEAVE
    assert choice(f"cards:{depth + 1}", views(row)) is CONTINUE


@pytest.mark.parametrize(("row", "held"), [("11", 3), ("11 CCC 17", 8), ("11 LCC 17", 11), ("11 CCC 1", 3)])
def test_gems_leaves_when_it_holds_that_many(row: str, held: int) -> None:
    """What lies on the path or in the chest is not held."""
    assert choice(f"gems:{held}", views(row)) is LEAVE
    assert choice(f"gems:{held + 1}", views(row)) is CONTINUE


@pytest.mark.parametrize(
    ("row", "kinds"),
    [("lava", 1), ("lava CCC 4 CCC snakes", 2), ("lava CCC snakes CCC R5 CCC rams CCC 1", 3)],
)
def test_hazards_counts_the_kinds_in_the_tunnel(row: str, kinds: int) -> None:
    assert choice(f"hazards:{kinds}", views(row)) is LEAVE
    assert choice(f"hazards:{kinds + 1}", views(row)) is CONTINUE
    assert choice("hazards:1", views("11")) is CONTINUE


def test_hazards_of_earlier_expeditions_do_not_count() -> None:
    view = play(TACORA, 3, "lava CCC lava", "4").view(0)
    assert choice("hazards:1", view) is CONTINUE


# Weighing


@pytest.mark.parametrize(
    ("row", "leaves"),
    [
        # No hazard met: nothing can be lost.
        ("17 CCC 15 CCC 14", False),
        # Three inside hold 5, 2 lie there: home is 5; 2 snakes of 28 left against shares of 35 - 5 = 30 in all.
        ("17 CCC snakes", False),
        # Home is 10 + 3 // 3 = 11: twice that is 22, the shares left are 35 - 5 - 5 = 25.
        ("17 CCC 15 CCC snakes", False),
        # 14 more: home is 5 + 5 + 4 = 14 and 4 // 3 = 1: 30 against 35 - 14 = 21.
        ("17 CCC 15 CCC 14 CCC snakes", True),
        # Two kinds met: four cards of 28 are deadly. Home 5: 20 against 30; home 10: 40 against 25.
        ("17 CCC snakes CCC lava", False),
        ("17 CCC snakes CCC lava CCC 15", True),
    ],
)
def test_ev_weighs_by_hand(row: str, leaves: bool) -> None:
    view = play(TACORA, 3, row).view(0)
    assert (choice("ev", view) is LEAVE) == leaves


@settings(max_examples=examples(60))
@given(whole_games(), st.integers(0, 7))
def test_ev_weighs_the_loss_against_the_share(table: Table, seat: int) -> None:
    """Chance of the end times what it would take home, against the expected share: exactly, with fractions."""
    for step in table.steps:
        view = table.game.observe(step.state, seat % table.seats)
        if not view.inside:
            continue
        explorers, unseen = len(view.inside), len(view.unseen)
        met = {card for card in view.tunnel if isinstance(card, Hazard)}
        home = view.held + sum(view.lying) // explorers
        if explorers == 1:
            home += sum(trophy.worth for trophy in view.relics)
        loss = Fraction(sum(card in met for card in view.unseen), unseen) * home
        share = Fraction(sum(card.value // explorers for card in view.unseen if isinstance(card, Treasure)), unseen)
        assert (choice("ev", view) is LEAVE) == (loss >= share)


@settings(max_examples=examples(150))
@given(st.data())
def test_ev_alone_follows_the_rule_that_is_proved_best(data: st.DataObject) -> None:
    """Leave iff m · (held + path) ≥ the treasure value left in the deck; tests/diamant/test_facts.py proves it."""
    assert "leave iff m*(held+path) >= treasure value left in the deck" in LONE["rule"]
    deck = data.draw(st.permutations(SCHMIDT.in_play(1, play(SCHMIDT, 3, "1").state.camp)), label="deck")
    state = SCHMIDT.start(3, (tuple(deck),)).state
    state = SCHMIDT.apply(state, {0: CONTINUE, 1: LEAVE, 2: LEAVE}).state
    while SCHMIDT.pending(state):
        left = deck[len(state.cave.tunnel) :]
        m = sum(card in state.cave.tunnel for card in left if isinstance(card, Hazard))
        value_left = sum(card.value for card in left if isinstance(card, Treasure))
        leaves = m * (state.cave.held + sum(state.cave.lying)) >= value_left
        assert (choice("ev", SCHMIDT.observe(state, 0)) is LEAVE) == leaves
        state = SCHMIDT.apply(state, {0: CONTINUE}).state


# Nothing hidden


@settings(max_examples=examples(60))
@given(data=st.data(), text=st.sampled_from(BOTS))
def test_a_bot_is_not_told_the_order_of_the_deck(data: st.DataObject, text: str, table_file: str) -> None:
    """Two games alike in all that lies open, different in every card to come: the same choice."""
    bot = filled_in(text, "3", table_file)
    deck = data.draw(st.permutations(WITH_RELICS.in_play(1, play(WITH_RELICS, 3, "1").state.camp)), label="deck")
    depth = data.draw(st.integers(1, 6), label="cards turned")
    other = (*deck[:depth], *reversed(deck[depth:]))
    choices = []
    for order in (tuple(deck), other):
        step = WITH_RELICS.start(3, (order,))
        while len(step.state.cave.tunnel) < depth and WITH_RELICS.pending(step.state):
            step = WITH_RELICS.apply(step.state, dict.fromkeys(range(3), CONTINUE))
        if not WITH_RELICS.pending(step.state):
            return
        choices.append(
            [make_bot(bot, Random(7)).choose(WITH_RELICS.observe(step.state, s), step.events) for s in range(3)]
        )
    assert choices[0] == choices[1]
