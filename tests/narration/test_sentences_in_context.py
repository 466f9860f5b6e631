"""What is said depends on who listens, on the box, and on how few there are."""

from __future__ import annotations

import pytest

from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.editions import Hazard, Relic
from tacora.games.diamant.rules import (
    ExpeditionEnded,
    GameEnded,
    HazardMet,
    RelicFound,
    Revealed,
    TreasureFound,
    WentHome,
)
from tests.narration.narrator import BOB, BOB_AND_CLEO, ME, ME_AND_BOB, told
from tests.table import TACORA, play


def test_a_broken_tie_is_told_and_a_shared_one_is_not() -> None:
    """Five points each, one of them by a relic: it breaks the tie in one box only."""
    rows = ("R LCC 11 -LL", *["1 LLL"] * 4)
    broken, shared = (play(Diamant(EDITIONS[box]), 3, *rows) for box in ("incan-gold-2006", "diamant-2016"))
    assert told("en", broken.events[-1], broken.view(0)) == (
        "The game is over. You win with 5. Others have as many points, but fewer relics."
    )
    assert told("fr", broken.events[-1], broken.view(), me=None) == (
        "La partie est finie. Ana gagne avec 5. D’autres ont autant de points, mais moins de reliques."
    )
    assert told("en", shared.events[-1], shared.view(0)) == (
        "The game is over. You, Bob, and Cleo share the victory with 5."
    )


def test_a_shared_victory_is_no_broken_tie() -> None:
    table = play(TACORA, 3, *["4 LLL"] * 5)
    ended = table.events[-1]
    assert isinstance(ended, GameEnded)
    assert ended.winners == (0, 1, 2)
    assert "relics" not in told("en", ended, table.view())


def test_a_spectator_is_nobody() -> None:
    view = play(TACORA, 4, "11").view()
    assert told("en", Revealed(ME, BOB), view, me=None) == "Ana leaves. Bob continues."
    assert told("fr", WentHome(ME_AND_BOB, 3, 0, 0), view, me=None) == "Ana et Bob rapportent 3 gemmes chacun."


def test_a_lone_explorer_takes_the_whole_card() -> None:
    table = play(TACORA, 3, "11 CLL 7")
    found = table.events[-1]
    assert isinstance(found, TreasureFound)
    assert told("en", found, table.view(0)) == "Treasure 7, all for you."
    assert told("fr", found, table.view(0)) == "Trésor 7, tout pour vous."
    assert told("en", found, table.view(1), me=1) == "Treasure 7, all for Ana."
    assert told("fr", found, table.view(), me=None) == "Trésor 7, tout pour Ana."


@pytest.mark.parametrize(
    ("edition", "row", "worth"),
    [
        ("tacora-2024", "R5", 5),
        ("incan-gold-2020", "R5", 5),
        ("incan-gold-2006", "R", 5),
        ("diamant-2016", "R CCC R CCC R CCC R", 10),
        ("diamant-2016", "R CCC R CCC R LCC R", 10),
        ("diamant-2016", "R LCC R", 5),
        ("tiny", "R3", 3),
    ],
)
def test_a_relic_is_told_with_what_it_would_count(edition: str, row: str, worth: int) -> None:
    table = play(Diamant(EDITIONS[edition], relics=True), 3, row)
    assert isinstance(table.events[-1], RelicFound)
    assert told("en", table.events[-1], table.view(0)) == f"A relic worth {worth} lies in the tunnel."
    assert told("fr", table.events[-1], table.view(0)) == f"Une relique de valeur {worth} repose dans la galerie."


HAZARDS = {
    "schmidt-2005": (
        ["Snakes", "Scorpions", "Rockfall", "Gas cloud", "Explosion"],
        ["Serpents", "Scorpions", "Éboulement", "Nuage de gaz", "Explosion"],
    ),
    "tacora-2024": (
        ["Spiders", "Snakes", "Lava pits", "Rolling boulders", "Battering rams"],
        ["Araignées", "Serpents", "Puits de lave", "Boules de pierre", "Béliers"],
    ),
    "incan-gold-2006": (
        ["Fire", "Mummy", "Rockfall", "Snakes", "Spiders"],
        ["Incendie", "Momie", "Éboulement", "Serpents", "Araignées"],
    ),
    "diamant-2016": (
        ["Spiders", "Snakes", "Lava pits", "Rolling boulders", "Battering rams"],
        ["Araignées", "Serpents", "Puits de lave", "Boules de pierre", "Béliers"],
    ),
    "incan-gold-2020": (
        ["Fire", "Mummy", "Rockfall", "Snakes", "Spiders"],
        ["Incendie", "Momie", "Éboulement", "Serpents", "Araignées"],
    ),
    "tiny": (["Snakes"], ["Serpents"]),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_box_has_its_hazards(edition: str) -> None:
    view = play(Diamant(EDITIONS[edition]), 3, "4").view(0)
    english, french = HAZARDS[edition]
    for kind, name, nom in zip(EDITIONS[edition].hazards, english, french, strict=True):
        met = HazardMet(Hazard(kind))
        assert told("en", met, view) == f"{name}, for the first time. Nothing happens."
        assert told("fr", met, view) == f"{nom}, une première fois. Sans conséquence."


# Small numbers are where sentences break.


def test_one_gem_from_the_path_is_not_several() -> None:
    view = play(TACORA, 4, "11").view(0)
    assert "1 of them" not in told("en", WentHome(BOB, 0, 1, 0), view)


def test_one_relic_that_stays_is_not_several() -> None:
    view = play(TACORA, 4, "11").view(0)
    home = WentHome(BOB_AND_CLEO, 3, 0, 0, (), (Relic(5),))
    assert "relics" not in told("en", home, view)
    assert "reliques" not in told("fr", home, view)


def test_relics_without_a_value_are_not_a_list_of_the_same_word() -> None:
    view = play(TACORA, 4, "11").view(0)
    ended = ExpeditionEnded(2, "left", 0, None, (Relic(), Relic()))
    assert "relic and relic" not in told("en", ended, view)
    assert "relique et relique" not in told("fr", ended, view)
