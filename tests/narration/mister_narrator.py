"""A narrator of Mister Diamond, and views to tell of."""

from __future__ import annotations

from tacora.game import Seat
from tacora.games.mister_diamond import Event, MisterDiamond, View
from tacora.games.mister_diamond.narration import MisterDiamondNarrator
from tacora.narration.catalogue import Language, catalogue
from tests.cli.program import PLAIN_SPACES
from tests.mister_diamond.table import BOX, PLAIN, play

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")

MATCH = MisterDiamond(BOX, games=3)
THREE = play(PLAIN, 3).view(0)
THREE_IN_A_MATCH = play(MATCH, 3).view(0)
ANA, BO, CLEO, ALL = 0, 1, 2, None


def narrator(language: Language, me: Seat | None = 0) -> MisterDiamondNarrator:
    return MisterDiamondNarrator(catalogue(language), NAMES[:3], me)


def told(language: Language, event: Event, me: Seat | None, view: View = THREE) -> str:
    return " ".join(narrator(language, me).tell([event], view)).translate(PLAIN_SPACES)
