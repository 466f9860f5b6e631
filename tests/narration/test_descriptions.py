"""What is said when somebody asks for the table: the cave, the players, the odds, the podium."""

from __future__ import annotations

from tacora.game import Outcome
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.odds import Situation, odds
from tests.narration.narrator import narrator, plain
from tests.table import SCHMIDT, TACORA, WITH_RELICS, play


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
