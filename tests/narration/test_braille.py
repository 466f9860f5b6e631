"""Short wording on a braille display of 40 cells: whole games, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tacora.games.diamant import Diamant
from tacora.games.diamant.editions import edition_named as box_of_diamant
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.mister_diamond import MisterDiamond
from tacora.games.mister_diamond.editions import edition_named as box_of_mister_diamond
from tacora.games.mister_diamond.narration import MisterDiamondNarrator
from tacora.narration.catalogue import Language, catalogue
from tests.narration.messages import both_languages
from tests.narration.narrator import NAMES

CELLS = 40
_SENTENCES = re.compile(r"(?<=[.?]) ")
GAMES: dict[str, tuple[Any, Any]] = {
    "diamant": (Diamant(box_of_diamant("schmidt-2005")), DiamantNarrator),
    "diamant, hidden chests": (Diamant(box_of_diamant("schmidt-2005"), chests="hidden"), DiamantNarrator),
    "diamant with relics": (Diamant(box_of_diamant("tacora-2024"), relics=True), DiamantNarrator),
    "incan gold": (Diamant(box_of_diamant("incan-gold-2006"), relics=True), DiamantNarrator),
    "mister diamond": (MisterDiamond(box_of_mister_diamond("ravensburger-1993")), MisterDiamondNarrator),
}


def sentences(game: Any, narrator: Any, language: Language, seats: int, seed: int) -> Iterator[str]:
    """All that is told of a game, to the first player and to everybody, and what is asked."""
    chance, say = Random(seed), catalogue(language, brief=True)
    step = game.start(seats=seats, seed=seed.to_bytes(32, "big"))
    while True:
        pending = game.pending(step.state)
        for me in (0, None):
            teller, view = narrator(say, NAMES[:seats], me), game.observe(step.state, seat=me)
            told = list(teller.tell(step.events, view))
            if me in pending:
                told.append(teller.asked(view, (me,)))
            for text in told:
                yield from _SENTENCES.split(text)
        if not pending:
            return
        step = game.apply(step.state, {seat: chance.choice(game.legal_actions(step.state, seat)) for seat in pending})


@both_languages
@pytest.mark.parametrize("name", GAMES)
def test_a_short_sentence_fits_a_braille_display(name: str, language: Language) -> None:
    game, narrator = GAMES[name]
    for seats in (3, 5, 8):
        for seed in range(4):
            for sentence in sentences(game, narrator, language, seats, seed):
                # Whoever names five or more players needs the room; a display is then moved once.
                many = sum(each in sentence for each in NAMES) >= 5 or sentence.count(",") >= 4
                assert len(sentence) <= CELLS or many, f"{len(sentence)} cells: {sentence}"
