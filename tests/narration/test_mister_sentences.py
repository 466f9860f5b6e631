"""What is said when something happens at a table of Mister Diamond, to whom, in both languages."""

from __future__ import annotations

import pytest

from tacora.game import Seat
from tacora.games.mister_diamond import Event
from tacora.games.mister_diamond.rules import (
    Declined,
    GameBegan,
    GameEnded,
    Lifted,
    MatchEnded,
    RingDrawn,
    Stolen,
    Stuck,
    TheftDrawn,
)
from tests.cli.program import PLAIN_SPACES
from tests.mister_diamond.table import PLAIN, play
from tests.narration.mister_narrator import ALL, ANA, BO, CLEO, THREE, THREE_IN_A_MATCH, narrator, told

# Each event, who listens (a seat, or None for everybody), and what is said.

SENTENCES: list[tuple[Event, Seat | None, str, str]] = [
    (
        GameBegan(1, 0),
        ANA,
        "42 diamonds, 16 of them fixed. You begin.",
        "42 diamants, dont 16 fixes. Vous commencez.",
    ),
    (
        GameBegan(1, 0),
        BO,
        "42 diamonds, 16 of them fixed. Ana begins.",
        "42 diamants, dont 16 fixes. Ana commence.",
    ),
    (
        GameBegan(1, 2),
        ALL,
        "42 diamonds, 16 of them fixed. Cleo begins.",
        "42 diamants, dont 16 fixes. Cleo commence.",
    ),
    (RingDrawn(0, 3000), ANA, "You draw a ring of 3000 dollars.", "Vous tirez une bague de 3000 dollars."),
    (RingDrawn(0, 6000), BO, "Ana draws a ring of 6000 dollars.", "Ana tire une bague de 6000 dollars."),
    (RingDrawn(1, 1000), ALL, "Bo draws a ring of 1000 dollars.", "Bo tire une bague de 1000 dollars."),
    (TheftDrawn(0, True), ANA, "You draw a theft card.", "Vous tirez une carte vol."),
    (TheftDrawn(0, True), BO, "Ana draws a theft card.", "Ana tire une carte vol."),
    (TheftDrawn(2, True), ALL, "Cleo draws a theft card.", "Cleo tire une carte vol."),
    (
        TheftDrawn(0, False),
        ANA,
        "You draw a theft card, but there is nothing for you to steal. Another card.",
        "Vous tirez une carte vol, mais vous n’avez rien à voler. Une autre carte.",
    ),
    (
        TheftDrawn(0, False),
        CLEO,
        "Ana draws a theft card, but there is nothing to steal. Another card.",
        "Ana tire une carte vol, mais il n’y a rien à voler. Une autre carte.",
    ),
    (
        TheftDrawn(1, False),
        ALL,
        "Bo draws a theft card, but there is nothing to steal. Another card.",
        "Bo tire une carte vol, mais il n’y a rien à voler. Une autre carte.",
    ),
    (
        Lifted(0, 17, 3000),
        ANA,
        "Place 17 is loose. The diamond is yours, on the ring of 3000 dollars.",
        "La place 17 est mobile. Le diamant est à vous, sur la bague de 3000 dollars.",
    ),
    (
        Lifted(0, 17, 3000),
        BO,
        "Place 17 is loose. Ana sets the diamond on the ring of 3000 dollars.",
        "La place 17 est mobile. Ana pose le diamant sur la bague de 3000 dollars.",
    ),
    (
        Lifted(1, 1, 1000),
        ALL,
        "Place 1 is loose. Bo sets the diamond on the ring of 1000 dollars.",
        "La place 1 est mobile. Bo pose le diamant sur la bague de 1000 dollars.",
    ),
    (
        Stuck(0, 42, 2000),
        ANA,
        "Place 42 is fixed. Your ring of 2000 dollars stays empty.",
        "La place 42 est fixe. Votre bague de 2000 dollars reste vide.",
    ),
    (
        Stuck(0, 42, 2000),
        BO,
        "Place 42 is fixed. The ring of 2000 dollars stays empty.",
        "La place 42 est fixe. La bague de 2000 dollars reste vide.",
    ),
    (
        Stuck(2, 8, 2000),
        ALL,
        "Place 8 is fixed. The ring of 2000 dollars stays empty.",
        "La place 8 est fixe. La bague de 2000 dollars reste vide.",
    ),
    # The thief, the victim, another player, everybody.
    (
        Stolen(0, 1, 3000),
        ANA,
        "You steal the diamond of 3000 dollars from Bo. The victim plays next.",
        "Vous volez un diamant de 3000 dollars, chez Bo. À la victime de jouer.",
    ),
    (
        Stolen(0, 1, 3000),
        BO,
        "Ana steals your diamond of 3000 dollars. You play next.",
        "Ana vole votre diamant de 3000 dollars. À vous de jouer.",
    ),
    (
        Stolen(0, 1, 3000),
        CLEO,
        "Ana steals the diamond of 3000 dollars from Bo. The victim plays next.",
        "Ana vole un diamant de 3000 dollars, chez Bo. À la victime de jouer.",
    ),
    (
        Stolen(2, 0, 5000),
        ALL,
        "Cleo steals the diamond of 5000 dollars from Ana. The victim plays next.",
        "Cleo vole un diamant de 5000 dollars, chez Ana. À la victime de jouer.",
    ),
    (Declined(0), ANA, "You do not steal. Another card.", "Vous renoncez au vol. Une autre carte."),
    (Declined(0), BO, "Ana does not steal. Another card.", "Ana renonce au vol. Une autre carte."),
    (Declined(1), ALL, "Bo does not steal. Another card.", "Bo renonce au vol. Une autre carte."),
    # One game alone is told by its end only.
    (GameEnded(1, (9000, 5000, 0), (9000, 5000, 0)), ANA, "", ""),
    (
        MatchEnded((9000, 5000, 0), (0,)),
        ANA,
        "The game is over. You win with 9000 dollars.",
        "La partie est finie. Vous gagnez avec 9000 dollars.",
    ),
    (
        MatchEnded((9000, 5000, 0), (0,)),
        BO,
        "The game is over. Ana wins with 9000 dollars.",
        "La partie est finie. Ana gagne avec 9000 dollars.",
    ),
    (
        MatchEnded((9000, 9000, 0), (0, 1)),
        ANA,
        "The game is over. You and Bo share the victory with 9000 dollars.",
        "La partie est finie. Vous et Bo partagez la victoire avec 9000 dollars.",
    ),
    (
        MatchEnded((9000, 9000, 0), (0, 1)),
        BO,
        "The game is over. You and Ana share the victory with 9000 dollars.",
        "La partie est finie. Vous et Ana partagez la victoire avec 9000 dollars.",
    ),
    (
        MatchEnded((9000, 9000, 0), (0, 1)),
        CLEO,
        "The game is over. Ana and Bo share the victory with 9000 dollars.",
        "La partie est finie. Ana et Bo partagent la victoire avec 9000 dollars.",
    ),
    (
        MatchEnded((-3000, -3000, -3000), (0, 1, 2)),
        ALL,
        "The game is over. Ana, Bo, and Cleo share the victory with -3000 dollars.",
        "La partie est finie. Ana, Bo et Cleo partagent la victoire avec -3000 dollars.",
    ),
]


