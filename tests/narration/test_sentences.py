"""What is said when something happens, to whom, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from tacora.game import Outcome, Seat
from tacora.games.diamant import EDITIONS, Diamant, Event
from tacora.games.diamant.editions import Hazard, Relic, Treasure
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.odds import Odds, Situation, odds
from tacora.games.diamant.rules import (
    Began,
    Disaster,
    ExpeditionEnded,
    GameEnded,
    HazardMet,
    RelicFound,
    Revealed,
    TreasureFound,
    Trophy,
    View,
    WentHome,
)
from tacora.narration import LANGUAGES
from tacora.narration.catalogue import Language, catalogue
from tests.examples import examples
from tests.strategies import whole_games
from tests.table import SCHMIDT, TACORA, WITH_RELICS, Table, play

NAMES = ("Ana", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
NO_BREAK = {ord(space): " " for space in "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"}
"""French sets signs off with these; they are written as plain spaces here and tested with the catalogues."""

ME, ME_AND_BOB, BOB, BOB_AND_CLEO = (0,), (0, 1), (1,), (1, 2)


def narrator(language: Language, me: Seat | None = 0) -> DiamantNarrator:
    return DiamantNarrator(catalogue(language), NAMES, me)


def told(language: Language, event: Event, view: View, me: Seat | None = 0) -> str:
    return " ".join(narrator(language, me).tell([event], view)).translate(NO_BREAK)


def plain(lines: list[str]) -> list[str]:
    return [line.translate(NO_BREAK) for line in lines]


# Ana listens. Each event, what she hears in English, and in French.

BEGINNINGS: list[tuple[Event, str, str]] = [
    (
        Began(2, 4),
        "Expedition 2 of 5. Everyone enters.",
        "Expédition 2 sur 5. Tout le monde entre.",
    ),
    (
        Began(3, 4, (Relic(8),)),
        "Expedition 3 of 5. Everyone enters. A relic worth 8 is shuffled into the deck.",
        "Expédition 3 sur 5. Tout le monde entre. Une relique de valeur 8 est mêlée à la pioche.",
    ),
    (
        Began(1, 4, (Relic(),)),
        "Expedition 1 of 5. Everyone enters. A relic is shuffled into the deck.",
        "Expédition 1 sur 5. Tout le monde entre. Une relique est mêlée à la pioche.",
    ),
    (
        Began(1, 4, (Relic(),) * 5),
        "Expedition 1 of 5. Everyone enters. 5 relics are shuffled into the deck.",
        "Expédition 1 sur 5. Tout le monde entre. 5 reliques sont mêlées à la pioche.",
    ),
]

CARDS: list[tuple[Event, str, str]] = [
    (
        TreasureFound(Treasure(11), 4, 2, 3),
        "Treasure 11: 2 each, 3 stay on the card.",
        "Trésor 11 : 2 chacun, 3 restent sur la carte.",
    ),
    (
        TreasureFound(Treasure(5), 4, 1, 1),
        "Treasure 5: 1 each, 1 stays on the card.",
        "Trésor 5 : 1 chacun, 1 reste sur la carte.",
    ),
    (
        TreasureFound(Treasure(4), 4, 1, 0),
        "Treasure 4: 1 each, nothing stays.",
        "Trésor 4 : 1 chacun, rien ne reste.",
    ),
    (
        TreasureFound(Treasure(1), 4, 0, 1),
        "Treasure 1: too little to share, it all stays on the card.",
        "Trésor 1 : trop peu pour partager, tout reste sur la carte.",
    ),
    (
        TreasureFound(Treasure(3), 4, 0, 3),
        "Treasure 3: too little to share, it all stays on the card.",
        "Trésor 3 : trop peu pour partager, tout reste sur la carte.",
    ),
    (
        HazardMet(Hazard("gas")),
        "Gas cloud, for the first time. Nothing happens.",
        "Nuage de gaz, une première fois. Sans conséquence.",
    ),
    (
        Disaster(Hazard("snakes"), ME, 0),
        "Snakes again. You run, with nothing to lose.",
        "Serpents, une seconde fois. Vous fuyez, sans rien à perdre.",
    ),
    (
        Disaster(Hazard("snakes"), ME_AND_BOB, 0),
        "Snakes again. You and Bob run, with nothing to lose.",
        "Serpents, une seconde fois. Vous et Bob fuyez, sans rien à perdre.",
    ),
    (
        Disaster(Hazard("snakes"), BOB, 0),
        "Snakes again. Bob runs, with nothing to lose.",
        "Serpents, une seconde fois. Bob fuit, sans rien à perdre.",
    ),
    (
        Disaster(Hazard("snakes"), BOB_AND_CLEO, 0),
        "Snakes again. Bob and Cleo run, with nothing to lose.",
        "Serpents, une seconde fois. Bob et Cleo fuient, sans rien à perdre.",
    ),
    (
        Disaster(Hazard("lava"), ME, 1),
        "Lava pits again. You run and lose 1 gem.",
        "Puits de lave, une seconde fois. Vous fuyez et perdez 1 gemme.",
    ),
    (
        Disaster(Hazard("lava"), ME_AND_BOB, 5),
        "Lava pits again. You and Bob run and lose 5 gems each.",
        "Puits de lave, une seconde fois. Vous et Bob fuyez et perdez 5 gemmes chacun.",
    ),
    (
        Disaster(Hazard("lava"), BOB, 5),
        "Lava pits again. Bob runs and loses 5 gems.",
        "Puits de lave, une seconde fois. Bob fuit et perd 5 gemmes.",
    ),
    (
        Disaster(Hazard("lava"), BOB_AND_CLEO, 1),
        "Lava pits again. Bob and Cleo run and lose 1 gem each.",
        "Puits de lave, une seconde fois. Bob et Cleo fuient et perdent 1 gemme chacun.",
    ),
]

DECISIONS: list[tuple[Event, str, str]] = [
    (Revealed((), ME), "You continue.", "Vous continuez."),
    (Revealed((), BOB), "Bob continues.", "Bob continue."),
    (Revealed((), (0, 1, 2, 3)), "All continue.", "Tous continuent."),
    (Revealed((), BOB_AND_CLEO), "All continue.", "Tous continuent."),
    (Revealed(ME, ()), "You leave.", "Vous sortez."),
    (Revealed(BOB, ()), "Bob leaves.", "Bob sort."),
    (Revealed((0, 1, 2, 3), ()), "All leave together.", "Tous sortent ensemble."),
    (Revealed(BOB_AND_CLEO, ()), "All leave together.", "Tous sortent ensemble."),
    (Revealed(ME, BOB), "You leave. Bob continues.", "Vous sortez. Bob continue."),
    (Revealed(ME, BOB_AND_CLEO), "You leave. Bob and Cleo continue.", "Vous sortez. Bob et Cleo continuent."),
    (Revealed(ME_AND_BOB, (2,)), "You and Bob leave. Cleo continues.", "Vous et Bob sortez. Cleo continue."),
    (
        Revealed(ME_AND_BOB, (2, 3)),
        "You and Bob leave. Cleo and Dan continue.",
        "Vous et Bob sortez. Cleo et Dan continuent.",
    ),
    (Revealed(BOB, ME), "Bob leaves. You continue.", "Bob sort. Vous continuez."),
    (Revealed(BOB, (0, 2)), "Bob leaves. You and Cleo continue.", "Bob sort. Vous et Cleo continuez."),
    (Revealed(BOB, (2,)), "Bob leaves. Cleo continues.", "Bob sort. Cleo continue."),
    (Revealed(BOB, (2, 3)), "Bob leaves. Cleo and Dan continue.", "Bob sort. Cleo et Dan continuent."),
    (Revealed(BOB_AND_CLEO, ME), "Bob and Cleo leave. You continue.", "Bob et Cleo sortent. Vous continuez."),
    (
        Revealed(BOB_AND_CLEO, (0, 3)),
        "Bob and Cleo leave. You and Dan continue.",
        "Bob et Cleo sortent. Vous et Dan continuez.",
    ),
    (Revealed(BOB_AND_CLEO, (3,)), "Bob and Cleo leave. Dan continues.", "Bob et Cleo sortent. Dan continue."),
]

HOMECOMINGS: list[tuple[Event, str, str]] = [
    (WentHome(ME, 3, 0, 0), "You bring home 3 gems.", "Vous rapportez 3 gemmes."),
    (WentHome(ME_AND_BOB, 3, 0, 0), "You and Bob bring home 3 gems each.", "Vous et Bob rapportez 3 gemmes chacun."),
    (WentHome(BOB, 1, 0, 0), "Bob brings home 1 gem.", "Bob rapporte 1 gemme."),
    (
        WentHome(BOB_AND_CLEO, 3, 0, 1),
        "Bob and Cleo bring home 3 gems each.",
        "Bob et Cleo rapportent 3 gemmes chacun.",
    ),
    (
        WentHome(ME, 3, 2, 0),
        "You bring home 5 gems, 2 of them from the path.",
        "Vous rapportez 5 gemmes, dont 2 du chemin.",
    ),
    (
        WentHome(ME_AND_BOB, 3, 2, 0),
        "You and Bob bring home 5 gems each, 2 of them from the path.",
        "Vous et Bob rapportez 5 gemmes chacun, dont 2 du chemin.",
    ),
    (
        WentHome(BOB, 3, 2, 0),
        "Bob brings home 5 gems, 2 of them from the path.",
        "Bob rapporte 5 gemmes, dont 2 du chemin.",
    ),
    (
        WentHome(BOB_AND_CLEO, 3, 2, 0),
        "Bob and Cleo bring home 5 gems each, 2 of them from the path.",
        "Bob et Cleo rapportent 5 gemmes chacun, dont 2 du chemin.",
    ),
    (
        WentHome(ME, 3, 0, 0, (Trophy(Relic(5), 5),)),
        "You bring home 3 gems. Alone on the way out, you take a relic worth 5.",
        "Vous rapportez 3 gemmes. Personne d’autre ne sort : vous prenez une relique de valeur 5.",
    ),
    (
        WentHome(BOB, 3, 0, 0, (Trophy(Relic(), 5), Trophy(Relic(), 10))),
        "Bob brings home 3 gems. Alone on the way out, Bob takes relics worth 5 and 10.",
        "Bob rapporte 3 gemmes. Personne d’autre ne sort : Bob prend des reliques de valeur 5 et 10.",
    ),
    (
        WentHome(BOB_AND_CLEO, 3, 0, 0, (), (Relic(5), Relic(7))),
        "Bob and Cleo bring home 3 gems each. Several leave at once: the relics stay.",
        "Bob et Cleo rapportent 3 gemmes chacun. Plusieurs sortent à la fois : les reliques restent.",
    ),
    (
        WentHome(BOB_AND_CLEO, 3, 0, 0, (), (Relic(5),)),
        "Bob and Cleo bring home 3 gems each. Several leave at once: the relic stays.",
        "Bob et Cleo rapportent 3 gemmes chacun. Plusieurs sortent à la fois : la relique reste.",
    ),
    (WentHome(ME, 0, 0, 0), "You go home with nothing.", "Vous rentrez les mains vides."),
    (WentHome(ME_AND_BOB, 0, 0, 1), "You and Bob go home with nothing.", "Vous et Bob rentrez les mains vides."),
    (WentHome(BOB, 0, 0, 0), "Bob goes home with nothing.", "Bob rentre les mains vides."),
    (WentHome(BOB_AND_CLEO, 0, 0, 0), "Bob and Cleo go home with nothing.", "Bob et Cleo rentrent les mains vides."),
    (WentHome(ME, 0, 2, 0), "You bring home 2 gems from the path.", "Vous rapportez du chemin 2 gemmes."),
    (
        WentHome(ME_AND_BOB, 0, 1, 0),
        "You and Bob bring home 1 gem each from the path.",
        "Vous et Bob rapportez du chemin 1 gemme chacun.",
    ),
    (WentHome(BOB, 0, 1, 0), "Bob brings home 1 gem from the path.", "Bob rapporte du chemin 1 gemme."),
    (
        WentHome(BOB_AND_CLEO, 0, 2, 1),
        "Bob and Cleo bring home 2 gems each from the path.",
        "Bob et Cleo rapportent du chemin 2 gemmes chacun.",
    ),
    (
        WentHome(ME, 0, 0, 0, (Trophy(Relic(5), 5),)),
        "You go home with nothing. Alone on the way out, you take a relic worth 5.",
        "Vous rentrez les mains vides. Personne d’autre ne sort : vous prenez une relique de valeur 5.",
    ),
]

ENDS: list[tuple[Event, str, str]] = [
    (
        ExpeditionEnded(1, "left", 0),
        "Expedition 1 is over, all are at camp.",
        "L’expédition 1 est finie, tous sont au camp.",
    ),
    (
        ExpeditionEnded(1, "left", 1),
        "Expedition 1 is over, all are at camp. 1 gem on the path goes back to the bank.",
        "L’expédition 1 est finie, tous sont au camp. 1 gemme du chemin retourne à la réserve.",
    ),
    (
        ExpeditionEnded(2, "hazard", 7, Hazard("boulders"), (Relic(5), Relic(7))),
        "Expedition 2 is over. One card leaves the game: rolling boulders. 7 gems on the path go back to the bank. "
        "Lost for good: relic 5 and relic 7.",
        "L’expédition 2 est finie. Une carte quitte le jeu : boules de pierre. 7 gemmes du chemin retournent à la "
        "réserve. Perte définitive : relique 5 et relique 7.",
    ),
    (
        ExpeditionEnded(2, "left", 0, None, (Relic(5),)),
        "Expedition 2 is over, all are at camp. Lost for good: relic 5.",
        "L’expédition 2 est finie, tous sont au camp. Perte définitive : relique 5.",
    ),
    (
        ExpeditionEnded(2, "left", 0, None, (Relic(),)),
        "Expedition 2 is over, all are at camp. A relic is lost for good.",
        "L’expédition 2 est finie, tous sont au camp. Une relique est perdue pour de bon.",
    ),
    (
        ExpeditionEnded(2, "left", 0, None, (Relic(), Relic())),
        "Expedition 2 is over, all are at camp. 2 relics are lost for good.",
        "L’expédition 2 est finie, tous sont au camp. 2 reliques sont perdues pour de bon.",
    ),
    (
        GameEnded((9, 9, 9, 1), ME),
        "The game is over. You win with 9. Others have as many points, but fewer relics.",
        "La partie est finie. Vous gagnez avec 9. D’autres ont autant de points, mais moins de reliques.",
    ),
    (
        GameEnded((9, 9, 9, 1), BOB_AND_CLEO),
        "The game is over. Bob and Cleo share the victory with 9. Others have as many points, but fewer relics.",
        "La partie est finie. Bob et Cleo partagent la victoire avec 9. D’autres ont autant de points, mais moins de "
        "reliques.",
    ),
    (
        GameEnded((9, 1, 1, 1), ME),
        "The game is over. You win with 9.",
        "La partie est finie. Vous gagnez avec 9.",
    ),
    (
        GameEnded((9, 9, 1, 1), ME_AND_BOB),
        "The game is over. You and Bob share the victory with 9.",
        "La partie est finie. Vous et Bob partagez la victoire avec 9.",
    ),
    (
        GameEnded((1, 9, 1, 1), BOB),
        "The game is over. Bob wins with 9.",
        "La partie est finie. Bob gagne avec 9.",
    ),
    (
        GameEnded((1, 9, 9, 9), (1, 2, 3)),
        "The game is over. Bob, Cleo, and Dan share the victory with 9.",
        "La partie est finie. Bob, Cleo et Dan partagent la victoire avec 9.",
    ),
]

ALL = [*BEGINNINGS, *CARDS, *DECISIONS, *HOMECOMINGS, *ENDS]


@pytest.mark.parametrize(("event", "english", "french"), ALL)
def test_each_event(event: Event, english: str, french: str) -> None:
    view = play(TACORA, 4, "11").view(0)
    assert told("en", event, view) == english
    assert told("fr", event, view) == french


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


# The table, asked for


def test_the_cave() -> None:
    view = play(WITH_RELICS, 4, "11 CCCC snakes CCLC R5 CC-C 2").view(0)
    assert plain(narrator("en").cave(view)) == [
        "Expedition 1 of 5, 4 cards deep.",
        "The tunnel: 11, snakes, relic 5, 2 with 2 left on it.",
        "Hazard met: snakes.",
        "2 gems lie on the path.",
        "Inside: you, Bob, and Dan, holding 2 gems each.",
        "In the tunnel for a lone leaver: a relic worth 5.",
        "Caves: 1 open, 2 waiting, 3 waiting, 4 waiting, 5 waiting.",
    ]
    assert plain(narrator("fr").cave(view)) == [
        "Expédition 1 sur 5, profondeur : 4 cartes.",
        "La galerie : 11, serpents, relique 5, 2, où il reste 2.",
        "Danger rencontré : serpents.",
        "Sur le chemin : 2 gemmes.",
        "À l’intérieur : vous, Bob et Dan, avec 2 gemmes en main chacun.",
        "Dans la galerie, pour qui sort seul : une relique de valeur 5.",
        "Grottes : 1 ouverte, 2 en attente, 3 en attente, 4 en attente, 5 en attente.",
    ]


def test_the_cave_after_a_disaster_alone_inside() -> None:
    table = play(SCHMIDT, 3, "gas CCC gas", "1 CLL 4")
    assert plain(narrator("en", 0).cave(table.view(0)))[2:] == [
        "No hazard met yet.",
        "1 gem lies on the path.",
        "You are alone inside, holding 4 gems.",
        "Out of the game: gas cloud.",
        "Caves: 1 explored, 2 open, 3 waiting, 4 waiting, 5 waiting.",
    ]
    assert "Ana is alone inside, holding 4 gems." in narrator("en", 1).cave(table.view(1))
    assert "Il n’y a plus que Ana à l’intérieur, avec 4 gemmes en main." in narrator("fr", 1).cave(table.view(1))
    assert "Grottes : 1 explorée, 2 ouverte" in plain(narrator("fr").cave(table.view(0)))[-1]


def test_a_tacora_cave_is_barricaded_afterwards() -> None:
    view = play(TACORA, 3, "11 LLL", "4").view(0)
    assert narrator("en").cave(view)[-1] == "Caves: 1 barricaded, 2 open, 3 waiting, 4 waiting, 5 waiting."
    assert "1 barricadée" in narrator("fr").cave(view)[-1]


def test_nobody_in_a_cave() -> None:
    view = play(TACORA, 3, "11 LLL").view(0)
    assert narrator("en").cave(view) == ["Nobody is in a cave now."]
    assert narrator("fr").cave(view) == ["Il n’y a personne dans une grotte en ce moment."]


def test_the_players() -> None:
    view = play(WITH_RELICS, 3, "R5 CCC 11 LCC snakes").view(1)
    assert plain(narrator("en", 1).players(view)) == [
        "A, Ana: 5 gems in the chest, a relic worth 5, at camp.",
        "B, Bob: 0 gems in the chest, inside.",
        "C, Cleo: 0 gems in the chest, inside.",
    ]
    assert plain(narrator("fr", 1).players(view)) == [
        "A, Ana : 5 gemmes au coffre, une relique de valeur 5, au camp.",
        "B, Bob : 0 gemme au coffre, à l’intérieur.",
        "C, Cleo : 0 gemme au coffre, à l’intérieur.",
    ]


def test_hidden_chests_are_told_as_hidden() -> None:
    table = play(Diamant(EDITIONS["tacora-2024"], chests="hidden"), 3, "11 LLC 4")
    assert narrator("en", 0).players(table.view(0)) == [
        "A, Ana: 4 gems in the chest, at camp.",
        "B, Bob: chest hidden, at camp.",
        "C, Cleo: chest hidden, inside.",
    ]
    assert plain(narrator("fr", None).players(table.view()))[0] == "A, Ana : coffre caché, au camp."
    hidden = "The chests are hidden, and all of you see this screen: nobody's total is shown before the end."
    assert narrator("en", None).mine(table.view()) == [hidden]


def test_what_is_mine() -> None:
    assert narrator("en", 0).mine(play(WITH_RELICS, 3, "17 CCL 14").view(0)) == [
        "You hold 12 gems in the cave, at risk. Your chest: 0 gems."
    ]
    at_camp = play(WITH_RELICS, 3, "R5 CCC 17 CCL 14")
    assert at_camp.view(2).chests[2] == 7
    assert narrator("en", 2).mine(at_camp.view(2)) == [
        "You are at camp. Your chest: 7 gems (1 diamond and 2 rubies).",
        "Your relics: a relic worth 5.",
    ]
    assert plain(narrator("fr", 2).mine(at_camp.view(2))) == [
        "Vous êtes au camp. Votre coffre : 7 gemmes (1 diamant et 2 rubis).",
        "Vos reliques : une relique de valeur 5.",
    ]


def test_odds_in_words() -> None:
    view = play(TACORA, 3, "11 CCC snakes CCC 4").view(0)
    situation = Situation.seen_in(view)
    assert plain(narrator("en").odds(odds(situation), situation)) == [
        "The next card ends the expedition: 2 in 27, or 7.4%.",
        "The next card brings each explorer 1.15 on average.",
        "Leaving now brings: 7 alone, 5 each if 2 leave, 5 each if 3 leave.",
    ]
    assert plain(narrator("fr").odds(odds(situation), situation)) == [
        "La prochaine carte finit l’expédition : 2 sur 27, soit 7,4 %.",
        "La prochaine carte rapporte à chacun 1,15 en moyenne.",
        "Sortir maintenant rapporte : 7 si un seul sort, 5 chacun si 2 sortent, 5 chacun si 3 sortent.",
    ]


def test_odds_without_danger_and_with_relics() -> None:
    view = play(WITH_RELICS, 3, "R5").view(0)
    situation = Situation.seen_in(view)
    lines = plain(narrator("en").odds(odds(situation), situation))
    assert lines[0] == "The next card cannot end the expedition."
    assert lines[2] == "Leaving now brings: 5 alone, relics included, 0 each if 2 leave, 0 each if 3 leave."


def test_a_podium_with_a_shared_rank() -> None:
    view = play(TACORA, 4, "11").view()
    lines = narrator("en").podium(view, Outcome((3, 7, 7, 1), (1, 2)))
    assert [line.split(" (")[0] for line in lines] == ["1. Bob: 7", "1. Cleo: 7", "3. Ana: 3", "4. Dan: 1"]


def test_a_podium_where_the_box_breaks_the_tie() -> None:
    view = play(TACORA, 3, "11").view()
    lines = narrator("en").podium(view, Outcome((7, 7, 1), (1,)))
    assert [line.split(" (")[0] for line in lines] == ["1. Bob: 7", "2. Ana: 7", "3. Cleo: 1"]


# Any game at all


def sentences(table: Table, language: Language, me: Seat | None) -> Iterator[str]:
    """All that can be heard of a game in one seat."""
    teller = narrator(language, me)
    for step in table.steps:
        view = table.game.observe(step.state, me)
        yield from teller.tell(step.events, view)


def asked(table: Table, language: Language, me: Seat | None) -> Iterator[str]:
    teller = narrator(language, me)
    for step in table.steps[::3]:
        view = table.game.observe(step.state, me)
        yield from (*teller.cave(view), *teller.players(view), *teller.mine(view))
        if view.inside:
            situation = Situation.seen_in(view)
            result: Odds = odds(situation)
            yield from teller.odds(result, situation)


def check(sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0].isdigit() or sentence.startswith(NAMES), sentence
    assert sentence.endswith("."), sentence
    for flaw in ("{", "}", "None", "  ", "..", " .", " ,", "\n"):
        assert flaw not in sentence, sentence


@settings(max_examples=examples(25))
@given(table=whole_games())
def test_any_game_can_be_told_to_anybody(table: Table) -> None:
    listeners: list[Seat | None] = [None, *range(table.seats)]
    for language in LANGUAGES:
        tales = [list(sentences(table, language, me)) for me in listeners]
        assert {len(tale) for tale in tales} == {len(tales[0])}
        for tale in tales:
            for sentence in tale:
                check(sentence)


@settings(max_examples=examples(25))
@given(table=whole_games())
def test_anybody_can_ask_for_the_table_at_any_time(table: Table) -> None:
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    for language in LANGUAGES:
        for me in (None, 0, table.seats - 1):
            for line in asked(table, language, me):
                check(line)
        podium = narrator(language, None).podium(table.view(), outcome)
        assert len(podium) == table.seats
        assert podium[0].startswith(tuple(f"1. {NAMES[seat]}" for seat in outcome.winners))
