"""What is said of a table of Mister Diamond: its board, its places, rings, the match and the podium."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tacora.game import Outcome, Seat
from tacora.games.mister_diamond import MisterDiamond, Ring, View
from tacora.games.mister_diamond.editions import RingCard, TheftCard
from tacora.narration.catalogue import Language
from tests.cli.program import PLAIN_SPACES
from tests.mister_diamond.table import EXPERT, NOTES, PLAIN, play
from tests.narration.mister_narrator import ALL, ANA, BO, CLEO, MATCH, THREE, THREE_IN_A_MATCH, narrator


def board(language: Language, view: View) -> list[str]:
    return [line.translate(PLAIN_SPACES) for line in narrator(language).board(view)]


def test_the_board_at_the_beginning() -> None:
    view = play(PLAIN, 3, "3000").view(0)
    assert board("en", view) == [
        "42 diamonds stand, at the places 1–42.",
        "48 cards are left, 7 of them thefts.",
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
        "42 cards are left, 6 of them thefts.",
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
    assert board("en", pair)[1] == "2 cards are left, one of them a theft."
    assert board("fr", pair)[1] == "Il reste 2 cartes, dont une de vol."


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
    assert narrator("fr").place(view, place).translate(PLAIN_SPACES) == french


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
    assert narrator("fr").rings(view, seat).translate(PLAIN_SPACES) == french


def test_no_rings_and_no_empty_ring() -> None:
    nothing = play(PLAIN, 3, "3000").view(0)
    assert narrator("en").rings(nothing, ANA) == "You have 0 dollars. No diamond. No empty ring."
    assert narrator("en").rings(nothing, BO) == "B, Bo: 0 dollars. No diamond. No empty ring."
    assert narrator("fr").rings(nothing, BO).translate(PLAIN_SPACES).endswith(". Aucun diamant. Aucune bague vide.")
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
    assert [line.translate(PLAIN_SPACES) for line in narrator("fr").totals(view)] == [
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
    assert [line.translate(PLAIN_SPACES) for line in narrator("fr").podium(view, outcome)] == [
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
    cards = "45 cards are left, 7 of them thefts."
    assert narrator("en", ALL).situation(view) == [cards]
    assert narrator("en").situation(view) == [cards, narrator("en").rings(view, 0)]