@pytest.mark.parametrize(("event", "me", "english", "french"), SENTENCES)
def test_each_event(event: Event, me: Seat | None, english: str, french: str) -> None:
    assert told("en", event, me) == english
    assert told("fr", event, me) == french


LAST: list[tuple[Event, Seat | None, str, str]] = [
    (
        TheftDrawn(0, False),
        ANA,
        "You draw a theft card, but there is nothing for you to steal.",
        "Vous tirez une carte vol, mais vous n’avez rien à voler.",
    ),
    (
        TheftDrawn(0, False),
        BO,
        "Ana draws a theft card, but there is nothing to steal.",
        "Ana tire une carte vol, mais il n’y a rien à voler.",
    ),
    (
        Stolen(0, 1, 3000),
        ANA,
        "You steal the diamond of 3000 dollars from Bo.",
        "Vous volez un diamant de 3000 dollars, chez Bo.",
    ),
    (
        Stolen(0, 1, 3000),
        BO,
        "Ana steals your diamond of 3000 dollars.",
        "Ana vole votre diamant de 3000 dollars.",
    ),
    (Declined(0), ANA, "You do not steal.", "Vous renoncez au vol."),
    (Declined(0), BO, "Ana does not steal.", "Ana renonce au vol."),
]


@pytest.mark.parametrize(("event", "me", "english", "french"), LAST)
def test_after_the_last_card_nobody_is_said_to_go_on(event: Event, me: Seat | None, english: str, french: str) -> None:
    end = GameEnded(1, (0, 0, 0), (0, 0, 0))
    assert narrator("en", me).tell([event, end], THREE) == [english]
    assert [line.translate(PLAIN_SPACES) for line in narrator("fr", me).tell([event, end], THREE)] == [french]


