"""What is said when something happens, in both languages."""

from __future__ import annotations

import pytest

from tacora.games.diamant import Event
from tacora.games.diamant.editions import Hazard, Relic, Treasure
from tacora.games.diamant.rules import (
    Began,
    Disaster,
    ExpeditionEnded,
    GameEnded,
    HazardMet,
    Revealed,
    TreasureFound,
    Trophy,
    WentHome,
)
from tests.narration.narrator import BOB, BOB_AND_CLEO, ME, ME_AND_BOB, told
from tests.table import TACORA, play

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
