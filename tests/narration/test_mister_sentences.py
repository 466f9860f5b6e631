"""What is said at a table of Mister Diamond, to whom, in both languages."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from tacora.game import Outcome, Seat
from tacora.games.mister_diamond import Event, MisterDiamond, Ring, View
from tacora.games.mister_diamond.editions import RingCard, TheftCard
from tacora.games.mister_diamond.narration import MisterDiamondNarrator
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
from tacora.narration import LANGUAGES
from tacora.narration.catalogue import Language, catalogue
from tests.examples import examples
from tests.mister_diamond.strategies import whole_matches
from tests.mister_diamond.table import BOX, EXPERT, NOTES, PLAIN, Table, play

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
NO_BREAK = {ord(space): " " for space in "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"}
"""French sets signs off with these; they are written as plain spaces here."""

MATCH = MisterDiamond(BOX, games=3)
THREE = play(PLAIN, 3).view(0)
THREE_IN_A_MATCH = play(MATCH, 3).view(0)


def narrator(language: Language, me: Seat | None = 0) -> MisterDiamondNarrator:
    return MisterDiamondNarrator(catalogue(language), NAMES[:3], me)


def told(language: Language, event: Event, me: Seat | None, view: View = THREE) -> str:
    return " ".join(narrator(language, me).tell([event], view)).translate(NO_BREAK)


# Each event, who listens (a seat, or None for everybody), and what is said.

ANA, BO, CLEO, ALL = 0, 1, 2, None

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
    assert [line.translate(NO_BREAK) for line in narrator("fr", me).tell([event, end], THREE)] == [french]


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
    assert narrator("fr").dollars(n).translate(NO_BREAK).replace("−", "-") == french


# What lies on the table


def board(language: Language, view: View) -> list[str]:
    return [line.translate(NO_BREAK) for line in narrator(language).board(view)]


def test_the_board_at_the_beginning() -> None:
    view = play(PLAIN, 3, "3000").view(0)
    assert board("en", view) == [
        "42 diamonds stand, at the places 1–42.",
        "48 cards are left, 7 of them theft.",
        "The card drawn: a ring of 3000 dollars.",
    ]
    assert board("fr", view) == [
        "Il reste 42 diamants, aux places 1–42.",
        "Il reste 48 cartes, dont 7 de vol.",
        "La carte tirée : une bague de 3000 dollars.",
    ]


def test_the_board_with_gaps() -> None:
    view = play(PLAIN, 3, "3000 17, 1000 19, theft, 2000 20, 5000 42, 4000 1, 6000").view(0)
    assert board("en", view) == [
        "38 diamonds stand, at the places 1–16, 18, 21–41.",
        "42 cards are left, 6 of them theft.",
        "The card drawn: a ring of 6000 dollars.",
    ]
    assert board("fr", view)[0] == "Il reste 38 diamants, aux places 1–16, 18, 21–41."


def test_few_diamonds_and_few_cards() -> None:
    one = replace(THREE, board=(7,), unseen=(RingCard(3000),))
    assert board("en", one)[0] == "1 diamond stands, at place 7."
    assert board("fr", one)[0] == "Il reste 1 diamant, à la place 7."
    none = replace(THREE, unseen=())
    assert board("en", none)[1] == "No card is left."
    assert board("fr", none)[1] == "Il ne reste pas de carte."
    pair = replace(THREE, unseen=(RingCard(3000), TheftCard()))
    assert board("en", pair)[1] == "2 cards are left, 1 of them theft."
    assert board("fr", pair)[1] == "Il reste 2 cartes, dont 1 de vol."


def test_the_last_card() -> None:
    ring, theft = (replace(THREE, unseen=(card,)) for card in (RingCard(3000), TheftCard()))
    assert (board("en", ring)[1], board("en", theft)[1]) == ("1 card is left.", "1 card is left, a theft.")
    assert (board("fr", ring)[1], board("fr", theft)[1]) == ("Il reste 1 carte.", "Il reste 1 carte, un vol.")


def test_a_theft_card_is_not_told_as_a_ring() -> None:
    """What is drawn is told again where a try is for it; the list of thefts tells the rest."""
    view = play(PLAIN, 2, "3000 17, 3000 1, 1000 2, theft").view(1)
    assert len(board("en", view)) == 2


def test_the_notes_of_a_table_that_has_them() -> None:
    nothing = play(NOTES, 3, "3000").view(0)
    assert board("en", nothing)[3] == "The notes name no fixed place yet."
    assert board("fr", nothing)[3] == "Les notes ne donnent encore aucune place fixe."
    some = play(NOTES, 3, "3000 9, 1000 2, 2000 8, 5000 17, 4000").view(0)
    assert board("en", some)[3] == "Fixed, by the notes: 2, 8–9."
    assert board("fr", some)[3] == "Fixes, d’après les notes : 2, 8–9."
    assert not any("ixed" in line for line in board("en", play(PLAIN, 3, "3000 9, 1000").view(0)))


@pytest.mark.parametrize(
    ("game", "place", "english", "french"),
    [
        (PLAIN, 17, "Place 17: empty.", "Place 17 : vide."),
        (PLAIN, 9, "Place 9: a diamond stands there.", "Place 9 : un diamant s’y trouve."),
        (PLAIN, 10, "Place 10: a diamond stands there.", "Place 10 : un diamant s’y trouve."),
        (NOTES, 17, "Place 17: empty.", "Place 17 : vide."),
        (NOTES, 9, "Place 9: a fixed diamond, by the notes.", "Place 9 : un diamant fixe, d’après les notes."),
        (NOTES, 10, "Place 10: a diamond stands there.", "Place 10 : un diamant s’y trouve."),
    ],
)
def test_a_place(game: MisterDiamond, place: int, english: str, french: str) -> None:
    """17 was lifted and 9 proved to be fixed: only the notes tell."""
    view = play(game, 3, "3000 17, 1000 9, 2000").view(0)
    assert narrator("en").place(view, place) == english
    assert narrator("fr").place(view, place).translate(NO_BREAK) == french


RINGS = "3000 17, 2000 1, 1000 2, 3000 18, 6000 19, 1000 3, 5000 4, 4000"
"""Ana: 3000 and 3000 with a diamond, 5000 empty. Bo: 2000 empty, 6000 with one. Cleo: twice 1000, both empty."""


@pytest.mark.parametrize(
    ("game", "seat", "english", "french"),
    [
        (
            PLAIN,
            ANA,
            "You have 6000 dollars. With a diamond: 2 of 3000 dollars. Empty: 5000 dollars.",
            "Vous avez 6000 dollars. Avec un diamant : 2 de 3000 dollars. Vides : 5000 dollars.",
        ),
        (
            PLAIN,
            BO,
            "B, Bo: 6000 dollars. With a diamond: 6000 dollars. Empty: 2000 dollars.",
            "B, Bo : 6000 dollars. Avec un diamant : 6000 dollars. Vides : 2000 dollars.",
        ),
        (
            EXPERT,
            CLEO,
            "C, Cleo: -2000 dollars. No diamond. Empty: 2 of 1000 dollars.",
            "C, Cleo : -2000 dollars. Aucun diamant. Vides : 2 de 1000 dollars.",
        ),
        (
            EXPERT,
            ANA,
            "You have 1000 dollars. With a diamond: 2 of 3000 dollars. Empty: 5000 dollars.",
            "Vous avez 1000 dollars. Avec un diamant : 2 de 3000 dollars. Vides : 5000 dollars.",
        ),
    ],
)
def test_rings(game: MisterDiamond, seat: Seat, english: str, french: str) -> None:
    view = play(game, 3, RINGS).view(0)
    assert narrator("en").rings(view, seat) == english
    assert narrator("fr").rings(view, seat).translate(NO_BREAK) == french


def test_no_rings_and_no_empty_ring() -> None:
    nothing = play(PLAIN, 3, "3000").view(0)
    assert narrator("en").rings(nothing, ANA) == "You have 0 dollars. No diamond. No empty ring."
    assert narrator("en").rings(nothing, BO) == "B, Bo: 0 dollars. No diamond. No empty ring."
    assert narrator("fr").rings(nothing, BO).translate(NO_BREAK).endswith(". Aucun diamant. Aucune bague vide.")
    full = replace(nothing, rings=((Ring(1000, True), Ring(6000, True), Ring(1000, True)), (), ()), scores=(8000, 0, 0))
    assert narrator("en").rings(full, ANA) == (
        "You have 8000 dollars. With a diamond: 6000 dollars, 2 of 1000 dollars. No empty ring."
    )


def test_to_everybody_no_rings_are_yours() -> None:
    view = play(PLAIN, 3, RINGS).view(None)
    assert narrator("en", ALL).rings(view, ANA).startswith("A, Ana: 6000 dollars. ")


def test_the_match_so_far() -> None:
    assert narrator("en").totals(THREE) == []
    view = replace(THREE_IN_A_MATCH, game=2, totals=(9000, -5000, 32_000))
    assert narrator("en").totals(view) == [
        "Before game 2 of 3: Ana 9000 dollars, Bo -5000 dollars, Cleo 32000 dollars."
    ]
    assert [line.translate(NO_BREAK) for line in narrator("fr").totals(view)] == [
        "Avant la partie 2 sur 3 : Ana 9000 dollars, Bo -5000 dollars, Cleo 32000 dollars."
    ]


def test_the_podium() -> None:
    view = MATCH.observe(MATCH.start(3, bytes(32)).state, None)
    outcome = Outcome((3000, 9000, 3000), (1,))
    assert narrator("en").podium(view, outcome) == [
        "1. Bo: 9000 dollars",
        "2. Ana: 3000 dollars",
        "2. Cleo: 3000 dollars",
    ]
    assert [line.translate(NO_BREAK) for line in narrator("fr").podium(view, outcome)] == [
        "1. Bo : 9000 dollars",
        "2. Ana : 3000 dollars",
        "2. Cleo : 3000 dollars",
    ]
    tied = Outcome((-4000, -4000, -9000), (0, 1))
    assert narrator("en").podium(view, tied) == [
        "1. Ana: -4000 dollars",
        "1. Bo: -4000 dollars",
        "3. Cleo: -9000 dollars",
    ]


@pytest.mark.parametrize(
    ("game", "english", "french"),
    [
        (PLAIN, "Mister Diamond.", "Mister Diamond."),
        (EXPERT, "Mister Diamond, for experts.", "Mister Diamond, pour experts."),
        (NOTES, "Mister Diamond, with notes.", "Mister Diamond, avec notes."),
        (MATCH, "Mister Diamond, 3 games.", "Mister Diamond, 3 parties."),
    ],
)
def test_what_is_played(game: MisterDiamond, english: str, french: str) -> None:
    view = play(game, 3).view(None)
    assert (narrator("en").opening(view), narrator("fr").opening(view)) == (english, french)


# Any match at all

BEGINS_WELL = re.compile(r"[A-ZÀÉ0-9]")


def is_well_said(sentence: str) -> bool:
    """A capital, a name or a digit to begin with, a full stop at the end, and no hole in it."""
    return bool(
        (BEGINS_WELL.match(sentence) or sentence.startswith(NAMES))
        and sentence.endswith(".")
        and not re.search(r"[{}$]|None|True|False|  |\.\.| [.,]", sentence.translate(NO_BREAK))
    )


@settings(max_examples=examples(15))
@given(whole_matches())
def test_any_match_can_be_told_from_every_seat(table: Table) -> None:
    names = NAMES[: table.seats]
    for language in LANGUAGES:
        for me in (None, *range(table.seats)):
            teller = MisterDiamondNarrator(catalogue(language), names, me)
            for step in table.steps:
                sentences = teller.tell(step.events, table.game.observe(step.state, me))
                assert len(sentences) >= len(step.events) - 1
                assert [sentence for sentence in sentences if not is_well_said(sentence)] == []


@settings(max_examples=examples(15))
@given(whole_matches())
def test_any_table_can_be_described_from_every_seat(table: Table) -> None:
    names = NAMES[: table.seats]
    for language in LANGUAGES:
        for me in (None, *range(table.seats)):
            teller = MisterDiamondNarrator(catalogue(language), names, me)
            for step in table.steps[:: max(1, len(table.steps) // 5)]:
                view = table.game.observe(step.state, me)
                lines = [
                    *teller.board(view),
                    *teller.totals(view),
                    *(teller.rings(view, seat) for seat in range(table.seats)),
                    *(teller.place(view, place) for place in (1, 5, 9)),
                ]
                assert len(lines) >= 5 + table.seats
                assert teller.opening(view).startswith("Mister Diamond")
                assert [line for line in lines if not is_well_said(line)] == []


@settings(max_examples=examples(15))
@given(whole_matches())
def test_nothing_but_the_notes_tells_a_fixed_place(table: Table) -> None:
    """Whatever was tried, a table without notes is described as if nothing had been."""
    for step in table.steps[::5]:
        view = table.game.observe(step.state, None)
        texts = [*narrator("en", ALL).board(view), *(narrator("en", ALL).place(view, place) for place in view.board)]
        told_of_it = [text for text in texts if "ixed" in text]
        if not view.notes:
            assert told_of_it == []
        else:
            assert len(told_of_it) == 1 + len(step.state.tried)


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


# Questions about the table


def test_questions_are_answered_from_what_lies_on_the_table() -> None:
    ring = RingCard(6000)
    view = replace(play(PLAIN, 3, "3000 17, 1000 19, 2000 20, 6000").view(0), turn=0, card=ring)
    english, french = narrator("en"), narrator("fr")
    assert english.answer(view, "players", odds=False) == [english.rings(view, seat) for seat in range(3)]
    assert english.answer(view, "mine", odds=False) == [english.rings(view, 0), english.drawn(ring)]
    assert french.answer(replace(view, turn=1), "mine", odds=False) == [french.rings(view, 0)]
    assert english.answer(view, "board", odds=False) == english.board(view)
    for_all = narrator("en", ALL)
    assert for_all.answer(view, "mine", odds=False) == for_all.board(view)
    in_a_match = replace(view, games=3, game=2)
    assert english.answer(in_a_match, "board", odds=False)[-1:] == english.totals(in_a_match)


def test_how_things_stand_is_told_in_few_words() -> None:
    view = play(PLAIN, 3, "3000 17, 1000 19, 2000 20, 6000").view(0)
    cards = "45 cards are left, 7 of them theft."
    assert narrator("en", ALL).situation(view) == [cards]
    assert narrator("en").situation(view) == [cards, narrator("en").rings(view, 0)]