def test_every_kind_of_event_is_told_to_everybody_concerned() -> None:
    """The list above leaves nothing out: the player and the others, everybody, and whoever is robbed."""
    for kind in (GameBegan, RingDrawn, TheftDrawn, Lifted, Stuck, Stolen, Declined, MatchEnded):
        heard = [(event, me) for event, me, _, _ in SENTENCES if type(event) is kind]
        assert {me for _, me in heard} >= {ANA, ALL}, kind
        assert len({me for _, me in heard}) >= 3, kind


IN_A_MATCH: list[tuple[Event, str, str]] = [
    (
        GameBegan(2, 1),
        "Game 2 of 3. 42 diamonds, 16 of them fixed. Bo begins.",
        "Partie 2 sur 3. 42 diamants, dont 16 fixes. Bo commence.",
    ),
    (
        MatchEnded((9000, 5000, 0), (0,)),
        "The match is over. You win with 9000 dollars.",
        "La rencontre est finie. Vous gagnez avec 9000 dollars.",
    ),
    (
        GameEnded(2, (9000, -5000, 2000), (9000, 15_000, 32_000)),
        "Game 2 is over: Ana 9000 dollars, Bo -5000 dollars, Cleo 2000 dollars.",
        "La partie 2 est finie : Ana 9000 dollars, Bo -5000 dollars, Cleo 2000 dollars.",
    ),
]


@pytest.mark.parametrize(("event", "english", "french"), IN_A_MATCH)
def test_each_event_of_a_match(event: Event, english: str, french: str) -> None:
    assert told("en", event, ANA, THREE_IN_A_MATCH) == english
    assert told("fr", event, ANA, THREE_IN_A_MATCH) == french


def test_where_nothing_has_happened_nothing_is_told() -> None:
    """A record may end before its first card."""
    assert narrator("en").tell([], THREE) == []


def test_sentences_are_told_in_the_order_of_events() -> None:
    table = play(PLAIN, 3, "3000 17, 2000 1, 1000")
    lines = [line for step in table.steps for line in narrator("en").tell(step.events, table.view(0))]
    assert lines == [
        "42 diamonds, 16 of them fixed. You begin.",
        "You draw a ring of 3000 dollars.",
        "Place 17 is loose. The diamond is yours, on the ring of 3000 dollars.",
        "Bo draws a ring of 2000 dollars.",
        "Place 1 is fixed. The ring of 2000 dollars stays empty.",
        "Cleo draws a ring of 1000 dollars.",
    ]


# Money


@pytest.mark.parametrize(
    ("n", "english", "french"),
    [
        (3000, "3000 dollars", "3000 dollars"),
        (123_456, "123456 dollars", "123456 dollars"),
        (-4000, "-4000 dollars", "-4000 dollars"),
        (2, "2 dollars", "2 dollars"),
        (0, "0 dollars", "0 dollar"),
        (1, "1 dollar", "1 dollar"),
    ],
)
def test_money(n: int, english: str, french: str) -> None:
    """French counts nothing in the singular, as it does the gems of Diamant."""
    assert narrator("en").dollars(n) == english
    assert narrator("fr").dollars(n).translate(PLAIN_SPACES).replace("−", "-") == french
