"""`tacora odds`: the figures of the rules, for a situation typed by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacora.games.diamant.odds import Situation, odds
from tacora.games.diamant.terminal.plan import DEFAULT_EDITION
from tacora.games.listed import ODDS_EDITION
from tests.cli.program import assert_refused, call
from tests.examples import examples
from tests.strategies import whole_games
from tests.table import Table


def figures(*arguments: str) -> Any:
    said = call("odds", "--json", *arguments)
    assert (said.status, said.err) == (0, "")
    return json.loads(said.out)


@pytest.mark.parametrize(
    ("arguments", "danger", "share", "leaving"),
    [
        # Nothing turned: the shares of all 15 treasures among 3 make 35, of 30 cards.
        ("", "0", "7/6", [0, 0, 0]),
        # 3 + 1 in hand, 2 + 1 on the path; 35 - 3 - 1 left, 27 cards, 2 snakes.
        ("11 snakes 4", "2/27", "31/27", [7, 5, 5]),
        # Alone: the whole value counts, 124 - 11.
        ("11 snakes --inside 1", "1/14", "113/28", [11]),
        # Said rather than figured out: 10 in hand, 3 on the path; the shares of two are 29 + 27 = 56.
        ("lava --inside 2 --held 10 --path 3", "2/29", "56/29", [13, 11]),
        # A relic of the first cave: 31 cards, 30 left; a lone leaver takes 5.
        ("R5 --relics", "0", "7/6", [5, 0, 0]),
        # It was turned before: the deck of the second cave has R7 only.
        ("lava --relics --gone R5 --expedition 2", "1/15", "7/6", [0, 0, 0]),
        ("lava --relics --expedition 2", "2/31", "35/31", [0, 0, 0]),
        # Two of three snakes are out of the game: one left and it lies there.
        ("snakes --removed snakes,snakes", "0", "35/27", [0, 0, 0]),
        ("snakes --removed snakes", "1/28", "5/4", [0, 0, 0]),
        # Unvalued relics count by the order they leave in: after three, 10 each.
        ("R R --edition diamant-2016", "0", "35/33", [10, 0, 0]),
        ("R R --edition diamant-2016 --taken 3", "0", "7/6", [20, 0, 0]),
        ("R --edition incan-gold-2006 --taken 2 --gone R,R --expedition 3", "0", "7/6", [5, 0, 0]),
        ("4 snakes --edition tiny", "2/4", "1/4", [2, 1, 1]),
    ],
)  # fmt: skip
def test_by_hand(arguments: str, danger: str, share: str, leaving: list[int]) -> None:
    shown = figures(*arguments.split())
    assert Fraction(shown["danger"]) == Fraction(danger)
    assert Fraction(shown["share"]) == Fraction(share)
    assert shown["leaving"] == leaving


@settings(max_examples=examples(40))
@given(whole_games(), st.integers(0, 200))
def test_the_odds_of_any_situation_are_those_of_the_rules(table: Table, moment: int) -> None:
    """Any moment of any game, told by flags."""
    open_steps = [step for step in table.steps if step.state.cave.inside]
    state = open_steps[moment % len(open_steps)].state
    view = table.game.observe(state, None)
    gone = ",".join(str(relic) for relic in state.camp.gone)
    lying = len(view.relics)
    taken_here = sum(str(card).startswith("R") for card in view.tunnel) - lying
    shown = figures(
        *map(str, view.tunnel),
        *("--edition", view.edition),
        "--relics" if view.with_relics else "--no-relics",
        *("--inside", str(len(view.inside))),
        *("--held", str(view.held)),
        *("--path", str(view.path)),
        *("--expedition", str(view.expedition)),
        *("--removed", ",".join(map(str, view.removed))),
        *("--gone", gone),
        *("--taken", str(sum(map(len, view.trophies)) - taken_here)),
        *("--lying", str(lying)),
    )
    expected = odds(Situation.seen_in(view))
    assert Fraction(shown["danger"]) == expected.danger
    assert Fraction(shown["share"]) == expected.share
    assert shown["leaving"] == list(expected.leaving)


def test_in_sentences() -> None:
    assert call("odds", "11", "snakes", "4").lines == [
        "The next card ends the expedition: 2 in 27, or 7.4%.",
        "The next card brings each explorer 1.15 on average.",
        "Leaving now brings: 7 alone, 5 each if 2 leave, 5 each if 3 leave.",
    ]
    assert call("odds", "R5", "--relics", "--inside", "2").lines[-1] == (
        "Leaving now brings: 5 alone, relics included, 0 each if 2 leave."
    )
    french = call("odds", "11", "snakes", "4", lang="fr")
    assert "2 sur 27, soit 7,4" in french.out
    assert len(french.lines) == 3


@pytest.mark.parametrize("chests", ["open", "hidden"])
def test_the_odds_are_the_same_whatever_becomes_of_the_chests(chests: str) -> None:
    """The flags of a game are those of `play`; a table that plays with hidden chests need not leave one out."""
    assert call("odds", "11", "snakes", "4", "--chests", chests) == call("odds", "11", "snakes", "4")


def test_odds_are_those_of_the_box_that_is_played_unless_another_is_named() -> None:
    assert ODDS_EDITION == DEFAULT_EDITION
    assert call("odds", "11").lines == call("odds", "11", "--edition", DEFAULT_EDITION).lines


@pytest.mark.parametrize("name", ["serpents", "Serpents", "SNAKES", "serpent", "snake"])
def test_a_hazard_is_named_in_any_language(name: str) -> None:
    assert call("odds", "11", name, "4").lines == call("odds", "11", "snakes", "4").lines


@pytest.mark.parametrize("name", ["éboulement", "Eboulement", "éboulis", "ebou", "rockfall", " Rock "])
def test_a_hazard_is_named_with_or_without_accents_long_or_short(name: str) -> None:
    box = ("--edition", "schmidt-2005")
    assert call("odds", name, "4", *box).lines == call("odds", "rockfall", "4", *box).lines


def test_who_misspells_a_hazard_is_told_the_names_in_their_language() -> None:
    said = call("odds", "gaz", lang="fr")
    assert_refused(said)
    assert "dangers sont araignées, serpents, lave, boules, béliers" in said.err


@pytest.mark.parametrize("typed", [["R5"], ["11", "--gone", "R7"]])
def test_who_names_a_relic_in_a_game_without_relics_is_told_how_to_have_them(typed: list[str]) -> None:
    said = call("odds", *typed)
    assert_refused(said)
    assert said.err.endswith("is a relic, and this game has none: add --relics\n")


REFUSED: dict[str, str] = {
    "11 --removed 5": "a treasure is no hazard",
    "11 --relics --gone snakes": "a hazard is no relic",
    "11 --removed snakes,snakes,snakes,snakes": "there are three snakes",
    "11 --removed scorpions": "not in this box",
    "R5 --no-relics": "no relics in this game",
    "R7 --relics --expedition 1": "not added yet",
    "R5 --relics --gone R5 --expedition 2": "gone already",
    "5 5 5": "there are two of them",
    "4 --edition tiny --expedition 3": "tiny has two caves",
    "R R R --edition diamant-2016 --taken 5": "eight relics of five",
    "R R --edition diamant-2016 --taken 4": "six relics of five",
    "R R R --edition incan-gold-2006 --expedition 3 --taken 3": "six relics, of which three were added",
}
"""Situations that cannot be, and why."""


@pytest.mark.parametrize("arguments", REFUSED)
def test_a_situation_that_cannot_be_is_refused(arguments: str) -> None:
    said = call("odds", *arguments.split())
    assert_refused(said)
