"""Mister Diamond through pipes: the moments and the helpers that its tests share."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from tacora.games.mister_diamond import Lift, MisterDiamond
from tacora.narration.catalogue import catalogue
from tests.cli.program import ENGLISH, Said
from tests.mister_diamond.table import BOX
from tests.mister_diamond.table import replay as played_again
from tests.terminal.mister_scripts import (
    SEED,
    Moment,
    save,
    theft_for,
)
from tests.terminal.program import run

N = "\N{NO-BREAK SPACE}"
PROMISE = sha256(bytes.fromhex(SEED)).hexdigest()
TWO = ("play", "mister-diamond", "--people", "Ana,Bo", "--seed", SEED, "--first", "0")
"""Nobody but people: the whole game is what they type."""

DEMANDE = catalogue("fr")("md-ask-place", price="3000 dollars")
ASKED = re.compile(r"^(\w+), (?:for \d+ dollars, which diamond|steal which)\?.*$", re.MULTILINE)


def at_pipes(home: Path, *lines: str, flags: tuple[str, ...] = TWO, lang: str = ENGLISH, **more: str) -> Said:
    """A game at pipes; afterwards nobody types any more."""
    return run(*flags, home=home, stdin="".join(f"{line}\n" for line in lines), lang=lang, **more)


def resume(home: Path, *lines: str, lang: str = ENGLISH) -> Said:
    return at_pipes(home, *lines, flags=("play", "--resume"), lang=lang)


def after(said: Said, question: str, number: int = 1) -> list[str]:
    """What was said between a question, counted from 1, and the next of its kind."""
    return said.out.split(question)[number].strip("\n").splitlines()


def record_of(said: Said) -> str:
    return next(line.partition(": ")[2] for line in said.lines if line.startswith(("Record", "Enregistrement")))


TABLE_OF_THREE = ("Ana", "Elephant", "Squirrel")
SIX = ("1", "4", "2", "6", "3", "10")
"""By the test vectors: Ana lifts 1 (3000), Elephant fails at 4 (5000), Squirrel lifts 2 (2000). Ana puts a theft aside
and fails at 6 (4000), Elephant lifts 3 (2000), Squirrel fails at 10 (6000). Ana has drawn 3000."""


def under_way(home: Path, *, notes: bool = False, games: int = 1) -> None:
    """One person against two bots, after these six decisions."""
    game = MisterDiamond(BOX, notes=notes, games=games, first=0)
    table = played_again(game, 3, bytes.fromhex(SEED), [Lift(int(text)) for text in SIX])
    save(home, Moment(table, SEED), TABLE_OF_THREE, (None, "elephant", "squirrel"))


LAST_ROUND = [
    "Place 6 is fixed. Your ring of 4000 dollars stays empty.",
    "Elephant draws a ring of 2000 dollars.",
    "Place 3 is loose. Elephant sets the diamond on the ring of 2000 dollars.",
    "Squirrel draws a ring of 6000 dollars.",
    "Place 10 is fixed. The ring of 6000 dollars stays empty.",
    "You draw a ring of 3000 dollars.",
]
DERNIER_TOUR = [
    "La place 6 est fixe. Votre bague de 4000 dollars reste vide.",
    "Elephant tire une bague de 2000 dollars.",
    "La place 3 est mobile. Elephant pose le diamant sur la bague de 2000 dollars.",
    "Squirrel tire une bague de 6000 dollars.",
    "La place 10 est fixe. La bague de 6000 dollars reste vide.",
    "Vous tirez une bague de 3000 dollars.",
]
RINGS = [
    "You have 3000 dollars. With a diamond: 3000 dollars. Empty: 4000 dollars.",
    "B, Elephant: 2000 dollars. With a diamond: 2000 dollars. Empty: 5000 dollars.",
    "C, Squirrel: 2000 dollars. With a diamond: 2000 dollars. Empty: 6000 dollars.",
]
BAGUES = [
    "Vous avez 3000 dollars. Avec un diamant : 3000 dollars. Vides : 4000 dollars.",
    "B, Elephant : 2000 dollars. Avec un diamant : 2000 dollars. Vides : 5000 dollars.",
    "C, Squirrel : 2000 dollars. Avec un diamant : 2000 dollars. Vides : 6000 dollars.",
]
DRAWN, TIRÉE = "The card drawn: a ring of 3000 dollars.", "La carte tirée : une bague de 3000 dollars."
ANSWERS = {
    "left": ["39 diamonds stand, at the places 4–42.", "41 cards are left, 6 of them thefts.", DRAWN],
    "mine": [RINGS[0], DRAWN],
    "rings": RINGS,
    "history": LAST_ROUND,
    "5 ?": ["Place 5: a diamond stands there."],
    "1?": ["Place 1: empty."],
    "6 ?": ["Place 6: a diamond stands there."],
}
REPONSES = {
    "reste": ["Il reste 39 diamants, aux places 4–42.", "Il reste 41 cartes, dont 6 de vol.", TIRÉE],
    "moi": [BAGUES[0], TIRÉE],
    "bagues": BAGUES,
    "histoire": DERNIER_TOUR,
    "5 ?": ["Place 5 : un diamant s’y trouve."],
    "1?": ["Place 1 : vide."],
    "6 ?": ["Place 6 : un diamant s’y trouve."],
}


def alone_with_thefts(home: Path, least: int = 2) -> Moment:
    """Ana, alone with a bot, has drawn a theft card and can choose."""
    moment = theft_for(0, least=least)
    save(home, moment, ("Ana", "memory"), (None, "memory"))
    return moment
