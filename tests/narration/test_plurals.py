"""Messages that count: none, one and several."""

from __future__ import annotations

import pytest

from tacora.narration.catalogue import Language, catalogue
from tests.narration.messages import all_messages, both_languages

N = "\N{NO-BREAK SPACE}"
PLURALS: dict[str, dict[Language, dict[tuple[tuple[str, object], ...], str]]] = {
    "gems": {
        "en": {(("n", n),): f"{n} {word}" for n, word in [(0, "gems"), (1, "gem"), (2, "gems"), (5, "gems")]},
        "fr": {(("n", n),): f"{n} {word}" for n, word in [(0, "gemme"), (1, "gemme"), (2, "gemmes"), (5, "gemmes")]},
    },
    "stones": {
        "en": {
            (("diamonds", 0), ("rubies", 0)): "0 rubies",
            (("diamonds", 0), ("rubies", 1)): "1 ruby",
            (("diamonds", 1), ("rubies", 0)): "1 diamond",
            (("diamonds", 1), ("rubies", 1)): "1 diamond and 1 ruby",
            (("diamonds", 2), ("rubies", 1)): "2 diamonds and 1 ruby",
            (("diamonds", 5), ("rubies", 2)): "5 diamonds and 2 rubies",
        },
        "fr": {
            (("diamonds", 0), ("rubies", 0)): "0 rubis",
            (("diamonds", 0), ("rubies", 1)): "1 rubis",
            (("diamonds", 1), ("rubies", 0)): "1 diamant",
            (("diamonds", 1), ("rubies", 1)): "1 diamant et 1 rubis",
            (("diamonds", 2), ("rubies", 0)): "2 diamants",
            (("diamonds", 5), ("rubies", 2)): "5 diamants et 2 rubis",
        },
    },
    "began-relics": {
        "en": {
            (("count", 1),): "A relic is shuffled into the deck.",
            (("count", 5),): "5 relics are shuffled into the deck.",
        },
        "fr": {
            (("count", 1),): "Une relique est mêlée à la pioche.",
            (("count", 5),): "5 reliques sont mêlées à la pioche.",
        },
    },
    "gems-returned": {
        "en": {
            (("n", 1),): "1 gem on the path goes back to the bank.",
            (("n", 2),): "2 gems on the path go back to the bank.",
            (("n", 5),): "5 gems on the path go back to the bank.",
        },
        "fr": {
            (("n", 1),): "1 gemme du chemin retourne à la réserve.",
            (("n", 2),): "2 gemmes du chemin retournent à la réserve.",
            (("n", 5),): "5 gemmes du chemin retournent à la réserve.",
        },
    },
    "cave-path": {
        "en": {
            (("n", 0),): "Nothing lies on the path.",
            (("n", 1),): "1 gem lies on the path.",
            (("n", 2),): "2 gems lie on the path.",
            (("n", 5),): "5 gems lie on the path.",
        },
        "fr": {
            (("n", 0),): "Rien ne se trouve sur le chemin.",
            (("n", 1),): f"Sur le chemin{N}: 1 gemme.",
            (("n", 2),): f"Sur le chemin{N}: 2 gemmes.",
            (("n", 5),): f"Sur le chemin{N}: 5 gemmes.",
        },
    },
    "cave-hazards": {
        "en": {
            (("count", 0), ("hazards", "")): "No hazard met yet.",
            (("count", 1), ("hazards", "fire")): "Hazard met: fire.",
            (("count", 2), ("hazards", "fire and mummy")): "Hazards met: fire and mummy.",
        },
        "fr": {
            (("count", 0), ("hazards", "")): "Aucun danger rencontré.",
            (("count", 1), ("hazards", "momie")): f"Danger rencontré{N}: momie.",
            (("count", 2), ("hazards", "momie et gaz")): f"Dangers rencontrés{N}: momie et gaz.",
        },
    },
    "sealed": {
        "en": {
            (("name", "Ana"), ("left", 1)): "Ana has decided. 1 still thinks.",
            (("name", "Ana"), ("left", 2)): "Ana has decided. 2 still think.",
        },
        "fr": {
            (("name", "Ana"), ("left", 1)): f"La décision est prise{N}: Ana. Il en manque 1.",
            (("name", "Ana"), ("left", 2)): f"La décision est prise{N}: Ana. Il en manque 2.",
        },
    },
    "menu-resume": {
        "en": {
            (("key", 4), ("n", 1)): "4: go on with your unfinished game",
            (("key", 4), ("n", 2)): "4: go on with one of your 2 unfinished games",
        },
        "fr": {
            (("key", 4), ("n", 1)): f"4{N}: reprendre votre partie inachevée",
            (("key", 4), ("n", 2)): f"4{N}: reprendre une de vos 2 parties inachevées",
        },
    },
    "relics-lost-count": {
        "en": {(("count", 1),): "A relic is lost for good.", (("count", 2),): "2 relics are lost for good."},
        "fr": {
            (("count", 1),): "Une relique est perdue pour de bon.",
            (("count", 2),): "2 reliques sont perdues pour de bon.",
        },
    },
    "refused-letter-count": {
        "en": {
            (("text", ""), ("given", 0), ("expected", 3)): '"" has 0 letters, but there are 3 seats',
            (("text", "C"), ("given", 1), ("expected", 3)): '"C" has 1 letter, but there are 3 seats',
            (("text", "CC"), ("given", 2), ("expected", 3)): '"CC" has 2 letters, but there are 3 seats',
        },
        "fr": {
            (("text", ""), ("given", 0), ("expected", 3)): f"«{N}{N}» a 0 lettre, mais il y a 3 sièges",
            (("text", "C"), ("given", 1), ("expected", 3)): f"«{N}C{N}» a 1 lettre, mais il y a 3 sièges",
            (("text", "CC"), ("given", 2), ("expected", 3)): f"«{N}CC{N}» a 2 lettres, mais il y a 3 sièges",
        },
    },
}


@both_languages
@pytest.mark.parametrize("message", sorted(PLURALS))
def test_plurals(language: Language, message: str) -> None:
    for facts, sentence in PLURALS[message][language].items():
        said = catalogue(language)(message, **dict(facts))
        assert said.replace("\N{NARROW NO-BREAK SPACE}", N) == sentence


@both_languages
@pytest.mark.parametrize("n", [0, 1, 2, 5])
@pytest.mark.repeats
def test_every_message_that_counts_can_count(language: Language, n: int) -> None:
    for message, reader in all_messages(language).items():
        if message.startswith("help-"):
            continue
        said = catalogue(language)(message, **dict.fromkeys(reader.variables, n))
        assert said, message
